"""No-answer thresholds: which can be set, which scores best, and the precision-recall curve over them.

A question abstains where its probability is greater than the threshold: strictly, as in the official script. The
official sweep also counts states no threshold can produce (half of a group of equal probabilities) and calls
"abstain on all" threshold 0.0, which does not abstain where a probability is 0 or less. Here a threshold that is
reported gives the reported score when it is applied.
"""

import math
from collections.abc import Sequence

import msgspec

from spanwise.errors import OptionError
from spanwise.scoring.columns import Columns

__all__ = [
    "AveragePrecision",
    "Best",
    "Curve",
    "abstained",
    "average_precision",
    "best_threshold",
    "curve",
    "scores_at",
    "silenced",
]


class Curve(msgspec.Struct, frozen=True):
    """The score at every threshold that makes a difference, lowest first."""

    thresholds: tuple[float, ...]
    """The first lies just below every probability and abstains on all."""
    scores: tuple[float, ...]
    """Fractions of n, shape as `thresholds`."""


class Best(msgspec.Struct, frozen=True):
    """The best score any threshold reaches, tuned on the very data it is reported on: an upper bound."""

    score: float
    threshold: float
    abstains_on_all: bool
    official_score: float
    """What the official 2.0 script would print; greater than `score` where it splits ties."""
    official_threshold: float


class AveragePrecision(msgspec.Struct, frozen=True):
    """Areas under precision-recall curves as the official 2.0 script defines them, fractions."""

    em: float
    f1: float
    oracle: float
    """Of telling answerable from unanswerable questions, whatever the answers."""


def abstained(has_answer: bool) -> float:
    """Return what abstaining scores: 1 on an unanswerable question, 0 on one with answers."""
    return float(not has_answer)


def silenced(columns: Columns, threshold: float) -> list[bool]:
    """Return whether a threshold leaves each question without an answer, shape (n,); a missing one it does not."""
    return [there and p > threshold for there, p in zip(columns.predicted, _probs(columns), strict=True)]


def scores_at(columns: Columns, raw: Sequence[float], threshold: float) -> tuple[float, ...]:
    """Return the scores once the questions with a greater probability abstain, shape (n,)."""
    return tuple(
        [
            abstained(has_answer) if gone else score
            for gone, has_answer, score in zip(silenced(columns, threshold), columns.has_answer, raw, strict=True)
        ]
    )


def _probs(columns: Columns) -> tuple[float, ...]:
    if columns.na_prob is None:
        raise OptionError("there are no no-answer probabilities, so there is no threshold; give them with --na-probs")
    return columns.na_prob


def _ordered(columns: Columns) -> list[int]:
    """Return the predicted questions from the least probability to the greatest, equal ones as in their file."""
    order = [i for i, there in enumerate(columns.predicted) if there]
    if columns.na_rank is not None:
        order.sort(key=columns.na_rank.__getitem__)
    return sorted(order, key=_probs(columns).__getitem__)


def curve(columns: Columns, raw: Sequence[float]) -> Curve:
    """Return the score at every attainable threshold.

    Args:
        columns: With no-answer probabilities.
        raw: The scores of the reader's own texts, shape (n,), such as ``columns.raw_f1``.

    Missing predictions score 0 at every threshold: a missing prediction is no abstention.
    """
    na_prob = _probs(columns)
    order = _ordered(columns)
    if not order:
        return Curve((-math.inf,), (0.0,))
    total = math.fsum(abstained(columns.has_answer[i]) for i in order)
    thresholds = [math.nextafter(na_prob[order[0]], -math.inf)]
    totals = [total]
    for place, i in enumerate(order):
        total += raw[i] - abstained(columns.has_answer[i])
        if place + 1 == len(order) or na_prob[order[place + 1]] != na_prob[i]:
            thresholds.append(na_prob[i])
            totals.append(total)
    n = len(columns)
    return Curve(tuple(thresholds), tuple([t / n for t in totals]))


def best_threshold(columns: Columns, raw: Sequence[float]) -> Best:
    """Return the lowest threshold with the best score, and what the official sweep says instead."""
    attainable = curve(columns, raw)
    best = 0
    for place, score in enumerate(attainable.scores):
        # A gain of rounding error is none: the lowest of equally good thresholds is reported.
        if score > attainable.scores[best] + 1e-12:
            best = place
    threshold = attainable.thresholds[best]
    official_score, official_threshold = _official_best(columns, raw)
    return Best(
        # Not the curve's running sum: whoever applies the threshold must get the last digit too.
        score=math.fsum(scores_at(columns, raw, threshold)) / len(columns),
        threshold=threshold,
        abstains_on_all=best == 0,
        official_score=official_score,
        official_threshold=official_threshold,
    )


def _official_best(columns: Columns, raw: Sequence[float]) -> tuple[float, float]:
    """Return best score and threshold as the official 2.0 script finds them, faults included.

    It looks at each question, also inside a tie; it takes any text as wrong on an unanswerable question, also one
    that its own exact match takes as empty; it starts from threshold 0.0. It dies on a missing prediction, which here
    scores 0, as everywhere.
    """
    na_prob = _probs(columns)
    order = _ordered(columns)
    score: float = sum(1 for i in order if not columns.has_answer[i])
    best, threshold = score, 0.0
    for i in order:
        score += raw[i] if columns.has_answer[i] else -float(columns.answered[i])
        if score > best:
            best, threshold = score, na_prob[i]
    return best / len(columns), threshold


def average_precision(columns: Columns) -> AveragePrecision | None:
    """Return the official areas under precision-recall, or None where no question is answerable."""
    if not any(columns.has_answer):
        return None
    oracle = [float(has_answer) for has_answer in columns.has_answer]
    return AveragePrecision(
        em=_average_precision(columns, columns.raw_em),
        f1=_average_precision(columns, columns.raw_f1),
        oracle=_average_precision(columns, oracle),
    )


def _average_precision(columns: Columns, raw: Sequence[float]) -> float:
    na_prob = _probs(columns)
    order = _ordered(columns)
    answerable = sum(columns.has_answer)
    found = area = reached = 0.0
    for place, i in enumerate(order):
        if columns.has_answer[i]:
            found += raw[i]
        if place + 1 == len(order) or na_prob[order[place + 1]] != na_prob[i]:
            # Only here, behind a group of equal probabilities, can a threshold be put.
            recall = found / answerable
            area += found / (place + 1) * (recall - reached)
            reached = recall
    return area
