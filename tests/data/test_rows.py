"""Rows: any published shape of answers, gathered into articles and paragraphs whatever their order."""

import json
from typing import Any

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from spanwise.data.dataset import Answer, Article, Dataset, Origin, Paragraph, Question
from spanwise.data.rows import encode_rows, rows_from_columns, rows_losses, rows_of, rows_to_dataset
from spanwise.errors import FormatError
from tests.strategies import HOLDABLE, datasets

CONTEXT = "The lighthouse at Skarn was lit in 1871."


def row(**changes: Any) -> dict[str, Any]:
    return {"id": "a1", "context": CONTEXT, "question": "When?"} | changes


def question_of(**changes: Any) -> Question:
    dataset, _, _ = rows_to_dataset([("line 1", row(**changes))], "f")
    return dataset.articles[0].paragraphs[0].questions[0]


LIT = (Answer("1871", 35),)


@pytest.mark.parametrize(
    "given",
    [
        {"answers": {"text": ["1871"], "answer_start": [35]}},
        {"answers": [{"text": "1871", "answer_start": 35}]},
        {"answers": {"text": "1871", "answer_start": 35}},
        {"answer_text": "1871", "answer_start": 35},
        {"answer_text": ["1871"], "answer_start": [35]},
        {"answers": None, "answer_text": "1871", "answer_start": 35},
        {"answers": {"text": np.array(["1871"], dtype=object), "answer_start": np.array([35], dtype=np.int32)}},
        {"answer_text": np.str_("1871"), "answer_start": np.int64(35)},
        {"answers": {"text": [b"1871"], "answer_start": [35]}},
    ],
)
def test_answers_nested_flat_or_from_arrays_are_the_same_plain_values(given: dict[str, Any]) -> None:
    question = question_of(**given)
    assert question.answers == LIT
    assert type(question.answers[0].start) is int
    assert type(question.answers[0].text) is str
    assert not question.is_impossible


@pytest.mark.parametrize(
    "given",
    [
        {"answers": {"text": [], "answer_start": []}},
        {"answers": []},
        {"answers": None},
        {"answer_text": ""},
        {"answer_text": None, "answer_start": -1},
        {"answer_text": float("nan"), "answer_start": float("nan")},
        {"is_impossible": True},
        {"is_impossible": None, "answers": []},
    ],
)
def test_a_row_without_answer_is_an_unanswerable_question(given: dict[str, Any]) -> None:
    assert question_of(**given) == Question("a1", "When?", (), is_impossible=True)


def test_a_flag_in_the_row_is_what_the_row_says() -> None:
    assert question_of(answers=[], is_impossible=False).is_impossible is False
    assert question_of(answer_text="1871", is_impossible=True).is_impossible is True


def test_rows_that_have_no_column_of_answers_are_refused_and_not_called_unanswerable() -> None:
    with pytest.raises(
        FormatError, match=r"line 1: there is neither \"answers\" nor \"answer_text\" \(it has .*'answer'\); name"
    ):
        question_of(answer="1871")


def test_extras_are_read() -> None:
    origin = {"parent_id": "a0", "transform": "typo"}
    question = question_of(answers=[], plausible_answers=["lit"], category="negation", origin=origin)
    assert question.plausible_answers == (Answer("lit"),)
    assert (question.category, question.origin) == ("negation", Origin("a0", "typo"))


def test_rows_without_title_are_one_article_beside_the_titled_ones() -> None:
    rows = [row(id=str(i), title=title, answers=[]) for i, title in enumerate(["A", None, "B", "A", None])]
    dataset, _, places = rows_to_dataset([(f"line {i}", row) for i, row in enumerate(rows)], "f")
    assert [(a.title, [q.id for p in a.paragraphs for q in p.questions]) for a in dataset.articles] == [
        ("A", ["0", "3"]),
        ("article-2", ["1", "4"]),
        ("B", ["2"]),
    ]
    assert places == ((("line 0", "line 3"),), (("line 1", "line 4"),), (("line 2",),))


@given(data=st.data(), dataset=datasets(**HOLDABLE["rows"]))
def test_shuffled_rows_gather_into_the_same_articles_and_paragraphs(data: st.DataObject, dataset: Dataset) -> None:
    rows = data.draw(st.permutations([("", row) for row in rows_of(dataset)]))

    def gathered(d: Dataset) -> dict[str, dict[str, set[str]]]:
        return {a.title: {p.context: {q.id for q in p.questions} for p in a.paragraphs} for a in d.articles}

    assert gathered(rows_to_dataset(list(rows), "f")[0]) == gathered(dataset)


def test_the_version_is_taken_where_all_rows_state_the_same() -> None:
    def version(*versions: Any) -> str:
        rows = [(str(i), row(id=str(i), answers=[], version=version)) for i, version in enumerate(versions)]
        return rows_to_dataset(rows, "f")[0].version

    assert version("v2.0", "v2.0") == "v2.0"
    assert version("v2.0", "1.1") == version("v2.0", None) == version(3, 3) == ""


def test_rows_go_out_with_the_keys_of_the_hubs_squad() -> None:
    # huggingface.co/datasets/rajpurkar/squad: id, title, context, question, answers (text, answer_start).
    dataset = Dataset((Article("T", (Paragraph(CONTEXT, (Question("a1", "When?", LIT),)),)),))
    assert encode_rows(dataset).decode() == (
        '{"id":"a1","title":"T","context":"The lighthouse at Skarn was lit in 1871.","question":"When?",'
        '"answers":{"text":["1871"],"answer_start":[35]}}\n'
    )


@given(dataset=datasets(**HOLDABLE["rows"]))
def test_all_rows_have_the_same_keys_since_tables_need_columns(dataset: Dataset) -> None:
    assert len({tuple(sorted(row)) for row in rows_of(dataset)}) == 1


def test_what_rows_cannot_hold_is_named() -> None:
    asked = Paragraph("c", (Question("a1", "?"),))
    dataset = Dataset((Article("T", (asked, asked, Paragraph("d"))), Article("Empty", ()), Article("T", (asked,))))
    assert rows_losses(dataset) == (
        "articles without questions (1) are left out, since a row holds a question",
        "paragraphs without questions (1) are left out, since a row holds a question",
        "articles with the title of an earlier article (1) become one with it",
        "paragraphs with the context of an earlier paragraph of their article (1) become one with it",
    )


def test_nothing_at_all_is_an_error_both_ways() -> None:
    with pytest.raises(FormatError, match="the dataset has no question; rows cannot say so"):
        encode_rows(Dataset((Article("T", (Paragraph("c"),)),)))
    with pytest.raises(FormatError, match="f: there are no rows"):
        rows_to_dataset([], "f")


def test_columns_become_rows() -> None:
    columns = {"id": ["a", "b"], "question": ["?", "!"], "context": ["c", "d"], "note": "not a column"}
    assert rows_from_columns(columns, "f") == [
        ("rows[0]", {"id": "a", "question": "?", "context": "c"}),
        ("rows[1]", {"id": "b", "question": "!", "context": "d"}),
    ]
    with pytest.raises(FormatError, match=r"f: the columns differ in length \('id' has 2, 'question' has 1\)"):
        rows_from_columns({"id": ["a", "b"], "question": ["?"]}, "f")


@pytest.mark.parametrize(
    ("value", "message"),
    [
        (3, "f: line 1: found a number ('3') where an object must be"),
        ({"id": "a", "question": "?", "answers": []}, "f: line 1: there is no 'context'"),
        ({"id": "a", "context": "c", "answers": []}, "f: line 1: there is no 'question'"),
        (row(id=None, answers=[]), "f: line 1: the id is null"),
        (row(context=b"\xff", answers=[]), "f: line 1: 'context' is bytes"),
        (row(title=3, answers=[]), "f: line 1: 'title' is a number"),
        (row(answers={"text": ["a"], "answer_start": [1.5]}), "f: line 1 answers.text[0]: answer_start is 1.5"),
        (row(answer_text=["a", "b"], answer_start=[1]), 'line 1 answer_text: "text" has 2 entries'),
        (row(answers=3), "f: line 1: 'answers' is a number"),
    ],
)
def test_a_row_that_has_no_one_meaning_is_refused_with_its_place(value: Any, message: str) -> None:
    with pytest.raises(FormatError) as caught:
        rows_to_dataset([("line 1", value)], "f")
    assert message in str(caught.value)


def test_what_python_writes_for_a_table_is_read() -> None:
    # json.dumps of a pandas table: whole numbers become floats where a cell is empty, and the empty cell is NaN.
    text = json.dumps(
        [row(answer_text="1871", answer_start=35.0), row(id=7.0, answer_text=None, answer_start=float("nan"))]
    )
    rows = [(f"[{i}]", value) for i, value in enumerate(json.loads(text))]
    dataset, findings, _ = rows_to_dataset(rows, "f")
    assert [(q.id, q.answers) for _, _, q in dataset.questions()] == [("a1", LIT), ("7", ())]
    assert [(finding.code, finding.ids) for finding in findings] == [
        ("start-not-whole", ("a1",)),
        ("id-not-text", ("7.0",)),
    ]
