"""Where a text stands in another up to white space, Unicode form, letter case or typographic marks.

An answer that is "not in the context" mostly is: with a no-break space, a ligature or a curly quotation mark. What is
found is a span of the context as it stands, so that the context's own form can take the answer's place.
"""

import unicodedata
from array import array
from bisect import bisect_left
from collections.abc import Iterator, Sequence
from functools import lru_cache
from typing import NamedTuple

import msgspec

from spanwise.text.span import Span
from spanwise.text.word_edge import inside_word

__all__ = [
    "LEVELS",
    "Folded",
    "Match",
    "closest_level",
    "cuts_word",
    "exactly",
    "fold",
    "loose_match",
    "loose_span_at",
    "nearest_match",
    "spaced_span_at",
]

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

    def spans_from(self, needle: str, begin: int = 0) -> Iterator[Span]:
        """Give the spans of the unfolded text that a folded one stands at, from the left; they may overlap."""
        found = self.text.find(needle, begin) if needle else -1
        while found >= 0:
            if (span := self._span(found, len(needle))) is not None:
                yield span
            found = self.text.find(needle, found + 1)

    def spans_before(self, needle: str, end: int) -> Iterator[Span]:
        """Give those that begin before a place of the folded text, from the right."""
        found = self.text.rfind(needle, 0, end + len(needle) - 1) if needle else -1
        while found >= 0:
            if (span := self._span(found, len(needle))) is not None:
                yield span
            found = self.text.rfind(needle, 0, found + len(needle) - 1)

    def _span(self, found: int, size: int) -> Span | None:
        """Return the span of a match, unless it begins or ends within one character, such as the "i" of a ligature."""
        starts, last = self.starts, found + size - 1
        if found and starts[found] == starts[found - 1]:
            return None
        if last + 1 < len(starts) and starts[last + 1] == starts[last]:
            return None
        return Span(starts[found], self.ends[last])


def exactly(text: str) -> Folded:
    """Return a text with nothing overlooked, to be searched like a folded one."""
    return Folded(text, range(len(text)), range(1, len(text) + 1))


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


class Match(NamedTuple):
    """Where a text stands in a context."""

    span: Span
    """The only span it stands at, or the nearest to where it should."""
    alone: bool
    """Whether there is no other."""
    times: int
    level: str = ""
    """Which of `LEVELS` had to be overlooked; empty: the text stands there letter by letter."""


def cuts_word(context: str, span: Span) -> bool:
    """Return whether a span starts or ends inside a word."""
    return inside_word(context, span.start) or inside_word(context, span.end)


def nearest_match(needle: str, context: str, start: int | None, folded: Folded) -> Match | None:
    """Return where a folded text stands, nearest to a start, or None where it does not.

    Where it stands as whole words, places inside words do not count: "art" is not looked for in "party".

    Args:
        needle: The text, folded as the context is.
        context: The context itself.
        start: Where the text should begin, in code points of the context; None: anywhere.
        folded: The context, folded.
    """
    inside: list[Span] = []
    whole: list[Span] = []
    for span in folded.spans_from(needle):
        (inside if cuts_word(context, span) else whole).append(span)
        # Two whole ones are not alone, and in a whole paper there may be thousands: the nearest is looked for below.
        if len(whole) == 2:
            break
    if len(whole) < 2:
        spans = whole or inside
        if not spans:
            return None
        span = spans[0] if start is None else min(spans, key=lambda s: abs(s.start - start))
        return Match(span, len(spans) == 1, len(spans))
    times = folded.text.count(needle)
    if start is None:
        return Match(whole[0], False, times)
    place = bisect_left(folded.starts, start)
    near = (folded.spans_from(needle, place), folded.spans_before(needle, place))
    first = [next((s for s in spans if not cuts_word(context, s)), None) for spans in near]
    span = min((s for s in first if s is not None), key=lambda s: abs(s.start - start))
    return Match(span, False, times)


# One context at its levels: answers are looked for context by context, and a whole paper folds to megabytes.
_context_folded = lru_cache(maxsize=len(LEVELS))(fold)


def closest_level(text: str, context: str) -> str | None:
    """Return the first of `LEVELS` at which a text stands in a context, or None where it does at no level.

    It does not say where, which `loose_match` does, and takes a part of a ligature for a letter.
    """
    needles = _at_levels(text)
    return next(
        (level for level, n, hay in zip(LEVELS, needles, _context_at_levels(context), strict=True) if n in hay), None
    )


def _at_levels(text: str) -> tuple[str, ...]:
    """Return a text folded whole at each level, which is quick and has no way back to its offsets."""
    spaced = " ".join(text.split())
    decomposed = _decomposed(spaced)
    caseless = _caseless(decomposed)
    unmarked = _unmarked(caseless)
    return spaced, decomposed, caseless, unmarked, "".join(unmarked.split())


_context_at_levels = lru_cache(maxsize=1)(_at_levels)


def _decomposed(text: str) -> str:
    return unicodedata.normalize("NFKD", text)


def _caseless(text: str) -> str:
    return _decomposed(text.casefold())


def _unmarked(text: str) -> str:
    return text.translate(_MARKS)


def loose_match(text: str, context: str, start: int | None) -> Match | None:
    """Return where a text stands in a context at the first of `LEVELS` at which it does, or None at no level.

    Args:
        text: The text as written; its outer white space does not count.
        context: The context.
        start: Where the text should begin; None: anywhere. What begins just there is taken before all else.
    """
    lowest = closest_level(text, context)
    for level in () if lowest is None else LEVELS[LEVELS.index(lowest) :]:
        match = nearest_match(fold(text.strip(), level).text, context, start, _context_folded(context, level))
        if match is not None:
            return match._replace(alone=match.alone or match.span.start == start, level=level)
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
            span = next(folded.spans_from(needle), None)
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
