"""Held to scipy's bootstrap, to the exact distribution of all resamples, and to the t interval."""

import itertools
import tracemalloc

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st
from scipy import stats

from spanwise.errors import OptionError
from spanwise.stats.bootstrap import (
    bootstrap_difference,
    bootstrap_estimate,
    bootstrap_estimates,
    bootstrap_interval,
)
from spanwise.stats.estimate import cluster_sums, mean_estimate


def articles(seed: int, clusters: int = 35) -> tuple[list[float], list[int]]:
    rng = np.random.default_rng(seed)
    ids = np.repeat(np.arange(clusters), rng.integers(5, 41, clusters))
    right = rng.random(len(ids)) < rng.beta(4, 2, clusters)[ids]
    return right.astype(float).tolist(), ids.tolist()


def test_the_interval_is_that_of_scipy_within_the_noise_of_chance() -> None:
    sums, counts = cluster_sums(*articles(1))
    expected = stats.bootstrap(
        (sums, counts),
        lambda s, c, axis: s.sum(axis) / c.sum(axis),
        paired=True,
        n_resamples=40_000,
        method="percentile",
        rng=np.random.default_rng(2),
    ).confidence_interval
    found = bootstrap_interval(sums, counts, rounds=40_000, rng=np.random.default_rng(3))
    assert found == pytest.approx((expected.low, expected.high), abs=0.0015)


def test_with_four_clusters_it_is_the_percentile_of_all_256_resamples() -> None:
    sums, counts = [1.0, 5.0, 2.0, 9.0], [4, 5, 8, 11]
    every = [
        sum(sums[i] for i in drawn) / sum(counts[i] for i in drawn) for drawn in itertools.product(range(4), repeat=4)
    ]
    # Inverted: an end of the interval is a value that a resample takes, whichever way the rounds fall.
    expected = np.quantile(every, [0.05, 0.95], method="inverted_cdf")
    found = bootstrap_interval(sums, counts, rounds=100_000, level=0.9, rng=np.random.default_rng(4))
    assert found == pytest.approx(tuple(expected), abs=1e-12)


def test_it_is_close_to_the_t_interval_where_clusters_are_many() -> None:
    values, ids = articles(5, clusters=300)
    by_formula = mean_estimate(values, ids)
    drawn = bootstrap_estimate(values, ids, rng=np.random.default_rng(6))
    assert drawn.value == by_formula.value
    assert (drawn.low, drawn.high) == pytest.approx((by_formula.low, by_formula.high), abs=0.002)
    assert drawn.method == "bootstrap over articles, 10,000 rounds"


@given(st.integers(0, 2**32))
def test_the_same_generator_state_gives_the_same_interval(seed: int) -> None:
    values, ids = articles(7, clusters=12)
    first = bootstrap_estimate(values, ids, rounds=50, rng=np.random.default_rng(seed))
    again = bootstrap_estimate(values, ids, rounds=50, rng=np.random.default_rng(seed))
    assert first == again
    assert first.low is not None
    assert first.high is not None
    assert 0.0 <= first.low <= first.high <= 1.0


def test_columns_drawn_together_are_each_what_they_are_alone() -> None:
    values, ids = articles(8)
    columns = {"em": values, "f1": [0.5 + value / 2 for value in values], "all": [1.0] * len(ids)}
    together = bootstrap_estimates(columns, ids, rounds=500, rng=np.random.default_rng(9))
    assert list(together) == ["em", "f1", "all"]
    for name, column in columns.items():
        alone = bootstrap_estimate(column, ids, rounds=500, rng=np.random.default_rng(9))
        assert together[name].value == alone.value
        assert (together[name].low, together[name].high) == pytest.approx((alone.low, alone.high), abs=1e-12)
    # Half of the same draws, moved up: so the interval is too.
    em, f1 = together["em"], together["f1"]
    assert em.low is not None
    assert f1.low == pytest.approx(0.5 + em.low / 2, abs=1e-12)


def test_the_rounds_are_cut_into_pieces_without_a_seam() -> None:
    # 5,000 clusters make pieces of 13 rounds; 27 rounds are two of them and one more.
    values = (np.random.default_rng(10).random(5_000) < 0.7).astype(float)
    drawn = np.random.default_rng(11).integers(0, 5_000, size=(27, 5_000))
    expected = np.quantile(values[drawn].mean(axis=1), [0.025, 0.975])
    found = bootstrap_interval(values.tolist(), [1] * 5_000, rounds=27, rng=np.random.default_rng(11))
    assert found == pytest.approx(tuple(expected), abs=1e-12)


def test_memory_does_not_grow_with_the_rounds() -> None:
    sums, counts = [1.0] * 20_000, [1] * 20_000
    tracemalloc.start()
    bootstrap_interval(sums, counts, rounds=300, rng=np.random.default_rng(12))
    _, peak = tracemalloc.get_traced_memory()
    tracemalloc.stop()
    # All draws at once would be 300 x 20,000 numbers of eight bytes: 48 MB.
    assert peak < 10_000_000


def test_a_difference_has_the_interval_of_its_cluster_sums() -> None:
    values, ids = articles(13)
    differences = [value - 0.5 for value in values]
    found = bootstrap_difference(differences, ids, rounds=400, rng=np.random.default_rng(14))
    expected = bootstrap_interval(*cluster_sums(differences, ids), rounds=400, rng=np.random.default_rng(14))
    assert (found.low, found.high) == expected
    assert found.value == pytest.approx(np.mean(differences))


def test_identical_readers_differ_by_0_from_0_to_0() -> None:
    found = bootstrap_difference([0.0] * 40, [i % 8 for i in range(40)], rng=np.random.default_rng(0))
    assert (found.value, found.low, found.high) == (0.0, 0.0, 0.0)


def test_where_no_resample_can_differ_the_interval_is_that_of_the_mean_or_none() -> None:
    ids = [i % 10 for i in range(40)]
    rng = np.random.default_rng(0)
    assert bootstrap_estimate([1.0] * 40, ids, rng=rng) == mean_estimate([1.0] * 40, ids)
    assert bootstrap_estimate([0.5] * 40, ids, rng=rng) == mean_estimate([0.5] * 40, ids)
    assert bootstrap_estimate([0.5, 1.0], [3, 3], rng=rng) == mean_estimate([0.5, 1.0], [3, 3])
    assert bootstrap_estimate([], [], rng=rng).value is None
    assert bootstrap_difference([0.5] * 40, ids, rng=rng).low is None
    assert bootstrap_difference([], [], rng=rng).value is None
    assert bootstrap_estimates({}, ids, rng=rng) == {}


def test_arguments_without_meaning_are_refused() -> None:
    rng = np.random.default_rng(0)
    with pytest.raises(OptionError, match="0 rounds of bootstrap"):
        bootstrap_interval([1.0, 2.0], [2, 3], rounds=0, rng=rng)
    with pytest.raises(OptionError, match="no cluster to draw from"):
        bootstrap_interval([], [], rng=rng)
    with pytest.raises(OptionError, match="level of 95"):
        bootstrap_interval([1.0, 2.0], [2, 3], level=95, rng=rng)
    with pytest.raises(OptionError, match="2 values but 3 cluster ids"):
        bootstrap_estimates({"em": [1.0, 0.0]}, [0, 1, 2], rng=rng)
