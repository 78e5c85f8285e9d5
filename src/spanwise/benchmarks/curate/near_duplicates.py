"""Pairs of texts that share most of their word sequences, all of them and no others.

Exact, and not MinHash: an estimate misses some pairs near the threshold and finds some that are none, and a count of
leaks is no use with an error of its own. Prefix filtering (Chaudhuri and others, 2006; Bayardo and others, 2007) makes
the exact search as quick: two sets as alike as asked must share one of their few rarest members.
"""

import math
import re
from collections.abc import Iterator, Sequence
from typing import TYPE_CHECKING

import msgspec

from spanwise.errors import OptionError

if TYPE_CHECKING:
    import numpy as np
    from numpy.typing import NDArray

    Sets = list[NDArray[np.uint64]]

__all__ = ["SimilarPair", "shingles", "similar_pairs"]

_WORD = re.compile(r"\w+")
_EXACT = 1e-9


class SimilarPair(msgspec.Struct, frozen=True, gc=False):
    """Two texts by their places, the first before the second, and how alike they are."""

    first: int
    second: int
    similarity: float
    """Shared word sequences by all of both (Jaccard), a fraction in (0, 1]."""


def shingles(texts: Sequence[str], widths: Sequence[int]) -> "Sets":
    """Return the set of word sequences of each text, as sorted 64-bit digests.

    Words are runs of letters and digits, case folded; scripts without blanks give long ones, and then a run of their
    characters is one word each. A text with fewer words than asked counts as one sequence.

    Args:
        texts: Any number of texts.
        widths: How many words a sequence has; several widths are put together.
    """
    import numpy as np

    known: dict[str, int] = {}
    found: Sets = []
    for text in texts:
        words = _words(text)
        numbers = np.array([known.setdefault(word, len(known) + 1) for word in words], np.uint64)
        sets = [_sequences(numbers, min(width, len(words))) for width in widths if len(words)]
        found.append(np.unique(np.concatenate(sets)) if sets else np.empty(0, np.uint64))
    return found


_UNSPACED = re.compile(r"[\u3040-\u30ff\u3400-\u9fff\u0e00-\u0eff\uf900-\ufaff]")


def _words(text: str) -> list[str]:
    words: list[str] = []
    for word in _WORD.findall(text.casefold()):
        words += list(word) if _UNSPACED.search(word) else [word]
    return words


def _sequences(numbers: "NDArray[np.uint64]", width: int) -> "NDArray[np.uint64]":
    """Return a digest of every run of so many numbers, by the mixing of splitmix64."""
    import numpy as np

    n = len(numbers) - width + 1
    mixed = np.full(n, width, np.uint64)
    for place in range(width):
        mixed = mixed * np.uint64(0x9E3779B97F4A7C15) + numbers[place : place + n]
        mixed = (mixed ^ (mixed >> np.uint64(30))) * np.uint64(0xBF58476D1CE4E5B9)
        mixed = (mixed ^ (mixed >> np.uint64(27))) * np.uint64(0x94D049BB133111EB)
        mixed ^= mixed >> np.uint64(31)
    return mixed


def similar_pairs(sets: "Sets", *, threshold: float, groups: Sequence[int] | None = None) -> Iterator[SimilarPair]:
    """Give every pair whose Jaccard similarity reaches the threshold, by the second's place, then the first's.

    Args:
        sets: What `shingles` gives; empty sets are like nothing.
        threshold: A fraction above 0 and up to 1.
        groups: Where given, only pairs of different groups count, one number a set.

    Raises:
        OptionError: The threshold is no such fraction.
    """
    if not 0 < threshold <= 1:
        raise OptionError(f"a similarity of {threshold:g} is none; give a fraction above 0 and up to 1")
    ranked = _rarest_first(sets)
    index: dict[int, list[int]] = {}
    for second, members in enumerate(ranked):
        size = len(members)
        if not size:
            continue
        # With fewer than this many rarest members left out, two sets as alike as asked cannot miss each other.
        prefix = members[: size - math.ceil(threshold * size - _EXACT) + 1].tolist()
        candidates: set[int] = set()
        for member in prefix:
            candidates.update(index.get(member, ()))
        for first in sorted(candidates):
            if groups is not None and groups[first] == groups[second]:
                continue
            similarity = _jaccard(ranked[first], members, threshold)
            if similarity is not None:
                yield SimilarPair(first, second, similarity)
        for member in prefix:
            index.setdefault(member, []).append(second)


def _rarest_first(sets: "Sets") -> "list[NDArray[np.intp]]":
    """Return the sets with their members as ranks by how many sets hold them, the rarest first."""
    import numpy as np

    if not any(len(members) for members in sets):
        return [np.empty(0, np.intp) for _ in sets]
    _, inverse, counts = np.unique(np.concatenate(sets), return_inverse=True, return_counts=True)
    rank = np.empty(len(counts), np.intp)
    rank[np.argsort(counts, kind="stable")] = np.arange(len(counts))
    ends = np.cumsum([len(members) for members in sets])[:-1]
    return [np.sort(part) for part in np.split(rank[inverse], ends)]


def _jaccard(a: "NDArray[np.intp]", b: "NDArray[np.intp]", threshold: float) -> float | None:
    import numpy as np

    if min(len(a), len(b)) < threshold * max(len(a), len(b)) - _EXACT:
        return None
    shared = len(np.intersect1d(a, b, assume_unique=True))
    similarity = shared / (len(a) + len(b) - shared)
    return similarity if similarity >= threshold - _EXACT else None
