import random

from hypothesis import given
from hypothesis import strategies as st

from spanwise.benchmarks.synthetic.passage import Passage, index, spaced, tokens_of
from tests.strategies import texts


def stands(passage: Passage) -> bool:
    return all(
        passage.text.startswith(token, start) for token, start in zip(passage.tokens, passage.starts, strict=True)
    )


@given(st.lists(st.text("aé漢🌊", min_size=1, max_size=4), max_size=20))
def test_each_token_of_a_spaced_passage_stands_at_its_place(tokens: list[str]) -> None:
    passage = spaced("a title", tokens)
    assert passage.tokens == tuple(tokens)
    assert passage.text.split() == tokens
    assert stands(passage)


@given(texts(max_pieces=20))
def test_each_token_of_running_text_stands_at_its_place(text: str) -> None:
    tokens, starts = tokens_of(text)
    assert stands(Passage("", text, tokens, starts))
    assert list(starts) == sorted(starts)


def test_a_word_holds_the_marks_between_its_letters_and_no_other() -> None:
    text = "The well-known U.S. keeper's 3,000 lamps (of 1871) 'burn'..."
    assert tokens_of(text)[0] == (
        *("The", "well-known", "U.S", ".", "keeper", "'s", "3,000", "lamps", "(", "of", "1871", ")"),
        *("'", "burn", "'", ".", ".", "."),
    )


def test_an_index_is_drawn_from_all_and_only_from_those_there_are() -> None:
    rng = random.Random(1)
    assert {index(rng, 5) for _ in range(200)} == set(range(5))
