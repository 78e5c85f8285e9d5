import json

import pytest

from spanwise.diagnosis.calibration import calibration, calibration_change
from spanwise.report.calibration_plain import plain_calibration, plain_calibration_change
from spanwise.scoring.intervals import Intervals
from tests.diagnosis.made_forecasts import drawn, forecasts_of

QUICK = Intervals(rounds=50)


def test_all_is_percent_but_log_loss_and_the_scale_of_the_bins() -> None:
    found = calibration(drawn(0), intervals=QUICK)
    plain = plain_calibration(found)
    assert plain["equal_mass"]["ece"]["value"] == 100 * float(found.equal_mass.ece)
    assert plain["equal_width"]["ece_of_noise"] == 100 * found.equal_width.noise
    assert plain["brier"]["low"] == 100 * (found.brier.low or 0)
    assert plain["log_loss"]["value"] == float(found.log_loss)
    assert plain["equal_mass"]["bins"][0]["mean_prob"] == found.equal_mass.bins[0].mean_prob
    assert "nats" in plain["unit"]


def test_the_parts_of_the_brier_score_add_up_in_percent_too() -> None:
    plain = plain_calibration(calibration(drawn(0), intervals=QUICK))
    parts = plain["brier_parts"]
    whole = parts["reliability"] - parts["resolution"] + parts["uncertainty"]
    whole += parts["within_variance"] - parts["within_covariance"]
    assert whole == pytest.approx(parts["score"]) == pytest.approx(plain["brier"]["value"])


def test_what_has_no_interval_is_null_with_its_reason_and_never_nan() -> None:
    plain = plain_calibration(calibration(forecasts_of([0.2, 0.7], [False, True], [0, 0]), intervals=QUICK))
    assert plain["equal_mass"]["ece"]["low"] is None
    assert "one article" in plain["log_loss"]["reason"]
    json.dumps(plain, allow_nan=False)


def test_a_change_gives_after_and_the_differences() -> None:
    change = calibration_change(drawn(1, lambda z: 3 * z), drawn(1), intervals=QUICK)
    plain = plain_calibration_change(change)
    assert plain["after"] == plain_calibration(change.after)
    assert plain["after_minus_before"]["ece"]["value"] == 100 * float(change.ece)
    assert plain["after_minus_before"]["log_loss"]["value"] == float(change.log_loss)
