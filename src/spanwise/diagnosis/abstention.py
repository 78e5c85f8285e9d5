"""Both failures of a reader that may abstain: answers where the text has none, and refusals where it has one.

One number hides which of the two a reader has. Exact match on SQuAD 2.0 gives 50 % to a reader that never answers,
and a false-answer rate alone is best where nothing is answered at all. So the outcomes stand side by side, add up to
n, and the two readers that look at nothing, always-answer and always-abstain, stand beside them.
"""

import math
from collections.abc import Collection, Mapping, Sequence
from typing import Literal

import msgspec

from spanwise.scoring.columns import Columns
from spanwise.scoring.intervals import Intervals
from spanwise.scoring.scores import Scores
from spanwise.scoring.threshold import abstained
from spanwise.stats.estimate import Estimate

__all__ = [
    "OUTCOMES",
    "Abstention",
    "Outcome",
    "OutcomeRow",
    "Rates",
    "Table",
    "abstention",
    "always_abstain",
    "always_answer",
    "outcome_table",
    "outcomes",
]

Outcome = Literal[
    "answered_rightly", "answered_wrongly", "false_answer", "over_refusal", "abstained_rightly", "missing"
]
"""What became of one question; every question has exactly one."""

OUTCOMES: Mapping[Outcome, str] = {
    "answered_rightly": "answered rightly",
    "answered_wrongly": "answered wrongly",
    "false_answer": "answered the unanswerable",
    "over_refusal": "abstained on the answerable",
    "abstained_rightly": "abstained rightly",
    "missing": "no prediction",
}
"""The outcomes in the order of the table, with what each is called where people read it."""


class OutcomeRow(msgspec.Struct, frozen=True):
    """One outcome: how many questions had it, their share of all, and what they add to F1."""

    count: int
    share: Estimate
    f1: float
    """The F1 these questions add to that of all, a fraction of n: the column adds up to the reader's F1. Answers that
    are wrong by exact match still add what they share with a right one."""


class Rates(msgspec.Struct, frozen=True):
    """Each failure as a rate of the questions that could have it; undefined, with the reason, where there are none."""

    false_answers: Estimate
    """Of the unanswerable questions, those that were answered."""
    over_refusals: Estimate
    """Of the answerable questions, those that the reader abstained on."""
    wrong_answers: Estimate
    """Of the answerable questions that were answered, those whose answer is not exactly right."""
    risk: Estimate
    """Of all questions that were answered, those whose answer is wrong or should not be there."""
    wrong_abstentions: Estimate
    """Of all abstentions, those on questions that have an answer."""


class Table(msgspec.Struct, frozen=True):
    """What a reader did, and what it scores for it."""

    name: str
    """The reader, or the baseline."""
    rows: Mapping[Outcome, OutcomeRow]
    """In the order of `OUTCOMES`; the counts add up to n."""
    rates: Rates
    em: Estimate
    f1: Estimate
    note: str = ""
    """What has to be known to read it."""

    @property
    def total(self) -> int:
        """How many questions there are: what the counts add up to."""
        return sum(row.count for row in self.rows.values())


class Abstention(msgspec.Struct, frozen=True):
    """A reader's table of outcomes with those of the two readers that look at nothing."""

    benchmark: str
    reader: Table
    always_answer: Table
    always_abstain: Table
    signature: str

    @property
    def tables(self) -> tuple[Table, ...]:
        """The reader and the baselines, in the order in which they are shown."""
        return self.reader, self.always_answer, self.always_abstain


def outcomes(columns: Columns) -> tuple[Outcome, ...]:
    """Return what became of each question, shape (n,).

    Right is what has an exact match of 1 under the rules of the score, so that "answered rightly" and "abstained
    rightly" together are the exact match. That decides two odd cases as the score decides them: a text that
    normalises to nothing, such as "the", abstains rightly on an unanswerable question, and an empty text answers
    rightly where nothing is left of the answers either.
    """
    return tuple(
        [
            _outcome(there, has_answer, gone, em)
            for there, has_answer, gone, em in zip(
                columns.predicted, columns.has_answer, columns.abstains, columns.em, strict=True
            )
        ]
    )


def _outcome(predicted: bool, has_answer: bool, abstains: bool, em: float) -> Outcome:
    if not predicted:
        return "missing"
    if em == 1.0:
        return "answered_rightly" if has_answer else "abstained_rightly"
    if not has_answer:
        return "false_answer"
    return "over_refusal" if abstains else "answered_wrongly"


def abstention(scores: Scores) -> Abstention:
    """Return the table of outcomes of a reader at its threshold, with always-answer and always-abstain beside it.

    Always-answer is this reader with every answer it gave, whatever the threshold. Where it gave an empty text its
    answer is not known; it is taken as wrong, and the table's note says how often.
    """
    columns, intervals = scores.columns, scores.intervals
    unknown = columns.predicted.count(True) - columns.answered.count(True)
    note = f"{unknown:,} answers are not known (the text is empty) and are taken as wrong" if unknown else ""
    answering = outcome_table(always_answer(columns), intervals, name="always answer")
    return Abstention(
        benchmark=scores.benchmark,
        reader=outcome_table(columns, intervals, name=scores.reader),
        always_answer=msgspec.structs.replace(answering, note=note),
        always_abstain=outcome_table(always_abstain(columns), intervals, name="always abstain"),
        signature=str(scores.signature),
    )


def always_answer(columns: Columns) -> Columns:
    """Return the columns of the reader that gives each of its answers; where it has none, a wrong one."""
    return msgspec.structs.replace(
        columns,
        answered=columns.predicted,
        abstains=(False,) * len(columns),
        em=_where(columns.answered, columns.raw_em),
        f1=_where(columns.answered, columns.raw_f1),
    )


def _where(answered: Sequence[bool], scores: Sequence[float]) -> tuple[float, ...]:
    return tuple([score if there else 0.0 for there, score in zip(answered, scores, strict=True)])


def always_abstain(columns: Columns) -> Columns:
    """Return the columns of the reader that gives no answer to any question, and leaves none out."""
    scores = tuple([abstained(has_answer) for has_answer in columns.has_answer])
    n = len(columns)
    return msgspec.structs.replace(
        columns, predicted=(True,) * n, answered=(False,) * n, abstains=(True,) * n, em=scores, f1=scores
    )


def outcome_table(columns: Columns, intervals: Intervals, *, name: str = "") -> Table:
    """Return counts, shares and rates of the outcomes, each rate with an interval that takes articles as the unit."""
    found = outcomes(columns)
    n = len(columns)
    values: dict[str, Sequence[float]] = {outcome: [float(one == outcome) for one in found] for outcome in OUTCOMES}
    *shares, em, f1 = intervals.means(values | {"em": columns.em, "f1": columns.f1}, columns)
    rows: dict[Outcome, OutcomeRow] = {}
    for outcome, share in zip(OUTCOMES, shares, strict=True):
        scored = math.fsum(score for one, score in zip(found, columns.f1, strict=True) if one == outcome)
        rows[outcome] = OutcomeRow(count=found.count(outcome), share=share, f1=scored / n)
    return Table(name=name, rows=rows, rates=_rates(columns, found, intervals), em=em, f1=f1)


def _rates(columns: Columns, found: Sequence[Outcome], intervals: Intervals) -> Rates:
    def rate(of: Sequence[Outcome], among: Collection[int], none: str) -> Estimate:
        if not among:
            return Estimate.undefined(none)
        flags = [float(one in of) for one in found]
        (estimate,) = intervals.means({"": flags}, columns, list(among))
        return estimate

    def with_outcome(*wanted: Outcome) -> list[int]:
        return [i for i, one in enumerate(found) if one in wanted]

    answerable = [i for i, has_answer in enumerate(columns.has_answer) if has_answer]
    unanswerable = [i for i, has_answer in enumerate(columns.has_answer) if not has_answer]
    nothing_answered = "the reader answers no question"
    return Rates(
        false_answers=rate(["false_answer"], unanswerable, "the set has no unanswerable question"),
        over_refusals=rate(["over_refusal"], answerable, "the set has no answerable question"),
        wrong_answers=rate(
            ["answered_wrongly"],
            with_outcome("answered_rightly", "answered_wrongly"),
            "the reader answers no answerable question",
        ),
        risk=rate(
            ["answered_wrongly", "false_answer"],
            with_outcome("answered_rightly", "answered_wrongly", "false_answer"),
            nothing_answered,
        ),
        wrong_abstentions=rate(
            ["over_refusal"], with_outcome("over_refusal", "abstained_rightly"), "the reader abstains on no question"
        ),
    )
