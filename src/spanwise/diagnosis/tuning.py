"""Choose where a reader abstains, and show how much of what that promises is luck of the data it was chosen on.

A threshold that is chosen and scored on the same questions has seen them: its score is an upper bound. Cross-fitting
scores every article with a threshold chosen on the other articles; the difference is the optimism.
"""

import math
import random
from collections.abc import Sequence

import msgspec

from spanwise.data.finding import numbered
from spanwise.diagnosis.abstention import Outcome, Rates, always_abstain, always_answer, outcome_table, outcomes
from spanwise.diagnosis.operating_point import Costs, Goal, OperatingPoint
from spanwise.diagnosis.signals import SignalName
from spanwise.errors import DataError, OptionError
from spanwise.scoring.columns import Columns
from spanwise.scoring.intervals import Intervals
from spanwise.scoring.scores import Scores
from spanwise.scoring.threshold import abstained
from spanwise.stats.estimate import Estimate, difference_estimate, mean_estimate

__all__ = ["FOLDS", "Applied", "Tuned", "applied", "tuned"]

FOLDS = 5
"""Into how many parts articles are dealt, where nothing else is asked for."""

_SAME = 1e-12
"""A gain of rounding error is none: the lowest of equally good thresholds is taken."""


class Applied(msgspec.Struct, frozen=True):
    """What a reader does at a threshold, or at one a fold."""

    em: Estimate
    f1: Estimate
    rates: Rates
    value: Estimate
    """What the goal measures: a fraction, or a cost a question."""


class Tuned(msgspec.Struct, frozen=True):
    """An operating point with what it gives where it was chosen, and what it would give elsewhere."""

    point: OperatingPoint
    here: Applied
    """On the very data it was chosen on: an upper bound."""
    untouched: Applied
    """The reader's own texts, no threshold."""
    always_answer: Applied
    always_abstain: Applied
    """The two readers that look at nothing (see `abstention`)."""
    cross_fitted: Applied | None
    """Each article at a threshold chosen on the others; None with the reason in `optimism`."""
    optimism: Estimate
    """By how much `here` looks better than `cross_fitted`, in what the goal measures; above 0 is too good."""
    fold_thresholds: tuple[float, ...] = ()
    official_value: float | None = None
    """For F1 and EM: what the official sweep gives as best. Above ``here`` where it splits equal values, so that no
    threshold attains it."""


def tuned(
    scores: Scores,
    goal: Goal,
    *,
    signal: SignalName = "na_prob",
    unanswerable_share: float | None = None,
    folds: int | None = None,
    seed: int = 0,
) -> Tuned:
    """Return the operating point that serves a goal best on a reader's scores, and how far to trust it.

    Args:
        scores: Of predictions with a signal (see `with_signal`), at any threshold.
        goal: What the point is chosen for.
        signal: The name of that signal.
        unanswerable_share: The share of unanswerable questions where the point will be used, if it differs from that
            of this data: SQuAD 2.0 has 1 in 3 in training and 1 in 2 in testing. Questions are weighted to match.
        folds: Into how many folds articles are dealt for cross-fitting; 0 leaves it out, None takes 5 or as many as
            there are articles.
        seed: Of the dealing.

    Raises:
        OptionError: The goal, the share or the number of folds has no meaning here; or there is no signal.
        DataError: The data has no unanswerable question, or none with an answer: every threshold choice would be
            to answer all, or nothing.
    """
    goal.checked()
    columns, intervals = scores.columns, scores.intervals
    weights = _weights(columns, unanswerable_share)

    def measured(made: Columns) -> Applied:
        return _applied(made, goal, intervals, weights)

    threshold, on_all = _chosen(columns, goal, weights, range(len(columns)))
    here_columns = _at(columns, [threshold] * len(columns))
    here = measured(here_columns)
    crossed, fold_thresholds, why_not = _cross_fitted(columns, goal, weights, folds, seed)
    if crossed is None:
        cross, optimism = None, Estimate.undefined(why_not)
    else:
        cross = measured(crossed)
        optimism = _optimism(here_columns, crossed, goal, intervals, weights)
    best = {"f1": scores.best_f1, "em": scores.best_em}.get(goal.name) if unanswerable_share is None else None
    return Tuned(
        point=OperatingPoint(
            signal=signal,
            threshold=threshold,
            goal=goal,
            value=float(here.value),
            abstains_on_all=on_all,
            unanswerable_share=unanswerable_share,
            reader=scores.reader,
            benchmark=scores.benchmark,
            tuned_on=str(scores.signature),
        ),
        here=here,
        untouched=measured(_at(columns, [math.inf] * len(columns))),
        always_answer=measured(always_answer(columns)),
        always_abstain=measured(always_abstain(columns)),
        cross_fitted=cross,
        optimism=optimism,
        fold_thresholds=fold_thresholds,
        official_value=None if best is None else best.official_score,
    )


def applied(scores: Scores, goal: Goal) -> Applied:
    """Return what scores at an operating point come to, in the measure of a goal."""
    return _applied(scores.columns, goal.checked(), scores.intervals, None)


def _weights(columns: Columns, share: float | None) -> Sequence[float] | None:
    """Return the weight of each question, of mean 1; None: all count the same."""
    n, without = len(columns), columns.has_answer.count(False)
    if without in (0, n):
        kind = "unanswerable question" if not without else "answerable question"
        raise DataError(
            f"the set has no {kind}, so it cannot tell where to abstain; choose the threshold on a set with both kinds"
        )
    if share is None:
        return None
    if not 0 < share < 1:
        raise OptionError(f"a share of unanswerable questions of {share} has no meaning; 0.5 for a half would do")
    up, down = share * n / without, (1 - share) * n / (n - without)
    return [down if has_answer else up for has_answer in columns.has_answer]


def _signal(columns: Columns) -> tuple[float, ...]:
    if columns.na_prob is None:
        raise OptionError("there is no signal to abstain by, so there is no threshold; give --na-probs FILE")
    return columns.na_prob


def _at(columns: Columns, thresholds: Sequence[float]) -> Columns:
    """Return the columns once each question abstains above its threshold."""
    facts = zip(columns.predicted, _signal(columns), thresholds, strict=True)
    gone = [there and value > threshold for there, value, threshold in facts]
    abstaining = [abstained(has_answer) for has_answer in columns.has_answer]

    def scored(raw: Sequence[float]) -> tuple[float, ...]:
        return tuple([a if out else r for out, a, r in zip(gone, abstaining, raw, strict=True)])

    silent = zip(columns.predicted, columns.answered, gone, strict=True)
    return msgspec.structs.replace(
        columns,
        em=scored(columns.raw_em),
        f1=scored(columns.raw_f1),
        abstains=tuple([there and (not answered or out) for there, answered, out in silent]),
    )


def _values(columns: Columns, goal: Goal) -> Sequence[float]:
    """Return what the goal measures on each question, shape (n,)."""
    if goal.name == "f1":
        return columns.f1
    if goal.name == "em":
        return columns.em
    found = outcomes(columns)
    if goal.costs is None:
        return [float(outcome == "false_answer") for outcome in found]
    prices = _prices(goal.costs)
    return [
        # Leaving a question out is no way round the cost of failing at it.
        prices["answered_wrongly" if has_answer else "false_answer"] if outcome == "missing" else prices[outcome]
        for outcome, has_answer in zip(found, columns.has_answer, strict=True)
    ]


def _prices(costs: Costs) -> dict[Outcome, float]:
    return {
        "answered_rightly": 0.0,
        "answered_wrongly": costs.wrong_answer,
        "false_answer": costs.false_answer,
        "over_refusal": costs.over_refusal,
        "abstained_rightly": 0.0,
    }


def _chosen(columns: Columns, goal: Goal, weights: Sequence[float] | None, among: Sequence[int]) -> tuple[float, bool]:
    """Return the threshold that serves the goal best among some questions, and whether it abstains on all of them."""
    signal = _signal(columns)
    order = sorted((i for i in among if columns.predicted[i]), key=signal.__getitem__)
    if not order:
        raise DataError("no question of the data that a threshold is chosen on has a prediction")
    answering = _values(_at(columns, [math.inf] * len(columns)), goal)
    refusing = _values(_at(columns, [-math.inf] * len(columns)), goal)
    better = -1.0 if goal.name in ("cost", "false-answers") else 1.0
    gains = [better * (a - r) for a, r in zip(answering, refusing, strict=True)]
    if weights is not None and goal.name != "false-answers":
        gains = [gain * weight for gain, weight in zip(gains, weights, strict=True)]
    if goal.name == "false-answers":
        return _within(columns, order, gains, goal.max_false_answer_rate or 0.0, among)
    threshold, total, best = math.nextafter(signal[order[0]], -math.inf), 0.0, 0.0
    on_all = True
    for place, i in enumerate(order):
        total += gains[i]
        last_of_equals = place + 1 == len(order) or signal[order[place + 1]] != signal[i]
        if last_of_equals and total > best + _SAME * len(among):
            threshold, best, on_all = signal[i], total, False
    return threshold, on_all


def _within(
    columns: Columns, order: Sequence[int], gains: Sequence[float], limit: float, among: Sequence[int]
) -> tuple[float, bool]:
    """Return the greatest threshold whose false-answer rate is within a limit: it only grows with the threshold."""
    signal = _signal(columns)
    without = sum(not columns.has_answer[i] for i in among)
    if not without:
        raise DataError("there is no unanswerable question to keep a false-answer rate on; use fewer folds")
    threshold, on_all, wrong = math.nextafter(signal[order[0]], -math.inf), True, 0.0
    for place, i in enumerate(order):
        wrong -= gains[i]
        if place + 1 == len(order) or signal[order[place + 1]] != signal[i]:
            if wrong > limit * without + _SAME * without:
                break
            threshold, on_all = signal[i], False
    return threshold, on_all


def _cross_fitted(
    columns: Columns, goal: Goal, weights: Sequence[float] | None, folds: int | None, seed: int
) -> tuple[Columns | None, tuple[float, ...], str]:
    """Return the columns with each article at the threshold chosen on the others; or None, and why not."""
    articles = sorted(set(columns.article))
    if folds == 0:
        return None, (), "cross-fitting was left out"
    if folds is None and len(articles) < 2:
        return None, (), "one article cannot be held out from itself, so there is no cross-fitting"
    count = min(FOLDS, len(articles)) if folds is None else folds
    if not 2 <= count <= len(articles):
        raise OptionError(
            f"{numbered(len(articles), 'article', 'articles')} cannot be dealt into {count} folds; 2 folds or more "
            "would do, and no more than there are articles"
        )
    random.Random(seed).shuffle(articles)
    fold_of = {article: place % count for place, article in enumerate(articles)}
    fold = [fold_of[article] for article in columns.article]
    found = [
        _chosen(columns, goal, weights, [i for i, other in enumerate(fold) if other != held_out])[0]
        for held_out in range(count)
    ]
    return _at(columns, [found[place] for place in fold]), tuple(found), ""


def _places(columns: Columns, goal: Goal) -> list[int] | None:
    """Return the questions that the goal's measure is a mean over; None: all."""
    if goal.name != "false-answers":
        return None
    return [i for i, has_answer in enumerate(columns.has_answer) if not has_answer]


def _applied(columns: Columns, goal: Goal, intervals: Intervals, weights: Sequence[float] | None) -> Applied:
    table = outcome_table(columns, intervals)
    return Applied(table.em, table.f1, table.rates, _measured(columns, goal, intervals, weights))


def _measured(columns: Columns, goal: Goal, intervals: Intervals, weights: Sequence[float] | None) -> Estimate:
    values = _values(columns, goal)
    places = _places(columns, goal)
    if places == []:
        return Estimate.undefined("the set has no unanswerable question")
    # Costs are brought to 0..1 for the interval and back.
    top = max(msgspec.structs.astuple(goal.costs)) if goal.costs is not None else 1.0
    if weights is None or places is not None:
        (estimate,) = intervals.means({"": [v / top for v in values]}, columns, places)
        return _scaled(estimate, top)
    return _weighted(values, columns, intervals, weights, top)


def _scaled(estimate: Estimate, top: float) -> Estimate:
    if top == 1.0:
        return estimate
    value, low, high = (x if x is None else x * top for x in (estimate.value, estimate.low, estimate.high))
    return msgspec.structs.replace(estimate, value=value, low=low, high=high)


def _weighted(
    values: Sequence[float], columns: Columns, intervals: Intervals, weights: Sequence[float], top: float
) -> Estimate:
    """Return the mean with each kind of question at its share in use, which is known: only its own mean varies."""
    n = len(values)
    mean = math.fsum(w * v for w, v in zip(weights, values, strict=True)) / n
    kinds = {}
    for kind in (True, False):
        of_kind = [v for v, has_answer in zip(values, columns.has_answer, strict=True) if has_answer is kind]
        kinds[kind] = math.fsum(of_kind) / len(of_kind)
    left_over = [
        mean + w * (v - kinds[has_answer]) for w, v, has_answer in zip(weights, values, columns.has_answer, strict=True)
    ]
    unit, clusters = intervals.clusters(columns)
    estimate = mean_estimate(left_over, clusters, level=intervals.level, cluster_unit=unit, bounded=False)
    low, high = estimate.low, estimate.high
    if low is not None and high is not None:
        estimate = msgspec.structs.replace(estimate, low=max(low, 0.0), high=min(high, top))
    return msgspec.structs.replace(estimate, value=mean)


def _optimism(
    here: Columns, crossed: Columns, goal: Goal, intervals: Intervals, weights: Sequence[float] | None
) -> Estimate:
    sign = -1.0 if goal.name in ("cost", "false-answers") else 1.0
    unit, clusters = intervals.clusters(here)
    places = _places(here, goal)
    chosen = range(len(here)) if places is None else places
    heavy = [1.0] * len(here) if weights is None or places is not None else weights
    a, b = ([sign * w * v for w, v in zip(heavy, _values(c, goal), strict=True)] for c in (here, crossed))
    return difference_estimate(
        [a[i] for i in chosen],
        [b[i] for i in chosen],
        [clusters[i] for i in chosen],
        level=intervals.level,
        cluster_unit=unit,
    )
