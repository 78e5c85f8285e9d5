"""AddAny and AddCommon: words that make no sentence, each chosen to lead a reader away from the answer."""

import random
import re
from collections import Counter
from collections.abc import Callable, Iterable, Mapping, Sequence

import msgspec

from spanwise.benchmarks.adversarial.placement import placed
from spanwise.benchmarks.adversarial.variant import Adversarial, Variant, added_variant, holds_answer
from spanwise.data.dataset import Article, Dataset, Origin, Paragraph, Question
from spanwise.errors import DataError, OptionError, PredictionError
from spanwise.predictions.prediction import Prediction
from spanwise.predictions.reader import Reader

__all__ = ["ADD_ANY", "ADD_COMMON", "Measure", "WordSearch", "add_words", "common_words"]

ADD_ANY = "add-any"
ADD_COMMON = "add-common"
_WORD = re.compile(r"[a-z]{2,}")

Measure = Callable[[Prediction, Question], tuple[float, float]]
"""Gives what is to be lowered, such as the expected F1 of a prediction, and the F1 of the answer itself."""


class WordSearch(msgspec.Struct, frozen=True):
    """How words are looked for; the defaults are those of Jia and Liang (2017), who go on from four more starts."""

    words: int = 10
    """How many are added."""
    drawn: int = 20
    """Common words that are tried at a place, drawn anew each time."""
    epochs: int = 3
    """How often each place is gone through."""
    seed: int = 0
    own_words: bool = True
    """Whether the question's words are tried as well: AddAny. Without them it is AddCommon."""

    @property
    def attack(self) -> str:
        """The attack's name."""
        return ADD_ANY if self.own_words else ADD_COMMON


class _State:
    """The words of one question, and how low they have brought its reader."""

    def __init__(self, paragraph: Paragraph, question: Question, common: Sequence[str], search: WordSearch) -> None:
        self.paragraph = paragraph
        self.question = question
        self.rng = random.Random(f"{search.seed} {question.id}")
        self.own = tuple(dict.fromkeys(_WORD.findall(question.text.lower()))) if search.own_words else ()
        self.common = [word for word in common if not holds_answer(question, word)]
        self.words = _drawn(self.common, search.words, self.rng)
        self.order: list[int] = []
        self.best = float("inf")
        self.done = False

    def tried(self, place: int, drawn: int) -> list[tuple[str, ...]]:
        """Return the words with every candidate at a place, those that stand there first."""
        candidates = dict.fromkeys([self.words[place], *self.own, *_drawn(self.common, drawn, self.rng)])
        found = [(*self.words[:place], word, *self.words[place + 1 :]) for word in candidates]
        return [words for words in found if not holds_answer(self.question, " ".join(words))]


def common_words(texts: Iterable[str], most: int = 1000) -> tuple[str, ...]:
    """Return the most frequent words of some texts, in lower case, letters alone, of equals the first in the alphabet.

    Jia and Liang (2017) take those of the Brown corpus. These are the benchmark's own.
    """
    counts: Counter[str] = Counter()
    for text in texts:
        counts.update(_WORD.findall(text.lower()))
    return tuple(sorted(counts, key=lambda word: (-counts[word], word))[:most])


def add_words(
    dataset: Dataset,
    reader: Reader,
    measure: Measure,
    search: WordSearch,
    *,
    common: Sequence[str] = (),
    progress: Callable[[int, int], None] | None = None,
) -> Adversarial:
    """Return one variant of each question with words added behind its context that mislead this very reader.

    Places are gone through in a random order; at each the word is taken that brings the measure lowest. A question is
    left alone once the reader's answer has F1 0. For a step all candidates of all questions are one dataset, so the
    reader is called ``words * epochs`` times at most. That is still thousands of contexts a question: take a sample.

    Args:
        dataset: The questions to attack.
        reader: The reader to attack.
        measure: What is to be lowered.
        search: How words are looked for.
        common: The common words; none: the thousand most frequent of the dataset's contexts.
        progress: Told how many of how many steps are done.

    Raises:
        OptionError: There are no words to add, to draw, or no epochs.
        DataError: There are no common words.
        PredictionError: The reader leaves a question out.
    """
    if min(search.words, search.drawn, search.epochs) < 1:
        raise OptionError("a search for words needs one word, one drawn word and one epoch at least; give 1 or more")
    contexts = dict.fromkeys(paragraph.context for article in dataset.articles for paragraph in article.paragraphs)
    common = tuple(common) or common_words(contexts)
    reasons: dict[str, str] = {}
    states: list[_State] = []
    for _, paragraph, question in dataset.questions():
        if not question.answers:
            reasons[question.id] = "the question has no answer"
            continue
        state = _State(paragraph, question, common, search)
        if not state.words:
            raise DataError("there are no common words to add; give some, or a dataset with text")
        states.append(state)
    _search(states, reader, measure, search, progress)
    variants: list[Variant] = []
    for state in states:
        found = _variant(state, search)
        if isinstance(found, str):
            reasons[state.question.id] = found
        else:
            variants.append(found)
    return Adversarial.of(search.attack, len(dataset.question_ids), variants, reasons)


def _search(
    states: Sequence[_State],
    reader: Reader,
    measure: Measure,
    search: WordSearch,
    progress: Callable[[int, int], None] | None,
) -> None:
    steps = search.words * search.epochs
    for step in range(steps):
        active = [state for state in states if not state.done]
        if progress is not None:
            progress(steps if not active else step, steps)
        if not active:
            return
        if step % search.words == 0:
            for state in active:
                state.order = _shuffled(search.words, state.rng)
        tried = [state.tried(state.order[step % search.words], search.drawn) for state in active]
        asked = _asked(active, tried)
        said = reader.predict(asked).by_id
        for state, candidates in zip(active, tried, strict=True):
            _take_best(state, candidates, said, measure)
    if progress is not None:
        progress(steps, steps)


def _asked(states: Sequence[_State], tried: Sequence[Sequence[tuple[str, ...]]]) -> Dataset:
    """Return every candidate of every question as a dataset, without answers: a reader is shown none."""
    articles = []
    for state, candidates in zip(states, tried, strict=True):
        paragraphs = [
            Paragraph(_context(state, words), (Question(f"{state.question.id}#{number}", state.question.text),))
            for number, words in enumerate(candidates)
        ]
        articles.append(Article(state.question.id, tuple(paragraphs)))
    return Dataset(tuple(articles), name="candidates")


def _take_best(
    state: _State, candidates: Sequence[tuple[str, ...]], said: Mapping[str, Prediction], measure: Measure
) -> None:
    for number, words in enumerate(candidates):
        prediction = said.get(f"{state.question.id}#{number}")
        if prediction is None:
            raise PredictionError(
                f"the reader gives no answer to {state.question.id!r}, and an attack needs one; mend the reader"
            )
        value, f1 = measure(prediction, state.question)
        if f1 == 0:
            state.words, state.best, state.done = list(words), value, True
            return
        if number == 0:
            # What stands there now is read again: the other places have changed since.
            state.best, state.words = value, list(words)
        elif value < state.best:
            state.best, state.words = value, list(words)


def _context(state: _State, words: Sequence[str]) -> str:
    found = placed(state.paragraph.context, _sentence(words), "end")
    assert found is not None  # there is always an end
    return found.context


def _sentence(words: Sequence[str]) -> str:
    return " ".join(words) + "."


def _variant(state: _State, search: WordSearch) -> Variant | str:
    origin = Origin(state.question.id, search.attack, search.seed)
    return added_variant(state.paragraph, state.question, _sentence(state.words), number=0, origin=origin, place="end")


def _shuffled(n: int, rng: random.Random) -> list[int]:
    drawn = [rng.random() for _ in range(n)]
    return sorted(range(n), key=drawn.__getitem__)


def _drawn(words: Sequence[str], most: int, rng: random.Random) -> list[str]:
    """Return so many words, each drawn on its own; by `random` alone, which is the same in every release."""
    return [words[int(rng.random() * len(words))] for _ in range(most)] if words else []
