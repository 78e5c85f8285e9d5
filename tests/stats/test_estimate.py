"""Held to the formula in numpy, to Clopper-Pearson in scipy, and to what an interval is for: covering the truth."""

import math
import random
import subprocess
import sys

import numpy as np
import pytest
from hypothesis import assume, given
from hypothesis import strategies as st
from scipy import stats

from spanwise.errors import OptionError
from spanwise.stats.estimate import (
    Estimate,
    choose_clusters,
    cluster_sums,
    difference_estimate,
    mean_estimate,
    mean_estimate_from_sums,
    standard_error,
)

FRACTIONS = st.one_of(st.sampled_from([0.0, 1.0, 0.5, 2 / 3]), st.floats(0, 1))
QUESTIONS = st.lists(st.tuples(FRACTIONS, st.integers(0, 8)), min_size=1, max_size=60)


def clustered(rng: np.random.Generator, clusters: int) -> tuple[list[float], list[int]]:
    """Draw questions that are right or wrong, articles of 5 to 40 questions, whose difficulty differs."""
    values: list[float] = []
    ids: list[int] = []
    for cluster in range(clusters):
        size = int(rng.integers(5, 41))
        values += (rng.random(size) < rng.beta(4, 2)).astype(float).tolist()
        ids += [cluster] * size
    return values, ids


def covers(estimate: Estimate, truth: float) -> bool:
    assert estimate.low is not None
    assert estimate.high is not None
    return estimate.low <= truth <= estimate.high


@given(st.integers(0, 2**32), st.integers(2, 50), st.sampled_from([0.5, 0.9, 0.95, 0.99]))
def test_the_interval_is_the_cluster_robust_formula(seed: int, clusters: int, level: float) -> None:
    values, ids = clustered(np.random.default_rng(seed), clusters)
    y, groups = np.array(values), np.array(ids)
    # The sandwich of a regression on a constant: (X'X)^-1 (sum of X_g' e_g e_g' X_g) (X'X)^-1, X a column of ones.
    residual_sums = np.eye(clusters)[groups].T @ (y - y.mean())
    error = math.sqrt(clusters / (clusters - 1) * float(residual_sums @ residual_sums)) / len(y)
    assume(error > 1e-6)
    low, high = stats.t.interval(level, clusters - 1, loc=y.mean(), scale=error)
    found = mean_estimate(values, ids, level=level, bounded=False)
    assert found.value == pytest.approx(y.mean(), abs=1e-12)
    assert (found.low, found.high) == pytest.approx((low, high), abs=1e-10)
    assert (found.n, found.clusters, found.level) == (len(y), clusters, level)
    assert found.method == "cluster-robust t over articles"


@given(st.lists(st.floats(0, 1), min_size=2, max_size=40))
def test_with_one_question_a_cluster_it_is_the_t_interval_of_the_textbook(values: list[float]) -> None:
    assume(np.std(values) > 1e-6)
    low, high = stats.t.interval(0.95, len(values) - 1, loc=np.mean(values), scale=stats.sem(values))
    found = mean_estimate(values, range(len(values)), cluster_unit="question", bounded=False)
    assert (found.low, found.high) == pytest.approx((low, high), abs=1e-10)


def test_the_interval_over_articles_covers_the_truth_where_the_one_over_questions_does_not() -> None:
    rng = np.random.default_rng(2016)
    truth = 4 / 6
    samples = [clustered(rng, 30) for _ in range(500)]
    over_articles = sum(covers(mean_estimate(values, ids), truth) for values, ids in samples) / 500
    over_questions = sum(covers(mean_estimate(values, range(len(values))), truth) for values, _ in samples) / 500
    assert 0.9 < over_articles < 0.98
    assert over_questions < 0.8


@given(QUESTIONS, st.randoms(use_true_random=False))
def test_neither_the_order_of_questions_nor_the_names_of_clusters_matter(
    questions: list[tuple[float, int]], chance: random.Random
) -> None:
    shuffled = [(value, 1000 - 7 * cluster) for value, cluster in chance.sample(questions, len(questions))]
    before = mean_estimate([v for v, _ in questions], [c for _, c in questions])
    after = mean_estimate([v for v, _ in shuffled], [c for _, c in shuffled])
    assert before.value == pytest.approx(after.value, abs=1e-12)
    assert before.has_interval == after.has_interval
    if before.has_interval:
        # A square root of a variance near 0 magnifies the rounding of the sums.
        assert (before.low, before.high) == pytest.approx((after.low, after.high), abs=1e-6)


@given(QUESTIONS)
def test_the_interval_holds_the_value_and_stays_within_0_and_1(questions: list[tuple[float, int]]) -> None:
    found = mean_estimate([value for value, _ in questions], [cluster for _, cluster in questions])
    assert found.value is not None
    if found.low is not None and found.high is not None:
        assert -1e-12 <= found.low <= found.value + 1e-12
        assert found.value - 1e-12 <= found.high <= 1 + 1e-12
        assert found.low < found.high
    else:
        assert found.reason


@pytest.mark.parametrize("clusters", [2, 6, 35, 1204])
def test_all_right_or_all_wrong_has_the_exact_binomial_interval_and_not_one_of_no_width(clusters: int) -> None:
    ids = [i % clusters for i in range(3 * clusters)]
    for value in (0.0, 1.0):
        found = mean_estimate([value] * len(ids), ids)
        expected = stats.binomtest(int(value) * clusters, clusters).proportion_ci(0.95, "exact")
        assert found.value == value
        assert (found.low, found.high) == pytest.approx((expected.low, expected.high), abs=1e-10)
        assert found.method == "exact binomial over articles"


def test_one_cluster_has_a_value_but_no_interval() -> None:
    found = mean_estimate([1.0, 0.0, 1.0, 1.0], [7, 7, 7, 7])
    assert (found.value, found.low, found.high) == (0.75, None, None)
    assert found.reason == "one article does not show how articles differ"
    assert (found.n, found.clusters) == (4, 1)
    assert str(found) == "0.7500"


def test_clusters_of_one_mean_have_no_interval() -> None:
    found = mean_estimate([1.0, 0.0, 0.0, 1.0], [1, 1, 2, 2])
    assert (found.value, found.low, found.high) == (0.5, None, None)
    assert found.reason == "the 2 articles have one mean, so no spread is seen"


def test_no_questions_have_no_value() -> None:
    found = mean_estimate([], [])
    assert (found.value, found.low, found.high, found.n) == (None, None, None, 0)
    assert found.reason == "there are no questions to take a mean of"


def test_few_clusters_are_said_to_be_few() -> None:
    values = [float(i % 3 == 0) for i in range(60)]
    assert mean_estimate(values, [i % 9 for i in range(60)]).note.startswith("only 9 articles:")
    assert mean_estimate(values, [i % 19 for i in range(60)], cluster_unit="paragraph").note.startswith(
        "only 19 paragraphs:"
    )
    assert mean_estimate(values, [i % 20 for i in range(60)]).note == ""


@given(QUESTIONS)
def test_sums_say_as_much_as_the_values(questions: list[tuple[float, int]]) -> None:
    values, ids = [value for value, _ in questions], [cluster for _, cluster in questions]
    sums, counts = cluster_sums(values, ids)
    assert mean_estimate_from_sums(sums, counts) == mean_estimate(values, ids)


@given(QUESTIONS)
def test_identical_readers_differ_by_0_from_0_to_0(questions: list[tuple[float, int]]) -> None:
    values, ids = [value for value, _ in questions], [cluster for _, cluster in questions]
    found = difference_estimate(values, values, ids)
    assert (found.value, found.low, found.high) == (0.0, 0.0, 0.0)
    assert (found.n, found.clusters) == (len(values), len(set(ids)))


@given(st.integers(0, 2**32), st.integers(2, 30))
def test_swapping_the_readers_turns_the_difference_around(seed: int, clusters: int) -> None:
    rng = np.random.default_rng(seed)
    a, ids = clustered(rng, clusters)
    b = rng.random(len(a)).tolist()
    there, back = difference_estimate(a, b, ids), difference_estimate(b, a, ids)
    assert there.value == pytest.approx(np.mean(a) - np.mean(b), abs=1e-12)
    assert there.low is not None
    assert there.high is not None
    assert (there.low, there.high) == pytest.approx((-(back.high or 0.0), -(back.low or 0.0)), abs=1e-12)


def test_a_paired_difference_can_reach_below_0_and_is_narrower_than_two_intervals() -> None:
    a, ids = clustered(np.random.default_rng(1), 30)
    b = [0.0 if i % 10 == 0 else value for i, value in enumerate(a)]
    found, apart = difference_estimate(b, a, ids), mean_estimate(a, ids)
    assert found.value is not None
    assert found.low is not None
    assert found.high is not None
    assert apart.low is not None
    assert apart.high is not None
    assert found.low < found.value < found.high < 0.0
    assert found.high - found.low < (apart.high - apart.low) / 3


@pytest.mark.parametrize(
    ("units", "unit"),
    [
        ({"article": [0, 1, 2, 3, 4, 5], "question": [0, 1, 2, 3, 4, 5]}, "article"),
        ({"article": [0, 1, 2, 3, 4, 4], "paragraph": [0, 1, 2, 3, 4, 5], "question": range(6)}, "paragraph"),
        ({"article": [0] * 6, "paragraph": [0] * 6, "question": range(6)}, "question"),
        ({"article": [0] * 3, "paragraph": [0, 0, 1], "question": range(3)}, "question"),
        ({"article": [], "question": []}, "question"),
    ],
)
def test_the_coarsest_unit_with_six_clusters_is_chosen_and_else_the_finest(
    units: dict[str, list[int]], unit: str
) -> None:
    assert choose_clusters(units) == (unit, units[unit])


def test_the_text_is_in_fractions_and_percent_only_on_request() -> None:
    found = Estimate(
        value=0.817753,
        low=0.79431,
        high=0.84118,
        level=0.95,
        method="cluster-robust t over articles",
        n=11_873,
        clusters=35,
        cluster_unit="article",
    )
    assert str(found) == "0.8178 [0.7943, 0.8412]"
    assert found.percent() == "81.78 [79.43, 84.12]"
    assert float(found) == 0.817753


def test_a_difference_that_rounds_to_0_has_no_minus_sign() -> None:
    found = difference_estimate([0.50001, 0.5], [0.5, 0.50002], [0, 1])
    assert found.value is not None
    assert found.value < 0
    assert str(found).startswith("0.0000 [-")


def test_an_estimate_without_a_value_says_so_instead_of_being_0() -> None:
    found = Estimate.undefined("no question has an answer", n=3)
    assert found.n == 3
    assert str(found) == found.percent() == "undefined (no question has an answer)"
    with pytest.raises(OptionError, match="has no value: no question has an answer"):
        float(found)


@pytest.mark.parametrize(
    ("values", "clusters", "message"),
    [
        ([0.5], [1, 2], "1 values but 2 cluster ids"),
        ([math.nan, 0.5], [1, 2], "add up to nan"),
        ([math.inf, 0.5], [1, 2], "add up to inf"),
        ([78.7, 81.8], [1, 2], "cannot add up to 78.7"),
        ([-0.5, 0.5], [1, 2], "cannot add up to -0.5"),
    ],
)
def test_what_are_no_fractions_is_refused(values: list[float], clusters: list[int], message: str) -> None:
    with pytest.raises(OptionError, match=message):
        mean_estimate(values, clusters)


def test_arguments_without_meaning_are_refused() -> None:
    with pytest.raises(OptionError, match="level of 95 has no meaning"):
        mean_estimate([0.5, 1.0], [1, 2], level=95)
    with pytest.raises(OptionError, match="2 scores of one reader, 1 of the other"):
        difference_estimate([0.5, 1.0], [1.0], [1, 2])
    with pytest.raises(OptionError, match="1 sums but 2 counts"):
        mean_estimate_from_sums([1.0], [1, 2])
    with pytest.raises(OptionError, match="a cluster of 0 questions"):
        mean_estimate_from_sums([1.0, 0.0], [1, 0])
    with pytest.raises(OptionError, match="no unit to cluster by"):
        choose_clusters({})
    with pytest.raises(OptionError, match="1 clusters have no standard error"):
        standard_error([1.0], [2])


def test_scores_intervals_and_tests_need_no_numpy() -> None:
    code = """
import sys
from spanwise.stats.estimate import difference_estimate, mean_estimate
from spanwise.stats.multiple import holm
from spanwise.stats.permutation import mcnemar, sign_flip_test
from spanwise.stats.power import smallest_difference
from spanwise.stats.ranking import auroc
import spanwise.stats.bootstrap
a, b, ids = [1.0, 0.5, 0.0, 1.0], [1.0, 0.0, 0.0, 0.5], [0, 0, 1, 2]
mean_estimate(a, ids), difference_estimate(a, b, ids), sign_flip_test(a, b, ids)
mcnemar(3, 1), holm([0.1, 0.2]), smallest_difference(0.01, 34), auroc(a, [True, False, False, True])
print(*sorted({"numpy", "scipy"} & set(sys.modules)))
"""
    loaded = subprocess.run([sys.executable, "-c", code], capture_output=True, text=True, check=True)
    assert loaded.stdout.split() == []
