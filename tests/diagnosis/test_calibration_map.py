"""A map is the same after a round trip, does what its formula says, and a file that is no map is refused."""

import json
import math
from pathlib import Path
from typing import Any

import msgspec
import numpy as np
import pytest

import spanwise as sw
from spanwise.diagnosis.calibration_fit import fit_map
from spanwise.diagnosis.calibration_map import (
    METHODS,
    CalibrationMap,
    Method,
    apply_map,
    log_odds_of,
    map_na_probs,
    read_map,
    write_map,
    write_na_probs,
)
from spanwise.diagnosis.forecasts import CUT, probability_of
from spanwise.errors import FormatError, OptionError, PredictionError
from spanwise.predictions.prediction import Prediction, Predictions
from tests.diagnosis.made_forecasts import drawn


def made_map(method: Method = "platt", **fields: Any) -> CalibrationMap:
    values: dict[str, Any] = {
        "method": method,
        "formula": METHODS[method],
        "event": "unanswerable",
        "signal": "na_prob",
        "scale": "probability",
        "n": 10,
        "articles": 3,
        "dataset": "d",
        "predictions": "p",
    }
    return CalibrationMap(**(values | fields))


def said(*probs: float | None) -> Predictions:
    made = {f"q{i}": Prediction(f"q{i}", "kite", score=1.5, na_prob=p) for i, p in enumerate(probs)}
    return Predictions(made, reader="r")


@pytest.mark.parametrize("method", list(METHODS))
def test_a_map_comes_back_from_its_file_as_it_was(method: Method, tmp_path: Path) -> None:
    made = drawn(3, lambda z: 2 * z + 1)
    fitted = fit_map(made, method)
    write_map(fitted, tmp_path / "map.json")
    again = read_map(tmp_path / "map.json")
    assert again == fitted
    assert again.at(made.values) == fitted.at(made.values)


def test_the_file_says_what_it_does(tmp_path: Path) -> None:
    write_map(made_map("temperature", slope=0.5), tmp_path / "map.json")
    held = json.loads((tmp_path / "map.json").read_text("utf-8"))
    assert held["format"] == "spanwise calibration map 1"
    assert held["formula"] == METHODS["temperature"]
    assert (held["method"], held["scale"], held["slope"]) == ("temperature", "probability", 0.5)


@pytest.mark.parametrize(
    ("change", "said_why"),
    [
        ({"surprise": 1}, "surprise"),
        ({"method": "beta"}, "beta"),
        ({"format": "spanwise calibration map 9"}, "map 9"),
        ({"formula": "x"}, "formula"),
        ({"slope": -1.0}, "slope -1"),
        ({"slope": "steep"}, "slope"),
        ({"knots": [[0.0, 0.1]]}, "1 knots"),
        ({"method": "isotonic", "formula": METHODS["isotonic"], "knots": []}, "0 knots"),
        ({"method": "isotonic", "formula": METHODS["isotonic"], "knots": [[0.2, 0.1], [0.1, 0.2]]}, "do not rise"),
        ({"method": "isotonic", "formula": METHODS["isotonic"], "knots": [[0.1, 0.2], [0.2, 0.1]]}, "fall"),
        ({"method": "isotonic", "formula": METHODS["isotonic"], "knots": [[0.1, 0.2], [0.2, 1.1]]}, "leave 0"),
        ({"method": "temperature", "formula": METHODS["temperature"], "intercept": 1.0}, "no intercept"),
    ],
)
def test_a_file_that_is_no_map_is_refused_with_its_fault(change: dict[str, Any], said_why: str, tmp_path: Path) -> None:
    file = tmp_path / "map.json"
    file.write_text(json.dumps(msgspec.to_builtins(made_map()) | change), "utf-8")
    with pytest.raises(FormatError, match=said_why) as refused:
        read_map(file)
    assert str(file) in str(refused.value)


def test_what_is_missing_or_no_json_is_refused(tmp_path: Path) -> None:
    file = tmp_path / "map.json"
    file.write_text('{"method": "platt"}', "utf-8")
    with pytest.raises(FormatError, match="formula"):
        read_map(file)
    file.write_text("{", "utf-8")
    with pytest.raises(FormatError, match="no calibration map"):
        read_map(file)


def test_platt_and_temperature_do_what_their_formula_says() -> None:
    probs = (0.0, 0.1, 0.5, 1.0)
    z = [math.log(p / (1 - p)) for p in (CUT, 0.1, 0.5, 1 - CUT)]
    assert made_map(slope=2.0, intercept=-1.0).at(probs) == pytest.approx(
        [1 / (1 + math.exp(-(2 * value - 1))) for value in z]
    )
    assert made_map("temperature", slope=0.25).temperature == 4.0
    assert made_map("temperature", slope=1.0).at(probs) == pytest.approx((CUT, 0.1, 0.5, 1 - CUT))


def test_isotonic_goes_in_straight_lines_and_level_outside() -> None:
    knots = ((0.2, 0.1), (0.4, 0.1), (0.6, 0.9))
    asked = [0.0, 0.2, 0.3, 0.45, 0.5, 0.6, 1.0]
    expected = np.interp(asked, [k[0] for k in knots], [k[1] for k in knots])
    assert made_map("isotonic", knots=knots).at(asked) == pytest.approx(expected.tolist())


def test_log_odds_of_any_size_are_taken() -> None:
    mapped = made_map(scale="log_odds", slope=0.5).at([-5000.0, -2.0, 0.0, 5000.0])
    assert mapped == pytest.approx((0.0, probability_of(-1.0), 0.5, 1.0))
    assert log_odds_of(probability_of(3.0)) == pytest.approx(3.0)


def test_a_map_of_probabilities_refuses_log_odds_and_the_other_way_round() -> None:
    with pytest.raises(PredictionError, match=r"probabilities in 0\.\.1 and one number is 3\.0"):
        made_map().at([0.5, 3.0])
    with pytest.raises(PredictionError, match="nan"):
        made_map(scale="log_odds").at([math.nan])
    with pytest.raises(PredictionError, match="for log odds"):
        apply_map(made_map(scale="log_odds"), said(0.2, 0.7))


def test_applied_to_predictions_the_probabilities_change_and_nothing_else() -> None:
    before = said(0.2, 0.7)
    after = apply_map(made_map(slope=2.0), before)
    assert [p.na_prob for p in after.by_id.values()] == list(made_map(slope=2.0).at([0.2, 0.7]))
    assert [(p.text, p.score) for p in after.by_id.values()] == [("kite", 1.5)] * 2
    assert [p.na_prob for p in before.by_id.values()] == [0.2, 0.7]
    assert after.fingerprint != before.fingerprint


def test_a_prediction_without_probability_cannot_be_mapped() -> None:
    with pytest.raises(PredictionError, match=r"1 of 2 .* 'q1'"):
        map_na_probs(made_map(), said(0.2, None))


def test_a_map_of_right_answers_is_no_map_of_no_answer_probabilities() -> None:
    with pytest.raises(OptionError, match="unanswerable"):
        apply_map(made_map(event="right"), said(0.2))


def test_a_map_keeps_the_best_threshold_score(tmp_path: Path) -> None:
    dev = sw.read(sw.sample_path("dev"))
    predictions = sw.read_predictions(
        sw.sample_predictions_path("balanced"), na_probs=sw.sample_na_probs_path("balanced")
    )
    mapped = apply_map(made_map(slope=2.0, intercept=0.3), predictions)
    old, new = sw.score(dev, predictions).best_f1, sw.score(dev, mapped).best_f1
    assert old is not None
    assert new is not None
    assert new.score == old.score
    write_na_probs(map_na_probs(made_map(slope=2.0, intercept=0.3), predictions), tmp_path / "probs.json")
    again = sw.read_predictions(sw.sample_predictions_path("balanced"), na_probs=tmp_path / "probs.json")
    assert {i: p.na_prob for i, p in again.by_id.items()} == {i: p.na_prob for i, p in mapped.by_id.items()}
