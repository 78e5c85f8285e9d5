"""The ways in which the starts of a file may have been counted, other than in code points of the context as it is.

A tool that counts bytes, a browser that counts UTF-16 units, a newline translated on the way: each leaves a pattern
that can be undone exactly, which a search for the answer's text cannot where the text occurs more than once.
"""

import html
import re
from bisect import bisect_left, bisect_right
from collections.abc import Callable, Sequence

import msgspec

__all__ = ["READINGS", "Reading", "entities", "shift", "unescaped"]

Starts = list[int | None]

_ENTITY = re.compile(r"&(?:#[0-9]{1,7}|#[xX][0-9a-fA-F]{1,6}|[A-Za-z][A-Za-z0-9]{1,31});")
_UNEVEN_SPACE = re.compile(r"\s\s|[^\S ]|^\s|\s\Z")


class Reading(msgspec.Struct, frozen=True):
    """One way to understand the starts of a file."""

    phrase: str
    """What is said of starts that fit this reading."""
    convert: Callable[[str, Sequence[int]], Starts]
    """Turns ascending starts into code points of the context; None: this is no place in it."""
    signed: bool = False
    """Whether negative starts have a meaning: a count has none below 0, a shift can come from there."""


def _utf8(context: str, starts: Sequence[int]) -> Starts:
    if context.isascii():
        return list(starts)
    data = context.encode("utf-8", "surrogatepass")
    places: Starts = []
    byte = point = 0
    for start in starts:
        if start > len(data) or (start < len(data) and data[start] & 0xC0 == 0x80):
            places.append(None)
            continue
        # Counted on from the start before: the whole context is decoded once, however many starts there are.
        point += len(data[byte:start].decode("utf-8", "surrogatepass"))
        byte = start
        places.append(point)
    return places


def _utf16(context: str, starts: Sequence[int]) -> Starts:
    wide = [i for i, c in enumerate(context) if c > "\uffff"] if not context.isascii() else []
    # The unit at which each wide character begins: one more for every wide character before it.
    units = [place + before for before, place in enumerate(wide)]
    places: Starts = []
    for start in starts:
        before = bisect_left(units, start)
        inside = before > 0 and units[before - 1] + 1 == start
        places.append(None if inside else start - before)
    return places


def _newline_as_one(context: str, starts: Sequence[int]) -> Starts:
    ends = [m.start() - i for i, m in enumerate(re.finditer("\r\n", context))]
    return [start + bisect_left(ends, start) for start in starts]


def _newline_as_two(context: str, starts: Sequence[int]) -> Starts:
    ends = [m.start() + i for i, m in enumerate(re.finditer("(?<!\r)\n", context))]
    return [start - bisect_left(ends, start) for start in starts]


def _without_leading_space(context: str, starts: Sequence[int]) -> Starts:
    lost = len(context) - len(context.lstrip())
    return [start + lost for start in starts]


def _collapsed(context: str, starts: Sequence[int], *, stripped: bool) -> Starts:
    if not _UNEVEN_SPACE.search(context):
        return list(starts)
    words = [m.span() for m in re.finditer(r"\S+", context)]
    if not words:
        return [None for _ in starts]
    own: list[int] = []
    length = 1 if not stripped and words[0][0] else 0
    for begin, end in words:
        own.append(length)
        length += end - begin + 1
    places: Starts = []
    for start in starts:
        index = bisect_right(own, start) - 1
        begin, end = words[index] if index >= 0 else (0, 0)
        places.append(min(begin + start - own[index], end) if index >= 0 else 0)
    return places


def _stripped(context: str, starts: Sequence[int]) -> Starts:
    return _collapsed(context, starts, stripped=True)


def _collapsed_only(context: str, starts: Sequence[int]) -> Starts:
    return _collapsed(context, starts, stripped=False)


def entities(text: str) -> list[tuple[int, int, str]]:
    """Return (start, end, the characters it stands for) of each HTML entity in a text."""
    if "&" not in text:
        return []
    found = [(m.start(), m.end(), html.unescape(m.group())) for m in _ENTITY.finditer(text)]
    return [(start, end, characters) for start, end, characters in found if characters != text[start:end]]


def unescaped(text: str, starts: Sequence[int] = ()) -> tuple[str, Starts]:
    """Return a text with its HTML entities put as characters, and where each of some offsets has gone.

    One level only, and only entities that end in a semicolon, so that a web address keeps its "&para=". An offset
    within an entity has no place in the new text.
    """
    pieces: list[str] = []
    begins: list[int] = []
    ends = [0]
    shrunk = [0]
    for start, end, character in entities(text):
        pieces += [text[ends[-1] : start], character]
        begins.append(start)
        ends.append(end)
        shrunk.append(shrunk[-1] + end - start - len(character))
    pieces.append(text[ends[-1] :])
    places: Starts = []
    for offset in starts:
        before = bisect_left(begins, offset)
        places.append(None if offset < ends[before] else offset - shrunk[before])
    return "".join(pieces), places


def _entities_as_one(context: str, starts: Sequence[int]) -> Starts:
    begins: list[int] = []
    shrunk = [0]
    for start, end, character in entities(context):
        begins.append(start - shrunk[-1])
        shrunk.append(shrunk[-1] + end - start - len(character))
    return [start + shrunk[bisect_left(begins, start)] for start in starts]


READINGS: tuple[Reading, ...] = (
    Reading("the offsets count UTF-8 bytes", _utf8),
    Reading("the offsets count UTF-16 units", _utf16),
    Reading("the offsets were made after newline translation (CRLF to LF)", _newline_as_one),
    Reading("the offsets were made after newline translation (LF to CRLF)", _newline_as_two),
    Reading("the offsets were made on the context without its leading white space", _without_leading_space),
    Reading("the offsets were made on the context with its white space collapsed", _collapsed_only),
    Reading("the offsets were made on the context with its white space collapsed and stripped", _stripped),
    Reading("the offsets were made on the context with its HTML entities unescaped", _entities_as_one),
)
"""The readings that need no number to be guessed; each is the identity on a context that has nothing of its kind."""


def shift(by: int) -> Reading:
    """Return the reading of starts that are all off by one and the same number."""
    side = "small" if by > 0 else "large"
    return Reading(
        f"the offsets are off by {abs(by)} (too {side})",
        lambda _, starts: [start + by if start + by >= 0 else None for start in starts],
        signed=True,
    )
