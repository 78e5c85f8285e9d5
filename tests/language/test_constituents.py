"""Candidate answers from dependency trees."""

from itertools import pairwise

from hypothesis import given
from hypothesis import strategies as st

from spanwise.language.annotated import Annotated, TokenSpan
from spanwise.language.constituents import constituents


def flat(parents: list[int]) -> Annotated:
    """Return a text of one-letter nouns with these heads."""
    n = len(parents)
    return Annotated(
        text=" ".join("x" * n),
        starts=tuple(range(0, 2 * n, 2)),
        ends=tuple(range(1, 2 * n, 2)),
        lemmas=("x",) * n,
        pos=("NOUN",) * n,
        tags=("NN",) * n,
        dependencies=tuple(["ROOT" if i == p else "nmod" for i, p in enumerate(parents)]),
        heads=tuple(parents),
        entities=(),
        noun_chunks=(),
        sentences=(TokenSpan(0, n),) if n else (),
    )


@st.composite
def trees(draw: st.DrawFn, most: int = 12) -> list[int]:
    """Give the heads of a random tree, projective or not: each token hangs on one before it in a random order."""
    n = draw(st.integers(1, most))
    order = draw(st.permutations(range(n)))
    parents = [0] * n
    parents[order[0]] = order[0]
    for k in range(1, n):
        parents[order[k]] = order[draw(st.integers(0, k - 1))]
    return parents


@given(trees())
def test_candidates_are_in_order_and_each_once(parents: list[int]) -> None:
    found = constituents(flat(parents))
    spans = list(zip(found.sentences.tolist(), found.starts.tolist(), found.ends.tolist(), strict=True))
    assert all(a < b for a, b in pairwise(spans))
    assert all(
        0 <= start <= head < end <= len(parents) for (_, start, end), head in zip(spans, found.heads, strict=True)
    )


def test_a_text_without_tokens_has_no_candidates() -> None:
    assert len(constituents(flat([]))) == 0
