"""The words nearest to a word by the cosine of their vectors: exact, by matrix products, the same on every run.

An approximate index was measured and passed over (docs/language/vectors.md): it takes minutes to build for 400,000
words, misses some, and depends on the order of insertion by several threads.
"""

from collections.abc import Iterable, Sequence
from typing import TYPE_CHECKING, Any, NamedTuple

import numpy as np

from spanwise.errors import DataError, OptionError
from spanwise.language.vectors import WordVectors

if TYPE_CHECKING:
    from numpy.typing import NDArray

    FloatArray = NDArray[np.float32]
    ExactArray = NDArray[np.float64]
    IntArray = NDArray[np.intp]

__all__ = ["Neighbour", "Neighbours"]

_BLOCK = 16384
_BATCH = 128


class Neighbour(NamedTuple):
    """A word near another."""

    word: str
    similarity: float
    """The cosine of the two vectors, in [-1, 1]."""


class Neighbours:
    """Finds the nearest words, among all or among some: those of one part of speech, or the most frequent.

    Args:
        vectors: The vectors of the words that are asked about.
        among: The words that may be answers, as far as they have a vector; None is all of `vectors`. A word whose
            vector is zero has no direction and is never an answer.

    Raises:
        DataError: A vector holds NaN or an infinite number, or no word is left to answer with.
    """

    def __init__(self, vectors: WordVectors, among: Iterable[str] | None = None) -> None:
        table = vectors if among is None else vectors.only(among)
        lengths = _lengths(table)
        if not np.isfinite(lengths).all():
            word = table.words[int(np.flatnonzero(~np.isfinite(lengths))[0])]
            raise DataError(f"word vectors: that of {word!r} holds NaN or an infinite number; leave the word out")
        if not lengths.all():
            table = table.only(table.words[row] for row in np.flatnonzero(lengths))
            lengths = lengths[lengths > 0]
        if not len(table):
            raise DataError("word vectors: none of the words to choose neighbours among has a vector; name others")
        self.vectors = vectors
        self.among = table
        self._scale = (1 / lengths).astype(np.float32)

    def nearest(self, words: Sequence[str], k: int) -> tuple[tuple[Neighbour, ...], ...]:
        """Return the k nearest words of each word, by similarity and then by word; the word itself is none of them.

        Ask for many words at once: the table is gone through once for each 128. Fewer than k are returned only where
        there are fewer words to choose from. What a word gets does not depend on the words asked about beside it.

        Raises:
            OptionError: A word has no vector, or k is below 1.
            DataError: A word's vector is zero, so that nothing is near it or far.
        """
        if isinstance(words, str):
            raise OptionError(f"words: {words!r} is one word; pass a list of words")
        if k < 1:
            raise OptionError(f"k: {k} is not a number of neighbours; ask for 1 or more")
        rows = np.array([self.vectors.row(word) for word in words], dtype=np.intp)
        found: list[tuple[Neighbour, ...]] = []
        for start in range(0, len(words), _BATCH):
            vectors = self.vectors.matrix[rows[start : start + _BATCH]]
            part = words[start : start + _BATCH]
            lengths = _norms(vectors)
            if not lengths.all():
                word = part[int(np.flatnonzero(lengths == 0)[0])]
                raise DataError(f"word vectors: that of {word!r} is zero, so nothing is near it; leave the word out")
            units = (vectors / lengths[:, None]).astype(np.float32)
            candidates = self._candidates(units, k + 1)
            found += map(self._best, part, vectors, candidates, [k] * len(part))
        return tuple(found)

    def _candidates(self, units: "FloatArray", k: int) -> "list[IntArray]":
        """Return for each vector rows of the table that hold its k nearest, and some hundreds beside them.

        The table is cut into groups. Where k groups have a member at least so similar, the k nearest are at least so
        similar too, and nothing below needs to be looked at again: sorting all similarities would cost more than
        making them. A little is allowed for the rounding of single precision, which differs from machine to machine.
        """
        asked, dimension = units.shape
        slack = np.float32(4 * dimension) * np.finfo(np.float32).eps
        size = max(1, _BLOCK // (2 * k))  # words in a group
        limit = np.full(asked, -np.inf, dtype=np.float32)
        best = np.empty((asked, 0), dtype=np.float32)
        queries: list[IntArray] = []
        rows: list[IntArray] = []
        matrix = self.among.matrix
        for start in range(0, len(matrix), _BLOCK):
            scaled = matrix[start : start + _BLOCK] * self._scale[start : start + _BLOCK, None]
            similarities = units @ scaled.T  # (asked, block)
            groups = len(scaled) // size
            grouped = similarities[:, : groups * size].reshape(asked, size, groups)
            if groups:
                best = np.concatenate([best, grouped.max(axis=1)], axis=1)
            if best.shape[1] >= k:
                best = np.partition(best, -k, axis=1)[:, -k:]
                limit = best[:, 0] - slack
            query, row = np.divmod(np.flatnonzero(similarities >= limit[:, None]), len(scaled))
            queries.append(query)
            rows.append(row + start)
        query, row = np.concatenate(queries), np.concatenate(rows)
        order = np.argsort(query, kind="stable")
        ends = np.searchsorted(query[order], np.arange(1, asked))
        return list(np.split(row[order], ends))

    def _best(self, word: str, vector: "FloatArray", rows: "IntArray", k: int) -> tuple[Neighbour, ...]:
        """Return the k nearest of some rows, compared in double precision.

        Rounded to 12 digits: vectors of one direction are equally near, whatever their lengths, on every machine.
        """
        rows = rows[rows != self.among.rows.get(word, -1)]
        chosen = self.among.matrix[rows].astype(np.float64)
        exact = vector.astype(np.float64)
        similarities = np.round((chosen * exact).sum(axis=1) / (_norms(chosen) * _norms(exact[None])), 12)
        if len(rows) > k:
            kept = similarities >= np.partition(similarities, -k)[-k]
            rows, similarities = rows[kept], similarities[kept]
        names = [self.among.words[row] for row in rows]
        pairs = sorted(zip((-similarities).tolist(), names, strict=True))[:k]
        return tuple([Neighbour(name, -opposite) for opposite, name in pairs])


def _norms(vectors: "NDArray[np.floating[Any]]") -> "ExactArray":
    exact = vectors.astype(np.float64)
    norms: ExactArray = np.sqrt((exact * exact).sum(axis=1))
    return norms


def _lengths(table: WordVectors) -> "ExactArray":
    """Return the length of each vector; in blocks, since the matrix may be larger than memory."""
    blocks = [_norms(table.matrix[start : start + _BLOCK]) for start in range(0, len(table), _BLOCK)]
    return np.concatenate([np.empty(0), *blocks])
