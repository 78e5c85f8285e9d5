"""Where a text stands in another up to white space, Unicode form, letter case or typographic marks.

An answer that is "not in the context" mostly is: with a no-break space, a ligature or a curly quotation mark. What is
found is a span of the context as it stands, so that the context's own form can take the answer's place.
"""

import unicodedata
from array import array
from collections.abc import Callable, Iterator, Sequence
from functools import lru_cache

import msgspec

from spanwise.text.span import Span

__all__ = ["LEVELS", "Folded", "closest_level", "fold", "loose_match", "loose_span_at", "spaced_span_at"]

LEVELS = ("white space", "Unicode form", "letter case", "typographic marks", "spacing")
"""What is overlooked, from little to much; each level overlooks what those before it do as well.

"White space" is what kind and how much, "spacing" is whether there is any: "Levi 's" against "Levi's".
"""

_MARKS = str.maketrans(
    dict.fromkeys("\u2018\u2019\u201a\u201b\u2032\u02bc`\u00b4", "'")
    | dict.fromkeys("\u201c\u201d\u201e\u201f\u2033\u00ab\u00bb", '"')
    | dict.fromkeys("\u2010\u2011\u2012\u2013\u2014\u2015\u2212", "-")
    | dict.fromkeys("\u200b\u200c\u200d\u200e\u200f\u2060\ufeff\u00ad", "")
)


class Folded(msgspec.Struct, frozen=True):
    """A text with what a level overlooks made equal, and the way back to the text's own offsets."""

    text: str
    starts: Sequence[int]
    """For every folded character, where what it came from starts."""
    ends: Sequence[int]
    """For every folded character, where what it came from ends."""

    def spans_of(self, needle: str) -> Iterator[Span]:
        """Give the spans of the unfolded text that a folded text stands at, from the left; they may overlap."""
        found = self.text.find(needle) if needle else -1
        while found >= 0:
            last = found + len(needle) - 1
            # A match that begins or ends within one character, such as the "i" of a ligature, is none.
            begins = found == 0 or self.starts[found] != self.starts[found - 1]
            if begins and (last + 1 == len(self.text) or self.starts[last + 1] != self.starts[last]):
                yield Span(self.starts[found], self.ends[last])
            found = self.text.find(needle, found + 1)


def fold(text: str, level: str) -> Folded:
    """Return a text folded at one of `LEVELS`."""
    depth = LEVELS.index(level)
    pieces: list[str] = []
    starts, ends = array("i"), array("i")
    known: dict[str, str] = {}
    for start, end in _characters(text):
        own = text[start:end]
        piece = known.get(own)
        if piece is None:
            piece = known[own] = _folded_character(own, depth)
        pieces.append(piece)
        starts.extend([start] * len(piece))
        ends.extend([end] * len(piece))
    return Folded("".join(pieces), starts, ends)


def _folded_character(own: str, depth: int) -> str:
    if own.isspace():
        return " " if depth < 4 else ""
    if depth >= 1:
        own = _decomposed(own)
    if depth >= 2:
        own = _caseless(own)
    return _unmarked(own) if depth >= 3 else own


def _characters(text: str) -> Iterator[tuple[int, int]]:
    """Give the bounds of each run of white space and of each letter with its combining marks."""
    start, size = 0, len(text)
    while start < size:
        end = start + 1
        if text[start].isspace():
            while end < size and text[end].isspace():
                end += 1
        else:
            while end < size and text[end] > "\u02ff" and unicodedata.combining(text[end]):
                end += 1
        yield start, end
        start = end


# One context at its levels: answers are looked for context by context, and a whole paper folds to megabytes.
_context_folded = lru_cache(maxsize=len(LEVELS))(fold)


def closest_level(text: str, context: str) -> str | None:
    """Return the first of `LEVELS` at which a text stands in a context, or None where it does at no level.

    It folds both whole, which is quick, and does not say where; `loose_match` does. A ligature cut in two passes.
    """
    needle, hay = " ".join(text.split()), " ".join(context.split())
    for level, overlook in zip(LEVELS, _OVERLOOK, strict=True):
        needle, hay = overlook(needle), overlook(hay)
        if needle in hay:
            return level
    return None


def _decomposed(text: str) -> str:
    return unicodedata.normalize("NFKD", text)


def _caseless(text: str) -> str:
    return _decomposed(text.casefold())


def _unmarked(text: str) -> str:
    return text.translate(_MARKS)


def _unspaced(text: str) -> str:
    return "".join(text.split())


_OVERLOOK: tuple[Callable[[str], str], ...] = (str, _decomposed, _caseless, _unmarked, _unspaced)
"""What each level does to a text whose white space is single spaces, one after the other."""


def loose_match(text: str, context: str) -> tuple[str, tuple[Span, ...]] | None:
    """Return the first of `LEVELS` at which a text stands in a context, and every span it stands at.

    None: it does not stand there at any level.
    """
    lowest = closest_level(text, context)
    for level in () if lowest is None else LEVELS[LEVELS.index(lowest) :]:
        needle = fold(text.strip(), level).text
        spans = tuple(_context_folded(context, level).spans_of(needle))
        if spans:
            return level, spans
    return None


def loose_span_at(text: str, context: str, start: int) -> tuple[str, Span] | None:
    """Return the first of `LEVELS` at which a text begins at a place of a context, and the span it covers there."""
    if not 0 <= start < len(context):
        return None
    # A folded text can be longer or shorter than it was, hence the room; white space may be wider without bound,
    # which `spaced_span_at` is for.
    window = context[start : start + 3 * len(text) + 16]
    for level in LEVELS:
        folded = fold(window, level)
        needle = fold(text.strip(), level).text
        if needle and folded.text.startswith(needle):
            span = next(folded.spans_of(needle), None)
            if span is not None and span.start == 0:
                return level, Span(start, start + span.end)
    return None


def spaced_span_at(text: str, context: str, start: int) -> Span | None:
    """Return the span that a text covers at a place of a context, white space of any width taken as equal.

    Outer white space of the text is no part of the span, whether ``start`` counts it or not.
    """
    words = text.split()
    if not words or start < 0:
        return None
    begin = _after_space(context, start) if text[0].isspace() else start
    position = begin
    for index, word in enumerate(words):
        if index:
            after = _after_space(context, position)
            if after == position:
                return None
            position = after
        if not context.startswith(word, position):
            return None
        position += len(word)
    return Span(begin, position)


def _after_space(context: str, position: int) -> int:
    while position < len(context) and context[position].isspace():
        position += 1
    return position
