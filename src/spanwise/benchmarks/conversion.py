"""What a conversion gives: the dataset, and an account in which every question read is written or dropped for a reason.

Published conversions lose questions without a word, and then two figures "on LAMBADA" are on different questions.
"""

from collections.abc import Iterable

import msgspec

from spanwise.data.dataset import Article, Dataset

__all__ = ["Change", "Conversion", "ConversionReport", "Dropped", "Tally"]

_EXAMPLES = 5


class Dropped(msgspec.Struct, frozen=True):
    """Why questions were left out, how many, and the ids of the first few."""

    reason: str
    questions: int
    examples: tuple[str, ...] = ()


class Change(msgspec.Struct, frozen=True):
    """What was done to questions, answers or contexts that were kept, and how many of them."""

    what: str
    count: int


class ConversionReport(msgspec.Struct, frozen=True):
    """The account of a conversion; ``questions_in`` is always ``questions_out`` and all that was dropped."""

    source: str
    questions_in: int
    questions_out: int
    dropped: tuple[Dropped, ...] = ()
    changes: tuple[Change, ...] = ()

    def __post_init__(self) -> None:
        """Refuse an account that does not add up: then a converter has lost questions unseen."""
        lost = self.questions_in - self.questions_out - sum(entry.questions for entry in self.dropped)
        if lost:
            raise AssertionError(f"{self.source}: {lost} questions are neither written nor dropped for a reason")


class Conversion(msgspec.Struct, frozen=True):
    """A benchmark in the one form that readers take, with the account of how it came from its own."""

    dataset: Dataset
    report: ConversionReport


class Tally:
    """Counts what a converter reads, drops and changes, and closes the account."""

    def __init__(self, source: str) -> None:
        """Begin an account.

        Args:
            source: How the file is called in messages.
        """
        self.source = source
        self._read = 0
        self._dropped: dict[str, tuple[int, tuple[str, ...]]] = {}
        self._changes: dict[str, int] = {}

    def read(self, questions: int = 1) -> None:
        """Count questions of the source."""
        self._read += questions

    def drop(self, reason: str, *question_ids: str) -> None:
        """Leave out questions that were read."""
        self._drop(reason, len(question_ids), question_ids)

    def drop_count(self, reason: str, questions: int) -> None:
        """Leave out questions that were counted and never looked at, so that there are no ids to show."""
        self._drop(reason, questions, ())

    def carry(self, report: ConversionReport) -> None:
        """Begin with the account of a conversion whose outcome is worked on further."""
        self._read += report.questions_in
        for entry in report.dropped:
            self._drop(entry.reason, entry.questions, entry.examples)
        for change in report.changes:
            self.change(change.what, change.count)

    def _drop(self, reason: str, questions: int, ids: tuple[str, ...]) -> None:
        count, examples = self._dropped.get(reason, (0, ()))
        self._dropped[reason] = (count + questions, (*examples, *ids)[:_EXAMPLES])

    def change(self, what: str, count: int = 1) -> None:
        """Count something that was changed or decided about what is kept."""
        if count:
            self._changes[what] = self._changes.get(what, 0) + count

    def conversion(self, articles: Iterable[Article], *, name: str, version: str = "1.1") -> Conversion:
        """Return the dataset with its account.

        The last look at every answer is here, for all converters alike: it stands where it says, or this is a bug.
        """
        dataset = Dataset(tuple(articles), version=version, name=name)
        for _, paragraph, question in dataset.questions():
            for answer in question.answers:
                if answer.start is None or not paragraph.context.startswith(answer.text, answer.start):
                    raise AssertionError(f"{self.source}: {question.id}: {answer.text!r} is not at {answer.start}")
        dropped = tuple(Dropped(why, *counted) for why, counted in self._dropped.items() if counted[0])
        changes = tuple(Change(what, count) for what, count in self._changes.items())
        return Conversion(
            dataset, ConversionReport(self.source, self._read, len(dataset.question_ids), dropped, changes)
        )
