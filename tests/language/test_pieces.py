"""Long texts in pieces, and their annotation put together."""

import re

from hypothesis import given
from hypothesis import strategies as st

from spanwise.language.annotated import Annotated, Entity, TokenSpan
from spanwise.language.pieces import joined, pieces

# Words, blanks, line ends and sentence ends of several scripts, so that every kind of cut is met.
TEXTS = st.lists(
    st.sampled_from(["a", "bc", "Ada", " ", "  ", "\n", "\n\n", ".", "! ", '." ', "。", "।", "\ud800", "é"])
).map("".join)


@given(TEXTS, st.integers(2, 12))
def test_pieces_put_together_are_the_text_and_none_is_too_long_or_empty(text: str, longest: int) -> None:
    found = pieces(text, longest)
    assert "".join(found) == text
    assert all(len(piece) <= longest for piece in found)
    assert all(found) or text == ""


@given(TEXTS)
def test_a_text_that_is_not_too_long_is_one_piece(text: str) -> None:
    assert pieces(text, max(len(text), 2)) == (text,)


def test_a_cut_lies_at_the_best_place_of_the_second_half() -> None:
    assert pieces("One. Two\nthree. Four five.", 20)[0] == "One. Two\nthree. "  # the line's end is in the first half
    assert pieces("One two three\nfour. Five six.", 20)[0] == "One two three\n"
    assert pieces("One two three.\n\nFour\nfive. Six.", 22)[0] == "One two three.\n\n"
    assert pieces("one two three four five", 20)[0] == "one two three four "
    assert pieces("無標点。" + "字" * 30, 20)[0] == "無標点。" + "字" * 16


def test_a_text_without_any_place_to_cut_is_cut_all_the_same() -> None:
    assert [len(piece) for piece in pieces("x" * 25, 10)] == [10, 10, 5]


def by_words(text: str) -> Annotated:
    """Annotate by the simplest pipeline there is: the first word of a line is the head, a line is a sentence."""
    words = list(re.finditer(r"\S+|\n", text))
    breaks = [n + 1 for n, word in enumerate(words) if word[0] == "\n"]
    ends = [*breaks, *([len(words)] if not breaks or breaks[-1] < len(words) else [])]
    sentences = tuple(TokenSpan(a, b) for a, b in zip([0, *ends], ends, strict=False) if b > a)
    head = {n: sentence.start for sentence in sentences for n in range(sentence.start, sentence.end)}
    return Annotated(
        text=text,
        starts=tuple(word.start() for word in words),
        ends=tuple(word.end() for word in words),
        lemmas=tuple(word[0].lower() for word in words),
        pos=tuple("X" if word[0].isalpha() else "SPACE" for word in words),
        tags=tuple("XX" for _ in words),
        dependencies=tuple("ROOT" if head[n] == n else "dep" for n in range(len(words))),
        heads=tuple(head[n] for n in range(len(words))),
        entities=tuple(Entity(n, n + 1, "PERSON") for n, word in enumerate(words) if word[0] == "Ada"),
        noun_chunks=sentences,
        sentences=sentences,
    )


LINES = st.lists(st.lists(st.sampled_from(["a", "bc", "Ada", "é😀"]), min_size=1).map(" ".join)).map("\n".join)


@given(st.lists(LINES, min_size=1, max_size=4))
def test_joined_columns_are_those_of_the_whole_where_no_sentence_is_cut(parts: list[str]) -> None:
    cut = [part + "\n" for part in parts]
    text = "".join(cut)
    assert joined(text, [by_words(part) for part in cut]) == by_words(text)
