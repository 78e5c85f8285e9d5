"""The table of the page: one row a reader, with the human line and the always-abstain baseline to measure by."""

from collections.abc import Sequence

import msgspec

from spanwise.report.charts import Axis, rounded_axis, whisker
from spanwise.report.page_input import ShownReader
from spanwise.scoring.human import HumanLine
from spanwise.scoring.scores import Scores
from spanwise.scoring.threshold import abstained
from spanwise.stats.estimate import Estimate

__all__ = ["Cell", "Column", "Row", "Standings", "standings"]

_Measured = dict[str, Estimate]


class Cell(msgspec.Struct, frozen=True):
    """A score as text and as a drawing, in percent."""

    value: str
    interval: str
    sort: float
    bar: str


class Column(msgspec.Struct, frozen=True):
    """A score that the table has a column for, and the range its bars are drawn in."""

    key: str
    label: str
    explained: str
    axis: Axis


class Row(msgspec.Struct, frozen=True):
    """A reader, or what readers are measured by."""

    kind: str
    """ "reader", "human" or "baseline"."""
    name: str
    cells: tuple[Cell | None, ...]
    """One a column, None where the score does not exist."""
    reader: ShownReader | None = None
    explained: str = ""


class Standings(msgspec.Struct, frozen=True):
    """The table, and what has to be known to read its intervals."""

    columns: tuple[Column, ...]
    rows: tuple[Row, ...]
    method: str
    notes: tuple[str, ...]


_COLUMNS = {
    "em": ("EM", "Exact match over all questions"),
    "f1": ("F1", "F1 over all questions"),
    "has_em": ("HasAns EM", "Exact match over the questions with answers"),
    "has_f1": ("HasAns F1", "F1 over the questions with answers"),
    "no_ans": ("NoAns", "Share of the unanswerable questions on which no answer was given"),
}


def standings(readers: Sequence[ShownReader], human: HumanLine | None) -> Standings:
    """Return the table of all readers, with what they are measured by where that exists.

    HasAns and NoAns columns are there where the benchmark has unanswerable questions.
    """
    first = readers[0].scores
    found: list[tuple[Row, _Measured]] = [
        (Row("reader", reader.name, (), reader), _measured(reader.scores)) for reader in readers
    ]
    if human is not None:
        found.append(_human(human, split=first.no_ans is not None))
    if first.no_ans is not None and first.has_ans is not None:
        found.append(_always_abstain(first))
    columns = tuple(
        Column(key, label, explained, _axis([m[key] for row, m in found if key in m and row.kind != "baseline"]))
        for key, (label, explained) in _COLUMNS.items()
        if any(key in measured for row, measured in found if row.kind == "reader")
    )
    rows = tuple(
        msgspec.structs.replace(row, cells=tuple(_cell(measured.get(c.key), c.axis, _classes(row)) for c in columns))
        for row, measured in found
    )
    return Standings(columns=columns, rows=rows, method=_method(first.f1), notes=_notes(found))


def _measured(scores: Scores) -> _Measured:
    measured = {"em": scores.em, "f1": scores.f1}
    if scores.no_ans is not None:
        if scores.has_ans is not None:
            measured |= {"has_em": scores.has_ans.em, "has_f1": scores.has_ans.f1}
        measured["no_ans"] = scores.no_ans.f1
    return measured


def _human(human: HumanLine, *, split: bool) -> tuple[Row, _Measured]:
    explained = f"the second answer against the others, on {human.questions:,} questions with two answers or more"
    em, f1 = ("has_em", "has_f1") if split else ("em", "f1")
    return Row("human", "people", (), explained=explained), {em: human.second.em, f1: human.second.f1}


def _always_abstain(scores: Scores) -> tuple[Row, _Measured]:
    """Return what abstaining on all scores: overall a matter of the sample, in each part a matter of definition."""
    values = {"f1": [abstained(has_answer) for has_answer in scores.columns.has_answer]}
    (overall,) = scores.intervals.means(values, scores.columns)
    wrong, right = (
        msgspec.structs.replace(overall, value=abstained(has_answer), low=None, high=None)
        for has_answer in (True, False)
    )
    row = Row("baseline", "always abstain", (), explained="what a reader scores that never answers")
    return row, {"em": overall, "f1": overall, "has_em": wrong, "has_f1": wrong, "no_ans": right}


def _axis(estimates: Sequence[Estimate]) -> Axis:
    ends = [100 * end for e in estimates for end in (e.value, e.low, e.high) if end is not None]
    return rounded_axis(ends or [0.0, 100.0], most=8)


def _classes(row: Row) -> str:
    return row.kind if row.reader is None else f"c{row.reader.colour}"


def _cell(estimate: Estimate | None, axis: Axis, classes: str) -> Cell | None:
    if estimate is None or estimate.value is None:
        return None
    interval = None
    if estimate.low is not None and estimate.high is not None:
        interval = (100 * estimate.low, 100 * estimate.high)
    value, _, shown = estimate.percent().partition(" ")
    # Bars span what readers and people reach; a baseline far off would squeeze them all into one end.
    inside = axis.low <= 100 * estimate.value <= axis.high
    bar = whisker(axis, 100 * estimate.value, interval, classes=classes) if inside else ""
    return Cell(value, shown, estimate.value, bar)


def _method(estimate: Estimate) -> str:
    if not estimate.has_interval:
        return f"No intervals: {estimate.reason}." if estimate.reason else ""
    return f"{100 * estimate.level:g} % intervals, {estimate.method}; {estimate.clusters:,} {estimate.cluster_unit}s."


def _notes(found: Sequence[tuple[Row, _Measured]]) -> tuple[str, ...]:
    """Return what estimates say about themselves, each once, with whose and which it is."""
    notes: dict[str, list[str]] = {}
    for row, measured in found:
        if row.kind == "baseline":
            continue
        for key, estimate in measured.items():
            text = estimate.note or (estimate.reason if not estimate.has_interval else "")
            if text:
                notes.setdefault(text, []).append(f"{row.name} {_COLUMNS[key][0]}")
    every = sum(len(measured) for row, measured in found if row.kind != "baseline")
    return tuple(text if len(whose) == every else f"{_listed(whose)}: {text}" for text, whose in notes.items())


def _listed(names: Sequence[str], most: int = 4) -> str:
    return ", ".join(names[:most]) + (f" and {len(names) - most} more" if len(names) > most else "")
