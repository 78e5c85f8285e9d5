"""TF-IDF overlap, compared with the definition written out."""

import math
from collections import Counter

import numpy as np
from hypothesis import given
from hypothesis import strategies as st

from spanwise.benchmarks.negatives.tfidf import TfIdf

WORDS = st.lists(st.sampled_from(["red", "green", "blue", "boat", "ship", "sea"]), min_size=1, max_size=8).map(" ".join)


def by_hand(texts: list[str], question: str) -> list[float]:
    within = Counter(word for text in texts for word in set(text.split()))
    idf = {word: math.log(len(texts) / n) for word, n in within.items()}

    def vector(text: str) -> dict[str, float]:
        return {word: n * idf.get(word, 0.0) for word, n in Counter(text.split()).items()}

    found = []
    for text in texts:
        own, asked = vector(text), vector(question)
        length = math.sqrt(sum(x * x for x in own.values()))
        found.append(sum(own.get(word, 0) * x for word, x in asked.items()) / length if length else 0.0)
    return found


@given(st.lists(WORDS, min_size=1, max_size=6), WORDS)
def test_overlaps_are_those_of_the_definition(texts: list[str], question: str) -> None:
    assert np.allclose(TfIdf(texts).overlaps(question), by_hand(texts, question))


@given(st.lists(WORDS, min_size=1, max_size=6), WORDS)
def test_the_ranking_has_every_text_once_the_nearest_first(texts: list[str], question: str) -> None:
    ranker = TfIdf(texts)
    order = ranker.ranking(question)
    assert sorted(order) == list(range(len(texts)))
    overlaps = np.round(ranker.overlaps(question), 12)[order]
    assert (np.diff(overlaps) <= 0).all()


def test_a_word_of_every_text_counts_nothing() -> None:
    assert TfIdf(["the boat", "the ship"]).ranking("the the ship") == [1, 0]
    assert TfIdf(["the boat", "the ship"]).ranking("the") == [0, 1]
