"""Predictions in a table of text: CSV and its relatives with semicolons or tabs, with a header line."""

from collections.abc import Iterator
from typing import Any

from spanwise.errors import FormatError
from spanwise.predictions.entries import Entries
from spanwise.predictions.fields import layout

__all__ = ["rows_from_table"]

_DELIMITERS = (",", ";", "\t")


def rows_from_table(text: str, entries: Entries) -> Iterator[tuple[str, dict[str, Any]]]:
    """Give the rows of a table as (place, record), the numbers among the cells turned into numbers.

    The delimiter is the one that gives the header an id and a text. A row with more or fewer cells than the header is
    refused: a text with an unquoted comma would be cut short without a word. An empty text cell abstains, since a
    table cannot tell the empty text from none.

    Raises:
        FormatError: There is no such header, or a row does not fit it; the message has the line.
        PredictionError: A cell that must be a number is none.
    """
    import csv
    import io

    delimiter = _delimiter(text, entries.where)
    # The csv module takes line ends inside quotes for what they are only if nobody translates them before.
    reader = csv.reader(io.StringIO(text, newline=""), delimiter=delimiter, strict=True)
    try:
        header = [name.strip() for name in next(filter(None, reader))]
        _refuse_equal_names(header, entries.where)
        shape = layout(tuple(header))
        numeric = {shape.na_prob, shape.score, shape.null_score, shape.prob, shape.start, shape.end}
        numeric |= set(shape.logits or ())
        for cells in reader:
            if not cells:
                continue
            place = f"line {reader.line_num}"
            if len(cells) != len(header):
                raise FormatError(
                    f"{entries.where}: {place}: found {len(cells)} cells where the header has {len(header)}; "
                    f"put a text that holds {delimiter!r} in quotes"
                )
            yield (
                place,
                {
                    name: _number(cell, name, place, entries) if name in numeric else cell
                    for name, cell in zip(header, cells, strict=True)
                },
            )
    except csv.Error as error:
        raise FormatError(f"{entries.where}: line {reader.line_num}: {error}; this is not a valid table") from None


def _delimiter(text: str, where: str) -> str:
    import csv
    import io

    # By StringIO, which ends a line at "\n", "\r\n" and "\r" alike, as the csv module does.
    head = io.StringIO(text.lstrip("\r\n"), newline="").readline().rstrip("\r\n")
    for delimiter in _DELIMITERS:
        try:
            header = next(csv.reader([head], delimiter=delimiter), [])
        except csv.Error:
            continue
        if layout(tuple(name.strip() for name in header)).is_row:
            return delimiter
    raise FormatError(
        f"{where}: neither JSON nor a table with a header: the first line is {head[:60]!r}; a table begins with a "
        "line such as: id,prediction_text,no_answer_probability"
    )


def _refuse_equal_names(header: list[str], where: str) -> None:
    twice = sorted({name for name in header if header.count(name) > 1})
    if twice:
        raise FormatError(f"{where}: line 1: the header names {twice[0]!r} twice; give each column a name of its own")


def _number(cell: str, name: str, place: str, entries: Entries) -> float | None:
    """Return a cell's number, or None where it is empty."""
    if not cell.strip():
        return None
    try:
        return float(cell)
    except ValueError:
        raise entries.fault(place, f"{name} is {cell[:30]!r}", f"{name} must be a number") from None
