"""The human line, from the answers on the file, and readers measured by the same yardstick.

A person's answer is scored against the n - 1 answers of the others, a reader's against all n. Up to 14.6 points of
a reader's exact match on SQuAD 1.1 come from having more answers to hit, so the two are shown matched as well.
"""

from collections.abc import Sequence
from itertools import pairwise

import msgspec

from spanwise.data.dataset import Dataset
from spanwise.errors import DataError
from spanwise.predictions.prediction import Predictions
from spanwise.scoring.columns import Row, kept_rows
from spanwise.scoring.intervals import Intervals
from spanwise.scoring.pair import best_match
from spanwise.scoring.rules import Rules, rules_for
from spanwise.stats.estimate import Estimate
from spanwise.text.normalize import normalized

__all__ = ["AnswerCurve", "HumanLine", "Line", "Matched", "answer_curve", "human_line", "matched"]

Pair = tuple[float, float]


class Line(msgspec.Struct, frozen=True):
    """Exact match and F1 of people, or of a reader measured as people are; fractions."""

    em: Estimate
    f1: Estimate


class HumanLine(msgspec.Struct, frozen=True):
    """What people score on this benchmark, by two protocols."""

    benchmark: str
    rules: str
    questions: int
    """Questions with at least two answers, which both protocols need."""
    skipped: tuple[str, ...]
    """Ids of the questions with a single answer."""
    unanswerable: int
    """Questions without answers: the file does not say what people made of them, so the line leaves them out."""
    answers: float
    """The mean number of answers of the questions counted."""
    second: Line
    """SQuAD's protocol: the second answer against the others."""
    leave_one_out: Line
    """Each answer against the others, averaged: less noise, and no favour to one annotator."""


class Matched(msgspec.Struct, frozen=True):
    """A reader measured against as many answers as a person is, on the questions of the human line."""

    reader: str
    all_answers: Line
    """Against all n answers, as scores usually are."""
    without_second: Line
    """Against the answers a person meets in SQuAD's protocol."""
    leave_one_out: Line
    """Against every n - 1 of the n answers, averaged."""


class AnswerCurve(msgspec.Struct, frozen=True):
    """A reader's score as a function of how many answers a question has; over the questions with answers.

    A question without a prediction scores 0 here too.
    """

    reader: str
    counts: tuple[int, ...]
    """1, 2, ... up to the greatest number of answers; a question with fewer keeps all it has."""
    em_first: tuple[float, ...]
    f1_first: tuple[float, ...]
    """With the first k answers in file order: what a smaller annotation budget would have given."""
    em_expected: tuple[float, ...]
    f1_expected: tuple[float, ...]
    """With k answers drawn at random, exactly averaged over all ways to draw."""


class _Gold(msgspec.Struct, frozen=True):
    """The questions with answers, in normal form."""

    rows: tuple[Row, ...]
    answers: tuple[tuple[str, ...], ...]
    drop_empty: bool
    """Whether answers that normalise to nothing are no answers to score against."""
    unanswerable: int
    """How many questions have no answer."""

    def score(self, text: str, answers: Sequence[str], memo: dict[tuple[str, str], float]) -> Pair:
        """Return exact match and F1 of a text in normal form against answers in normal form."""
        if self.drop_empty:
            answers = [answer for answer in answers if answer]
            if not answers or not text:
                right = float(not answers and not text)
                return right, right
        em, f1, _ = best_match(text, answers, memo)
        return em, f1

    def score_without(self, place: int, left_out: int, text: str, memo: dict[tuple[str, str], float]) -> Pair:
        """Return the score of a text against a question's answers but one."""
        answers = self.answers[place]
        return self.score(text, (*answers[:left_out], *answers[left_out + 1 :]), memo)


def human_line(dataset: Dataset, *, rules: Rules | None = None, intervals: Intervals | None = None) -> HumanLine:
    """Return what people score on a benchmark, from the answers in its file.

    SQuAD's published line (Rajpurkar et al., 2016, table 5) is made by the second-answer protocol.

    Raises:
        DataError: No question has two answers.
    """
    rules = rules or rules_for(dataset)
    gold = _gold(dataset, rules)
    chosen = _with_two_answers(gold, dataset)
    memo: dict[tuple[str, str], float] = {}
    second = [gold.score_without(i, 1, gold.answers[i][1], memo) for i in chosen]
    every = [_mean([gold.score_without(i, k, a, memo) for k, a in enumerate(gold.answers[i])]) for i in chosen]
    rows = [gold.rows[i] for i in chosen]
    intervals = intervals or Intervals()
    return HumanLine(
        benchmark=dataset.name,
        rules=rules.name,
        questions=len(chosen),
        skipped=tuple(row.question.id for row, a in zip(gold.rows, gold.answers, strict=True) if len(a) == 1),
        unanswerable=gold.unanswerable,
        answers=sum(len(gold.answers[i]) for i in chosen) / len(chosen),
        second=_line(second, rows, intervals),
        leave_one_out=_line(every, rows, intervals),
    )


def matched(
    dataset: Dataset, predictions: Predictions, *, rules: Rules | None = None, intervals: Intervals | None = None
) -> Matched:
    """Return a reader's scores against as many answers as a person is measured against.

    A question without a prediction scores 0. Probabilities and thresholds play no part: unanswerable questions have
    no human line.

    Raises:
        DataError: No question has two answers.
    """
    rules = rules or rules_for(dataset)
    gold = _gold(dataset, rules)
    chosen = _with_two_answers(gold, dataset)
    memo: dict[tuple[str, str], float] = {}
    texts = _predicted(gold, predictions, rules)
    everything, without, every = [], [], []
    for i in chosen:
        text, answers = texts[i], gold.answers[i]
        if text is None:
            everything.append((0.0, 0.0))
            without.append((0.0, 0.0))
            every.append((0.0, 0.0))
            continue
        everything.append(gold.score(text, answers, memo))
        without.append(gold.score_without(i, 1, text, memo))
        every.append(_mean([gold.score_without(i, k, text, memo) for k in range(len(answers))]))
    rows = [gold.rows[i] for i in chosen]
    intervals = intervals or Intervals()
    return Matched(
        reader=predictions.reader,
        all_answers=_line(everything, rows, intervals),
        without_second=_line(without, rows, intervals),
        leave_one_out=_line(every, rows, intervals),
    )


def answer_curve(dataset: Dataset, predictions: Predictions, *, rules: Rules | None = None) -> AnswerCurve:
    """Return a reader's exact match and F1 with 1, 2, ... answers a question.

    Raises:
        DataError: No question has an answer.
    """
    rules = rules or rules_for(dataset)
    gold = _gold(dataset, rules)
    if not gold.rows:
        raise DataError(f"no question of {dataset.name!r} has an answer, so there is no curve over their number")
    most = max(len(answers) for answers in gold.answers)
    sums = [[0.0] * most for _ in range(4)]
    memo: dict[tuple[str, str], float] = {}
    for text, answers in zip(_predicted(gold, predictions, rules), gold.answers, strict=True):
        if text is None:
            continue
        pairs = [gold.score(text, (answer,), memo) for answer in answers]
        # Where answers that normalise to nothing are dropped, the empty text is right only if no answer is left: the
        # least of its scores counts, not the greatest.
        least = gold.drop_empty and not text
        for metric in (0, 1):
            values = [pair[metric] for pair in pairs]
            for k in range(1, most + 1):
                sums[metric][k - 1] += min(values[:k]) if least else max(values[:k])
                sums[2 + metric][k - 1] += _expected_least(values, k) if least else _expected_greatest(values, k)
    n = len(gold.rows)
    em_first, f1_first, em_expected, f1_expected = (tuple(total / n for total in column) for column in sums)
    return AnswerCurve(
        reader=predictions.reader,
        counts=tuple(range(1, most + 1)),
        em_first=em_first,
        f1_first=f1_first,
        em_expected=em_expected,
        f1_expected=f1_expected,
    )


def _expected_greatest(values: Sequence[float], k: int) -> float:
    """Return the mean, over all ways to draw k of the values, of the greatest drawn; all of them where k is more.

    The chance that the i-th smallest is the greatest of k drawn is C(i - 1, k - 1) / C(n, k).
    """
    n, greatest = len(values), max(values)
    # Most predictions match every answer or none.
    if k >= n or min(values) == greatest:
        return greatest
    # Walk down from the largest: the chance that none of the j largest is drawn is C(n - j, k) / C(n, k).
    none_drawn = [1.0]
    for j in range(n - k + 1):
        none_drawn.append(none_drawn[-1] * (n - k - j) / (n - j))
    chances = [before - after for before, after in pairwise(none_drawn)]
    return sum(chance * value for chance, value in zip(chances, sorted(values, reverse=True), strict=False))


def _expected_least(values: Sequence[float], k: int) -> float:
    """Return the mean, over all ways to draw k of the fractions, of the least drawn."""
    return 1.0 - _expected_greatest([1.0 - value for value in values], k)


def _gold(dataset: Dataset, rules: Rules) -> _Gold:
    kept, _ = kept_rows(dataset)
    rows = tuple(row for row in kept if row.question.answers)
    texts = list(dict.fromkeys(answer.text for row in rows for answer in row.question.answers))
    normal = dict(zip(texts, normalized(texts, rules.profile), strict=True))
    answers = tuple(tuple(normal[answer.text] for answer in row.question.answers) for row in rows)
    return _Gold(rows, answers, rules.empty_answers == "dropped", len(kept) - len(rows))


def _with_two_answers(gold: _Gold, dataset: Dataset) -> list[int]:
    chosen = [i for i, answers in enumerate(gold.answers) if len(answers) >= 2]
    if not chosen:
        raise DataError(
            f"no question of {dataset.name!r} has two answers, so there is no human line; it needs answers of at least "
            "two people a question"
        )
    return chosen


def _predicted(gold: _Gold, predictions: Predictions, rules: Rules) -> list[str | None]:
    found = [predictions.by_id.get(row.question.id) for row in gold.rows]
    texts = list(dict.fromkeys(p.text for p in found if p is not None))
    normal = dict(zip(texts, normalized(texts, rules.profile), strict=True))
    return [None if p is None else normal[p.text] for p in found]


def _mean(pairs: Sequence[Pair]) -> Pair:
    return sum(em for em, _ in pairs) / len(pairs), sum(f1 for _, f1 in pairs) / len(pairs)


def _line(pairs: Sequence[Pair], rows: Sequence[Row], intervals: Intervals) -> Line:
    em, f1 = intervals.means_over({"em": [em for em, _ in pairs], "f1": [f1 for _, f1 in pairs]}, rows)
    return Line(em=em, f1=f1)
