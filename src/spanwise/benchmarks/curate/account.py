"""What was left out or changed on the way from documents to paragraphs: counted, with the first few named."""

from collections.abc import Iterable

import msgspec

__all__ = ["Account", "Note"]

_EXAMPLES = 5


class Note(msgspec.Struct, frozen=True):
    """One kind of thing that was left out or changed, how often, and the first few."""

    what: str
    count: int
    examples: tuple[str, ...] = ()


class Account:
    """Counts what a curation leaves out or changes, in the order in which the kinds first turn up."""

    def __init__(self) -> None:
        self._counts: dict[str, int] = {}
        self._examples: dict[str, tuple[str, ...]] = {}

    def note(self, what: str, example: str = "", count: int = 1) -> None:
        """Count something, and keep the example where there are few yet.

        Args:
            what: The kind, in the plural: "redirects".
            example: Where it was found.
            count: How often, at least 0; 0 leaves no trace.
        """
        if count:
            self._counts[what] = self._counts.get(what, 0) + count
            kept = self._examples.get(what, ())
            if example and example not in kept:
                self._examples[what] = (*kept, example)[:_EXAMPLES]

    def note_all(self, counts: Iterable[tuple[str, int]], example: str) -> None:
        """Count several kinds of things that were found at one place."""
        for what, count in counts:
            self.note(what, example, count)

    def notes(self) -> tuple[Note, ...]:
        """Return what was counted so far."""
        return tuple(Note(what, count, self._examples.get(what, ())) for what, count in self._counts.items())
