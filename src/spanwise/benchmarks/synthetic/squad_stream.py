"""SQuAD JSON written as it is made: questions go to the file one by one, and none stays in memory."""

import json
from collections.abc import Iterable
from typing import IO

import msgspec

from spanwise.data.dataset import Question
from spanwise.data.reading import extras

__all__ = ["Item", "SquadStream"]


class Item(msgspec.Struct, frozen=True, gc=False):
    """A question with its context and the title of its article."""

    title: str
    context: str
    question: Question


class SquadStream:
    """Writes questions in the form of SQuAD 1.1, as `spanwise.data.squad.encode_squad` writes a whole dataset.

    Those that follow each other with one title make an article, and of these those with one context a paragraph.
    """

    def __init__(self, file: IO[bytes]) -> None:
        """Begin the file."""
        self._file = file
        self._title: str | None = None
        self._context: str | None = None
        self.articles = 0
        self.contexts = 0
        self.questions = 0
        self._text('{"data": [')

    def write(self, items: Iterable[Item]) -> None:
        """Write questions that all have answers.

        Raises:
            AssertionError: An answer is not where it says, which is a bug of what made it.
        """
        for item in items:
            for answer in item.question.answers:
                if answer.start is None or not item.context.startswith(answer.text, answer.start):
                    raise AssertionError(f"{item.question.id}: {answer.text!r} is not at {answer.start}")
            self._place(item)
            answers = [{"answer_start": answer.start, "text": answer.text} for answer in item.question.answers]
            value = {"answers": answers, "question": item.question.text, "id": item.question.id}
            self._text(json.dumps(value | extras(item.question)))
            self.questions += 1

    def _place(self, item: Item) -> None:
        """Open what the question stands in, where it isn't open."""
        if item.title == self._title and item.context == self._context:
            self._text(", ")
            return
        if item.title == self._title:
            self._text("]}, ")
        else:
            if self._title is not None:
                self._text("]}]}, ")
            self._text(f'{{"title": {json.dumps(item.title)}, "paragraphs": [')
            self.articles += 1
        self._text(f'{{"context": {json.dumps(item.context)}, "qas": [')
        self.contexts += 1
        self._title, self._context = item.title, item.context

    def close(self) -> None:
        """End the file."""
        self._text("]}]}" if self._title is not None else "")
        self._text('], "version": "1.1"}')

    def _text(self, text: str) -> None:
        self._file.write(text.encode("ascii"))
