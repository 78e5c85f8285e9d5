"""The measured features: how much of the question stands left, right and inside of a candidate, and lengths."""

from itertools import pairwise
from typing import TYPE_CHECKING

import numpy as np

from spanwise.readers.log_linear.asked import Asked
from spanwise.readers.log_linear.context import ContextFacts
from spanwise.readers.log_linear.frequencies import Frequencies

if TYPE_CHECKING:
    from spanwise.readers.log_linear.context import BoolArray, FloatArray

__all__ = ["MEASURES", "ROOTS", "measure_names", "measures", "roots"]

_PLACES = ("left of the span", "right of the span", "inside the span", "in the sentence")
MEASURES = {
    "matching-words": tuple([f"shared words {place}" for place in _PLACES]),
    "matching-bigrams": tuple([f"shared bigrams {place}" for place in _PLACES]),
    "lengths": tuple([f"number of words {place}" for place in _PLACES]),
    "span-words": ("weight of the words inside the span",),
}
"""The measured features of each group that has any."""
ROOTS = (
    "the roots of question and sentence match",
    "the sentence holds the question's root",
    "the question holds the sentence's root",
)
"""The features of the group root-match: each holds or does not."""

_DIGITS = 9


def measure_names(groups: tuple[str, ...]) -> tuple[str, ...]:
    """Return the measured features of groups, m of them, in the order in which `measures` gives them."""
    return tuple([name for group, names in MEASURES.items() if group in groups for name in names])


def measures(context: ContextFacts, asked: Asked, frequencies: Frequencies, groups: tuple[str, ...]) -> "FloatArray":
    """Return the measured features of every candidate, shape (c, m)."""
    columns: list[FloatArray] = []
    if "matching-words" in groups:
        shared = np.array([kind in asked.words for kind in context.kinds])[context.kind_of]
        columns += _at_places(context, np.where(shared, context.idf, 0.0))
    if "matching-bigrams" in groups:
        pairs = pairwise(context.lemmas)
        weights = [frequencies.bigram_idf(pair) if pair in asked.bigrams else 0.0 for pair in pairs]
        columns += _bigrams_at_places(context, np.array([*weights, 0.0]))
    if "lengths" in groups:
        columns += _at_places(context, context.is_word.astype(np.float64))
    if "span-words" in groups:
        columns += _at_places(context, context.idf)[2:3]
    if not columns:
        return np.zeros((len(context.candidates), 0))
    # Equal sums differ in later digits, by where in the context they were added up; they must be in the same bucket.
    found: FloatArray = np.stack(columns, axis=1).round(_DIGITS)
    return found


def roots(context: ContextFacts, asked: Asked) -> "BoolArray":
    """Return whether each of `ROOTS` holds for every candidate, shape (c, 3)."""
    found = []
    for sentence in context.annotated.sentences:
        own = context.lemmas[sentence.start : sentence.end]
        heads = context.annotated.heads[sentence.start : sentence.end]
        root = next(
            (lemma for place, lemma in enumerate(own, start=sentence.start) if heads[place - sentence.start] == place),
            "",
        )
        found.append((root == asked.root, asked.root in own, root in asked.words))
    return np.array(found, dtype=bool)[context.candidates.sentences]


def _sums_before(values: "FloatArray") -> "FloatArray":
    return np.concatenate([[0.0], np.cumsum(values)])


def _at_places(context: ContextFacts, values: "FloatArray") -> list["FloatArray"]:
    """Return the sums of a value of tokens left, right and inside of each candidate, and in its whole sentence."""
    before = _sums_before(values)
    start, end = before[context.candidates.starts], before[context.candidates.ends]
    first, last = before[context.sentence_starts], before[context.sentence_ends]
    return [start - first, last - end, end - start, last - first]


def _bigrams_at_places(context: ContextFacts, values: "FloatArray") -> list["FloatArray"]:
    """Return the same for bigrams, each at its first token: one across an edge is on neither side of it."""
    before = _sums_before(values)
    starts, ends = context.candidates.starts, context.candidates.ends
    first, last = context.sentence_starts, context.sentence_ends
    at_last = before[last - 1]
    left = before[np.maximum(starts - 1, first)] - before[first]
    right = at_last - before[np.minimum(ends, last - 1)]
    return [left, right, before[ends - 1] - before[starts], at_last - before[first]]
