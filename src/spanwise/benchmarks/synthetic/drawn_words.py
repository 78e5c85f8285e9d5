"""Passages of words drawn uniformly from a vocabulary."""

import random
from collections.abc import Callable, Iterable

from spanwise.benchmarks.synthetic.generation import Noted, noted
from spanwise.benchmarks.synthetic.passage import PASSAGE_TOKENS, Passage, index, spaced
from spanwise.errors import DataError, OptionError

__all__ = ["UniformPassages"]


class UniformPassages:
    """Passages in which every word of a vocabulary is as likely at every place: there is no language to know."""

    name = "uniform"

    def __init__(
        self,
        vocabulary: Iterable[str],
        *,
        tokens: int = PASSAGE_TOKENS,
        known: Callable[[str], bool] | None = None,
    ) -> None:
        """Take a vocabulary; what stands twice in it counts once.

        Args:
            vocabulary: The words.
            tokens: How many of them make a passage.
            known: Says whether a word has a vector; those that have none are left out, and noted.

        Raises:
            OptionError: A passage has no token.
            DataError: There are fewer words than two, or one of them is empty or holds a blank.
        """
        if tokens < 1:
            raise OptionError(f"a passage of {tokens} tokens; it needs 1 or more")
        words = tuple(dict.fromkeys(vocabulary))
        self._words = words if known is None else tuple(filter(known, words))
        self._tokens = tokens
        kept = set(self._words)
        left_out = [word for word in words if word not in kept]
        self._notes = noted("words of the vocabulary left out: they have no vector", left_out)
        if len(self._words) < 2:
            with_vector = "" if known is None else f" with a vector, of {len(words)}"
            raise DataError(
                f"the vocabulary has {len(self._words)} words{with_vector}; there must be 2 or more to draw from"
            )
        if wrong := [word for word in self._words if word.split() != [word]]:
            raise DataError(f"the vocabulary has {wrong[0]!r}, which is no one word; give words without blanks")

    def passage(self, number: int, of: int, rng: random.Random) -> Passage:
        """Return a passage of drawn words."""
        del of
        return spaced(f"{self.name} {number}", [self._words[index(rng, len(self._words))] for _ in range(self._tokens)])

    def notes(self) -> tuple[Noted, ...]:
        """Return which words have no vector."""
        return self._notes
