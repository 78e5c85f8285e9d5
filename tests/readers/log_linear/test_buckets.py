import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from spanwise.readers.log_linear.buckets import Buckets

values = st.lists(st.floats(-1e6, 1e6), min_size=1, max_size=60)


def test_buckets_of_different_values_hold_equally_many() -> None:
    column = np.random.default_rng(0).permutation(np.linspace(0, 1, 1000))
    buckets = Buckets.of(("measure",), column[:, None], 10)
    assert np.bincount(buckets.places(column[:, None]).ravel()).tolist() == [100] * 10


def test_buckets_of_a_value_that_is_often_0_fall_together() -> None:
    column = np.array([0.0] * 75 + list(range(1, 26)))
    buckets = Buckets.of(("measure",), column[:, None], 4)
    assert buckets.edges == ((0.0, 0.25),)
    assert buckets.size == 3


@given(values, st.integers(2, 12))
def test_a_higher_value_is_in_no_lower_bucket_and_equal_ones_are_in_the_same(column: list[float], count: int) -> None:
    buckets = Buckets.of(("measure",), np.array(column)[:, None], count)
    assert 1 <= buckets.size <= count
    ordered = sorted([*column, *column, -1e9, 1e9])
    places = buckets.places(np.array(ordered)[:, None]).ravel().tolist()
    assert places == sorted(places)
    assert len(set(ordered)) == len(set(zip(ordered, places, strict=True)))
    assert places[0] >= 0
    assert places[-1] < buckets.size


@given(values, values, st.integers(2, 6))
def test_features_have_places_of_their_own(first: list[float], second: list[float], count: int) -> None:
    n = min(len(first), len(second))
    both = np.array([first[:n], second[:n]]).T
    alone = [Buckets.of((name,), both[:, [column]], count) for column, name in enumerate("ab")]
    together = Buckets.of(("a", "b"), both, count)
    assert together.size == alone[0].size + alone[1].size
    places = together.places(both)
    assert places[:, 0].tolist() == alone[0].places(both[:, :1]).ravel().tolist()
    assert places[:, 1].tolist() == [alone[0].size + p for p in alone[1].places(both[:, 1:]).ravel().tolist()]


def test_a_value_on_an_edge_is_in_the_bucket_above_it() -> None:
    buckets = Buckets(("measure",), ((0.0, 2.5),))
    values = np.array([-0.1, 0.0, 2.4, 2.5, 9.0])[:, None]
    assert buckets.places(values).ravel().tolist() == [0, 1, 1, 2, 2]


def test_places_keep_the_shape_of_values() -> None:
    buckets = Buckets(("a", "b"), ((1.0,), ()))
    assert buckets.places(np.ones((2, 3, 2))).tolist() == [[[1, 2]] * 3] * 2


def test_no_value_gives_one_bucket_a_feature() -> None:
    buckets = Buckets.of(("a", "b"), np.zeros((0, 2)), 10)
    assert (buckets.edges, buckets.size) == (((), ()), 2)
    assert Buckets.of((), np.zeros((5, 0)), 10).size == 0


def test_names_say_what_a_bucket_holds() -> None:
    buckets = Buckets(("words left", "length"), ((0.0, 2.5), ()))
    assert [buckets.name(place) for place in range(buckets.size)] == [
        "words left below 0",
        "words left from 0 below 2.5",
        "words left from 2.5 up",
        "length up",
    ]
    with pytest.raises(IndexError, match="there are 4 buckets"):
        buckets.name(4)


def test_a_measure_of_few_values_can_have_a_bucket_for_each() -> None:
    column = np.array([0.0] * 95 + [1.0] * 4 + [3.0])
    in_parts = Buckets.of(("measure",), column[:, None], 10)
    apart = Buckets.of(("measure",), column[:, None], 10, apart=3)
    assert in_parts.size < 3
    assert apart.edges == ((0.5, 2.0),)
    assert apart.places(np.array([[0.0], [1.0], [3.0]])).ravel().tolist() == [0, 1, 2]
    assert Buckets.of(("measure",), column[:, None], 10, apart=2) == in_parts
