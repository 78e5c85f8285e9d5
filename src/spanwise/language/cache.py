"""Annotation kept on disk by content and pipeline: written by whole batches, shared by processes, never in the way."""

import contextlib
import hashlib
import sqlite3
import warnings
import zlib
from collections.abc import Iterator, Sequence
from pathlib import Path
from typing import NamedTuple

from spanwise.errors import FormatError, SpanwiseWarning

__all__ = ["AnnotationCache", "CacheFile", "Kept", "cache_files", "clear", "key_of"]

_FORMAT = 2
"""Counts what changes about the values kept, so that an older file is left alone and not misread."""
_WAIT = 60.0
"""Seconds for another process to end its write, which takes milliseconds."""
_ASKED = 500
"""Keys in one query: SQLite before 3.32 takes 999."""
_PREFIX, _ENDING = "annotation-", ".sqlite3"
_DAMAGED = {"SQLITE_CORRUPT", "SQLITE_NOTADB"}


class _GivenUpError(OSError):
    """Raised instead of trying again what went wrong before."""


class Kept(NamedTuple):
    """What is kept of one text."""

    key: bytes
    language: str
    """The text's language, or "" where it isn't known."""
    value: bytes
    """Its annotation, encoded."""


class CacheFile(NamedTuple):
    """A file of the cache."""

    path: Path
    identity: str
    """The pipeline and versions whose annotation it holds; "" where the file can't be read."""
    texts: int
    size: int
    """Bytes on disk."""


def key_of(text: str) -> bytes:
    """Return what a text is kept under: half of its SHA-256, in which two texts never meet."""
    return hashlib.sha256(text.encode("utf-8", "surrogatepass")).digest()[:16]


class AnnotationCache:
    """The file of one pipeline, in a folder of such files.

    A batch is one transaction, so a kill at any moment leaves what was written before. Whatever goes wrong with the
    file, a warning says it once and the work goes on without: a cache may cost time, never a result. The file is open
    only while it is read or written, since an open SQLite file must not be carried into forked processes.
    """

    def __init__(self, folder: Path, identity: str) -> None:
        named = f"{identity}, format {_FORMAT}"
        self.path = folder / f"{_PREFIX}{hashlib.sha256(named.encode()).hexdigest()[:16]}{_ENDING}"
        self._identity = identity
        self._given_up = False

    def read(self, keys: Sequence[bytes]) -> list[Kept]:
        """Return what is kept of these keys, in no order; a damaged value counts as not kept."""
        found: list[Kept] = []
        with self._unhindered(), self._opened() as connection:
            for start in range(0, len(keys), _ASKED):
                asked = keys[start : start + _ASKED]
                marks = ",".join("?" * len(asked))
                query = f"SELECT key, language, value, check_sum FROM annotation WHERE key IN ({marks})"
                rows = connection.execute(query, asked)
                found += [Kept(*row) for *row, check_sum in rows if _is_whole(row[2], check_sum)]
        return found

    def write(self, batch: Sequence[Kept]) -> None:
        """Keep a batch, all of it or, after a kill, nothing."""
        rows = [(*kept, zlib.crc32(kept.value)) for kept in batch]
        with self._unhindered(), self._opened() as connection, connection:
            connection.executemany(
                "INSERT OR REPLACE INTO annotation (key, language, value, check_sum) VALUES (?, ?, ?, ?)", rows
            )

    @contextlib.contextmanager
    def _unhindered(self) -> Iterator[None]:
        try:
            yield
        except (OSError, sqlite3.Error) as error:
            if not self._given_up:
                self._give_up(error)

    @contextlib.contextmanager
    def _opened(self) -> Iterator[sqlite3.Connection]:
        if self._given_up:
            raise _GivenUpError
        self.path.parent.mkdir(parents=True, exist_ok=True)
        with contextlib.closing(sqlite3.connect(self.path, timeout=_WAIT)) as connection:
            if not connection.execute("SELECT count(*) FROM sqlite_master").fetchone()[0]:
                self._begin(connection)
            yield connection

    def _begin(self, connection: sqlite3.Connection) -> None:
        with connection:
            # Whoever waits here while another process makes the tables finds them made.
            connection.execute("BEGIN IMMEDIATE")
            connection.execute("CREATE TABLE IF NOT EXISTS about (identity TEXT PRIMARY KEY)")
            connection.execute("INSERT OR REPLACE INTO about VALUES (?)", (self._identity,))
            connection.execute(
                "CREATE TABLE IF NOT EXISTS annotation"
                " (key BLOB PRIMARY KEY, language TEXT, value BLOB, check_sum INTEGER)"
            )

    def _give_up(self, error: Exception) -> None:
        self._given_up = True
        damaged = getattr(error, "sqlite_errorname", "") in _DAMAGED
        cure = "delete the file" if damaged else "make room, or name another folder for the cache"
        warnings.warn(
            f"{self.path}: the cache of annotations can't be used ({error}); texts are annotated without it; {cure}",
            SpanwiseWarning,
            stacklevel=2,
        )


def _is_whole(value: object, check_sum: object) -> bool:
    # SQLite holds any column to no type.
    return isinstance(value, bytes) and zlib.crc32(value) == check_sum


def cache_files(folder: Path) -> tuple[CacheFile, ...]:
    """Return the files of a cache, with what each holds; a folder that isn't there has none."""
    found = []
    for path in sorted(folder.glob(f"{_PREFIX}*{_ENDING}")):
        identity, texts = "", 0
        with contextlib.suppress(sqlite3.Error), contextlib.closing(sqlite3.connect(path, timeout=_WAIT)) as connection:
            texts = connection.execute("SELECT count(*) FROM annotation").fetchone()[0]
            identity = connection.execute("SELECT identity FROM about").fetchone()[0]
        found.append(CacheFile(path, identity, texts, path.stat().st_size))
    return tuple(found)


def clear(folder: Path) -> tuple[CacheFile, ...]:
    """Delete the files of a cache, and return what they held; whatever else lies in the folder stays.

    Raises:
        FormatError: A file can't be deleted.
    """
    files = cache_files(folder)
    for file in files:
        try:
            file.path.unlink(missing_ok=True)
            # What is left of a write that was killed would be played back into a new file of this name.
            file.path.with_name(f"{file.path.name}-journal").unlink(missing_ok=True)
        except OSError as error:
            raise FormatError(f"{file.path}: cannot be deleted ({error.strerror or error})") from None
    return files
