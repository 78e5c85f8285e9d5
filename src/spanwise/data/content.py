"""What a file holds, told by looking at it: SQuAD JSON that is odd somewhere, MRQA lines, rows in JSON or Parquet.

Clean SQuAD JSON never comes here (`formats.load` decodes it at once), so this module is imported when it is needed.
"""

import json
import re
from typing import Any

import msgspec

from spanwise.data.finding import Finding
from spanwise.data.loaded import Loaded
from spanwise.data.mrqa import mrqa_from_lines
from spanwise.data.parquet import PARQUET_MAGIC, rows_from_parquet
from spanwise.data.places import PlaceKind, Places
from spanwise.data.reading import version_from
from spanwise.data.record import Record
from spanwise.data.rows import rows_from_columns, rows_to_dataset
from spanwise.data.squad import squad_from_value
from spanwise.data.typed_squad import decode_squad
from spanwise.errors import FormatError
from spanwise.files import utf8
from spanwise.json_input import decoded, decoded_lines

__all__ = ["loaded_from_content", "loaded_from_json"]

_INK = re.compile(r"\S")


def loaded_from_content(content: bytes, where: str, *, lenient: bool) -> tuple[Loaded, str]:
    """Return what the bytes of a file hold, and whether they are JSON, JSON lines or Parquet.

    Args:
        content: The bytes, unpacked.
        where: How the file is called in messages.
        lenient: Take raw control characters inside JSON strings.

    Raises:
        FormatError: They hold no benchmark; the message has the place, what was found and what would do.
    """
    if content.startswith(PARQUET_MAGIC):
        return _from_rows(rows_from_parquet(content, where), where, "parquet"), "Parquet"
    data = utf8(content, where)
    # What had a byte-order mark or was UTF-16 can be clean now.
    clean = None if data is content else decode_squad(data)
    if clean is not None:
        return Loaded(clean, "squad"), "JSON"
    return _from_text(data.decode("utf-8"), where, lenient=lenient)


def _from_text(text: str, where: str, *, lenient: bool) -> tuple[Loaded, str]:
    """Return what a JSON text holds, and whether that is JSON or JSON lines."""
    if _is_json_lines(text, lenient=lenient):
        return _from_lines(decoded_lines(text, where, lenient=lenient), where), "JSON lines"
    value = decoded(text, where, lenient=lenient)
    if isinstance(value, dict) and (value.keys() & {"header", "qas"} or _is_row(value)):
        # JSON lines of a single line.
        return _from_lines([(1 + len(text) - len(text.lstrip("\n")), value)], where), "JSON lines"
    return loaded_from_json(value, where), "JSON"


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


def loaded_from_json(value: Any, where: str) -> Loaded:
    """Return what a decoded JSON value holds.

    Raises:
        FormatError: As `loaded_from_content` does.
    """
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
