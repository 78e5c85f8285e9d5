"""What the makers of negatives share: where a question stands, what was made of it, or why nothing could be made."""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import Protocol

import msgspec

from spanwise.data.dataset import Answer, Article, Paragraph, Question
from spanwise.language.annotate import Annotator
from spanwise.language.annotated import Annotated
from spanwise.language.lexicon import Lexicon
from spanwise.language.vectors import WordVectors
from spanwise.text.span import Span

__all__ = ["Made", "Maker", "NotMade", "Place", "Resources", "Texts", "annotation_of", "question_key", "sound_answers"]


@dataclass(frozen=True)
class Resources:
    """What negatives are made with: a pipeline always, a lexicon and word vectors where words are replaced."""

    annotator: Annotator
    lexicon: Lexicon | None = None
    vectors: WordVectors | None = None
    """Without them a name is replaced by another name of its article, and not by the nearest words."""


class Texts(msgspec.Struct, frozen=True):
    """The annotation of a dataset's texts, each text once."""

    annotated: Mapping[str, Annotated]

    def of(self, text: str) -> Annotated:
        """Return the annotation of a text of the dataset."""
        return self.annotated[text]


def annotation_of(annotator: Annotator, texts: Sequence[str]) -> Texts:
    """Return the annotation of texts, asked for all at once."""
    distinct = tuple(dict.fromkeys(texts))
    return Texts(dict(zip(distinct, annotator.annotate(distinct), strict=True)))


class Place(msgspec.Struct, frozen=True):
    """An answerable question where it stands."""

    article: Article
    number: int
    """Its paragraph's place in the article."""
    question: Question

    @property
    def paragraph(self) -> Paragraph:
        """The paragraph that answers it."""
        return self.article.paragraphs[self.number]


class Made(msgspec.Struct, frozen=True):
    """A negative: a question with a context that does not answer it."""

    text: str
    context: str
    number: int
    """The paragraph that has this context, or that the new context was cut from."""
    plausible: tuple[Answer, ...] = ()
    changes: tuple[str, ...] = ()
    """What was done to the question or the context, one entry each, to be counted."""


class NotMade(msgspec.Struct, frozen=True):
    """Why no negative could be made."""

    reason: str


class Maker(Protocol):
    """Makes negatives of one kind."""

    def make(self, place: Place, attempt: int) -> Made | NotMade:
        """Return a negative of a question, another one for each attempt from 0, or why there is none."""
        ...


def sound_answers(place: Place) -> tuple[tuple[Answer, Span], ...]:
    """Return the different answers of a question that stand where they say, with their spans."""
    context = place.paragraph.context
    found = {}
    for answer in place.question.answers:
        span = answer.span
        if span is not None and context.startswith(answer.text, span.start):
            found[answer] = span
    return tuple(found.items())


def question_key(text: str) -> str:
    """Return what two questions have in common that are one to `check`: letter case and white space do not count."""
    return " ".join(text.casefold().split())
