"""The questions that people were asked, with what they said and what is right in normal form."""

from collections.abc import Sequence
from functools import cached_property

import msgspec

from spanwise.data.dataset import Dataset
from spanwise.data.human_answers import HumanAnswer, HumanAnswers, require_known
from spanwise.diagnosis.judge import Judge, Pair
from spanwise.errors import DataError
from spanwise.scoring.columns import Row, kept_rows
from spanwise.scoring.human import Line
from spanwise.scoring.intervals import Intervals
from spanwise.scoring.rules import Rules
from spanwise.stats.estimate import Estimate

__all__ = ["Asked", "Split", "asked_questions"]


class Split(msgspec.Struct, frozen=True):
    """Exact match and F1 over all questions with human answers, and over the answerable and the unanswerable."""

    overall: Line
    has_ans: Line
    no_ans: Line


class Asked(msgspec.Struct, frozen=True, dict=True):
    """The questions that people were asked, with all that is compared in normal form; n is their number."""

    rows: tuple[Row, ...]
    given: tuple[tuple[HumanAnswer, ...], ...]
    options: tuple[tuple[str | None, ...], ...]
    """What each person said to each question, in normal form, shape (n, people)."""
    golds: tuple[tuple[str, ...], ...]
    judge: Judge
    rules: Rules
    level: float
    unasked: int
    """Questions of the dataset without human answers."""

    @cached_property
    def single(self) -> list[list[Pair]]:
        """The score of each person's answer, shape (n, people)."""
        pairs = zip(self.options, self.golds, strict=True)
        return [[self.judge.score(option, golds) for option in options] for options, golds in pairs]

    def scored(self, options: Sequence[str | None]) -> list[Pair]:
        """Return the score of one option a question."""
        return [self.judge.score(option, golds) for option, golds in zip(options, self.golds, strict=True)]

    def mean(self, values: Sequence[float], places: Sequence[int], what: str) -> Estimate:
        """Return the mean of values at some questions, or why there is none: there is no such thing as ``what``."""
        if not places:
            return Estimate.undefined(f"there is no {what}")
        return Intervals(level=self.level).means_over({"": values}, [self.rows[i] for i in places])[0]

    def line(self, pairs: Sequence[Pair], places: Sequence[int], what: str) -> Line:
        """Return the mean scores at some questions."""
        em, f1 = ([pair[metric] for pair in pairs] for metric in (0, 1))
        return Line(em=self.mean(em, places, what), f1=self.mean(f1, places, what))

    def split(self, pairs: Sequence[Pair | None]) -> Split:
        """Return the mean scores over all questions that have one, the answerable and the unanswerable."""
        there = [i for i, pair in enumerate(pairs) if pair is not None]
        has = [i for i in there if self.rows[i].question.answers]
        no = [i for i in there if not self.rows[i].question.answers]
        lines = [
            self.line([pair for i in places if (pair := pairs[i]) is not None], places, what)
            for places, what in (
                (there, "question to score on"),
                (has, "answerable question among those"),
                (no, "unanswerable question among those"),
            )
        ]
        return Split(*lines)


def asked_questions(dataset: Dataset, answers: HumanAnswers, rules: Rules, level: float) -> Asked:
    """Return the questions that have human answers, in file order.

    Raises:
        DataError: An answer is to no question of the dataset, or there is none; a question has no answer and the rules
            have no meaning for that.
    """
    require_known(answers, dataset)
    if not answers.answers:
        raise DataError(
            f"{answers.name or 'the human answers'}: there are none; one line a person and question would do"
        )
    kept, _ = kept_rows(dataset)
    rows = tuple(row for row in kept if row.question.id in answers.by_question)
    alone = next((row.question.id for row in rows if not row.question.answers), None)
    if alone is not None and rules.unanswerable == "refused":
        raise DataError(
            f"question {alone!r} has no gold answer, and the rules {rules.name!r} have no meaning for that; use the "
            "SQuAD 2.0 metric (--rules squad2)"
        )
    given = tuple(answers.by_question[row.question.id] for row in rows)
    said = [answer.text for answer in answers.answers if answer.text is not None]
    judge = Judge(rules, [*said, *(answer.text for row in rows for answer in row.question.answers)])
    normal = judge.normal
    return Asked(
        rows=rows,
        given=given,
        options=tuple(tuple(None if a.text is None else normal[a.text] for a in own) for own in given),
        golds=tuple(tuple(normal[answer.text] for answer in row.question.answers) for row in rows),
        judge=judge,
        rules=rules,
        level=level,
        unasked=len(kept) - len(rows),
    )
