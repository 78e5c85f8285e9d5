"""Bytes in and out: plain, gzip, Zstandard or standard input in; whole files or nothing out; fingerprints.

The content decides what a file is, never its name, since renamed and doubly packed files are everyday.
"""

import codecs
import contextlib
import hashlib
import io
import os
import sys
from collections.abc import Iterable, Iterator
from typing import IO, TYPE_CHECKING

from spanwise.errors import FormatError, MissingExtraError

if TYPE_CHECKING:
    from pathlib import Path

__all__ = [
    "STANDARD_INPUT",
    "file_name",
    "fingerprint",
    "label",
    "made_folder",
    "open_atomic",
    "read_bytes",
    "utf8",
    "write_bytes",
]

STANDARD_INPUT = "-"
"""The name that stands for standard input when reading and for standard output when writing."""

_GZIP = b"\x1f\x8b"
_ZSTANDARD = b"\x28\xb5\x2f\xfd"
_OTHER_PACKING = {
    b"PK\x03\x04": "a zip archive (or a spreadsheet)",
    b"BZh": "bzip2 data",
    b"\xfd7zXZ\x00": "xz data",
    b"7z\xbc\xaf": "a 7z archive",
}
_LAYERS = 4
_BOM_UTF8 = b"\xef\xbb\xbf"


def label(source: "str | Path") -> str:
    """Return how a source is called in messages: its path as given, or "standard input"."""
    return "standard input" if str(source) == STANDARD_INPUT else str(source)


def file_name(where: str) -> str:
    """Return the last part of a path, without its folders; what has none, such as "standard input", is all of it."""
    return os.path.split(where)[1] or where


def read_bytes(source: "str | Path") -> bytes:
    """Return the unpacked bytes of a file or of standard input ("-").

    Packing is told by the first bytes, so that a gzip file named ``.json`` is read all the same.

    Raises:
        FormatError: The file is missing, is a folder, may not be read, or its packing is damaged.
        MissingExtraError: The content is Zstandard and the ``zst`` extra is not installed.
    """
    if str(source) == STANDARD_INPUT:
        return _unpacked(sys.stdin.buffer.read(), label(source))
    try:
        with io.FileIO(source) as stream:
            data = stream.readall()
    except FileNotFoundError:
        raise FormatError(f"{source}: no such file{_nearest(str(source))}") from None
    except IsADirectoryError:
        raise FormatError(f"{source}: this is a folder; name a file in it") from None
    except OSError as error:
        raise FormatError(f"{source}: cannot be read ({error.strerror or error})") from None
    return _unpacked(data, label(source))


def _nearest(source: str) -> str:
    """Return a hint at a file of nearly the same name in the same folder, or nothing."""
    import difflib
    from pathlib import Path

    path = Path(source)
    with contextlib.suppress(OSError):
        near = difflib.get_close_matches(path.name, [entry.name for entry in path.parent.iterdir()], n=1)
        if near:
            return f"; the folder holds {near[0]!r}"
    return ""


def _unpacked(data: bytes, where: str) -> bytes:
    # More than once, since browsers and mirrors pack what is packed already; not for ever, since a gzip file can be
    # made that unpacks to itself.
    for _ in range(_LAYERS):
        if data.startswith(_GZIP):
            data = _unpacked_gzip(data, where)
        elif data.startswith(_ZSTANDARD):
            data = _unpacked_zstandard(data, where)
        else:
            break
    for magic, kind in _OTHER_PACKING.items():
        if data.startswith(magic):
            raise FormatError(f"{where}: this is {kind}, which is not read; unpack it first")
    return data


def _unpacked_gzip(data: bytes, where: str) -> bytes:
    # Most files are plain, and importing what most runs do not use is a tenth of what scoring takes.
    import gzip
    import zlib

    try:
        return gzip.decompress(data)
    except (OSError, EOFError, zlib.error) as error:
        raise FormatError(f"{where}: damaged gzip data ({error}); fetch or pack the file again") from None


def _unpacked_zstandard(data: bytes, where: str) -> bytes:
    try:
        import zstandard
    except ImportError:
        raise MissingExtraError(
            f'{where}: this is Zstandard data; install the reader with: pip install "spanwise[zst]"'
        ) from None
    # Frame by frame: the stream reader of the library takes a file that is cut off for its end.
    parts: list[bytes] = []
    while data:
        frame = zstandard.ZstdDecompressor().decompressobj()
        try:
            parts.append(frame.decompress(data))
        except zstandard.ZstdError as error:
            raise FormatError(f"{where}: damaged Zstandard data ({error}); fetch or pack the file again") from None
        if not frame.eof:
            raise FormatError(f"{where}: damaged Zstandard data (it is cut off); fetch or pack the file again")
        data = frame.unused_data
    return b"".join(parts)


def utf8(data: bytes, where: str) -> bytes:
    """Return text bytes as UTF-8 without a byte-order mark; UTF-16 and UTF-32 are turned into UTF-8.

    The bytes are checked here, once, since a decoder further on would name neither place nor cure,
    and reading them in the locale's encoding would lower scores without a word.

    Raises:
        FormatError: The bytes are not UTF-8; the message gives the byte offset and the likely encoding.
    """
    import json

    # Knows UTF-16 and UTF-32 by their mark, or by the zero bytes of an ASCII character at the start.
    encoding = json.detect_encoding(data)
    if not encoding.startswith("utf-8"):
        try:
            return data.decode(encoding).encode("utf-8")
        except UnicodeDecodeError as error:
            raise FormatError(
                f"{where}: starts as {encoding.upper()} but is not from byte {error.start} on; "
                "fetch or write the file again, as UTF-8"
            ) from None
    mark = len(_BOM_UTF8) if data.startswith(_BOM_UTF8) else 0
    wrong = None if data.isascii() else _wrong_byte(data)
    if wrong is not None:
        raise FormatError(
            f"{where}: not UTF-8: byte 0x{data[wrong]:02x} at offset {wrong}; if the file is "
            "Windows-1252 or Latin-1, convert it with: iconv -f WINDOWS-1252 -t UTF-8"
        )
    return data[mark:]


def _wrong_byte(data: bytes, piece: int = 1 << 20) -> int | None:
    """Return the offset of the first byte that is not UTF-8, or None.

    In pieces, since as one text a gigabyte of bytes with a single emoji would take four.
    """
    decoder = codecs.getincrementaldecoder("utf-8")()
    for offset in range(0, len(data), piece):
        kept = len(decoder.getstate()[0])
        try:
            decoder.decode(data[offset : offset + piece], offset + piece >= len(data))
        except UnicodeDecodeError as error:
            return offset - kept + error.start
    return None


@contextlib.contextmanager
def open_atomic(target: "str | Path") -> Iterator[IO[bytes]]:
    """Give a binary file to write; it takes its place only when the block ends well.

    Until then the bytes are in a hidden file beside the target, so that a kill or a full disk leaves
    the old file whole. A target of "-" is standard output; ``.gz`` and ``.zst`` endings pack.
    """
    if str(target) == STANDARD_INPUT:
        yield sys.stdout.buffer
        sys.stdout.buffer.flush()
        return
    from pathlib import Path

    # Through a link to the file itself: the link stays, and the hidden file is on the same disk as its target.
    path = Path(os.path.realpath(target))
    if not path.parent.is_dir():
        raise FormatError(f"{target}: the folder {str(path.parent)!r} does not exist; make it first")
    if path.is_dir():
        raise FormatError(f"{target}: this is a folder; name a file in it")
    if path.exists() and not path.is_file():
        with _plainly(path) as stream:
            yield stream
        return
    import tempfile

    try:
        descriptor, name = tempfile.mkstemp(dir=path.parent, prefix=f".{path.name}.", suffix=".part")
    except OSError as error:
        raise FormatError(f"{target}: cannot be written ({error.strerror or error})") from None
    hidden = Path(name)
    try:
        with os.fdopen(descriptor, "wb") as raw:
            with _packer(Path(target), raw) as stream:
                yield stream
            raw.flush()
            os.fsync(raw.fileno())
        hidden.chmod(_mode_of(path))
        hidden.replace(path)
    except BaseException as error:
        with contextlib.suppress(OSError):
            hidden.unlink()
        if isinstance(error, OSError):
            raise FormatError(f"{target}: cannot be written ({error.strerror or error}); nothing was changed") from None
        raise


@contextlib.contextmanager
def _plainly(path: "Path") -> Iterator[IO[bytes]]:
    """Open a device or a pipe, such as /dev/null: replacing it by a file would break the machine."""
    try:
        with path.open("wb") as stream:
            yield stream
    except OSError as error:
        raise FormatError(f"{path}: cannot be written ({error.strerror or error})") from None


def _mode_of(path: "Path") -> int:
    """Return the permission bits the new file should have: the old file's, or what the umask allows."""
    if path.exists():
        return path.stat().st_mode & 0o777
    mask = os.umask(0)
    os.umask(mask)
    return 0o666 & ~mask


@contextlib.contextmanager
def _packer(path: "Path", raw: IO[bytes]) -> Iterator[IO[bytes]]:
    if path.suffix == ".gz":
        import gzip

        # No name and no time inside, so that equal content gives equal bytes.
        with gzip.GzipFile(filename="", fileobj=raw, mode="wb", mtime=0) as packed:
            yield packed  # type: ignore[misc]  # GzipFile has the methods of IO[bytes] used here
    elif path.suffix == ".zst":
        try:
            import zstandard
        except ImportError:
            raise MissingExtraError(
                f'{path}: writing .zst needs an extra; install it with: pip install "spanwise[zst]"'
            ) from None
        with zstandard.ZstdCompressor().stream_writer(raw, closefd=False) as packed_stream:
            yield packed_stream
    else:
        yield raw


def write_bytes(target: "str | Path", data: bytes) -> None:
    """Write a whole file or nothing; see `open_atomic`."""
    with open_atomic(target) as stream:
        stream.write(data)


def made_folder(folder: "str | Path") -> "Path":
    """Return a folder, made with those above it where it is not there yet.

    Commands call this before their work, so that a path that cannot be written to is told at once.

    Raises:
        FormatError: A file is in the way, or the folder may not be made.
    """
    from pathlib import Path

    path = Path(folder)
    try:
        path.mkdir(parents=True, exist_ok=True)
    except FileExistsError:
        raise FormatError(f"{folder}: this is a file; name a folder, which may be a new one") from None
    except OSError as error:
        raise FormatError(f"{folder}: no folder can be made there ({error.strerror or error}); name another") from None
    return path


def fingerprint(chunks: Iterable[bytes]) -> str:
    """Return the first 16 hexadecimal digits of the SHA-256 over the chunks: enough to tell files apart.

    The chunks are taken one by one, so that no second copy of a large dataset is in memory.
    """
    digest = hashlib.sha256()
    for chunk in chunks:
        digest.update(chunk)
    return digest.hexdigest()[:16]
