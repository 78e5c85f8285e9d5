"""Word vectors: a table of words and a matrix with a row for each."""

from collections.abc import Iterable
from dataclasses import dataclass, field
from typing import TYPE_CHECKING

import numpy as np
from numpy.typing import NDArray

from spanwise.errors import DataError, OptionError

if TYPE_CHECKING:
    from typing import Self

__all__ = ["WordVectors"]


@dataclass(frozen=True, eq=False, repr=False)
class WordVectors:
    """Words with their vectors, in the order of their file: that of GloVe is the order of frequency.

    The matrix may be a map of a file, so that two processes share one copy in memory.

    Raises:
        DataError: The matrix has not one row of float32 for each word, or a word stands twice.
    """

    words: tuple[str, ...]
    matrix: NDArray[np.float32]
    """Shape (n, d); read-only."""
    rows: dict[str, int] = field(init=False)
    """The row of each word."""

    def __post_init__(self) -> None:
        matrix = self.matrix
        if matrix.ndim != 2 or matrix.dtype != np.float32 or len(matrix) != len(self.words):
            raise DataError(
                f"word vectors: {len(self.words)} words with a matrix of {matrix.dtype} of shape {matrix.shape}; "
                f"pass float32 of shape ({len(self.words)}, dimension)"
            )
        rows = {word: row for row, word in enumerate(self.words)}
        if len(rows) < len(self.words):
            twice = next(word for row, word in enumerate(self.words) if rows[word] != row)
            raise DataError(f"word vectors: {twice!r} stands twice; keep one vector for a word")
        view = matrix.view()
        view.flags.writeable = False
        object.__setattr__(self, "matrix", view)
        object.__setattr__(self, "rows", rows)

    def __repr__(self) -> str:
        return f"WordVectors({len(self)} words, dimension {self.dimension})"

    def __len__(self) -> int:
        """Return the number of words."""
        return len(self.words)

    def __contains__(self, word: object) -> bool:
        return word in self.rows

    @property
    def dimension(self) -> int:
        """The length of a vector."""
        return int(self.matrix.shape[1])

    def row(self, word: str) -> int:
        """Return the row of a word.

        Raises:
            OptionError: The word has no vector. Case counts, and GloVe 6B is in lower case throughout.
        """
        if word not in self.rows:
            near = f"; {word.lower()!r} has one" if word.lower() in self.rows else ""
            raise OptionError(f"{word!r} has no vector among {len(self)} words{near}; ask first whether a word is in")
        return self.rows[word]

    def vector(self, word: str) -> NDArray[np.float32]:
        """Return the vector of a word, shape (d,), read-only.

        Raises:
            OptionError: The word has no vector.
        """
        vector: NDArray[np.float32] = self.matrix[self.row(word)]
        return vector

    def first(self, n: int) -> "Self":
        """Return the first n words, the most frequent ones where the file is sorted so; nothing is copied."""
        return type(self)(self.words[:n], self.matrix[:n])

    def only(self, words: Iterable[str]) -> "Self":
        """Return those of the words that have a vector, in the order of the file."""
        rows = sorted({self.rows[word] for word in words if word in self.rows})
        return type(self)(tuple([self.words[row] for row in rows]), self.matrix[np.array(rows, dtype=np.intp)])
