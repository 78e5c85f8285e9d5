"""Any benchmark file in, told by its content; a dataset out in a named format.

`load` gives all there is to say about a file; `read` gives the dataset and turns oddities into one Python warning
a kind.
"""

import json
import warnings
from collections.abc import Callable
from pathlib import Path
from typing import Any

import msgspec

from spanwise import files
from spanwise.data.dataset import Dataset
from spanwise.data.finding import Finding, said_once_a_kind
from spanwise.data.mrqa import encode_mrqa, mrqa_from_lines
from spanwise.data.places import Places
from spanwise.data.rows import (
    PARQUET_MAGIC,
    encode_parquet,
    encode_rows,
    rows_from_columns,
    rows_from_parquet,
    rows_to_dataset,
)
from spanwise.data.squad import decode_squad, encode_squad, squad_from_value
from spanwise.errors import FormatError, OptionError, SpanwiseWarning
from spanwise.json_input import decoded, decoded_lines

__all__ = ["WRITERS", "Loaded", "load", "loaded_from_value", "read", "write"]


class Loaded(msgspec.Struct, frozen=True):
    """A dataset with what reading it brought to light."""

    dataset: Dataset
    format: str
    """The format found: "squad", "mrqa", "rows" or "parquet"."""
    findings: tuple[Finding, ...] = ()
    places: Places = Places()


def load(source: str | Path, *, lenient: bool = False) -> Loaded:
    """Return the dataset in a file with its format, its oddities and the place of every question.

    Reads SQuAD JSON 1.1 and 2.0, MRQA JSON lines, rows as published on dataset hubs (JSON lines, JSON, Parquet);
    plain, gzip or Zstandard; "-" is standard input.

    Args:
        source: The file. Its content decides how it is read, never its name.
        lenient: Take raw control characters inside JSON strings.

    Raises:
        FormatError: The file cannot be read; the message has the place, what was found and what would do.
    """
    where = files.label(source)
    packed = files.read_bytes(source)
    name = Path(where).name.split(".")[0]
    if packed.startswith(PARQUET_MAGIC):
        return _from_rows(rows_from_parquet(packed, where), where, name, "parquet")
    data = files.utf8(packed, where)
    clean = decode_squad(data)
    if clean is not None:
        return Loaded(_named(clean, name), "squad")
    loaded = _from_text(data.decode("utf-8"), where, name, lenient=lenient)
    if loaded.format in ("mrqa", "rows") and isinstance(loaded.places, Places):
        loaded = _with_name_note(loaded, source, data)
    return loaded


def loaded_from_value(value: Any, where: str = "the dataset", name: str = "") -> Loaded:
    """Return what `load` returns for a JSON value that is already decoded.

    Raises:
        FormatError: As `load` does.
    """
    return _from_value(value, where, name)


def read(source: str | Path, *, lenient: bool = False) -> Dataset:
    """Return the dataset in a file; whatever was odd about the file's form is said in a `SpanwiseWarning`.

    Raises:
        FormatError: As `load` does.
    """
    loaded = load(source, lenient=lenient)
    for text in said_once_a_kind(loaded.findings):
        warnings.warn(f"{files.label(source)}: {text}", SpanwiseWarning, stacklevel=2)
    return loaded.dataset


def _named(dataset: Dataset, name: str) -> Dataset:
    return msgspec.structs.replace(dataset, name=name)


def _with_name_note(loaded: Loaded, source: str | Path, data: bytes) -> Loaded:
    suffixes = [s for s in Path(str(source)).suffixes if s not in (".gz", ".zst")]
    lines = loaded.places.kind == "lines" or data.lstrip()[:1] == b"{" and b"}\n{" in data
    if not lines or not suffixes or suffixes[-1] != ".json":
        return loaded
    note = Finding("name-mismatch", "the name says JSON, the content is JSON lines", "it is read as JSON lines")
    return msgspec.structs.replace(loaded, findings=(note, *loaded.findings))


def _from_text(text: str, where: str, name: str, *, lenient: bool) -> Loaded:
    if not text.strip():
        raise FormatError(f"{where}: the file is empty")
    if not _is_json_lines(text):
        return _from_value(decoded(text, where, lenient=lenient), where, name)
    lines = decoded_lines(text, where, lenient=lenient)
    body = lines[1:] if isinstance(lines[0][1], dict) and "header" in lines[0][1] else lines
    first = body[0][1] if body else {}
    if body is not lines or (isinstance(first, dict) and "qas" in first):
        dataset, findings, numbers = mrqa_from_lines(lines, where)
        return Loaded(_named(dataset, name), "mrqa", findings, Places("lines", lines=numbers))
    return _from_rows([(f"line {number}", row) for number, row in lines], where, name, "rows")


def _is_json_lines(text: str) -> bool:
    """Whether the first line is a whole JSON object and something follows it, or it alone is a header or a row."""
    head, _, rest = text.lstrip().partition("\n")
    try:
        first = json.loads(head)
    except json.JSONDecodeError:
        return False
    if not isinstance(first, dict):
        return False
    return bool(rest.strip()) or "header" in first or "qas" in first or ("question" in first and "context" in first)


def _from_value(value: Any, where: str, name: str) -> Loaded:
    data = value.get("data") if isinstance(value, dict) else value
    first = data[0] if isinstance(data, list) and data else None
    if isinstance(first, dict) and "question" in first and "paragraphs" not in first:
        prefix = "data" if isinstance(value, dict) else ""
        version = str(value.get("version", "")) if isinstance(value, dict) else ""
        loaded = _from_rows([(f"{prefix}[{i}]", row) for i, row in enumerate(data)], where, name, "rows")
        return msgspec.structs.replace(loaded, dataset=msgspec.structs.replace(loaded.dataset, version=version))
    if isinstance(value, dict) and isinstance(value.get("question"), list) and isinstance(value.get("context"), list):
        return _from_rows(rows_from_columns(value, where), where, name, "rows")
    if isinstance(value, list) and not value:
        raise FormatError(f"{where}: the file is an empty list; a dataset needs articles")
    if isinstance(value, dict) and not {"data", "paragraphs"} & set(value):
        keys = ", ".join(map(repr, list(value)[:6]))
        raise FormatError(
            f'{where}: found an object with {keys or "no keys"}; a benchmark has "data" (SQuAD), or is JSON lines '
            "(MRQA, rows); predictions are named after the benchmark"
        )
    dataset, findings = squad_from_value(value, where)
    return Loaded(_named(dataset, name), "squad", findings, Places(_squad_kind(value)))


def _squad_kind(value: Any) -> Any:
    if isinstance(value, dict):
        return "squad" if "data" in value else "article"
    return "list-of-articles" if "paragraphs" in value[0] else "list-of-paragraphs"


def _from_rows(rows: list[tuple[str, Any]], where: str, name: str, format_name: str) -> Loaded:
    dataset, findings, places = rows_to_dataset(rows, where)
    return Loaded(_named(dataset, name), format_name, findings, Places("rows", rows=places))


WRITERS: dict[str, Callable[[Dataset], bytes]] = {
    "squad": encode_squad,
    "mrqa": encode_mrqa,
    "rows": encode_rows,
    "parquet": encode_parquet,
}
"""The formats that can be written, by name."""


def write(dataset: Dataset, target: str | Path, *, format: str = "squad") -> None:
    """Write a dataset to a file, whole or not at all; a target ending in .gz or .zst is packed.

    Raises:
        OptionError: No such format.
        FormatError: The file cannot be written, or the format cannot hold the dataset.
    """
    encode = WRITERS.get(format)
    if encode is None:
        raise OptionError(f"there is no format {format!r}; there are {', '.join(WRITERS)}")
    files.write_bytes(target, encode(dataset))
