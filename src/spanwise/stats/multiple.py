"""Corrections for looking at several p-values at once."""

from collections.abc import Sequence

from spanwise.errors import OptionError

__all__ = ["holm"]


def holm(p_values: Sequence[float]) -> tuple[float, ...]:
    """Return the p-values adjusted by Holm's method, in the order they came in.

    An adjusted p below 0.05 may be called a difference, and the chance of even one false call among all of them
    stays below 0.05, however the tests depend on each other (Holm, 1979). It finds at least what Bonferroni's
    correction finds. An adjusted p is never below the raw one, and never overtakes one that was larger.

    Args:
        p_values: Probabilities, 0 <= p <= 1, all the comparisons that were looked at and not just the good ones.

    Raises:
        OptionError: One is no probability.
    """
    for p in p_values:
        if not 0.0 <= p <= 1.0:
            raise OptionError(f"{p} is not a p-value; 0 <= p <= 1 would do")
    adjusted = [0.0] * len(p_values)
    largest = 0.0
    for rank, index in enumerate(sorted(range(len(p_values)), key=lambda i: p_values[i])):
        largest = max(largest, min(1.0, (len(p_values) - rank) * p_values[index]))
        adjusted[index] = largest
    return tuple(adjusted)
