"""What is no clean map, and that the clean map is read the same either way."""

import json
from pathlib import Path

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from spanwise.errors import PredictionError
from spanwise.predictions.content import from_content, settled, with_abstentions
from spanwise.predictions.entries import Entries
from spanwise.predictions.formats import load_predictions
from spanwise.predictions.prediction import Prediction


@given(texts=st.lists(st.text(), min_size=101, max_size=130))
@settings(max_examples=20)
def test_a_large_map_is_the_same_looked_at_or_not(texts: list[str], tmp_path_factory: pytest.TempPathFactory) -> None:
    value = {f"q{place}": text for place, text in enumerate(texts)}
    path = tmp_path_factory.mktemp("map") / "p.json"
    path.write_text(json.dumps(value), "utf-8")
    looked_at, format_name, content = from_content(path.read_bytes(), Entries("p.json"), lenient=False)
    quickly = load_predictions(path)
    assert dict(quickly.predictions.by_id) == looked_at
    assert (quickly.format, content) == (format_name, "JSON")


def test_a_small_map_that_is_one_row_is_one_prediction(tmp_path: Path) -> None:
    (tmp_path / "p.json").write_text('{"id": "q1", "prediction_text": "1871"}', "utf-8")
    assert dict(load_predictions(tmp_path / "p.json").predictions.by_id) == {"q1": Prediction("q1", "1871")}


def test_probabilities_of_some_predictions_are_refused_by_name() -> None:
    by_id = {"q1": Prediction("q1", "a", na_prob=0.5), "q2": Prediction("q2", "b")}
    with pytest.raises(PredictionError, match=r"1 of 2 predictions have no no-answer probability: 'q2'"):
        settled(by_id, "rows", Entries("p.json"))


def test_a_declared_phrase_becomes_the_empty_text_and_is_told() -> None:
    entries = Entries("p.json")
    by_id = {"q1": Prediction("q1", " Unanswerable"), "q2": Prediction("q2", "unanswerable, they say")}
    changed = with_abstentions(by_id, ("unanswerable",), entries.oddities)
    assert [p.text for p in changed.values()] == ["", "unanswerable, they say"]
    assert [finding.ids for finding in entries.oddities.findings()] == [("q1",)]
