from collections import Counter

import pytest
from hypothesis import given
from hypothesis import strategies as st

from spanwise.benchmarks.synthetic.ngram import NgramPassages
from spanwise.errors import DataError, OptionError
from tests.benchmarks.synthetic.made import rng

LINES = [["a", "b", "a", "c"], ["a", "b", "b"], [], ["b", "a", "b", "a"]]


@given(
    st.lists(st.lists(st.sampled_from("abcd"), max_size=8), min_size=1, max_size=6).filter(any),
    st.integers(2, 4),
    st.integers(0, 5),
)
def test_every_n_gram_of_a_passage_stands_in_the_text(lines: list[list[str]], order: int, seed: int) -> None:
    text = [grams for line in lines if line for grams in windows([*[""] * (order - 1), *line, "/"], order)]
    tokens = sum(map(len, lines))
    passage = NgramPassages(lines, order=order, tokens=tokens).passage(0, 1, rng(seed))
    assert len(passage.tokens) == tokens
    # Wherever a line may have ended, one did: the passage is cut into lines in some way that the text allows.
    ends = {gram[:-1] for gram in text if gram[-1] == "/"}
    context = ("",) * (order - 1)
    contexts = {context}
    for token in passage.tokens:
        starts = contexts | ({context} if contexts & ends else set())
        contexts = {(*one, token)[1:] for one in starts if (*one, token) in set(text)}
        assert contexts


def windows(line: list[str], order: int) -> list[tuple[str, ...]]:
    return [tuple(line[place : place + order]) for place in range(len(line) - order + 1)]


def test_a_token_is_drawn_as_often_as_it_follows_in_the_text() -> None:
    model = NgramPassages(LINES, order=2, tokens=11)
    followers: dict[str, Counter[str]] = {}
    for seed in range(3000):
        first, second = model.passage(0, 1, rng(seed)).tokens[:2]
        followers.setdefault("", Counter())[first] += 1
        followers.setdefault(first, Counter())[second] += 1
    # By hand: two of three lines begin with "a"; "a" is followed by b, c, b, b and an end of line; after that end
    # comes the first token of a line again.
    assert followers[""]["a"] / 3000 == pytest.approx(2 / 3, abs=0.03)
    after = followers["a"]
    total = after.total()
    assert after["b"] / total == pytest.approx(3 / 5 + 1 / 5 * 1 / 3, abs=0.03)
    assert after["c"] / total == pytest.approx(1 / 5, abs=0.03)
    assert after["a"] / total == pytest.approx(1 / 5 * 2 / 3, abs=0.03)


def test_with_a_long_memory_the_text_comes_back() -> None:
    line = ["the", "keeper", "of", "the", "light", "climbs", "the", "stair", "of", "the", "tower"]
    model = NgramPassages([line], order=4, tokens=2 * len(line) - 11)
    assert model.passage(3, 9, rng()).tokens == tuple(line)
    assert model.passage(3, 9, rng()).title == "4gram 3"
    assert model.vocabulary == tuple(dict.fromkeys(line))


def test_a_text_shorter_than_a_passage_is_refused() -> None:
    with pytest.raises(DataError, match="it has 11 tokens, and a passage 150; give a longer text"):
        NgramPassages(LINES)
    with pytest.raises(OptionError, match="an order of 1"):
        NgramPassages(LINES, order=1)
