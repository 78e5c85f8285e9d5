"""Which candidates a reader should choose: those of the answers, or those that come nearest."""

from collections.abc import Sequence
from typing import TYPE_CHECKING

import numpy as np

from spanwise.language.annotated import TokenSpan
from spanwise.readers.log_linear.asked import WORDLESS
from spanwise.readers.log_linear.context import ContextFacts
from spanwise.text.span import Span

if TYPE_CHECKING:
    from spanwise.readers.log_linear.context import IntArray

__all__ = ["targets"]


def targets(context: ContextFacts, answers: Sequence[Span]) -> "IntArray":
    """Return the candidates to be chosen, shape (k,); none where no candidate shares a word with one.

    An answer is looked for without the articles and the punctuation at its ends, which scoring ignores. Where it is
    no candidate, the shortest candidate that holds it is the target, as in the paper; where none holds it, the one
    that shares most with it.
    """
    starts, ends = context.candidates.starts, context.candidates.ends
    exact: list[int] = []
    holding: list[int] = []
    for answer in answers:
        tokens = context.annotated.tokens_in(answer)
        if tokens is None:
            continue
        start, end = _bare(context, tokens)
        found = np.flatnonzero((starts == start) & (ends == end))
        exact += found.tolist()
        if not len(found):
            shared = np.minimum(ends, end) - np.maximum(starts, start)
            # The F1 of its tokens: among those that hold the whole, the shortest has the most.
            closeness = 2 * shared / (ends - starts + end - start)
            whole = shared == end - start
            place = int(np.argmax(np.where(whole, 1 + closeness, closeness)))
            holding += [place] if shared[place] > 0 else []
    return np.unique(np.array(exact or holding, dtype=np.int64))


def _bare(context: ContextFacts, tokens: TokenSpan) -> TokenSpan:
    start, end = tokens
    pos, lemmas = context.annotated.pos, context.lemmas
    while start < end - 1 and (pos[start] in WORDLESS or lemmas[start] in ("a", "an", "the")):
        start += 1
    while start < end - 1 and pos[end - 1] in WORDLESS:
        end -= 1
    return TokenSpan(start, end)
