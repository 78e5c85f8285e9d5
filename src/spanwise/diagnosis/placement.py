"""Where an answer lies in the context, and how that lies to the right answers."""

from collections.abc import Sequence
from functools import lru_cache
from typing import Literal

from spanwise.data.dataset import Answer
from spanwise.predictions.prediction import Prediction
from spanwise.text.loose import LEVELS, closest_level, cuts_word, fold
from spanwise.text.sentences import sentence_spans
from spanwise.text.span import Span

__all__ = ["Relation", "answer_places", "places", "relation"]

Relation = Literal["same", "longer", "shorter", "overlapping", "same_sentence", "other_sentence"]

_sentences = lru_cache(maxsize=1)(sentence_spans)
_folded = lru_cache(maxsize=len(LEVELS))(fold)


def places(prediction: Prediction, context: str) -> tuple[Span, ...]:
    """Return where a predicted text stands in the context: one span where the reader names it, else all there are.

    White space, Unicode form, letter case and typographic marks are overlooked only where the text stands nowhere
    letter by letter. Places that cut words count only where there are no others.
    """
    own = prediction.span
    if own is not None and own.end <= len(context) and own.of(context) == prediction.text:
        return (own,)
    return _stands(prediction.text, context)


def answer_places(answers: Sequence[Answer], context: str) -> tuple[Span, ...]:
    """Return where the answers stand: at their own offsets, and where those are missing or wrong, wherever they do."""
    found: dict[Span, None] = {}
    for answer in answers:
        span = answer.span
        if span is not None and context.startswith(answer.text, span.start):
            found[span] = None
        else:
            found |= dict.fromkeys(_stands(answer.text, context))
    return tuple(found)


def _stands(text: str, context: str) -> tuple[Span, ...]:
    text = text.strip()
    if not text:
        return ()
    spans = _exact(text, context)
    if not spans:
        lowest = closest_level(text, context)
        for level in () if lowest is None else LEVELS[LEVELS.index(lowest) :]:
            spans = tuple(_folded(context, level).spans_from(fold(text, level).text))
            if spans:
                break
    whole = tuple(span for span in spans if not cuts_word(context, span))
    return whole or spans


def _exact(text: str, context: str) -> tuple[Span, ...]:
    spans = []
    start = context.find(text)
    while start >= 0:
        spans.append(Span.at(start, text))
        start = context.find(text, start + 1)
    return tuple(spans)


def relation(given: Sequence[Span], right: Sequence[Span], context: str) -> Relation:
    """Return how the places of a given answer lie to those of the right ones, the most favourable pair counting.

    That is the pair that shares the most characters; where none shares any, one in the same sentence.

    Args:
        given: Where the given text stands, at least one span.
        right: Where right answers stand, at least one span.
        context: What the spans are of.
    """
    shared, a, b = max(
        ((min(a.end, b.end) - max(a.start, b.start), a, b) for a in given for b in right), key=lambda found: found[0]
    )
    if shared > 0:
        if a == b:
            return "same"
        if a.start <= b.start and b.end <= a.end:
            return "longer"
        return "shorter" if b.start <= a.start and a.end <= b.end else "overlapping"
    sentences = _sentences(context)
    with_right = [s for s in sentences if any(s.start < span.end and span.start < s.end for span in right)]
    beside = any(s.start < span.end and span.start < s.end for s in with_right for span in given)
    return "same_sentence" if beside else "other_sentence"
