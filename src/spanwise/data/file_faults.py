"""What a file has as a whole: one pattern in many wrong offsets, starts that were searched for, HTML entities."""

from collections.abc import Iterator

from spanwise.data.dataset import Dataset
from spanwise.data.finding import Finding
from spanwise.data.offset_faults import OFFSET_CODES, Diagnosis
from spanwise.data.offsets import entities

__all__ = ["file_findings"]

_TELLING = 20
"""So many answers that occur several times, all at their first place, are no chance: at even odds one in a million."""


def file_findings(dataset: Dataset, offsets: Diagnosis) -> tuple[Finding, ...]:
    """Return the findings about a dataset as a whole."""
    return (*_patterns(offsets), *_first_occurrences(dataset), *_entities(dataset, offsets))


def _patterns(offsets: Diagnosis) -> Iterator[Finding]:
    """Give a finding for each pattern that several wrong offsets have."""
    wrong = [fault for fault in offsets.faults if fault.code in OFFSET_CODES]
    for pattern in dict.fromkeys(fault.pattern for fault in wrong if fault.pattern):
        group = [fault for fault in wrong if fault.pattern == pattern]
        by_chance = [identity for own, identity in offsets.by_chance if own == pattern]
        if len(group) > 1 or by_chance:
            found = f"{len(group):,} of {len(wrong):,} wrong offsets have one pattern: {pattern}"
            if by_chance:
                found += f"; {len(by_chance):,} more have it and fit by chance"
            mendable = all(fault.mended is not None for fault in group)
            remedy = "spanwise check --repair mends them" if mendable else "each is listed with the places that fit"
            ids = tuple(dict.fromkeys([*(fault.id for fault in group), *by_chance]))
            yield Finding("offset-pattern", found, remedy, ids=ids, mendable=mendable)


def _first_occurrences(dataset: Dataset) -> Iterator[Finding]:
    """Say so if every answer that occurs several times in its context is placed at the first."""
    ids: list[str] = []
    for _, paragraph, question in dataset.questions():
        context, several = paragraph.context, False
        for answer in question.answers:
            text, start = answer.text, answer.start
            if start is None or start < 0 or not text or not context.startswith(text, start):
                continue
            if context.find(text, 0, start + len(text)) != start:
                return
            several = several or context.find(text, start + 1) >= 0
        if several:
            ids.append(question.id)
    if len(ids) >= _TELLING:
        found = f"all {len(ids):,} questions whose answer occurs more than once have it at its first occurrence"
        remedy = "the starts were probably searched for, not annotated: scores go by the texts and are not touched"
        yield Finding("first-occurrence-taken", found, remedy, ids=tuple(ids))


def _entities(dataset: Dataset, offsets: Diagnosis) -> Iterator[Finding]:
    """Say so if contexts hold HTML entities, other than those that the answers show to be a mistake."""
    seen: list[str] = []
    ids: list[str] = []
    for a, article in enumerate(dataset.articles):
        for p, paragraph in enumerate(article.paragraphs):
            own = entities(paragraph.context) if (a, p) not in offsets.contexts else []
            if own:
                start, end, _ = own[0]
                seen.append(paragraph.context[start:end])
                ids += [question.id for question in paragraph.questions]
    if seen:
        contexts = "1 context holds" if len(seen) == 1 else f"{len(seen):,} contexts hold"
        remedy = "if the text is not about HTML, it was escaped once too often; nothing is changed"
        yield Finding("html-entities", f"{contexts} HTML entities such as {seen[0]!r}", remedy, ids=tuple(ids))
