import math

import pytest
from hypothesis import given
from hypothesis import strategies as st

from spanwise.readers.log_linear.frequencies import Frequencies

CORPUS = (
    ("new", "york", "has", "a", "port"),
    ("a", "new", "york", "office"),
    ("york", "is", "old", "and", "new", "york", "is", "not"),
    ("a", "new", "office", "in", "york"),
)


def test_words_are_counted_by_context() -> None:
    found = Frequencies.of(CORPUS)
    assert found.contexts == 4
    assert (found.words["york"], found.words["a"], found.words["is"]) == (4, 3, 1)


def test_a_word_of_every_context_tells_least_and_an_unmet_one_most() -> None:
    found = Frequencies.of(CORPUS)
    assert found.idf("york") == pytest.approx(math.log(5 / 4.5))
    assert found.idf("is") == pytest.approx(math.log(5 / 1.5))
    assert found.idf("lamp") == pytest.approx(math.log(5 / 0.5))
    assert found.idf("lamp") > found.idf("is") > found.idf("a") > found.idf("york") > 0


def test_the_idf_of_bigrams_is_that_of_shirakawa_and_others() -> None:
    # Shirakawa, Hara and Nishio, "N-gram IDF" (WWW 2015), equation 10: log(|D| df(g) / df(theta(g))^2), where theta(g)
    # is the conjunction of the words of g. "new york" stands in 3 of 4 contexts, both its words in all 4; "a new" in
    # 2, its words in 3.
    found = Frequencies.of(CORPUS)
    assert found.bigrams[("new", "york")] == pytest.approx(math.log(4 * 3 / 4**2))
    assert found.bigrams[("a", "new")] == pytest.approx(math.log(4 * 2 / 3**2))
    assert found.bigram_idf(("new", "york")) == 0


def test_a_bigram_counts_once_a_context() -> None:
    found = Frequencies.of([("sea", "gull", "sea", "gull"), ("a", "sea", "gull"), ("lamp",)])
    assert found.bigrams[("sea", "gull")] == pytest.approx(math.log(3 * 2 / 2**2))
    assert found.bigram_idf(("sea", "gull")) == pytest.approx(math.log(1.5))


def test_only_contexts_with_both_words_count_against_a_bigram() -> None:
    found = Frequencies.of([("sea", "gull"), ("a", "sea", "gull"), ("sea",), ("gull", "wing"), ("gull",)])
    assert found.bigrams[("sea", "gull")] == pytest.approx(math.log(5 * 2 / 2**2))


def test_a_bigram_met_once_or_never_weighs_as_one_whose_words_meet_there_only() -> None:
    found = Frequencies.of(CORPUS)
    assert ("has", "a") not in found.bigrams
    assert found.bigram_idf(("has", "a")) == found.bigram_idf(("no", "such")) == pytest.approx(math.log(4))


def test_without_contexts_there_are_weights_still() -> None:
    found = Frequencies.of([])
    assert found.idf("lamp") == pytest.approx(math.log(2))
    assert found.bigram_idf(("sea", "gull")) == 0


@given(st.lists(st.lists(st.sampled_from("abcd"), max_size=6), max_size=8))
def test_weights_are_never_negative(contexts: list[list[str]]) -> None:
    found = Frequencies.of(contexts)
    assert all(found.idf(word) > 0 for word in "abcde")
    assert all(0 <= found.bigram_idf((a, b)) < 10 for a in "abcde" for b in "abcde")
    assert found.words == {w: n for w in "abcd" if (n := sum(w in context for context in contexts))}
