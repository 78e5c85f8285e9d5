"""Held to enumeration by itertools, and to scipy's binomial test."""

import itertools
import math
import random
import sys

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st
from scipy import stats

from spanwise.errors import OptionError
from spanwise.stats.permutation import mcnemar, sign_flip_test

SIXTHS = st.integers(0, 6).map(lambda sixths: sixths / 6)
PAIRS = st.lists(st.tuples(SIXTHS, SIXTHS, st.integers(0, 7)), min_size=1, max_size=40)


def enumerated(differences: list[int], groups: list[int]) -> float:
    """Swap the readers in every subset of the groups, in whole numbers, so that nothing is rounded."""
    names = sorted(set(groups))
    observed = abs(sum(differences))
    outcomes = []
    for signs in itertools.product((1, -1), repeat=len(names)):
        sign = dict(zip(names, signs, strict=True))
        outcomes.append(abs(sum(sign[g] * d for d, g in zip(differences, groups, strict=True))) >= observed)
    return sum(outcomes) / len(outcomes)


@given(PAIRS)
def test_a_few_groups_give_exactly_the_p_value_of_all_swaps(pairs: list[tuple[float, float, int]]) -> None:
    a, b, groups = (list(column) for column in zip(*pairs, strict=True))
    differences = [round(6 * x) - round(6 * y) for x, y in zip(a, b, strict=True)]
    found = sign_flip_test(a, b, groups)
    assert found.exact
    assert found.p_value == enumerated(differences, groups)
    assert found.clusters == len(set(groups))


def test_drawn_swaps_come_close_to_all_swaps() -> None:
    rng = np.random.default_rng(1)
    for shift in (0.0, 0.1, 0.2):
        groups = [i // 5 for i in range(60)]
        b = rng.random(60).tolist()
        a = (rng.random(60) + shift).tolist()
        exact = sign_flip_test(a, b, groups, rounds=4096)
        drawn = sign_flip_test(a, b, groups, rounds=4095, rng=np.random.default_rng(2))
        assert (exact.exact, exact.rounds) == (True, 4096)
        assert (drawn.exact, drawn.rounds) == (False, 4095)
        assert abs(drawn.p_value - exact.p_value) < 4 * math.sqrt(exact.p_value / 4095)


def test_drawn_swaps_keep_the_level_where_there_is_no_difference() -> None:
    rng = np.random.default_rng(3)
    groups = [i // 4 for i in range(80)]
    p_values = []
    for _ in range(400):
        # Every group has its own advantage, which falls to either reader: questions of a group go together.
        advantage = np.repeat(rng.normal(size=20), 4)
        p_values.append(sign_flip_test(advantage.tolist(), [0.0] * 80, groups, rounds=499, rng=rng).p_value)
    assert 0.025 < sum(p <= 0.05 for p in p_values) / 400 < 0.08
    # The same questions taken one by one find a difference far too often.
    by_question = [
        sign_flip_test(np.repeat(rng.normal(size=20), 4).tolist(), [0.0] * 80, range(80), rounds=499, rng=rng).p_value
        for _ in range(200)
    ]
    assert sum(p <= 0.05 for p in by_question) / 200 > 0.2


@given(PAIRS, st.integers(1, 300), st.integers(0, 2**32))
def test_p_is_above_0_and_at_most_1(pairs: list[tuple[float, float, int]], rounds: int, seed: int) -> None:
    a, b, groups = (list(column) for column in zip(*pairs, strict=True))
    found = sign_flip_test(a, b, groups, rounds=rounds, rng=np.random.default_rng(seed))
    assert 0.0 < found.p_value <= 1.0
    assert found.p_value >= 1 / (1 + rounds)
    again = sign_flip_test(a, b, groups, rounds=rounds, rng=np.random.default_rng(seed))
    assert again == found


@given(PAIRS, st.randoms(use_true_random=False))
def test_neither_the_order_of_questions_nor_that_of_readers_matters(
    pairs: list[tuple[float, float, int]], chance: random.Random
) -> None:
    a, b, groups = (list(column) for column in zip(*pairs, strict=True))
    x, y, shuffled = (list(column) for column in zip(*chance.sample(pairs, len(pairs)), strict=True))
    assert sign_flip_test(y, x, shuffled).p_value == sign_flip_test(a, b, groups).p_value


@given(st.lists(st.tuples(st.floats(0, 1), st.integers(0, 100)), min_size=1, max_size=200))
def test_a_reader_against_itself_gives_1_and_needs_no_chance(questions: list[tuple[float, int]]) -> None:
    scores, groups = [score for score, _ in questions], [group for _, group in questions]
    found = sign_flip_test(scores, scores, groups)
    assert (found.p_value, found.exact) == (1.0, True)
    assert found.clusters == len(set(groups))


def test_rounding_makes_no_difference_between_equal_sums() -> None:
    # Each group's differences cancel, but for the last digit of 0.1 + 0.2 - 0.3.
    a = [0.1, 0.2, 0.0] * 30
    b = [0.0, 0.0, 0.3] * 30
    found = sign_flip_test(a, b, [i // 3 for i in range(90)])
    assert (found.p_value, found.exact) == (1.0, True)


def test_drawn_swaps_count_equal_sums_as_equal() -> None:
    # A difference of 0.1 in each of 20 groups, half of them each way: every outcome is at least as far as 0.
    a = [0.1 if i % 2 else 0.0 for i in range(20)]
    b = [0.0 if i % 2 else 0.1 for i in range(20)]
    assert sign_flip_test(a, b, range(20), rounds=100, rng=np.random.default_rng(0)).p_value == 1.0


def test_the_real_outcome_counts_as_one_of_the_drawn_swaps() -> None:
    # One reader is ahead in each of 60 groups: but for a chance of 1 in 10^14, no drawn swap goes as far.
    found = sign_flip_test([1.0] * 60, [0.0] * 60, range(60), rounds=999, rng=np.random.default_rng(0))
    assert found.p_value == 1 / 1000


def test_groups_without_a_difference_leave_p_as_it_is() -> None:
    a, b = [1.0] * 6, [0.0] * 6
    few = sign_flip_test(a, b, range(6))
    many = sign_flip_test(a + [0.5] * 94, b + [0.5] * 94, range(100))
    assert few.p_value == many.p_value == 2 / 2**6
    assert (few.clusters, many.clusters) == (6, 100)


def test_swaps_that_cannot_be_enumerated_need_a_generator() -> None:
    with pytest.raises(OptionError, match=r"14 clusters can be swapped in more than 10000 ways.*default_rng"):
        sign_flip_test([1.0] * 14, [0.0] * 14, range(14))
    assert sign_flip_test([1.0] * 13, [0.0] * 13, range(13)).p_value == 2 / 2**13


def test_arguments_without_meaning_are_refused() -> None:
    with pytest.raises(OptionError, match="1 scores of one reader, 2 of the other"):
        sign_flip_test([1.0], [1.0, 0.0], [1, 2])
    with pytest.raises(OptionError, match="1 values but 2 cluster ids"):
        sign_flip_test([1.0], [0.0], [1, 2])
    with pytest.raises(OptionError, match="add up to nan"):
        sign_flip_test([math.nan], [0.0], [1])
    with pytest.raises(OptionError, match="0 rounds of swaps"):
        sign_flip_test([1.0], [0.0], [1], rounds=0)


@given(st.integers(0, 1500), st.integers(0, 1500))
def test_mcnemar_is_the_share_of_coin_tosses_at_least_as_uneven(only_a: int, only_b: int) -> None:
    n, fewer = only_a + only_b, min(only_a, only_b)
    ways = [1]
    for i in range(fewer):
        ways.append(ways[-1] * (n - i) // (i + 1))
    # In whole numbers: scipy's binomial test loses digits below 1e-280 (1.17.1).
    expected = min(1.0, 2 * sum(ways) / 2**n)
    found = mcnemar(only_a, only_b)
    assert math.isclose(found, expected, rel_tol=1e-10, abs_tol=3e-308)
    assert 0.0 < found <= 1.0
    assert mcnemar(only_b, only_a) == found


def test_mcnemar_is_the_binomial_test_of_scipy() -> None:
    # BERT against nlnet on dev-v2.0, questions that only one of them has exactly right.
    assert mcnemar(1295, 949) == pytest.approx(stats.binomtest(1295, 1295 + 949).pvalue, rel=1e-10)
    assert mcnemar(60_000, 59_000) == pytest.approx(stats.binomtest(60_000, 119_000).pvalue, rel=1e-10)


def test_mcnemar_is_never_0() -> None:
    assert mcnemar(5000, 0) == sys.float_info.min


@pytest.mark.parametrize(
    ("only_a", "only_b", "p"),
    [(0, 0, 1.0), (5, 5, 1.0), (1, 0, 1.0), (5, 0, 2 / 32), (6, 0, 2 / 64), (8, 2, 112 / 1024)],
)
def test_mcnemar_of_a_few_questions_is_countable_by_hand(only_a: int, only_b: int, p: float) -> None:
    assert mcnemar(only_a, only_b) == pytest.approx(p, rel=1e-12)


def test_mcnemar_refuses_a_negative_count() -> None:
    with pytest.raises(OptionError, match="-1 questions"):
        mcnemar(3, -1)
