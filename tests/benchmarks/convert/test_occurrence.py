from hypothesis import given
from hypothesis import strategies as st

from spanwise.benchmarks.convert.occurrence import first_occurrence, occurrences


def test_a_word_inside_a_word_is_no_occurrence() -> None:
    assert list(occurrences("art", "party art artist art.")) == [6, 17]
    assert first_occurrence("art", "party") is None


def test_an_entity_is_not_the_beginning_of_another() -> None:
    assert first_occurrence("@entity1", "@entity12 and @entity1 .") == 14


def test_marks_at_the_edges_bind_nothing() -> None:
    assert first_occurrence("$5", "US$5") == 2
    assert first_occurrence("(a)", "x(a)y") == 1


def test_case_counts_unless_it_is_said_that_it_does_not() -> None:
    assert first_occurrence("ann", "Ann") is None
    assert first_occurrence("ann", "Ann", caseless=True) == 0


def test_an_empty_phrase_stands_nowhere() -> None:
    assert list(occurrences("", "text")) == []


@given(st.text("ab .", max_size=20), st.text("ab.", min_size=1, max_size=3))
def test_what_is_found_is_the_phrase(text: str, phrase: str) -> None:
    assert all(text.startswith(phrase, start) for start in occurrences(phrase, text))
