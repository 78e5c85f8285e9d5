"""Is one reader better than another on this benchmark: paired differences, tests, and what could be seen at all."""

from collections.abc import Sequence
from itertools import combinations
from typing import TYPE_CHECKING, Literal

import msgspec

from spanwise.errors import OptionError
from spanwise.scoring.columns import Columns
from spanwise.scoring.scores import Scores
from spanwise.stats.estimate import Estimate, cluster_sums, standard_error
from spanwise.stats.multiple import holm
from spanwise.stats.permutation import mcnemar, sign_flip_test
from spanwise.stats.power import smallest_difference

if TYPE_CHECKING:
    from numpy.random import Generator

__all__ = ["Comparison", "Difference", "Matrix", "Metric", "compare", "compare_all"]

Metric = Literal["em", "f1"]


class Difference(msgspec.Struct, frozen=True):
    """One reader's mean score minus another's on the same questions, fractions."""

    metric: Metric
    estimate: Estimate
    """The mean of the per-question differences, clustered as the scores are."""
    p_value: float
    """Two-sided, of "both have the same mean", by flipping the signs of whole clusters."""
    exact: bool
    """Whether every way to flip was counted, rather than a sample of them."""
    smallest: float | None
    """The smallest true difference that this benchmark would show in four of five tries; None where undefined."""


class Comparison(msgspec.Struct, frozen=True):
    """Reader a against reader b, question by question."""

    a: str
    b: str
    benchmark: str
    em: Difference
    f1: Difference
    won: int
    """Questions on which a's F1 is greater."""
    lost: int
    """Questions on which b's F1 is greater."""
    only_a: int
    """Questions that a alone has exactly right; with `only_b`, what McNemar's test looks at."""
    only_b: int
    both_right: int
    both_wrong: int
    mcnemar: float
    """Two-sided exact p-value for exact match. It takes questions as independent, so it is often too small."""


class Matrix(msgspec.Struct, frozen=True):
    """Every pair of readers, with p-values corrected for the number of pairs."""

    readers: tuple[str, ...]
    comparisons: tuple[Comparison, ...]
    """In the order of `itertools.combinations` over the readers."""
    holm_em: tuple[float, ...]
    holm_f1: tuple[float, ...]
    """Holm's corrected sign-flip p-values, in the order of `comparisons`."""


def compare(a: Scores, b: Scores, *, rounds: int = 10_000, seed: int = 0) -> Comparison:
    """Return the paired comparison of two readers that were scored on the same questions by the same rules.

    Args:
        a: Scores of one reader.
        b: Scores of the other.
        rounds: Random sign flips, where there are too many clusters to count all of them.
        seed: Of those flips; the same seed gives the same p.

    Raises:
        OptionError: The two were scored on different questions or by different rules.
    """
    _refuse_unpaired(a, b)
    left, right = a.columns, b.columns
    right_a = [value == 1.0 for value in left.em]
    right_b = [value == 1.0 for value in right.em]
    pairs = list(zip(right_a, right_b, strict=True))
    only_a, only_b = pairs.count((True, False)), pairs.count((False, True))
    return Comparison(
        a=a.reader,
        b=b.reader,
        benchmark=a.benchmark,
        em=_difference("em", a, b, rounds, seed),
        f1=_difference("f1", a, b, rounds, seed),
        won=sum(x > y for x, y in zip(left.f1, right.f1, strict=True)),
        lost=sum(x < y for x, y in zip(left.f1, right.f1, strict=True)),
        only_a=only_a,
        only_b=only_b,
        both_right=pairs.count((True, True)),
        both_wrong=pairs.count((False, False)),
        mcnemar=mcnemar(only_a, only_b),
    )


def compare_all(scores: Sequence[Scores], *, rounds: int = 10_000, seed: int = 0) -> Matrix:
    """Return the comparison of every pair of readers, with Holm's correction for having looked at all of them.

    Raises:
        OptionError: There are fewer than two readers, or they were not scored on the same questions.
    """
    if len(scores) < 2:
        raise OptionError("a comparison needs at least two readers")
    comparisons = tuple(compare(a, b, rounds=rounds, seed=seed) for a, b in combinations(scores, 2))
    return Matrix(
        readers=tuple(s.reader for s in scores),
        comparisons=comparisons,
        holm_em=holm([c.em.p_value for c in comparisons]),
        holm_f1=holm([c.f1.p_value for c in comparisons]),
    )


def _refuse_unpaired(a: Scores, b: Scores) -> None:
    if a.signature.rules != b.signature.rules:
        raise OptionError(
            f"{a.reader!r} was scored by the rules {a.signature.rules!r} and {b.reader!r} by {b.signature.rules!r}; "
            "score both by the same rules"
        )
    if a.columns.ids != b.columns.ids or a.signature.dataset != b.signature.dataset:
        raise OptionError(
            f"{a.reader!r} and {b.reader!r} were scored on different questions or answers; a paired test needs the "
            "same dataset for both"
        )


def _column(columns: Columns, metric: Metric) -> tuple[float, ...]:
    return columns.em if metric == "em" else columns.f1


def _generator(seed: int) -> "Generator":
    import numpy as np

    return np.random.default_rng(seed)


def _difference(metric: Metric, a: Scores, b: Scores, rounds: int, seed: int) -> Difference:
    left, right = _column(a.columns, metric), _column(b.columns, metric)
    _, clusters = a.intervals.clusters(a.columns)
    estimate = a.intervals.difference(left, right, a.columns)
    test = sign_flip_test(left, right, clusters, rounds=rounds, rng=_generator(seed))
    sums, counts = cluster_sums([x - y for x, y in zip(left, right, strict=True)], clusters)
    error = standard_error(sums, counts) if len(counts) > 1 else 0.0
    smallest = smallest_difference(error, len(counts) - 1, level=a.intervals.level) if error else None
    return Difference(metric=metric, estimate=estimate, p_value=test.p_value, exact=test.exact, smallest=smallest)
