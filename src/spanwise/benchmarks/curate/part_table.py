"""The parts of a benchmark side by side, counted as SQuAD's and SQuAD 2.0's tables count them."""

from collections.abc import Sequence

import msgspec

from spanwise.data.dataset import Dataset
from spanwise.data.describe import Description, describe
from spanwise.errors import OptionError

__all__ = ["PartTable", "part_table"]

_ROWS: dict[str, str] = {
    "total examples": "questions",
    "negative examples": "unanswerable",
    "total articles": "articles",
    "articles with negatives": "articles_with_unanswerable",
}
"""SQuAD 2.0, Table 2, by its own names, and the counts they are."""


class PartTable(msgspec.Struct, frozen=True):
    """Rows of numbers, one column a part; None where there is nothing to take a mean of."""

    parts: tuple[str, ...]
    rows: tuple[tuple[str, tuple[float | None, ...]], ...]


def part_table(parts: Sequence[Dataset]) -> PartTable:
    """Return SQuAD 2.0's Table 2 of the parts, and below it what SQuAD's section 3 says of paragraphs and lengths.

    Raises:
        OptionError: There is no part.
    """
    if not parts:
        raise OptionError("there is nothing to count; give a part or more")
    described = [describe(part) for part in parts]
    rows: list[tuple[str, tuple[float | None, ...]]] = [
        (name, tuple(getattr(one, field) for one in described)) for name, field in _ROWS.items()
    ]
    rows += [
        ("paragraphs", tuple(one.paragraphs for one in described)),
        ("paragraphs without questions", tuple(one.paragraphs_without_questions for one in described)),
        ("answers a question", tuple(one.answers_per_question for one in described)),
        ("questions a paragraph", tuple(map(_questions_a_paragraph, described))),
        ("mean words of a paragraph", tuple(_mean(one.context_lengths.words) for one in described)),
        ("mean words of a question", tuple(_mean(one.question_lengths.words) for one in described)),
        ("mean words of an answer", tuple(_mean(one.answer_lengths.words) for one in described)),
    ]
    return PartTable(tuple(part.name for part in parts), tuple(rows))


def _questions_a_paragraph(description: Description) -> float | None:
    spread = description.questions_per_paragraph
    return None if spread is None else spread.mean


def _mean(spread: object) -> float | None:
    return getattr(spread, "mean", None)
