"""Numbers near a number, of the same form."""

import re

import pytest
from hypothesis import given
from hypothesis import strategies as st

from spanwise.benchmarks.negatives.near_numbers import near_numbers, near_words


@pytest.mark.parametrize(
    ("word", "first"),
    [
        ("1066", "1067"),
        ("5", "6"),
        ("99", "98"),  # 100 has another length
        ("3rd", "4th"),
        ("20th", "21st"),
        ("11th", "12th"),
        ("0.5", "0.6"),
        ("1,200", "1,300"),
        ("250", "260"),
        ("1990s", "2000s"),
        ("$40", "$41"),
        ("2008-09", "2009-09"),
        ("1,250,000", "1,350,000"),
        ("9.9", "9.8"),
        ("0,012", "0,112"),
        ("12", "13"),
    ],
)
def test_the_nearest_number_keeps_the_form(word: str, first: str) -> None:
    assert near_numbers(word)[0] == first


@pytest.mark.parametrize("word", ["year", "", "n", "%"])
def test_a_word_without_a_digit_has_none(word: str) -> None:
    assert near_numbers(word) == ()


@given(st.from_regex(r"\A(\$|)(\d{1,7}|\d{1,3},\d{3}|\d{1,3}\.\d{1,2})(th|s|%|)\Z"))
def test_near_numbers_differ_and_have_the_same_pattern(word: str) -> None:
    found = near_numbers(word)
    assert word not in found
    assert len(set(found)) == len(found)
    pattern = re.sub("st|nd|rd", "th", re.sub(r"\d", "0", word))
    for other in found:
        assert re.sub("st|nd|rd", "th", re.sub(r"\d", "0", other)) == pattern
        assert re.fullmatch(r"1\d{3}|20\d\d", word) is None or re.fullmatch(r"1\d{3}|20\d\d|9\d\d\d", other)


@pytest.mark.parametrize(
    ("word", "first"),
    [("two", "three"), ("twenty", "thirty"), ("January", "february"), ("Sunday", "saturday"), ("first", "second")],
)
def test_the_nearest_word_is_its_neighbour_in_the_series(word: str, first: str) -> None:
    assert near_words(word)[0] == first


def test_roman_numerals_count_in_capitals_alone() -> None:
    assert near_words("XIV")[:2] == ("xv", "xiii")
    assert near_words("xi") == () == near_words("table")
