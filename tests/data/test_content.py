"""Every shape a file can have, and what is none."""

import json
from pathlib import Path
from typing import Any

import pytest

from spanwise.data.formats import load, loaded_from_value
from spanwise.errors import FormatError
from tests.data.skarn import CONTEXT, ROW


@pytest.mark.parametrize(
    ("value", "format_name", "place"),
    [
        ({"version": "1.1", "data": [{"title": "T", "paragraphs": [{"context": CONTEXT, "qas": []}]}]}, "squad", ""),
        ([{"title": "T", "paragraphs": [{"context": CONTEXT, "qas": [ROW]}]}], "squad", "[0].paragraphs[0].qas[0]"),
        ([{"context": CONTEXT, "qas": [ROW]}], "squad", "[0].qas[0]"),
        ({"version": "1", "data": [{"context": CONTEXT, "qas": [ROW]}]}, "squad", "data[0].qas[0]"),
        ({"title": "T", "paragraphs": [{"context": CONTEXT, "qas": [ROW]}]}, "squad", "paragraphs[0].qas[0]"),
        ([ROW], "rows", "[0]"),
        ({"version": "1.1", "data": [ROW]}, "rows", "data[0]"),
        ({key: [value] for key, value in ROW.items()}, "rows", "rows[0]"),
    ],
)
def test_a_decoded_value_of_any_known_shape_is_a_dataset_with_places(value: Any, format_name: str, place: str) -> None:
    loaded = loaded_from_value(value, "here", "given")
    assert loaded.format == format_name
    assert loaded.dataset.name == "given"
    if place:
        assert loaded.dataset.question_ids == ("a1",)
        assert loaded.places.question(0, 0, 0) == place


@pytest.mark.parametrize("value", [[{"paragraphs": [{"context": CONTEXT, "qas": [{"id": 1}]}]}], [{**ROW, "id": []}]])
def test_places_of_findings_and_errors_are_those_that_places_give(value: list[dict[str, Any]]) -> None:
    # The reader builds its places while reading, `Places` from positions: a person must be led to one and the same.
    with pytest.raises(FormatError) as caught:
        loaded_from_value(value, "here")
    place = "[0].paragraphs[0].qas[0]" if "paragraphs" in value[0] else "[0]"
    assert str(caught.value).startswith(f"here: {place}: ")


def test_lines_of_one_row_are_rows(tmp_path: Path) -> None:
    path = tmp_path / "skarn.jsonl"
    path.write_text("\n" + json.dumps(ROW), "utf-8")
    loaded = load(path)
    assert (loaded.format, loaded.findings) == ("rows", ())
    assert loaded.places.question(0, 0, 0) == "line 2"


@pytest.mark.parametrize(
    ("content", "message"),
    [
        ("", "the file is empty"),
        (" \n\n", "the file is empty"),
        ("[]", "the file is an empty list; a dataset needs articles"),
        ("{}", "found an object with no keys"),
        ('{"a1": "1871"}', "found an object with 'a1'; a benchmark has \"data\""),
        ('{"data": 3, "version": "1.1"}', "'data' is a number ('3'); it must be a list"),
        ('"text"', "found text ('text') where an object must be"),
        ('[1, {"a": 2}]', "[0]: found a number ('1') where an object must be"),
        ("<!DOCTYPE html>", "line 1, column 1, while reading the top of the file: expecting value"),
        ('{"header": {"dataset": "x"}}', "no line holds a paragraph"),
        ('{"context": "c", "question": "q", "answers": []}', "line 1: there is no 'id'"),
        ('{"question": ["q", "r"], "context": ["c"]}', "the columns differ in length"),
    ],
)
def test_what_is_no_benchmark_is_refused_with_the_place(content: str, message: str, tmp_path: Path) -> None:
    path = tmp_path / "odd.json"
    path.write_text(content, "utf-8")
    with pytest.raises(FormatError) as caught:
        load(path)
    assert str(caught.value).startswith(f"{path}: ")
    assert message in str(caught.value)
