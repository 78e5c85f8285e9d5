"""Held to Newcombe's own table, to Welch's interval in scipy, and to what an interval is for."""

import msgspec
import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st
from scipy import stats

from spanwise.errors import OptionError
from spanwise.stats.estimate import Estimate, mean_estimate
from spanwise.stats.independent import independent_difference


def proportion(hits: int, n: int) -> Estimate:
    """Return a proportion with Wilson's interval, worked out by scipy."""
    interval = stats.binomtest(hits, n).proportion_ci(0.95, method="wilson")
    return Estimate(
        value=hits / n,
        low=float(interval.low),
        high=float(interval.high),
        level=0.95,
        method="Wilson",
        n=n,
        clusters=n,
        cluster_unit="question",
    )


@pytest.mark.parametrize(
    ("a", "b", "low", "high"),
    # Newcombe (1998), Statistics in Medicine 17, 873-890, table II, method 10, cases a, b and e.
    [((56, 70), (48, 80), 0.0524, 0.3339), ((9, 10), (3, 10), 0.1705, 0.8090), ((0, 10), (0, 20), -0.1611, 0.2775)],
)
def test_the_interval_is_newcombes(a: tuple[int, int], b: tuple[int, int], low: float, high: float) -> None:
    difference = independent_difference(proportion(*a), proportion(*b))
    assert difference.low == pytest.approx(low, abs=5e-5)
    assert difference.high == pytest.approx(high, abs=5e-5)


def test_it_is_close_to_welch_and_covers_as_often_as_it_says() -> None:
    rng = np.random.default_rng(5)
    covered = 0
    for trial in range(400):
        a, b = rng.beta(4, 4, 30), rng.beta(4, 2, 50)
        one, other = (mean_estimate(list(x), range(len(x)), cluster_unit="question") for x in (a, b))
        found = independent_difference(one, other)
        assert found.low is not None
        assert found.high is not None
        covered += found.low <= 4 / 8 - 4 / 6 <= found.high
        if trial == 0:
            welch = stats.ttest_ind(a, b, equal_var=False).confidence_interval(0.95)
            assert found.low == pytest.approx(float(welch.low), abs=0.003)
            assert found.high == pytest.approx(float(welch.high), abs=0.003)
    # 0.95 of 400, give or take three standard errors.
    assert 367 <= covered <= 393


@given(st.integers(0, 20), st.integers(0, 30))
def test_the_other_way_round_is_the_same_interval_turned(a: int, b: int) -> None:
    one, other = proportion(a, 20), proportion(b, 30)
    there, back = independent_difference(one, other), independent_difference(other, one)
    assert there.value == pytest.approx(-float(back))
    assert there.low == pytest.approx(-(back.high or 0))
    assert there.high == pytest.approx(-(back.low or 0))
    assert there.n == 50


def test_what_is_missing_on_one_side_is_missing_in_the_difference() -> None:
    whole = proportion(3, 10)
    none = independent_difference(whole, Estimate.undefined("there are no questions"))
    assert (none.value, none.reason) == (None, "there are no questions")
    bare = msgspec.structs.replace(whole, low=None, high=None, reason="one article", cluster_unit="article")
    half = independent_difference(whole, bare)
    assert (half.value, half.has_interval, half.reason, half.cluster_unit) == (0.0, False, "one article", "cluster")
    assert independent_difference(bare, whole).reason == "one article"


def test_notes_are_kept_and_levels_must_agree() -> None:
    few = msgspec.structs.replace(proportion(3, 10), note="only 10 questions")
    assert independent_difference(few, few).note == "only 10 questions"
    with pytest.raises(OptionError, match=r"0\.95 and 0\.9 cannot"):
        independent_difference(few, msgspec.structs.replace(few, level=0.9))
