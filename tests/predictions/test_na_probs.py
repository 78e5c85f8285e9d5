import json
from pathlib import Path

import pytest
from hypothesis import given
from hypothesis import strategies as st

from spanwise.errors import FormatError, PredictionError
from spanwise.predictions.na_probs import load_na_probs, with_na_probs
from spanwise.predictions.oddities import Oddities
from spanwise.predictions.prediction import Candidate, Prediction
from spanwise.text.span import Span


def written(folder: Path, text: str) -> Path:
    path = folder / "na_prob.json"
    path.write_text(text, "utf-8")
    return path


@given(st.dictionaries(st.text(), st.floats(allow_nan=False, allow_infinity=False), min_size=1))
def test_numbers_come_in_with_every_digit(tmp_path_factory: pytest.TempPathFactory, probs: dict[str, float]) -> None:
    path = written(tmp_path_factory.mktemp("na"), json.dumps(probs))
    assert load_na_probs(path) == (probs, ())


def test_log_odds_and_whole_numbers_are_numbers(tmp_path: Path) -> None:
    probs, findings = load_na_probs(written(tmp_path, '{"q1": -4.5, "q2": 1, "q3": 3.2}'))
    assert probs == {"q1": -4.5, "q2": 1.0, "q3": 3.2}
    assert all(type(value) is float for value in probs.values())
    assert findings == ()


@pytest.mark.parametrize(
    ("text", "message"),
    [
        (
            '{"q1": NaN, "q2": 0.2}',
            "'q1': the no-answer probability is NaN; the no-answer probability must be a finite",
        ),
        ('{"q0": 0.1, "q1": Infinity}', "'q1': the no-answer probability is infinite"),
        ('{"q0": 0.1, "q1": 1e999}', "'q1': the no-answer probability is infinite"),
        (
            '{"q1": "0.1"}',
            "'q1': the no-answer probability is text ('0.1'); the no-answer probability must be a number",
        ),
        ('{"q1": null}', "'q1': the no-answer probability is null; it must be a number"),
        ('{"q1": true}', "'q1': the no-answer probability is a truth value (true)"),
        ('{"q1": {"na_prob": 0.1}}', "'q1': the no-answer probability is an object"),
        ("{}", "holds no no-answer probability"),
    ],
)
def test_a_value_that_is_no_finite_number_is_refused_with_its_id(tmp_path: Path, text: str, message: str) -> None:
    path = written(tmp_path, text)
    with pytest.raises(PredictionError) as caught:
        load_na_probs(path)
    assert str(caught.value).startswith(f"{path}: {message}")


@pytest.mark.parametrize("text", ["[0.1, 0.2]", "0.5", '"q1"'])
def test_only_an_object_gives_probabilities_by_id(tmp_path: Path, text: str) -> None:
    with pytest.raises(FormatError, match="no-answer probabilities are an object"):
        load_na_probs(written(tmp_path, text))


def test_an_id_with_two_probabilities_is_told(tmp_path: Path) -> None:
    probs, (finding,) = load_na_probs(written(tmp_path, '{"q1": 0.1, "q2": 0.2, "q1": 0.3}'))
    assert probs == {"q1": 0.3, "q2": 0.2}
    assert (finding.code, finding.ids) == ("prediction-duplicate", ("q1",))


def test_a_prediction_keeps_all_but_its_probability() -> None:
    full = Prediction("q1", "1871", Span(35, 39), 9.5, -1.0, 0.25, (Candidate("1871", 0.5),))
    oddities = Oddities()
    joined = with_na_probs({"q1": full}, {"q1": 0.75}, "na.json", oddities)
    assert joined == {"q1": Prediction("q1", "1871", Span(35, 39), 9.5, -1.0, 0.75, (Candidate("1871", 0.5),))}
    assert oddities.findings() == ()


def test_predictions_come_in_the_order_of_the_probabilities() -> None:
    # The official sweep keeps that order among equal probabilities.
    by_id = {identity: Prediction(identity, "a") for identity in ("q1", "q2", "q3")}
    joined = with_na_probs(by_id, {"q3": 0.5, "q1": 0.5, "q2": 0.5}, "na.json", Oddities())
    assert list(joined) == ["q3", "q1", "q2"]


def test_predictions_without_a_probability_are_named_and_nothing_is_filled_in() -> None:
    by_id = {f"q{number}": Prediction(f"q{number}", "") for number in range(6)}
    with pytest.raises(PredictionError) as caught:
        with_na_probs(by_id, {"q1": 0.1}, "na.json", Oddities())
    assert str(caught.value) == (
        "na.json: no no-answer probability for 5 of 6 predictions: 'q0', 'q2', 'q3' and 2 more; give one for each, "
        "or for none"
    )


def test_probabilities_without_a_prediction_are_named_save_where_it_is_null() -> None:
    oddities = Oddities()
    oddities.note("null", "q2")
    probs = {"q1": 0.1, "q2": 0.2, "q7": 0.5, "q8": 0.6}
    assert list(with_na_probs({"q1": Prediction("q1", "a")}, probs, "na.json", oddities)) == ["q1"]
    assert [(f.code, f.ids) for f in oddities.findings()][1:] == [("na-prob-extra", ("q7", "q8"))]
