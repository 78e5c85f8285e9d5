"""A published file into the cache: its checksum compared, a download that was cut off gone on with.

pooch keeps the cache and compares checksums; it starts over after a cut, and so the loop that goes on is here.
"""

import contextlib
from collections.abc import Callable
from pathlib import Path
from typing import TYPE_CHECKING, Any

from spanwise.benchmarks.entry import SourceFile
from spanwise.errors import FormatError, MissingExtraError

if TYPE_CHECKING:
    from requests import Response

__all__ = ["Progress", "download"]

Progress = Callable[[int, int | None], None]
"""Called with the bytes that are there and the bytes there will be, None where the server does not say."""

_PIECE = 1 << 14
"""What is lost at most where a download is cut off."""
_ATTEMPTS = 3
_TIMEOUT = 30
"""Seconds without a byte."""


def download(file: SourceFile, folder: Path, *, progress: Progress | None = None) -> Path:
    """Return the path of a published file in the cache, downloaded if it is not there.

    A file with a known checksum takes its place only with that checksum. What arrived before a cut is kept hidden
    beside it, and the next call asks the server for the rest; a server that has another file by then sends it whole.

    Args:
        file: What to fetch.
        folder: The cache; made if missing.
        progress: Called for each piece that arrives.

    Raises:
        FormatError: The file cannot be fetched, is not the pinned one, or cannot be written. The message says what to
            fetch by other means and where to put it.
        MissingExtraError: pooch is not installed.
    """
    target = folder / file.name
    by_hand = f"fetch it by other means and put it at {target}, or give it with --from"
    if not file.address:
        raise FormatError(f"{file.name} has no address to download from: {file.hint or 'none is known'}; {by_hand}")
    try:
        import pooch
    except ImportError:
        raise MissingExtraError(
            f"downloading {file.address} needs an extra: pip install 'spanwise[benchmarks]'; or {by_hand}"
        ) from None
    pooch.get_logger().setLevel("ERROR")
    part = folder / f".{file.name}.part"
    try:
        folder.mkdir(parents=True, exist_ok=True)
        begun = part.exists()
        try:
            return _retrieved(file, folder, _Resuming(part, progress))
        except ValueError:
            # What an earlier call left may be of a file that its makers have replaced since.
            if begun:
                with contextlib.suppress(ValueError):
                    return _retrieved(file, folder, _Resuming(part, progress))
            raise FormatError(
                f"{file.address}: what came has not the checksum {file.digest}; it was changed on the way or by its "
                f"makers, and is not kept; {by_hand}"
            ) from None
    except OSError as error:
        if isinstance(error, _network_errors()):
            raise FormatError(f"{file.address}: cannot be fetched ({_reason(error)}); {by_hand}") from None
        raise FormatError(
            f"{target}: cannot be written ({error.strerror or error}); make room and call again"
        ) from None


def _retrieved(file: SourceFile, folder: Path, downloader: Any) -> Path:
    import pooch

    known = file.digest or None
    return Path(pooch.retrieve(file.address, known_hash=known, fname=file.name, path=folder, downloader=downloader))


def _network_errors() -> tuple[type[Exception], ...]:
    from requests import RequestException

    return (RequestException,)


def _reason(error: OSError) -> str:
    response = getattr(error, "response", None)
    if response is not None:
        return f"the server says {response.status_code} {response.reason}"
    text = str(error)
    if "IncompleteRead" in text or "ended" in text:
        return "it was cut off; what came is kept, and the next call goes on from there"
    return "there is no connection"


class _Resuming:
    """What pooch calls to download: goes on from what an earlier call left in a hidden file."""

    def __init__(self, part: Path, progress: Progress | None) -> None:
        self._part = part
        self._mark = part.with_name(f"{part.name}.etag")
        self._progress = progress

    def __call__(self, url: str, output_file: str, pooch: object) -> None:
        del pooch
        from requests.exceptions import ChunkedEncodingError
        from requests.exceptions import ConnectionError as Unreachable

        for attempt in range(_ATTEMPTS):
            try:
                self._fetch(url)
                break
            except (ChunkedEncodingError, Unreachable) as error:
                if attempt == _ATTEMPTS - 1 or not isinstance(error, ChunkedEncodingError):
                    raise
        self._part.replace(output_file)
        self._mark.unlink(missing_ok=True)

    def _fetch(self, url: str) -> None:
        """Ask for what is missing and add it; a server that cannot send a part, or has a new file, sends the whole."""
        import requests

        there = self._part.stat().st_size if self._part.exists() else 0
        # Not packed on the way: the bytes counted must be those of the file.
        headers = {"Accept-Encoding": "identity"}
        if there and self._mark.exists():
            headers |= {"Range": f"bytes={there}-", "If-Range": self._mark.read_text("utf-8")}
        with requests.get(url, headers=headers, stream=True, timeout=_TIMEOUT) as response:
            response.raise_for_status()
            continued = response.status_code == requests.codes.partial_content
            self._keep(response, there if continued else 0)

    def _keep(self, response: "Response", there: int) -> None:
        from requests.exceptions import ChunkedEncodingError

        mark = response.headers.get("ETag") or response.headers.get("Last-Modified") or ""
        # Without a mark there is no telling whether the rest is of the same file: then a cut starts over.
        if mark:
            self._mark.write_text(mark, "utf-8")
        else:
            self._mark.unlink(missing_ok=True)
        length = response.headers.get("Content-Length")
        total = there + int(length) if length and length.isdecimal() else None
        with self._part.open("r+b" if there else "wb") as stream:
            stream.seek(there)
            for piece in response.iter_content(_PIECE):
                stream.write(piece)
                there += len(piece)
                if self._progress:
                    self._progress(there, total)
            stream.truncate()
        if total is not None and there < total:
            raise ChunkedEncodingError(f"ended after {there:,} of {total:,} bytes")
