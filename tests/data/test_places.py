"""Places: the path of a question in its file, as a person or jq would follow it."""

import json
from pathlib import Path
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from spanwise.data.dataset import Dataset
from spanwise.data.formats import load
from spanwise.data.mrqa import encode_mrqa, mrqa_from_lines
from spanwise.data.places import PlaceKind, Places, below
from spanwise.data.rows import rows_of, rows_to_dataset
from spanwise.data.squad import encode_squad
from tests.strategies import HOLDABLE, datasets


def followed(value: Any, path: str) -> Any:
    """Follow a path such as data[3].paragraphs[0] through a decoded file."""
    for step in path.replace("[", ".[").strip(".").split("."):
        value = value[int(step[1:-1])] if step.startswith("[") else value[step]
    return value


@given(dataset=datasets())
def test_a_place_in_squad_json_leads_to_the_question(dataset: Dataset) -> None:
    value = json.loads(encode_squad(dataset))
    for a, article in enumerate(dataset.articles):
        for p, paragraph in enumerate(article.paragraphs):
            assert followed(value, Places().paragraph(a, p))["context"] == paragraph.context
            for q, question in enumerate(paragraph.questions):
                assert followed(value, Places().question(a, p, q))["id"] == question.id


@given(dataset=datasets(**HOLDABLE["mrqa"]))
def test_a_place_in_mrqa_leads_to_the_line_and_the_question_in_it(dataset: Dataset) -> None:
    text = encode_mrqa(dataset).decode().split("\n")
    rows = [(number, json.loads(line)) for number, line in enumerate(text, start=1) if line]
    places = Places("lines", lines=mrqa_from_lines(rows, "f")[2])
    for a, article in enumerate(dataset.articles):
        for p, paragraph in enumerate(article.paragraphs):
            for q, question in enumerate(paragraph.questions):
                line, _, path = places.question(a, p, q).removeprefix("line ").partition(" ")
                assert followed(json.loads(text[int(line) - 1]), path)["qid"] == question.id


@given(data=st.data(), dataset=datasets(**HOLDABLE["rows"]))
def test_a_place_among_rows_is_the_one_its_row_came_with_even_when_shuffled(
    data: st.DataObject, dataset: Dataset
) -> None:
    rows = data.draw(st.permutations([(f"line {i}", row) for i, row in enumerate(rows_of(dataset))]))
    read, _, found = rows_to_dataset(list(rows), "f")
    places = Places("rows", rows=found)
    by_place = dict(rows)
    for a, article in enumerate(read.articles):
        for p, paragraph in enumerate(article.paragraphs):
            assert by_place[places.paragraph(a, p)]["context"] == paragraph.context
            for q, question in enumerate(paragraph.questions):
                assert by_place[places.question(a, p, q)]["id"] == question.id


@pytest.mark.parametrize(
    ("kind", "paragraph"),
    [
        ("squad", "data[0].paragraphs[1]"),
        ("data-of-paragraphs", "data[1]"),
        ("list-of-articles", "[0].paragraphs[1]"),
        ("list-of-paragraphs", "[1]"),
        ("article", "paragraphs[1]"),
    ],
)
def test_each_shape_of_file_has_its_own_paths(kind: PlaceKind, paragraph: str) -> None:
    assert Places(kind).paragraph(0, 1) == paragraph
    assert Places(kind).question(0, 1, 2) == f"{paragraph}.qas[2]"


def test_the_shape_found_when_reading_decides_the_paths(tmp_path: Path) -> None:
    paragraphs = [{"context": "c", "qas": []}, {"context": "d", "qas": [{"id": "a", "question": "q", "answers": []}]}]
    (tmp_path / "bare.json").write_text(json.dumps(paragraphs), "utf-8")
    place = load(tmp_path / "bare.json").places.question(0, 1, 0)
    assert followed(paragraphs, place)["id"] == "a"


@pytest.mark.parametrize(
    ("place", "path", "expected"),
    [
        ("", "qas[1]", "qas[1]"),
        ("data[0]", "qas[1]", "data[0].qas[1]"),
        ("data[0]", "[1]", "data[0][1]"),
        ("line 7", "qas[1]", "line 7 qas[1]"),
        ("line 7 qas[1]", "answers[0]", "line 7 qas[1].answers[0]"),
        ("rows[7]", "answers.text[0]", "rows[7].answers.text[0]"),
    ],
)
def test_a_path_goes_on_below_a_place(place: str, path: str, expected: str) -> None:
    assert below(place, path) == expected
