"""Fields of a JSON object: what has one meaning is taken and said, what has none is refused with its place."""

from collections.abc import Callable
from typing import Any

import pytest

from spanwise.data.finding import Finding
from spanwise.data.record import Record, half_character
from spanwise.errors import FormatError


def record(value: Any, place: str = "data[0]") -> Record:
    return Record(value, place, "f.json", [])


def test_text_is_taken_as_it_is() -> None:
    taken = record({"text": " Brænn\u0000\ufeff🌊"})
    assert taken.required_text("text") == taken.optional_text("text") == " Brænn\u0000\ufeff🌊"
    assert taken.findings == []


def test_half_a_character_becomes_the_replacement_character_at_the_same_offset() -> None:
    taken = record({"id": "a", "context": "ab\ud83dcd\udc00"})
    assert taken.required_text("context") == "ab\ufffdcd\ufffd"
    (finding,) = taken.findings
    assert (finding.code, finding.ids) == ("half-character", ("a",))
    assert "(U+D83D) at code point 2" in finding.found
    assert half_character("🌊") is None


def test_an_absent_field_is_none_or_empty_and_so_is_null() -> None:
    for taken in (record({}), record({"x": None})):
        assert taken.optional_text("x") is None
        assert taken.whole_number("x") is None
        assert taken.flag("x") is None
        assert taken.list("x") == []


def test_the_rest_of_the_object_is_shown_where_a_field_is_missing() -> None:
    with pytest.raises(
        FormatError, match=r"f\.json: data\[0\]: there is no 'question' \(it has 'id', 'query'\); 'question' must be"
    ):
        record({"id": "a", "query": "When?"}).required_text("question")


@pytest.mark.parametrize(
    ("take", "value", "found"),
    [
        (lambda r: r.required_text("x"), None, "'x' is null"),
        (lambda r: r.required_text("x"), 17, "'x' is a number ('17')"),
        (lambda r: r.optional_text("x"), ["a"], "'x' is a list"),
        (lambda r: r.required_list("x"), "a" * 99, f"'x' is text ('{'a' * 30}')"),
        (lambda r: r.list("x"), {"a": 1}, "'x' is an object"),
        (lambda r: r.flag("x"), "true", "'x' is text ('true'); it must be true or false"),
        (lambda r: r.flag("x"), 1, "'x' is a number ('1')"),
        (lambda r: r.identity("x"), None, "the id is null"),
        (lambda r: r.identity("x"), True, "the id is a truth value ('True')"),
        (lambda r: r.identity("x"), 1.5, "the id is a number ('1.5')"),
        (lambda r: r.identity("x"), ["a"], "the id is a list"),
        (lambda r: r.whole_number("x"), 35.5, "x is 35.5; it must be a whole number of code points"),
        (lambda r: r.whole_number("x"), "35", "x is '35'"),
        (lambda r: r.whole_number("x"), True, "x is True"),
        (lambda r: r.whole_number("x"), float("inf"), "x is inf"),
        (lambda r: r.whole_number("x"), float("nan"), "x is nan"),
    ],
)
def test_what_has_no_one_meaning_is_refused(take: Callable[[Record], object], value: Any, found: str) -> None:
    with pytest.raises(FormatError) as caught:
        take(record({"x": value}))
    assert str(caught.value).startswith("f.json: data[0]: ")
    assert found in str(caught.value)


@pytest.mark.parametrize(("value", "text"), [(17, "17"), (-3, "-3"), (17.0, "17"), (10**20, str(10**20))])
def test_a_whole_number_for_an_id_is_read_as_the_text_that_a_json_key_would_be(value: float, text: str) -> None:
    taken = record({"id": value})
    assert taken.identity("id") == text
    assert [finding.code for finding in taken.findings] == ["id-not-text"]


def test_a_float_without_fraction_is_a_whole_number_with_a_finding() -> None:
    taken = record({"answer_start": 35.0})
    assert repr(taken.whole_number("answer_start")) == "35"
    assert taken.findings == [
        Finding("start-not-whole", "answer_start is written 35.0", "it is read as 35", place="data[0]", mendable=True)
    ]


def test_a_part_is_placed_inside_and_its_findings_name_the_outer_id_unless_it_has_one() -> None:
    outer = record({"id": "a1"})
    outer.part({"answer_start": 1.0}, "answers[2]").whole_number("answer_start")
    outer.part({"id": "b", "answer_start": 1.0}, "answers[3]").whole_number("answer_start")
    assert [(finding.place, finding.ids) for finding in outer.findings] == [
        ("data[0].answers[2]", ("a1",)),
        ("data[0].answers[3]", ("b",)),
    ]


@pytest.mark.parametrize("value", [None, 3, "text", ["a"], True])
def test_anything_but_an_object_is_refused(value: Any) -> None:
    with pytest.raises(FormatError, match=r"f\.json: data\[0\]: found .* where an object must be"):
        record(value)
    with pytest.raises(FormatError, match=r"^f\.json: found "):
        record(value, place="")
