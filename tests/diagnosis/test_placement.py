import pytest

from spanwise.data.dataset import Answer
from spanwise.diagnosis.placement import answer_places, places, relation
from spanwise.predictions.prediction import Prediction
from spanwise.text.span import Span

CONTEXT = "A red kite and a party. The red kite of art is old. Blue boats lie here."


def texts(spans: tuple[Span, ...]) -> list[str]:
    return [span.of(CONTEXT) for span in spans]


def span_of(text: str) -> Span:
    return Span.at(CONTEXT.index(text), text)


def test_a_text_has_every_place_where_it_stands_and_none_inside_words_where_there_are_others() -> None:
    assert places(Prediction("q", "red kite"), CONTEXT) == (Span(2, 10), Span(28, 36))
    assert places(Prediction("q", "art"), CONTEXT) == (Span(40, 43),)
    assert texts(places(Prediction("q", "oat"), CONTEXT)) == ["oat"]


def test_the_span_a_reader_names_is_the_only_place_unless_it_is_wrong() -> None:
    assert places(Prediction("q", "red kite", Span(28, 36)), CONTEXT) == (Span(28, 36),)
    assert len(places(Prediction("q", "red kite", Span(29, 37)), CONTEXT)) == 2
    assert len(places(Prediction("q", "red kite", Span(5000, 5008)), CONTEXT)) == 2


def test_case_spacing_and_marks_are_overlooked_where_the_text_stands_nowhere_as_it_is() -> None:
    assert texts(places(Prediction("q", "BLUE\u00a0 boats "), CONTEXT)) == ["Blue boats"]
    assert places(Prediction("q", "green boats"), CONTEXT) == places(Prediction("q", " "), CONTEXT) == ()


def test_an_answer_stands_at_its_offset_or_where_its_text_does() -> None:
    assert answer_places([Answer("red kite", 28)], CONTEXT) == (Span(28, 36),)
    assert answer_places([Answer("red kite", 3)], CONTEXT) == (Span(2, 10), Span(28, 36))
    assert answer_places([Answer("red kite"), Answer("blue boats")], CONTEXT)[2:] == (span_of("Blue boats"),)
    assert answer_places([Answer("lamp"), Answer("", 0)], CONTEXT) == ()


@pytest.mark.parametrize(
    ("given", "right", "found"),
    [
        ("The red kite", "The red kite", "same"),
        ("The red kite of art", "red kite of art", "longer"),
        ("of art", "kite of art is", "shorter"),
        ("kite of", "of art", "overlapping"),
        ("old", "red kite of", "same_sentence"),
        ("boats", "old", "other_sentence"),
        ("Blue boats", "art is old. Blue boats lie", "shorter"),
        ("here", "old. Blue boats", "same_sentence"),
    ],
)
def test_two_places_have_one_relation(given: str, right: str, found: str) -> None:
    assert relation([span_of(given)], [span_of(right)], CONTEXT) == found


def test_the_most_favourable_pair_counts() -> None:
    assert relation([Span(2, 10), Span(28, 36)], [span_of("old")], CONTEXT) == "same_sentence"
    assert relation([span_of("Blue"), span_of("red kite of")], [Span(32, 36), span_of("lie")], CONTEXT) == "longer"
