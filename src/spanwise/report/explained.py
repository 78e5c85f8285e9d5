"""Which questions of a reader are explained, counted by where the right answer stands among its candidates."""

from collections import Counter

import msgspec

from spanwise.diagnosis.explanations import Standing
from spanwise.report.page_input import ShownReader

__all__ = ["STANDINGS", "ExplainedCounts", "explained_counts", "explained_key"]

STANDINGS: dict[Standing, str] = {
    "first": "stands first",
    "lower": "stands lower",
    "none": "is no candidate",
    "unanswerable": "does not exist",
}
"""What is said of the right answer, in the order in which it is told."""


class ExplainedCounts(msgspec.Struct, frozen=True):
    """How many questions of a reader are explained."""

    reader: ShownReader
    explained: int
    wrong_explained: int
    wrong: int
    """Those that exact match calls wrong, of the questions that have a prediction."""
    standings: tuple[tuple[str, int, str], ...]
    """Of each standing that occurs what is said of it, how many there are, and the link to them."""


def explained_counts(reader: ShownReader) -> ExplainedCounts | None:
    """Return the counts of a reader; None where nothing of it is explained."""
    if not reader.explained:
        return None
    columns = reader.scores.columns
    rows = zip(columns.ids, columns.em, columns.predicted, strict=True)
    wrong = [identity for identity, em, predicted in rows if predicted and em < 1]
    counts = Counter(one.standing for one in reader.explained.values())
    return ExplainedCounts(
        reader=reader,
        explained=len(reader.explained),
        wrong_explained=sum(1 for identity in wrong if identity in reader.explained),
        wrong=len(wrong),
        standings=tuple(
            (label, counts[key], f"#tab=questions&g={explained_key(reader.index)}:{key}")
            for key, label in STANDINGS.items()
            if counts[key]
        ),
    )


def explained_key(index: int) -> str:
    """Return what links call the explained questions of a reader."""
    return f"why-{index}"
