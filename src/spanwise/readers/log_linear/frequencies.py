"""How telling words and bigrams are, counted over the contexts of the training set."""

import math
from collections import Counter
from collections.abc import Sequence
from itertools import pairwise
from typing import Self

import msgspec

__all__ = ["Frequencies"]


class Frequencies(msgspec.Struct, frozen=True):
    """In how many contexts words stand, and the n-gram IDF of bigrams that were met more than once."""

    contexts: int
    words: dict[str, int]
    """The number of contexts that hold a lemma."""
    bigrams: dict[tuple[str, str], float]

    @classmethod
    def of(cls, contexts: Sequence[Sequence[str]]) -> Self:
        """Return the frequencies in contexts, each a sequence of lemmas.

        The n-gram IDF of a bigram is log(contexts x contexts with the bigram / contexts with both its words squared):
        high where the two words, wherever they meet, stand together (Shirakawa, Hara and Nishio, 2015).
        """
        words: Counter[str] = Counter()
        holding: dict[str, set[int]] = {}
        bigrams: Counter[tuple[str, str]] = Counter()
        for number, lemmas in enumerate(contexts):
            kinds = dict.fromkeys(lemmas)
            words.update(kinds.keys())
            for word in kinds:
                holding.setdefault(word, set()).add(number)
            bigrams.update(dict.fromkeys(pairwise(lemmas)).keys())
        n = len(contexts)
        weighed = {
            (a, b): math.log(n * times / len(holding[a] & holding[b]) ** 2)
            for (a, b), times in bigrams.items()
            if times > 1
        }
        return cls(n, dict(words), weighed)

    def idf(self, word: str) -> float:
        """Return the inverse document frequency of a lemma; one that was never met counts as met half a time."""
        return math.log((self.contexts + 1) / (self.words.get(word, 0) + 0.5))

    def bigram_idf(self, bigram: tuple[str, str]) -> float:
        """Return the n-gram IDF of two lemmas, not below 0; a rare one counts as met once, its words only there."""
        return max(0.0, self.bigrams.get(bigram, math.log(max(self.contexts, 1))))
