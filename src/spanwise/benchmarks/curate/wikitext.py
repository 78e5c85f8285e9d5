"""Wikitext to paragraphs: what a reader of the page sees as running text, and nothing else.

mwparserfromhell takes the markup apart; what each part is worth is decided here. Tables, lists, headings, files,
notes and formulas are left out and counted. Of templates, those that merely cite vanish, those that set text apart
give their text, and any other leaves a hole in its sentence, which is counted.
"""

import re
from collections import Counter
from collections.abc import Callable, Iterator
from typing import TYPE_CHECKING, Any

import msgspec

from spanwise.benchmarks.curate.clean_text import clean_text, mended
from spanwise.benchmarks.curate.wiki_templates import rendered, vanishes
from spanwise.errors import MissingExtraError

if TYPE_CHECKING:
    from types import ModuleType

__all__ = ["Extracted", "linked_titles", "page_key", "wikitext_paragraphs", "wikitext_parser"]

# Characters that XML forbids, so that no page can hold them.
_CUT = "\x01"
_ITEM = "\x02"
_HOLE = "\x03"

_LINK = re.compile(r"\[\[([^\[\]|{}<>\n]+)")
_PREFIX = re.compile(r":?\s*([^:]+?)\s*:")
_LANGUAGE = re.compile(r"[a-z]{2,3}(-[a-z]+)*")
_CANONICAL = frozenset(("file", "image", "media", "category", "template", "user", "help", "wikipedia", "special"))
_BLOCKS = frozenset(("blockquote", "center", "div", "p", "poem"))
_INLINE = frozenset(
    (
        *("a", "abbr", "b", "bdi", "bdo", "big", "cite", "code", "dfn", "em", "font", "i", "ins", "kbd", "mark"),
        *("nowiki", "q", "s", "samp", "small", "span", "strong", "sub", "sup", "tt", "u", "var"),
    )
)
_LIST = frozenset(("li", "dd", "dt"))
_UNSEEN = frozenset(("ref", "references", "templatestyles", "includeonly", "section", "indicator", "del"))
_NAMED = {"table": "tables", "gallery": "galleries", "math": "formulas", "chem": "formulas", "ce": "formulas"}


class Extracted(msgspec.Struct, frozen=True):
    """The paragraphs of a page, and what else its markup held, counted by kind."""

    paragraphs: tuple[str, ...]
    left_out: tuple[tuple[str, int], ...] = ()


def page_key(title: str) -> str:
    """Return a title as MediaWiki files it: blanks for underscores, the first letter large, no section."""
    text = " ".join(title.partition("#")[0].replace("_", " ").split()).removeprefix(":").strip()
    return text[:1].upper() + text[1:]


def linked_titles(wikitext: str, namespaces: frozenset[str] = frozenset()) -> tuple[str, ...]:
    """Return the keys of the articles that a text links to, each once; links to files, categories and the like not.

    Args:
        wikitext: The page's markup.
        namespaces: The wiki's own names of namespaces, in small letters.
    """
    found: dict[str, None] = {}
    for target in _LINK.findall(wikitext):
        if ":" not in target or _namespace(target, namespaces) is None:
            found[page_key(target)] = None
    found.pop("", None)
    return tuple(found)


def _namespace(target: str, namespaces: frozenset[str]) -> str | None:
    """Return the namespace or language that a link's target begins with, or None where it is an article."""
    match = _PREFIX.match(target)
    if match is None:
        return None
    prefix = " ".join(match[1].replace("_", " ").split()).lower()
    return prefix if prefix in _CANONICAL or prefix in namespaces or _LANGUAGE.fullmatch(prefix) else None


def wikitext_paragraphs(
    wikitext: str, namespaces: frozenset[str] = frozenset(), *, keep_holes: bool = False
) -> Extracted:
    """Return the paragraphs of a page's markup and what was left out.

    Args:
        wikitext: The page's markup.
        namespaces: The wiki's own names of namespaces, in small letters.
        keep_holes: Keep a paragraph in which a template or formula was left out of a sentence.

    Raises:
        MissingExtraError: mwparserfromhell is not installed.
        ValueError: The markup cannot be taken apart.
    """
    parser = wikitext_parser()
    try:
        code = parser.parse(wikitext)
    except parser.parser.ParserError as error:
        raise ValueError(str(error)) from None
    renderer = _Renderer(namespaces)
    text = "".join(renderer.texts(code))
    return _paragraphs(text, renderer.counts, keep_holes=keep_holes)


def wikitext_parser() -> "ModuleType":
    """Return mwparserfromhell.

    Raises:
        MissingExtraError: It is not installed.
    """
    try:
        import mwparserfromhell
    except ImportError:
        raise MissingExtraError(
            'wikitext is read with mwparserfromhell; install it with: pip install "spanwise[curate]"'
        ) from None
    module: ModuleType = mwparserfromhell
    return module


class _Renderer:
    """Turns the nodes of a page into text with marks where something was cut."""

    def __init__(self, namespaces: frozenset[str]) -> None:
        self.counts: Counter[str] = Counter()
        self._namespaces = namespaces
        self._kinds: dict[str, Callable[[Any], Iterator[str]]] = {
            "Text": lambda node: iter((str(node.value),)),
            "HTMLEntity": lambda node: iter((node.normalize(),)),
            "Wikilink": self._link,
            "ExternalLink": lambda node: self.texts(node.title) if node.title is not None else iter(()),
            "Heading": self._heading,
            "Tag": self._tag,
            "Template": self._template,
            "Argument": self._hole,
        }

    def texts(self, code: Any) -> Iterator[str]:
        """Give the text of each node in turn; comments give none."""
        for node in getattr(code, "nodes", ()):
            render = self._kinds.get(type(node).__name__)
            if render is not None:
                yield from render(node)

    def _hole(self, node: Any) -> Iterator[str]:
        del node
        yield _HOLE

    def _heading(self, node: Any) -> Iterator[str]:
        del node
        yield f"\n{_CUT}\n"

    def _link(self, node: Any) -> Iterator[str]:
        target = str(node.title)
        namespace = _namespace(target, self._namespaces)
        # A second bar is a file's size or place: wikis have names for files that an export does not list.
        is_file = namespace in ("file", "image", "media") or "|" in str(node.text or "")
        if is_file and not target.lstrip().startswith(":"):
            self.counts["files"] += 1
        elif namespace is None or target.lstrip().startswith(":"):
            # A colon in front shows a link to a file or category instead of the thing itself.
            yield from self.texts(node.text if node.text is not None else node.title)

    def _tag(self, node: Any) -> Iterator[str]:
        name = str(node.tag).strip().lower()
        if name in _LIST:
            # Wiki's own list marks stand alone at the start of a line; those of HTML hold their text.
            yield f"\n{_ITEM}" if node.contents else _ITEM
            yield from self.texts(node.contents)
        elif name == "br":
            yield " "
        elif name == "hr":
            yield f"\n{_CUT}\n"
        elif name in _INLINE:
            yield from self.texts(node.contents)
        elif name in _BLOCKS or name in ("ul", "ol", "dl"):
            around = "\n\n" if name in _BLOCKS else f"\n{_CUT}\n"
            yield around
            yield from self.texts(node.contents)
            yield around
        elif name not in _UNSEEN:
            kind = _NAMED.get(name, "other tags")
            self.counts[kind] += 1
            yield f"\n{_CUT}\n" if kind in ("tables", "galleries") else _HOLE

    def _template(self, node: Any) -> Iterator[str]:
        name = " ".join(str(node.name).replace("_", " ").split()).lower()
        if vanishes(name):
            return
        text = rendered(name, lambda place: self._argument(node, place))
        if text is not None:
            yield text
            return
        yield _HOLE

    def _argument(self, node: Any, place: int) -> str | None:
        """Return the text of a template's n-th argument without a name, counted from 1; -1 is the last."""
        plain = [p for p in node.params if not p.showkey]
        if not plain or place > len(plain):
            return None
        chosen = plain[-1] if place < 0 else plain[place - 1]
        return "".join(self.texts(chosen.value)).strip()


def _paragraphs(text: str, counts: Counter[str], *, keep_holes: bool) -> Extracted:
    kept = []
    lines: list[str] = []
    for line in [*text.split("\n"), ""]:
        bare = line.strip(f" \t{_HOLE}")
        if bare and bare[0] not in (_ITEM, _CUT, "|", "!") and not line.startswith(" "):
            lines.append(line)
            continue
        if bare.startswith(_ITEM):
            counts["lines of lists"] += 1
        elif bare.startswith(("|", "!")):
            # A table that a template begins or ends is none to a parser that cannot see into the template.
            counts["lines of tables"] += 1
        elif bare and not bare.startswith(_CUT):
            counts["preformatted lines"] += 1
        elif not bare and line.strip():
            # A template alone on its line, such as an infobox, belongs to no sentence.
            counts["templates outside sentences"] += 1
            continue
        if lines:
            paragraph = " ".join(lines)
            lines = []
            if _HOLE in paragraph:
                counts["paragraphs with a template left out of a sentence"] += 1
                if not keep_holes:
                    continue
            kept.append(mended(clean_text(paragraph.replace(_HOLE, " "))))
    return Extracted(tuple(p for p in kept if p), tuple(counts.items()))
