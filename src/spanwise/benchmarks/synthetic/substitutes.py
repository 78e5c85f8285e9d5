"""The words near a word in a vector space, kept for the words that come again."""

from collections.abc import Iterable

from spanwise.errors import OptionError
from spanwise.language.neighbours import Neighbours
from spanwise.language.vectors import WordVectors

__all__ = ["Substitutes"]

_KEPT = 20_000
"""Words whose neighbours are kept, some 20 MB: the memory of a process does not grow with the questions it makes."""


class Substitutes:
    """Finds for a word those it may be replaced by.

    The study takes approximate neighbours, these are exact: what an index misses would depend on how it was built. The
    word itself is none of its neighbours.
    """

    def __init__(self, vectors: WordVectors, *, count: int, among: int | None = None) -> None:
        """Take a vector space.

        Args:
            vectors: The words that can be replaced.
            count: How many neighbours a word has.
            among: How many of the first words, which are the most frequent where the file is sorted so, can stand in
                for another; None is all of them.

        Raises:
            OptionError: There are not so many words to choose from.
        """
        if count < 1 or (among is not None and among < 1):
            raise OptionError(f"{count} neighbours among {among} words; both must be 1 or more")
        self._near = Neighbours(vectors, None if among is None else vectors.words[:among])
        if len(self._near.among) <= count:
            raise OptionError(
                f"{count} neighbours among {len(self._near.among)} words: the vectors are too few; ask for fewer "
                "neighbours, or give more vectors"
            )
        self._count = count
        self._kept: dict[str, tuple[str, ...]] = {}

    def known(self, word: str) -> str | None:
        """Return the word as the vectors have it, as it is or in lower case, or None where they have neither."""
        rows = self._near.vectors.rows
        if word in rows:
            return word
        lower = word.lower()
        return lower if lower in rows else None

    def prepare(self, words: Iterable[str]) -> None:
        """Look the neighbours of many words up together, which is many times quicker than one by one.

        Args:
            words: As `known` gives them.
        """
        asked = dict.fromkeys(words)
        if len(self._kept) + len(asked) > _KEPT:
            self._kept.clear()
        missing = [word for word in asked if word not in self._kept]
        for word, found in zip(missing, self._near.nearest(missing, self._count), strict=True):
            self._kept[word] = tuple([one.word for one in found])

    def of(self, word: str) -> tuple[str, ...]:
        """Return what a word may be replaced by, the nearest first."""
        if word not in self._kept:
            self.prepare([word])
        return self._kept[word]
