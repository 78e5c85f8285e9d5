"""A span: a half-open pair of code point offsets into a context."""

from typing import Self

import msgspec

from spanwise.errors import InputError

__all__ = ["Span"]


class Span(msgspec.Struct, frozen=True, order=True):
    """Where a piece of text lies in its context: ``0 <= start < end``, Unicode code points, half-open."""

    start: int
    end: int

    def __post_init__(self) -> None:
        """Refuse a span that holds nothing or starts before the text."""
        if not 0 <= self.start < self.end:
            raise InputError(f"a span from {self.start} to {self.end} holds no text; 0 <= start < end must be true")

    @classmethod
    def at(cls, start: int, text: str) -> Self:
        """Return the span that a text covers when it begins at ``start``."""
        return cls(start, start + len(text))

    def of(self, context: str) -> str:
        """Return the text of this span.

        Raises:
            InputError: The span ends behind the context. Slicing would quietly give less.
        """
        if self.end > len(context):
            raise InputError(f"the span {self.start}..{self.end} ends behind the context of {len(context)} code points")
        return context[self.start : self.end]
