"""The articles of a MediaWiki XML export, one after the other, in memory that does not grow with the export.

The export's form is plain (page, title, ns, id, redirect, revision), so Python's own expat reads it: a gigabyte
passes without a tree, and a fault has its line. A page with several revisions counts with the latest.
"""

import re
from collections.abc import Iterator, Set
from pathlib import Path
from xml.parsers import expat

import msgspec

from spanwise.benchmarks.curate.account import Account
from spanwise.benchmarks.curate.document import Document, Page, Progress
from spanwise.benchmarks.curate.streams import pieces
from spanwise.benchmarks.curate.wikitext import linked_titles, page_key, wikitext_paragraphs, wikitext_parser
from spanwise.errors import FormatError

__all__ = ["MediaWikiExport", "WikiPage", "wiki_pages"]


# What MediaWiki takes for a redirect; exports of other programs leave the element out.
_REDIRECT = re.compile(r"\s*#redirect\s*:?\s*\[\[([^\[\]|]+)", re.IGNORECASE)


class WikiPage(msgspec.Struct, frozen=True, gc=False):
    """One page of an export with its latest revision."""

    title: str
    namespace: str
    page: str
    redirect: str | None
    revision: str
    timestamp: str
    text: str | None
    """The markup; None where the export has no text: no revision, or one that was deleted."""


class _Reader:
    """Collects the pages that expat comes by."""

    def __init__(self) -> None:
        self.pages: list[WikiPage] = []
        self.namespaces: set[str] = set()
        self.root: str | None = None
        self._path: list[str] = []
        self._texts: list[str] = []
        self._page: dict[str, str] = {}
        self._latest: dict[str, str] | None = None
        self._revision: dict[str, str] = {}

    def start(self, name: str, attributes: dict[str, str]) -> None:
        if self.root is None:
            self.root = name
        if name == "page":
            self._page, self._latest = {}, None
        elif name == "revision":
            self._revision = {}
        elif name == "redirect":
            self._page["redirect"] = attributes.get("title", "")
        elif name == "text" and "deleted" in attributes:
            self._revision["deleted"] = "deleted"
        self._path.append(name)
        self._texts.clear()

    def text(self, data: str) -> None:
        self._texts.append(data)

    def end(self, name: str) -> None:
        self._path.pop()
        parent = self._path[-1] if self._path else ""
        if parent == "page" and name in ("title", "ns", "id"):
            self._page[name] = "".join(self._texts)
        elif parent == "revision" and name in ("id", "timestamp", "text"):
            self._revision[name] = "".join(self._texts)
        elif name == "namespace":
            self.namespaces.add("".join(self._texts).strip().lower())
        elif name == "revision":
            # Exports of the whole history give revisions from the oldest on.
            if self._latest is None or self._revision.get("timestamp", "") >= self._latest.get("timestamp", ""):
                self._latest = self._revision
        elif name == "page":
            self.pages.append(self._finished())
        self._texts.clear()

    def _finished(self) -> WikiPage:
        page, revision = self._page, self._latest or {}
        text = None if "deleted" in revision else revision.get("text")
        stated = _REDIRECT.match(text or "")
        return WikiPage(
            title=page.get("title", ""),
            namespace=page.get("ns", "0").strip(),
            page=page.get("id", ""),
            redirect=page.get("redirect", stated[1] if stated else None),
            revision=revision.get("id", ""),
            timestamp=revision.get("timestamp", ""),
            text=text,
        )


def wiki_pages(path: Path, progress: Progress | None = None) -> Iterator[tuple[WikiPage, frozenset[str]]]:
    """Give every page of an export with the wiki's names of namespaces, in small letters.

    Raises:
        FormatError: The XML is broken (with its line), is cut off, declares entities, or is no MediaWiki export.
    """
    reader = _Reader()
    parser = expat.ParserCreate()
    parser.buffer_text = True
    parser.buffer_size = 1 << 18
    parser.StartElementHandler = reader.start
    parser.EndElementHandler = reader.end
    parser.CharacterDataHandler = reader.text

    def refuse(*declared: object) -> None:
        # No export declares anything, and entities that stand for entities can fill any memory.
        del declared
        raise FormatError(f"{path}: line {parser.CurrentLineNumber}: declares a document type, which no export does")

    parser.StartDoctypeDeclHandler = refuse
    names: frozenset[str] = frozenset()
    try:
        for piece in pieces(path, progress):
            parser.Parse(piece, False)
            if reader.root not in ("mediawiki", None):
                raise FormatError(f"{path}: the root is <{reader.root}>, not <mediawiki>; give an export of MediaWiki")
            names = names or frozenset(filter(None, reader.namespaces))
            for page in reader.pages:
                yield page, names
            reader.pages.clear()
        parser.Parse(b"", True)
    except expat.ExpatError as error:
        raise FormatError(
            f"{path}: line {error.lineno}, column {error.offset + 1}: broken XML ({expat.ErrorString(error.code)}); "
            "it is cut off or damaged: fetch or write the export again"
        ) from None
    for page in reader.pages:
        yield page, names


class MediaWikiExport:
    """An export as a source of documents."""

    def __init__(self, path: Path, *, keep_holes: bool = False) -> None:
        """Name the file; it is opened when it is read.

        Args:
            path: The export, plain, gzip or bzip2.
            keep_holes: Keep a paragraph in which a template was left out of a sentence.

        Raises:
            MissingExtraError: mwparserfromhell is not installed.
        """
        # Before an export is read for minutes, not after.
        wikitext_parser()
        self._path = path
        self._keep_holes = keep_holes

    @property
    def name(self) -> str:
        """The path as given."""
        return str(self._path)

    def pages(self, account: Account, progress: Progress | None = None) -> Iterator[Page]:
        """Give every article and every redirect, with its links."""
        for page, names in self._articles(account, progress):
            key = page_key(page.title)
            if page.redirect is not None:
                account.note("redirects", page.title)
                yield Page(key, page.title, redirect=page_key(page.redirect))
            else:
                yield Page(key, page.title, linked_titles(page.text or "", names))

    def documents(
        self, chosen: Set[int], account: Account, progress: Progress | None = None
    ) -> Iterator[tuple[int, Document]]:
        """Give the paragraphs of the articles at these places."""
        left = len(chosen)
        for place, (page, names) in enumerate(self._articles(Account(), progress)):
            if place not in chosen:
                continue
            try:
                found = wikitext_paragraphs(page.text or "", names, keep_holes=self._keep_holes)
            except ValueError as error:
                account.note(f"pages whose markup cannot be taken apart ({error})", page.title)
                continue
            yield (
                place,
                Document(page.title, found.paragraphs, page.revision, page.page, page.timestamp, found.left_out),
            )
            left -= 1
            if not left:
                return

    def _articles(self, account: Account, progress: Progress | None) -> Iterator[tuple[WikiPage, frozenset[str]]]:
        # Hashes, since the titles of an encyclopedia would take several times as much.
        seen: set[int] = set()
        for page, names in wiki_pages(self._path, progress):
            if page.namespace != "0":
                account.note("pages of other namespaces", page.title)
            elif not page.title.strip():
                account.note("pages without a title", f"page {page.page}")
            elif page.text is None:
                account.note("pages without a revision or its text", page.title)
            elif hash(page.title) in seen:
                account.note("pages that stand twice", page.title)
            else:
                seen.add(hash(page.title))
                yield page, names
