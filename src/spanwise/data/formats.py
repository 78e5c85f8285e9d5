"""Any benchmark file in, told by its content.

`load` gives all there is to say about a file; `read` gives the dataset and turns oddities into one Python warning
a kind. `writers.py` is the way out.
"""

import warnings
from typing import TYPE_CHECKING, Any

import msgspec

from spanwise import files
from spanwise.data.dataset import Dataset
from spanwise.data.finding import Finding, said_once_a_kind
from spanwise.data.loaded import Loaded
from spanwise.data.typed_squad import decode_squad
from spanwise.errors import SpanwiseWarning

if TYPE_CHECKING:
    from pathlib import Path

__all__ = ["load", "loaded_from_value", "read"]

_PACKED = (".gz", ".zst")
_MEANT = {
    ".json": "JSON",
    ".jsonl": "JSON lines",
    ".ndjson": "JSON lines",
    ".parquet": "Parquet",
}
"""What the endings of names promise; others, such as .txt, promise nothing."""


def load(source: "str | Path", *, lenient: bool = False) -> Loaded:
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
    # The decoder refuses what is not UTF-8, so a clean file need not be looked through for it.
    clean = decode_squad(content)
    if clean is not None:
        return _with_name_note(Loaded(clean, "squad"), name, ending, "JSON")
    from spanwise.data.content import loaded_from_content

    loaded, found = loaded_from_content(content, where, lenient=lenient)
    return _with_name_note(loaded, name, ending, found)


def _name_and_ending(where: str) -> tuple[str, str]:
    """Return the dataset's name, which is the file's without the endings that say its form, and the last of those."""
    name = files.file_name(where)
    for packing in _PACKED:
        name = name.removesuffix(packing)
    stem, dot, ending = name.rpartition(".")
    return (stem, dot + ending) if stem and dot + ending in _MEANT else (name, "")


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
    from spanwise.data.content import loaded_from_json

    loaded = loaded_from_json(value, where)
    return msgspec.structs.replace(loaded, dataset=msgspec.structs.replace(loaded.dataset, name=name))


def read(source: "str | Path", *, lenient: bool = False) -> Dataset:
    """Return the dataset in a file; whatever was odd about the file's form is said in a `SpanwiseWarning`.

    Raises:
        FormatError: As `load` does.
    """
    loaded = load(source, lenient=lenient)
    for text in said_once_a_kind(loaded.findings):
        warnings.warn(f"{files.label(source)}: {text}", SpanwiseWarning, stacklevel=2)
    return loaded.dataset
