"""Paired tests of two readers on the same questions."""

import sys
from collections.abc import Sequence
from typing import TYPE_CHECKING

import msgspec

from spanwise.errors import OptionError
from spanwise.stats.distributions import binomial_cdf
from spanwise.stats.estimate import cluster_sums, require_sums

if TYPE_CHECKING:
    import numpy as np

__all__ = ["SignFlip", "mcnemar", "sign_flip_test"]

# Sums that differ by less than this share of everything that could be summed are the same sum, rounded differently.
_SAME = 1e-12
_SIGNS_AT_ONCE = 1 << 18


class SignFlip(msgspec.Struct, frozen=True, kw_only=True):
    """The outcome of a sign-flip test."""

    p_value: float
    """Two-sided, above 0 and at most 1."""
    rounds: int
    """How many ways to swap were looked at."""
    exact: bool
    """Whether those were all ways there are, so that nothing depends on a seed."""
    clusters: int
    """How many clusters could be swapped."""


def sign_flip_test(
    a: Sequence[float],
    b: Sequence[float],
    groups: Sequence[int],
    *,
    rounds: int = 10_000,
    rng: "np.random.Generator | None" = None,
) -> SignFlip:
    """Return the two-sided p-value of "a and b have the same mean score".

    Whole articles are swapped, not single questions: questions on one article share its paragraphs, and treating
    them as independent makes p too small. With G articles p cannot be below 2 / 2^G.

    Where there are no more than ``rounds`` ways to swap, each is looked at once, and p is exact. Otherwise ways are
    drawn at random, and the real outcome counts as one of them, hence (1 + hits) / (1 + rounds), which is never 0
    (Phipson and Smyth, 2010). Sums equal but for rounding count as equal, so that a file against itself gives 1.

    Args:
        a: Per-question scores of one reader, shape (n,), fractions in [0, 1].
        b: The other reader's scores of the same questions in the same order.
        groups: The article each question belongs to, shape (n,), any whole numbers.
        rounds: Random swaps to draw, and the most to enumerate.
        rng: Where randomness comes from. Same generator state, same p. Not needed for an exact p.

    Raises:
        OptionError: The three differ in length, a score is no number, there is no round, or chance is needed and
            there is no ``rng``.
    """
    if len(a) != len(b):
        raise OptionError(f"{len(a)} scores of one reader, {len(b)} of the other; one of each a question would do")
    if rounds < 1:
        raise OptionError(f"{rounds} rounds of swaps give no p-value; 1 or more would do, 10,000 are usual")
    differences = [x - y for x, y in zip(a, b, strict=True)]
    sums, counts = cluster_sums(differences, groups)
    require_sums(sums, counts, bounded=False)
    same = _SAME * sum(map(abs, differences))
    # Swapping a cluster without a difference changes nothing, so such clusters leave p as it is.
    moving = [total for total in sums if abs(total) > same]
    threshold = abs(sum(moving)) - same
    if len(moving) < rounds.bit_length():
        p_value, looked_at, exact = _exact(moving, threshold), 1 << len(moving), True
    elif rng is None:
        raise OptionError(
            f"{len(moving)} clusters can be swapped in more than {rounds} ways, so chance is needed; "
            "rng=numpy.random.default_rng(seed) would do"
        )
    else:
        hits = _hits(moving, threshold, rounds, rng)
        p_value, looked_at, exact = (1 + hits) / (1 + rounds), rounds, False
    return SignFlip(p_value=p_value, rounds=looked_at, exact=exact, clusters=len(sums))


def mcnemar(only_a: int, only_b: int) -> float:
    """Return the exact two-sided p-value of "a and b get equally many questions right" (McNemar, 1947).

    Only the questions that one of the two got right say anything; under the hypothesis each is a toss of a coin.
    It takes questions as independent, so for questions clustered in articles it is too small; it is given because
    it is the test others report. ``sign_flip_test`` is the one to believe.

    Args:
        only_a: Questions that a got right and b wrong.
        only_b: Questions that b got right and a wrong.

    Raises:
        OptionError: A count is negative.
    """
    if min(only_a, only_b) < 0:
        raise OptionError(f"{min(only_a, only_b)} questions cannot have been right; 0 or more would do")
    if only_a == only_b:
        return 1.0
    p_value = 2.0 * binomial_cdf(min(only_a, only_b), only_a + only_b, 0.5)
    # Never 0: a p-value too small for a float is the smallest one, which is still above it.
    return min(1.0, max(p_value, sys.float_info.min))


def _exact(moving: Sequence[float], threshold: float) -> float:
    """Return the share of all sign patterns that reach the threshold; needs no numpy."""
    if not moving:
        return 1.0
    # A pattern and its mirror image have the same absolute sum, so the first sign can stay.
    reached = [moving[0]]
    for total in moving[1:]:
        reached = [value + total for value in reached] + [value - total for value in reached]
    return sum(abs(value) >= threshold for value in reached) / len(reached)


def _hits(moving: Sequence[float], threshold: float, rounds: int, rng: "np.random.Generator") -> int:
    """Count the random sign patterns that reach the threshold."""
    import numpy as np

    sums = np.array(moving)  # (G,)
    g = len(moving)
    at_once = max(1, _SIGNS_AT_ONCE // g)
    hits = 0
    for start in range(0, rounds, at_once):
        size = min(at_once, rounds - start)
        bits = np.unpackbits(rng.integers(0, 256, size=(size, (g + 7) // 8), dtype=np.uint8), axis=1, count=g)
        # Twice the sum of those that keep their sign, less everything, is the sum with the others turned.
        swapped = 2.0 * (bits.astype(np.float64) @ sums) - sums.sum()
        hits += int(np.count_nonzero(np.abs(swapped) >= threshold))
    return hits
