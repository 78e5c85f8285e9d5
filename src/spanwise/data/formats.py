"""Any benchmark file in, told by its content; a dataset out in a named format.

`load` gives all there is to say about a file; `read` gives the dataset and turns oddities into one Python warning
a kind.
"""

import json
import re
import warnings
from collections.abc import Callable
from pathlib import Path
from typing import Any

import msgspec

from spanwise import files
from spanwise.data.dataset import Dataset
from spanwise.data.finding import Finding, said_once_a_kind
from spanwise.data.mrqa import encode_mrqa, mrqa_from_lines, mrqa_losses
from spanwise.data.parquet import PARQUET_MAGIC, encode_parquet, rows_from_parquet
from spanwise.data.places import PlaceKind, Places
from spanwise.data.reading import version_from
from spanwise.data.record import Record
from spanwise.data.rows import encode_rows, rows_from_columns, rows_losses, rows_to_dataset
from spanwise.data.squad import decode_squad, encode_squad, squad_from_value
from spanwise.errors import FormatError, OptionError, SpanwiseWarning
from spanwise.json_input import decoded, decoded_lines

__all__ = ["WRITERS", "Loaded", "load", "loaded_from_value", "losses", "read", "write"]

_INK = re.compile(r"\S")
_PACKED = (".gz", ".zst")
_MEANT = {
    ".json": "JSON",
    ".jsonl": "JSON lines",
    ".ndjson": "JSON lines",
    ".parquet": "Parquet",
}
"""What the endings of names promise; others, such as .txt, promise nothing."""


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
    name, ending = _name_and_ending(where)
    content = files.read_bytes(source)
    if content.startswith(PARQUET_MAGIC):
        return _with_name_note(_from_rows(rows_from_parquet(content, where), where, "parquet"), name, ending, "Parquet")
    # The decoder refuses what is not UTF-8, so a clean file need not be looked through for it.
    clean = decode_squad(content)
    if clean is not None:
        return _with_name_note(Loaded(clean, "squad"), name, ending, "JSON")
    data = files.utf8(content, where)
    clean = None if data is content else decode_squad(data)
    if clean is not None:
        return _with_name_note(Loaded(clean, "squad"), name, ending, "JSON")
    loaded, found = _from_text(data.decode("utf-8"), where, lenient=lenient)
    return _with_name_note(loaded, name, ending, found)


def _name_and_ending(where: str) -> tuple[str, str]:
    """Return the dataset's name, which is the file's without the endings that say its form, and the last of those."""
    path = Path(where)
    if path.suffix in _PACKED:
        path = path.with_suffix("")
    return (path.stem, path.suffix) if path.suffix in _MEANT else (path.name, "")


def _with_name_note(loaded: Loaded, name: str, ending: str, found: str) -> Loaded:
    """Return what was read under its name, with a note where the ending promises something else."""
    findings = loaded.findings
    meant = _MEANT.get(ending, found)
    if meant != found:
        note = Finding("name-mismatch", f"the name says {meant}, the content is {found}", f"it is read as {found}")
        findings = (note, *findings)
    return Loaded(msgspec.structs.replace(loaded.dataset, name=name), loaded.format, findings, loaded.places)


def loaded_from_value(value: Any, where: str = "the dataset", name: str = "") -> Loaded:
    """Return what `load` returns for a JSON value that is already decoded.

    Raises:
        FormatError: As `load` does.
    """
    loaded = _from_value(value, where)
    return msgspec.structs.replace(loaded, dataset=msgspec.structs.replace(loaded.dataset, name=name))


def read(source: str | Path, *, lenient: bool = False) -> Dataset:
    """Return the dataset in a file; whatever was odd about the file's form is said in a `SpanwiseWarning`.

    Raises:
        FormatError: As `load` does.
    """
    loaded = load(source, lenient=lenient)
    for text in said_once_a_kind(loaded.findings):
        warnings.warn(f"{files.label(source)}: {text}", SpanwiseWarning, stacklevel=2)
    return loaded.dataset


def _from_text(text: str, where: str, *, lenient: bool) -> tuple[Loaded, str]:
    """Return what a JSON text holds, and whether that is JSON or JSON lines."""
    if _is_json_lines(text, lenient=lenient):
        return _from_lines(decoded_lines(text, where, lenient=lenient), where), "JSON lines"
    value = decoded(text, where, lenient=lenient)
    if isinstance(value, dict) and (value.keys() & {"header", "qas"} or _is_row(value)):
        # JSON lines of a single line.
        return _from_lines([(1 + len(text) - len(text.lstrip("\n")), value)], where), "JSON lines"
    return _from_value(value, where), "JSON"


def _is_json_lines(text: str, *, lenient: bool) -> bool:
    """Whether the first line is a whole JSON object and something follows it."""
    text = text.lstrip()
    end = text.find("\n")
    if end < 0 or not _INK.search(text, end):
        return False
    try:
        return isinstance(json.loads(text[:end], strict=not lenient), dict)
    except (ValueError, RecursionError):
        return False


def _is_row(value: dict[str, Any]) -> bool:
    return isinstance(value.get("context"), str) and isinstance(value.get("question"), str)


def _from_lines(lines: list[tuple[int, Any]], where: str) -> Loaded:
    objects = [value for _, value in lines[:2] if isinstance(value, dict)]
    if any("header" in value or "qas" in value for value in objects):
        dataset, findings, numbers = mrqa_from_lines(lines, where)
        return Loaded(dataset, "mrqa", findings, Places("lines", lines=numbers))
    return _from_rows([(f"line {number}", row) for number, row in lines], where, "rows")


def _from_value(value: Any, where: str) -> Loaded:
    data = value.get("data") if isinstance(value, dict) else value
    first = data[0] if isinstance(data, list) and data else None
    if isinstance(first, dict) and "question" in first and "paragraphs" not in first:
        prefix = "data" if isinstance(value, dict) else ""
        loaded = _from_rows([(f"{prefix}[{i}]", row) for i, row in enumerate(data or [])], where, "rows")
        return _with_version(loaded, value, where) if isinstance(value, dict) else loaded
    if isinstance(value, dict) and isinstance(value.get("question"), list) and isinstance(value.get("context"), list):
        return _from_rows(rows_from_columns(value, where), where, "rows")
    if not value and isinstance(value, list):
        raise FormatError(f"{where}: the file is an empty list; a dataset needs articles")
    if isinstance(value, dict) and not {"data", "paragraphs"} & set(value):
        keys = ", ".join(map(repr, list(value)[:6]))
        raise FormatError(
            f'{where}: found an object with {keys or "no keys"}; a benchmark has "data" (SQuAD), or is JSON lines '
            "(MRQA, rows); predictions are named after the benchmark"
        )
    dataset, findings = squad_from_value(value, where)
    return Loaded(dataset, "squad", findings, Places(_squad_kind(value)))


def _with_version(loaded: Loaded, value: Any, where: str) -> Loaded:
    findings: list[Finding] = []
    version = version_from(Record(value, "", where, findings))
    dataset = msgspec.structs.replace(loaded.dataset, version=version)
    return Loaded(dataset, loaded.format, (*findings, *loaded.findings), loaded.places)


def _squad_kind(value: Any) -> PlaceKind:
    if isinstance(value, dict) and "data" not in value:
        return "article"
    articles = value["data"] if isinstance(value, dict) else value
    of_paragraphs = bool(articles) and "paragraphs" not in articles[0]
    if isinstance(value, dict):
        return "data-of-paragraphs" if of_paragraphs else "squad"
    return "list-of-paragraphs" if of_paragraphs else "list-of-articles"


def _from_rows(rows: list[tuple[str, Any]], where: str, format_name: str) -> Loaded:
    dataset, findings, places = rows_to_dataset(rows, where)
    return Loaded(dataset, format_name, findings, Places("rows", rows=places))


WRITERS: dict[str, Callable[[Dataset], bytes]] = {
    "squad": encode_squad,
    "mrqa": encode_mrqa,
    "rows": encode_rows,
    "parquet": encode_parquet,
}
"""The formats that can be written, by name."""

_LOSSES: dict[str, Callable[[Dataset], tuple[str, ...]]] = {
    "mrqa": mrqa_losses,
    "rows": rows_losses,
    "parquet": rows_losses,
}


def losses(dataset: Dataset, format: str) -> tuple[str, ...]:
    """Return one sentence for each thing of a dataset that a format cannot hold; none: reading gives the same dataset.

    The name is not counted: it is the file's.

    Raises:
        OptionError: No such format.
    """
    _writer(format)
    find = _LOSSES.get(format)
    found = find(dataset) if find else ()
    emptied = sum(
        q.is_impossible and bool(q.answers) and not any(a.text for a in q.answers) for _, _, q in dataset.questions()
    )
    if emptied:
        found = (*found, f"empty answers of unanswerable questions ({emptied:,}) are read back as no answer")
    return found


def write(dataset: Dataset, target: str | Path, *, format: str = "squad") -> None:
    """Write a dataset to a file, whole or not at all; a target ending in .gz or .zst is packed.

    What the format cannot hold is said in a `SpanwiseWarning` each; see `losses`.

    Raises:
        OptionError: No such format.
        FormatError: The file cannot be written, or the format can hold nothing of the dataset.
        MissingExtraError: The format or the packing needs a package that is not installed.
    """
    encode = _writer(format)
    try:
        data = encode(dataset)
    except UnicodeEncodeError as error:
        half = ord(error.object[error.start])
        raise FormatError(
            f"{files.label(target)}: a text of the dataset holds half a character (U+{half:04X}), which UTF-8 cannot "
            "say; replace it by U+FFFD"
        ) from None
    files.write_bytes(target, data)
    for loss in losses(dataset, format):
        warnings.warn(f"{files.label(target)}: {loss}", SpanwiseWarning, stacklevel=2)


def _writer(name: str) -> Callable[[Dataset], bytes]:
    encode = WRITERS.get(name)
    if encode is None:
        raise OptionError(f"there is no format {name!r}; there are {', '.join(WRITERS)}")
    return encode
