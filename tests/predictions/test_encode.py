import json
import math
from pathlib import Path

import pytest
from hypothesis import given
from hypothesis import strategies as st

from spanwise.errors import OptionError, PredictionError
from spanwise.predictions.encode import encode_csv, encode_map, encode_nbest, encode_rows
from spanwise.predictions.formats import load_predictions
from spanwise.predictions.prediction import Candidate, Prediction, Predictions
from spanwise.predictions.writers import PREDICTION_WRITERS, write_predictions
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


# What a format can hold comes back as it went out.


def spans(text: str) -> st.SearchStrategy[Span | None]:
    if not text:
        return st.none()
    return st.none() | st.integers(0, 10_000).map(lambda start: Span.at(start, text))


@st.composite
def candidates(draw: st.DrawFn, text: st.SearchStrategy[str]) -> Candidate:
    said = draw(text)
    return Candidate(said, draw(OPTIONAL), draw(OPTIONAL), draw(spans(said)))


@st.composite
def full_predictions(draw: st.DrawFn) -> Predictions:
    """Anything a prediction can be, with a no-answer probability for all or none."""
    ids = draw(st.lists(IDS, min_size=1, max_size=5, unique=True))
    na_prob = draw(st.sampled_from([st.none(), FINITE]))
    by_id = {}
    for identity in ids:
        text = draw(st.text())
        nbest = tuple(draw(st.lists(candidates(st.text()), max_size=3)))
        scores = draw(OPTIONAL), draw(OPTIONAL)
        by_id[identity] = Prediction(identity, text, draw(spans(text)), *scores, draw(na_prob), nbest)
    return Predictions(by_id, reader="p")


@st.composite
def nbest_predictions(draw: st.DrawFn) -> Predictions:
    """What an n-best list says, with or without an empty entry in each."""
    by_id = {}
    with_empty = draw(st.booleans())
    for identity in draw(st.lists(IDS, min_size=1, max_size=5, unique=True)):
        nbest = draw(st.lists(candidates(st.text(min_size=1)), min_size=not with_empty, max_size=3))
        if with_empty:
            nbest.insert(draw(st.integers(0, len(nbest))), Candidate("", draw(FINITE), draw(OPTIONAL)))
        best = nbest[0]
        null = next((c for c in nbest if not c.text), Candidate(""))
        score = best.score if best.text else None
        by_id[identity] = Prediction(identity, best.text, best.span, score, null.score, null.prob, tuple(nbest))
    return Predictions(by_id, reader="p")


def round_trip(folder: Path, predictions: Predictions, format_name: str, ending: str) -> Predictions:
    path = folder / f"p{ending}"
    write_predictions(predictions, path, format=format_name)
    loaded = load_predictions(path)
    assert loaded.findings == ()
    assert loaded.format == format_name
    return loaded.predictions


@given(full_predictions())
def test_rows_hold_everything(tmp_path_factory: pytest.TempPathFactory, predictions: Predictions) -> None:
    assert round_trip(tmp_path_factory.mktemp("rows"), predictions, "rows", ".jsonl") == predictions


@given(full_predictions())
def test_a_table_holds_texts_and_probabilities(
    tmp_path_factory: pytest.TempPathFactory, predictions: Predictions
) -> None:
    held = Predictions({i: Prediction(i, p.text, na_prob=p.na_prob) for i, p in predictions.by_id.items()}, reader="p")
    assert round_trip(tmp_path_factory.mktemp("csv"), predictions, "csv", ".csv.gz") == held


@given(full_predictions())
def test_a_map_holds_texts(tmp_path_factory: pytest.TempPathFactory, predictions: Predictions) -> None:
    held = Predictions({i: Prediction(i, p.text) for i, p in predictions.by_id.items()}, reader="p")
    assert round_trip(tmp_path_factory.mktemp("map"), predictions, "map", ".json.zst") == held


@given(nbest_predictions())
def test_n_best_lists_hold_all_that_n_best_lists_say(
    tmp_path_factory: pytest.TempPathFactory, predictions: Predictions
) -> None:
    assert round_trip(tmp_path_factory.mktemp("nbest"), predictions, "nbest", ".json") == predictions


def test_a_format_that_is_none_is_refused_with_those_that_are(tmp_path: Path) -> None:
    with pytest.raises(OptionError, match=r"no format 'xml' for predictions; there are map, rows, csv, nbest"):
        write_predictions(Predictions({}), tmp_path / "p.xml", format="xml")
    assert list(tmp_path.iterdir()) == []
    assert list(PREDICTION_WRITERS) == ["map", "rows", "csv", "nbest"]
