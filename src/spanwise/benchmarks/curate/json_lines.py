"""Documents as JSON lines: ``{"title": ..., "text": ...}``, with links and a revision where there are any."""

import hashlib
from collections.abc import Iterator, Set
from pathlib import Path
from typing import Any

import msgspec

from spanwise.benchmarks.curate.account import Account
from spanwise.benchmarks.curate.clean_text import clean_text
from spanwise.benchmarks.curate.document import Document, Page, Progress
from spanwise.benchmarks.curate.plain_text import plain_paragraphs
from spanwise.benchmarks.curate.streams import pieces
from spanwise.errors import FormatError

__all__ = ["JsonLines"]

_KEYS = "title, and text or paragraphs; also links, revision, timestamp"


class _Line(msgspec.Struct, frozen=True):
    title: str
    text: str = ""
    paragraphs: tuple[str, ...] = ()
    links: tuple[str, ...] = ()
    revision: str | int = ""
    timestamp: str = ""


class JsonLines:
    """A file of JSON lines as a source of documents, one a line; links name titles."""

    def __init__(self, path: Path) -> None:
        """Name the file, plain, gzip or bzip2; it is opened when it is read."""
        self._path = path

    @property
    def name(self) -> str:
        """The path as given."""
        return str(self._path)

    def pages(self, account: Account, progress: Progress | None = None) -> Iterator[Page]:
        """Give every line with the titles that it links to."""
        for line in self._lines(account, progress):
            yield Page(line.title, line.title, line.links)

    def documents(
        self, chosen: Set[int], account: Account, progress: Progress | None = None
    ) -> Iterator[tuple[int, Document]]:
        """Give the paragraphs of the lines at these places: those given, or the text cut at blank lines."""
        del account
        for place, line in enumerate(self._lines(Account(), progress)):
            if place not in chosen:
                continue
            plain = plain_paragraphs(line.text)
            given = tuple(filter(None, map(clean_text, line.paragraphs)))
            content = "\n\n".join((line.text, *line.paragraphs)).encode("utf-8", "surrogatepass")
            revision = str(line.revision) or hashlib.sha256(content).hexdigest()[:16]
            paragraphs = given or plain.paragraphs
            yield place, Document(line.title, paragraphs, revision, "", line.timestamp, plain.left_out)

    def _lines(self, account: Account, progress: Progress | None) -> Iterator[_Line]:
        decoder = msgspec.json.Decoder(_Line)
        titles: set[int] = set()
        for number, row in enumerate(_rows(self._path, progress), start=1):
            if not row.strip():
                continue
            try:
                line = decoder.decode(row)
            except (msgspec.MsgspecError, UnicodeDecodeError) as error:
                raise FormatError(
                    f"{self._path}: line {number}: {_reason(error)}; a line is a JSON object with {_KEYS}"
                ) from None
            if not line.title.strip():
                account.note("lines without a title", f"line {number}")
            elif hash(line.title) in titles:
                account.note("titles that stand twice", line.title)
            else:
                titles.add(hash(line.title))
                yield line


def _reason(error: Exception) -> Any:
    return str(error)[:1].lower() + str(error)[1:]


def _rows(path: Path, progress: Progress | None) -> Iterator[bytes]:
    rest = b""
    for piece in pieces(path, progress):
        *rows, rest = (rest + piece).split(b"\n")
        yield from rows
    yield rest
