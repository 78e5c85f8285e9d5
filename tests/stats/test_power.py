"""Held to the noncentral t distribution, which gives the power without an approximation."""

import math

import pytest
from hypothesis import given
from hypothesis import strategies as st
from scipy import stats

from spanwise.errors import OptionError
from spanwise.stats.power import smallest_difference


@pytest.mark.parametrize("df", [19, 34, 47, 1203])
@pytest.mark.parametrize("power", [0.5, 0.8, 0.9])
def test_a_difference_of_that_size_is_found_as_often_as_said(df: int, power: float) -> None:
    difference = smallest_difference(0.01, df, power=power)
    critical = stats.t.ppf(0.975, df)
    found = stats.nct.sf(critical, df, difference / 0.01) + stats.nct.cdf(-critical, df, difference / 0.01)
    assert found == pytest.approx(power, abs=0.02)


def test_for_35_articles_it_is_2_9_standard_errors() -> None:
    assert smallest_difference(1.0, 34) == pytest.approx(stats.t.ppf(0.975, 34) + stats.t.ppf(0.8, 34), abs=1e-10)
    assert round(smallest_difference(1.0, 34), 1) == 2.9


@given(st.floats(0.0001, 1), st.integers(1, 1000))
def test_more_noise_more_certainty_or_fewer_articles_need_a_larger_difference(error: float, df: int) -> None:
    least = smallest_difference(error, df)
    assert smallest_difference(2 * error, df) == pytest.approx(2 * least)
    assert smallest_difference(error, df, power=0.9) > least
    assert smallest_difference(error, df, level=0.99) > least
    assert smallest_difference(error, df + 1) < least


def test_arguments_without_meaning_are_refused() -> None:
    for error in (-1.0, math.nan, math.inf):
        with pytest.raises(OptionError, match="a standard error of"):
            smallest_difference(error, 34)
    with pytest.raises(OptionError, match="a power of 80"):
        smallest_difference(0.01, 34, power=80)
    with pytest.raises(OptionError, match="level of 95"):
        smallest_difference(0.01, 34, level=95)
    with pytest.raises(OptionError, match="degrees of freedom"):
        smallest_difference(0.01, 0)
