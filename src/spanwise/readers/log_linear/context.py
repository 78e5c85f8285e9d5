"""What the features of all questions on a context share: its candidates, words, and who is near whom in the trees."""

from typing import TYPE_CHECKING, NamedTuple, Self

import numpy as np

from spanwise.language.annotated import Annotated
from spanwise.language.constituents import DEFAULT_RULE, CandidateRule, Constituents, constituents
from spanwise.readers.log_linear.asked import WORDLESS, lower_lemmas
from spanwise.readers.log_linear.frequencies import Frequencies

if TYPE_CHECKING:
    from numpy.typing import NDArray

    BoolArray = NDArray[np.bool_]
    FloatArray = NDArray[np.float64]
    IntArray = NDArray[np.int64]

__all__ = ["Block", "ContextFacts"]


class Block(NamedTuple):
    """One sentence: which candidates and tokens are its own, and which of the tokens are in or near a candidate."""

    candidates: slice
    tokens: slice
    near: "BoolArray"
    """Words outside of the candidate within two arcs of one of its tokens, (candidates, tokens) of the sentence."""
    inside: "BoolArray"
    """Words of the candidate, the same shape."""


class ContextFacts(NamedTuple):
    """A context with c candidates, t tokens and k kinds of lemmas."""

    annotated: Annotated
    candidates: Constituents
    lemmas: list[str]
    kinds: list[str]
    """Each lemma once, in the order of their first tokens, (k,)."""
    kind_of: "IntArray"
    """The lemma of each token, (t,), counted in kinds."""
    is_word: "BoolArray"
    """(t,)."""
    idf: "FloatArray"
    """(t,); 0 where the token is no word."""
    sentence_starts: "IntArray"
    """The first token of the sentence of each candidate, (c,)."""
    sentence_ends: "IntArray"
    blocks: tuple[Block, ...]

    @classmethod
    def of(cls, annotated: Annotated, frequencies: Frequencies, rule: CandidateRule = DEFAULT_RULE) -> Self | None:
        """Return the facts of a context, or None where it has no candidate."""
        candidates = constituents(annotated, rule)
        if not len(candidates):
            return None
        lemmas = lower_lemmas(annotated)
        numbers: dict[str, int] = {}
        kind_of = np.array([numbers.setdefault(lemma, len(numbers)) for lemma in lemmas])
        is_word = np.array([pos not in WORDLESS for pos in annotated.pos])
        idf = np.array([frequencies.idf(lemma) for lemma in numbers])[kind_of]
        starts = np.array([sentence.start for sentence in annotated.sentences])
        ends = np.array([sentence.end for sentence in annotated.sentences])
        return cls(
            annotated=annotated,
            candidates=candidates,
            lemmas=lemmas,
            kinds=list(numbers),
            kind_of=kind_of,
            is_word=is_word,
            idf=np.where(is_word, idf, 0.0),
            sentence_starts=starts[candidates.sentences],
            sentence_ends=ends[candidates.sentences],
            blocks=_blocks(annotated, candidates, is_word),
        )


def _blocks(annotated: Annotated, candidates: Constituents, is_word: "BoolArray") -> tuple[Block, ...]:
    found = []
    first = np.searchsorted(candidates.sentences, np.arange(len(annotated.sentences) + 1))
    for (start, end), low, high in zip(annotated.sentences, first[:-1].tolist(), first[1:].tolist(), strict=True):
        if low == high:
            continue
        here = slice(low, high)
        tokens = slice(start, end)
        starts, ends = candidates.starts[here] - start, candidates.ends[here] - start
        position = np.arange(end - start)
        inside = (position >= starts[:, None]) & (position < ends[:, None])
        near = _near(np.array(annotated.heads[tokens]) - start, starts, ends)
        found.append(Block(here, tokens, near & ~inside & is_word[tokens], inside & is_word[tokens]))
    return tuple(found)


def _near(heads: "IntArray", starts: "IntArray", ends: "IntArray") -> "BoolArray":
    """Return which tokens lie within two arcs of any token of each span, (spans, tokens).

    A span holds a neighbour of a token when more of its neighbours stand before the span's end than before its start:
    counting them once for every place gives all spans without a product of matrices.
    """
    n = len(heads)
    linked = np.eye(n, dtype=np.float32)
    linked[np.arange(n), heads] = 1
    linked = np.maximum(linked, linked.T)
    before = np.zeros((n, n + 1), dtype=np.int32)
    np.cumsum(linked @ linked > 0, axis=1, out=before[:, 1:])
    near: BoolArray = before[:, ends] != before[:, starts]
    return near.T
