"""How well a number separates two kinds of question."""

import math
from collections.abc import Sequence

from spanwise.errors import OptionError

__all__ = ["auroc"]


def auroc(scores: Sequence[float], positive: Sequence[bool]) -> float | None:
    """Return the probability that a positive question has a higher score than a negative one, ties counting half.

    This is the area under the ROC curve: 1 where every positive question is above every negative one, 0.5 where the
    score says nothing, 0 where it is turned around. Counting a tie as a win, as a sort does by accident, would give
    a constant score an area of 1 or 0. None where either kind is missing.

    Args:
        scores: One number a question, shape (n,); only their order matters.
        positive: Whether each question is of the kind that should score high, shape (n,).

    Raises:
        OptionError: The two differ in length, or a score is NaN, which has no place in an order.
    """
    if len(scores) != len(positive):
        raise OptionError(f"{len(scores)} scores but {len(positive)} labels; one of each a question would do")
    if any(map(math.isnan, scores)):
        raise OptionError("a score is NaN, which is neither above nor below another; numbers would do")
    positives = sum(map(bool, positive))
    negatives = len(positive) - positives
    if not positives or not negatives:
        return None
    # Wins are counted twice, so that the half of a tie stays a whole number and the result exact.
    wins_twice = negatives_below = 0
    tied_positives = tied_negatives = 0
    last = -math.inf
    for score, label in sorted(zip(scores, positive, strict=True)):
        if score != last:
            wins_twice += tied_positives * (2 * negatives_below + tied_negatives)
            negatives_below += tied_negatives
            tied_positives = tied_negatives = 0
            last = score
        if label:
            tied_positives += 1
        else:
            tied_negatives += 1
    wins_twice += tied_positives * (2 * negatives_below + tied_negatives)
    return wins_twice / (2 * positives * negatives)
