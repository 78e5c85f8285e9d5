import json
from pathlib import Path

import msgspec
import pytest
from hypothesis import given

from spanwise.data.dataset import Dataset
from spanwise.data.formats import read
from spanwise.data.samples import sample_na_probs_path, sample_path, sample_predictions_path
from spanwise.diagnosis.operating_point import (
    Costs,
    Goal,
    OperatingPoint,
    operating_point_bytes,
    predictions_at,
    read_operating_point,
    score_at,
    write_operating_point,
)
from spanwise.errors import FormatError, OptionError
from spanwise.predictions.formats import read_predictions
from spanwise.predictions.prediction import Candidate, Prediction, Predictions
from spanwise.scoring.evaluate import score
from spanwise.text.span import Span
from tests.scoring.drawn import benchmarks_with_predictions

POINT = OperatingPoint(signal="na_prob", threshold=0.25, goal=Goal(), value=0.8)


@pytest.fixture(scope="module")
def dev() -> Dataset:
    return read(sample_path("dev"))


def balanced() -> Predictions:
    return read_predictions(sample_predictions_path("balanced"), na_probs=sample_na_probs_path("balanced"))


@pytest.mark.parametrize(
    "goal",
    [Goal(), Goal("em"), Goal("false-answers", max_false_answer_rate=0.05), Goal("cost", costs=Costs(5.0, 1.0, 3.0))],
)
def test_a_point_comes_back_from_its_file_as_it_went_in(goal: Goal, tmp_path: Path) -> None:
    point = msgspec.structs.replace(POINT, goal=goal, threshold=0.1 + 0.2, unanswerable_share=0.5, reader="r")
    write_operating_point(point, tmp_path / "point.json")
    assert read_operating_point(tmp_path / "point.json") == point
    assert str(goal) in str(point)


def test_an_infinite_threshold_cannot_be_kept() -> None:
    with pytest.raises(OptionError, match="-inf cannot be kept"):
        operating_point_bytes(msgspec.structs.replace(POINT, threshold=float("-inf")))


@pytest.mark.parametrize(
    ("change", "said"),
    [
        ({"treshold": 0.5}, "unknown field `treshold`"),
        ({"signal": "luck"}, "invalid enum value 'luck'"),
        ({"threshold": "0.5"}, "expected `float`"),
        ({"format": "spanwise operating point 2"}, "operating point 2"),
        ({"goal": {"name": "f1", "costs": {"false_answer": 1}}}, "costs go with the goal"),
        ({"goal": {"name": "cost", "costs": {"false_answer": -1}}}, "the cost false-answer is -1"),
        ({"goal": {"name": "f1", "costs": {"false_anwser": 1}}}, "unknown field `false_anwser`"),
    ],
)
def test_a_file_with_a_fault_is_refused_with_its_place(change: dict[str, object], said: str, tmp_path: Path) -> None:
    file = tmp_path / "point.json"
    file.write_text(json.dumps(json.loads(operating_point_bytes(POINT)) | change), encoding="utf-8")
    with pytest.raises(FormatError) as raised:
        read_operating_point(file)
    assert said in str(raised.value)
    assert str(raised.value).startswith(f"{file}: this is no operating point: ")


@pytest.mark.parametrize("text", ["", "[", "3", "{}", '{"signal": "na_prob", "threshold": 1e999}'])
def test_what_is_no_operating_point_at_all_is_refused(text: str, tmp_path: Path) -> None:
    file = tmp_path / "point.json"
    file.write_text(text, encoding="utf-8")
    with pytest.raises(FormatError, match="this is no operating point"):
        read_operating_point(file)


@pytest.mark.parametrize(
    ("goal", "said"),
    [
        (Goal("false-answers"), "goes with the goal"),
        (Goal("f1", max_false_answer_rate=0.1), "goes with the goal"),
        (Goal("false-answers", max_false_answer_rate=5.0), "a fraction such as 0.05"),
        (Goal("cost"), "costs go with"),
        (Goal("cost", costs=Costs(over_refusal=-1.0)), "the cost over-refusal is -1.0"),
        (Goal("cost", costs=Costs(wrong_answer=float("nan"))), "is nan"),
        (Goal("cost", costs=Costs(0.0, 0.0, 0.0)), "all costs are 0"),
        (Goal("luck"), "cannot be chosen for 'luck'"),  # type: ignore[arg-type]  # what a caller may hand in
    ],
)
def test_a_goal_whose_parts_do_not_go_together_is_refused(goal: Goal, said: str) -> None:
    with pytest.raises(OptionError) as raised:
        goal.checked()
    assert said in str(raised.value)


def test_scores_at_a_point_are_those_at_its_threshold(dev: Dataset) -> None:
    assert score_at(dev, balanced(), POINT) == score(dev, balanced(), na_threshold=0.25)


def test_another_signal_stands_in_the_signature_and_is_not_called_log_odds(dev: Dataset) -> None:
    point = msgspec.structs.replace(POINT, signal="null_odds", threshold=-1.0)
    made = {
        i: Prediction(i, p.text, score=0.0, null_score=10 * (p.na_prob or 0.0) - 5) for i, p in balanced().by_id.items()
    }
    scores = score_at(dev, Predictions(made, reader="odds"), point)
    assert scores.signature.threshold == "null_odds > -1.0"
    assert "na-prob-log-odds" not in {finding.code for finding in scores.findings}
    assert scores.columns.em == score(dev, balanced(), na_threshold=0.4).columns.em


def test_a_point_is_refused_where_its_signal_is_not_there(dev: Dataset) -> None:
    with pytest.raises(OptionError, match="do not carry the no-answer probability"):
        score_at(dev, read_predictions(sample_predictions_path("balanced")), POINT)


@given(benchmarks_with_predictions(probs=True))
def test_any_reader_can_be_scored_at_a_point(drawn: tuple[Dataset, Predictions]) -> None:
    dataset, predictions = drawn
    assert score_at(dataset, predictions, POINT).em == score(dataset, predictions, na_threshold=0.25).em


def test_predictions_at_a_point_score_what_the_point_scores(dev: Dataset) -> None:
    made = predictions_at(balanced(), POINT)
    at_point = score_at(dev, balanced(), POINT)
    bare = {i: Prediction(i, p.text) for i, p in made.by_id.items()}
    scores = score(dev, Predictions(bare))
    assert (scores.em.value, scores.f1.value) == (at_point.em.value, at_point.f1.value)
    assert sum(p.abstains for p in made.by_id.values()) == sum(at_point.columns.abstains)


def test_predictions_at_a_point_keep_what_would_have_been_answered() -> None:
    best = Candidate("Odra", score=2.0, span=Span(0, 4))
    sure = Prediction("sure", "Odra", span=best.span, score=2.0, null_score=1.0, nbest=(best,))
    unsure = msgspec.structs.replace(sure, id="unsure", null_score=1.5)
    point = msgspec.structs.replace(POINT, signal="null_odds", threshold=-0.75)
    made = predictions_at(Predictions({"sure": sure, "unsure": unsure}), point).by_id
    assert made == {"sure": sure, "unsure": msgspec.structs.replace(unsure, text="", span=None)}
    with pytest.raises(OptionError, match="do not carry the no-answer probability"):
        predictions_at(Predictions({"sure": sure}), POINT)
