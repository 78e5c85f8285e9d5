"""A file read piece by piece, plain, gzip or bzip2, however large, with how far reading is."""

import contextlib
import zlib
from collections.abc import Iterator
from pathlib import Path
from typing import IO

from spanwise.benchmarks.curate.document import Progress
from spanwise.errors import FormatError
from spanwise.files import STANDARD_INPUT

__all__ = ["beginning", "pieces"]

_PIECE = 1 << 20
_OTHER = {b"\x28\xb5\x2f\xfd": "Zstandard data", b"7z\xbc\xaf": "a 7z archive", b"PK\x03\x04": "a zip archive"}


def pieces(path: Path, progress: Progress | None = None, *, size: int = _PIECE) -> Iterator[bytes]:
    """Give the unpacked bytes of a file, a piece at a time.

    Args:
        path: The file; dumps of Wikipedia come as ``.xml.bz2``, and are read as they are.
        progress: Told how many of the file's own bytes are read, before each piece.
        size: Bytes in a piece, at least 1.

    Raises:
        FormatError: The file is missing, cannot be read, or its packing is damaged or unknown.
    """
    if str(path) == STANDARD_INPUT:
        raise FormatError("standard input cannot be read twice, and curation reads its source twice; save it to a file")
    try:
        with path.open("rb") as raw:
            total = path.stat().st_size
            with contextlib.closing(_unpacked(raw, path)) as stream:
                while piece := stream.read(size):
                    if progress is not None:
                        progress(min(raw.tell(), total), total)
                    yield piece
    except FileNotFoundError:
        raise FormatError(f"{path}: no such file or folder") from None
    except (EOFError, zlib.error) as error:
        raise FormatError(f"{path}: damaged packing ({error}); fetch or pack the file again") from None
    except OSError as error:
        raise FormatError(f"{path}: cannot be read ({error.strerror or error})") from None


def _unpacked(raw: IO[bytes], path: Path) -> IO[bytes]:
    magic = raw.read(4)
    raw.seek(0)
    if magic in _OTHER:
        raise FormatError(f"{path}: this is {_OTHER[magic]}, which is not read piece by piece; unpack it first")
    if magic.startswith(b"\x1f\x8b"):
        import gzip

        packed: IO[bytes] = gzip.GzipFile(fileobj=raw, mode="rb")  # type: ignore[assignment]  # has the methods used
        return packed
    if magic.startswith(b"BZh"):
        import bz2

        return bz2.BZ2File(raw)
    return raw


def beginning(path: Path) -> bytes:
    """Return the first bytes of a file's content without a byte-order mark and blanks: enough to tell what it is."""
    for piece in pieces(path, size=1 << 12):
        return piece.removeprefix(b"\xef\xbb\xbf").lstrip()[:256]
    raise FormatError(f"{path}: the file is empty")
