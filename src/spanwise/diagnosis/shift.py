"""One reader over several benchmarks: how much is lost on other text, other languages, other people's questions."""

from collections.abc import Sequence

import msgspec

from spanwise.errors import OptionError
from spanwise.scoring.columns import Columns
from spanwise.scoring.scores import Scores
from spanwise.stats.estimate import Estimate
from spanwise.stats.independent import independent_difference

__all__ = ["Shift", "ShiftRow", "shift"]


class ShiftRow(msgspec.Struct, frozen=True):
    """A reader on one benchmark, and how far that is from the first."""

    name: str
    reader: str
    rules: str
    questions: int
    em: Estimate
    f1: Estimate
    em_difference: Estimate | None
    f1_difference: Estimate | None
    """This benchmark's score minus the first's; None on the first."""
    paired: bool
    """Whether both hold the same question ids, so that the difference is taken question by question."""
    shared: int
    """How many question ids both hold."""


class Shift(msgspec.Struct, frozen=True):
    """The table, the benchmark that the others are held against first."""

    rows: tuple[ShiftRow, ...]

    @property
    def one_rule(self) -> bool:
        """Whether all scores are by the same rules; else the differences are partly those of the rules."""
        return len({row.rules for row in self.rows}) == 1


def shift(scores: Sequence[Scores], names: Sequence[str] | None = None) -> Shift:
    """Return one reader's scores on several benchmarks, each with its difference from the first.

    Benchmarks with the same question ids, such as the languages of XQuAD, are paired by id: what makes a question
    hard in every language cancels. Others are different questions, and the interval of the difference holds the
    spread of both. Where some ids are shared and some not, the two are taken as independent, which makes the
    interval too wide rather than too narrow.

    Args:
        scores: The reader's scores, one for each benchmark, the point of comparison first.
        names: What to call the benchmarks; None takes their own names.

    Raises:
        OptionError: There are fewer than two benchmarks, or not one different name for each.
    """
    names = [s.benchmark for s in scores] if names is None else names
    if len(scores) < 2:
        raise OptionError(f"a shift is seen between two or more benchmarks, and {len(scores)} was given")
    if len(names) != len(scores) or len(set(names)) < len(names):
        raise OptionError(f"{len(scores)} benchmarks need as many different names, not {', '.join(map(repr, names))}")
    first = scores[0]
    return Shift(tuple(_row(name, s, first) for name, s in zip(names, scores, strict=True)))


def _row(name: str, scores: Scores, first: Scores) -> ShiftRow:
    here, there = scores.columns, first.columns
    shared = len(set(here.ids) & set(there.ids))
    # Ids that stand twice have no one partner.
    paired = shared == len(here) == len(there)
    em, f1 = None, None
    if scores is not first:
        if paired:
            em, f1 = _paired(here, there, first)
        else:
            em, f1 = independent_difference(scores.em, first.em), independent_difference(scores.f1, first.f1)
    return ShiftRow(
        name=name,
        reader=scores.reader,
        rules=scores.signature.rules,
        questions=len(here),
        em=scores.em,
        f1=scores.f1,
        em_difference=em,
        f1_difference=f1,
        paired=paired,
        shared=shared,
    )


def _paired(here: Columns, there: Columns, first: Scores) -> tuple[Estimate, Estimate]:
    place = {identity: i for i, identity in enumerate(here.ids)}
    order = [place[identity] for identity in there.ids]
    em = first.intervals.difference([here.em[i] for i in order], there.em, there)
    return em, first.intervals.difference([here.f1[i] for i in order], there.f1, there)
