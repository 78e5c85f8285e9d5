"""Triples and names from files as FB15k-237 and CoDEx publish them."""

import json
from collections.abc import Iterator, Sequence
from pathlib import Path
from typing import Any

from spanwise.benchmarks.material import Material, material, materials
from spanwise.benchmarks.synthetic.knowledge import HYPERNYMS, Knowledge, Names, Triple, knowledge
from spanwise.errors import FormatError
from spanwise.files import utf8
from spanwise.json_input import decoded

__all__ = ["read_graph", "read_names", "read_triples"]


def read_graph(
    triples: str | Path,
    entities: Sequence[str | Path],
    relations: Sequence[str | Path],
    *,
    hypernyms: Sequence[str] = HYPERNYMS,
) -> Knowledge:
    """Return what is known in files of triples and names.

    Args:
        triples: See `read_triples`.
        entities: Files with the names of entities; of one that stands in several the first counts. See `read_names`.
        relations: The same for relations.
        hypernyms: Relations whose object is what the subject is a kind of, those of Wikidata where none are named.

    Raises:
        FormatError: A file is not of its form.
        DataError: No triple has all its labels.
    """
    return knowledge(read_triples(triples), _together(entities), _together(relations), hypernyms=hypernyms)


def _together(files: Sequence[str | Path]) -> dict[str, Names]:
    names: dict[str, Names] = {}
    for file in files:
        for identity, found in read_names(file).items():
            names.setdefault(identity, found)
    return names


def read_triples(file: str | Path) -> Iterator[Triple]:
    """Give each triple of a file with subject, relation and object on a line, separated by tabs; packed or not.

    Of an archive or a folder every ``*.txt`` is read, such as FB15k-237's three parts.

    Raises:
        FormatError: A line has not three parts, or there is no file.
    """
    for part in _parts(Path(file)):
        for number, line in enumerate(part.text().split("\n"), 1):
            if not line.strip():
                continue
            fields = tuple(line.split("\t"))
            if len(fields) != 3 or not all(fields):
                raise FormatError(
                    f"{part.where}: line {number}: found {line[:60]!r}; a triple is subject, relation and object with "
                    "a tab between"
                )
            yield fields


def _parts(path: Path) -> Iterator[Material]:
    if path.is_dir() or path.name.endswith((".tar", ".tgz", ".tar.gz", ".zip")):
        found = False
        for part in materials(path, "*.txt"):
            found = True
            yield part
        if not found:
            raise FormatError(f"{path}: holds no *.txt with triples")
        return
    yield material(path)


def read_names(file: str | Path) -> dict[str, Names]:
    """Return what entities or relations are called, by identifier.

    Reads a JSON object from identifiers to objects with a "label" and perhaps "aliases" or "alternatives" (CoDEx, and
    FB15k-237's `entity2wikidata.json`, whose entities are known by their Wikidata identifier too), or lines of an
    identifier, a tab and a label. What has no label, or a blank one, has no name.

    Raises:
        FormatError: The file is neither.
    """
    source = material(Path(file))
    text = utf8(source.content, source.where).decode("utf-8")
    if not text.lstrip().startswith("{"):
        return _lines(text, source.where)
    value = decoded(text, source.where)
    names: dict[str, Names] = {}
    for identity, record in value.items():
        if not isinstance(record, dict):
            raise FormatError(
                f"{source.where}: {identity!r} has {json.dumps(record)[:60]}; it must be an object with a label"
            )
        found = _names(record)
        if found is not None:
            names[identity] = found
            other = record.get("wikidata_id")
            if isinstance(other, str):
                names.setdefault(other, found)
    return names


def _names(record: dict[str, Any]) -> Names | None:
    label = record.get("label")
    if not isinstance(label, str) or not label.strip():
        return None
    others = record.get("aliases") or record.get("alternatives") or []
    return Names(_tidy(label), tuple([_tidy(one) for one in others if isinstance(one, str) and one.strip()]))


def _lines(text: str, where: str) -> dict[str, Names]:
    names: dict[str, Names] = {}
    for number, line in enumerate(text.replace("\r\n", "\n").split("\n"), 1):
        if not line.strip():
            continue
        identity, tab, label = line.partition("\t")
        if not tab:
            raise FormatError(
                f"{where}: line {number}: found {line[:60]!r}; a name is an identifier, a tab and a label"
            )
        if label.strip():
            names[identity] = Names(_tidy(label))
    return names


def _tidy(text: str) -> str:
    """Return a name on one line, with single blanks."""
    return " ".join(text.split())
