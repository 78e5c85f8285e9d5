"""Markdown to paragraphs and links, taken apart by markdown-it-py as CommonMark with tables says."""

from collections import Counter
from collections.abc import Iterator, Sequence
from typing import TYPE_CHECKING

import msgspec

from spanwise.benchmarks.curate.clean_text import clean_text, mended
from spanwise.errors import MissingExtraError

if TYPE_CHECKING:
    from markdown_it.token import Token

__all__ = ["MarkdownText", "read_markdown"]

_LEFT_OUT = {
    "bullet_list": "lists",
    "ordered_list": "lists",
    "table": "tables",
}
_ALONE = {"fence": "blocks of code", "code_block": "blocks of code", "html_block": "blocks of HTML"}


class MarkdownText(msgspec.Struct, frozen=True):
    """What a Markdown text holds: a title, paragraphs, links, and the rest counted by kind."""

    title: str
    """The first heading of the first level, or nothing."""
    paragraphs: tuple[str, ...]
    links: tuple[str, ...]
    """Targets as they are written, each once."""
    left_out: tuple[tuple[str, int], ...]


def read_markdown(text: str) -> MarkdownText:
    """Return the paragraphs of a Markdown text without its marks; quotes keep theirs, lists and tables do not.

    Raises:
        MissingExtraError: markdown-it-py is not installed.
    """
    try:
        from markdown_it import MarkdownIt
    except ImportError:
        raise MissingExtraError(
            'Markdown is read with markdown-it-py; install it with: pip install "spanwise[curate]"'
        ) from None
    title = ""
    kept: list[str] = []
    links: dict[str, None] = {}
    counts: Counter[str] = Counter()
    hidden = 0
    before = ""
    for token in MarkdownIt("commonmark").enable("table").parse(_without_front_matter(text)):
        kind, _, end = token.type.rpartition("_")
        if kind in _LEFT_OUT:
            counts[_LEFT_OUT[kind]] += end == "open" and not hidden
            hidden += 1 if end == "open" else -1
        elif token.type in _ALONE:
            counts[_ALONE[token.type]] += 1
        elif token.type == "inline":
            children = token.children or ()
            links |= dict.fromkeys(_targets(children))
            shown = mended(clean_text("".join(_shown(children))))
            if before == "h1" and not title:
                title = shown
            elif before == "p" and not hidden and shown:
                kept.append(shown)
        before = token.tag if end == "open" else ""
    return MarkdownText(title, tuple(kept), tuple(links), tuple(counts.items()))


def _without_front_matter(text: str) -> str:
    """Return the text behind a block of settings between two lines of dashes, which site generators put in front."""
    if text.startswith("---\n"):
        _, closed, rest = text[4:].partition("\n---\n")
        return rest if closed else text
    return text


def _shown(children: "Sequence[Token]") -> Iterator[str]:
    """Give the text of a line's parts; pictures and HTML marks have none."""
    for child in children:
        if child.type in ("text", "code_inline", "text_special"):
            yield child.content
        elif child.type in ("softbreak", "hardbreak"):
            yield " "


def _targets(children: "Sequence[Token]") -> Iterator[str]:
    for child in children:
        if child.type == "link_open":
            yield str(child.attrs.get("href", ""))
