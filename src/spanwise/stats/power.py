"""What a benchmark of a given size can show at all."""

from spanwise.errors import OptionError
from spanwise.stats.distributions import student_t_quantile
from spanwise.stats.estimate import require_level

__all__ = ["smallest_difference"]


def smallest_difference(standard_error: float, df: float, *, level: float = 0.95, power: float = 0.8) -> float:
    """Return the smallest true difference that a comparison on this benchmark would find with probability ``power``.

    Two readers that truly differ by less can well be told apart by luck, but a comparison without a finding does not
    show that they are equal. The number is (t of the level + t of the power) standard errors, about 2.9 of them for
    35 articles. It supposes that the standard error of the paired difference seen here is that of readers like
    these, and that the mean difference is close to normal over clusters; it is no statement about the difference
    that was found.

    Args:
        standard_error: Of the paired difference, clustered, in the unit the answer is wanted in.
        df: Degrees of freedom: clusters - 1.
        level: One minus the probability of a finding where there is no difference, 0 < level < 1.
        power: The probability of a finding where there is one of this size, 0 < power < 1.

    Raises:
        OptionError: The standard error is negative or no number, ``level`` or ``power`` is not between 0 and 1, or
            ``df`` is not above 0.
    """
    if not 0.0 <= standard_error < float("inf"):
        raise OptionError(f"a standard error of {standard_error} has no meaning; 0 or more would do")
    if not 0.0 < power < 1.0:
        raise OptionError(f"a power of {power} has no meaning; a fraction such as 0.8 would do")
    return standard_error * (student_t_quantile(0.5 + require_level(level) / 2, df) + student_t_quantile(power, df))
