import math
import random

import numpy as np
import pytest
from sklearn.linear_model import LogisticRegression

from spanwise.readers.log_linear.null_features import NULL_FEATURES
from spanwise.readers.log_linear.null_option import NullOption


def rows_of(n: int, seed: int) -> tuple[np.ndarray[tuple[int, ...], np.dtype[np.float64]], list[bool]]:
    """Return measures of which the first and third tell something."""
    rng = np.random.default_rng(seed)
    rows = rng.normal(size=(n, len(NULL_FEATURES)))
    odds = 1.5 * rows[:, 0] - rows[:, 2] - 1
    return rows, (rng.random(n) < 1 / (1 + np.exp(-odds))).tolist()


@pytest.mark.parametrize(("seed", "l2"), [(0, 3.0), (1, 0.5), (2, 20.0)])
def test_the_weights_are_those_of_scikit_learn(seed: int, l2: float) -> None:
    rows, unanswerable = rows_of(300, seed)
    rng = random.Random(seed)
    worth = [1.0 if kind else rng.choice((0.0, 0.5, 1.0)) for kind in unanswerable]
    option = NullOption.fitted(rows, unanswerable, worth, lexicon=False, l2=l2)
    one_hot = np.zeros((len(rows), option.buckets.size))
    for row, places in zip(one_hot, option.buckets.places(rows), strict=True):
        row[places] = 1
    sums = {kind: sum(w for k, w in zip(unanswerable, worth, strict=True) if k == kind) for kind in (True, False)}
    counted = [w * 150 / sums[kind] for kind, w in zip(unanswerable, worth, strict=True)]
    theirs = LogisticRegression(C=1 / l2, tol=1e-10, max_iter=10_000).fit(one_hot, unanswerable, sample_weight=counted)
    np.testing.assert_allclose(option.weights, theirs.coef_[0], atol=1e-4)
    assert option.bias == pytest.approx(theirs.intercept_[0], abs=1e-3)
    odds = [option.log_odds(row) for row in rows[:20]]
    np.testing.assert_allclose(odds, theirs.decision_function(one_hot[:20]), atol=1e-3)


def test_it_says_what_it_was_fitted_on() -> None:
    rows, unanswerable = rows_of(100, 0)
    option = NullOption.fitted(rows, unanswerable, [1.0] * len(rows), lexicon=True)
    assert (option.answerable, option.unanswerable) == (100 - sum(unanswerable), sum(unanswerable))
    assert option.lexicon
    assert option.buckets.names == NULL_FEATURES
    assert len(option.weights) == option.buckets.size


def test_odds_are_the_bias_and_the_weight_of_each_measure_s_bucket() -> None:
    rows, unanswerable = rows_of(100, 0)
    option = NullOption.fitted(rows, unanswerable, [1.0] * len(rows), lexicon=True)
    total, first = option.bias, 0
    for value, edges in zip(rows[7], option.buckets.edges, strict=True):
        total += option.weights[first + sum(edge <= value for edge in edges)]
        first += len(edges) + 1
    assert option.log_odds(rows[7]) == pytest.approx(total)


def test_a_measure_that_tells_nothing_gives_even_odds_whatever_the_share() -> None:
    rows = np.zeros((90, len(NULL_FEATURES)))
    option = NullOption.fitted(rows, [True] * 10 + [False] * 80, [1.0] * 90, lexicon=False)
    assert option.log_odds(rows[0]) == pytest.approx(0, abs=1e-6)


def test_kinds_that_a_measure_parts_wholly_have_finite_odds() -> None:
    rows = np.zeros((60, len(NULL_FEATURES)))
    rows[:30, 4] = 1
    option = NullOption.fitted(rows, [True] * 30 + [False] * 30, [1.0] * 60, lexicon=False)
    assert 1 < option.log_odds(rows[0]) < 20
    assert option.log_odds(rows[0]) == pytest.approx(-option.log_odds(rows[-1]), abs=1e-6)
    assert math.isfinite(option.log_odds(np.full(len(NULL_FEATURES), 1e300)))


def test_the_order_of_questions_does_not_matter() -> None:
    rows, unanswerable = rows_of(200, 4)
    order = random.Random(0).sample(range(200), 200)
    one = NullOption.fitted(rows, unanswerable, [1.0] * len(rows), lexicon=False)
    other = NullOption.fitted(rows[order], [unanswerable[i] for i in order], [1.0] * 200, lexicon=False)
    np.testing.assert_allclose(one.weights, other.weights, atol=1e-7)


def test_where_the_reader_is_never_right_it_abstains_and_where_half_right_it_is_even() -> None:
    rows = np.zeros((40, len(NULL_FEATURES)))
    kinds = [True] * 20 + [False] * 20
    never = NullOption.fitted(rows, kinds, [1.0] * 20 + [0.0] * 20, lexicon=False)
    assert 5 < never.log_odds(rows[0]) < 100
    half = NullOption.fitted(rows, kinds, [1.0] * 20 + [0.5] * 20, lexicon=False)
    assert half.log_odds(rows[0]) == pytest.approx(0, abs=1e-6)


def test_an_answerable_question_speaks_as_loudly_as_its_answer_is_right() -> None:
    rows = np.zeros((80, len(NULL_FEATURES)))
    rows[40:60, 2] = 1  # answered rightly; rows 60 and up are answered wrongly, and 0 as the unanswerable ones
    kinds = [True] * 40 + [False] * 40
    option = NullOption.fitted(rows, kinds, [1.0] * 40 + [1.0] * 20 + [0.0] * 20, lexicon=False)
    equal = NullOption.fitted(rows, kinds, [1.0] * 80, lexicon=False)
    assert option.log_odds(rows[40]) < 0 < equal.log_odds(rows[0]) < option.log_odds(rows[0])
