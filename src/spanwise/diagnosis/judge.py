"""The score of one text against some answers, all in normal form: what people are measured by."""

from collections.abc import Iterable, Sequence

from spanwise.scoring.pair import best_match
from spanwise.scoring.rules import Rules
from spanwise.text.normalize import normalized

__all__ = ["Judge", "Pair", "mean_pair"]

Pair = tuple[float, float]
"""Exact match and F1, fractions."""


class Judge:
    """Scores texts by some rules as `score` does; people's answers and held-out answers come in many pairings."""

    def __init__(self, rules: Rules, texts: Iterable[str]) -> None:
        """Take the rules, and every text there will be."""
        distinct = list(dict.fromkeys(texts))
        self.normal: dict[str, str] = dict(zip(distinct, normalized(distinct, rules.profile), strict=True))
        """The normal form of each text."""
        self._drop_empty = rules.empty_answers == "dropped"
        self._memo: dict[tuple[str, str], float] = {}

    def score(self, text: str | None, answers: Sequence[str]) -> Pair:
        """Return exact match and F1 of a text against answers, all in normal form.

        Args:
            text: What was said; None is an abstention.
            answers: What is right; none: the abstention.
        """
        text = text or ""
        if self._drop_empty:
            answers = [answer for answer in answers if answer]
        if not answers or (self._drop_empty and not text):
            right = float(not answers and not text)
            return right, right
        em, f1, _ = best_match(text, answers, self._memo)
        return em, f1


def mean_pair(pairs: Sequence[Pair]) -> Pair:
    """Return the means of exact match and of F1."""
    return sum(em for em, _ in pairs) / len(pairs), sum(f1 for _, f1 in pairs) / len(pairs)
