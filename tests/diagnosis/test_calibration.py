"""Held to brute force, to scikit-learn, and to what an interval is for."""

import math
import os
import subprocess
import sys
from collections.abc import Sequence
from pathlib import Path

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from sklearn.calibration import calibration_curve
from sklearn.metrics import brier_score_loss, log_loss

import spanwise as sw
from spanwise.diagnosis.calibration import Binned, calibration, calibration_change
from spanwise.diagnosis.forecasts import CUT, forecasts
from spanwise.errors import OptionError
from spanwise.scoring.intervals import Intervals
from tests.diagnosis.made_forecasts import drawn, forecasts_of

QUICK = Intervals(rounds=100)

rows = st.lists(
    st.tuples(st.one_of(st.floats(0, 1), st.sampled_from((0.0, 0.1, 0.5, 1.0))), st.booleans(), st.integers(0, 4)),
    min_size=1,
    max_size=40,
)


def brute_force_ece(groups: Sequence[Sequence[tuple[float, bool]]]) -> float:
    n = sum(map(len, groups))
    off = [
        abs(math.fsum(p for p, _ in group) / len(group) - sum(y for _, y in group) / len(group)) * len(group) / n
        for group in groups
        if group
    ]
    return math.fsum(off)


@settings(max_examples=40)
@given(rows, st.integers(1, 20))
def test_ece_is_the_mean_distance_of_the_bins_that_are_shown(made: list[tuple[float, bool, int]], bins: int) -> None:
    probs, happened, articles = zip(*made, strict=True)
    found = calibration(forecasts_of(probs, happened, articles), bins=bins, intervals=QUICK)
    for binned in (found.equal_mass, found.equal_width):
        groups = [[(p, y) for p, y, _ in made if b.low <= p <= b.high] for b in binned.bins]
        assert sum(map(len, groups)) == len(made)
        assert [len(group) for group in groups] == [b.n for b in binned.bins]
        assert binned.ece.value == pytest.approx(brute_force_ece(groups), abs=1e-12)
        assert len(binned.bins) <= bins
        assert 0.0 <= binned.noise <= 1.0


@settings(max_examples=40)
@given(rows, st.integers(1, 20))
def test_the_parts_of_the_brier_score_add_up_to_it(made: list[tuple[float, bool, int]], bins: int) -> None:
    probs, happened, articles = zip(*made, strict=True)
    found = calibration(forecasts_of(probs, happened, articles), bins=bins, intervals=QUICK)
    parts = found.brier_parts
    whole = parts.reliability - parts.resolution + parts.uncertainty + parts.within_variance - parts.within_covariance
    assert whole == pytest.approx(parts.score, abs=1e-12)
    assert found.brier.value == pytest.approx(parts.score, abs=1e-12)
    assert parts.score == pytest.approx(brier_score_loss(happened, probs, pos_label=True), abs=1e-12)


@settings(max_examples=40)
@given(rows)
def test_log_loss_is_that_of_scikit_learn_on_cut_probabilities(made: list[tuple[float, bool, int]]) -> None:
    probs, happened, articles = zip(*made, strict=True)
    found = calibration(forecasts_of(probs, happened, articles), intervals=QUICK)
    cut = np.clip(probs, CUT, 1 - CUT)
    assert found.log_loss.value == pytest.approx(log_loss(happened, cut, labels=[False, True]), abs=1e-9)
    assert found.cut == sum(p < CUT or p > 1 - CUT for p in probs)


@pytest.mark.parametrize(("strategy", "which"), [("quantile", "equal_mass"), ("uniform", "equal_width")])
def test_the_diagram_is_that_of_scikit_learn(strategy: str, which: str) -> None:
    # 2,400 questions in 12 bins: the quantiles of both then fall between the same two questions.
    made = drawn(3)
    true, told = calibration_curve(made.happened, made.probs, n_bins=12, strategy=strategy)
    binned: Binned = getattr(calibration(made, bins=12, intervals=QUICK), which)
    assert [b.mean_prob for b in binned.bins] == pytest.approx(list(told), abs=1e-12)
    assert [float(b.frequency) for b in binned.bins] == pytest.approx(list(true), abs=1e-12)


def test_equal_probabilities_are_never_parted() -> None:
    made = forecasts_of([0.1] * 7 + [0.6] * 3, [False, True] * 5)
    found = calibration(made, bins=5, intervals=QUICK)
    assert [(b.low, b.high, b.n) for b in found.equal_mass.bins] == [(0.1, 0.1, 7), (0.6, 0.6, 3)]


def test_the_interval_of_the_brier_score_is_the_percentiles_over_drawn_articles() -> None:
    made = drawn(5, articles=8, each=5)
    found = calibration(made, intervals=Intervals(rounds=4000, seed=1))
    errors = [(p - y) ** 2 for p, y in zip(made.probs, made.happened, strict=True)]
    rng = np.random.default_rng(77)
    means = []
    for _ in range(4000):
        chosen = rng.integers(0, 8, 8)
        means.append(np.mean([errors[5 * a + i] for a in chosen for i in range(5)]))
    low, high = np.quantile(means, [0.025, 0.975])
    # Two sets of 4,000 draws: their ends differ by chance, by a small part of the interval's length.
    assert (found.brier.low, found.brier.high) == pytest.approx((low, high), abs=0.06 * (high - low))
    assert (found.brier.clusters, found.brier.cluster_unit) == (8, "article")


def test_a_calibrated_signal_has_the_ece_of_noise_and_no_more() -> None:
    found = [calibration(drawn(seed), intervals=QUICK) for seed in range(8)]
    ratios = [float(binned.ece) / binned.noise for c in found for binned in (c.equal_mass, c.equal_width)]
    # Each is a mean of 15 absolute deviations, so it strays from its mean by about a fifth.
    assert 0.85 < sum(ratios) / len(ratios) < 1.15


def test_an_overconfident_signal_is_seen_far_above_noise() -> None:
    found = calibration(drawn(0, lambda z: 3 * z), intervals=QUICK)
    assert found.equal_mass.ece.low is not None
    assert found.equal_mass.ece.low > 3 * found.equal_mass.noise


def test_ece_lies_in_its_own_interval() -> None:
    for seed in range(5):
        ece = calibration(drawn(seed, articles=7, each=10), intervals=QUICK).equal_mass.ece
        assert ece.low is not None
        assert ece.high is not None
        assert 0.0 <= ece.low <= float(ece) <= ece.high <= 1.0


def test_equal_probabilities_before_and_after_make_no_change() -> None:
    made = drawn(1)
    change = calibration_change(made, made, intervals=QUICK)
    assert (change.ece.value, change.ece.low, change.ece.high) == (0.0, 0.0, 0.0)
    assert change.brier.value == change.log_loss.value == 0.0


def test_a_change_is_after_minus_before() -> None:
    before, after = drawn(1, lambda z: 3 * z), drawn(1)
    change = calibration_change(before, after, intervals=QUICK)
    for difference, old, new in (
        (change.ece, change.before.equal_mass.ece, change.after.equal_mass.ece),
        (change.brier, change.before.brier, change.after.brier),
        (change.log_loss, change.before.log_loss, change.after.log_loss),
    ):
        assert float(difference) == pytest.approx(float(new) - float(old), abs=1e-12)
        assert difference.high is not None
        assert difference.high < 0


def test_different_questions_are_no_change() -> None:
    with pytest.raises(OptionError, match="different questions"):
        calibration_change(drawn(1), drawn(2), intervals=QUICK)


def test_one_article_has_values_and_no_interval() -> None:
    found = calibration(forecasts_of([0.2, 0.7, 0.4], [False, True, True], [0, 0, 0]), intervals=QUICK)
    for estimate in (found.brier, found.log_loss, found.equal_mass.ece):
        assert estimate.value is not None
        assert not estimate.has_interval
        assert "one article" in estimate.reason


def test_a_constant_signal_and_a_missing_outcome_are_named() -> None:
    found = calibration(forecasts_of([0.4] * 6, [False] * 6), intervals=QUICK)
    assert found.equal_mass.ece.value == pytest.approx(0.4)
    assert any("constant at 0.4" in note for note in found.notes)
    assert any("no question is unanswerable" in note for note in found.notes)
    assert found.brier_parts.uncertainty == 0.0
    assert "alike" in found.brier.reason


def test_log_odds_are_said_to_be_read_as_such() -> None:
    found = calibration(forecasts_of([0.5, 0.6], [True, False], scale="log_odds"), intervals=QUICK)
    assert any("log odds" in note for note in found.notes)


def test_no_bins_and_no_questions_are_refused() -> None:
    with pytest.raises(OptionError, match="0 bins"):
        calibration(drawn(0), bins=0)
    with pytest.raises(OptionError, match="no question"):
        calibration(forecasts_of([], []))


def test_same_seed_same_interval() -> None:
    made = drawn(9, articles=10, each=20)
    assert calibration(made, intervals=QUICK) == calibration(made, intervals=QUICK)


PROGRAM = """
import sys
from spanwise.diagnosis.calibration import calibration, calibration_change
from spanwise.diagnosis.calibration_fit import cross_fitted
from spanwise.scoring.intervals import Intervals
from tests.diagnosis.made_forecasts import drawn
made = drawn(4, lambda z: 2 * z + 1, articles=60, each=30)
few = Intervals(rounds=1000)
print(calibration(made, intervals=few))
for method in ("platt", "isotonic"):
    print(calibration_change(made, cross_fitted(made, method, seed=3), intervals=few))
"""


def test_numbers_do_not_depend_on_the_threads_of_numpy(root: Path) -> None:
    printed = []
    for threads in ("1", "2"):
        environment = os.environ | {
            "OPENBLAS_NUM_THREADS": threads,
            "OMP_NUM_THREADS": threads,
            "PYTHONPATH": str(root),
        }
        done = subprocess.run(
            [sys.executable, "-c", PROGRAM], env=environment, cwd=root, capture_output=True, text=True, check=True
        )
        printed.append(done.stdout)
    assert printed[0] == printed[1]
    assert printed[0].count("CalibrationChange") == 2


def test_real_predictions_with_made_probabilities_are_measured(shared: Path) -> None:
    # The numbers were made up for BERT's file (data/README.md), too flat for the truth: a slope of 1.4 mends most.
    folder = shared / "data" / "squad"
    name = folder / "predictions" / "v2.0-bert-single"
    dev = sw.read(folder / "dev-v2.0.json")
    predictions = sw.read_predictions(f"{name}.json", na_probs=f"{name}.synthetic-na-prob.json")
    made = forecasts(sw.score(dev, predictions))
    found = calibration(made, intervals=QUICK)
    assert (found.n, found.left_out) == (11873, 0)
    # By scikit-learn's metrics on the same columns, not by ours.
    assert found.brier.value == pytest.approx(brier_score_loss(made.happened, made.probs), abs=1e-12)
    assert found.equal_mass.ece.low is not None
    assert found.equal_mass.ece.low > 5 * found.equal_mass.noise
    right = calibration(forecasts(sw.score(dev, predictions), "right"), intervals=QUICK)
    assert (right.n, right.left_out) == (6091, 11873 - 6091)
