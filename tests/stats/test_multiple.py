"""Held to the closed test by brute force: a hypothesis falls where every set of hypotheses with it falls."""

import itertools
import math

import pytest
from hypothesis import given
from hypothesis import strategies as st

from spanwise.errors import OptionError
from spanwise.stats.multiple import holm

P_VALUES = st.lists(st.one_of(st.floats(0, 1), st.sampled_from([0.0, 0.01, 0.02, 0.5, 1.0])), max_size=7)


def closed_test(p_values: list[float]) -> list[float]:
    indices = range(len(p_values))
    subsets = [subset for size in indices for subset in itertools.combinations(indices, size + 1)]
    return [
        max(min(1.0, len(subset) * min(p_values[j] for j in subset)) for subset in subsets if i in subset)
        for i in indices
    ]


@given(P_VALUES)
def test_holm_is_the_closed_test_with_bonferroni_on_every_subset(p_values: list[float]) -> None:
    assert holm(p_values) == tuple(closed_test(p_values))


@given(P_VALUES)
def test_adjusted_values_are_not_below_the_raw_ones_and_keep_their_order(p_values: list[float]) -> None:
    adjusted = holm(p_values)
    assert all(raw <= after <= 1.0 for raw, after in zip(p_values, adjusted, strict=True))
    for (p, p_after), (q, q_after) in itertools.product(zip(p_values, adjusted, strict=True), repeat=2):
        assert p > q or p_after <= q_after


def test_the_example_of_the_textbook() -> None:
    # By hand: 4 * 0.005, 3 * 0.01, then 2 * 0.03 carries over 1 * 0.04.
    assert holm([0.01, 0.04, 0.03, 0.005]) == pytest.approx((0.03, 0.06, 0.06, 0.02))


@pytest.mark.parametrize("p", [-0.1, 1.1, math.nan])
def test_what_is_no_probability_is_refused(p: float) -> None:
    with pytest.raises(OptionError, match="is not a p-value"):
        holm([0.5, p])
