"""The few distributions that intervals and tests read: normal, Student's t, binomial, beta.

Written out on top of ``math``, so that a score with its interval needs neither numpy nor scipy. The tests hold
every function to 1e-10 of scipy.
"""

import math
from collections.abc import Callable

from spanwise.errors import OptionError

__all__ = [
    "beta_quantile",
    "binomial_cdf",
    "incomplete_beta",
    "normal_cdf",
    "normal_quantile",
    "student_t_cdf",
    "student_t_quantile",
]

_SQRT_2 = math.sqrt(2.0)
_SQRT_2_PI = math.sqrt(2.0 * math.pi)
_HALF_LOG_2_PI = 0.5 * math.log(2.0 * math.pi)
# Where Stirling's series with five terms is exact to the last digit of a float.
_STIRLING_FROM = 16.0
# A step this small, relative to the number it changes, changes nothing any more.
_CONVERGED = 1e-15
_MAX_STEPS = 200
# exp() of less is 0.
_LEAST_LOG = -745.0


def normal_cdf(x: float) -> float:
    """Return the probability that a standard normal number is at most ``x``."""
    return 0.5 * math.erfc(-x / _SQRT_2)


def normal_quantile(p: float) -> float:
    """Return the number below which a standard normal number lies with probability ``p``.

    Args:
        p: A probability, 0 < p < 1.

    Raises:
        OptionError: ``p`` is no such probability.
    """
    _require_probability(p)
    if p == 0.5:
        return 0.0
    if p > 0.5:
        return -normal_quantile(1.0 - p)
    # Abramowitz and Stegun 26.2.23 is right to 4.5e-4; each step of Halley's method triples the digits.
    r = math.sqrt(-2.0 * math.log(p))
    x = (2.515517 + r * (0.802853 + r * 0.010328)) / (1.0 + r * (1.432788 + r * (0.189269 + r * 0.001308))) - r
    for _ in range(3):
        step = (normal_cdf(x) - p) * _SQRT_2_PI * math.exp(0.5 * x * x)
        x -= step / (1.0 + 0.5 * x * step)
    return x


def student_t_cdf(t: float, df: float) -> float:
    """Return the probability that a number of Student's t distribution is at most ``t``.

    Args:
        t: Any number.
        df: Degrees of freedom, above 0, not necessarily whole.

    Raises:
        OptionError: ``df`` is not above 0.
    """
    _require_positive(df, "degrees of freedom")
    tail = _student_t_tail(abs(t), df)
    return tail if t < 0.0 else 1.0 - tail


def student_t_quantile(p: float, df: float) -> float:
    """Return the number below which a number of Student's t distribution lies with probability ``p``.

    Args:
        p: A probability, 0 < p < 1.
        df: Degrees of freedom, above 0, not necessarily whole.

    Raises:
        OptionError: ``p`` is no such probability, or ``df`` is not above 0.
    """
    _require_probability(p)
    _require_positive(df, "degrees of freedom")
    if p == 0.5:
        return 0.0
    if p < 0.5:
        return -_student_t_upper(p, df)
    return _student_t_upper(1.0 - p, df)


def binomial_cdf(k: int, n: int, p: float) -> float:
    """Return the probability of at most ``k`` successes in ``n`` independent trials.

    Args:
        k: Any whole number.
        n: Trials, 0 or more.
        p: The probability of success in each, 0 <= p <= 1.

    Raises:
        OptionError: ``n`` is negative, or ``p`` is not between 0 and 1.
    """
    if n < 0:
        raise OptionError(f"a binomial distribution has no {n} trials; 0 or more would do")
    if not 0.0 <= p <= 1.0:
        raise OptionError(f"{p} is not a probability; 0 <= p <= 1 would do")
    if k < 0:
        return 0.0
    if k >= n:
        return 1.0
    return _incomplete_beta(n - k, k + 1, 1.0 - p, p)


def incomplete_beta(a: float, b: float, x: float) -> float:
    """Return the regularised incomplete beta function: the probability that a beta number is at most ``x``.

    Args:
        a: First shape, above 0.
        b: Second shape, above 0.
        x: 0 <= x <= 1.

    Raises:
        OptionError: A shape is not above 0, or ``x`` is not between 0 and 1.
    """
    _require_positive(a, "shape")
    _require_positive(b, "shape")
    if not 0.0 <= x <= 1.0:
        raise OptionError(f"the incomplete beta function is not defined at {x}; 0 <= x <= 1 would do")
    return _incomplete_beta(a, b, x, 1.0 - x)


def beta_quantile(p: float, a: float, b: float) -> float:
    """Return the number below which a beta number lies with probability ``p``.

    Args:
        p: A probability, 0 <= p <= 1.
        a: First shape, above 0.
        b: Second shape, above 0.

    Raises:
        OptionError: A shape is not above 0, or ``p`` is not between 0 and 1.
    """
    _require_positive(a, "shape")
    _require_positive(b, "shape")
    if not 0.0 <= p <= 1.0:
        raise OptionError(f"{p} is not a probability; 0 <= p <= 1 would do")
    if p in (0.0, 1.0):
        return p
    # The smaller tail keeps all its digits, and its logarithm is close to a straight line.
    lower = p <= 0.5
    log_target = math.log(p) if lower else math.log1p(-p)

    def excess(x: float, y: float) -> tuple[float, float]:
        tail = _incomplete_beta(a, b, x, y) if lower else _incomplete_beta(b, a, y, x)
        if tail == 0.0:
            return -math.inf if lower else math.inf, 0.0
        found = math.log(tail) - log_target
        return found if lower else -found, math.exp(_log_beta_kernel(a, b, x, y)) / max(x, y) / tail

    def excess_from_above(y: float, x: float) -> tuple[float, float]:
        found, rise = excess(x, y)
        return -found, rise

    # Measured from the nearer end, so that a number close to 1 keeps its digits.
    if excess(0.5, 0.5)[0] >= 0.0:
        return _root_below_half(excess)
    return 1.0 - _root_below_half(excess_from_above)


def _root_below_half(excess: Callable[[float, float], tuple[float, float]]) -> float:
    """Return the x <= 0.5 where a rising function of x and 1 - x crosses zero.

    Newton's steps on the logarithm of x, halving wherever one would leave the bracket.

    Args:
        excess: Gives the function's value, possibly infinite, and its slope along the logarithm of x.
    """
    high = math.log(0.5)
    low = high - 1.0
    while excess(math.exp(low), -math.expm1(low))[0] > 0.0:
        if low <= _LEAST_LOG:
            return 0.0
        high, low = low, max(2.0 * low, _LEAST_LOG)
    u = 0.5 * (low + high)
    for _ in range(_MAX_STEPS):
        found, slope = excess(math.exp(u), -math.expm1(u))
        low, high = (u, high) if found < 0.0 else (low, u)
        # An infinite value, or a slope of almost nothing, says only on which side the root is.
        newton = math.isfinite(found) and slope > abs(found) * 1e-9
        following = u - found / slope if newton else low
        if not low < following < high:
            following = 0.5 * (low + high)
        if abs(following - u) <= _CONVERGED * abs(u):
            break
        u = following
    return math.exp(following)


def _student_t_tail(t: float, df: float) -> float:
    """Return the probability of more than ``t`` >= 0."""
    if math.isinf(df):
        return normal_cdf(-t)
    square = t * t
    if math.isinf(square):  # all but the first term of the series is then lost in rounding
        return math.exp(0.5 * df * (math.log(df) - 2.0 * math.log(t)) - _log_beta(0.5 * df, 0.5)) / df
    # Both x and 1 - x are handed on: for a small t the one cannot be had from the other without losing digits.
    return 0.5 * _incomplete_beta(0.5 * df, 0.5, df / (df + square), square / (df + square))


def _student_t_upper(q: float, df: float) -> float:
    """Return the t above which probability ``q`` < 0.5 lies, by Newton's method on the logarithm of the tail."""
    t = -normal_quantile(q)
    if math.isinf(df):
        return t
    log_q = math.log(q)
    log_scale = -0.5 * math.log(df) - _log_beta(0.5 * df, 0.5)
    for _ in range(_MAX_STEPS):
        tail = _student_t_tail(t, df)
        density = math.exp(log_scale - 0.5 * (df + 1.0) * math.log1p(t * t / df))
        step = (math.log(tail) - log_q) * tail / density
        t += step
        if abs(step) <= _CONVERGED * t:
            break
    return t


def _incomplete_beta(a: float, b: float, x: float, y: float) -> float:
    """Return the regularised incomplete beta function at ``x``, where ``y`` = 1 - x is known without cancellation."""
    if x <= 0.0:
        return 0.0
    if y <= 0.0:
        return 1.0
    if x * (a + b + 2.0) > a + 1.0:
        return 1.0 - math.exp(_log_beta_kernel(b, a, y, x)) * _beta_fraction(b, a, y) / b
    return math.exp(_log_beta_kernel(a, b, x, y)) * _beta_fraction(a, b, x) / a


def _beta_fraction(a: float, b: float, x: float) -> float:
    """Return the continued fraction of the incomplete beta function (DLMF 8.17.22), by Lentz's method.

    It converges in about sqrt(max(a, b)) steps for x below the mean of the distribution.
    """
    tiny = 1e-300
    c = 1.0
    d = 1.0 - (a + b) * x / (a + 1.0)
    d = 1.0 / (d if abs(d) > tiny else tiny)
    value = d
    m = 0
    change = 0.0
    while abs(change - 1.0) > _CONVERGED and m < 1_000_000:
        m += 1
        even = m * (b - m) * x / ((a + 2 * m - 1.0) * (a + 2 * m))
        d = 1.0 + even * d
        c = 1.0 + even / c
        d = 1.0 / (d if abs(d) > tiny else tiny)
        c = c if abs(c) > tiny else tiny
        value *= d * c
        odd = -(a + m) * (a + b + m) * x / ((a + 2 * m) * (a + 2 * m + 1.0))
        d = 1.0 + odd * d
        c = 1.0 + odd / c
        d = 1.0 / (d if abs(d) > tiny else tiny)
        c = c if abs(c) > tiny else tiny
        change = d * c
        value *= change
    return value


def _log_beta_kernel(a: float, b: float, x: float, y: float) -> float:
    """Return log(x^a y^b / B(a, b)) without the cancellation that lgamma of large shapes brings.

    For large shapes it is written as a deviance plus Stirling's corrections (Loader, 2000, on binomial
    probabilities): each part is then small, where a log x and log B(a, b) would each be huge.
    """
    if min(a, b) < _STIRLING_FROM:
        # The larger of x and y has lost the digits of the smaller, and a large shape would multiply that loss.
        log_x, log_y = (math.log(x), math.log1p(-x)) if x < y else (math.log1p(-y), math.log(y))
        return a * log_x + b * log_y - _log_beta(a, b)
    n = a + b
    deviance = _deviance(a, n * x) + _deviance(b, n * y)
    return 0.5 * math.log(a / n * b) - _HALF_LOG_2_PI + _stirling(n) - _stirling(a) - _stirling(b) - deviance


def _log_beta(a: float, b: float) -> float:
    """Return log B(a, b); where one shape is large, lgamma(b) - lgamma(a + b) is written as a small difference."""
    small, large = min(a, b), max(a, b)
    if large < _STIRLING_FROM:
        return math.lgamma(a) + math.lgamma(b) - math.lgamma(a + b)
    n = small + large
    ratio = small * (1.0 - math.log(n)) - (large - 0.5) * math.log1p(small / large)
    return math.lgamma(small) + ratio + _stirling(large) - _stirling(n)


def _deviance(k: float, mean: float) -> float:
    """Return k log(k / mean) + mean - k, exact also where k is close to the mean."""
    v = (k - mean) / (k + mean)
    if abs(v) > 0.1:
        return k * math.log(k / mean) + mean - k
    total = (k - mean) * v
    term = 2.0 * k * v
    j = 1
    while True:
        term *= v * v
        following = total + term / (2 * j + 1)
        if following == total:
            return total
        total = following
        j += 1


def _stirling(z: float) -> float:
    """Return what Stirling's formula for log gamma(z) leaves out."""
    if z < _STIRLING_FROM:
        return math.lgamma(z) - (z - 0.5) * math.log(z) + z - _HALF_LOG_2_PI
    w = 1.0 / (z * z)
    return (1.0 / 12.0 - w * (1.0 / 360.0 - w * (1.0 / 1260.0 - w * (1.0 / 1680.0 - w / 1188.0)))) / z


def _require_probability(p: float) -> None:
    if not 0.0 < p < 1.0:
        raise OptionError(f"there is no quantile at {p}; a probability above 0 and below 1 would do")


def _require_positive(number: float, what: str) -> None:
    if not number > 0.0:
        raise OptionError(f"{what} of {number} have no meaning; a number above 0 would do")
