import json
import math

import pytest
from hypothesis import strategies as st

from spanwise.errors import PredictionError
from spanwise.predictions.encode import encode_csv, encode_map, encode_nbest, encode_rows
from spanwise.predictions.prediction import Candidate, Prediction, Predictions
from spanwise.text.span import Span

FINITE = st.floats(allow_nan=False, allow_infinity=False)
OPTIONAL = st.none() | FINITE
# No question is called "predictions", "id" or "qas": by these words the shapes of files are told apart.
IDS = st.text().map(lambda text: f"{text}-1")


def predictions(*items: Prediction) -> Predictions:
    return Predictions({p.id: p for p in items})


SOME = predictions(Prediction("q1", "Łódź", Span(19, 23), 9.5, -1.0, 0.25), Prediction("q2", "", na_prob=1.0))


def test_a_map_is_what_the_official_scripts_read() -> None:
    assert json.loads(encode_map(SOME)) == {"q1": "Łódź", "q2": ""}


def test_rows_are_one_object_a_line_with_what_is_known() -> None:
    assert [json.loads(line) for line in encode_rows(SOME).splitlines()] == [
        {
            "id": "q1",
            "prediction_text": "Łódź",
            "no_answer_probability": 0.25,
            "score": 9.5,
            "null_score": -1.0,
            "start": 19,
            "end": 23,
        },
        {"id": "q2", "prediction_text": "", "no_answer_probability": 1.0},
    ]


def test_a_table_has_a_column_of_probabilities_only_if_there_are_any() -> None:
    assert encode_csv(SOME).decode() == "id,prediction_text,no_answer_probability\r\nq1,Łódź,0.25\r\nq2,,1.0\r\n"
    assert encode_csv(predictions(Prediction("q1", 'a, "b"'))).decode() == 'id,prediction_text\r\nq1,"a, ""b"""\r\n'


def test_an_n_best_list_begins_with_the_answer_and_holds_no_answer_once() -> None:
    assert json.loads(encode_nbest(SOME)) == {
        "q1": [
            {"text": "Łódź", "score": 9.5, "start": 19, "end": 23},
            {"text": "", "probability": 0.25, "score": -1.0},
        ],
        "q2": [{"text": "", "probability": 1.0}],
    }


def test_an_answer_that_is_not_the_first_candidate_is_put_before_it() -> None:
    thresholded = Prediction("q1", "", na_prob=0.75, nbest=(Candidate("Odra", 0.5), Candidate("sea", 0.25)))
    assert json.loads(encode_nbest(predictions(thresholded)))["q1"] == [
        {"text": "", "probability": 0.75},
        {"text": "Odra", "probability": 0.5},
        {"text": "sea", "probability": 0.25},
    ]


@pytest.mark.parametrize("broken", [Prediction("q1", "a", na_prob=math.nan), Prediction("q1", "\ud83d")], ids=str)
def test_what_json_cannot_say_is_refused(broken: Prediction) -> None:
    with pytest.raises(PredictionError, match="the predictions cannot be written as JSON"):
        encode_rows(predictions(broken))
