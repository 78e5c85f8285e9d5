"""Whether a text holds an answer, in whatever form."""

import pytest
from hypothesis import given
from hypothesis import strategies as st

from spanwise.benchmarks.negatives.occurrence import holds_any, words_of
from spanwise.data.dataset import Answer


@pytest.mark.parametrize(
    ("text", "answer", "holds"),
    [
        ("They met in Denver.", "the Denver", True),  # articles do not count
        ("an 18-karat ring", "18", True),  # the official rules make "18karat" of it
        ("DENVER BRONCOS", "Denver  Broncos", True),
        ("in 1990", "19", False),  # whole words
        ("Broncos of Denver", "Denver Broncos", False),  # in a row
        ("Nothing.", "", False),
        ("100 %", "%", True),  # nothing but punctuation: as it is written
        ("a hundred", "%", False),
        ("of the", "the", True),
    ],
)
def test_an_answer_is_held_where_its_words_stand_in_a_row(text: str, answer: str, holds: bool) -> None:
    assert holds_any(text, [Answer(answer)]) is holds


def test_any_of_the_answers_will_do() -> None:
    assert holds_any("in Denver", [Answer("Boston"), Answer("Denver")])
    assert not holds_any("in Denver", [])


@given(st.lists(st.sampled_from(["Ann", "18", "Paris", "x"]), min_size=1), st.data())
def test_every_run_of_words_is_held(words: list[str], data: st.DataObject) -> None:
    start = data.draw(st.integers(0, len(words) - 1))
    end = data.draw(st.integers(start + 1, len(words)))
    assert holds_any(", ".join(words), [Answer(" ".join(words[start:end]))])
    assert words_of(" ".join(words)) == [word.lower() for word in words]
