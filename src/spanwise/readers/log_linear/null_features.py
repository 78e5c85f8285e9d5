"""What tells that a context holds no answer: how much of the question is missing, swapped or turned round in it."""

from collections.abc import Callable, Collection
from typing import TYPE_CHECKING, NamedTuple, Self

import numpy as np

from spanwise.language.annotated import Annotated, TokenSpan
from spanwise.language.lexicon import Lexicon
from spanwise.readers.log_linear.asked import WORDLESS, Asked
from spanwise.readers.log_linear.considered import Considered
from spanwise.readers.log_linear.context import ContextFacts

if TYPE_CHECKING:
    from spanwise.readers.log_linear.context import FloatArray

__all__ = ["NULL_FEATURES", "null_features"]

_KINDS = {
    "names": ("PROPN",),
    "nouns": ("NOUN",),
    "verbs": ("VERB",),
    "adjectives": ("ADJ", "ADV"),
    "numbers": ("NUM",),
}
_NEGATIONS = frozenset(
    [
        *("not", "no", "never", "none", "nobody", "nothing", "neither", "nor", "without", "n't", "unable", "fail"),
        *("lack", "except", "besides", "other", "exclude", "refuse", "deny", "prevent", "rather"),
    ]
)
_EXPECTED = {
    "who": ("PERSON", "ORG", "NORP", "GPE", "PER"),
    "whom": ("PERSON", "ORG", "NORP", "GPE", "PER"),
    "when": ("DATE", "TIME"),
    "where": ("GPE", "LOC", "FAC", "ORG"),
    "how many": ("CARDINAL", "QUANTITY", "PERCENT", "MONEY"),
    "how much": ("CARDINAL", "QUANTITY", "PERCENT", "MONEY"),
    "how long": ("DATE", "TIME", "QUANTITY", "CARDINAL"),
}

NULL_FEATURES = (
    "score of the best answer",
    "log-probability of the best answer",
    "lead over the best answer of another sentence",
    "probability of the best answer's sentence",
    "weight of the question found in the sentence",
    "weight of the question found in the context",
    "weight of the heaviest word missing from the context",
    *(f"{kind} missing from the {where}" for where in ("sentence", "context") for kind in _KINDS),
    "bigrams of the question found in the sentence",
    "arcs of the question found in the sentence",
    "words of the question",
    "the roots match",
    "entities missing from the sentence",
    "entities missing from the context",
    "entities missing where the sentence has another of the type",
    "numbers missing where the sentence has another",
    "the question has a negation",
    "question and sentence differ in negation",
    "the answer has the type asked for",
    "the sentence has the type asked for",
    "words whose antonym is in the sentence",
    "missing words with a synonym in the sentence",
    "missing words without a relative in the context",
)
"""What the features of the null candidate measure, in order, each a number."""


class _Text(NamedTuple):
    """The words of a sentence or context, as questions are held against them."""

    lemmas: frozenset[str]
    bigrams: frozenset[tuple[str, str]]
    arcs: frozenset[tuple[str, str]]

    @classmethod
    def of(cls, annotated: Annotated, tokens: TokenSpan, lemmas: list[str]) -> Self:
        own = range(tokens.start, tokens.end)
        return cls(
            frozenset([lemmas[t] for t in own if annotated.pos[t] not in WORDLESS]),
            frozenset([(lemmas[t], lemmas[t + 1]) for t in own if t + 1 < tokens.end]),
            frozenset([(lemmas[annotated.heads[t]], lemmas[t]) for t in own if annotated.heads[t] != t]),
        )


def null_features(one: Considered, idf: Callable[[str], float], lexicon: Lexicon | None) -> "FloatArray":
    """Return the measures of `NULL_FEATURES` for a question, given the scores of its candidates.

    Args:
        one: The question, its context, and what its candidates score.
        idf: The weight of a lemma.
        lexicon: Knows antonyms and synonyms; without one these count as 0.
    """
    if one.context is None:
        return np.zeros(len(NULL_FEATURES))
    context, asked = one.context, Asked(one.annotated)
    best = int(np.argmax(one.scores))
    number = int(context.candidates.sentences[best])
    tokens = context.annotated.sentences[number]
    sentence = _Text.of(context.annotated, tokens, context.lemmas)
    everything = frozenset([lemma for lemma, word in zip(context.lemmas, context.is_word, strict=True) if word])
    return np.array(
        [
            *_confidence(one.scores, context, best, number),
            *_coverage(asked, sentence.lemmas, everything, idf),
            *_missing(asked, sentence.lemmas),
            *_missing(asked, everything),
            _share(asked.bigrams, sentence.bigrams),
            _share(_telling_arcs(asked), sentence.arcs),
            len(asked.words),
            asked.root in sentence.lemmas,
            *_entities(asked, context, tokens, sentence.lemmas, everything),
            *_negation(asked, sentence.lemmas),
            *_type(asked, context, tokens, best),
            *_relatives(asked, sentence.lemmas, everything, lexicon),
        ],
        dtype=np.float64,
    )


def _confidence(scores: "FloatArray", context: ContextFacts, best: int, sentence: int) -> tuple[float, ...]:
    top = float(scores[best])
    shifted = np.exp(scores - top)
    total = float(shifted.sum())
    own = context.candidates.sentences == sentence
    elsewhere = float(scores[~own].max()) if not own.all() else top - 10.0
    return top, -float(np.log(total)), top - elsewhere, float(shifted[own].sum()) / total


def _coverage(
    asked: Asked, sentence: Collection[str], everything: Collection[str], idf: Callable[[str], float]
) -> tuple[float, ...]:
    weights = {lemma: idf(lemma) for lemma in asked.telling_words}
    total = sum(weights.values()) or 1.0
    missing = [weight for lemma, weight in weights.items() if lemma not in everything]
    shares = [sum(w for lemma, w in weights.items() if lemma in held) / total for held in (sentence, everything)]
    return (*shares, max(missing, default=0.0))


def _missing(asked: Asked, held: Collection[str]) -> list[float]:
    """Return how many of the question's words of each kind a text lacks."""
    pos = asked.annotated.pos
    lacking = [pos[token] for lemma, token in asked.telling_words.items() if lemma not in held]
    return [float(sum(found in kinds for found in lacking)) for kinds in _KINDS.values()]


def _share(wanted: Collection[tuple[str, str]], held: Collection[tuple[str, str]]) -> float:
    return sum(pair in held for pair in wanted) / len(wanted) if wanted else 0.0


def _telling_arcs(asked: Asked) -> list[tuple[str, str]]:
    lemmas, telling = asked.lemmas, asked.telling_words
    pairs = ((lemmas[head], lemmas[token]) for token, head in enumerate(asked.annotated.heads) if head != token)
    return [(head, token) for head, token in pairs if head in telling and token in telling]


def _entities(
    asked: Asked, context: ContextFacts, tokens: TokenSpan, sentence: Collection[str], everything: Collection[str]
) -> tuple[float, ...]:
    types = {e.type for e in context.annotated.entities if tokens.start <= e.start < tokens.end}
    lacking, lost, swapped = 0, 0, 0
    for entity in asked.annotated.entities:
        own = [lemma for lemma in asked.lemmas[entity.start : entity.end] if lemma in asked.telling_words]
        if all(lemma in sentence for lemma in own):
            continue
        lacking += 1
        lost += not all(lemma in everything for lemma in own)
        swapped += entity.type in types
    pos = asked.annotated.pos
    numbers = [lemma for lemma, token in asked.words.items() if pos[token] == "NUM" and lemma not in sentence]
    others = any(found == "NUM" for found in context.annotated.pos[tokens.start : tokens.end])
    return lacking, lost, swapped, float(len(numbers) if others else 0)


def _negation(asked: Asked, sentence: Collection[str]) -> tuple[bool, bool]:
    here = any(lemma in _NEGATIONS for lemma in asked.lemmas)
    return here, here != any(lemma in _NEGATIONS for lemma in sentence)


def _type(asked: Asked, context: ContextFacts, tokens: TokenSpan, best: int) -> tuple[float, float]:
    """Return 1 where answer or sentence have an entity of the type asked for, 0 where not, 0.5 where none is."""
    expected = _EXPECTED.get(asked.wh_word)
    if asked.focus in ("year", "date", "century", "decade", "month", "day"):
        expected = _EXPECTED["when"]
    if expected is None:
        return 0.5, 0.5
    types = context.annotated.entity_types
    answer = types[int(context.candidates.starts[best]) : int(context.candidates.ends[best])]
    return float(any(t in expected for t in answer)), float(any(t in expected for t in types[slice(*tokens)]))


def _relatives(
    asked: Asked, sentence: Collection[str], everything: Collection[str], lexicon: Lexicon | None
) -> tuple[float, ...]:
    if lexicon is None:
        return 0.0, 0.0, 0.0
    turned, meant, strange = 0, 0, 0
    for lemma, token in asked.telling_words.items():
        pos = asked.annotated.pos[token]
        if lemma in sentence or pos not in ("NOUN", "VERB", "ADJ", "ADV"):
            continue
        turned += any(word in sentence for word in lexicon.antonyms(lemma, pos))
        near = (*lexicon.synonyms(lemma, pos), *lexicon.hypernyms(lemma, pos), *lexicon.hyponyms(lemma, pos))
        meant += any(word in sentence for word in near)
        strange += lemma not in everything and not any(word in everything for word in near)
    return turned, meant, strange
