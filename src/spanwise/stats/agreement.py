"""How far people agree beyond chance: Krippendorff's alpha and Fleiss' kappa for categories without order."""

import math
from collections import Counter
from collections.abc import Hashable, Sequence

import msgspec

from spanwise.errors import OptionError
from spanwise.stats.distributions import student_t_quantile
from spanwise.stats.estimate import Estimate, require_level

__all__ = ["fleiss_kappa", "krippendorff_alpha"]

Units = Sequence[Sequence[Hashable]]


class _Unit(msgspec.Struct, frozen=True):
    """One unit's part in a coefficient: everything the coefficients need is a sum of these."""

    ratings: int
    disagreement: float
    """The share of its ordered pairs of ratings that differ."""
    counts: Counter[Hashable]


def krippendorff_alpha(
    units: Units, clusters: Sequence[int] | None = None, *, level: float = 0.95, cluster_unit: str = "article"
) -> Estimate:
    """Return Krippendorff's alpha of ratings in categories without order: 1 is full agreement, 0 is chance.

    Ratings may be missing, and each unit may have another number of them; a unit with fewer than two says nothing and
    is left out (Krippendorff, 2011, "Computing Krippendorff's alpha-reliability"). Where all ratings are one category
    there is no chance to agree beyond, so alpha is undefined, neither 1 nor 0.

    Args:
        units: The ratings that each unit got; missing ones are left out.
        clusters: The cluster of each unit, for an interval by leaving out each cluster in turn; None: no interval.
        level: The share of such intervals that hold the true value, 0 < level < 1.
        cluster_unit: What a cluster is, in the singular.

    Raises:
        OptionError: There is not one cluster a unit.
    """
    return _coefficient(units, clusters, level, cluster_unit, kappa=False)


def fleiss_kappa(
    units: Units, clusters: Sequence[int] | None = None, *, level: float = 0.95, cluster_unit: str = "article"
) -> Estimate:
    """Return Fleiss' kappa of ratings in categories without order: 1 is full agreement, 0 is chance.

    Every unit must have the same number of ratings, two or more (Fleiss, 1971); where it has not, kappa is undefined,
    and `krippendorff_alpha` is the coefficient to ask for. On such data the two differ by terms of 1 / (all ratings).

    Args:
        units: The ratings that each unit got.
        clusters: The cluster of each unit, for an interval by leaving out each cluster in turn; None: no interval.
        level: The share of such intervals that hold the true value, 0 < level < 1.
        cluster_unit: What a cluster is, in the singular.

    Raises:
        OptionError: There is not one cluster a unit.
    """
    sizes = sorted({len(unit) for unit in units})
    if len(sizes) > 1:
        reason = f"units have {sizes[0]} to {sizes[-1]} ratings, and Fleiss' kappa needs as many for each"
        return Estimate.undefined(reason, n=len(units))
    return _coefficient(units, clusters, level, cluster_unit, kappa=True)


def _coefficient(
    units: Units, clusters: Sequence[int] | None, level: float, cluster_unit: str, *, kappa: bool
) -> Estimate:
    require_level(level)
    if clusters is not None and len(clusters) != len(units):
        raise OptionError(f"{len(units)} units but {len(clusters)} cluster ids; one of each a unit would do")
    rated = [i for i, unit in enumerate(units) if len(unit) >= 2]
    if not rated:
        return Estimate.undefined("no unit has two ratings", n=len(units))
    parts = [_unit(units[i]) for i in rated]
    value = _beyond_chance(parts, kappa=kappa)
    if value is None:
        (category,) = parts[0].counts
        return Estimate.undefined(f"all ratings are one category ({category})", n=len(parts))
    of_unit = [0] * len(parts) if clusters is None else [clusters[i] for i in rated]
    bare = Estimate(
        value=value,
        low=None,
        high=None,
        level=level,
        method="",
        n=len(parts),
        clusters=0 if clusters is None else len(set(of_unit)),
        cluster_unit="" if clusters is None else cluster_unit,
        reason="no clusters were given" if clusters is None else "",
    )
    return bare if clusters is None else _with_jackknife(bare, parts, of_unit, kappa=kappa)


def _unit(ratings: Sequence[Hashable]) -> _Unit:
    counts, m = Counter(ratings), len(ratings)
    same = sum(count * (count - 1) for count in counts.values())
    return _Unit(m, 1.0 - same / (m * (m - 1)), counts)


def _beyond_chance(units: Sequence[_Unit], *, kappa: bool) -> float | None:
    """Return 1 - observed / expected disagreement, or None where no disagreement can be expected.

    Alpha weighs a unit by its ratings, and draws the two ratings of a chance pair without putting the first back.
    Kappa's units have all one weight, and its pairs are drawn with replacement.
    """
    totals: Counter[Hashable] = Counter()
    for unit in units:
        totals.update(unit.counts)
    n = totals.total()
    if len(totals) < 2:
        return None
    observed = math.fsum(unit.ratings * unit.disagreement for unit in units) / n
    same = sum(count * (count if kappa else count - 1) for count in totals.values())
    expected = 1.0 - same / (n * (n if kappa else n - 1))
    return 1.0 - observed / expected


def _with_jackknife(estimate: Estimate, parts: Sequence[_Unit], clusters: Sequence[int], *, kappa: bool) -> Estimate:
    """Return the estimate with a t interval from leaving out each cluster in turn."""
    g = len(set(clusters))
    unit = estimate.cluster_unit
    if g < 2:
        return msgspec.structs.replace(estimate, reason=f"one {unit} does not show how {unit}s differ")
    merged = _merged(parts, clusters)
    left_out = [_beyond_chance([*merged[:i], *merged[i + 1 :]], kappa=kappa) for i in range(g)]
    found = [value for value in left_out if value is not None]
    if len(found) < g:
        reason = f"without one of the {unit}s all ratings are one category, so no spread is seen"
        return msgspec.structs.replace(estimate, reason=reason)
    centre = math.fsum(found) / g
    error = math.sqrt((g - 1) / g * math.fsum((value - centre) ** 2 for value in found))
    if estimate.value is None or error < 1e-12:
        return msgspec.structs.replace(estimate, reason=f"leaving out any {unit} changes nothing, so no spread is seen")
    half = student_t_quantile(0.5 + estimate.level / 2, g - 1) * error
    low, high = max(estimate.value - half, -1.0), min(estimate.value + half, 1.0)
    return estimate.with_interval(low, high, f"jackknife over {unit}s")


def _merged(parts: Sequence[_Unit], clusters: Sequence[int]) -> list[_Unit]:
    """Return one part a cluster, of the same sums: leaving one out is then a sum over clusters, not over units."""
    grouped: dict[int, list[_Unit]] = {}
    for part, cluster in zip(parts, clusters, strict=True):
        grouped.setdefault(cluster, []).append(part)
    merged = []
    for group in grouped.values():
        counts: Counter[Hashable] = Counter()
        for part in group:
            counts.update(part.counts)
        n = counts.total()
        merged.append(_Unit(n, math.fsum(part.ratings * part.disagreement for part in group) / n, counts))
    return merged
