"""SQuAD JSON: the clean and the tolerant way in agree, and the keys go out in the official order."""

import json
from typing import Any

import pytest

from spanwise.data.dataset import Answer, Article, Dataset, Origin, Paragraph, Question
from spanwise.data.squad import encode_squad, is_version_1, squad_from_value
from spanwise.data.typed_squad import decode_squad
from spanwise.errors import FormatError

CONTEXT = "The lighthouse at Skarn was lit in 1871."
QUESTION = Question("a1", "When?", (Answer("1871", 35),))


def of(*questions: Question, version: str = "1.1") -> Dataset:
    return Dataset((Article("Skarn", (Paragraph(CONTEXT, questions),)),), version)


def value_of(*questions: Any, **root: Any) -> dict[str, Any]:
    return {"data": [{"title": "Skarn", "paragraphs": [{"context": CONTEXT, "qas": list(questions)}]}], **root}


def test_version_1_goes_out_with_the_keys_of_the_official_file() -> None:
    # The first bytes of dev-v1.1.json have this order: data, title, paragraphs, context, qas, answers, question, id.
    assert encode_squad(of(QUESTION)).decode() == (
        '{"data": [{"title": "Skarn", "paragraphs": [{"context": "The lighthouse at Skarn was lit in 1871.", "qas": '
        '[{"answers": [{"answer_start": 35, "text": "1871"}], "question": "When?", "id": "a1"}]}]}], "version": "1.1"}'
    )


def test_version_2_goes_out_with_the_keys_of_the_official_file() -> None:
    # dev-v2.0.json begins with the version; a question has plausible_answers first, and only where there are any.
    unanswerable = Question("a2", "Who?", (), is_impossible=True, plausible_answers=(Answer("Skarn", 18),))
    encoded = encode_squad(of(QUESTION, unanswerable, version="v2.0")).decode()
    assert encoded == (
        '{"version": "v2.0", "data": [{"title": "Skarn", "paragraphs": [{"qas": [{"question": "When?", "id": "a1", '
        '"answers": [{"text": "1871", "answer_start": 35}], "is_impossible": false}, {"plausible_answers": [{"text": '
        '"Skarn", "answer_start": 18}], "question": "Who?", "id": "a2", "answers": [], "is_impossible": true}], '
        '"context": "The lighthouse at Skarn was lit in 1871."}]}]}'
    )


@pytest.mark.parametrize(
    ("dataset", "expected"),
    [
        (of(QUESTION), True),
        (of(QUESTION, version=""), True),
        (of(QUESTION, version="v2.0"), False),
        (of(QUESTION, version="2.0"), False),
        (of(Question("a2", "Who?", is_impossible=True)), False),
        (of(Question("a2", "Who?")), False),
        (of(Question("a2", "Who?", (Answer("1871", 35),), is_impossible=True)), False),
        (of(Question("a2", "Who?", (Answer("1871", 35),), plausible_answers=(Answer("lit", 28),))), False),
        (of(), True),
    ],
)
def test_the_old_form_is_kept_for_what_it_can_say(dataset: Dataset, expected: bool) -> None:
    assert is_version_1(dataset) is expected


def test_extras_go_out_and_come_in_in_both_versions() -> None:
    for version in ("1.1", "v2.0"):
        question = Question("a1", "When?", (Answer("1871"),), category="date", origin=Origin("a0", "typo", 3))
        assert decode_squad(encode_squad(of(question, version=version))) == of(question, version=version)


def test_unknown_keys_are_no_oddity() -> None:
    question = {"id": "a1", "question": "When?", "answers": [{"text": "1871", "answer_start": 35}], "type": "date"}
    value = value_of(question, version="1.1", url="x")
    assert decode_squad(json.dumps(value).encode()) == of(QUESTION)
    assert squad_from_value(value, "f") == (of(QUESTION), ())


def test_answers_as_columns_are_read_inside_squad_json_too() -> None:
    question = {"id": "a1", "question": "When?", "answers": {"text": ["1871"], "answer_start": [35]}}
    assert squad_from_value(value_of(question, version="1.1"), "f")[0] == of(QUESTION)


def test_titles_are_made_up_by_position_and_each_is_said() -> None:
    articles = [{"paragraphs": []}, {"title": "T", "paragraphs": []}, {"title": None, "paragraphs": []}]
    dataset, findings = squad_from_value({"version": "1.1", "data": articles}, "f")
    assert [article.title for article in dataset.articles] == ["article-1", "T", "article-3"]
    assert [(finding.code, finding.place) for finding in findings] == [
        ("title-missing", "data[0]"),
        ("title-missing", "data[2]"),
    ]


def test_a_bare_list_of_paragraphs_is_one_article() -> None:
    paragraphs = [{"context": "c", "qas": []}, {"context": "d", "qas": []}]
    dataset, findings = squad_from_value(paragraphs, "f")
    assert dataset == Dataset((Article("article-1", (Paragraph("c"), Paragraph("d"))),))
    assert [finding.code for finding in findings] == ["root-list", "title-missing"]


@pytest.mark.parametrize(
    ("value", "message"),
    [
        ({"data": {}}, "f: 'data' is an object; it must be a list"),
        ({"data": [{"title": "T"}]}, "f: data[0]: there is no 'paragraphs' (it has 'title')"),
        ({"data": [3]}, "f: data[0]: found a number ('3') where an object must be"),
        ({"data": [{"paragraphs": [{"qas": []}]}]}, "f: data[0].paragraphs[0]: there is no 'context'"),
        ({"data": [{"paragraphs": [{"context": "c"}]}]}, "f: data[0].paragraphs[0]: there is no 'qas'"),
        (value_of({"id": "a", "question": 3}), "f: data[0].paragraphs[0].qas[0]: 'question' is a number ('3')"),
        (value_of({"question": "?"}), "f: data[0].paragraphs[0].qas[0]: there is no 'id' (it has 'question')"),
        (
            value_of({"id": "a", "question": "?", "answers": [{"text": "x", "answer_start": 35.5}]}),
            "f: data[0].paragraphs[0].qas[0].answers[0]: answer_start is 35.5; it must be a whole number",
        ),
        (
            value_of({"id": "a", "question": "?", "is_impossible": "no"}),
            "f: data[0].paragraphs[0].qas[0]: 'is_impossible' is text ('no'); it must be true or false",
        ),
        ({"paragraphs": [{"context": 3, "qas": []}]}, "f: paragraphs[0]: 'context' is a number"),
        ([{"context": "c", "qas": [{"id": []}]}], "f: [0].qas[0]: the id is a list"),
    ],
)
def test_what_has_no_one_meaning_is_refused_with_its_path(value: Any, message: str) -> None:
    with pytest.raises(FormatError) as caught:
        squad_from_value(value, "f")
    assert message in str(caught.value)
