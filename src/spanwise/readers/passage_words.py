"""The words of a passage as numbers, with its candidates: what a sliding window slides over."""

from functools import cached_property
from typing import TYPE_CHECKING

import msgspec
import numpy as np

from spanwise.language.annotated import Annotated
from spanwise.readers.candidates import Candidates

if TYPE_CHECKING:
    from numpy.typing import NDArray

    BoolArray = NDArray[np.bool_]
    FloatArray = NDArray[np.float64]
    IntArray = NDArray[np.int64]

__all__ = ["PassageWords", "QuestionWords", "Runs", "passage_words", "question_words"]

_WORDLESS = ("PUNCT", "SPACE")
_FUNCTION_WORDS = ("ADP", "AUX", "CCONJ", "DET", "PART", "PRON", "SCONJ")


class Runs(msgspec.Struct, frozen=True):
    """Each word, or each pair of neighbours, of each sentence once: with where it stands there first and last."""

    sentences: "IntArray"
    """Shape (r,), ascending."""
    codes: "IntArray"
    firsts: "IntArray"
    """Word positions in the passage, shape (r,)."""
    lasts: "IntArray"


class PassageWords(msgspec.Struct, frozen=True, dict=True):
    """The n words of a passage, punctuation left out, of v kinds; and its c candidates and s sentences in them."""

    numbers: dict[str, int]
    """The number of each kind of word, in lower case."""
    words: "IntArray"
    """The kind of each word, shape (n,)."""
    content: "BoolArray"
    """Whether each word is a noun, verb, adjective, adverb, number or name, shape (n,)."""
    starts: "IntArray"
    """The first word of each candidate, shape (c,)."""
    ends: "IntArray"
    sentence_starts: "IntArray"
    """The first word of each sentence and, last, n, shape (s + 1,)."""
    candidate_starts: "IntArray"
    """The first candidate of each sentence and, last, c, shape (s + 1,)."""

    @cached_property
    def weights(self) -> "FloatArray":
        """What a word of each kind counts in a window, log(1 + 1 / its count in the passage), shape (v,)."""
        return np.log1p(1 / np.bincount(self.words, minlength=len(self.numbers)))

    @cached_property
    def unigrams(self) -> Runs:
        """The words of each sentence."""
        positions = np.arange(len(self.words))
        return self._runs(positions, self.words)

    @cached_property
    def bigrams(self) -> Runs:
        """The pairs of neighbouring words of each sentence; their code is that of `pair_code`."""
        positions = np.flatnonzero(np.diff(self._sentence_of_word) == 0)
        return self._runs(positions, self.pair_code(self.words[positions], self.words[positions + 1]))

    def pair_code(self, first: "IntArray", second: "IntArray") -> "IntArray":
        """Return a number for each pair of words."""
        return first * len(self.numbers) + second

    @cached_property
    def _sentence_of_word(self) -> "IntArray":
        return np.repeat(np.arange(len(self.sentence_starts) - 1), np.diff(self.sentence_starts))

    def _runs(self, positions: "IntArray", codes: "IntArray") -> Runs:
        sentences = self._sentence_of_word[positions]
        order = np.lexsort((positions, codes, sentences))
        s, c = sentences[order], codes[order]
        new = np.ones(len(order), dtype=np.bool_)
        new[1:] = (s[1:] != s[:-1]) | (c[1:] != c[:-1])
        last = np.append(new[1:], True) if len(order) else new
        return Runs(s[new], c[new], positions[order[new]], positions[order[last]])


class QuestionWords(msgspec.Struct, frozen=True):
    """What of a question is found in a passage."""

    size: int
    """How many different words the question has, known to the passage or not."""
    asked: "BoolArray"
    """Whether each kind of word of the passage is in the question, shape (v,)."""
    content: "BoolArray"
    """Whether it stands there as a content word, shape (v,)."""
    pairs: "IntArray"
    """The codes of the question's pairs of neighbours whose words are both in the passage."""


def passage_words(weighed: Candidates) -> PassageWords:
    """Return the words of a context and its candidates in them."""
    annotated = weighed.annotated
    tokens = [token for token, pos in enumerate(annotated.pos) if pos not in _WORDLESS]
    numbers: dict[str, int] = {}
    words = [numbers.setdefault(annotated.words[token].lower(), len(numbers)) for token in tokens]
    before = np.zeros(len(annotated) + 1, dtype=np.int64)
    before[np.array(tokens, dtype=np.int64) + 1] = 1
    before = np.cumsum(before)
    bounds = np.array([sentence.start for sentence in annotated.sentences] + [len(annotated)], dtype=np.int64)
    return PassageWords(
        numbers,
        np.array(words, dtype=np.int64),
        np.array([annotated.pos[token] not in _FUNCTION_WORDS for token in tokens], dtype=np.bool_),
        before[weighed.starts],
        before[weighed.ends],
        before[bounds],
        np.searchsorted(weighed.sentences, np.arange(len(bounds))),
    )


def question_words(question: Annotated, passage: PassageWords) -> QuestionWords:
    """Return the words of a question by the numbers of a passage."""
    tokens = [token for token, pos in enumerate(question.pos) if pos not in _WORDLESS]
    words = [question.words[token].lower() for token in tokens]
    known = np.array([passage.numbers.get(word, -1) for word in words], dtype=np.int64)
    asked = np.zeros(len(passage.numbers), dtype=np.bool_)
    asked[known[known >= 0]] = True
    content = np.zeros_like(asked)
    meant = np.array([question.pos[token] not in _FUNCTION_WORDS for token in tokens], dtype=np.bool_)
    content[known[meant & (known >= 0)]] = True
    first, second = known[:-1], known[1:]
    both = (first >= 0) & (second >= 0)
    return QuestionWords(len(set(words)), asked, content, passage.pair_code(first[both], second[both]))
