import json

import pytest
from hypothesis import given
from hypothesis import strategies as st

from spanwise.errors import FormatError
from spanwise.predictions.doubled import Doubled, decoded_with_doubles

JSON = st.recursive(
    st.none() | st.booleans() | st.integers(-9, 9) | st.text(),
    lambda inner: st.lists(inner, max_size=3) | st.dictionaries(st.text(), inner, max_size=3),
    max_leaves=12,
)


@given(JSON)
def test_a_text_without_doubles_is_decoded_as_by_anyone(value: object) -> None:
    decoded = decoded_with_doubles(json.dumps(value).encode(), "p.json")
    assert decoded == value
    assert not isinstance(decoded, Doubled)


@given(
    st.dictionaries(st.text(), st.text() | st.lists(st.text(), max_size=2), min_size=1), st.data(), st.text(max_size=3)
)
def test_a_key_that_stands_twice_is_always_found(value: dict[str, object], data: st.DataObject, text: str) -> None:
    key = data.draw(st.sampled_from(list(value)))
    members = [f"{json.dumps(k)}: {json.dumps(v)}" for k, v in value.items()]
    doubled = "{" + ", ".join([*members, f"{json.dumps(key)}: {json.dumps(text)}"]) + "}"
    decoded = decoded_with_doubles(doubled.encode(), "p.json")
    assert isinstance(decoded, Doubled)
    assert decoded.doubled == (key,)
    assert decoded == value | {key: text}


def test_a_key_twice_below_a_wrapper_is_found() -> None:
    decoded = decoded_with_doubles(b'{"predictions": {"q": "a", "q": "b"}}', "p.json", wrappers=("predictions",))
    assert decoded["predictions"].doubled == ("q",)


def test_nan_and_infinity_are_taken_so_that_they_can_be_named_later() -> None:
    assert str(decoded_with_doubles(b'{"a": NaN, "b": [-Infinity]}', "p.json")) == "{'a': nan, 'b': [-inf]}"


def test_control_characters_are_taken_when_asked_for() -> None:
    assert decoded_with_doubles(b'{"a": ["\x07"]}', "p.json", lenient=True) == {"a": ["\x07"]}
    with pytest.raises(FormatError, match=r"p\.json: line 1, column 9.*U\+0007.*--lenient"):
        decoded_with_doubles(b'{"a": ["\x07"]}', "p.json")


@pytest.mark.parametrize(
    ("data", "message"),
    [
        (b"", "p.json: the file is empty"),
        (b'{"q1": "Odra", "q2": "hil', "p.json: line 1, column 26, while reading q2: the text breaks off"),
        (b'{"q1": "Odra"\n"q2": ""}', "p.json: line 2, column 1, while reading q1"),
        (b'{"q1": ' + b"[" * 100_000, "p.json: nested too deeply"),
        (b'{"q1": ' + b"9" * 5_000 + b"}", "p.json: holds a number of thousands of digits"),
    ],
    ids=["empty", "cut off", "comma missing", "deep", "digits"],
)
def test_a_text_that_is_no_json_is_refused_with_its_place(data: bytes, message: str) -> None:
    with pytest.raises(FormatError) as caught:
        decoded_with_doubles(data, "p.json")
    assert str(caught.value).startswith(message)
