"""What was added to a context to make a variant of a question, and whether an answer lies in it."""

from typing import Literal

from spanwise.text.span import Span

__all__ = ["Destination", "added_span", "destination", "occurrences"]

Destination = Literal["added", "both", "elsewhere", "not found", "no text added"]
"""Where an answer lies in a variant's context: in the added text alone, there and elsewhere, only elsewhere, nowhere
verbatim. Where nothing was added, or more was done to the context than adding, there is nothing to lie in."""

_ENDS = ".?!。？！"


def added_span(original: str, variant: str) -> Span | None:
    """Return where a variant's context has text that the original's has not: one run, before, behind or within.

    Where more was changed than one run put in, there is none: a rewritten context has no added sentence. Blanks at
    the ends of the original do not count.
    """
    for context in dict.fromkeys((original, original.strip())):
        start = _common_start(context, variant)
        end = len(variant) - (len(context) - start)
        if end > start and variant.endswith(context[start:]):
            return _at_a_sentence(variant, start, end)
    return None


def _common_start(left: str, right: str) -> int:
    """Return how many characters two texts have in common from the start."""
    low, high = 0, min(len(left), len(right))
    # By halves, since slices are compared far faster than characters.
    while low < high:
        middle = (low + high + 1) // 2
        if left[low:middle] == right[low:middle]:
            low = middle
        else:
            high = middle - 1
    return low


def _at_a_sentence(variant: str, start: int, end: int) -> Span:
    """Return the run moved to where a sentence begins.

    "The cow. " put before "The dog." can as well be read as "cow. The " put behind "The ": what is left is the same.
    """
    first = start
    while first > 0 and variant[first - 1] == variant[first - 1 + end - start]:
        first -= 1
    for place in range(start, first - 1, -1):
        before = variant[:place].rstrip()
        if not before or before[-1] in _ENDS:
            return Span(place, place + end - start)
    return Span(start, end)


def occurrences(text: str, context: str) -> tuple[Span, ...]:
    """Return every place where a text stands verbatim in a context, overlapping ones too; an empty text has none."""
    spans = []
    place = context.find(text) if text else -1
    while place >= 0:
        spans.append(Span.at(place, text))
        place = context.find(text, place + 1)
    return tuple(spans)


def destination(text: str, span: Span | None, original: str, variant: str) -> Destination:
    """Return where an answer to a variant lies.

    Args:
        text: The answer.
        span: Where the reader says it stands; taken where the context has that text there, else the text is sought.
        original: The original's context.
        variant: The variant's context.
    """
    added = added_span(original, variant)
    if added is None:
        return "no text added"
    claimed = span is not None and variant[span.start : span.end] == text
    found = (span,) if span is not None and claimed else occurrences(text, variant)
    if not found:
        return "not found"
    inside = [place.start < added.end and added.start < place.end for place in found]
    if all(inside):
        return "added"
    return "both" if any(inside) else "elsewhere"
