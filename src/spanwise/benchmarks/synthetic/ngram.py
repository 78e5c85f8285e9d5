"""Passages of an n-gram model fitted by maximum likelihood to a text."""

import random
from collections.abc import Iterable, Sequence

import numpy as np

from spanwise.benchmarks.synthetic.generation import Noted
from spanwise.benchmarks.synthetic.passage import PASSAGE_TOKENS, Passage, index, spaced
from spanwise.errors import DataError, OptionError

__all__ = ["NgramPassages"]

_BEGIN, _END = 0, 1


class NgramPassages:
    """Passages in which each token was drawn given the ones before it, as often as it follows them in the text.

    There is no table of probabilities. To draw by maximum likelihood is to choose one of the places where the last
    tokens stand in the text, each as likely, and to go on as the text goes on there; so the places are kept, sorted by
    what stands there, and the model is exact at any order.
    """

    def __init__(self, lines: Iterable[Sequence[str]], *, order: int = 3, tokens: int = PASSAGE_TOKENS) -> None:
        """Fit the model.

        Args:
            lines: The tokens of each line of the text; a model begins anew with each line, and lines without tokens
                are passed over.
            order: A token is drawn given the `order` - 1 before it; 3 is the study's.
            tokens: Tokens in a passage. Lines follow each other until there are so many.

        Raises:
            OptionError: The order is below 2, or a passage has no token.
            DataError: The text is shorter than one passage.
        """
        if order < 2 or tokens < 1:
            raise OptionError(f"an order of {order} and {tokens} tokens; at least 2 and 1 are needed")
        self.name = f"{order}gram"
        self._tokens = tokens
        numbers: dict[str, int] = {}
        # Places at the very front have no tokens before them; with an end as their last they are never asked about.
        text: list[int] = [_END] * (order - 1)
        read = 0
        for line in lines:
            if line:
                text += [_BEGIN] * (order - 1)
                text += [numbers.setdefault(token, len(numbers) + 2) for token in line]
                text.append(_END)
                read += len(line)
        if read < tokens:
            raise DataError(f"the text of the model: it has {read} tokens, and a passage {tokens}; give a longer text")
        self._words = ("", "", *numbers)
        self._text = np.array(text, dtype=np.int32)
        groups = self._text.astype(np.int64)
        for _ in range(order - 2):
            # The last tokens and the one before them, as one number for each different row of them.
            before = np.concatenate([[0], groups[:-1]])
            groups = np.unique(before * len(self._words) + self._text, return_inverse=True)[1]
        self._places = np.argsort(groups, kind="stable").astype(np.int32)
        ends = np.cumsum(np.bincount(groups))
        self._ends = ends[groups].astype(np.int32)
        self._sizes = np.bincount(groups)[groups].astype(np.int32)
        self._first = 2 * order - 3

    @property
    def vocabulary(self) -> tuple[str, ...]:
        """The tokens of the text, in the order of their first places."""
        return self._words[2:]

    def passage(self, number: int, of: int, rng: random.Random) -> Passage:
        """Return a passage of the model."""
        del of
        drawn: list[str] = []
        place = self._first
        while len(drawn) < self._tokens:
            size = int(self._sizes[place])
            place = int(self._places[int(self._ends[place]) - size + index(rng, size)]) + 1
            token = int(self._text[place])
            if token == _END:
                place = self._first
            else:
                drawn.append(self._words[token])
        return spaced(f"{self.name} {number}", drawn)

    def notes(self) -> tuple[Noted, ...]:
        """Return nothing: the whole text is used."""
        return ()
