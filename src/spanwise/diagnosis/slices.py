"""Where a reader is worse: its score on each kind of question against its score on the others of that column."""

import math
from collections.abc import Mapping, Sequence
from typing import NamedTuple

import msgspec

from spanwise.diagnosis.question_facts import FactColumn, Facts
from spanwise.errors import OptionError
from spanwise.scoring.compare import Metric
from spanwise.scoring.scores import Scores
from spanwise.stats.distributions import student_t_cdf, student_t_quantile
from spanwise.stats.estimate import Estimate, mean_estimate, mean_estimate_from_sums
from spanwise.stats.multiple import holm

__all__ = ["Slice", "slices"]

_NO_SPREAD = 1e-12
_LEAST_P = 1e-9
_CLOSE = 1e-3


class Slice(msgspec.Struct, frozen=True):
    """The questions with one value in one column, and how a reader does on them."""

    column: str
    label: str
    """What the column is called where people read it."""
    value: str
    n: int
    clusters: int
    """How many articles the questions lie in (paragraphs, where one article holds them all)."""
    score: Estimate
    """The mean of the metric over the slice."""
    rest: float | None
    """The mean over the other questions that have a value in this column; None where there are none."""
    difference: Estimate
    """Slice minus rest."""
    p_value: float | None
    """Two-sided, of "no difference"; None where the difference has no interval."""
    p_holm: float | None
    """Corrected for all the slices that were tested together."""
    worse: bool
    """Whether the slice may be called worse than the rest: a difference below 0 with a corrected p below 1 - level."""


def slices(scores: Scores, facts: Facts, metric: Metric = "f1") -> tuple[Slice, ...]:
    """Return every slice of every column with its score, interval, and whether it is worse than the rest.

    The rest is the questions with another value in the same column, so short answers are compared with longer ones
    and not with the questions that have no answer.

    A slice and its rest lie in the same articles, so the two means hang together, and a slice may stand in few
    articles. The variance is the jackknife over articles (leave one out, take the difference again), which accounts
    for both and errs on the safe side where few articles hold the slice; the usual sandwich is too small there
    (MacKinnon, Nielsen and Webb, 2023). Student's t has as many degrees of freedom as the fewer of the two have
    articles, less one. Shuffling labels would test something else: that the slice is drawn like the rest in every
    way. Where a slice or its rest is all right or all wrong, the exact binomial bounds of the two means are joined
    instead. Where one article holds the whole slice, paragraphs take the place of articles; the note says so.

    Holm's correction goes over all slices given, since a dozen columns hold some that are worst by luck. Looking at
    fewer columns, chosen before looking, corrects for fewer.

    Args:
        scores: What a reader scored.
        facts: The columns, in the order of the scores' questions.
        metric: The score to compare by.

    Raises:
        OptionError: The facts are those of other questions than the scores.
    """
    if facts.ids != scores.columns.ids:
        raise OptionError(
            f"the facts are of {len(facts.ids):,} questions and the scores of {scores.reader!r} of {scores.total:,} "
            "others; slices need the facts of the dataset that was scored"
        )
    found = [one for column in facts.columns for one in _column_slices(scores, column, metric)]
    tested = [one.p_value for one in found if one.p_value is not None]
    corrected = iter(holm(tested))
    alpha = 1 - scores.intervals.level
    finished = []
    for one in found:
        p_holm = None if one.p_value is None else next(corrected)
        worse = p_holm is not None and p_holm < alpha and (one.difference.value or 0.0) < 0
        finished.append(msgspec.structs.replace(one, p_holm=p_holm, worse=worse))
    return tuple(finished)


class _Unit(NamedTuple):
    name: str
    clusters: Sequence[int]


class _Tally(NamedTuple):
    """What the values of some questions add up to in each cluster, and how many they are."""

    sums: dict[int, float]
    counts: dict[int, int]


def _column_slices(scores: Scores, column: FactColumn, metric: Metric) -> list[Slice]:
    values = scores.columns.em if metric == "em" else scores.columns.f1
    places: dict[str, list[int]] = {value: [] for value in column.order}
    for place, value in enumerate(column.values):
        if value is not None:
            places[value].append(place)
    known = [place for chosen in places.values() for place in chosen]
    units = [_Unit(*scores.intervals.clusters(scores.columns))]
    if units[0].name == "article":
        units.append(_Unit("paragraph", scores.columns.paragraph))
    whole: dict[str, _Tally] = {}
    found = []
    for value, chosen in places.items():
        unit, own = _unit_for(units, chosen, whole, known, values)
        difference, p_value = _difference(own, whole[unit.name], unit.name, scores.intervals.level, column.label)
        if unit is not units[0] and difference.has_interval:
            note = "slices within one article are compared by paragraphs, which says nothing of other articles"
            difference = msgspec.structs.replace(difference, note=note)
        others = len(known) - len(chosen)
        found.append(
            Slice(
                column=column.name,
                label=column.label,
                value=value,
                n=len(chosen),
                clusters=len(own.counts),
                score=_score(scores, values, chosen, (unit, units[0]), column.label),
                rest=_rest(own, whole[unit.name]) if others else None,
                difference=difference,
                p_value=p_value,
                p_holm=None,
                worse=False,
            )
        )
    return found


def _tally(values: Sequence[float], clusters: Sequence[int], chosen: Sequence[int]) -> _Tally:
    sums: dict[int, float] = {}
    counts: dict[int, int] = {}
    for place in chosen:
        cluster = clusters[place]
        sums[cluster] = sums.get(cluster, 0.0) + values[place]
        counts[cluster] = counts.get(cluster, 0) + 1
    return _Tally(sums, counts)


def _unit_for(
    units: Sequence[_Unit],
    chosen: Sequence[int],
    whole: dict[str, _Tally],
    known: Sequence[int],
    values: Sequence[float],
) -> tuple[_Unit, _Tally]:
    """Return the coarsest unit of which slice and rest each hold two, else the coarsest, with the slice's tally."""
    tallies = []
    for unit in units:
        if unit.name not in whole:
            whole[unit.name] = _tally(values, unit.clusters, known)
        own = _tally(values, unit.clusters, chosen)
        if len(own.counts) > 1 and _rest_clusters(own.counts, whole[unit.name].counts) > 1:
            return unit, own
        tallies.append(own)
    return units[0], tallies[0]


def _score(
    scores: Scores, values: Sequence[float], chosen: Sequence[int], units: tuple[_Unit, _Unit], label: str
) -> Estimate:
    unit, coarsest = units
    if not chosen:
        return Estimate.undefined(f"no question has this {label}")
    if unit is coarsest or len({coarsest.clusters[place] for place in chosen}) > 1:
        return scores.intervals.means({"": values}, scores.columns, chosen)[0]
    return mean_estimate(
        [values[place] for place in chosen],
        [unit.clusters[place] for place in chosen],
        level=scores.intervals.level,
        cluster_unit=unit.name,
    )


def _rest(own: _Tally, whole: _Tally) -> float:
    count = sum(whole.counts.values()) - sum(own.counts.values())
    return (math.fsum(whole.sums.values()) - math.fsum(own.sums.values())) / count


def _difference(own: _Tally, whole: _Tally, unit: str, level: float, label: str) -> tuple[Estimate, float | None]:
    """Return slice minus rest with its jackknife interval, and the two-sided p-value."""
    n, all_n = sum(own.counts.values()), sum(whole.counts.values())
    if n == 0:
        return Estimate.undefined(f"no question has this {label}"), None
    if n == all_n:
        return Estimate.undefined(f"every question has this {label}, so there is no rest to compare with", n=n), None
    own_sum, all_sum = math.fsum(own.sums.values()), math.fsum(whole.sums.values())
    value = own_sum / n - (all_sum - own_sum) / (all_n - n)
    fewest = min(len(own.counts), _rest_clusters(own.counts, whole.counts))
    bare = Estimate(value=value, low=None, high=None, level=level, method="", n=n, clusters=fewest, cluster_unit=unit)
    if fewest < 2:
        which = "slice" if len(own.counts) < 2 else "rest"
        return msgspec.structs.replace(bare, reason=f"one {unit} holds the whole {which}"), None
    rest = _without(whole, own)
    if _alike(own) or _alike(rest):
        return _joined(bare, own, rest, unit)
    squares = 0.0
    for cluster, count in whole.counts.items():
        left, left_sum = n - own.counts.get(cluster, 0), own_sum - own.sums.get(cluster, 0.0)
        others = all_n - count - left
        again = left_sum / left - (all_sum - whole.sums[cluster] - left_sum) / others
        squares += (again - value) ** 2
    g = len(whole.counts)
    error = math.sqrt((g - 1) / g * squares)
    if error < _NO_SPREAD:
        return msgspec.structs.replace(
            bare, reason=f"leaving out any {unit} changes nothing, so no spread is seen"
        ), None
    half = student_t_quantile(0.5 + level / 2, fewest - 1) * error
    ends = max(value - half, -1.0), min(value + half, 1.0)
    p_value = min(1.0, 2 * student_t_cdf(-abs(value) / error, fewest - 1))
    return bare.with_interval(*ends, f"jackknife t over {unit}s"), p_value


def _rest_clusters(own: Mapping[int, int], whole: Mapping[int, int]) -> int:
    return sum(count > own.get(cluster, 0) for cluster, count in whole.items())


def _joined(bare: Estimate, own: _Tally, rest: _Tally, unit: str) -> tuple[Estimate, float | None]:
    """Return the difference with an interval and p-value from the two means' own intervals.

    Where all of a slice is wrong, or right, its clusters show no spread and a jackknife would claim certainty; the
    exact binomial bound over clusters does not. Each mean is bounded at half the error, so that both hold together
    however they hang together; p is the smallest error at which the interval leaves out 0.
    """

    def ends(alpha: float) -> tuple[float, float] | None:
        a, b = (
            mean_estimate_from_sums(
                list(t.sums.values()), list(t.counts.values()), level=1 - alpha / 2, cluster_unit=unit
            )
            for t in (own, rest)
        )
        if a.low is None or a.high is None or b.low is None or b.high is None:
            return None
        return a.low - b.high, a.high - b.low

    found = ends(1 - bare.level)
    if found is None:
        reason = f"the {unit}s of slice or rest have one mean, so no spread is seen"
        return msgspec.structs.replace(bare, reason=reason), None

    def excluded(alpha: float) -> bool:
        low, high = ends(alpha) or (-1.0, 1.0)
        return low > 0 or high < 0

    low, high = math.log(_LEAST_P), 0.0
    if not excluded(math.exp(high) - _LEAST_P):
        low = high
    while high - low > _CLOSE:
        middle = (low + high) / 2
        low, high = (low, middle) if excluded(math.exp(middle)) else (middle, high)
    return bare.with_interval(*found, f"joined exact bounds over {unit}s"), math.exp(high)


def _without(whole: _Tally, own: _Tally) -> _Tally:
    counts = {cluster: count - own.counts.get(cluster, 0) for cluster, count in whole.counts.items()}
    sums = {cluster: total - own.sums.get(cluster, 0.0) for cluster, total in whole.sums.items() if counts[cluster]}
    return _Tally(sums, {cluster: count for cluster, count in counts.items() if count})


def _alike(tally: _Tally) -> bool:
    """Return whether all clusters have one mean: two articles that are all wrong show no spread, yet are just two."""
    means = [tally.sums[cluster] / count for cluster, count in tally.counts.items()]
    return max(means) - min(means) < _NO_SPREAD
