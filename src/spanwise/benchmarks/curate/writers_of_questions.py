"""Who wrote which question: a table or JSON lines with an id and a worker in each row."""

import csv
import io
from collections.abc import Iterator, Mapping
from pathlib import Path
from typing import Any

from spanwise.data.dataset import Dataset
from spanwise.data.finding import counted
from spanwise.errors import DataError, FormatError
from spanwise.files import label, read_bytes, utf8
from spanwise.json_input import decoded_lines

__all__ = ["read_writers"]

_IDS = ("id", "question_id", "qid")
_WORKERS = ("worker", "worker_id", "WorkerId")
_WANTED = "a row has an id and a worker"


def read_writers(source: str | Path, dataset: Dataset) -> Mapping[str, str]:
    """Return the worker who wrote each question of a dataset, by the question's id.

    The file is a table with a header (commas, semicolons or tabs) or JSON lines; other columns are not looked at, so
    that a file of human answers will do where the writer gave the first answer. Rows of other questions are passed
    over: one file may be of all parts.

    Raises:
        FormatError: The file is neither, or a row has no id or no worker.
        DataError: A question has two workers, or none.
    """
    where = label(source)
    text = utf8(read_bytes(source), where).decode("utf-8")
    rows = _json_rows(text, where) if text.lstrip().startswith("{") else _table_rows(text, where)
    wanted = dict.fromkeys(dataset.question_ids, "")
    for line, row in rows:
        identity, worker = (_value(row, names, f"{where}: line {line}") for names in (_IDS, _WORKERS))
        if identity not in wanted:
            continue
        if wanted[identity] not in ("", worker):
            raise DataError(
                f"{where}: line {line}: question {identity!r} has the workers {wanted[identity]!r} and {worker!r}; "
                "keep the one who wrote it"
            )
        wanted[identity] = worker
    missing = tuple(identity for identity, worker in wanted.items() if not worker)
    if missing:
        raise DataError(
            f"{where}: {len(missing):,} of {len(wanted):,} questions have no worker: {counted(missing)}; add a row for "
            "each question"
        )
    return wanted


def _json_rows(text: str, where: str) -> Iterator[tuple[int, Mapping[str, Any]]]:
    for line, row in decoded_lines(text, where):
        if not isinstance(row, dict):
            raise FormatError(f"{where}: line {line}: found {type(row).__name__}, no object; {_WANTED}")
        yield line, row


def _table_rows(text: str, where: str) -> Iterator[tuple[int, Mapping[str, Any]]]:
    header = text.lstrip().split("\n", 1)[0]
    delimiter = max((",", ";", "\t"), key=header.count)
    reader = csv.DictReader(io.StringIO(text, newline=""), delimiter=delimiter, strict=True)
    try:
        for row in reader:
            yield reader.line_num, row
    except csv.Error as error:
        raise FormatError(f"{where}: line {reader.line_num}: {error}; this is not a valid table") from None


def _value(row: Mapping[str, Any], names: tuple[str, ...], place: str) -> str:
    value = next((row[name] for name in names if name in row), None)
    if isinstance(value, bool) or not isinstance(value, str | int) or not str(value).strip():
        raise FormatError(f"{place}: there is no {names[0]}; {_WANTED}")
    return str(value).strip()
