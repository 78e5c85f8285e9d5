"""Constituents of annotated text: the spans that a reader weighs as answers.

SQuAD's first reader took its candidates from a constituency parse (Rajpurkar et al., 2016, section 5). Here they come
from the dependency tree, which every pipeline with a parser has.
"""

from collections.abc import Iterator
from typing import TYPE_CHECKING

import msgspec
import numpy as np

from spanwise.language.annotated import Annotated, TokenSpan

if TYPE_CHECKING:
    from numpy.typing import NDArray

    IntArray = NDArray[np.int64]

__all__ = ["Constituents", "constituents"]


class Constituents(msgspec.Struct, frozen=True):
    """The candidate answers of one annotated text: c spans ordered by sentence, start and end, each once."""

    starts: "IntArray"
    """The first token of each, shape (c,)."""
    ends: "IntArray"
    """The token after the last of each, shape (c,)."""
    heads: "IntArray"
    """The token that the others of the span hang on, shape (c,)."""
    labels: tuple[str, ...]
    """What kind of phrase each is: "NP", "VP", "PP", "S", "ADJP", "ADVP", "QP" (a number) or "X", shape (c,)."""
    sentences: "IntArray"
    """The sentence each lies in, shape (c,)."""

    def __len__(self) -> int:
        """Return the number of candidates."""
        return len(self.labels)


def constituents(annotated: Annotated, *, longest: int = 20) -> Constituents:
    """Return the spans of a text that hang together in its dependency tree, and its entities and noun chunks.

    Args:
        annotated: The text with its tree.
        longest: The most tokens of a candidate.
    """
    n = len(annotated)
    if not n:
        none = np.zeros(0, dtype=np.int64)
        return Constituents(none, none, none, (), none)
    found: dict[tuple[int, int], int] = {}
    for length, starts, heads in _connected(annotated, longest):
        found.update(zip(zip(starts.tolist(), (starts + length).tolist(), strict=True), heads.tolist(), strict=True))
    known = [*annotated.noun_chunks, *[TokenSpan(e.start, e.end) for e in annotated.entities]]
    for start, end in known:
        if end - start <= longest:
            found.setdefault((start, end), _head(annotated, start, end))
    wordless = [pos in ("PUNCT", "SPACE") for pos in annotated.pos]
    kept: dict[tuple[int, int], int] = {}
    for (start, end), head in sorted(found.items()):
        first, last = start, end
        while first < last and (wordless[first] or annotated.words[first].lower() in ("a", "an", "the")):
            first += 1
        while first < last and wordless[last - 1]:
            last -= 1
        if first < last:
            kept.setdefault((first, last), head if first <= head < last else _head(annotated, first, last))
    spans = sorted(kept)
    bounds = np.array(spans, dtype=np.int64).reshape(-1, 2)
    heads = np.array([kept[span] for span in spans], dtype=np.int64)
    index = np.array(annotated.sentence_index, dtype=np.int64)
    labels = tuple([_label(annotated, start, end, kept[start, end]) for start, end in spans])
    return Constituents(bounds[:, 0], bounds[:, 1], heads, labels, index[bounds[:, 0]])


def _connected(annotated: Annotated, longest: int) -> Iterator[tuple[int, "IntArray", "IntArray"]]:
    """Yield, length by length, the spans in which all tokens but one have their head, and that one.

    The number of arcs inside a span is that of the span without its first token, plus the arcs from that token to
    the right: one addition of columns a length for all spans of a text.
    """
    n = len(annotated)
    tokens = np.arange(n)
    parents = np.array(annotated.heads)
    low, reach = np.minimum(tokens, parents), np.abs(tokens - parents)
    near = (reach > 0) & (reach < longest)
    arcs = np.zeros((longest, n + 1), dtype=np.int64)
    np.add.at(arcs, (reach[near], low[near]), 1)
    children = np.zeros((longest, n + 1), dtype=np.int64)
    np.add.at(children, (reach[near], low[near]), tokens[near])
    arcs, children = np.cumsum(arcs, axis=0), np.cumsum(children, axis=0)
    inside = np.zeros(n + 1, dtype=np.int64)
    below = np.zeros(n + 1, dtype=np.int64)
    for length in range(1, min(longest, n) + 1):
        inside = np.append(inside[1:], 0) + arcs[length - 1]
        below = np.append(below[1:], 0) + children[length - 1]
        starts = np.flatnonzero(inside[: n - length + 1] == length - 1)
        yield length, starts, starts * length + length * (length - 1) // 2 - below[starts]


def _head(annotated: Annotated, start: int, end: int) -> int:
    """Return the first token of a span whose head is outside of it."""
    heads = annotated.heads
    return next(t for t in range(start, end) if not start <= heads[t] < end or heads[t] == t)


_LABELS = {"NOUN": "NP", "PROPN": "NP", "PRON": "NP", "ADP": "PP", "ADJ": "ADJP", "ADV": "ADVP", "NUM": "QP"}


def _label(annotated: Annotated, start: int, end: int, head: int) -> str:
    pos = annotated.pos[head]
    if pos in ("VERB", "AUX"):
        inside = {annotated.dependencies[t] for t in range(start, end) if annotated.heads[t] == head}
        return "S" if inside & {"nsubj", "nsubjpass", "csubj", "expl"} else "VP"
    return _LABELS.get(pos, "X")
