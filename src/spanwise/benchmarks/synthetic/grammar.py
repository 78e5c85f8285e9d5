"""Passages of a probabilistic context-free grammar fitted by maximum likelihood to a treebank."""

import random
from bisect import bisect_right
from collections import Counter
from collections.abc import Iterable
from itertools import accumulate

from spanwise.benchmarks.synthetic.generation import Noted
from spanwise.benchmarks.synthetic.passage import PASSAGE_TOKENS, Passage, index, spaced
from spanwise.benchmarks.synthetic.treebank import Tree
from spanwise.errors import DataError, OptionError

__all__ = ["GrammarPassages"]

_Symbol = str | tuple[str]
"""A word, or the label of a constituent in a tuple, which no word can be mistaken for."""


class GrammarPassages:
    """Passages of sentences drawn from a grammar whose rules are as likely as they are frequent in a treebank.

    A grammar fitted so ends every sentence with probability 1 (Chi and Geman, 1998), and a sentence is drawn word by
    word from the left, so that one that is long beyond measure costs no more than the passage takes of it.
    """

    name = "pcfg"

    def __init__(self, treebank: Iterable[Tree], *, tokens: int = PASSAGE_TOKENS) -> None:
        """Fit the grammar.

        Raises:
            OptionError: A passage has no token.
            DataError: The treebank has no tree.
        """
        if tokens < 1:
            raise OptionError(f"a passage of {tokens} tokens; it needs 1 or more")
        self._tokens = tokens
        roots: Counter[tuple[_Symbol, ...]] = Counter()
        rules: dict[str, Counter[tuple[_Symbol, ...]]] = {}
        for tree in treebank:
            roots[((tree.label,),)] += 1
            waiting = [tree]
            while waiting:
                one = waiting.pop()
                parts = tuple([child if isinstance(child, str) else (child.label,) for child in one.children])
                rules.setdefault(one.label, Counter())[parts] += 1
                waiting += [child for child in one.children if isinstance(child, Tree)]
        if not roots:
            raise DataError("the treebank of the grammar has no tree; give one with trees in brackets")
        self._roots = _Rules(roots)
        self._rules = {label: _Rules(counted) for label, counted in rules.items()}

    @property
    def rules(self) -> dict[str, dict[tuple[_Symbol, ...], float]]:
        """The probability of each rule by the label on its left; words stand as they are, labels in a tuple."""
        return {label: rules.probabilities for label, rules in self._rules.items()}

    @property
    def vocabulary(self) -> tuple[str, ...]:
        """The words of the grammar."""
        return tuple(
            dict.fromkeys(part for rules in self._rules.values() for right in rules.right for part in _words(right))
        )

    def passage(self, number: int, of: int, rng: random.Random) -> Passage:
        """Return a passage of the grammar's sentences, the last one cut off."""
        del of
        drawn: list[str] = []
        waiting: list[_Symbol] = []
        while len(drawn) < self._tokens:
            if not waiting:
                waiting += reversed(self._roots.drawn(rng))
            symbol = waiting.pop()
            if isinstance(symbol, str):
                drawn.append(symbol)
            else:
                waiting += reversed(self._rules[symbol[0]].drawn(rng))
        return spaced(f"{self.name} {number}", drawn)

    def notes(self) -> tuple[Noted, ...]:
        """Return nothing: every tree is used."""
        return ()


class _Rules:
    """The right sides of the rules with one left side, each as likely as it is frequent."""

    def __init__(self, counted: Counter[tuple[_Symbol, ...]]) -> None:
        # Sorted, so that a treebank's order does not matter.
        ordered = sorted(counted.items(), key=repr)
        self.right = [right for right, _ in ordered]
        self._sums = list(accumulate(count for _, count in ordered))

    @property
    def probabilities(self) -> dict[tuple[_Symbol, ...], float]:
        before = [0, *self._sums]
        return {
            right: (upto - under) / self._sums[-1]
            for right, under, upto in zip(self.right, before, self._sums, strict=False)
        }

    def drawn(self, rng: random.Random) -> tuple[_Symbol, ...]:
        return self.right[bisect_right(self._sums, index(rng, self._sums[-1]))]


def _words(right: tuple[_Symbol, ...]) -> list[str]:
    return [part for part in right if isinstance(part, str)]
