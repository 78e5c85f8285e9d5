"""What every source of documents gives: pages with their links first, then the text of those that were chosen."""

from collections.abc import Callable, Iterator, Set
from typing import Protocol

import msgspec

from spanwise.benchmarks.curate.account import Account

__all__ = ["Document", "Page", "Progress", "Source"]

Progress = Callable[[int, int], None]
"""Takes how many bytes are read of how many."""


class Page(msgspec.Struct, frozen=True, gc=False):
    """A page as the first reading sees it: what it is called and what it links to."""

    key: str
    """What links name it by."""
    title: str
    links: tuple[str, ...] = ()
    """The keys that it links to, some of which may be of no page."""
    redirect: str | None = None
    """The key it stands for, where it has no text of its own."""


class Document(msgspec.Struct, frozen=True, gc=False):
    """The paragraphs of one page, free of markup, with the state of the source that they were taken from."""

    title: str
    paragraphs: tuple[str, ...]
    revision: str
    """The revision's number where the source has one, or 16 hexadecimal digits that change with the content."""
    page: str = ""
    """The page's number, or the file's path within the folder."""
    timestamp: str = ""
    left_out: tuple[tuple[str, int], ...] = ()
    """What the markup held beside paragraphs, counted by kind."""


class Source(Protocol):
    """Documents that can be read twice: a page's place in the first reading names it in the second.

    Two readings instead of one that keeps everything, so that an export of any size is read in little memory.
    """

    @property
    def name(self) -> str:
        """How the source is called in messages."""
        ...

    def pages(self, account: Account, progress: Progress | None = None) -> Iterator[Page]:
        """Give every page in order, and note what is none."""
        ...

    def documents(
        self, chosen: Set[int], account: Account, progress: Progress | None = None
    ) -> Iterator[tuple[int, Document]]:
        """Give the pages at these places, counted from 0, in order, and note what could not be read."""
        ...
