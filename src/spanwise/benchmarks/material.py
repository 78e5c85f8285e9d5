"""What a converter is handed: the bytes of one file, wherever it lies: alone, in a folder, in a tar or zip archive."""

import io
import tarfile
import zipfile
from collections.abc import Iterator
from pathlib import Path, PurePosixPath

import msgspec

from spanwise.errors import FormatError
from spanwise.files import read_bytes, utf8

__all__ = ["Material", "material", "materials"]

_PACKED = (".gz", ".zst")


class Material(msgspec.Struct, frozen=True):
    """The unpacked content of a file and how it is called in messages."""

    where: str
    content: bytes

    def text(self) -> str:
        """Return the content as text, every line ended by a newline alone.

        Raises:
            FormatError: It is not UTF-8.
        """
        return utf8(self.content, self.where).decode("utf-8").replace("\r\n", "\n")


def material(path: Path, member: str = "") -> Material:
    """Return one file's content: the path itself, or the member of the folder or archive that the path is.

    Args:
        path: A plain or packed file, a folder, a tar (packed or not) or a zip archive.
        member: The end of the file's path inside a folder or archive, such as ``data/cbtest_CN_train.txt``.
            Where the path is a plain file it is taken for the member itself.

    Raises:
        FormatError: There is no such file or member, or the archive is damaged.
    """
    if member and (path.is_dir() or _is_archive(path)):
        for found in materials(path, member):
            return found
        kind = "folder" if path.is_dir() else "archive"
        raise FormatError(f"{path}: the {kind} holds no {member!r}; is it another dataset, or a part of it?")
    if path.is_dir():
        raise FormatError(f"{path}: this is a folder; name the file in it")
    return Material(str(path), read_bytes(path))


def materials(path: Path, pattern: str) -> Iterator[Material]:
    """Give every file of a folder or archive whose path ends so, in the order of the archive, a folder's by name.

    A name in the pattern may have a ``*``, as in ``training/*.question``. One after the other, so that an
    archive of 380,000 stories is never in memory.

    Raises:
        FormatError: The path is neither folder nor archive, or the archive is damaged.
    """
    if path.is_dir():
        for file in sorted(path.rglob("*")):
            if file.is_file() and _is(file.absolute().as_posix(), pattern):
                yield Material(str(file), read_bytes(file))
        return
    if not _is_archive(path):
        raise FormatError(f"{path}: neither a folder nor a tar or zip archive, so there is no {pattern!r} in it")
    try:
        yield from _zipped(path, pattern) if zipfile.is_zipfile(path) else _tarred(path, pattern)
    except (tarfile.TarError, zipfile.BadZipFile, EOFError, OSError) as error:
        raise FormatError(f"{path}: damaged archive ({error}); fetch the file again") from None


def _is_archive(path: Path) -> bool:
    if not path.is_file():
        return False
    try:
        return zipfile.is_zipfile(path) or tarfile.is_tarfile(path)
    except (OSError, EOFError):
        # Packed, but damaged: whoever reads it says so.
        return path.suffix in (".tgz", ".tar") or ".tar." in path.name


def _tarred(path: Path, pattern: str) -> Iterator[Material]:
    with tarfile.open(path, "r|*") as archive:
        for entry in archive:
            stream = archive.extractfile(entry) if entry.isfile() and _is(entry.name, pattern) else None
            if stream is not None:
                yield Material(f"{path}:{entry.name}", _content(stream.read(), entry.name))


def _zipped(path: Path, pattern: str) -> Iterator[Material]:
    with zipfile.ZipFile(path) as archive:
        for name in archive.namelist():
            if not name.endswith("/") and _is(name, pattern):
                yield Material(f"{path}:{name}", _content(archive.read(name), name))


def _content(data: bytes, name: str) -> bytes:
    if not name.endswith(".gz"):
        return data
    import gzip

    return gzip.GzipFile(fileobj=io.BytesIO(data)).read()


def _is(name: str, pattern: str) -> bool:
    """Say whether the end of a path is this path, in which a name may have ``*``; packed or not."""
    path = PurePosixPath(name)
    return path.match(pattern) or (path.suffix in _PACKED and path.with_suffix("").match(pattern))
