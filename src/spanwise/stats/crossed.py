"""The mean score of a reader trained with several seeds: articles and seeds both vary, and the interval holds both."""

import math
from collections.abc import Sequence

import msgspec

from spanwise.errors import OptionError
from spanwise.stats.distributions import student_t_quantile
from spanwise.stats.estimate import Estimate, cluster_sums, mean_estimate, standard_error

__all__ = ["crossed_estimate"]


def crossed_estimate(
    runs: Sequence[Sequence[float]],
    clusters: Sequence[int],
    *,
    level: float = 0.95,
    cluster_unit: str = "article",
    bounded: bool = True,
) -> Estimate:
    """Return the mean over seeds and questions, with an interval for other seeds and other articles at once.

    Every seed answers the same questions, so a score has two sources of luck: the articles that were asked and the
    training that was done. The variance is that of the seeds' mean over articles, cluster-robust as in
    ``mean_estimate``, plus the variance of the seeds' means divided by their number. What seed and article share is
    in both terms, so the sum is somewhat too large and never too small; subtracting it (Cameron, Gelbach and Miller,
    2011) may leave nothing at all with three seeds. Degrees of freedom are those of Satterthwaite (1946), and the
    interval is never narrower than that of the articles alone.

    With a single seed the spread of training cannot be seen. The interval is then that of the articles alone, and a
    note says so.

    Args:
        runs: One sequence a seed, each with one number a question in the same order, shape (seeds, n).
        clusters: The cluster of each question, shape (n,).
        level: The share of such intervals that hold the true mean, 0 < level < 1.
        cluster_unit: What a cluster is, in the singular.
        bounded: Whether the values are fractions in [0, 1]; the interval is then cut to that range. Differences of
            scores are not.

    Raises:
        OptionError: There is no run, the runs differ in length, or a value is no number.
    """
    if not runs or any(len(run) != len(runs[0]) for run in runs):
        raise OptionError("there is no run, or runs of different questions; one or more on the same questions would do")
    means = [math.fsum(column) / len(runs) for column in zip(*runs, strict=True)]
    over_articles = mean_estimate(means, clusters, level=level, cluster_unit=cluster_unit, bounded=bounded)
    if over_articles.value is None or not over_articles.has_interval:
        return over_articles
    if len(runs) == 1:
        return _noted(over_articles, "one seed: how far another training would differ is not in the interval")
    of_seeds = _variance([math.fsum(run) / len(run) for run in runs]) / len(runs)
    if of_seeds == 0.0:
        return over_articles
    sums, counts = cluster_sums(means, clusters)
    of_articles = standard_error(sums, counts) ** 2
    total = of_articles + of_seeds
    df = total**2 / (of_articles**2 / (len(counts) - 1) + of_seeds**2 / (len(runs) - 1))
    half = max(
        student_t_quantile(0.5 + level / 2, df) * math.sqrt(total),
        student_t_quantile(0.5 + level / 2, len(counts) - 1) * math.sqrt(of_articles),
    )
    low, high = over_articles.value - half, over_articles.value + half
    if bounded:
        low, high = max(low, 0.0), min(high, 1.0)
    return over_articles.with_interval(low, high, f"t over {cluster_unit}s and {len(runs)} seeds")


def _variance(values: Sequence[float]) -> float:
    mean = math.fsum(values) / len(values)
    return math.fsum((value - mean) ** 2 for value in values) / (len(values) - 1)


def _noted(estimate: Estimate, note: str) -> Estimate:
    return msgspec.structs.replace(estimate, note="; ".join(filter(None, (estimate.note, note))))
