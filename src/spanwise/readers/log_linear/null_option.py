"""The null candidate: the odds that "no answer" is right and not the best answer, from what the context lacks."""

from collections.abc import Sequence
from typing import TYPE_CHECKING

import msgspec
import numpy as np

from spanwise.readers.log_linear.buckets import Buckets
from spanwise.readers.log_linear.null_features import NULL_FEATURES

if TYPE_CHECKING:
    from spanwise.readers.log_linear.context import FloatArray

__all__ = ["NullOption"]

_BUCKETS = 10
_APART = 12
_ROUNDS = 50
_CLOSE = 1e-8


class NullOption(msgspec.Struct, frozen=True):
    """A logistic regression over the measures of `NULL_FEATURES`, each in buckets."""

    buckets: Buckets
    weights: tuple[float, ...]
    """One a bucket, in the order of `Buckets.places`."""
    bias: float
    lexicon: bool
    """Whether antonyms and synonyms were looked up."""
    answerable: int
    """The questions it was fitted on."""
    unanswerable: int

    @classmethod
    def fitted(
        cls,
        rows: "FloatArray",
        unanswerable: Sequence[bool],
        worth: Sequence[float],
        *,
        lexicon: bool,
        l2: float = 3.0,
    ) -> "NullOption":
        """Return the option fitted on measures of questions that the scores' weights were not trained on.

        An unanswerable question speaks for abstaining, an answerable one for answering, and as loudly as its best
        answer is right: where it is wrong, neither brings anything. Both kinds weigh alike in all, however many there
        are of each, so that odds of 0 mean that there is as much to gain from the one as from the other.

        Args:
            rows: The measures, shape (n, m).
            unanswerable: Which have no answer, shape (n,).
            worth: What answering an answerable question brings, from 0 to 1, shape (n,); 1 for the others.
            lexicon: Whether a lexicon was at hand.
            l2: The penalty on the squares of the weights, where questions weigh 1 on average.
        """
        wanted = np.array(unanswerable, dtype=np.float64)
        buckets = Buckets.of(NULL_FEATURES, rows, _BUCKETS, apart=_APART)
        places = buckets.places(rows)
        held = np.zeros((len(rows), buckets.size + 1))
        np.put_along_axis(held, places.astype(np.int64), 1.0, axis=1)
        held[:, -1] = 1.0
        counted = np.array(worth, dtype=np.float64)
        for kind in (wanted == 1, wanted == 0):
            counted[kind] *= len(rows) / 2 / max(counted[kind].sum(), _CLOSE)
        found = _fitted(held, wanted, counted, l2)
        return cls(
            buckets=buckets,
            weights=tuple(found[:-1].tolist()),
            bias=float(found[-1]),
            lexicon=lexicon,
            answerable=int(len(rows) - wanted.sum()),
            unanswerable=int(wanted.sum()),
        )

    def log_odds(self, row: "FloatArray") -> float:
        """Return the log odds that "no answer" is right and not the best answer, from a question's measures, (m,)."""
        return self.bias + float(np.array(self.weights)[self.buckets.places(row)].sum())


def _fitted(held: "FloatArray", wanted: "FloatArray", counted: "FloatArray", l2: float) -> "FloatArray":
    """Return the weights of a ridge logistic regression by Newton's method; the last is the bias, not penalised."""
    weights = np.zeros(held.shape[1])
    penalty = np.full(held.shape[1], l2)
    penalty[-1] = 1e-6
    for _ in range(_ROUNDS):
        probs = 1 / (1 + np.exp(-np.clip(held @ weights, -30, 30)))
        down = held.T @ (counted * (probs - wanted)) + penalty * weights
        curved = (held * (counted * probs * (1 - probs))[:, None]).T @ held + np.diag(penalty)
        step = np.linalg.solve(curved, down)
        weights -= step
        if np.abs(step).max() < _CLOSE:
            break
    return weights
