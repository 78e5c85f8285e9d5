import html
import re

import pytest
from hypothesis import given
from hypothesis import strategies as st

from spanwise.data.offsets import READINGS, entities, shift, unescaped
from tests.strategies import contexts

READ = {
    name: next(reading for reading in READINGS if name in reading.phrase)
    for name in ("UTF-8", "UTF-16", "CRLF to LF", "LF to CRLF", "leading", "entities unescaped")
}


def wrong(name: str, before: str) -> int:
    """Return the length that what stands before a place has for a tool that counts differently: our own reading."""
    return {
        "UTF-8": lambda: len(before.encode()),
        "UTF-16": lambda: len(before.encode("utf-16-le")) // 2,
        "CRLF to LF": lambda: len(before.replace("\r\n", "\n")),
        "LF to CRLF": lambda: len(re.sub(r"(?<!\r)\n", "\r\n", before)),
        "leading": lambda: len(before.lstrip()),
        "entities unescaped": lambda: len(html.unescape(before)),
    }[name]()


@pytest.mark.parametrize("name", READ)
@given(contexts())
def test_a_reading_undoes_what_the_tool_did(name: str, context: str) -> None:
    # Places where an answer can start: none within white space that is lost, a line end or an entity.
    lost = len(context) - len(context.lstrip())
    inside = {m.start() + i for m in re.finditer("\r\n|&amp;", context) for i in range(1, len(m.group()))}
    places = [i for i in range(lost, len(context) + 1) if i not in inside]
    starts = [wrong(name, context[:place]) for place in places]
    distinct = sorted(set(starts))
    converted = dict(zip(distinct, READ[name].convert(context, distinct), strict=True))
    assert [converted[start] for start in starts] == places


@given(contexts())
def test_collapsed_white_space_is_undone_for_every_word(context: str) -> None:
    stripped, collapsed = (
        next(reading for reading in READINGS if reading.phrase.endswith(end)) for end in ("and stripped", "collapsed")
    )
    words = [m.start() for m in re.finditer(r"\S+", context)]
    for reading, text in ((stripped, " ".join(context.split())), (collapsed, re.sub(r"\s+", " ", context))):
        starts = [m.start() for m in re.finditer(r"\S+", text)]
        assert reading.convert(context, starts) == words


@pytest.mark.parametrize("reading", READINGS, ids=lambda reading: reading.phrase)
@given(st.text("abc., ", min_size=1, max_size=20), st.lists(st.integers(0, 25), unique=True).map(sorted))
def test_a_reading_changes_nothing_in_a_context_without_anything_of_its_kind(
    reading: object, context: str, starts: list[int]
) -> None:
    plain = re.sub(" +", " ", context).strip() or "a"
    within = [start for start in starts if start <= len(plain)]
    assert isinstance(reading, type(READINGS[0]))
    assert reading.convert(plain, within) == within


def test_an_offset_within_a_character_or_behind_the_text_is_no_place() -> None:
    assert READ["UTF-8"].convert("é🌊", [0, 1, 2, 3, 5, 6, 7]) == [0, None, 1, None, None, 2, None]
    assert READ["UTF-16"].convert("a🌊b", [0, 1, 2, 3, 4]) == [0, 1, None, 2, 3]


@pytest.mark.parametrize(("by", "words"), [(3, "off by 3 (too small)"), (-1, "off by 1 (too large)")])
def test_a_shift_is_named_by_its_size_and_side(by: int, words: str) -> None:
    assert words in shift(by).phrase
    assert shift(by).convert("any text", [0, 4]) == [by if by > 0 else None, 4 + by]


def test_only_entities_that_are_closed_are_entities() -> None:
    assert entities("R&amp;D, &#34;x&#x22; &eacute;") == [(1, 6, "&"), (9, 14, '"'), (15, 21, '"'), (22, 30, "é")]
    assert entities("AT&T &D; ?a=1&para=2 & b; &nosuch;") == []


def test_unescaping_goes_one_level_deep_and_moves_offsets() -> None:
    assert unescaped("a &amp;lt; b &#34;c", [0, 2, 4, 7, 11, 13, 18]) == ('a &lt; b "c', [0, 2, None, 3, 7, 9, 10])


@given(contexts(), st.data())
def test_unescaping_moves_every_offset_to_the_same_text(context: str, data: st.DataObject) -> None:
    inside = {i for start, end, _ in entities(context) for i in range(start + 1, end)}
    place = data.draw(st.sampled_from([i for i in range(len(context) + 1) if i not in inside]))
    text, (moved,) = unescaped(context, [place])
    assert moved is not None
    assert (text[:moved], text[moved:]) == (unescaped(context[:place])[0], unescaped(context[place:])[0])
    assert READ["entities unescaped"].convert(context, [moved]) == [place]
