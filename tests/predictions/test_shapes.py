from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from spanwise.errors import FormatError, InputError, PredictionError
from spanwise.predictions.doubled import Doubled
from spanwise.predictions.entries import Entries
from spanwise.predictions.prediction import Prediction
from spanwise.predictions.shapes import from_map, from_rows, from_value, is_row

ODRA = {"q1": Prediction("q1", "Odra")}
BOTH = ODRA | {"q2": Prediction("q2", "")}


@pytest.mark.parametrize(
    ("value", "format_name"),
    [
        ({"q1": "Odra", "q2": ""}, "map"),
        ({"q1": {"text": "Odra"}, "q2": {"prediction_text": ""}}, "objects"),
        ([{"id": "q1", "prediction": "Odra"}, {"id": "q2", "prediction": ""}], "rows"),
        (({"id": "q1", "prediction": "Odra"}, {"id": "q2", "prediction": ""}), "rows"),
        ({"predictions": {"q1": "Odra", "q2": ""}, "model": "x"}, "map"),
        ({"data": [{"id": "q1", "output": "Odra"}, {"id": "q2", "output": ""}]}, "rows"),
        ({"predictions": [{"id": "q1", "text": "Odra"}, {"id": "q2", "text": ""}], "references": []}, "rows"),
        ([{"id": "q1", "answer": "Oder", "prediction": "Odra"}, {"id": "q2", "answer": "x", "prediction": ""}], "rows"),
    ],
    ids=str,
)
def test_one_content_is_read_from_every_shape(value: Any, format_name: str) -> None:
    entries = Entries("p.json")
    assert from_value(value, entries) == (BOTH, format_name)
    assert entries.oddities.findings() == ()


def test_one_row_alone_is_a_row_and_no_map() -> None:
    row = {"id": "q1", "prediction_text": "Odra"}
    assert is_row(row)
    assert from_value(row, Entries("p.json")) == (ODRA, "rows")


@pytest.mark.parametrize("value", [{"q1": "Odra"}, {"id": {"text": "a"}, "text": {"text": "b"}}, {}], ids=str)
def test_a_map_is_no_row(value: dict[str, Any]) -> None:
    assert not is_row(value)


def test_a_large_map_may_have_questions_called_id_and_text() -> None:
    value = {f"q{number}": "x" for number in range(200)} | {"id": "a", "text": "b", "header": "c"}
    assert len(from_value(value, Entries("p.json"))[0]) == 203


def test_a_map_of_several_kinds_is_read_entry_by_entry() -> None:
    value = {"q1": "Odra", "q2": {"text": ""}}
    assert from_map(value, Entries("p.json")) == (BOTH, "map")


@pytest.mark.parametrize(
    "value",
    [
        {"version": "v2.0", "data": [{"title": "T", "paragraphs": []}]},
        [{"title": "T", "paragraphs": []}],
        [{"context": "The river Odra.", "qas": []}],
        {"title": "T", "paragraphs": []},
        [{"header": {"dataset": "SQuAD"}}, {"context": "", "qas": []}],
        [{"id": "q1", "question": "Which?", "context": "The river Odra.", "answers": {"text": ["Odra"]}}],
        {"data": [{"id": "q1", "question": "Which?", "context": "The river Odra.", "answer": "Odra"}]},
    ],
    ids=str,
)
def test_a_dataset_in_the_place_of_predictions_is_told(value: Any) -> None:
    with pytest.raises(
        FormatError, match=r"p\.json: holds questions with their contexts.*are the dataset and the pred"
    ):
        from_value(value, Entries("p.json"))


@pytest.mark.parametrize("value", [None, 7, "Odra", True])
def test_a_bare_value_holds_no_predictions(value: Any) -> None:
    with pytest.raises(FormatError, match=r"p\.json: found .*; predictions are an object"):
        from_value(value, Entries("p.json"))


@pytest.mark.parametrize(
    ("value", "message"),
    [
        ({"q1": "a", "q2": ["Odra"]}, "'q2': the prediction is a list of texts; it must be text"),
        ({"q1": "a", "q2": 1871}, "'q2': the prediction is a number (1871); it must be text"),
        ({"q1": "a", "q2": True}, "'q2': the prediction is a truth value (true); it must be text"),
        ({"q1": "a", "q2": []}, "'q2': the n-best list is empty"),
        ({"q1": "a", "q2": {"score": 1}}, "'q2': an object without a text (it has 'score')"),
        (
            {"q1": 0.5, "q2": 1},
            "'q1': the prediction is a number (0.5), as every other; a prediction must be text; no-",
        ),
        ({"0": {"id": "q1", "text": "a"}}, "'0': the key says '0', its 'id' says 'q1'; write them as rows"),
        ({1: "a", "1": "b"}, "'1': the id stands twice, as text and as a number"),
        ([{"text": "a"}], "[0]: there is no id (it has 'text'); each row needs an \"id\""),
        ([{"id": "q1", "text": "a"}, {"score": 0.9, "start": 0, "end": 1, "answer": "a"}], "[1]: there is no id"),
        ([["q1", "Odra"]], '[0]: the row is a list of texts; it must be an object with an "id"'),
        ([{"id": None, "text": "a"}], "[0]: the id is null; an id must be text"),
        ([{"id": "q1", "text": 7}], "[0] 'q1': the prediction is a number (7); it must be text"),
        ([{"id": "q1", "text": "a", "na_prob": "0.1"}], "[0] 'q1': na_prob is text ('0.1'); na_prob must be a number"),
        ({"id": "q1", "text": ["a"]}, "'q1': the prediction is a list of texts"),
    ],
    ids=str,
)
def test_an_entry_without_one_meaning_is_refused_with_place_and_id(value: Any, message: str) -> None:
    with pytest.raises(PredictionError) as caught:
        from_value(value, Entries("p.json"))
    assert str(caught.value).startswith(f"p.json: {message}")


def test_null_predictions_are_left_out_and_named_together() -> None:
    entries = Entries("p.json")
    assert from_map({"q1": "Odra", "q2": None, "q3": {"text": None}}, entries)[0] == ODRA
    (finding,) = entries.oddities.findings()
    assert (finding.code, finding.ids) == ("prediction-null", ("q2", "q3"))


def test_a_key_twice_is_told_and_the_last_one_counts() -> None:
    entries = Entries("p.json")
    by_id, _ = from_map(Doubled([("q1", "Oder"), ("q2", ""), ("q1", "Odra")]), entries)
    assert by_id == BOTH
    (finding,) = entries.oddities.findings()
    assert (finding.code, finding.ids) == ("prediction-duplicate", ("q1",))
    assert "the last one counts" in finding.remedy


def test_equal_rows_are_kept_once_and_told() -> None:
    entries = Entries("p.json")
    rows = [("line 1", {"id": "q1", "text": "Odra"}), ("line 2", {"id": "q1", "text": "Odra"})]
    assert from_rows(rows, entries) == (ODRA, "rows")
    (finding,) = entries.oddities.findings()
    assert (finding.code, finding.ids) == ("prediction-duplicate", ("q1",))


@pytest.mark.parametrize(
    ("second", "said"),
    [
        ({"id": "q1", "text": "Oder", "na_prob": 0.5}, "'Oder' with no-answer probability 0.5"),
        ({"id": "q1", "text": "Odra", "na_prob": 0.1}, "'Odra' with no-answer probability 0.1"),
        ({"id": "q1", "text": "Odra"}, "'Odra'"),
    ],
    ids=str,
)
def test_rows_that_contradict_each_other_are_refused(second: dict[str, Any], said: str) -> None:
    rows = [("line 1", {"id": "q1", "text": "Odra", "na_prob": 0.5}), ("line 9", second)]
    with pytest.raises(PredictionError) as caught:
        from_rows(rows, Entries("p.jsonl"))
    assert str(caught.value) == (
        "p.jsonl: line 9 'q1': the id stands twice, as 'Odra' with no-answer probability 0.5 "
        f"and as {said}; keep one of the two rows"
    )


def test_numeric_ids_in_rows_are_read_as_text_and_told_once() -> None:
    entries = Entries("p.json")
    by_id, _ = from_value([{"id": 17, "text": "Odra"}, {"id": 18, "text": ""}], entries)
    assert list(by_id) == ["17", "18"]
    (finding,) = entries.oddities.findings()
    assert (finding.code, finding.ids) == ("id-not-text", ("17", "18"))


NAMES = st.sampled_from(
    ["id", "text", "answer", "prediction_text", "na_prob", "score", "start", "end", "nbest", "data"]
)
VALUES = st.recursive(
    st.none() | st.booleans() | st.integers(-9, 9) | st.floats() | st.text(max_size=3),
    lambda inner: st.lists(inner, max_size=3) | st.dictionaries(NAMES | st.text(max_size=2), inner, max_size=5),
    max_leaves=12,
)


@given(VALUES)
def test_any_value_gives_predictions_under_their_ids_or_an_error_of_ours(value: Any) -> None:
    message, by_id = "", dict[str, Prediction]()
    try:
        by_id, _ = from_value(value, Entries("p.json"))
    except InputError as error:
        message = str(error)
    assert not message or message.startswith("p.json: ")
    assert all(type(p.text) is str and p.id == identity for identity, p in by_id.items())
