"""A folder of plain-text and Markdown files as a source of documents, one a file."""

import hashlib
import posixpath
import urllib.parse
from collections.abc import Iterator, Set
from pathlib import Path

from spanwise.benchmarks.curate.account import Account
from spanwise.benchmarks.curate.document import Document, Page, Progress
from spanwise.benchmarks.curate.markdown import read_markdown
from spanwise.benchmarks.curate.plain_text import plain_paragraphs
from spanwise.errors import FormatError
from spanwise.files import read_bytes, utf8

__all__ = ["TextFolder"]

_MARKDOWN = (".md", ".markdown")
_ENDINGS = (".txt", *_MARKDOWN)


class TextFolder:
    """The files of a folder that end in .txt, .md or .markdown, those in folders below it too, by their paths."""

    def __init__(self, folder: Path) -> None:
        """Look through the folder.

        Args:
            folder: Where the files lie. What begins with a dot is passed over.

        Raises:
            FormatError: There is no such file in it.
        """
        self._folder = folder
        files = sorted(path for path in folder.rglob("*") if path.is_file() and not _hidden(path.relative_to(folder)))
        self._files = [path for path in files if path.suffix.lower() in _ENDINGS]
        self._others = [path for path in files if path.suffix.lower() not in _ENDINGS]
        if not self._files:
            found = f"{len(files):,} files, none of which ends" if files else "no file that ends"
            raise FormatError(f"{folder}: the folder holds {found} in {', '.join(_ENDINGS)}; put the documents there")

    @property
    def name(self) -> str:
        """The folder as given."""
        return str(self._folder)

    def pages(self, account: Account, progress: Progress | None = None) -> Iterator[Page]:
        """Give every file with the files that it links to."""
        for path in self._others:
            account.note("files of other kinds", self._relative(path))
        titles: dict[str, str] = {}
        for path, text in self._texts(account, progress):
            relative = self._relative(path)
            title = _own_title(path)
            links: tuple[str, ...] = ()
            if path.suffix.lower() in _MARKDOWN:
                found = read_markdown(text)
                title = found.title or title
                links = tuple(filter(None, (_linked(relative, link) for link in found.links)))
            if titles.setdefault(title, relative) != relative:
                account.note("titles that stood twice, and have the file's path behind them", title)
                title = f"{title} ({relative})"
            titles[title] = relative
            yield Page(relative, title, links)

    def documents(
        self, chosen: Set[int], account: Account, progress: Progress | None = None
    ) -> Iterator[tuple[int, Document]]:
        """Give the paragraphs of the files at these places; their titles are those of the pages."""
        del account
        for place, (path, text) in enumerate(self._texts(Account(), progress)):
            if place not in chosen:
                continue
            if path.suffix.lower() in _MARKDOWN:
                found = read_markdown(text)
                paragraphs, left_out = found.paragraphs, found.left_out
            else:
                plain = plain_paragraphs(text)
                paragraphs, left_out = plain.paragraphs, plain.left_out
            revision = hashlib.sha256(text.encode("utf-8")).hexdigest()[:16]
            yield place, Document(_own_title(path), paragraphs, revision, self._relative(path), left_out=left_out)

    def _texts(self, account: Account, progress: Progress | None) -> Iterator[tuple[Path, str]]:
        """Give every file that can be read; one that cannot is noted with the reason."""
        for number, path in enumerate(self._files):
            if progress is not None:
                progress(number, len(self._files))
            try:
                text = utf8(read_bytes(path), self._relative(path)).decode("utf-8")
            except FormatError as error:
                account.note("files that cannot be read", str(error))
                continue
            if not text.strip():
                account.note("empty files", self._relative(path))
                continue
            yield path, text

    def _relative(self, path: Path) -> str:
        return path.relative_to(self._folder).as_posix()


def _hidden(path: Path) -> bool:
    return any(part.startswith(".") for part in path.parts)


def _own_title(path: Path) -> str:
    return " ".join(path.stem.replace("_", " ").split()) or path.name


def _linked(relative: str, link: str) -> str | None:
    """Return the path within the folder that a link in a file leads to, or None where it leads elsewhere."""
    parts = urllib.parse.urlsplit(link)
    if parts.scheme or parts.netloc or not parts.path:
        return None
    return posixpath.normpath(posixpath.join(posixpath.dirname(relative), urllib.parse.unquote(parts.path)))
