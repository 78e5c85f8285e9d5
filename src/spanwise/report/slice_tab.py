"""The tab of slices: each reader's F1 on each kind of question, and where it is worse than on the rest."""

from collections.abc import Sequence
from itertools import groupby

import msgspec

from spanwise.diagnosis.slices import Slice
from spanwise.report.charts import Axis
from spanwise.report.grid import Entry, Grid, Head, Line, classes_of, entry, shared_axis
from spanwise.report.page_input import ShownReader
from spanwise.report.questions import slug
from spanwise.stats.estimate import Estimate

__all__ = ["SliceView", "slice_view"]

_LONG = 14
"""A column with more values than this is folded, worst first."""


_WIDE = 0.4
"""A wider interval has no say in the range of the drawings: it would squeeze all others."""


class SliceView(msgspec.Struct, frozen=True):
    """What the tab shows: the columns of few values in one table, each of many in one of its own."""

    short: Grid | None
    long: tuple[Grid, ...]
    worse: tuple[tuple[ShownReader, tuple[tuple[str, str, str], ...]], ...]
    """Of each reader the slices that may be called worse than the rest, each with its link and by how
    much."""
    tested: int
    level: float


def slice_view(readers: Sequence[ShownReader], found: Sequence[Sequence[Slice]]) -> SliceView | None:
    """Return the tab; None where no slices were made."""
    if not found or not found[0]:
        return None
    rows = [tuple(group) for group in zip(*found, strict=True) if group[0].n]
    axis = shared_axis([one.score for group in rows for one in group if _narrow(one.score)] or [rows[0][0].score])
    heads = (Head("n"), *(Head(reader.name, reader=reader, axis=axis) for reader in readers))
    short: list[Line] = []
    long = []
    for label, own in groupby(rows, key=lambda group: group[0].label):
        groups = list(own)
        if len(groups) < 2:
            continue
        if len(groups) <= _LONG:
            short.append(Line(label, (), heading=True))
            short += [_line(readers, group, axis) for group in groups]
        else:
            groups.sort(key=lambda group: (group[0].score.value is None, group[0].score.value))
            lines = tuple(_line(readers, group, axis) for group in groups)
            long.append(Grid(f"{label}, {len(groups):,}, the worst of {readers[0].letter} first", label, heads, lines))
    if not short and not long:
        return None
    return SliceView(
        short=Grid("F1 in percent", "slice", heads, tuple(short)) if short else None,
        long=tuple(long),
        worse=tuple((reader, _worse(reader, own)) for reader, own in zip(readers, found, strict=True)),
        tested=sum(one.p_value is not None for one in found[0]),
        level=readers[0].scores.intervals.level,
    )


def _line(readers: Sequence[ShownReader], group: Sequence[Slice], axis: Axis) -> Line:
    first = group[0]
    entries = [
        entry(one.score, axis, classes=classes_of(reader), mark=_mark(one))
        for reader, one in zip(readers, group, strict=True)
    ]
    return Line(first.value, (Entry(f"{first.n:,}", link=_link(first)), *entries))


def _narrow(score: Estimate) -> bool:
    return score.low is not None and score.high is not None and score.high - score.low <= _WIDE


def _mark(one: Slice) -> str:
    if not one.worse or one.difference.value is None:
        return ""
    return f"▼ {abs(100 * one.difference.value):.1f} worse"


def _link(one: Slice) -> str:
    return f"#g={one.column}:{slug(one.value)}"


def _worse(reader: ShownReader, found: Sequence[Slice]) -> tuple[tuple[str, str, str], ...]:
    marked = sorted((one for one in found if one.worse), key=lambda one: one.difference.value or 0.0)
    return tuple(
        (f"{one.label}: {one.value}", f"#s={reader.index}&{_link(one)[1:]}", _difference(one)) for one in marked
    )


def _difference(one: Slice) -> str:
    p_holm = 1.0 if one.p_holm is None else one.p_holm
    shown = "p < 0.0001" if p_holm < 0.0001 else f"p {p_holm:.4f}"
    return f"{one.difference.percent().replace('-', '−')}, {shown}"
