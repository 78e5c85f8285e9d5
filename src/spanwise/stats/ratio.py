"""The ratio of two means over the same questions: what share of a score is left."""

import math
from collections.abc import Sequence

from spanwise.errors import OptionError
from spanwise.stats.distributions import student_t_quantile
from spanwise.stats.estimate import Estimate, cluster_sums, require_level

__all__ = ["ratio_estimate"]

# Below this a discriminant is the rounding of sums.
_NO_SPREAD = 1e-15


def ratio_estimate(
    above: Sequence[float],
    below: Sequence[float],
    clusters: Sequence[int],
    *,
    level: float = 0.95,
    cluster_unit: str = "article",
) -> Estimate:
    """Return the mean of one column of scores divided by the mean of another, with Fieller's interval over clusters.

    Both columns are of the same questions, so what makes an article hard for both cancels. Fieller's interval (1954)
    holds the ratios r for which "mean of above minus r times mean of below" may be 0. It is not symmetric, as a ratio
    is not, and where the mean below may itself be 0 it says that nothing is known, which the delta method does not.
    The variances are cluster-robust, as in ``mean_estimate``.

    Args:
        above: One number a question, not below 0, shape (n,).
        below: The numbers to divide by, of the same questions in the same order, shape (n,).
        clusters: The cluster of each question, shape (n,).
        level: The share of such intervals that hold the true ratio, 0 < level < 1.
        cluster_unit: What a cluster is, in the singular.

    Raises:
        OptionError: The three differ in length.
    """
    require_level(level)
    if len(above) != len(below):
        raise OptionError(f"{len(above)} scores to divide by {len(below)}; one of each a question would do")
    upper, counts = cluster_sums(above, clusters)
    lower, _ = cluster_sums(below, clusters)
    n, g = sum(counts), len(counts)
    if n == 0 or math.fsum(lower) == 0.0:
        return Estimate.undefined("there is nothing to take a share of: the mean to divide by is 0", n=n)
    a, b = math.fsum(upper) / n, math.fsum(lower) / n

    def made(low: float | None = None, high: float | None = None, *, method: str = "", reason: str = "") -> Estimate:
        bare = Estimate(
            value=a / b,
            low=None,
            high=None,
            level=level,
            method="",
            n=n,
            clusters=g,
            cluster_unit=cluster_unit,
            reason=reason,
        )
        return bare if low is None or high is None else bare.with_interval(low, high, method)

    if g == 1:
        return made(reason=f"one {cluster_unit} does not show how {cluster_unit}s differ")
    if list(above) == list(below):
        return made(1.0, 1.0, method="no question differs")
    if a == 0.0:
        return made(reason="every score is 0, so no spread is seen")
    from_a = [total - a * count for total, count in zip(upper, counts, strict=True)]
    from_b = [total - b * count for total, count in zip(lower, counts, strict=True)]
    factor = student_t_quantile(0.5 + level / 2, g - 1) ** 2 * g / (g - 1) / n**2
    aa, ab, bb = (factor * _product(x, y) for x, y in ((from_a, from_a), (from_a, from_b), (from_b, from_b)))
    curvature = b * b - bb
    if curvature <= 0.0:
        return made(reason="the score to take a share of may itself be 0")
    middle = a * b - ab
    discriminant = middle * middle - curvature * (a * a - aa)
    if discriminant <= _NO_SPREAD:
        return made(reason=f"the {g} {cluster_unit}s have one ratio, so no spread is seen")
    root = math.sqrt(discriminant)
    low, high = (middle - root) / curvature, (middle + root) / curvature
    return made(max(low, 0.0), high, method=f"Fieller, cluster-robust over {cluster_unit}s")


def _product(left: Sequence[float], right: Sequence[float]) -> float:
    return math.fsum(x * y for x, y in zip(left, right, strict=True))
