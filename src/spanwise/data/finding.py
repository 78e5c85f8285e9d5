"""A finding: one thing that is odd in a benchmark or a predictions file, where it is, and what would do.

Codes are stable: scripts may match on them. `CODES` says in a few words what each means; the docs pages ``data.md``
and ``predictions.md`` list them all, with what would do.
"""

from collections.abc import Iterable

import msgspec

__all__ = ["CODES", "Finding", "counted", "numbered", "said_once_a_kind"]


class Finding(msgspec.Struct, frozen=True):
    """One odd thing: a stable code, the place, what was found and what would do.

    A finding about many questions at once (such as "13 questions have no prediction") holds all their ids.
    """

    code: str
    found: str
    remedy: str
    place: str = ""
    """The JSON path, line or row in the file, such as ``data[3].paragraphs[0].qas[2].answers[1]``."""
    ids: tuple[str, ...] = ()
    mendable: bool = False
    """Whether ``spanwise check --repair`` has one right way to mend it."""

    def __str__(self) -> str:
        """Return the finding as one line: place, what was found, what would do."""
        place = f"{self.place}: " if self.place else ""
        return f"{place}{self.found}; {self.remedy}" if self.remedy else f"{place}{self.found}"


def counted(ids: tuple[str, ...], most: int = 3) -> str:
    """Return the first few ids as text, and how many more there are."""
    shown = ", ".join(repr(i) for i in ids[:most])
    return f"{shown} and {len(ids) - most:,} more" if len(ids) > most else shown


def numbered(count: int, one: str, many: str) -> str:
    """Return a count with the words that go with it: "1 answer has", "1,204 answers have"."""
    return f"{count:,} {one if count == 1 else many}"


def said_once_a_kind(findings: Iterable[Finding]) -> tuple[str, ...]:
    """Return one line for each kind of finding: the first one's text, how many more there are, and whose."""
    by_code: dict[str, list[Finding]] = {}
    for finding in findings:
        by_code.setdefault(finding.code, []).append(finding)
    lines = []
    for code, group in by_code.items():
        more = f" (and {len(group) - 1:,} more like it)" if len(group) > 1 else ""
        ids = tuple(dict.fromkeys(i for finding in group for i in finding.ids))
        of = f" [{counted(ids)}]" if ids else ""
        lines.append(f"{group[0]}{more}{of} ({code})")
    return tuple(lines)


CODES: dict[str, str] = {
    # shape of the file
    "name-mismatch": "the file's name says another format than its content",
    "version-missing": "the file states no version",
    "title-missing": "an article has no title; a stable one is made up",
    "root-list": "the file is a bare list, without version and data",
    "id-not-text": "an id is a number; it is read as text",
    "start-not-whole": "an answer_start is written as a float with no fraction",
    "half-character": "a text holds half of a UTF-16 pair; it is read as U+FFFD",
    # answers
    "answer-offset": "the context at answer_start is not the answer",
    "answer-not-in-context": "the answer's text is nowhere in the context as it is written",
    "offset-pattern": "several wrong offsets have one pattern, such as counting UTF-8 bytes",
    "first-occurrence-taken": "every answer that occurs several times is placed at its first occurrence",
    "answer-outer-space": "the answer starts or ends with white space",
    "answer-cut-word": "the answer starts or ends inside a word",
    "answer-empty": "an answer's text is empty or white space only",
    "answer-normalises-to-nothing": "nothing is left of the answer after normalisation",
    "answer-start-missing": "an answer has no answer_start",
    "html-entities": "a context holds HTML entities",
    # questions and contexts
    "flag-contradicts": "is_impossible and the list of answers contradict each other",
    "plausible-on-answerable": "an answerable question has plausible answers, which are for unanswerable ones",
    "impossible-with-empty-answer": "an unanswerable question has an empty answer; it is read as no answer",
    "id-duplicate": "two questions have one id",
    "question-duplicate": "the same question stands twice on one paragraph",
    "question-empty": "a question has no text",
    "context-empty": "a context has no text",
    # predictions
    "prediction-missing": "questions without a prediction",
    "prediction-none-matches": "no prediction is for a question of the dataset",
    "prediction-extra": "predictions for questions that are not in the dataset",
    "prediction-duplicate": "an id stands twice among the predictions",
    "prediction-null": "a prediction is null",
    "abstention-mapped": "a prediction says in declared words that there is no answer; it is read as an abstention",
    "prediction-no-span": "a prediction is no span of its context",
    "prediction-span-disagrees": "start and end do not point at the predicted text",
    "prediction-blank": "a prediction is not empty, yet nothing is left of it after normalisation",
    "prediction-abstention-phrase": "a prediction says in words that there is no answer",
    "prediction-outer-space": "a prediction starts or ends with white space",
    "abstains-on-all": "every prediction abstains",
    "same-answer": "the same text is predicted for nearly all questions",
    # probabilities
    "na-prob-extra": "no-answer probabilities for questions that have no prediction or are not in the dataset",
    "na-prob-nan": "a no-answer probability is NaN",
    "na-prob-missing": "predicted questions have no no-answer probability",
    "na-prob-constant": "all no-answer probabilities are equal",
    "na-prob-inverted": "no-answer probabilities are higher where there is an answer",
    "na-prob-log-odds": "no-answer probabilities lie outside 0..1",
    "na-prob-tied": "ties keep the official sweep's best score out of reach",
    "best-is-abstain-all": "the best threshold is the one that abstains on all",
    # odd matches, found while scoring
    "gold-all-empty": "a question has answers, yet nothing is left of any of them after normalisation",
    "gold-lost-article": "a match came about because the answer lost a letter that reads as an article",
    "em-above-f1": "exact match is 1 and F1 is 0, since nothing is left to compare",
    "numbers-differ": "an exact match between different numbers",
    "differs-by-unicode-punctuation": "prediction and answer differ only by Unicode punctuation",
    "differs-by-unicode-form": "prediction and answer are equal after Unicode normalisation",
    "differs-by-invisible": "prediction and answer differ only by an invisible character",
    "word-cut-by-article": "a match came about because the rules cut an article out of a word",
}
