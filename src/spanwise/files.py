"""Bytes in and out: plain, gzip, Zstandard or standard input in; whole files or nothing out; fingerprints.

The content decides what a file is, never its name, since renamed and doubly packed files are everyday.
"""

import contextlib
import gzip
import hashlib
import os
import sys
import tempfile
import zlib
from collections.abc import Iterator
from pathlib import Path
from typing import IO

from spanwise.errors import FormatError, MissingExtraError

__all__ = ["STANDARD_INPUT", "fingerprint", "label", "open_atomic", "read_bytes", "utf8", "write_bytes"]

STANDARD_INPUT = "-"
"""The name that stands for standard input when reading and for standard output when writing."""

_GZIP = b"\x1f\x8b"
_ZSTANDARD = b"\x28\xb5\x2f\xfd"
_BOM_UTF8 = b"\xef\xbb\xbf"
_UTF16 = {b"\xff\xfe": "utf-16-le", b"\xfe\xff": "utf-16-be"}


def label(source: str | Path) -> str:
    """Return how a source is called in messages: its path as given, or "standard input"."""
    return "standard input" if str(source) == STANDARD_INPUT else str(source)


def read_bytes(source: str | Path) -> bytes:
    """Return the unpacked bytes of a file or of standard input ("-").

    Packing is told by the first bytes, so that a gzip file named ``.json`` is read all the same.

    Raises:
        FormatError: The file is missing, is a folder, may not be read, or its packing is damaged.
        MissingExtraError: The content is Zstandard and the ``zst`` extra is not installed.
    """
    if str(source) == STANDARD_INPUT:
        return _unpacked(sys.stdin.buffer.read(), label(source))
    try:
        data = Path(source).read_bytes()
    except FileNotFoundError:
        raise FormatError(f"{source}: no such file{_nearest(Path(source))}") from None
    except IsADirectoryError:
        raise FormatError(f"{source}: this is a folder; name a file in it") from None
    except OSError as error:
        raise FormatError(f"{source}: cannot be read ({error.strerror or error})") from None
    return _unpacked(data, label(source))


def _nearest(path: Path) -> str:
    """Return a hint at a file of nearly the same name in the same folder, or nothing."""
    import difflib

    with contextlib.suppress(OSError):
        near = difflib.get_close_matches(path.name, [entry.name for entry in path.parent.iterdir()], n=1)
        if near:
            return f"; the folder holds {near[0]!r}"
    return ""


def _unpacked(data: bytes, where: str) -> bytes:
    if data.startswith(_GZIP):
        try:
            return gzip.decompress(data)
        except (OSError, EOFError, zlib.error) as error:
            raise FormatError(f"{where}: damaged gzip data ({error}); fetch or pack the file again") from None
    if data.startswith(_ZSTANDARD):
        return _unpacked_zstandard(data, where)
    return data


def _unpacked_zstandard(data: bytes, where: str) -> bytes:
    try:
        import zstandard
    except ImportError:
        raise MissingExtraError(
            f'{where}: this is Zstandard data; install the reader with: pip install "spanwise[zst]"'
        ) from None
    try:
        with zstandard.ZstdDecompressor().stream_reader(data, read_across_frames=True) as stream:
            return stream.read()
    except zstandard.ZstdError as error:
        raise FormatError(f"{where}: damaged Zstandard data ({error}); fetch or pack the file again") from None


def utf8(data: bytes, where: str) -> bytes:
    """Return text bytes as UTF-8 without a byte-order mark; UTF-16 with its mark is turned into UTF-8.

    The bytes are checked here, once, since a decoder further on would name neither place nor cure,
    and reading them in the locale's encoding would lower scores without a word.

    Raises:
        FormatError: The bytes are not UTF-8; the message gives the byte offset and the likely encoding.
    """
    encoding = _UTF16.get(data[:2])
    if encoding is not None:
        try:
            return data[2:].decode(encoding).encode("utf-8")
        except UnicodeDecodeError as error:
            raise FormatError(f"{where}: starts as UTF-16 but breaks off at byte {error.start + 2}") from None
    if data.startswith(_BOM_UTF8):
        data = data[len(_BOM_UTF8) :]
    if data.isascii():
        return data
    try:
        data.decode("utf-8")
    except UnicodeDecodeError as error:
        raise FormatError(
            f"{where}: not UTF-8: byte 0x{data[error.start]:02x} at offset {error.start}; if the file is "
            "Windows-1252 or Latin-1, convert it with: iconv -f WINDOWS-1252 -t UTF-8"
        ) from None
    return data


@contextlib.contextmanager
def open_atomic(target: str | Path) -> Iterator[IO[bytes]]:
    """Give a binary file to write; it takes its place only when the block ends well.

    Until then the bytes are in a hidden file beside the target, so that a kill or a full disk leaves
    the old file whole. A target of "-" is standard output; ``.gz`` and ``.zst`` endings pack.
    """
    if str(target) == STANDARD_INPUT:
        yield sys.stdout.buffer
        sys.stdout.buffer.flush()
        return
    path = Path(target)
    if not path.parent.is_dir():
        raise FormatError(f"{path}: the folder {str(path.parent)!r} does not exist; make it first")
    try:
        descriptor, hidden = tempfile.mkstemp(dir=path.parent, prefix=f".{path.name}.", suffix=".part")
    except OSError as error:
        raise FormatError(f"{path}: cannot be written ({error.strerror or error})") from None
    try:
        with open(descriptor, "wb") as raw:
            with _packer(path, raw) as stream:
                yield stream
            raw.flush()
            os.fsync(raw.fileno())
        os.chmod(hidden, _mode_of(path))
        os.replace(hidden, path)
    except BaseException as error:
        with contextlib.suppress(OSError):
            os.unlink(hidden)
        if isinstance(error, OSError):
            raise FormatError(f"{path}: cannot be written ({error.strerror or error}); nothing was changed") from None
        raise


def _mode_of(path: Path) -> int:
    """Return the permission bits the new file should have: the old file's, or what the umask allows."""
    if path.exists():
        return path.stat().st_mode & 0o777
    mask = os.umask(0)
    os.umask(mask)
    return 0o666 & ~mask


@contextlib.contextmanager
def _packer(path: Path, raw: IO[bytes]) -> Iterator[IO[bytes]]:
    if path.suffix == ".gz":
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
            yield packed_stream  # type: ignore[misc]  # the same
    else:
        yield raw


def write_bytes(target: str | Path, data: bytes) -> None:
    """Write a whole file or nothing; see `open_atomic`."""
    with open_atomic(target) as stream:
        stream.write(data)


def fingerprint(*chunks: bytes) -> str:
    """Return the first 16 hexadecimal digits of the SHA-256 over the chunks: enough to tell files apart."""
    digest = hashlib.sha256()
    for chunk in chunks:
        digest.update(chunk)
    return digest.hexdigest()[:16]
