import pytest
from hypothesis import given
from hypothesis import strategies as st

from spanwise.diagnosis.added_text import added_span, destination, occurrences
from spanwise.text.span import Span

CONTEXT = "Ada wrote it in 1843. It was read by few."


@pytest.mark.parametrize(
    "variant",
    [
        CONTEXT + " Bob ate it in 1999.",
        "Bob ate it in 1999. " + CONTEXT,
        "Ada wrote it in 1843. Bob ate it in 1999. It was read by few.",
    ],
    ids=["behind", "before", "within"],
)
def test_a_sentence_put_in_is_found_wherever_it_is_put(variant: str) -> None:
    span = added_span(CONTEXT, variant)
    assert span is not None
    assert span.of(variant).strip() == "Bob ate it in 1999."


def test_a_sentence_that_begins_as_the_next_one_does_is_found_whole() -> None:
    variant = "The cat slept. The cow ate. The dog ran."
    span = added_span("The cat slept. The dog ran.", variant)
    assert span is not None
    assert span.of(variant).strip() == "The cow ate."


@pytest.mark.parametrize(
    "variant", [CONTEXT, CONTEXT[:-5], CONTEXT.replace("Ada", "Eve"), "Bob. " + CONTEXT + " Bob."], ids=str
)
def test_nothing_is_added_where_more_or_less_was_done(variant: str) -> None:
    assert added_span(CONTEXT, variant) is None


def test_blanks_at_the_ends_of_the_original_do_not_count() -> None:
    variant = CONTEXT + " Bob."
    assert added_span(f" {CONTEXT} \n", variant) == Span(len(CONTEXT), len(variant))


@given(st.text("ab. ", min_size=1, max_size=12), st.text("ab. ", min_size=1, max_size=6), st.data())
def test_without_the_added_text_the_variant_is_the_original(original: str, added: str, data: st.DataObject) -> None:
    place = data.draw(st.integers(0, len(original)))
    variant = original[:place] + added + original[place:]
    span = added_span(original, variant)
    assert span is not None
    assert span.end - span.start == len(added)
    assert variant[: span.start] + variant[span.end :] == original


@given(st.text("ab", max_size=4), st.text("ab", max_size=12))
def test_occurrences_are_all_places_where_the_text_stands(text: str, context: str) -> None:
    expected = [i for i in range(len(context)) if text and context.startswith(text, i)]
    assert [span.start for span in occurrences(text, context)] == expected
    assert all(span.of(context) == text for span in occurrences(text, context))


@pytest.mark.parametrize(
    ("text", "where"),
    [
        ("1999", "added"),
        ("Bob ate", "added"),
        ("1843", "elsewhere"),
        ("it in 1", "both"),
        ("few. Bob", "added"),
        ("2024", "not found"),
        ("", "not found"),
    ],
)
def test_an_answer_is_told_by_where_it_stands(text: str, where: str) -> None:
    assert destination(text, None, CONTEXT, CONTEXT + " Bob ate it in 1999.") == where


def test_where_the_reader_says_its_answer_stands_decides() -> None:
    variant = CONTEXT + " Bob ate it in 1999."
    first, second = occurrences("it in", variant)
    assert destination("it in", first, CONTEXT, variant) == "elsewhere"
    assert destination("it in", second, CONTEXT, variant) == "added"
    # A span that holds another text is not believed.
    assert destination("it in", Span(0, 5), CONTEXT, variant) == "both"
    assert destination("it in", Span(500, 505), CONTEXT, variant) == "both"


def test_a_rewritten_context_has_no_added_text() -> None:
    assert destination("1843", None, CONTEXT, CONTEXT.upper()) == "no text added"
