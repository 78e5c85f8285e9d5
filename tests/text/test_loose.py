import unicodedata

import pytest
from hypothesis import assume, given
from hypothesis import strategies as st

from spanwise.text.loose import (
    LEVELS,
    closest_level,
    cuts_word,
    exactly,
    fold,
    loose_match,
    loose_span_at,
    nearest_match,
    spaced_span_at,
)
from spanwise.text.span import Span
from tests.strategies import contexts, texts

CASES = [
    ("white space", "red kite", "A red\u00a0kite nested.", "red\u00a0kite"),
    ("white space", "red kite", "A red \n kite nested.", "red \n kite"),
    ("Unicode form", "Café Nord", "They met at Cafe\u0301 Nord.", "Cafe\u0301 Nord"),
    ("Unicode form", "final", "the \ufb01nal result", "\ufb01nal"),
    ("letter case", "straße", "in der STRASSE dort", "STRASSE"),
    ("typographic marks", "Brenn's law", "It is Brenn\u2019s law.", "Brenn\u2019s law"),
    ("typographic marks", "red kite", "A red\u200b kite nested.", "red\u200b kite"),
    ("spacing", "Levi 's Stadium", "at Levi's Stadium in", "Levi's Stadium"),
]


@pytest.mark.parametrize(("level", "text", "context", "own"), CASES)
def test_a_text_is_found_in_the_context_s_own_form_at_the_level_that_differs(
    level: str, text: str, context: str, own: str
) -> None:
    match = loose_match(text, context, None)
    assert match is not None
    assert (match.level, match.span.of(context), match.alone) == (level, own, True)
    assert closest_level(text, context) == level
    assert loose_span_at(text, context, match.span.start) == (level, match.span)


def test_what_is_nowhere_is_found_at_no_level() -> None:
    assert loose_match("1872", "lit in 1871.", 7) is None
    assert closest_level("1872", "lit in 1871.") is None
    assert loose_span_at("1872", "lit in 1871.", 7) is None
    assert loose_span_at("1871", "lit in 1871.", -3) is None


def test_a_part_of_a_ligature_is_no_match() -> None:
    assert loose_match("inal", "the \ufb01nal result", None) is None
    assert closest_level("inal", "the \ufb01nal result") == "Unicode form"


@given(contexts(), st.data())
def test_any_span_of_a_context_is_found_at_every_level(context: str, data: st.DataObject) -> None:
    folded = {level: fold(context, level) for level in LEVELS}
    # A span that begins and ends where no letter is parted from its marks.
    edges = [0, *(i for i in range(1, len(context)) if not unicodedata.combining(context[i])), len(context)]
    start, end = sorted(data.draw(st.lists(st.sampled_from(edges), min_size=2, max_size=2, unique=True)))
    text = context[start:end].strip()
    assume(text)
    begin = context.index(text, start)
    for level in LEVELS:
        needle = fold(text, level).text
        spans = list(folded[level].spans_from(needle))
        assert not needle or any(span.start < begin + len(text) and begin < span.end for span in spans)
        assert all(fold(span.of(context), level).text == needle for span in spans)
    spaced = spaced_span_at(text, context, begin)
    assert spaced == Span(begin, begin + len(text))


@given(contexts(), texts(1, 2))
def test_spans_from_the_left_and_from_the_right_are_the_same(context: str, text: str) -> None:
    for folded in (exactly(context), *(fold(context, level) for level in LEVELS)):
        forward = list(folded.spans_from(text))
        assert list(folded.spans_before(text, len(folded.text) + 1))[::-1] == forward


@given(st.text("ab ", min_size=1, max_size=14), st.text("ab", min_size=1, max_size=2), st.none() | st.integers(-3, 20))
def test_the_nearest_match_is_what_a_plain_search_gives(context: str, text: str, start: int | None) -> None:
    match = nearest_match(text, context, start, exactly(context))
    spans = [Span(i, i + len(text)) for i in range(len(context)) if context.startswith(text, i)]
    spans = [span for span in spans if not cuts_word(context, span)] or spans
    if not spans:
        assert match is None
        return
    assert match is not None
    assert match.alone == (len(spans) == 1)
    assert match.span in spans
    should = -1 if start is None else start
    assert abs(match.span.start - should) == min(abs(span.start - should) for span in spans)


@pytest.mark.parametrize(
    ("text", "start", "span"),
    [
        ("in the", 3, Span(3, 11)),
        (" in the", 3, Span(3, 11)),
        (" in the", 2, Span(3, 11)),
        ("in the ", 3, Span(3, 11)),
        ("in the", 2, None),
        ("inthe", 3, None),
        ("in", -1, None),
        ("  ", 2, None),
    ],
)
def test_white_space_of_any_width_is_equal_and_outer_white_space_is_no_part(
    text: str, start: int, span: Span | None
) -> None:
    assert spaced_span_at(text, "is in \n the sea", start) == span
