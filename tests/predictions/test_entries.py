import math
from typing import Any

import numpy as np
import pytest

from spanwise.errors import PredictionError
from spanwise.predictions.entries import Entries, kind_of
from spanwise.predictions.fields import layout
from spanwise.predictions.prediction import Candidate, Prediction
from spanwise.text.span import Span


def from_fields(fields: dict[str, Any], entries: Entries | None = None) -> Prediction | None:
    return (entries or Entries("p.json")).from_fields("q1", fields, layout(tuple(fields)), "'q1'")


def refused(fields: dict[str, Any]) -> str:
    with pytest.raises(PredictionError) as caught:
        from_fields(fields)
    return str(caught.value)


@pytest.mark.parametrize(("value", "identity"), [(17, "17"), (17.0, "17"), (np.int64(17), "17"), (-3, "-3")])
def test_a_whole_number_becomes_the_id_that_a_json_key_would_be(value: Any, identity: str) -> None:
    entries = Entries("p.json")
    assert entries.identity(value, "[0]") == identity
    assert entries.oddities.findings()[0].code == "id-not-text"
    assert entries.oddities.ids("id-not-text") == (identity,)


@pytest.mark.parametrize("value", [None, True, 1.5, math.nan, ["q1"], {"id": "q1"}], ids=str)
def test_anything_else_is_no_id(value: Any) -> None:
    with pytest.raises(PredictionError, match=r"p\.json: \[0\]: the id is .*; an id must be text"):
        Entries("p.json").identity(value, "[0]")


def test_numpy_text_becomes_plain_text() -> None:
    assert type(Entries("p.json").identity(np.str_("q1"), "[0]")) is str


@pytest.mark.parametrize(
    "fields", [{"id": "\ud83d", "text": "a"}, {"id": "q1", "text": "a \ud83d"}], ids=["id", "text"]
)
def test_half_a_character_is_refused_before_it_breaks_something_else(fields: dict[str, Any]) -> None:
    entries = Entries("p.json")
    with pytest.raises(PredictionError, match=r"holds U\+D83D, one half of a surrogate pair"):
        entries.from_fields(entries.identity(fields["id"], "[0]"), fields, layout(tuple(fields)), "[0]")


@pytest.mark.parametrize(("value", "number"), [(0.5, 0.5), (1, 1.0), (np.float32(0.5), 0.5), (np.int64(2), 2.0)])
def test_a_number_of_any_make_is_a_number(value: Any, number: float) -> None:
    read = Entries("p.json").number(value, "'q1'", "na_prob")
    assert read == number
    assert type(read) is float


@pytest.mark.parametrize(
    ("value", "found"),
    [
        (math.nan, "na_prob is NaN"),
        (-math.inf, "na_prob is infinite"),
        (10**400, "na_prob is infinite"),
        ("0.1", "na_prob is text ('0.1')"),
        (True, "na_prob is a truth value (true)"),
        ([0.1], "na_prob is a list"),
    ],
    ids=str,
)
def test_what_is_no_finite_number_is_refused_with_the_id(value: Any, found: str) -> None:
    message = refused({"text": "a", "na_prob": value})
    assert message.startswith(f"p.json: 'q1': {found}; na_prob must be a ")
    assert message.endswith("number")


def test_a_record_gives_all_it_has() -> None:
    fields = {"prediction_text": "1871", "na_prob": 0.25, "score": 9.5, "null_score": -1, "start": 35, "end": 39}
    assert from_fields(fields) == Prediction("q1", "1871", Span(35, 39), 9.5, -1.0, 0.25)


def test_the_confidence_of_an_answer_goes_to_the_first_candidate_alone() -> None:
    read = from_fields({"score": 0.98, "start": 35, "end": 39, "answer": "1871"})
    assert read == Prediction("q1", "1871", Span(35, 39), nbest=(Candidate("1871", 0.98, None, Span(35, 39)),))
    read = from_fields({"text": "1871", "probability": 0.98})
    assert read == Prediction("q1", "1871", nbest=(Candidate("1871", 0.98),))


def test_a_record_may_hold_its_n_best_list() -> None:
    read = from_fields({"text": "1871", "nbest": [{"text": "1871", "prob": 0.9}, {"text": "1934"}]})
    assert read == Prediction("q1", "1871", nbest=(Candidate("1871", 0.9), Candidate("1934")))


def test_null_is_no_abstention() -> None:
    entries = Entries("p.json")
    assert from_fields({"prediction_text": None, "na_prob": 0.5}, entries) is None
    assert entries.oddities.ids("null") == ("q1",)


@pytest.mark.parametrize(
    ("start", "end"), [(35, 38), (35, 40), (35, 35), (-4, 0), (35, None), ("35", "39"), (35.5, 39.5), (False, 4)]
)
def test_a_start_and_end_that_do_not_fit_the_text_are_left_out_and_noted(start: Any, end: Any) -> None:
    entries = Entries("p.json")
    read = from_fields({"text": "1871", "start": start, "end": end}, entries)
    assert read == Prediction("q1", "1871")
    (finding,) = entries.oddities.findings()
    assert finding.code == "prediction-span-disagrees"
    assert f"'q1': {start!r} to {end!r} for '1871' of 4 code points" in finding.found


@pytest.mark.parametrize(("text", "start", "end"), [("", 0, 0), ("", 5, 9), ("1871", None, None)])
def test_an_abstention_stands_nowhere(text: str, start: Any, end: Any) -> None:
    entries = Entries("p.json")
    assert from_fields({"text": text, "start": start, "end": end}, entries) == Prediction("q1", text)
    assert entries.oddities.findings() == ()


def test_offsets_count_code_points_and_may_be_whole_floats() -> None:
    assert from_fields({"text": "🌊é", "start": 3.0, "end": 5.0}) == Prediction("q1", "🌊é", Span(3, 5))


@pytest.mark.parametrize(
    ("fields", "found"),
    [
        ({"text": ["Odra"]}, "'q1': the prediction is a list of texts; it must be text"),
        ({"text": 1871}, "'q1': the prediction is a number (1871); it must be text"),
        ({"text": {"a": 1}}, "'q1': the prediction is an object; it must be text"),
        ({"label": "Odra", "p": 1}, "'q1': an object without a text (it has 'label', 'p'); it needs"),
        ({}, "'q1': an object without a text (it has nothing)"),
        ({"answer": "Oder", "output": "Odra"}, "'q1': 'answer' and 'output' differ; which is the prediction?"),
        ({"text": "a", "nbest": "b"}, "'q1': the n-best list is text ('b')"),
        ({"text": "a", "nbest": [{"text": None}]}, "'q1'[0]: the text is null"),
    ],
    ids=str,
)
def test_a_record_without_one_meaning_is_refused_with_id_and_kind(fields: dict[str, Any], found: str) -> None:
    assert refused(fields).startswith(f"p.json: {found}")


def test_two_names_for_one_text_are_one_text() -> None:
    assert from_fields({"prediction": "Odra", "pred": "Odra"}) == Prediction("q1", "Odra")


def test_an_n_best_list_gives_its_first_entry_and_what_it_says_of_no_answer() -> None:
    entries = [
        {"text": "1871", "probability": 0.75, "start_logit": 5.25, "end_logit": 4.5},
        {"text": "1934", "probability": 0.125, "start_logit": 3.0, "end_logit": 2.0},
        {"text": "", "probability": 0.0625, "start_logit": 1.0, "end_logit": -3.0},
    ]
    assert Entries("p.json").from_nbest("q1", entries, "'q1'") == Prediction(
        "q1",
        "1871",
        score=9.75,
        null_score=-2.0,
        na_prob=0.0625,
        nbest=(Candidate("1871", 0.75, 9.75), Candidate("1934", 0.125, 5.0), Candidate("", 0.0625, -2.0)),
    )


def test_an_abstention_has_a_null_score_and_no_score() -> None:
    entries = [{"text": "", "probability": 0.75, "score": 4.0}, {"text": "1871", "probability": 0.25, "score": 3.0}]
    read = Entries("p.json").from_nbest("q1", entries, "'q1'")
    assert (read.text, read.score, read.null_score, read.na_prob, read.null_odds) == ("", None, 4.0, 0.75, None)


def test_a_pipeline_asked_for_several_answers_gives_an_n_best_list() -> None:
    entries = [
        {"score": 0.5, "start": 3, "end": 7, "answer": "1871"},
        {"score": 0.25, "start": 0, "end": 0, "answer": ""},
    ]
    assert Entries("p.json").from_nbest("q1", entries, "'q1'") == Prediction(
        "q1", "1871", Span(3, 7), na_prob=0.25, nbest=(Candidate("1871", 0.5, None, Span(3, 7)), Candidate("", 0.25))
    )


@pytest.mark.parametrize(
    ("entries", "found"),
    [
        ([], "'q1': the n-best list is empty"),
        ([{"text": "a"}, "b"], "'q1': the prediction is a list; it must be text or an n-best list"),
        ([{"text": "a"}, {"probability": 0.1}], "'q1'[1]: an object without a text"),
        ([{"text": "a", "probability": math.nan}], "'q1'[0]: probability is NaN"),
    ],
    ids=["empty", "mixed", "without text", "nan"],
)
def test_a_faulty_n_best_list_is_refused_with_id_and_rank(entries: list[Any], found: str) -> None:
    with pytest.raises(PredictionError) as caught:
        Entries("p.json").from_nbest("q1", entries, "'q1'")
    assert str(caught.value).startswith(f"p.json: {found}")


@pytest.mark.parametrize(
    ("value", "words"),
    [
        (None, "null"),
        (False, "a truth value (false)"),
        ("x" * 50, f"text ({'x' * 30!r})"),
        (1.5, "a number (1.5)"),
        (["a"], "a list of texts"),
        (["a", 1], "a list"),
        ({}, "an object"),
        ({1}, "a set"),
    ],
    ids=str,
)
def test_kinds_are_told_in_words(value: Any, words: str) -> None:
    assert kind_of(value) == words
