"""The sliding window of the first SQuAD paper: word overlap picks the sentence, a window the candidate in it."""

from collections.abc import Callable, Iterator
from typing import TYPE_CHECKING

import numpy as np

from spanwise.data.dataset import Dataset
from spanwise.language.annotate import Annotator
from spanwise.predictions.prediction import Candidate, Prediction, Predictions
from spanwise.readers.candidates import CandidateKind, Candidates, candidates_of
from spanwise.readers.passage_words import PassageWords, QuestionWords, Runs, passage_words, question_words
from spanwise.readers.ranked import distinct, gathered, ranked_prediction

if TYPE_CHECKING:
    from numpy.typing import NDArray

    FloatArray = NDArray[np.float64]
    IntArray = NDArray[np.int64]

__all__ = ["SlidingWindow", "ranked_candidates", "window_scores"]

_CELLS = 1 << 20
"""Candidates times words of a sentence that are looked at together: what bounds the memory of endless sentences."""
_DIGITS = 9
"""Sums that are equal differ in later digits, by the order in which they were added up; ties must stay ties."""


class SlidingWindow:
    """Answers with the candidate whose sentence shares most with the question, and whose words lie closest to it.

    As in Rajpurkar et al. (2016, section 5): the words and pairs of words that the question shares with a
    candidate's sentence, the candidate left out, are counted; among the candidates with most of them, the best by
    Richardson et al. (2013) is taken. That slides a window over the sentence, as long as question and candidate have
    different words, and sums what it holds of them, a rare word counting more; with ``distance``, how far the
    candidate's words are from the question's is taken off.

    Where the paper says nothing: words are tokens in lower case without punctuation; each shared word or pair counts
    once; counts for rarity are over the passage; no pair spans the gap that the candidate leaves; the distance goes
    by content words and, as the window, by the sentence. Of equals the first in the context is taken, and of those
    that start at one place the shortest.
    """

    def __init__(
        self,
        annotator: Annotator,
        *,
        distance: bool = False,
        abstain: bool = False,
        candidates: CandidateKind = "phrases",
        progress: Callable[[int, int], None] | None = None,
    ) -> None:
        self._annotator = annotator
        self._distance = distance
        self._abstain = abstain
        self._kind: CandidateKind = candidates
        self._progress = progress

    @property
    def name(self) -> str:
        """What the reader is called in tables."""
        return "sliding-window+distance" if self._distance else "sliding-window"

    def predict(self, dataset: Dataset) -> Predictions:
        """Return a candidate for every question; the empty text only where the context is blank.

        The score is the number of shared words and pairs plus the window's score squeezed into 0 to 1, so that its
        order is that in which candidates are chosen.

        Raises:
            OptionError: The pipeline has no parser or no tagger.
        """
        self._annotator.require("parser", "tagger", what=f"the reader {self.name}")
        return gathered(self.name, dataset, self._answers(dataset))

    def _answers(self, dataset: Dataset) -> Iterator[Prediction]:
        paragraphs = [paragraph for article in dataset.articles for paragraph in article.paragraphs]
        contexts = self._annotator.annotate([paragraph.context for paragraph in paragraphs])
        questions = iter(self._annotator.annotate([question.text for _, _, question in dataset.questions()]))
        for number, (paragraph, context) in enumerate(zip(paragraphs, contexts, strict=True)):
            weighed = candidates_of(context, self._kind)
            passage = passage_words(weighed)
            for question in paragraph.questions:
                asked = question_words(next(questions), passage)
                answers = distinct(ranked_candidates(weighed, passage, asked, distance=self._distance))
                yield ranked_prediction(question.id, answers, abstain=self._abstain)
            if self._progress:
                self._progress(number + 1, len(paragraphs))


def ranked_candidates(
    weighed: Candidates, passage: PassageWords, question: QuestionWords, *, distance: bool
) -> Iterator[Candidate]:
    """Yield the candidates of a passage, best first: all of one overlap, then those of the next lower one.

    A candidate shares no more than its whole sentence, so that sentences are looked at only when their turn comes.
    """
    words = _asked_runs(passage.unigrams, question.asked[passage.unigrams.codes])
    pairs = _asked_runs(passage.bigrams, np.isin(passage.bigrams.codes, question.pairs))
    sentences = len(passage.sentence_starts) - 1
    most = np.bincount(np.concatenate((words.sentences, pairs.sentences)), minlength=sentences)
    overlaps: dict[int, IntArray] = {}
    for level in range(int(most.max(initial=0)), -1, -1):
        numbers: list[IntArray] = []
        scores: list[FloatArray] = []
        for sentence in np.flatnonzero(most >= level).tolist():
            if sentence not in overlaps:
                overlaps[sentence] = _overlaps(passage, sentence, words, pairs)
            level_numbers = np.flatnonzero(overlaps[sentence] == level) + passage.candidate_starts[sentence]
            if len(level_numbers):
                numbers.append(level_numbers)
                scores.append(window_scores(passage, question, sentence, level_numbers, distance=distance))
        if not numbers:
            continue
        number, score = np.concatenate(numbers), np.concatenate(scores)
        for place in np.argsort(-score, kind="stable").tolist():
            squeezed = (1 + score[place] / (1 + abs(score[place]))) / 2
            at = int(number[place])
            yield Candidate(weighed.text(at), score=level + float(squeezed), span=weighed.span(at))


def _asked_runs(runs: Runs, asked: "NDArray[np.bool_]") -> Runs:
    return Runs(runs.sentences[asked], runs.codes[asked], runs.firsts[asked], runs.lasts[asked])


def _overlaps(passage: PassageWords, sentence: int, words: Runs, pairs: Runs) -> "IntArray":
    """Return how much of the question is left in a sentence when each of its candidates is taken out of it."""
    own = slice(passage.candidate_starts[sentence], passage.candidate_starts[sentence + 1])
    starts, ends = passage.starts[own, None], passage.ends[own, None]
    left = np.zeros(len(starts), dtype=np.int64)
    for runs, reach in ((words, 0), (pairs, 1)):
        begin, end = np.searchsorted(runs.sentences, (sentence, sentence + 1))
        # A pair goes with either of its words; what stands elsewhere in the sentence as well stays.
        gone = (starts <= runs.firsts[begin:end] + reach) & (runs.lasts[begin:end] < ends)
        left += np.count_nonzero(~gone, axis=1)
    return left


def window_scores(
    passage: PassageWords, question: QuestionWords, sentence: int, numbers: "IntArray", *, distance: bool
) -> "FloatArray":
    """Return what Richardson et al. (2013, algorithms 1 and 2) give to candidates of one sentence, shape (k,).

    Args:
        passage: The passage with its candidates.
        question: The question in the passage's words.
        sentence: The sentence, counted from 0.
        numbers: The candidates, all of that sentence, shape (k,).
        distance: Whether to take off the distance: the fewest steps between a content word of the question and one
            of the candidate that is not in the question, as a fraction of the sentence; 1 where there is no such pair.
    """
    begin, end = passage.sentence_starts[sentence : sentence + 2]
    words, kinds = passage.words[begin:end], slice(begin, end)
    vocabulary, local = np.unique(words, return_inverse=True)
    asked, weights = question.asked[words], passage.weights[words]
    steps = _steps(question.content[words] & passage.content[kinds]) if distance else None
    found = []
    rows = max(1, _CELLS // max(1, len(words)))
    for first in range(0, len(numbers), rows):
        part = numbers[first : first + rows]
        held = _kinds_of(passage.starts[part] - begin, passage.ends[part] - begin, local, len(vocabulary))
        size = question.size + np.count_nonzero(held & ~question.asked[vocabulary], axis=1)
        own = held[:, local]
        score = _best_window(np.where(own | asked, weights, 0.0), size)
        if steps is not None:
            score -= _nearest(own & ~asked & passage.content[kinds], steps)
        found.append(np.round(score, _DIGITS))
    return np.concatenate(found)


def _kinds_of(starts: "IntArray", ends: "IntArray", local: "IntArray", kinds: int) -> "NDArray[np.bool_]":
    """Return which kinds of word each candidate holds, shape (k, kinds)."""
    lengths = ends - starts
    rows = np.repeat(np.arange(len(starts)), lengths)
    within = np.arange(len(rows)) - np.repeat(np.cumsum(lengths) - lengths, lengths)
    held = np.zeros((len(starts), kinds), dtype=np.bool_)
    held[rows, local[np.repeat(starts, lengths) + within]] = True
    return held


def _best_window(weights: "FloatArray", size: "IntArray") -> "FloatArray":
    """Return the greatest sum of so many neighbouring weights in each row; a row that is shorter is summed whole."""
    k, n = weights.shape
    sums = np.zeros((k, n + 1))
    np.cumsum(weights, axis=1, out=sums[:, 1:])
    ends = np.minimum(np.arange(n) + size[:, None], n)
    best: FloatArray = (np.take_along_axis(sums, ends, axis=1) - sums[:, :-1]).max(axis=1, initial=0.0)
    return best


def _steps(meant: "NDArray[np.bool_]") -> "FloatArray":
    """Return how many steps each word of a sentence is from the nearest of the question's; infinite where none is."""
    places = np.arange(len(meant), dtype=np.float64)
    before = np.maximum.accumulate(np.where(meant, places, -np.inf))
    after = np.minimum.accumulate(np.where(meant, places, np.inf)[::-1])[::-1]
    return np.minimum(places - before, after - places)


def _nearest(own: "NDArray[np.bool_]", steps: "FloatArray") -> "FloatArray":
    fewest = np.where(own, steps, np.inf).min(axis=1, initial=np.inf)
    return np.where(np.isfinite(fewest), fewest / max(1, len(steps) - 1), 1.0)
