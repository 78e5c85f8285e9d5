"""The candidate answers of a paragraph, as the classical readers weigh them."""

from typing import TYPE_CHECKING, Literal

import msgspec
import numpy as np

from spanwise.errors import OptionError
from spanwise.language.annotated import Annotated
from spanwise.language.constituents import constituents
from spanwise.text.span import Span

if TYPE_CHECKING:
    from numpy.typing import NDArray

    IntArray = NDArray[np.int64]

__all__ = ["CANDIDATE_KINDS", "CandidateKind", "Candidates", "candidates_of"]

CandidateKind = Literal["phrases", "noun-phrases", "constituents"]

CANDIDATE_KINDS: dict[CandidateKind, str] = {
    "phrases": "every word, every word with all that hangs on it, and entities",
    "noun-phrases": "those of the phrases whose head is a noun, a name, a pronoun or a number, and entities",
    "constituents": "the constituents of the language layer, as the log-linear reader weighs them",
}
"""What can be a candidate. Phrases come closest to the nodes of a constituency tree, its leaves among them."""

_WORDLESS = ("PUNCT", "SPACE")
_ARTICLES = ("a", "an", "the")
_NOMINAL = ("NOUN", "PROPN", "PRON", "NUM")


class Candidates(msgspec.Struct, frozen=True):
    """Spans of one annotated context, c of them in the order of start and end, each once."""

    annotated: Annotated
    starts: "IntArray"
    """The first token of each, shape (c,)."""
    ends: "IntArray"
    """The token after the last of each, shape (c,)."""
    sentences: "IntArray"
    """The sentence each lies in, shape (c,), ascending."""

    def __len__(self) -> int:
        """Return the number of candidates."""
        return len(self.starts)

    def span(self, number: int) -> Span:
        """Return where a candidate stands in the context."""
        return self.annotated.span(int(self.starts[number]), int(self.ends[number]))

    def text(self, number: int) -> str:
        """Return a candidate as it stands in the context."""
        return self.span(number).of(self.annotated.text)


def candidates_of(annotated: Annotated, kind: CandidateKind = "phrases") -> Candidates:
    """Return the candidates of a context; where it has none, its sentences without outer white space.

    A reader always answers, so a context such as "..." has one candidate. Only a context without any character but
    white space has none. No candidate begins with an article or begins or ends with punctuation: scores ignore both.

    Raises:
        OptionError: There is no such kind.
    """
    if kind not in CANDIDATE_KINDS:
        raise OptionError(f"there are no candidates {kind!r}; one of {', '.join(CANDIDATE_KINDS)} would do")
    if kind == "constituents":
        found = constituents(annotated)
        starts, ends = found.starts, found.ends
    else:
        starts, ends = _phrases(annotated, nominal=kind == "noun-phrases")
    if not len(starts):
        inked = [[t for t in range(s.start, s.end) if annotated.words[t].strip()] for s in annotated.sentences]
        bounds = [(tokens[0], tokens[-1] + 1) for tokens in inked if tokens]
        starts, ends = np.array(bounds, dtype=np.int64).reshape(-1, 2).T
    return Candidates(annotated, starts, ends, np.array(annotated.sentence_index, dtype=np.int64)[starts])


def _phrases(annotated: Annotated, *, nominal: bool) -> tuple["IntArray", "IntArray"]:
    n = len(annotated)
    if not n:
        return np.zeros(0, dtype=np.int64), np.zeros(0, dtype=np.int64)
    first, last = _reach(np.array(annotated.heads, dtype=np.int64))
    tokens = np.arange(n)
    if nominal:
        tokens = tokens[[pos in _NOMINAL for pos in annotated.pos]]
    known = [(chunk.start, chunk.end - 1) for chunk in annotated.noun_chunks]
    known += [(entity.start, entity.end - 1) for entity in annotated.entities]
    named = np.array(known, dtype=np.int64).reshape(-1, 2)
    starts = np.concatenate((tokens, first[tokens], named[:, 0]))
    ends = np.concatenate((tokens, last[tokens], named[:, 1]))
    wordless = np.array([pos in _WORDLESS for pos in annotated.pos])
    leading = wordless | np.array([word.lower() in _ARTICLES for word in annotated.words])
    places = np.arange(n)
    starts = np.minimum.accumulate(np.where(leading, n, places)[::-1])[::-1][starts]
    ends = np.maximum.accumulate(np.where(wordless, -1, places))[ends] + 1
    # In one number a span, so that a sort puts them in order and takes out what is there twice.
    spans = np.unique((starts * (n + 1) + ends)[starts < ends])
    return spans // (n + 1), spans % (n + 1)


def _reach(heads: "IntArray") -> tuple["IntArray", "IntArray"]:
    """Return the first and the last token of all that hangs on each token, itself among it, each of shape (n,)."""
    first, last = np.arange(len(heads)), np.arange(len(heads))
    # One step up the trees a round, all of them at once; they are some ten steps high.
    while True:
        before = first.copy(), last.copy()
        np.minimum.at(first, heads, before[0])
        np.maximum.at(last, heads, before[1])
        if np.array_equal(first, before[0]) and np.array_equal(last, before[1]):
            return first, last
