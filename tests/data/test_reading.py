"""What all formats share: answers in any published shape, and the keys that are ours."""

from typing import Any

import pytest

from spanwise.data.dataset import Answer, Origin, Question
from spanwise.data.reading import (
    answers_from,
    answers_from_columns,
    extras,
    is_made_up_title,
    made_up_title,
    origin_from,
    question_from,
    version_from,
)
from spanwise.data.record import Record
from spanwise.errors import FormatError


def record(**value: Any) -> Record:
    return Record(value, "line 7", "f", [])


LIT = Answer("lit", 28)


@pytest.mark.parametrize(
    ("value", "answers"),
    [
        ([{"text": "lit", "answer_start": 28}], (LIT,)),
        ([{"text": "lit", "answer_start": 28, "more": 1}, {"text": "1871"}], (LIT, Answer("1871"))),
        ([{"text": "lit", "answer_start": None}], (Answer("lit"),)),
        ([{"text": "lit", "answer_start": 28.0}], (LIT,)),
        ({"text": ["lit", "1871"], "answer_start": [28, 35]}, (LIT, Answer("1871", 35))),
        ({"text": ["lit", "1871"], "answer_start": [28, None]}, (LIT, Answer("1871"))),
        ({"text": ["lit", "Brænn"]}, (Answer("lit"), Answer("Brænn"))),
        ({"text": ["lit"], "answer_start": []}, (Answer("lit"),)),
        ({"text": [], "answer_start": []}, ()),
        ({"text": "lit", "answer_start": 28}, (LIT,)),
        ({"text": "lit"}, (Answer("lit"),)),
        (["lit", "1871"], (Answer("lit"), Answer("1871"))),
        ("lit", (Answer("lit"),)),
        ("", ()),
        ([], ()),
        (None, ()),
        ([{"text": "", "answer_start": 5}], (Answer("", 5),)),
        ([{"text": "cut \ud83d", "answer_start": 0}], (Answer("cut \ufffd", 0),)),
        ({"text": ["cut \ud83d"], "answer_start": [0]}, (Answer("cut \ufffd", 0),)),
    ],
)
def test_answers_are_read_from_every_published_shape(value: Any, answers: tuple[Answer, ...]) -> None:
    assert answers_from(record(answers=value), "answers") == answers


def test_an_absent_field_holds_no_answers() -> None:
    assert answers_from(record(), "answers") == ()


@pytest.mark.parametrize(
    ("value", "message"),
    [
        (3, "line 7: 'answers' is a number"),
        ([3], "line 7 answers[0]: found a number"),
        ([{"text": "lit"}, {"answer_start": 3}], "line 7 answers[1]: there is no 'text' (it has 'answer_start')"),
        ([{"text": "lit", "answer_start": 35.5}], "line 7 answers[0]: answer_start is 35.5"),
        ({"answer_start": [3]}, "line 7 answers: there is no 'text'"),
        ({"text": ["lit"], "answer_start": [1, 2]}, 'line 7 answers: "text" has 1 entries and "answer_start" has 2'),
        ({"text": ["lit", None], "answer_start": [1, 2]}, "line 7 answers.text[1]: 'text' is null"),
        ({"text": ["lit"], "answer_start": ["1"]}, "line 7 answers.text[0]: answer_start is '1'"),
    ],
)
def test_answers_of_no_known_shape_are_refused_with_their_place(value: Any, message: str) -> None:
    with pytest.raises(FormatError) as caught:
        answers_from(record(answers=value), "answers")
    assert message in str(caught.value)


def test_columns_are_read_alone_as_well() -> None:
    assert answers_from_columns(record(text=["lit"], answer_start=[28])) == (LIT,)


def test_a_question_takes_its_extras_and_gives_them_back() -> None:
    origin = {"parent_id": "a0", "transform": "add-sentence", "seed": 3}
    value = {"question": "When?", "category": "negation", "origin": origin, "plausible_answers": ["lit"]}
    question = question_from(record(id="a1", **value), "id", (), True)
    assert question == Question(
        "a1", "When?", (), True, (Answer("lit"),), "negation", Origin("a0", "add-sentence", seed=3)
    )
    assert extras(question) == {"category": "negation", "origin": origin}
    assert extras(Question("a1", "When?")) == {}


def test_an_empty_answer_of_an_unanswerable_question_is_no_answer_and_said() -> None:
    taken = record(id="a1", question="When?")
    assert question_from(taken, "id", (Answer("", 0),), True).answers == ()
    assert [(finding.code, finding.ids, finding.mendable) for finding in taken.findings] == [
        ("impossible-with-empty-answer", ("a1",), True)
    ]


def test_an_empty_answer_of_an_answerable_question_stays() -> None:
    # The file contradicts itself; making the question unanswerable quietly would change every score.
    taken = record(id="a1", question="When?")
    assert question_from(taken, "id", (Answer("", 5),), False).answers == (Answer("", 5),)
    assert question_from(taken, "id", (Answer("", 5), LIT), True).answers == (Answer("", 5), LIT)
    assert taken.findings == []


def test_an_origin_that_lacks_its_parent_is_refused() -> None:
    assert origin_from(record()) is None
    with pytest.raises(FormatError, match=r'line 7: "origin" is not readable \(.*parent_id.*\); it needs "parent_id"'):
        origin_from(record(origin={"transform": "x"}))


@pytest.mark.parametrize(("stated", "version"), [("v2.0", "v2.0"), (1.1, "1.1"), (2, "2"), ("", "")])
def test_a_version_may_be_a_number(stated: Any, version: str) -> None:
    taken = record(version=stated)
    assert version_from(taken) == version
    assert taken.findings == []


def test_a_missing_version_is_said() -> None:
    taken = record()
    assert version_from(taken) == ""
    assert [finding.code for finding in taken.findings] == ["version-missing"]


def test_a_made_up_title_is_known_again() -> None:
    assert [made_up_title(i) for i in (0, 1, 11)] == ["article-1", "article-2", "article-12"]
    assert all(is_made_up_title(made_up_title(i)) for i in range(30))
    assert not any(map(is_made_up_title, ("article", "article-0", "article-1a", "Article-1", "an article-1", "")))
