"""What whoever scores on a dataset must be told about it, found in one quick look.

`check` finds every fault and its pattern; this look is made on every score, so it only counts the faults that
people mistake for a reader's and names the first.
"""

from collections.abc import Iterable

from spanwise.data.dataset import Answer, Dataset, Question
from spanwise.data.finding import Finding, counted, numbered

__all__ = ["glance", "nearest_start"]


def glance(dataset: Dataset) -> tuple[Finding, ...]:
    """Return at most one finding a kind: wrong offsets, answers that are nowhere, contradictory flags."""
    moved: list[tuple[Question, Answer, int]] = []
    absent: dict[str, None] = {}
    contradictory: dict[str, None] = {}
    for paragraph in (paragraph for article in dataset.articles for paragraph in article.paragraphs):
        stands_at = paragraph.context.startswith
        for question in paragraph.questions:
            if question.is_impossible and question.answers:
                contradictory[question.id] = None
            for answer in question.answers:
                start = answer.start
                # An empty answer stands everywhere; that it is empty is for scoring to say.
                if start is None or not answer.text or (start >= 0 and stands_at(answer.text, start)):
                    continue
                found = nearest_start(paragraph.context, answer)
                if found is None:
                    absent[question.id] = None
                else:
                    moved.append((question, answer, found))
    return (*_moved(moved), *_absent(tuple(absent)), *_contradictory(tuple(contradictory)))


def nearest_start(context: str, answer: Answer) -> int | None:
    """Return where the answer's text begins nearest to where it is said to begin, or None where it is nowhere."""
    stated = answer.start or 0
    before = context.rfind(answer.text, 0, max(stated, 0) + len(answer.text))
    after = context.find(answer.text, max(stated, 0))
    near = [start for start in (before, after) if start >= 0]
    return min(near, key=lambda start: abs(start - stated)) if near else None


def _moved(moved: list[tuple[Question, Answer, int]]) -> Iterable[Finding]:
    if moved:
        question, answer, found = moved[0]
        ids = tuple(dict.fromkeys(q.id for q, _, _ in moved))
        stand = numbered(len(moved), "answer does not stand at its", "answers do not stand at their")
        yield Finding(
            "answer-offset",
            f"{stand} answer_start: {question.id!r} has answer_start {answer.start}, {answer.text[:40]!r} is found at "
            f"{found}",
            "scores go by the texts and are not touched; spanwise check names them all and --repair mends them",
            ids=ids,
        )


def _absent(ids: tuple[str, ...]) -> Iterable[Finding]:
    if ids:
        yield Finding(
            "answer-not-in-context",
            f"{numbered(len(ids), 'question has', 'questions have')} an answer that is nowhere in the context: "
            f"{counted(ids)}",
            "no reader that points at a span can give it; spanwise check names them all",
            ids=ids,
        )


def _contradictory(ids: tuple[str, ...]) -> Iterable[Finding]:
    if ids:
        yield Finding(
            "flag-contradicts",
            f"{numbered(len(ids), 'question has', 'questions have')} is_impossible true beside answers: {counted(ids)}",
            "counted as answerable, as in the official scripts, which look at the answers only",
            ids=ids,
        )
