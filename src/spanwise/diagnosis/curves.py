"""What a reader would do at every threshold of its signal: four curves with bands, and the areas that sum them up.

The bands are pointwise t intervals over articles, whatever method the scores use: drawing anew ten thousand times at
each of a hundred points would show nothing more.
"""

import math
from bisect import bisect_left
from collections.abc import Sequence

import msgspec

from spanwise.errors import OptionError
from spanwise.scoring.columns import Columns
from spanwise.scoring.scores import Scores
from spanwise.scoring.threshold import AveragePrecision, abstained
from spanwise.stats.estimate import Estimate, mean_estimate_from_sums

__all__ = ["POINTS", "AbstentionCurves", "CurvePoint", "RiskCoverage", "abstention_curves", "risk_coverage"]

POINTS = 100
"""At how many thresholds a curve is drawn, at most; the areas are made from all of them."""


_NOTHING = "nothing is answered at this threshold"
_NO_ANSWERABLE = "the set has no answerable question"


class CurvePoint(msgspec.Struct, frozen=True):
    """What a reader does at one threshold; fractions, each with its band."""

    threshold: float
    coverage: Estimate
    """The share of all questions that are answered."""
    em: Estimate
    f1: Estimate
    risk_em: Estimate
    """Of the answered questions, the share that is not exactly right; undefined where nothing is answered."""
    risk_f1: Estimate
    """The same by F1: one minus the mean F1 of what is answered."""
    false_answers: Estimate
    """Of the unanswerable questions, those that are answered."""
    over_refusals: Estimate
    """Of the answerable questions, those that are refused."""
    precision_em: Estimate
    """As the official script has it: exact matches with an answer among all questions whose signal is not above the
    threshold, empty texts of the reader's own among them."""
    recall_em: Estimate
    """The same exact matches among all answerable questions."""
    precision_f1: Estimate
    recall_f1: Estimate


class RiskCoverage(msgspec.Struct, frozen=True):
    """How well a signal puts the good answers first: the area under risk against coverage, lower is better."""

    aurc: float
    """The mean risk over all coverages up to the greatest; equal values count as in random order."""
    best: float
    """That of a signal that puts every right answer before every wrong one."""
    chance: float
    """That of a signal that says nothing: the risk of answering all."""
    coverage: float
    """The greatest coverage: the share of questions that the reader gives any text for."""


class AbstentionCurves(msgspec.Struct, frozen=True):
    """The curves of one reader, lowest threshold first."""

    reader: str
    benchmark: str
    points: tuple[CurvePoint, ...]
    """The first abstains on all that has a signal, the last on nothing that does not abstain by itself."""
    average_precision: AveragePrecision | None
    """The official areas under precision against recall; None where no question is answerable."""
    risk_em: RiskCoverage | None
    """None where the reader gives no text at all."""
    risk_f1: RiskCoverage | None
    auroc: float | None
    """Of telling unanswerable from answerable questions by the signal; None where a kind is missing."""
    level: float
    method: str
    """How the bands were made; empty where one cluster allows none."""
    signature: str


def abstention_curves(scores: Scores, *, points: int = POINTS) -> AbstentionCurves:
    """Return the curves of a reader over its signal.

    Args:
        scores: Of predictions with a signal, at any threshold; the curves start from the reader's own texts.
        points: The most thresholds to draw; those drawn are spread evenly over the questions.

    Raises:
        OptionError: The reader has no signal, or fewer than two points are asked for.
    """
    columns = scores.columns
    if columns.na_prob is None:
        raise OptionError("there is no signal to abstain by, so there are no curves; give --na-probs FILE")
    if points < 2:
        raise OptionError(f"{points} points make no curve; 2 or more would do")
    drawn = _drawn(columns, scores, points)
    methods = [point.em.method for point in drawn if point.em.method]
    return AbstentionCurves(
        reader=scores.reader,
        benchmark=scores.benchmark,
        points=drawn,
        average_precision=scores.average_precision,
        risk_em=risk_coverage(columns, columns.raw_em),
        risk_f1=risk_coverage(columns, columns.raw_f1),
        auroc=scores.na_auroc,
        level=scores.intervals.level,
        method=methods[0] if methods else "",
        signature=str(scores.signature),
    )


def risk_coverage(columns: Columns, raw: Sequence[float]) -> RiskCoverage | None:
    """Return the area under risk against coverage, exactly, over all answers in the order of the signal.

    Questions on which the reader gives an empty text are never covered, so coverage ends where its own texts do;
    no risk is made up beyond.

    Args:
        columns: With a signal.
        raw: The scores of the reader's own texts, shape (n,), such as ``columns.raw_em``.
    """
    signal = columns.na_prob or ()
    pairs = sorted((signal[i], 1.0 - raw[i]) for i, answered in enumerate(columns.answered) if answered)
    if not pairs:
        return None
    losses = [loss for _, loss in pairs]
    return RiskCoverage(
        aurc=_area([value for value, _ in pairs], losses),
        best=_area(range(len(pairs)), sorted(losses)),
        chance=math.fsum(losses) / len(losses),
        coverage=len(pairs) / len(columns),
    )


def _area(values: Sequence[float], losses: Sequence[float]) -> float:
    """Return the mean of the running mean of losses, those of equal values taken in every order at once."""
    risks: list[float] = []
    start, before = 0, 0.0
    while start < len(values):
        end = start
        while end < len(values) and values[end] == values[start]:
            end += 1
        inside = math.fsum(losses[start:end])
        share = inside / (end - start)
        risks += [(before + share * k) / (start + k) for k in range(1, end - start + 1)]
        before += inside
        start = end
    return math.fsum(risks) / len(risks)


def _thresholds(columns: Columns, points: int) -> list[float]:
    """Return the thresholds to draw: the one that abstains on all, the last, and others evenly over the questions."""
    signal = columns.na_prob or ()
    ordered = sorted(signal[i] for i, there in enumerate(columns.predicted) if there)
    if not ordered:
        return []
    steps = points - 1
    picked = {ordered[math.ceil(len(ordered) * k / steps) - 1] for k in range(1, steps + 1)}
    return [math.nextafter(ordered[0], -math.inf), *sorted(picked)]


class _Sums:
    """Running sums by threshold and cluster of what changes as more questions are answered."""

    def __init__(self, columns: Columns, scores: Scores, thresholds: Sequence[float]) -> None:
        self.unit, clusters = scores.intervals.clusters(columns)
        self.level = scores.intervals.level
        place_of = {cluster: place for place, cluster in enumerate(dict.fromkeys(clusters))}
        self.size = len(place_of)
        self.cluster = [place_of[cluster] for cluster in clusters]
        self.steps = len(thresholds)
        signal = columns.na_prob or ()
        # The first of the drawn thresholds at which each question is answered.
        self.since = [bisect_left(thresholds, value) for value in signal]

    def running(self, gains: Sequence[float], among: Sequence[bool], start: Sequence[float] = ()) -> list[list[float]]:
        """Return the sums of each cluster at each threshold, shape (steps, clusters).

        Args:
            gains: What each question adds from its threshold on, shape (n,).
            among: Which questions add anything, shape (n,).
            start: What each cluster has before any threshold; nothing if not given.
        """
        table = [[0.0] * self.size for _ in range(self.steps)]
        for gain, there, cluster, since in zip(gains, among, self.cluster, self.since, strict=True):
            if there and gain:
                table[since][cluster] += gain
        sums = list(start) or [0.0] * self.size
        made = []
        for row in table:
            sums = [before + more for before, more in zip(sums, row, strict=True)]
            made.append(sums)
        return made

    def fixed(self, values: Sequence[float]) -> list[float]:
        """Return the sum of each cluster, whatever the threshold."""
        sums = [0.0] * self.size
        for value, cluster in zip(values, self.cluster, strict=True):
            sums[cluster] += value
        return sums

    def estimate(self, sums: Sequence[float], counts: Sequence[float], none: str) -> Estimate:
        """Return the ratio of all sums to all counts with its band; clusters that count nothing are left out."""
        pairs = [(total, round(count)) for total, count in zip(sums, counts, strict=True) if count > 0.5]
        if not pairs:
            return Estimate.undefined(none)
        # What is left of running sums by rounding is brought back into range.
        kept = [min(max(total, 0.0), float(count)) for total, count in pairs]
        return mean_estimate_from_sums(
            kept, [count for _, count in pairs], level=self.level, cluster_unit=self.unit, bounded=True
        )


def _drawn(columns: Columns, scores: Scores, points: int) -> tuple[CurvePoint, ...]:
    thresholds = _thresholds(columns, points)
    series = _series(columns, _Sums(columns, scores, thresholds))
    return tuple(
        CurvePoint(threshold, *(estimates[place] for estimates in series)) for place, threshold in enumerate(thresholds)
    )


def _series(columns: Columns, sums: _Sums) -> list[list[Estimate]]:
    """Return the estimates of each field of `CurvePoint` behind the first, in order, one a threshold."""
    has_answer, predicted, answered = columns.has_answer, columns.predicted, columns.answered
    no_answer = [not has for has in has_answer]
    ones = [1.0] * len(columns)
    of_all, of_has, of_no = (sums.fixed(list(map(float, kind))) for kind in (ones, has_answer, no_answer))
    # An empty text that is right by the rules, nothing being left of the answers either, is no refusal.
    right_or_text = [
        has and (text or em == 1.0) for has, text, em in zip(has_answer, answered, columns.raw_em, strict=True)
    ]
    unrefused = sums.running(
        ones, right_or_text, sums.fixed([float(h and not p) for h, p in zip(has_answer, predicted, strict=True)])
    )
    covered, kept = sums.running(ones, answered), sums.running(ones, predicted)
    false = sums.running(_losses(columns.raw_em), _both(answered, no_answer))
    refusing = [there * abstained(has) for there, has in zip(predicted, has_answer, strict=True)]

    def scored(raw: Sequence[float]) -> list[list[float]]:
        return sums.running([r - a for r, a in zip(raw, refusing, strict=True)], predicted, sums.fixed(refusing))

    def found(raw: Sequence[float]) -> list[list[float]]:
        return sums.running(raw, _both(predicted, has_answer))

    def over(totals: Sequence[Sequence[float]], counts: Sequence[Sequence[float]]) -> list[Estimate]:
        return [sums.estimate(total, count, _NOTHING) for total, count in zip(totals, counts, strict=True)]

    def among(totals: Sequence[Sequence[float]], counts: Sequence[float], none: str = _NOTHING) -> list[Estimate]:
        return [sums.estimate(total, counts, none) for total in totals]

    em, f1 = columns.raw_em, columns.raw_f1
    refusals = [[total - there for total, there in zip(of_has, row, strict=True)] for row in unrefused]
    return [
        among(covered, of_all),
        among(scored(em), of_all),
        among(scored(f1), of_all),
        over(sums.running(_losses(em), answered), covered),
        over(sums.running(_losses(f1), answered), covered),
        among(false, of_no, "the set has no unanswerable question"),
        among(refusals, of_has, _NO_ANSWERABLE),
        over(found(em), kept),
        among(found(em), of_has, _NO_ANSWERABLE),
        over(found(f1), kept),
        among(found(f1), of_has, _NO_ANSWERABLE),
    ]


def _losses(raw: Sequence[float]) -> list[float]:
    return [1.0 - score for score in raw]


def _both(a: Sequence[bool], b: Sequence[bool]) -> list[bool]:
    return [x and y for x, y in zip(a, b, strict=True)]
