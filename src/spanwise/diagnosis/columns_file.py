"""Columns of the user's own: a table or JSON lines with one row a question, to slice by."""

import csv
import io
import math
from collections.abc import Iterator, Mapping, Sequence
from itertools import pairwise
from pathlib import Path
from typing import Any, Literal

from spanwise.diagnosis.question_facts import FactColumn, Facts
from spanwise.errors import DataError, FormatError
from spanwise.files import label, read_bytes, utf8
from spanwise.json_input import decoded_lines

__all__ = ["UNKNOWN", "Gaps", "with_columns"]

Gaps = Literal["refuse", "unknown"]
"""What to do about questions without a row or a value: refuse the file, or give them the value "unknown"."""

UNKNOWN = "unknown"
_ID_NAMES = ("id", "question_id", "qid")
_DELIMITERS = (",", ";", "\t")
_MOST_VALUES = 500
_MOST_NUMBERS = 10
_QUARTERS = 4
_SHOWN = 3


def with_columns(facts: Facts, source: str | Path, *, gaps: Gaps = "refuse") -> Facts:
    """Return the facts with the columns of a file behind them.

    The file is a table with a header (commas, semicolons or tabs) or JSON lines, and has a column ``id``,
    ``question_id`` or ``qid``. A column of numbers with more than ten different values is cut into four ranges that
    hold about equally many questions; every other value is a slice of its own.

    Args:
        facts: The facts of the benchmark's questions.
        source: The file; "-" is standard input.
        gaps: Whether a question without a row or value is refused, or has the value "unknown". It is never left out
            without a word: the questions a tool could not annotate are seldom like the others.

    Raises:
        FormatError: The file cannot be read as a table or JSON lines, or has no id column.
        DataError: A row's id is of no question or stands twice; a question has no row or value, where that was not
            declared; a column is called as one that is there already, or has too many values to slice by.
    """
    where = label(source)
    rows = _rows(utf8(read_bytes(source), where).decode(), where)
    names = _names(rows, facts, where)
    columns = [_column(name, rows, facts, where, gaps) for name in names]
    return Facts(facts.ids, (*facts.columns, *columns))


def _rows(text: str, where: str) -> dict[str, dict[str, Any]]:
    """Return the rows by id."""
    json_lines = text.lstrip().startswith("{")
    rows: dict[str, dict[str, Any]] = {}
    for line, row in _json_rows(text, where) if json_lines else _table_rows(text, where):
        own = next((name for name in _ID_NAMES if name in row), None)
        if own is None or not isinstance(row[own], str | int) or isinstance(row[own], bool):
            raise FormatError(f"{where}: line {line}: there is no id; a column called id, question_id or qid would do")
        identity = str(row[own])
        if identity in rows:
            raise DataError(f"{where}: line {line}: the id {identity!r} stands twice; one row a question would do")
        rows[identity] = {name: value for name, value in row.items() if name != own}
    if not rows:
        raise FormatError(f"{where}: there are no rows; one for each question would do")
    return rows


def _json_rows(text: str, where: str) -> Iterator[tuple[int, dict[str, Any]]]:
    for line, row in decoded_lines(text, where):
        if not isinstance(row, dict):
            raise FormatError(f"{where}: line {line}: found {type(row).__name__}; an object with an id would do")
        for name, value in row.items():
            if isinstance(value, dict | list):
                raise FormatError(
                    f"{where}: line {line}: {name!r} is no single value; a text, number or boolean would do"
                )
        yield line, row


def _table_rows(text: str, where: str) -> Iterator[tuple[int, dict[str, Any]]]:
    header_line = text.lstrip().split("\n", 1)[0]
    counts = {delimiter: header_line.count(delimiter) for delimiter in _DELIMITERS}
    delimiter = max(_DELIMITERS, key=counts.__getitem__)
    reader = csv.reader(io.StringIO(text, newline=""), delimiter=delimiter, strict=True)
    try:
        header = [name.strip() for name in next(filter(None, reader), [])]
        if not any(name in _ID_NAMES for name in header):
            shown = ", ".join(map(repr, header)) or "nothing"
            raise FormatError(f"{where}: the header has {shown}; a column called id, question_id or qid would do")
        if len(set(header)) < len(header) or "" in header:
            raise FormatError(f"{where}: the header names a column twice or not at all; one name a column would do")
        for cells in reader:
            if not cells:
                continue
            if len(cells) != len(header):
                raise FormatError(
                    f"{where}: line {reader.line_num}: found {len(cells)} cells where the header has {len(header)}; "
                    f"put a text that holds {delimiter!r} in quotes"
                )
            yield reader.line_num, dict(zip(header, cells, strict=True))
    except csv.Error as error:
        raise FormatError(f"{where}: line {reader.line_num}: {error}; this is not a valid table") from None


def _names(rows: Mapping[str, Mapping[str, Any]], facts: Facts, where: str) -> list[str]:
    """Return the names of the file's columns, after looking whether its ids are those of the questions."""
    known = set(facts.ids)
    strangers = [identity for identity in rows if identity not in known]
    if strangers:
        raise DataError(
            f"{where}: {len(strangers):,} {'row is' if len(strangers) == 1 else 'rows are'} of no question of the "
            f"benchmark ({_some(strangers)}); the file is for another split, or its ids were rewritten"
        )
    names = list(dict.fromkeys(name for row in rows.values() for name in row))
    if not names:
        raise FormatError(f"{where}: there is no column beside the id; one or more to slice by would do")
    taken = {column.name for column in facts.columns}
    for name in names:
        if name in taken:
            raise DataError(f"{where}: the column {name!r} is called as one that is there already; rename it")
    return names


def _column(name: str, rows: Mapping[str, Mapping[str, Any]], facts: Facts, where: str, gaps: Gaps) -> FactColumn:
    found = [rows.get(identity, {}).get(name) for identity in facts.ids]
    texts = [None if value is None or value == "" else _text(value) for value in found]
    missing = [identity for identity, text in zip(facts.ids, texts, strict=True) if text is None]
    if missing and gaps == "refuse":
        raise DataError(
            f"{where}: {len(missing):,} {'question has' if len(missing) == 1 else 'questions have'} no {name!r} "
            f"({_some(missing)}); add them, or declare that they are unknown (--column-gaps unknown)"
        )
    numbers = _numbers(texts)
    different = sorted({text for text in texts if text is not None})
    if numbers is not None and len(set(numbers)) > _MOST_NUMBERS:
        texts, order = _quarters(texts, numbers)
    elif numbers is not None:
        order = sorted(different, key=float)
    elif len(different) > _MOST_VALUES:
        raise DataError(
            f"{where}: the column {name!r} has {len(different):,} different values, too many to slice by; up to "
            f"{_MOST_VALUES} would do"
        )
    else:
        order = different
    if missing:
        order = [*(value for value in order if value != UNKNOWN), UNKNOWN]
        texts = [UNKNOWN if text is None else text for text in texts]
    return FactColumn(name, name, tuple(texts), tuple(order))


def _text(value: Any) -> str:
    return str(value).lower() if isinstance(value, bool) else str(value).strip()


def _numbers(texts: list[str | None]) -> list[float] | None:
    """Return the numbers of a column in which every value is one, or None."""
    try:
        numbers = [float(text) for text in texts if text is not None]
    except ValueError:
        return None
    return numbers if all(map(math.isfinite, numbers)) else None


def _quarters(texts: list[str | None], numbers: list[float]) -> tuple[list[str | None], list[str]]:
    """Return the range each number lies in, and the ranges; equal numbers are never parted."""
    ordered = sorted(numbers)
    cuts = {ordered[len(ordered) * quarter // _QUARTERS] for quarter in range(1, _QUARTERS)} - {ordered[0]}
    # Where most questions have the least number, it stands against all others.
    limits = sorted(cuts or {next(number for number in ordered if number > ordered[0])})
    names = [f"below {limits[0]:g}", *(f"{a:g} to below {b:g}" for a, b in pairwise(limits))]
    names.append(f"{limits[-1]:g} and more")
    placed = [None if text is None else names[sum(float(text) >= limit for limit in limits)] for text in texts]
    return placed, names


def _some(ids: Sequence[str]) -> str:
    return ", ".join(map(repr, ids[:_SHOWN])) + (", ..." if len(ids) > _SHOWN else "")
