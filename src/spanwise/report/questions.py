"""The questions with everyone's answers, as the JSON that the page's question browser reads.

Offsets leave the house's unit here and only here: JavaScript counts UTF-16 units, in which an emoji is two, so every
offset on the page is a UTF-16 one and the script need not convert any.
"""

from collections.abc import Iterable, Sequence
from typing import Any

import msgspec

from spanwise.data.dataset import Answer, Dataset, Question
from spanwise.report.explanation_data import explanation_data
from spanwise.report.outcome import outcome_indices
from spanwise.report.page_input import ShownReader
from spanwise.scoring.columns import Columns

__all__ = ["MOST_VALUES", "Facet", "question_data", "slug", "utf16_offset"]


MOST_VALUES = 1000
"""How many values a facet may have: one character of the page says which, and there are enough of these."""


class Facet(msgspec.Struct, frozen=True):
    """One way of parting the questions: each has one of a few values, or none."""

    key: str
    """The word in links: ``#g=question-word:when``."""
    label: str
    values: tuple[str, ...]
    of: tuple[int, ...]
    """The position in values of each question, -1 where it has none; shape (n,)."""
    keys: tuple[str, ...] = ()
    """What links call each value; the values' own words where it is empty."""
    reader: int | None = None
    """The reader whose questions are parted, where it is not the same for all."""


def question_data(dataset: Dataset, readers: Sequence[ShownReader], facets: Sequence[Facet] = ()) -> bytes:
    """Return the questions, contexts, answers, predictions and scores as compact JSON, safe inside a script element.

    Column by column and each context once, which makes it half as large as one object a question. Every "<" is
    escaped: no text of a dataset can then close the element or open a comment in it.

    A gold answer is (start, end, how many gave it), or (text, how many) where the text is nowhere in the context.
    """
    columns = readers[0].scores.columns
    paragraphs = [paragraph for article in dataset.articles for paragraph in article.paragraphs]
    contexts = [_Context(paragraph.context) for paragraph in paragraphs]
    asked = _questions(dataset, columns, last_kept=readers[0].scores.signature.duplicates == "last kept")
    data = {
        "articles": [article.title for article in dataset.articles],
        "of": [i for i, article in enumerate(dataset.articles) for _ in article.paragraphs],
        "contexts": [context.text for context in contexts],
        "id": columns.ids,
        "text": [question.text for question in asked],
        "paragraph": columns.paragraph,
        "answers": [contexts[p].places(q.answers) for p, q in zip(columns.paragraph, asked, strict=True)],
        "plausible": {
            str(i): contexts[p].places(q.plausible_answers)
            for i, (p, q) in enumerate(zip(columns.paragraph, asked, strict=True))
            if q.plausible_answers
        },
        "category": {str(i): q.category for i, q in enumerate(asked) if q.category},
        "facets": [_facet(facet) for facet in facets],
        "readers": [_reader(reader, contexts) for reader in readers],
    }
    return msgspec.json.encode(data).replace(b"<", b"\\u003c")


def utf16_offset(text: str, offset: int) -> int:
    """Return where a code point offset lies when counted in UTF-16 units, as JavaScript counts."""
    return len(text[:offset].encode("utf-16-le", "surrogatepass")) // 2


def slug(text: str) -> str:
    """Return a text as links carry it: words joined by hyphens."""
    return "-".join(text.split())


class _Context:
    """A context that knows whether its two ways of counting differ."""

    def __init__(self, text: str) -> None:
        self.text = text
        self._plain = text.isascii() or utf16_offset(text, len(text)) == len(text)

    def offset(self, offset: int) -> int:
        return offset if self._plain else utf16_offset(self.text, offset)

    def places(self, answers: Iterable[Answer]) -> list[int | str]:
        """Return the distinct answers, flat: start, end, count, or text, count."""
        counts: dict[tuple[int | None, str], int] = {}
        for answer in answers:
            key = (self._start(answer), answer.text)
            counts[key] = counts.get(key, 0) + 1
        flat: list[int | str] = []
        for (start, text), count in counts.items():
            if start is None or not text:
                flat += [text, count]
            else:
                flat += [self.offset(start), self.offset(start + len(text)), count]
        return flat

    def _start(self, answer: Answer) -> int | None:
        """Return where an answer stands: where the file says, or else where its text is nearest to that."""
        stated = answer.start or 0
        if stated >= 0 and self.text.startswith(answer.text, stated):
            return stated
        before = self.text.rfind(answer.text, 0, max(stated, 0) + len(answer.text))
        after = self.text.find(answer.text, max(stated, 0))
        near = [start for start in (before, after) if start >= 0]
        return min(near, key=lambda start: abs(start - stated)) if near else None


def _questions(dataset: Dataset, columns: Columns, *, last_kept: bool) -> list[Question]:
    """Return the question of each scored row; questions that share an id in one paragraph come in file order."""
    by_place: dict[tuple[int, str], list[Question]] = {}
    number = 0
    for article in dataset.articles:
        for paragraph in article.paragraphs:
            for question in paragraph.questions:
                by_place.setdefault((number, question.id), []).append(question)
            number += 1
    found = []
    for place in zip(columns.paragraph, columns.ids, strict=True):
        same = by_place[place]
        if last_kept:
            found.append(same[-1])
        else:
            found.append(same.pop(0) if len(same) > 1 else same[0])
    return found


def _facet(facet: Facet) -> dict[str, Any]:
    return {
        "key": facet.key,
        "label": facet.label,
        "keys": facet.keys or [slug(value) for value in facet.values],
        "values": facet.values,
        "codes": "".join(" " if position < 0 else chr(48 + position) for position in facet.of),
        "reader": facet.reader,
    }


def _reader(reader: ShownReader, contexts: Sequence[_Context]) -> dict[str, Any]:
    columns = reader.scores.columns
    predicted = [reader.predictions.by_id.get(identity) for identity in columns.ids]
    by_threshold = zip(columns.abstains, columns.answered, strict=True)
    spans = {}
    for i, prediction in enumerate(predicted):
        if prediction is not None and prediction.span is not None and prediction.text:
            context, span = contexts[columns.paragraph[i]], prediction.span
            if context.text[span.start : span.end] == prediction.text:
                spans[str(i)] = (context.offset(span.start), context.offset(span.end))
    return {
        "letter": reader.letter,
        "colour": reader.colour,
        "name": reader.name,
        "outcome": "".join(map(str, outcome_indices(columns))),
        "text": [None if prediction is None else prediction.text for prediction in predicted],
        "f1": [round(1000 * f1) for f1 in columns.f1],
        "span": spans,
        "silenced": [i for i, (abstains, answered) in enumerate(by_threshold) if abstains and answered],
        "na_prob": None if columns.na_prob is None else [float(f"{p:.4g}") for p in columns.na_prob],
        "threshold": reader.scores.na_threshold,
        "why": explanation_data(reader.explained, columns.ids, [contexts[p].offset for p in columns.paragraph]),
    }
