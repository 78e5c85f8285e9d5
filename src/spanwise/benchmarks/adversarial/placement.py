"""A sentence put into a context: behind it, before it or between two of its sentences, answers and all."""

from collections.abc import Sequence
from typing import NamedTuple

import msgspec

from spanwise.data.dataset import Answer, Question
from spanwise.errors import OptionError
from spanwise.text.sentences import sentence_spans
from spanwise.text.span import Span

__all__ = ["PLACES", "Placed", "placed", "shifted"]

PLACES = ("end", "start", "middle")
"""Where a sentence may be added: behind the context as AddSent does, before it, or between two of its sentences."""


class Placed(NamedTuple):
    """A context with a sentence added, and where it stands."""

    context: str
    added: Span


def placed(context: str, sentence: str, place: str, *, whole: Sequence[Span] = ()) -> Placed | None:
    """Return the context with a sentence added, or None where there is no such place.

    Args:
        context: The context; it is kept letter by letter around the sentence.
        sentence: What to add, without white space around it.
        place: One of `PLACES`. "middle" is the border of two sentences nearest to the middle of the context.
        whole: Spans that must not be torn apart, such as the answers'.

    Raises:
        OptionError: There is no such place.
    """
    if place not in PLACES:
        raise OptionError(f"a sentence cannot be added at {place!r}; give one of {', '.join(PLACES)}")
    if place == "start":
        return Placed(f"{sentence} {context}", Span(0, len(sentence)))
    if place == "end":
        gap = "" if not context or context[-1].isspace() else " "
        start = len(context) + len(gap)
        return Placed(f"{context}{gap}{sentence}", Span(start, start + len(sentence)))
    borders = [sentence_.start for sentence_ in sentence_spans(context)[1:]]
    free = [border for border in borders if not any(span.start < border < span.end for span in whole)]
    if not free:
        return None
    border = min(free, key=lambda at: (abs(2 * at - len(context)), at))
    return Placed(f"{context[:border]}{sentence} {context[border:]}", Span(border, border + len(sentence)))


def shifted(question: Question, added: Span, context: str) -> Question:
    """Return a question with its answers where they stand once a sentence has been added to the context.

    Args:
        question: The question on the original context.
        added: Where the sentence stands in the new context.
        context: The new context.
    """
    # The sentence comes with a blank, behind it or, at the end, before it.
    by = added.end - added.start + (context[added.end : added.end + 1] == " ")

    def moved(answer: Answer) -> Answer:
        start = answer.start
        return Answer(answer.text, start if start is None or start < added.start else start + by)

    return msgspec.structs.replace(
        question,
        answers=tuple(map(moved, question.answers)),
        plausible_answers=tuple(map(moved, question.plausible_answers)),
    )
