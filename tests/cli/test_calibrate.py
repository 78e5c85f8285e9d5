import json
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest

import spanwise as sw
from spanwise.report.calibration_plain import plain_calibration
from spanwise.scoring.intervals import Intervals
from tests.cli.conftest import Outcome, Run

Calibrate = Callable[..., Outcome]


@pytest.fixture
def calibrate(run: Run, dev: str, predicted: Callable[[str], str], probabilities: Callable[[str], str]) -> Calibrate:
    """Return a function that runs `spanwise calibrate` on the sample's "balanced" reader."""

    def call(*more: str | Path, probs: str | Path | None = None) -> Outcome:
        named = probs or probabilities("balanced")
        return run("calibrate", dev, predicted("balanced"), "--na-probs", named, "--rounds", "200", *more)

    return call


def test_the_json_says_what_the_library_says(
    calibrate: Calibrate, dev: str, predicted: Callable[[str], str], probabilities: Callable[[str], str]
) -> None:
    printed = json.loads(calibrate("--json").out)
    predictions = sw.read_predictions(predicted("balanced"), na_probs=probabilities("balanced"))
    scores = sw.score(sw.read(dev), predictions)
    expected = [
        plain_calibration(sw.calibration(sw.forecasts(scores, event), intervals=Intervals(rounds=200)))
        for event in ("unanswerable", "right")
    ]
    assert printed["calibration"] == json.loads(json.dumps(expected))
    assert printed["maps"] == []


def test_the_table_shows_both_events_and_the_diagram(calibrate: Calibrate) -> None:
    out = calibrate("--bins", "5").out
    for text in ("unanswerable, by na_prob", "right, by 1 - na_prob", "ECE", "came true", "= reliability", "162"):
        assert text in out


def test_every_map_is_shown_before_and_after_on_other_articles(calibrate: Calibrate) -> None:
    outcome = calibrate("--method", "all", "--folds", "3")
    for text in ("after temperature", "after platt", "after isotonic", "change", "the other 2 parts"):
        assert text in outcome.out
    printed: list[dict[str, Any]] = json.loads(calibrate("--method", "all", "--folds", "3", "--json").out)["maps"]
    assert [made["map"]["method"] for made in printed] == ["temperature", "platt", "isotonic"]
    assert all(made["after_minus_before"]["ece"]["high"] < 0 for made in printed)


def test_a_map_is_written_and_applied_to_new_probabilities(
    calibrate: Calibrate, tmp_path: Path, dev: str, predicted: Callable[[str], str], probabilities: Callable[[str], str]
) -> None:
    file, new = tmp_path / "map.json", tmp_path / "new.json"
    assert "map.json written" in calibrate("--method", "platt", "-o", file).out
    out = calibrate("--apply", file, "--out", new).out
    assert "fitted on this very benchmark" in out
    made = sw.read_map(file)
    before = sw.read_predictions(predicted("balanced"), na_probs=probabilities("balanced"))
    mapped = sw.apply_map(made, before)
    assert json.loads(new.read_text("utf-8")) == {i: p.na_prob for i, p in mapped.by_id.items()}
    again = json.loads(calibrate("--json", probs=new).out)
    after = json.loads(calibrate("--apply", file, "--json").out)["maps"][0]["after"]
    # 1 - p rounds, so only the last digits of "unanswerable" itself are compared.
    assert again["calibration"][0]["equal_mass"]["ece"]["value"] == after["equal_mass"]["ece"]["value"]


def test_a_map_can_be_fitted_on_another_benchmark(
    calibrate: Calibrate, run: Run, tmp_path: Path, dev: str, predicted: Callable[[str], str]
) -> None:
    dataset = sw.read(dev)
    first, second = sw.split(dataset, (0.5, 0.5), seed=0)
    sw.write(first, tmp_path / "first.json")
    sw.write(second, tmp_path / "second.json")
    probs = sw.sample_na_probs_path("balanced")
    arguments = (tmp_path / "second.json", predicted("balanced"), "--na-probs", probs, "--rounds", "200")
    more = ("--method", "platt", "--fit-on", tmp_path / "first.json", predicted("balanced"), probs)
    outcome = run("calibrate", *arguments, *more)
    assert outcome.code == 0
    assert "shown on this benchmark" in outcome.out
    leak = calibrate(*more)
    assert leak.code == 2
    assert "questions are in both" in leak.err


def log_odds(tmp_path: Path, probabilities: Callable[[str], str]) -> Path:
    probs = json.loads(Path(probabilities("balanced")).read_text("utf-8"))
    file = tmp_path / "odds.json"
    file.write_text(json.dumps({i: 20 * p - 10 for i, p in probs.items()}), "utf-8")
    return file


def test_log_odds_are_read_mapped_and_said(
    calibrate: Calibrate, tmp_path: Path, probabilities: Callable[[str], str]
) -> None:
    odds, file, new = log_odds(tmp_path, probabilities), tmp_path / "map.json", tmp_path / "new.json"
    out = calibrate("--method", "platt", "-o", file, probs=odds).out
    assert "log odds" in out
    assert sw.read_map(file).scale == "log_odds"
    assert calibrate("--apply", file, "--out", new, probs=odds).code == 0
    assert all(0 <= p <= 1 for p in json.loads(new.read_text("utf-8")).values())
    wrong = calibrate("--apply", file)
    assert wrong.code == 2
    assert "for log odds" in wrong.err


@pytest.mark.parametrize(
    ("more", "why"),
    [
        (("--apply", "m.json", "--method", "platt"), "no meaning"),
        (("--out", "n.json"), "--apply"),
        (("-o", "m.json"), "--method"),
        (("--method", "all", "-o", "m.json"), "one map"),
        (("--apply", "nowhere.json"), "no such file"),
        (("--method", "platt", "--folds", "99"), "too few for 99 parts"),
    ],
)
def test_calls_that_mean_nothing_end_in_one_sentence(calibrate: Calibrate, more: tuple[str, ...], why: str) -> None:
    outcome = calibrate(*more)
    assert outcome.code == 2
    assert why in outcome.err
    assert "Traceback" not in outcome.err


def test_without_probabilities_the_option_is_named(run: Run, dev: str, predicted: Callable[[str], str]) -> None:
    outcome = run("calibrate", dev, predicted("balanced"))
    assert outcome.code == 2
    assert "--na-probs" in outcome.err


def test_a_constant_signal_is_measured_and_cannot_be_mapped(
    calibrate: Calibrate, tmp_path: Path, probabilities: Callable[[str], str]
) -> None:
    file = tmp_path / "constant.json"
    file.write_text(json.dumps(dict.fromkeys(json.loads(Path(probabilities("balanced")).read_text("utf-8")), 0.3)))
    assert "constant at 0.3" in calibrate(probs=file).out
    refused = calibrate("--method", "platt", probs=file)
    assert refused.code == 2
    assert "same number everywhere" in refused.err
