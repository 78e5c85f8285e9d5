"""Wikidata's JSON dump, or a part of it, read as a stream."""

import bz2
import gzip
import io
import zlib
from collections.abc import Iterator, Sequence
from pathlib import Path
from typing import IO, Any

import msgspec

from spanwise.benchmarks.synthetic.knowledge import HYPERNYMS, Knowledge, Names, Triple, knowledge
from spanwise.errors import FormatError
from spanwise.files import STANDARD_INPUT, label, read_bytes

__all__ = ["read_dump"]

_CONSTRAINT, _INVERSE_CONSTRAINT, _PROPERTY = "P2302", "Q21510855", "P2306"
_INVERSE_LABEL = "P7087"
_ZSTANDARD = b"\x28\xb5\x2f\xfd"


class _Text(msgspec.Struct):
    value: str


class _Item(msgspec.Struct):
    id: str = ""


class _Value(msgspec.Struct):
    type: str
    value: msgspec.Raw


class _Snak(msgspec.Struct):
    datavalue: _Value | None = None


class _Claim(msgspec.Struct):
    mainsnak: _Snak
    rank: str = "normal"
    # PHP writes an empty table as [].
    qualifiers: dict[str, list[_Snak]] | list[Any] = {}


class _Record(msgspec.Struct):
    id: str
    type: str
    labels: dict[str, _Text] | list[Any] = {}
    aliases: dict[str, list[_Text]] | list[Any] = {}
    claims: dict[str, list[_Claim]] | list[Any] = {}


_DECODER = msgspec.json.Decoder(_Record)
_VALUE = msgspec.json.Decoder(_Item)


def read_dump(file: str | Path, *, language: str = "en", hypernyms: Sequence[str] = HYPERNYMS) -> Knowledge:
    """Return the triples between the items of a dump, with labels, aliases, inverse relations and hypernyms.

    The dump has an entity on each line, between brackets and with commas, or without (JSON lines); plain, gzip, bzip2
    or Zstandard. It is read line by line: what stays in memory are names in one language and statements whose value is
    an item. Statements marked as deprecated are left out.

    A relation's inverse is the property of its inverse constraint (P2302), else its inverse label item (P7087), where
    the dump has that property or item.

    Args:
        file: The dump; "-" is standard input.
        language: Of labels and aliases; what has no label in it is left out, and counted.
        hypernyms: Relations whose object is what the subject is a kind of.

    Raises:
        FormatError: A line is no entity, or the file is cut off.
        DataError: No triple has all its labels.
    """
    names: dict[str, Names] = {}
    triples: list[Triple] = []
    inverse: dict[str, str] = {}
    for record in _records(file):
        found = _names(record, language)
        if found is not None:
            names[record.id] = found
        if isinstance(record.claims, list):
            continue
        if record.type == "property":
            other = _inverse(record.claims)
            if other:
                inverse[record.id] = other
        else:
            for relation, claims in record.claims.items():
                for claim in claims:
                    thing = _item(claim.mainsnak) if claim.rank != "deprecated" else None
                    if thing is not None:
                        triples.append((record.id, relation, thing))
    inverses = {relation: names[other] for relation, other in inverse.items() if other in names}
    return knowledge(triples, names, names, inverses=inverses, hypernyms=hypernyms)


def _records(file: str | Path) -> Iterator[_Record]:
    where = label(file)
    read = 0
    try:
        with _stream(file) as stream:
            for line in stream:
                read += 1
                text = line.strip().rstrip(b",")
                if text not in (b"", b"[", b"]"):
                    yield _DECODER.decode(text)
    except msgspec.MsgspecError as error:
        raise FormatError(
            f"{where}: line {read}: not an entity of a Wikidata dump ({error}); the dump has one on each line"
        ) from None
    except FileNotFoundError:
        raise FormatError(f"{where}: no such file; name a dump of Wikidata, or a part of one") from None
    except (OSError, EOFError, zlib.error) as error:
        raise FormatError(f"{where}: cannot be read beyond line {read} ({error}); fetch the file again") from None


def _stream(file: str | Path) -> IO[bytes]:
    """Open a file for reading line by line, unpacked on the way."""
    if str(file) == STANDARD_INPUT:
        return io.BytesIO(read_bytes(file))
    with Path(file).open("rb") as raw:
        start = raw.read(4)
    if start[:2] == b"\x1f\x8b":
        return gzip.open(file, "rb")  # type: ignore[return-value]  # GzipFile has the methods of IO[bytes] used here
    if start[:3] == b"BZh":
        return bz2.open(file, "rb")
    if start == _ZSTANDARD:
        return io.BytesIO(read_bytes(file))
    return Path(file).open("rb")


def _names(record: _Record, language: str) -> Names | None:
    if isinstance(record.labels, list) or language not in record.labels:
        return None
    own = _tidy(record.labels[language].value)
    others = [] if isinstance(record.aliases, list) else record.aliases.get(language, [])
    return Names(own, tuple(filter(None, [_tidy(one.value) for one in others]))) if own else None


def _tidy(text: str) -> str:
    return " ".join(text.split())


def _item(snak: _Snak) -> str | None:
    """Return the identifier that is a statement's value, or None for dates, numbers, texts and unknown values."""
    if snak.datavalue is None or snak.datavalue.type != "wikibase-entityid":
        return None
    return _VALUE.decode(snak.datavalue.value).id or None


def _inverse(claims: dict[str, list[_Claim]]) -> str | None:
    """Return the property or item that names a property read backwards."""
    for claim in claims.get(_CONSTRAINT, ()):
        if _item(claim.mainsnak) == _INVERSE_CONSTRAINT and isinstance(claim.qualifiers, dict):
            for snak in claim.qualifiers.get(_PROPERTY, ()):
                if found := _item(snak):
                    return found
    for claim in claims.get(_INVERSE_LABEL, ()):
        if found := _item(claim.mainsnak):
            return found
    return None
