"""A text with what a language pipeline says about it: tokens, lemmas, parts of speech, a tree, entities, sentences."""

from functools import cached_property
from typing import NamedTuple

import msgspec

from spanwise.text.span import Span

__all__ = ["Annotated", "Entity", "TokenSpan"]


class TokenSpan(NamedTuple):
    """A half-open run of tokens."""

    start: int
    end: int


class Entity(NamedTuple):
    """A named entity, date or number: a half-open run of tokens with its OntoNotes type, such as "PERSON"."""

    start: int
    end: int
    type: str


class Annotated(msgspec.Struct, frozen=True, dict=True):
    """A text and its n tokens, column by column.

    White space beyond one blank is a token of its own, with the part of speech "SPACE", so that tokens and the single
    blanks between them cover the text.
    """

    text: str
    starts: tuple[int, ...]
    """Where each token starts in the text, shape (n,), code points."""
    ends: tuple[int, ...]
    lemmas: tuple[str, ...]
    pos: tuple[str, ...]
    """Universal parts of speech: "NOUN", "PROPN", "VERB", ..."""
    tags: tuple[str, ...]
    """Penn Treebank tags for English: "NN", "VBD", "WP", ..."""
    dependencies: tuple[str, ...]
    """The relation of each token to its head: "nsubj", "dobj", ...; "ROOT" for the root of a sentence."""
    heads: tuple[int, ...]
    """The index of each token's head; a root's is its own. A head lies in the same sentence."""
    entities: tuple[Entity, ...]
    noun_chunks: tuple[TokenSpan, ...]
    """Base noun phrases: flat ones, without what hangs on them from behind."""
    sentences: tuple[TokenSpan, ...]
    """Sentences in order; together they hold every token once."""

    def __len__(self) -> int:
        """Return the number of tokens."""
        return len(self.starts)

    @cached_property
    def words(self) -> tuple[str, ...]:
        """The tokens as they stand in the text, shape (n,)."""
        return tuple([self.text[a:b] for a, b in zip(self.starts, self.ends, strict=True)])

    @cached_property
    def entity_types(self) -> tuple[str, ...]:
        """The type of the entity each token is in, shape (n,); "" outside of any."""
        types = [""] * len(self)
        for entity in self.entities:
            types[entity.start : entity.end] = [entity.type] * (entity.end - entity.start)
        return tuple(types)

    @cached_property
    def sentence_index(self) -> tuple[int, ...]:
        """The sentence each token is in, shape (n,)."""
        return tuple([number for number, s in enumerate(self.sentences) for _ in range(s.start, s.end)])

    def span(self, start: int, end: int) -> Span:
        """Return where a run of tokens stands in the text."""
        return Span(self.starts[start], self.ends[end - 1])

    def tokens_in(self, span: Span) -> TokenSpan | None:
        """Return the run of tokens that a span touches, or None where it touches none.

        An answer may begin or end inside a token ("1066" of "1066-1087"): a token counts when any of it is in the
        span.
        """
        from bisect import bisect_left, bisect_right

        start = bisect_right(self.ends, span.start)
        end = bisect_left(self.starts, span.end)
        return TokenSpan(start, end) if start < end else None
