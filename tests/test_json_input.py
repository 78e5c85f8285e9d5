"""JSON in: the values Python's decoder gives, and for every fault its line, column and path."""

import json
import math
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from spanwise.errors import FormatError
from spanwise.json_input import decoded, decoded_lines, json_place
from tests.strategies import texts

values = st.recursive(
    st.none() | st.booleans() | st.integers() | st.floats(allow_nan=False) | texts(),
    lambda inner: st.lists(inner, max_size=3) | st.dictionaries(texts(), inner, max_size=3),
    max_leaves=8,
)


@given(value=values, ascii_only=st.booleans(), indent=st.none() | st.just(1))
def test_what_python_writes_is_decoded_as_python_decodes_it(value: Any, ascii_only: bool, indent: int | None) -> None:
    text = json.dumps(value, ensure_ascii=ascii_only, indent=indent)
    assert decoded(text, "f") == json.loads(text)


@given(rows=st.lists(values, max_size=4))
def test_lines_come_with_their_numbers(rows: list[Any]) -> None:
    text = "".join(f"{json.dumps(row, ensure_ascii=False)}\r\n\n" for row in rows)
    assert decoded_lines(text, "f") == [(1 + 2 * i, row) for i, row in enumerate(rows)]


def test_a_line_separator_inside_a_string_ends_no_line() -> None:
    # JSON allows U+2028 and U+0085 in strings; str.splitlines cuts there.
    assert decoded_lines('["a\u2028b\u0085c"]\n[2]', "f") == [(1, ["a\u2028b\u0085c"]), (2, [2])]


def test_values_that_only_python_takes_are_taken() -> None:
    assert math.isnan(decoded("NaN", "f"))
    assert decoded("[Infinity, 1e999]", "f") == [math.inf, math.inf]
    assert decoded('"\\ud83d"', "f") == "\ud83d"
    assert decoded('{"a": 1, "a": 2}', "f") == {"a": 2}
    assert decoded("1" + "0" * 30, "f") == 10**30


@pytest.mark.parametrize(
    ("text", "message"),
    [
        ("", "the file is empty"),
        ("  \n ", "the file is empty"),
        ('{"data": [{"text": "1871", "answer_sta', "line 1, column 39, while reading data[0]: the text breaks off"),
        ('{"data": [{"text": "18', "line 1, column 23, while reading data[0].text: the text breaks off"),
        ('{"a":\n {"b": [1,\n  2\n', "line 3, column 4, while reading a.b[1]: the text breaks off"),
        ('{"a": [1, 2 3]}', "line 1, column 13, while reading a[1]: expecting ',' delimiter, found '3]}'"),
        ('{"a":\n "x\x07y"}', "line 2, column 4, while reading a: the raw control character U+0007"),
        ('["a", ["b" "c"]]', "column 12, while reading [1][0]: expecting ',' delimiter"),
        ('{"a": {"b": 1}, "c": ]}', "while reading c: expecting value, found ']}'"),
        ('{"a": "quote \\" and } and [", "b": x}', "while reading b: expecting value, found 'x}'"),
        ("<html>", "line 1, column 1, while reading the top of the file: expecting value, found '<html>'"),
        ("1 2", "while reading the top of the file: extra data, found '2'"),
        ("[" * 100_000, "nested too deeply"),
        ("1" * 5_000, "a number of thousands of digits"),
    ],
)
def test_a_fault_is_one_sentence_with_line_column_path_and_what_was_found(text: str, message: str) -> None:
    with pytest.raises(FormatError) as caught:
        decoded(text, "dev.json")
    assert str(caught.value).startswith("dev.json: ")
    assert message in str(caught.value)
    assert "\n" not in str(caught.value)


def test_a_fault_in_a_line_names_that_line() -> None:
    with pytest.raises(FormatError, match=r"f: line 3, column 8, while reading a: expecting value, found 'x}'"):
        decoded_lines('{"a": 1}\n\n{"a": 1x}\n'.replace("1x", " x"), "f")


def test_lenient_takes_control_characters_inside_strings() -> None:
    assert decoded('{"a": "x\x07\ty"}', "f", lenient=True) == {"a": "x\x07\ty"}
    assert decoded_lines('{"a": "x\x07"}\n', "f", lenient=True) == [(1, {"a": "x\x07"})]
    with pytest.raises(FormatError, match="--lenient"):
        decoded_lines('{"a": "x\x07"}\n', "f")


@given(value=values)
def test_the_place_of_a_text_that_ends_anywhere_is_always_found(value: Any) -> None:
    text = json.dumps(value)
    for end in range(len(text)):
        assert json_place(text[:end])


@pytest.mark.parametrize(
    ("prefix", "place"),
    [
        ("", "the top of the file"),
        ("{", "the top of the file"),
        ('{"data"', "the top of the file"),
        ('{"data":', "data"),
        ('{"data": [', "data[0]"),
        ('{"data": [{}, {"qas": [1, 2, {"a": "}", "id": ', "data[1].qas[2].id"),
        ('{"data": [1], ', "the top of the file"),
        ('[[], [3, "', "[1][1]"),
        ('{"a\\"b": ', 'a\\"b'),
    ],
)
def test_the_place_is_the_path_of_what_is_being_read(prefix: str, place: str) -> None:
    assert json_place(prefix) == place
