"""Checksums of files, and what the catalog knows by them."""

import hashlib
import zlib
from collections.abc import Iterable, Iterator
from pathlib import Path

from spanwise.benchmarks.catalog import BENCHMARKS
from spanwise.benchmarks.entry import SourceFile
from spanwise.errors import FormatError

__all__ = ["digests", "known_as", "source_files", "unpacked_sha256"]

_PIECE = 1 << 20
_GZIP = b"\x1f\x8b"


def digests(path: Path) -> frozenset[str]:
    """Return the checksums of a file, as ``sha256:...`` and ``md5:...``, of a gzip file those of its content too.

    A file is often packed again on its way, and is the published one all the same.

    Raises:
        FormatError: The file cannot be read.
    """
    try:
        found = _digests(_pieces(path))
        with path.open("rb") as stream:
            packed = stream.read(2) == _GZIP
        return found | _digests(_unpacked(path)) if packed else found
    except OSError as error:
        raise FormatError(f"{path}: cannot be read ({error.strerror or error})") from None


def unpacked_sha256(*paths: Path) -> str:
    """Return the SHA-256 of the content of files one after the other, each unpacked where it is gzip."""
    digest = hashlib.sha256()
    for path in paths:
        with path.open("rb") as stream:
            packed = stream.read(2) == _GZIP
        for piece in _unpacked(path) if packed else _pieces(path):
            digest.update(piece)
    return digest.hexdigest()


def _digests(pieces: Iterable[bytes]) -> frozenset[str]:
    sha256, md5 = hashlib.sha256(), hashlib.md5(usedforsecurity=False)
    for piece in pieces:
        sha256.update(piece)
        md5.update(piece)
    return frozenset({f"sha256:{sha256.hexdigest()}", f"md5:{md5.hexdigest()}"})


def _pieces(path: Path) -> Iterator[bytes]:
    with path.open("rb") as stream:
        while piece := stream.read(_PIECE):
            yield piece


def _unpacked(path: Path) -> Iterator[bytes]:
    import gzip

    try:
        with gzip.open(path) as stream:
            while piece := stream.read(_PIECE):
                yield piece
    except (EOFError, zlib.error, gzip.BadGzipFile):
        # Damaged: the checksum of what could be read is that of no file, and whoever reads the file says why.
        return


def source_files() -> dict[str, tuple[SourceFile, tuple[str, ...]]]:
    """Return every file of the catalog by its name, with the benchmarks that are made from it."""
    found: dict[str, tuple[SourceFile, tuple[str, ...]]] = {}
    for entry in BENCHMARKS.values():
        for split in entry.splits:
            for file in split.files:
                _, users = found.get(file.name, (file, ()))
                found[file.name] = (file, users if entry.name in users else (*users, entry.name))
    return found


def known_as(found: frozenset[str]) -> SourceFile | None:
    """Return the file of the catalog that has one of these checksums, or None."""
    return next((file for file, _ in source_files().values() if file.digest in found), None)
