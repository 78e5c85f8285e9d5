import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from spanwise.errors import OptionError
from spanwise.stats.crossed import crossed_estimate
from spanwise.stats.estimate import mean_estimate

CLUSTERS = [i // 10 for i in range(200)]


def drawn(rng: np.random.Generator, seeds: int, *, of_seed: float, of_article: float) -> list[list[float]]:
    """Draw scores with a true mean of 0: what a seed adds, what an article adds, and what is left."""
    articles = np.repeat(rng.normal(0, of_article, 20), 10)
    return [list(rng.normal(0, of_seed) + articles + rng.normal(0, 1, 200)) for _ in range(seeds)]


@pytest.mark.parametrize(("of_seed", "of_article"), [(0.3, 0.1), (0.1, 0.5), (0.0, 0.3)])
def test_the_interval_covers_the_true_mean_as_often_as_it_says(of_seed: float, of_article: float) -> None:
    rng = np.random.default_rng(0)
    hits = 0
    for _ in range(400):
        runs = drawn(rng, 4, of_seed=of_seed, of_article=of_article)
        estimate = crossed_estimate(runs, CLUSTERS, bounded=False)
        assert estimate.low is not None
        assert estimate.high is not None
        hits += estimate.low <= 0 <= estimate.high
    # 400 tries at 0.95 stay above 0.92 in all but 1 of 200 cases; over-coverage is what the docstring says.
    assert hits / 400 >= 0.92


def test_articles_alone_cover_too_little_where_seeds_differ() -> None:
    rng = np.random.default_rng(0)
    hits = 0
    for _ in range(200):
        runs = drawn(rng, 4, of_seed=0.3, of_article=0.1)
        alone = mean_estimate([sum(column) / 4 for column in zip(*runs, strict=True)], CLUSTERS, bounded=False)
        hits += (alone.low or 0) <= 0 <= (alone.high or 0)
    assert hits / 200 < 0.8


def test_one_seed_gives_the_interval_of_the_articles_and_says_so() -> None:
    run = drawn(np.random.default_rng(1), 1, of_seed=0, of_article=0.3)
    one, alone = crossed_estimate(run, CLUSTERS, bounded=False), mean_estimate(run[0], CLUSTERS, bounded=False)
    assert (one.value, one.low, one.high, one.method) == (alone.value, alone.low, alone.high, alone.method)
    assert "one seed" in one.note


@given(st.lists(st.lists(st.floats(0, 1), min_size=12, max_size=12), min_size=2, max_size=4))
def test_the_interval_holds_the_mean_and_stays_within_fractions(runs: list[list[float]]) -> None:
    clusters = [i // 3 for i in range(12)]
    estimate = crossed_estimate(runs, clusters)
    alone = mean_estimate([sum(column) / len(runs) for column in zip(*runs, strict=True)], clusters)
    assert estimate.value == pytest.approx(alone.value, abs=1e-12)
    if estimate.low is not None and estimate.high is not None and alone.low is not None and alone.high is not None:
        assert 0 <= estimate.low <= alone.low + 1e-9
        assert alone.high - 1e-9 <= estimate.high <= 1


def test_the_same_run_twice_is_as_sure_as_its_articles() -> None:
    run = drawn(np.random.default_rng(1), 1, of_seed=0, of_article=0.3)[0]
    twice = crossed_estimate([run, run], CLUSTERS, bounded=False)
    assert twice.method == mean_estimate(run, CLUSTERS, bounded=False).method


def test_runs_of_different_questions_are_refused() -> None:
    with pytest.raises(OptionError, match="different questions"):
        crossed_estimate([[0.5], [0.5, 0.5]], [0, 1])
    with pytest.raises(OptionError, match="no run"):
        crossed_estimate([], [])
