import numpy as np
import pytest
from scipy import optimize, stats

from spanwise.errors import OptionError
from spanwise.stats.estimate import mean_estimate
from spanwise.stats.ratio import ratio_estimate


def drawn(rng: np.random.Generator, g: int = 25) -> tuple[list[float], list[float], list[int]]:
    """Draw 1 and 0 for two readers whose true means are 0.3 and 0.6, both moved by the article."""
    above, below, clusters = [], [], []
    for article in range(g):
        shift = rng.uniform(-0.2, 0.2)
        for _ in range(20):
            u = rng.random()
            above.append(float(u < 0.3 + shift))
            below.append(float(u < 0.6 + shift))
            clusters.append(article)
    return above, below, clusters


def test_the_ends_are_the_ratios_that_a_t_test_would_just_refuse() -> None:
    above, below, clusters = drawn(np.random.default_rng(0))
    made = ratio_estimate(above, below, clusters)
    assert made.low is not None
    assert made.high is not None
    g = 25
    t = stats.t.ppf(0.975, g - 1)

    def excess(r: float) -> float:
        sums = np.zeros(g)
        np.add.at(sums, clusters, np.array(above) - r * np.array(below))
        mean = sums.sum() / len(above)
        error = np.sqrt(g / (g - 1) * ((sums - mean * 20) ** 2).sum()) / len(above)
        return float(abs(mean) - t * error)

    value = float(made)
    assert made.low == pytest.approx(optimize.brentq(excess, value - 0.4, value), abs=1e-9)
    assert made.high == pytest.approx(optimize.brentq(excess, value, value + 0.4), abs=1e-9)


def test_the_interval_covers_the_true_ratio_as_often_as_it_says() -> None:
    rng = np.random.default_rng(1)
    hits = 0
    for _ in range(300):
        made = ratio_estimate(*drawn(rng))
        hits += (made.low or 0) <= 0.5 <= (made.high or 0)
    assert 0.91 <= hits / 300 <= 0.99


def test_a_share_of_one_question_a_piece_is_the_ratio_of_the_means() -> None:
    above, below, clusters = drawn(np.random.default_rng(2))
    expected = float(mean_estimate(above, clusters)) / float(mean_estimate(below, clusters))
    assert float(ratio_estimate(above, below, clusters)) == pytest.approx(expected)


def test_where_nothing_can_be_said_the_reason_is_given() -> None:
    assert "nothing to take a share of" in ratio_estimate([1.0], [0.0], [0]).reason
    assert ratio_estimate([1.0, 0.0], [1.0, 0.0], [0, 0]).reason == "one article does not show how articles differ"
    zero = ratio_estimate([0.0, 0.0], [1.0, 0.0], [0, 1])
    assert (zero.value, zero.low, zero.reason) == (0.0, None, "every score is 0, so no spread is seen")
    unsure = ratio_estimate([1.0, 0.0, 0.0], [0.0, 0.0, 1.0], [0, 1, 2])
    assert (unsure.value, unsure.low, unsure.reason) == (1.0, None, "the score to take a share of may itself be 0")
    assert "one ratio" in ratio_estimate([0.375, 0.5, 0.4375], [0.75, 1.0, 0.875], [0, 1, 2]).reason


def test_the_same_scores_are_all_that_there_was() -> None:
    same = ratio_estimate([1.0, 0.0, 1.0], [1.0, 0.0, 1.0], [0, 1, 2])
    assert (same.value, same.low, same.high) == (1.0, 1.0, 1.0)


def test_columns_of_different_length_are_refused() -> None:
    with pytest.raises(OptionError, match="one of each a question"):
        ratio_estimate([1.0], [1.0, 0.0], [0, 1])
