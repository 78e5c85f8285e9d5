"""An estimate: a number, its interval, and how it was come by."""

import math
from collections.abc import Mapping, Sequence
from itertools import groupby
from typing import Self

import msgspec

from spanwise.errors import OptionError
from spanwise.stats.distributions import beta_quantile, student_t_quantile

__all__ = [
    "FEW_CLUSTERS",
    "Estimate",
    "choose_clusters",
    "cluster_sums",
    "difference_estimate",
    "estimate_without_spread",
    "identical_estimate",
    "mean_estimate",
    "mean_estimate_from_sums",
    "require_level",
    "require_sums",
    "standard_error",
]

FEW_CLUSTERS = 20
"""With fewer clusters than this an interval is called approximate: t intervals then cover less than they say."""

# Means this close are the same mean: what remains is the rounding of sums.
_NO_SPREAD = 1e-12


class Estimate(msgspec.Struct, frozen=True, kw_only=True):
    """A number with its interval, in the unit of what it estimates: a fraction in [0, 1] for a score, never percent.

    What cannot be computed is None with a reason, never NaN or 0: without a value ``reason`` says why there is
    none, with a value but no interval it says why there is no interval.
    """

    value: float | None
    low: float | None
    high: float | None
    level: float
    """The share of such intervals that hold the true value, such as 0.95."""
    method: str
    """How the interval was made, such as "cluster-robust t over articles"; empty where there is none."""
    n: int
    """How many questions the value is made of."""
    clusters: int
    """How many clusters those questions lie in."""
    cluster_unit: str
    """What a cluster is, in the singular: "article"."""
    reason: str = ""
    """Why there is no value, or no interval."""
    note: str = ""
    """What a reader of the interval has to know."""

    @classmethod
    def undefined(cls, reason: str, *, n: int = 0) -> Self:
        """Return the estimate that has no value, and says why."""
        return cls(
            value=None, low=None, high=None, level=0.95, method="", n=n, clusters=0, cluster_unit="", reason=reason
        )

    @property
    def has_interval(self) -> bool:
        """Whether both ends of the interval are there."""
        return self.low is not None and self.high is not None

    def with_interval(self, low: float, high: float, method: str) -> Self:
        """Return this estimate with an interval, and with a note where few clusters stand behind it."""
        few = self.clusters < FEW_CLUSTERS
        note = f"only {self.clusters} {self.cluster_unit}s: read the interval as approximate" if few else ""
        return msgspec.structs.replace(self, low=low, high=high, method=method, reason="", note=note)

    def __float__(self) -> float:
        """Return the value.

        Raises:
            OptionError: There is none. A 0 in its place would be read as a score.
        """
        if self.value is None:
            raise OptionError(f"this estimate has no value: {self.reason}; ask for .value, which is then None")
        return self.value

    def __str__(self) -> str:
        """Return value and interval as fractions: "0.8178 [0.7943, 0.8412]"."""
        return self._text(1.0, 4)

    def percent(self) -> str:
        """Return value and interval in percent, without the sign: "81.78 [79.43, 84.12]"."""
        return self._text(100.0, 2)

    def _text(self, scale: float, digits: int) -> str:
        if self.value is None:
            return f"undefined ({self.reason})"
        # Adding 0.0 turns the -0.0 of a rounded small negative number into 0.0.
        shown, *ends = (
            f"{round(number * scale, digits) + 0.0:.{digits}f}"
            for number in (self.value, self.low, self.high)
            if number is not None
        )
        return f"{shown} [{', '.join(ends)}]" if self.has_interval else shown


def mean_estimate(
    values: Sequence[float],
    clusters: Sequence[int],
    *,
    level: float = 0.95,
    cluster_unit: str = "article",
    bounded: bool = True,
) -> Estimate:
    """Return the mean over all questions, with a t interval that is right for questions clustered in articles.

    Questions of one article share its paragraphs, its topic and its annotators, so they are right and wrong together.
    Taken as independent they make an interval several times too narrow: the standard error of one BERT reader's F1
    on SQuAD 2.0 is 0.34 points that way and 1.18 over its 35 articles. Here a new article is what is drawn, as it is
    for whoever asks how the reader does on text it has not seen.

    The mean is a ratio, sum over questions by number of questions, so its variance is taken from what each cluster
    leaves over (Liang and Zeger, 1986; Cameron and Miller, 2015): G / (G - 1) * sum of squared cluster residuals / n^2,
    with Student's t of G - 1 degrees of freedom. See ``mean_estimate_from_sums`` for the cases without spread.

    Args:
        values: One number a question, shape (n,); fractions in [0, 1] where ``bounded``.
        clusters: The cluster of each question, shape (n,), any whole numbers.
        level: The share of such intervals that hold the true mean, 0 < level < 1.
        cluster_unit: What a cluster is, in the singular.
        bounded: Whether the values are fractions in [0, 1]; the interval is then cut to that range.

    Raises:
        OptionError: The two differ in length, a value is no number, or out of [0, 1] where ``bounded``.
    """
    sums, counts = cluster_sums(values, clusters)
    if len(values) and not bounded and not any(values):
        return identical_estimate(len(values), len(counts), level=level, cluster_unit=cluster_unit)
    return mean_estimate_from_sums(sums, counts, level=level, cluster_unit=cluster_unit, bounded=bounded)


def mean_estimate_from_sums(
    sums: Sequence[float],
    counts: Sequence[int],
    *,
    level: float = 0.95,
    cluster_unit: str = "article",
    bounded: bool = True,
) -> Estimate:
    """Return the same as ``mean_estimate``, from what the values of each cluster add up to.

    Where every value is 0, or every value is 1, the t interval has no width, which would claim certainty. Then the
    exact binomial bound (Clopper and Pearson, 1934) over the clusters takes its place: with G articles all right, the
    share of articles that are all right is above (alpha / 2)^(1 / G). Where the clusters have one and the same mean
    between 0 and 1, their spread says nothing, and there is no interval.

    Args:
        sums: The sum of the values of each cluster, shape (G,).
        counts: The number of questions of each cluster, shape (G,), each above 0.
        level: The share of such intervals that hold the true mean, 0 < level < 1.
        cluster_unit: What a cluster is, in the singular.
        bounded: Whether the values are fractions in [0, 1]; the interval is then cut to that range.

    Raises:
        OptionError: The two differ in length, a count is below 1, a sum is no number or cannot be that of fractions.
    """
    estimate = estimate_without_spread(sums, counts, level=level, cluster_unit=cluster_unit, bounded=bounded)
    if estimate.value is None or estimate.has_interval or estimate.reason:
        return estimate
    half = student_t_quantile(0.5 + level / 2, len(counts) - 1) * standard_error(sums, counts)
    low, high = estimate.value - half, estimate.value + half
    if bounded:
        low, high = max(low, 0.0), min(high, 1.0)
    return estimate.with_interval(low, high, f"cluster-robust t over {cluster_unit}s")


def estimate_without_spread(
    sums: Sequence[float], counts: Sequence[int], *, level: float, cluster_unit: str, bounded: bool
) -> Estimate:
    """Return the mean, finished in the cases where the spread of the clusters cannot say how sure it is.

    Those are: no question, one cluster, every value 0 or every value 1, clusters of one and the same mean. In any
    other case neither interval nor reason is set, and the caller's method makes the interval.

    Args:
        sums: The sum of the values of each cluster, shape (G,).
        counts: The number of questions of each cluster, shape (G,), each above 0.
        level: The share of such intervals that hold the true mean, 0 < level < 1.
        cluster_unit: What a cluster is, in the singular.
        bounded: Whether the values are fractions in [0, 1].

    Raises:
        OptionError: As ``mean_estimate_from_sums``.
    """
    require_level(level)
    require_sums(sums, counts, bounded=bounded)
    n, g = sum(counts), len(counts)
    if n == 0:
        return Estimate.undefined("there are no questions to take a mean of")
    mean = math.fsum(sums) / n
    bare = Estimate(value=mean, low=None, high=None, level=level, method="", n=n, clusters=g, cluster_unit=cluster_unit)
    if g == 1:
        return msgspec.structs.replace(bare, reason=f"one {cluster_unit} does not show how {cluster_unit}s differ")
    if bounded and mean in (0.0, 1.0):
        alpha = 1.0 - level
        low = 0.0 if mean == 0.0 else beta_quantile(alpha / 2, g, 1)
        high = 1.0 if mean == 1.0 else beta_quantile(1.0 - alpha / 2, 1, g)
        return bare.with_interval(low, high, f"exact binomial over {cluster_unit}s")
    if standard_error(sums, counts) < _NO_SPREAD:
        return msgspec.structs.replace(bare, reason=f"the {g} {cluster_unit}s have one mean, so no spread is seen")
    return bare


def difference_estimate(
    a: Sequence[float],
    b: Sequence[float],
    clusters: Sequence[int],
    *,
    level: float = 0.95,
    cluster_unit: str = "article",
) -> Estimate:
    """Return by how much the mean of a is above the mean of b, both readers having answered the same questions.

    The interval is that of the mean of the differences question by question. What makes a question hard for both
    readers cancels there; the intervals of the two means laid side by side are too wide to compare by.
    Two readers with the same score on every question differ by 0, with an interval of 0 to 0.

    Args:
        a: One reader's score of each question, shape (n,).
        b: The other's scores of the same questions in the same order, shape (n,).
        clusters: The cluster of each question, shape (n,).
        level: The share of such intervals that hold the true difference, 0 < level < 1.
        cluster_unit: What a cluster is, in the singular.

    Raises:
        OptionError: The three differ in length, or a score is no number.
    """
    if len(a) != len(b):
        raise OptionError(f"{len(a)} scores of one reader, {len(b)} of the other; one of each a question would do")
    differences = [x - y for x, y in zip(a, b, strict=True)]
    return mean_estimate(differences, clusters, level=level, cluster_unit=cluster_unit, bounded=False)


def identical_estimate(n: int, clusters: int, *, level: float, cluster_unit: str) -> Estimate:
    """Return the difference of two readers that have the same score on every question: 0, from 0 to 0."""
    return Estimate(
        value=0.0,
        low=0.0,
        high=0.0,
        level=require_level(level),
        method="no question differs",
        n=n,
        clusters=clusters,
        cluster_unit=cluster_unit,
    )


def standard_error(sums: Sequence[float], counts: Sequence[int]) -> float:
    """Return the cluster-robust standard error of the mean over all questions, with the factor G / (G - 1).

    Args:
        sums: The sum of the values of each cluster, shape (G,).
        counts: The number of questions of each cluster, shape (G,).

    Raises:
        OptionError: There are fewer than two clusters.
    """
    n, g = sum(counts), len(counts)
    if g < 2:
        raise OptionError(f"{g} clusters have no standard error; two or more would do")
    mean = math.fsum(sums) / n
    squares = math.fsum((total - mean * count) ** 2 for total, count in zip(sums, counts, strict=True))
    return math.sqrt(g / (g - 1) * squares) / n


def cluster_sums(values: Sequence[float], clusters: Sequence[int]) -> tuple[list[float], list[int]]:
    """Return what the values of each cluster add up to, and how many there are, clusters in order of appearance.

    Args:
        values: One number a question, shape (n,).
        clusters: The cluster of each question, shape (n,), any whole numbers.

    Raises:
        OptionError: The two differ in length.
    """
    if len(values) != len(clusters):
        raise OptionError(f"{len(values)} values but {len(clusters)} cluster ids; one of each a question would do")
    sums: dict[int, float] = {}
    counts: dict[int, int] = {}
    start = 0
    # The questions of an article stand together in a file, so whole runs are added up at once.
    for cluster, run in groupby(clusters):
        size = len(list(run))
        sums[cluster] = sums.get(cluster, 0.0) + sum(values[start : start + size])
        counts[cluster] = counts.get(cluster, 0) + size
        start += size
    return list(sums.values()), list(counts.values())


def choose_clusters(units: Mapping[str, Sequence[int]], *, least: int = 6) -> tuple[str, Sequence[int]]:
    """Return the coarsest unit with enough clusters to say something, and the cluster ids of its questions.

    The coarsest unit is the honest one, but a benchmark made of one long text has a single article. Below six
    clusters no sign-flip test can reach p < 0.05 whatever the readers do: 2 / 2^5 is 0.0625, 2 / 2^6 is 0.031.

    Args:
        units: The cluster ids of every question under each unit, coarsest first: article, paragraph, question.
        least: The fewest clusters that will do. Where no unit has them, the finest is returned.

    Raises:
        OptionError: There is no unit to choose from.
    """
    if not units:
        raise OptionError("there is no unit to cluster by; article, paragraph or question would do")
    for unit, clusters in units.items():
        if len(set(clusters)) >= least:
            return unit, clusters
    return unit, clusters


def require_level(level: float) -> float:
    """Return a confidence level that means something.

    Raises:
        OptionError: It is not between 0 and 1, as when 95 is meant to be percent.
    """
    if not 0.0 < level < 1.0:
        raise OptionError(f"a confidence level of {level} has no meaning; a fraction such as 0.95 would do")
    return level


def require_sums(sums: Sequence[float], counts: Sequence[int], *, bounded: bool) -> None:
    """Refuse sums and counts that are not those of clusters of questions.

    Raises:
        OptionError: The two differ in length, a count is below 1, a sum is no number or cannot be that of fractions.
    """
    if len(sums) != len(counts):
        raise OptionError(f"{len(sums)} sums but {len(counts)} counts; one of each a cluster would do")
    for total, count in zip(sums, counts, strict=True):
        if count < 1:
            raise OptionError(f"a cluster of {count} questions has no mean; leave it out")
        if not math.isfinite(total):
            raise OptionError(f"the values of a cluster add up to {total}; numbers would do")
        if bounded and not -1e-9 <= total <= count + 1e-9:
            raise OptionError(f"{count} fractions cannot add up to {total}; use bounded=False where they are none")
