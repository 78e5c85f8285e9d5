"""A question with what a reader made of it: the scores of all candidates."""

from typing import TYPE_CHECKING, NamedTuple

from spanwise.data.dataset import Question
from spanwise.language.annotated import Annotated
from spanwise.readers.log_linear.context import ContextFacts

if TYPE_CHECKING:
    from spanwise.readers.log_linear.context import FloatArray

__all__ = ["Considered"]


class Considered(NamedTuple):
    """A question with the scores of all candidates."""

    question: Question
    annotated: Annotated
    """The question's text, annotated."""
    context: ContextFacts | None
    """None where the context has no candidate."""
    scores: "FloatArray"
    """(c,)."""
