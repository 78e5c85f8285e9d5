"""Long texts cut into pieces that a pipeline takes in bounded memory, and the pieces' annotation put together again."""

import re
from collections.abc import Sequence

from spanwise.language.annotated import Annotated, Entity, TokenSpan

__all__ = ["LONGEST", "joined", "pieces"]

LONGEST = 10_000
"""The most code points of a piece. spaCy keeps some kilobytes for each code point of what it works on at once: a whole
book of 360,000 would take gigabytes, and above a million it refuses."""

# Where to cut, best first: behind a blank line, a line, a sentence, a word.
_PLACES = tuple(
    re.compile(pattern)
    for pattern in (r"\n[^\S\n]*\n\s*", r"\n\s*", r"""[.!?…؟]["'”’»)\]]*\s+|[。！？｡।॥]["'”’»」』）]*\s*""", r"\s+")
)


def pieces(text: str, longest: int = LONGEST) -> tuple[str, ...]:
    """Return the text in pieces that put together are the text; a text that is not too long is one piece.

    A cut lies at the end of a paragraph, line or sentence where there is one in the second half of what a piece may
    hold, so that hardly a sentence is parsed in two parts.
    """
    found: list[str] = []
    start = 0
    while len(text) - start > longest:
        end = _cut(text, start + longest // 2, start + longest)
        found.append(text[start:end])
        start = end
    return (*found, text[start:])


def _cut(text: str, low: int, high: int) -> int:
    for place in _PLACES:
        ends = [match.end() for match in place.finditer(text, low, high)]
        if ends:
            return ends[-1]
    return high


def joined(text: str, parts: Sequence[Annotated]) -> Annotated:
    """Return the annotation of a text from that of its pieces in order."""
    if len(parts) == 1:
        return parts[0]
    points: list[int] = []
    tokens: list[int] = []
    point = token = 0
    for part in parts:
        points.append(point)
        tokens.append(token)
        point += len(part.text)
        token += len(part)
    by_point = list(zip(points, parts, strict=True))
    by_token = list(zip(tokens, parts, strict=True))
    return Annotated(
        text=text,
        starts=tuple([at + start for at, part in by_point for start in part.starts]),
        ends=tuple([at + end for at, part in by_point for end in part.ends]),
        lemmas=tuple([lemma for part in parts for lemma in part.lemmas]),
        pos=tuple([pos for part in parts for pos in part.pos]),
        tags=tuple([tag for part in parts for tag in part.tags]),
        dependencies=tuple([relation for part in parts for relation in part.dependencies]),
        heads=tuple([at + head for at, part in by_token for head in part.heads]),
        entities=tuple([Entity(at + e.start, at + e.end, e.type) for at, part in by_token for e in part.entities]),
        noun_chunks=_moved([(at, part.noun_chunks) for at, part in by_token]),
        sentences=_moved([(at, part.sentences) for at, part in by_token]),
    )


def _moved(groups: Sequence[tuple[int, Sequence[TokenSpan]]]) -> tuple[TokenSpan, ...]:
    return tuple([TokenSpan(at + span.start, at + span.end) for at, spans in groups for span in spans])
