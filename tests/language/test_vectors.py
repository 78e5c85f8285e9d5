"""Word vectors: words and a matrix."""

import numpy as np
import pytest

from spanwise.errors import DataError, OptionError
from spanwise.language.vectors import WordVectors

MATRIX = np.arange(8, dtype=np.float32).reshape(4, 2)


@pytest.fixture
def vectors() -> WordVectors:
    return WordVectors(("the", "cat", "sat", "New York"), MATRIX.copy())


def test_a_word_has_its_row(vectors: WordVectors) -> None:
    assert vectors.vector("sat").tolist() == [4, 5]
    assert (len(vectors), vectors.dimension) == (4, 2)
    assert repr(vectors) == "WordVectors(4 words, dimension 2)"
    assert [word in vectors for word in ("New York", "dog", 3)] == [True, False, False]


def test_vectors_can_not_be_changed(vectors: WordVectors) -> None:
    with pytest.raises(ValueError, match="read-only"):
        vectors.vector("sat")[0] = 9
    with pytest.raises(ValueError, match="read-only"):
        vectors.matrix[0, 0] = 9


def test_the_array_that_was_passed_in_stays_its_owner_s() -> None:
    matrix = MATRIX.copy()
    WordVectors(("a", "b", "c", "d"), matrix)
    matrix[0, 0] = 7
    assert matrix[0, 0] == 7


def test_a_word_without_a_vector_is_named(vectors: WordVectors) -> None:
    with pytest.raises(OptionError, match=r"^'dog' has no vector among 4 words; ask first"):
        vectors.vector("dog")
    with pytest.raises(OptionError, match=r"^'Cat' has no vector among 4 words; 'cat' has one"):
        vectors.vector("Cat")


def test_the_first_words_share_the_matrix(vectors: WordVectors) -> None:
    first = vectors.first(2)
    assert first.words == ("the", "cat")
    assert np.shares_memory(first.matrix, vectors.matrix)
    assert vectors.first(9).words == vectors.words


def test_some_words_keep_the_order_of_the_file(vectors: WordVectors) -> None:
    some = vectors.only(["sat", "dog", "the", "sat"])
    assert some.words == ("the", "sat")
    assert some.matrix.tolist() == [[0, 1], [4, 5]]
    assert vectors.only([]).words == ()


@pytest.mark.parametrize(
    ("words", "matrix"),
    [
        (("a",), MATRIX),
        (("a", "b", "c", "d"), MATRIX.astype(np.float64)),
        (("a", "b"), MATRIX[0]),
    ],
)
def test_a_matrix_that_does_not_fit_the_words_is_refused(words: tuple[str, ...], matrix: np.ndarray) -> None:
    with pytest.raises(DataError, match=rf"{len(words)} words with a matrix of .*; pass float32 of shape"):
        WordVectors(words, matrix)


def test_a_word_that_stands_twice_is_refused() -> None:
    with pytest.raises(DataError, match="'b' stands twice; keep one vector for a word"):
        WordVectors(("a", "b", "c", "b"), MATRIX)
