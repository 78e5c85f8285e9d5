"""A leaderboard's history: the best exact match and F1 by date, and when each passed the human line."""

import csv
import datetime as dt
import io
import math
from collections.abc import Mapping, Sequence
from itertools import groupby
from typing import TYPE_CHECKING

import msgspec

from spanwise.errors import FormatError, OptionError
from spanwise.files import label, read_bytes, utf8

if TYPE_CHECKING:
    from pathlib import Path

__all__ = ["Crossing", "Entry", "History", "Human", "history", "read_leaderboard"]

_NAMES: Mapping[str, tuple[str, ...]] = {
    "date": ("submitted", "date"),
    "system": ("system", "name", "reader", "model"),
    "em": ("exact", "em", "exact_match"),
    "f1": ("f1",),
}
"""What the columns may be called; case does not count."""

_SHOWN = 20
"""Columns, and characters of each, that a message shows."""

_FAILED = 0.25
"""An entry under this share of the best score of its day is a failed run: a broken file, not a bad reader."""


class Entry(msgspec.Struct, frozen=True):
    """One submission; scores as fractions."""

    date: dt.date
    system: str
    em: float
    f1: float


class Human(msgspec.Struct, frozen=True):
    """The human line of a board; fractions."""

    em: float
    f1: float


class Crossing(msgspec.Struct, frozen=True):
    """The first entry above the human line on one metric."""

    entry: Entry
    margin: float
    """By how much, a fraction."""


class History(msgspec.Struct, frozen=True):
    """What became of a board over time."""

    entries: tuple[Entry, ...]
    """By date, failed runs left out."""
    failed: tuple[Entry, ...]
    """Entries whose EM and F1 are both under a quarter of the best of that day: failed runs."""
    best_em: tuple[Entry, ...]
    """Each entry that raised the best exact match, one a day at most."""
    best_f1: tuple[Entry, ...]
    human: Human | None
    crossed_em: Crossing | None
    """None where no entry is above the line, or there is no line."""
    crossed_f1: Crossing | None


def history(entries: Sequence[Entry], human: Human | None = None) -> History:
    """Return the history of a board's best scores and the day each metric passed the human line.

    The two days are told apart because a board is often called beaten on the first: on SQuAD 1.1 exact match passed
    the human line in January 2018, and F1 in September. Only the published figures are compared; see `claim` for
    what they show.

    Args:
        entries: Submissions in any order.
        human: The line; above it means more than equal to it.

    Raises:
        OptionError: There is no entry.
    """
    if not entries:
        raise OptionError("the leaderboard holds no entry; one or more would do")
    ordered = sorted(entries, key=lambda entry: entry.date)
    failed = _failed(ordered)
    lasting = [entry for entry in ordered if entry not in failed]
    best_em, best_f1 = _records(lasting, "em"), _records(lasting, "f1")
    return History(
        entries=tuple(lasting),
        failed=failed,
        best_em=best_em,
        best_f1=best_f1,
        human=human,
        crossed_em=_crossing(best_em, "em", human),
        crossed_f1=_crossing(best_f1, "f1", human),
    )


def _failed(ordered: Sequence[Entry]) -> tuple[Entry, ...]:
    best_em = best_f1 = 0.0
    failed = []
    for _, day in groupby(ordered, key=lambda entry: entry.date):
        entries = list(day)
        best_em = max(best_em, *(entry.em for entry in entries))
        best_f1 = max(best_f1, *(entry.f1 for entry in entries))
        failed += [entry for entry in entries if entry.em < _FAILED * best_em and entry.f1 < _FAILED * best_f1]
    return tuple(failed)


def _records(ordered: Sequence[Entry], metric: str) -> tuple[Entry, ...]:
    records: list[Entry] = []
    for _, day in groupby(ordered, key=lambda entry: entry.date):
        best: Entry = max(day, key=lambda entry: getattr(entry, metric))
        if not records or getattr(best, metric) > getattr(records[-1], metric):
            records.append(best)
    return tuple(records)


def _crossing(records: Sequence[Entry], metric: str, human: Human | None) -> Crossing | None:
    if human is None:
        return None
    line: float = getattr(human, metric)
    for entry in records:
        value: float = getattr(entry, metric)
        if value > line:
            return Crossing(entry, value - line)
    return None


def read_leaderboard(source: "str | Path") -> tuple[Entry, ...]:
    """Return the entries of a CSV file with a date, a system, and exact match and F1 in percent a line.

    The columns are called ``submitted`` or ``date``, ``system``, ``exact`` or ``em``, and ``f1``; others are passed
    over. Dates are written as 2018-01-04.

    Raises:
        FormatError: The file cannot be read, a column is missing, or a line holds no date or no percentage.
    """
    where = label(source)
    text = utf8(read_bytes(source), where).decode("utf-8")
    lines = csv.DictReader(io.StringIO(text, newline=""))
    try:
        columns = _columns(lines.fieldnames or (), where)
        return tuple([_entry(row, columns, f"{where}: line {lines.line_num}") for row in lines])
    except csv.Error as error:
        raise FormatError(f"{where}: line {lines.line_num}: {error}; a CSV file would do") from None


def _columns(names: Sequence[str], where: str) -> dict[str, str]:
    found = {name.strip().lower(): name for name in names}
    columns = {}
    for wanted, called in _NAMES.items():
        name = next((found[one] for one in called if one in found), None)
        if name is None:
            # What is no CSV file at all may have a first line of megabytes.
            there = ", ".join(one[:_SHOWN] for one in names[:_SHOWN]) or "none"
            raise FormatError(f"{where}: no column {' or '.join(map(repr, called))}; the columns are {there}")
        columns[wanted] = name
    return columns


def _entry(row: Mapping[str, str | None], columns: Mapping[str, str], where: str) -> Entry:
    date = (row[columns["date"]] or "").strip()
    try:
        submitted = dt.date.fromisoformat(date)
    except ValueError:
        raise FormatError(f"{where}: {date!r} is no date; write it as 2018-01-04") from None
    return Entry(
        date=submitted,
        system=(row[columns["system"]] or "").strip(),
        em=_fraction(row[columns["em"]], f"{where}: {columns['em']}"),
        f1=_fraction(row[columns["f1"]], f"{where}: {columns['f1']}"),
    )


def _fraction(text: str | None, where: str) -> float:
    try:
        value = float(text or "")
    except ValueError:
        value = math.nan
    if not 0.0 <= value <= 100.0:
        raise FormatError(f"{where} is {text!r}; a percentage from 0 to 100 would do")
    return value / 100
