"""Every fault of predictions against their benchmark: what is missing, what is no answer, what is no probability."""

import math
from collections import Counter
from collections.abc import Iterable, Iterator, Sequence
from collections.abc import Set as AbstractSet
from itertools import compress
from typing import NamedTuple

from spanwise.data.answer_faults import nothing_left, shown
from spanwise.data.dataset import Dataset, Question
from spanwise.data.finding import Finding, counted, numbered
from spanwise.predictions.abstention import is_abstention_phrase, may_say_nothing
from spanwise.predictions.prediction import Prediction, Predictions
from spanwise.stats.ranking import auroc

__all__ = ["check_predictions"]

_NEARLY_ALL = 0.9
_ENOUGH_FOR_NEARLY_ALL = 10

_INVERTED = 0.4
"""An area under the ROC curve below this is hardly that of a number without meaning, which has 0.5."""


class _Predicted(NamedTuple):
    """The questions that have a prediction, in columns of equal length: a tuple a question would take longer."""

    questions: Sequence[Question]
    contexts: Sequence[str]
    predictions: Sequence[Prediction]
    texts: Sequence[str]

    def __bool__(self) -> bool:
        return bool(self.questions)

    def ids(self, rows: Iterable[int]) -> tuple[str, ...]:
        return tuple(self.questions[row].id for row in rows)

    def rows_of(self, texts: AbstractSet[str]) -> list[int]:
        """Return the rows in which one of the texts is predicted."""
        return [row for row, text in enumerate(self.texts) if text in texts] if texts else []

    def examples(self, rows: Sequence[int], most: int = 3) -> str:
        """Return the first ids with what is predicted for them."""
        texts = [(self.questions[row].id, self.texts[row]) for row in rows[:most]]
        first = ", ".join(f'{i!r} ("{text[:40]}{"..." if len(text) > 40 else ""}")' for i, text in texts)
        return f"{first} and {len(rows) - most:,} more" if len(rows) > most else first


def check_predictions(dataset: Dataset, predictions: Predictions, *, spans: bool = True) -> tuple[Finding, ...]:
    """Return what is odd about predictions for a benchmark, one finding a kind with the ids of all it is about.

    What was odd about the file they were read from is not repeated here.

    Args:
        dataset: The benchmark.
        predictions: A reader's answers.
        spans: Also look for each predicted text in its context, which takes about as long as all the rest.
    """
    found = _predicted(dataset, predictions)
    if not found:
        return tuple(_no_match(dataset, predictions))
    return (
        *_coverage(dataset, predictions, found),
        *_texts(found),
        *_habits(found),
        *_span_disagreements(found),
        *(_no_spans(found) if spans else ()),
        *_probabilities(found),
    )


def _predicted(dataset: Dataset, predictions: Predictions) -> _Predicted:
    """Return the questions with their predictions; of several questions with one id, the first."""
    paragraphs = [paragraph for article in dataset.articles for paragraph in article.paragraphs]
    questions = [question for paragraph in paragraphs for question in paragraph.questions]
    contexts = [paragraph.context for paragraph in paragraphs for _ in paragraph.questions]
    answers = [predictions.by_id.get(question.id) for question in questions]
    # A prediction is always true, so this asks whether any is missing.
    if not all(answers) or len(set(dataset.question_ids)) < len(questions):
        first: dict[str, int] = {}
        keep = [
            answer is not None and first.setdefault(question.id, n) == n
            for n, (question, answer) in enumerate(zip(questions, answers, strict=True))
        ]
        questions, contexts = list(compress(questions, keep)), list(compress(contexts, keep))
        answers = list(compress(answers, keep))
    known = [answer for answer in answers if answer is not None]
    return _Predicted(questions, contexts, known, [answer.text for answer in known])


def _no_match(dataset: Dataset, predictions: Predictions) -> Iterator[Finding]:
    if not dataset.question_ids:
        return
    theirs = next(iter(predictions.by_id), None)
    seen = "there are no predictions at all" if theirs is None else f"a prediction's id is {theirs!r}"
    found = (
        f"0 of {numbered(len(dataset.question_ids), 'question has', 'questions have')} a prediction: the ids do not "
        f"match (a question's id is {dataset.question_ids[0]!r}, {seen})"
    )
    yield Finding("prediction-none-matches", found, "the predictions are for another split, or the ids were rewritten")


def _coverage(dataset: Dataset, predictions: Predictions, found: _Predicted) -> Iterator[Finding]:
    ids = dict.fromkeys(dataset.question_ids)
    if len(found.questions) < len(ids):
        missing = tuple(identity for identity in ids if identity not in predictions.by_id)
        what = f"{len(missing):,} of {len(ids):,} questions {'has' if len(missing) == 1 else 'have'} no prediction"
        remedy = "missing predictions count 0 and are no abstention, which is said with an empty text"
        yield Finding("prediction-missing", f"{what} (missing): {counted(missing)}", remedy, ids=missing)
    if len(found.questions) < len(predictions.by_id):
        extra = tuple(identity for identity in predictions.by_id if identity not in ids)
        what = numbered(len(extra), "prediction is for a question", "predictions are for questions")
        remedy = "they are not scored; are they for another split?"
        yield Finding("prediction-extra", f"{what} not in the dataset: {counted(extra)}", remedy, ids=extra)


def _texts(found: _Predicted) -> Iterator[Finding]:
    # Half of all predictions are said before, most often the empty one.
    distinct = set(found.texts) - {""}
    suspects = [text for text in distinct if may_say_nothing(text)]
    blank = found.rows_of({text for text in suspects if nothing_left(text)})
    if blank:
        what = numbered(len(blank), "prediction is", "predictions are")
        what += f" blank, that is not empty, yet empty after normalisation: {found.examples(blank)}"
        remedy = "they score as abstentions, and the official sweep takes them for answers; to abstain, give empty text"
        yield Finding("prediction-blank", what, remedy, ids=found.ids(blank))
    phrases = found.rows_of({text for text in suspects if is_abstention_phrase(text)})
    phrases = [row for row in phrases if not _is_answer(found, row)]
    if phrases:
        what = numbered(len(phrases), "prediction looks like an abstention", "predictions look like abstentions")
        what += f" in words: {found.examples(phrases)}"
        remedy = "the rules credit only the empty text: write that, or name the words with --abstention"
        yield Finding("prediction-abstention-phrase", what, remedy, ids=found.ids(phrases))
    spaced = found.rows_of({text for text in distinct if text != text.strip() and not text.isspace()})
    if spaced:
        what = numbered(len(spaced), "prediction has", "predictions have")
        what += f" outer white space: {found.examples(spaced)}"
        remedy = "scores are the same without it, spans are not: trim them"
        yield Finding("prediction-outer-space", what, remedy, ids=found.ids(spaced))


def _is_answer(found: _Predicted, row: int) -> bool:
    """Whether words that could be an abstention are what the context says: a film can be called "Unknown"."""
    answers = found.questions[row].answers
    text = found.texts[row].strip().casefold()
    return bool(answers) and (
        text in found.contexts[row].casefold() or any(text == answer.text.strip().casefold() for answer in answers)
    )


def _habits(found: _Predicted) -> Iterator[Finding]:
    """Give findings about readers that always say the same."""
    total = len(found.texts)
    different = len(set(found.texts))
    if total < 2 or different > total - math.floor(_NEARLY_ALL * total) + 1:
        return
    text, times = Counter(found.texts).most_common(1)[0]
    if not text and times == total:
        share = sum(not question.answers for question in found.questions) / total
        remedy = f"the score is the share of unanswerable questions, {share:.1%}"
        yield Finding("abstains-on-all", f"the reader abstains on all {times:,} questions it predicts", remedy)
    elif text and times >= max(_NEARLY_ALL * total, _ENOUGH_FOR_NEARLY_ALL):
        what = f"{times:,} of {total:,} predictions are one and the same text, {shown(text)}"
        ids = found.ids(row for row, own in enumerate(found.texts) if own == text)
        yield Finding("same-answer", what, "look at how the answers are made", ids=ids)


def _span_disagreements(found: _Predicted) -> Iterator[Finding]:
    spans = [(row, p.span) for row, p in enumerate(found.predictions) if p.span is not None]
    rows = [(row, span) for row, span in spans if found.contexts[row][span.start : span.end] != found.texts[row]]
    if rows:
        row, span = rows[0]
        there = shown(found.contexts[row][span.start : span.end])
        what = (
            numbered(len(rows), "prediction has", "predictions have") + " a start and an end that point at other text"
        )
        what += f": {found.questions[row].id!r} has {span.start} to {span.end}, {there}, and the text "
        what += shown(found.texts[row])
        place = found.contexts[row].find(found.texts[row])
        what += f", found at {place}" if place >= 0 else ""
        remedy = "the text counts; starts and ends are code points of the context, the end is behind the last one"
        yield Finding("prediction-span-disagrees", what, remedy, ids=found.ids(row for row, _ in rows))


def _no_spans(found: _Predicted) -> Iterator[Finding]:
    pairs = enumerate(zip(found.texts, found.contexts, strict=True))
    rows = [row for row, (text, context) in pairs if text not in context]
    if not rows:
        return
    from spanwise.text.loose import LEVELS, closest_level

    levels = [closest_level(found.texts[row], found.contexts[row]) for row in rows]
    but_for = [f"{levels.count(level):,} but for {level}" for level in LEVELS if level in levels]
    what = numbered(len(rows), "prediction is", "predictions are") + f" no span of the context: {found.examples(rows)}"
    if but_for:
        what += f"; of these, {', '.join(but_for)} {'is' if levels.count(None) == len(rows) - 1 else 'are'} one"
    remedy = "cut the answer out of its context instead of putting it together from tokens"
    yield Finding("prediction-no-span", what, remedy, ids=found.ids(rows))


def _probabilities(found: _Predicted) -> Iterator[Finding]:
    given = [(row, p.na_prob) for row, p in enumerate(found.predictions) if p.na_prob is not None]
    if not given:
        return
    if len(given) < len(found.predictions):
        without = found.ids(row for row, p in enumerate(found.predictions) if p.na_prob is None)
        what = numbered(len(without), "predicted question has", "predicted questions have")
        remedy = "give one for each: filling in a number would move the curve"
        yield Finding("na-prob-missing", f"{what} no no-answer probability: {counted(without)}", remedy, ids=without)
    not_numbers = found.ids(row for row, p in given if math.isnan(p))
    if not_numbers:
        what = numbered(len(not_numbers), "no-answer probability is", "no-answer probabilities are")
        remedy = "NaN has no place in an order, so no threshold can be told: mend the reader"
        yield Finding("na-prob-nan", f"{what} NaN: {counted(not_numbers)}", remedy, ids=not_numbers)
    yield from _numbers(found, [(row, p) for row, p in given if not math.isnan(p)] if not_numbers else given)


def _numbers(found: _Predicted, given: Sequence[tuple[int, float]]) -> Iterator[Finding]:
    """Give findings about no-answer probabilities that are numbers."""
    numbers = [p for _, p in given]
    if len(numbers) > 1 and min(numbers) == max(numbers):
        what = f"the no-answer probabilities carry no information: all {len(numbers):,} are constant at {numbers[0]}"
        yield Finding("na-prob-constant", what, "no threshold can do more than abstain on all or on none")
    else:
        area = auroc(numbers, [not found.questions[row].answers for row, _ in given])
        if area is not None and area < _INVERTED:
            what = f"no-answer probabilities rise with correctness (AUROC {area:.2f} for having no answer): inverted?"
            remedy = "the probability must be that of no answer, not that of the answer given, such as 1 - p"
            yield Finding("na-prob-inverted", what, remedy)
    outside = [(row, p) for row, p in given if not 0 <= p <= 1]
    if outside:
        row, p = outside[0]
        what = (
            f"{len(outside):,} of {numbered(len(numbers), 'no-answer probability lies', 'no-answer probabilities lie')}"
        )
        what += f" outside 0..1, as log odds do: {found.questions[row].id!r} has {p}"
        remedy = "give a threshold that is meant for them, or turn log odds into probabilities: 1 / (1 + exp(-x))"
        yield Finding("na-prob-log-odds", what, remedy, ids=found.ids(row for row, _ in outside))
