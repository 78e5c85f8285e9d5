"""Held to scipy, and for small whole numbers to sums of fractions."""

import math
from collections.abc import Callable
from fractions import Fraction

import pytest
from hypothesis import assume, given
from hypothesis import strategies as st
from scipy import special, stats

from spanwise.errors import OptionError
from spanwise.stats.distributions import (
    beta_quantile,
    binomial_cdf,
    incomplete_beta,
    normal_cdf,
    normal_quantile,
    student_t_cdf,
    student_t_quantile,
)


def powers_of_ten(low: float, high: float) -> st.SearchStrategy[float]:
    return st.floats(low, high).map(lambda exponent: 10.0**exponent)


TAILS = st.one_of(powers_of_ten(-12, -0.31), st.floats(0.001, 0.999), powers_of_ten(-9, -0.31).map(lambda q: 1.0 - q))


def close(found: float, expected: float) -> bool:
    return math.isclose(found, expected, rel_tol=1e-10, abs_tol=1e-12)


@given(st.floats(-37, 37))
def test_normal_cdf_is_that_of_scipy(x: float) -> None:
    assert math.isclose(normal_cdf(x), stats.norm.cdf(x), rel_tol=1e-10)


@given(st.one_of(powers_of_ten(-300, -0.31), TAILS))
def test_normal_quantile_is_that_of_scipy(p: float) -> None:
    assert close(normal_quantile(p), stats.norm.ppf(p))


@given(st.one_of(st.floats(-50, 50), powers_of_ten(-9, 3)), powers_of_ten(-0.3, 5))
def test_student_t_cdf_is_that_of_scipy(t: float, df: float) -> None:
    # By scipy's incomplete beta: its t.cdf is itself wrong by up to 2e-9 close to 0 (1.17.1, t = 1e-8, df = 1).
    square = t * t
    if square < df:
        expected = 0.5 + math.copysign(0.5, t) * special.betainc(0.5, df / 2, square / (df + square))
    else:
        tail = 0.5 * special.betainc(df / 2, 0.5, df / (df + square))
        expected = tail if t < 0 else 1 - tail
    assert close(student_t_cdf(t, df), expected)


@given(TAILS, powers_of_ten(-0.3, 5))
def test_student_t_quantile_is_that_of_scipy(p: float, df: float) -> None:
    assert close(student_t_quantile(p, df), stats.t.ppf(p, df))


@pytest.mark.parametrize(
    ("df", "t"),
    # The printed table of the 97.5 % points: Fisher and Yates, Statistical Tables (1938), table III.
    [(1, 12.706), (2, 4.303), (5, 2.571), (10, 2.228), (34, 2.032), (120, 1.980), (math.inf, 1.960)],
)
def test_student_t_quantile_is_that_of_the_printed_table(df: float, t: float) -> None:
    assert round(student_t_quantile(0.975, df), 3) == t


def test_student_t_keeps_its_digits_close_to_zero_and_far_out() -> None:
    # One degree of freedom is the Cauchy distribution, whose distribution function is an arc tangent.
    for t in (1e-12, 1e-8, 1e-3, 1.0):
        assert math.isclose(student_t_cdf(t, 1) - 0.5, math.atan(t) / math.pi, rel_tol=1e-9, abs_tol=1e-16)
    for t in (1e3, 1e9, 1e160):
        assert math.isclose(student_t_cdf(-t, 1), math.atan(1 / t) / math.pi, rel_tol=1e-12)
    assert student_t_cdf(-math.inf, 3) == 0.0
    assert student_t_cdf(math.inf, 3) == 1.0


@given(powers_of_ten(-2, 5), powers_of_ten(-2, 5), st.floats(0, 1, allow_subnormal=False))
def test_incomplete_beta_is_that_of_scipy(a: float, b: float, x: float) -> None:
    assert close(incomplete_beta(a, b, x), special.betainc(a, b, x))


@given(powers_of_ten(-1, 5), powers_of_ten(-1, 5), st.floats(-4, 4))
def test_incomplete_beta_is_that_of_scipy_within_a_few_deviations_of_the_mean(a: float, b: float, z: float) -> None:
    n = a + b
    x = min(max(a / n + z * math.sqrt(a * b / (n + 1)) / n, 0.0), 1.0)
    assert close(incomplete_beta(a, b, x), special.betainc(a, b, x))


@pytest.mark.parametrize("shape", [20.0, 1e4, 1e8])
def test_incomplete_beta_of_large_shapes_keeps_its_digits(shape: float) -> None:
    # The logarithm of the beta function is then a difference of numbers up to 1e9, whose last digit is 1e-7.
    assert math.isclose(incomplete_beta(shape, shape, 0.5), 0.5, rel_tol=1e-10)
    x = 0.1 / shape
    assert math.isclose(incomplete_beta(1, shape, x), -math.expm1(shape * math.log1p(-x)), rel_tol=1e-12)


@given(TAILS, powers_of_ten(-1, 5), powers_of_ten(-1, 5))
def test_beta_quantile_is_that_of_scipy(p: float, a: float, b: float) -> None:
    assert close(beta_quantile(p, a, b), special.betaincinv(a, b, p))


@given(powers_of_ten(-290, -1), st.integers(1, 60), st.integers(1, 60))
def test_beta_quantile_far_out_is_where_the_exact_binomial_sum_is_p(p: float, a: int, b: int) -> None:
    # Scipy is no oracle here: its quantile is NaN for some p below 1e-190, its betainc off by 1e-8 or 0 (1.17.1).
    found = beta_quantile(p, a, b)
    # Within a few steps of 1 no float is right.
    assume(found < 0.99)
    x, n = Fraction(found), a + b - 1
    exact = sum((math.comb(n, i) * x**i * (1 - x) ** (n - i) for i in range(a, n + 1)), Fraction(0))
    assert math.isclose(exact / Fraction(p), 1.0, rel_tol=1e-10)
    assert math.isclose(exact, incomplete_beta(a, b, found), rel_tol=1e-11)


@pytest.mark.parametrize("p", [1e-12, 0.025, 0.5, 0.975])
@pytest.mark.parametrize("shape", [0.001, 1.0, 35.0, 20_000.0])
def test_beta_quantile_with_one_shape_of_1_is_a_root(p: float, shape: float) -> None:
    assert math.isclose(beta_quantile(p, shape, 1), p ** (1 / shape), rel_tol=1e-10)
    assert math.isclose(beta_quantile(p, 1, shape), -math.expm1(math.log1p(-p) / shape), rel_tol=1e-10)


def test_beta_quantile_that_no_float_can_hold_is_0() -> None:
    assert beta_quantile(1e-9, 0.001, 1.0) == 0.0


@given(st.integers(0, 20_000), st.floats(0, 1), st.floats(-4, 4))
def test_binomial_cdf_is_that_of_scipy(n: int, p: float, z: float) -> None:
    k = round(n * p + z * math.sqrt(n * p * (1 - p)))
    assert close(binomial_cdf(k, n, p), stats.binom.cdf(k, n, p))


@given(st.integers(0, 60), st.integers(-1, 61), st.integers(0, 16))
def test_binomial_cdf_is_the_sum_of_its_terms(n: int, k: int, sixteenths: int) -> None:
    p = Fraction(sixteenths, 16)
    exact = sum((math.comb(n, i) * p**i * (1 - p) ** (n - i) for i in range(min(k, n) + 1)), Fraction(0))
    assert math.isclose(binomial_cdf(k, n, float(p)), float(exact), rel_tol=1e-12)


def test_the_ends_of_the_range_are_exact() -> None:
    assert (incomplete_beta(2, 3, 0.0), incomplete_beta(2, 3, 1.0)) == (0.0, 1.0)
    assert (beta_quantile(0.0, 2, 3), beta_quantile(1.0, 2, 3)) == (0.0, 1.0)
    assert (normal_quantile(0.5), student_t_quantile(0.5, 7)) == (0.0, 0.0)


@pytest.mark.parametrize("p", [0.0, 1.0, -0.1, math.nan])
def test_there_is_no_quantile_at_the_ends(p: float) -> None:
    with pytest.raises(OptionError, match="there is no quantile at"):
        normal_quantile(p)
    with pytest.raises(OptionError, match="there is no quantile at"):
        student_t_quantile(p, 3)


@pytest.mark.parametrize("shape", [0.0, -1.0, math.nan])
def test_a_shape_that_is_not_above_0_is_refused(shape: float) -> None:
    calls: list[Callable[[], float]] = [
        lambda: student_t_cdf(1.0, shape),
        lambda: student_t_quantile(0.9, shape),
        lambda: incomplete_beta(shape, 1, 0.5),
        lambda: beta_quantile(0.5, 1, shape),
    ]
    for call in calls:
        with pytest.raises(OptionError, match="above 0 would do"):
            call()


def test_probabilities_out_of_range_are_refused() -> None:
    with pytest.raises(OptionError, match="is not a probability"):
        binomial_cdf(1, 2, 1.5)
    with pytest.raises(OptionError, match="no -1 trials"):
        binomial_cdf(1, -1, 0.5)
    with pytest.raises(OptionError, match="is not a probability"):
        beta_quantile(1.5, 1, 1)
    with pytest.raises(OptionError, match="not defined at 2"):
        incomplete_beta(1, 1, 2.0)
