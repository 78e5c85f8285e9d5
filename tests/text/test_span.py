"""Spans: half-open pairs of code points that never hold less than they say."""

import pytest
from hypothesis import given
from hypothesis import strategies as st

from spanwise.errors import InputError
from spanwise.text.span import Span
from tests.strategies import contexts, spans


@given(data=st.data(), context=contexts())
def test_a_span_gives_the_text_between_its_ends(data: st.DataObject, context: str) -> None:
    span = data.draw(spans(context))
    assert span.of(context) == "".join(context[i] for i in range(span.start, span.end))
    assert Span.at(span.start, span.of(context)) == span


def test_offsets_count_code_points_and_neither_bytes_nor_utf16_units() -> None:
    # U+1F30A is four bytes in UTF-8, two units in UTF-16 and one code point.
    assert Span(2, 6).of("🌊 1871") == "1871"
    assert Span.at(2, "é🌊") == Span(2, 4)


@pytest.mark.parametrize(("start", "end"), [(0, 0), (3, 2), (-1, 2), (-2, -1)])
def test_a_span_that_holds_nothing_or_starts_before_the_text_is_refused(start: int, end: int) -> None:
    with pytest.raises(InputError, match=rf"a span from {start} to {end} holds no text"):
        Span(start, end)


def test_a_span_past_the_end_raises_where_slicing_would_give_less() -> None:
    assert "lit in 1871"[7:20] == "1871"
    with pytest.raises(InputError, match="ends behind the context of 11 code points"):
        Span(7, 20).of("lit in 1871")


def test_spans_sort_by_start_and_then_by_end() -> None:
    assert sorted([Span(2, 3), Span(0, 9), Span(0, 1)]) == [Span(0, 1), Span(0, 9), Span(2, 3)]
