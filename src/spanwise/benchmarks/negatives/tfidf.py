"""The paragraphs of an article in the order of their TF-IDF overlap with a question."""

import math
from collections import Counter
from collections.abc import Sequence
from typing import TYPE_CHECKING

import numpy as np

from spanwise.benchmarks.negatives.occurrence import words_of

if TYPE_CHECKING:
    from numpy.typing import NDArray

    FloatArray = NDArray[np.float64]

__all__ = ["TfIdf"]


class TfIdf:
    """TF-IDF of p texts, kept as an index from words to texts, so that memory grows with the text alone.

    Term counts times log(p / texts with the word), texts at unit length: a word that is in every text counts nothing,
    so that no list of stop words is needed, in any language.
    """

    def __init__(self, texts: Sequence[str]) -> None:
        counts = [Counter(words_of(text)) for text in texts]
        self._texts = len(counts)
        within = Counter(word for count in counts for word in count)
        self._idf = {word: math.log(self._texts / number) for word, number in within.items()}
        rows: dict[str, list[int]] = {}
        values: dict[str, list[float]] = {}
        for row, count in enumerate(counts):
            weights = {word: number * self._idf[word] for word, number in count.items()}
            length = math.sqrt(math.fsum(weight * weight for weight in weights.values())) or 1.0
            for word, weight in weights.items():
                rows.setdefault(word, []).append(row)
                values.setdefault(word, []).append(weight / length)
        self._index = {word: (np.array(rows[word]), np.array(values[word])) for word in rows}

    def overlaps(self, question: str) -> "FloatArray":
        """Return how much each text overlaps with a question, shape (p,): cosines but for the question's length."""
        found: FloatArray = np.zeros(self._texts)
        for word, number in sorted(Counter(words_of(question)).items()):
            if word in self._index:
                rows, values = self._index[word]
                found[rows] += number * self._idf[word] * values
        return found

    def ranking(self, question: str) -> list[int]:
        """Return the texts by their overlap with a question, the first of equal ones first."""
        order: list[int] = np.argsort(-np.round(self.overlaps(question), 12), kind="stable").tolist()
        return order
