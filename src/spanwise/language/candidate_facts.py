"""Facts about a span that tell whether anyone would give it as an answer, and what each fact counts.

The facts speak of universal parts of speech, relations and the span's edges, never of single words, and none of them
knows the question. What they count was fitted by logistic regression to the answers of 50 articles of SQuAD's training
part (`tools/candidate_weights.py` fits it anew); what a pipeline says that was not seen there counts 0, which is the
mean of each fact.
"""

from collections.abc import Mapping, Sequence
from functools import cache
from importlib.resources import files
from typing import TYPE_CHECKING

import msgspec
import numpy as np

from spanwise.language.annotated import Annotated

if TYPE_CHECKING:
    from numpy.typing import NDArray

    BoolArray = NDArray[np.bool_]
    FloatArray = NDArray[np.float64]
    IntArray = NDArray[np.int64]

__all__ = ["CandidateWeights", "Fact", "Spans", "answer_scores", "candidate_facts", "candidate_weights"]

_EDGE = "edge"  # of the sentence


class Spans(msgspec.Struct, frozen=True):
    """Runs of tokens within sentences, shape (c,) each."""

    starts: "IntArray"
    ends: "IntArray"
    heads: "IntArray"
    """The token nearest to the root of the sentence."""
    roots: "IntArray"
    """How many of a span's tokens hang on something outside of it: 1 where it hangs together."""


class Fact(msgspec.Struct, frozen=True):
    """One fact about each of c spans: the values it takes in a text, and which of them each span has."""

    values: Sequence[str]
    index: "IntArray"
    """Shape (c,)."""


class CandidateWeights(msgspec.Struct, frozen=True):
    """What each value of each fact adds to the score of a span."""

    fitted_on: str
    intercept: float
    facts: dict[str, dict[str, float]]


@cache
def candidate_weights() -> CandidateWeights:
    """Return the weights that come with the package."""
    source = files("spanwise.language").joinpath("candidate_weights.json")
    return msgspec.json.decode(source.read_bytes(), type=CandidateWeights)


def answer_scores(facts: Mapping[str, Fact], weights: CandidateWeights) -> "FloatArray":
    """Return how much each span looks like an answer to some question, shape (c,).

    These are the log-odds that it is one if half of all spans were: about one in 150 is.
    """
    total: FloatArray = np.array(weights.intercept)
    for name, fact in facts.items():
        known = weights.facts[name]
        total = total + np.array([known.get(value, 0.0) for value in fact.values])[fact.index]
    return total


def candidate_facts(annotated: Annotated, spans: Spans) -> dict[str, Fact]:
    """Return the facts about spans of a text, by name.

    `first` and `last`: part of speech of the outermost tokens; `before`: of the token before the span; `after`: how
    the token behind it hangs on its head; `left_out_before` and `left_out_after`: how these two hang on the span,
    where they do; `head`: how the span itself hangs on its head; `entity`: the type of entity the head is in;
    `cut_before` and `cut_after`: the edge cuts an entity in two; `commas`, `roots` and `length` are counts.
    """
    n = len(annotated)
    starts, ends, heads = spans.starts, spans.ends, spans.heads
    bounds = np.zeros(n + 1, dtype=bool)
    bounds[[edge for sentence in annotated.sentences for edge in sentence]] = True
    # Slot n of each column stands for what lies outside of the sentence.
    pos, relations = [*annotated.pos, _EDGE], [*annotated.dependencies, _EDGE]
    before, after = np.where(bounds[starts], n, starts - 1), np.where(bounds[ends], n, ends)
    parents = np.array([*annotated.heads, -1])
    entity = np.zeros(n + 1, dtype=np.int64)
    for number, (start, end, _) in enumerate(annotated.entities, 1):
        entity[start:end] = number
    commas = np.cumsum([0, *[word in ",;:" for word in annotated.words]])
    hanging = [*annotated.dependencies, _EDGE, ""]
    yes = ("", "yes")
    counts = [str(number) for number in range(max(n, 9) + 1)]
    return {
        "first": Fact(pos, starts),
        "last": Fact(pos, ends - 1),
        "before": Fact(pos, before),
        "after": Fact(relations, after),
        "left_out_before": Fact(hanging, np.where(_within(parents[before], spans), before, n + 1)),
        "left_out_after": Fact(hanging, np.where(_within(parents[after], spans), after, n + 1)),
        "head": Fact(relations, heads),
        "entity": Fact([*annotated.entity_types, ""], heads),
        "cut_before": Fact(yes, _same_entity(entity, before, starts)),
        "cut_after": Fact(yes, _same_entity(entity, ends - 1, after)),
        "commas": Fact(counts, np.minimum(commas[ends] - commas[starts], 3)),
        "roots": Fact(counts, np.minimum(spans.roots, 3)),
        "length": Fact(counts, np.minimum(ends - starts, n)),
    }


def _within(tokens: "IntArray", spans: Spans) -> "BoolArray":
    return (tokens >= spans.starts) & (tokens < spans.ends)


def _same_entity(entity: "IntArray", left: "IntArray", right: "IntArray") -> "IntArray":
    same: BoolArray = (entity[left] > 0) & (entity[left] == entity[right])
    return same.astype(np.int64)
