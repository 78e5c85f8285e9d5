"""Bootstrap intervals that resample whole clusters: articles, not single questions."""

from collections.abc import Iterator, Mapping, Sequence
from typing import TYPE_CHECKING

from spanwise.errors import OptionError
from spanwise.stats.estimate import (
    Estimate,
    cluster_sums,
    estimate_without_spread,
    identical_estimate,
    require_level,
    require_sums,
)

if TYPE_CHECKING:
    import numpy as np
    from numpy.typing import NDArray

    FloatArray = NDArray[np.float64]

__all__ = ["bootstrap_difference", "bootstrap_estimate", "bootstrap_estimates", "bootstrap_interval", "times_drawn"]

# Draws held at once, half a megabyte of them: they stay in the processor's cache, and memory does not grow.
_DRAWS_AT_ONCE = 1 << 16


def bootstrap_interval(
    sums: Sequence[float],
    counts: Sequence[int],
    *,
    rounds: int = 10_000,
    level: float = 0.95,
    rng: "np.random.Generator",
) -> tuple[float, float]:
    """Return the percentile interval of the mean over all questions when clusters are drawn anew.

    Each round draws as many clusters as there are, with replacement, and takes the mean of all their questions, so
    that a long article counts by its length, as it does in the score.

    Args:
        sums: The sum of the values of each cluster, shape (G,).
        counts: The number of questions of each cluster, shape (G,), each above 0.
        rounds: How many times to draw.
        level: The share of such intervals that hold the true mean, 0 < level < 1.
        rng: Where randomness comes from. Same generator state, same interval.

    Raises:
        OptionError: The two differ in length, or there is no cluster, or no round.
    """
    require_sums(sums, counts, bounded=False)
    ends = _percentiles([sums], counts, rounds=rounds, level=level, rng=rng)
    return ends[0]


def bootstrap_estimate(
    values: Sequence[float],
    clusters: Sequence[int],
    *,
    rounds: int = 10_000,
    level: float = 0.95,
    rng: "np.random.Generator",
    cluster_unit: str = "article",
) -> Estimate:
    """Return the mean over all questions with a percentile interval from drawing whole clusters.

    It needs no formula and stays inside [0, 1], but with few clusters it is narrower than the t interval of
    ``mean_estimate`` and covers less than it says. Where every value is 0 or 1, resampling shows no spread; the
    exact binomial bound over the clusters takes its place, as in ``mean_estimate_from_sums``.

    Args:
        values: One fraction in [0, 1] a question, shape (n,).
        clusters: The cluster of each question, shape (n,), any whole numbers.
        rounds: How many times to draw.
        level: The share of such intervals that hold the true mean, 0 < level < 1.
        rng: Where randomness comes from. Same generator state, same interval.
        cluster_unit: What a cluster is, in the singular.

    Raises:
        OptionError: The two differ in length, a value is out of [0, 1], or there is no round.
    """
    made = bootstrap_estimates({"": values}, clusters, rounds=rounds, level=level, rng=rng, cluster_unit=cluster_unit)
    return made[""]


def bootstrap_estimates(
    columns: Mapping[str, Sequence[float]],
    clusters: Sequence[int],
    *,
    rounds: int = 10_000,
    level: float = 0.95,
    rng: "np.random.Generator",
    cluster_unit: str = "article",
) -> dict[str, Estimate]:
    """Return one bootstrap estimate a column, all from the same draws, hardly slower than one of them.

    Args:
        columns: Fractions in [0, 1] by name, such as exact match and F1, each of shape (n,).
        clusters: The cluster of each question, shape (n,), any whole numbers.
        rounds: How many times to draw.
        level: The share of such intervals that hold the true mean, 0 < level < 1.
        rng: Where randomness comes from. Same generator state, same intervals.
        cluster_unit: What a cluster is, in the singular.

    Raises:
        OptionError: A column differs in length from the clusters, a value is out of [0, 1], or there is no round.
    """
    counts: list[int] = []
    sums: dict[str, list[float]] = {}
    for name, values in columns.items():
        sums[name], counts = cluster_sums(values, clusters)
    made = {
        name: estimate_without_spread(column, counts, level=level, cluster_unit=cluster_unit, bounded=True)
        for name, column in sums.items()
    }
    open_names = [name for name, estimate in made.items() if _is_open(estimate)]
    if open_names:
        ends = _percentiles([sums[name] for name in open_names], counts, rounds=rounds, level=level, rng=rng)
        for name, (low, high) in zip(open_names, ends, strict=True):
            made[name] = made[name].with_interval(low, high, _method(cluster_unit, rounds))
    return made


def bootstrap_difference(
    differences: Sequence[float],
    clusters: Sequence[int],
    *,
    rounds: int = 10_000,
    level: float = 0.95,
    rng: "np.random.Generator",
    cluster_unit: str = "article",
) -> Estimate:
    """Return the mean paired difference of two readers with a percentile interval from drawing whole clusters.

    Args:
        differences: One reader's score minus the other's, question by question, shape (n,).
        clusters: The cluster of each question, shape (n,), any whole numbers.
        rounds: How many times to draw.
        level: The share of such intervals that hold the true difference, 0 < level < 1.
        rng: Where randomness comes from. Same generator state, same interval.
        cluster_unit: What a cluster is, in the singular.

    Raises:
        OptionError: The two differ in length, a difference is no number, or there is no round.
    """
    sums, counts = cluster_sums(differences, clusters)
    if counts and not any(differences):
        return identical_estimate(len(differences), len(counts), level=level, cluster_unit=cluster_unit)
    made = estimate_without_spread(sums, counts, level=level, cluster_unit=cluster_unit, bounded=False)
    if not _is_open(made):
        return made
    low, high = bootstrap_interval(sums, counts, rounds=rounds, level=level, rng=rng)
    return made.with_interval(low, high, _method(cluster_unit, rounds))


def _is_open(estimate: Estimate) -> bool:
    return not estimate.has_interval and not estimate.reason


def _method(cluster_unit: str, rounds: int) -> str:
    return f"bootstrap over {cluster_unit}s, {rounds:,} rounds"


def _percentiles(
    columns: Sequence[Sequence[float]],
    counts: Sequence[int],
    *,
    rounds: int,
    level: float,
    rng: "np.random.Generator",
) -> list[tuple[float, float]]:
    """Return the interval of each column of cluster sums."""
    import numpy as np

    require_level(level)
    if rounds < 1:
        raise OptionError(f"{rounds} rounds of bootstrap make no interval; 1 or more would do, 10,000 are usual")
    if not counts:
        raise OptionError("there is no cluster to draw from; one or more would do")
    table = np.array([*columns, counts], dtype=np.float64).T  # (G, columns + 1)
    totals = np.concatenate([times @ table for times in times_drawn(len(counts), rounds, rng)])
    means = totals[:, :-1] / totals[:, -1:]  # (rounds, columns)
    ends = np.quantile(means, [0.5 - level / 2, 0.5 + level / 2], axis=0)
    return [(float(low), float(high)) for low, high in ends.T]


def times_drawn(g: int, rounds: int, rng: "np.random.Generator") -> Iterator["FloatArray"]:
    """Yield how often each of g clusters is drawn in each round, shape (some rounds, g).

    Drawing the clusters and counting them is seven times as fast as drawing the counts from a multinomial
    distribution, which is g binomial draws a round.
    """
    import numpy as np

    at_once = max(1, _DRAWS_AT_ONCE // g)
    for start in range(0, rounds, at_once):
        size = min(at_once, rounds - start)
        drawn = rng.integers(0, g, size=(size, g))
        drawn += np.arange(0, size * g, g)[:, None]
        yield np.bincount(drawn.ravel(), minlength=size * g).reshape(size, g).astype(np.float64)
