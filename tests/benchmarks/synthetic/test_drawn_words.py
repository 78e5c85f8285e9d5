from collections import Counter

import pytest

from spanwise.benchmarks.synthetic.drawn_words import UniformPassages
from spanwise.benchmarks.synthetic.generation import Noted
from spanwise.errors import DataError, OptionError
from tests.benchmarks.synthetic.made import rng


def test_every_word_is_as_likely_at_every_place() -> None:
    source = UniformPassages(["one", "two", "three", "one"], tokens=9000)
    passage = source.passage(7, 10, rng())
    assert passage.title == "uniform 7"
    assert len(passage.tokens) == 9000
    for count in Counter(passage.tokens).values():
        assert count == pytest.approx(3000, abs=150)


def test_words_without_a_vector_are_left_out_named_and_counted() -> None:
    source = UniformPassages(["a1", "x1", "a2", "x2", "x1"], tokens=50, known=lambda word: word.startswith("a"))
    assert set(source.passage(0, 1, rng()).tokens) == {"a1", "a2"}
    assert source.notes() == (Noted("words of the vocabulary left out: they have no vector", 2, ("x1", "x2")),)


def test_a_vocabulary_that_is_too_small_is_refused() -> None:
    with pytest.raises(DataError, match="the vocabulary has 1 words; there must be 2 or more"):
        UniformPassages(["one", "one"])
    with pytest.raises(DataError, match="the vocabulary has 0 words with a vector, of 2;"):
        UniformPassages(["one", "two"], known={"three"}.__contains__)
    with pytest.raises(DataError, match="'two words', which is no one word"):
        UniformPassages(["one", "two words"])
    with pytest.raises(OptionError, match="a passage of 0 tokens"):
        UniformPassages(["one", "two"], tokens=0)
