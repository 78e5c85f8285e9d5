"""Raw human answers: who said what to which question, in and out as JSON lines.

A line is ``{"id": question, "worker": who, "answer": text or null, "seconds": number}``. Null says that the person
found no answer in the text, which is something else than a question that the person was never shown: that is no line.
"""

import json
import math
import warnings
from functools import cached_property
from typing import TYPE_CHECKING, Any

import msgspec

from spanwise import files
from spanwise.data.dataset import Dataset
from spanwise.data.finding import Finding, counted, numbered, said_once_a_kind
from spanwise.data.record import Record
from spanwise.errors import DataError, FormatError, SpanwiseWarning
from spanwise.json_input import decoded_lines

if TYPE_CHECKING:
    from pathlib import Path

__all__ = ["HumanAnswer", "HumanAnswers", "read_human_answers", "require_known", "write_human_answers"]

_KEYS = ("id", "worker", "answer", "seconds")


class HumanAnswer(msgspec.Struct, frozen=True, gc=False):
    """What one person said to one question; no text: that the context does not answer it."""

    id: str
    """The question's id."""
    worker: str
    text: str | None = None
    seconds: float | None = None
    """How long the person took, where that was noted."""

    @property
    def abstains(self) -> bool:
        """Whether the person found no answer in the text."""
        return self.text is None


class HumanAnswers(msgspec.Struct, frozen=True, dict=True):
    """Answers of several people to the questions of one dataset, each person at most once a question."""

    answers: tuple[HumanAnswer, ...]
    name: str = ""

    def __post_init__(self) -> None:
        """Refuse a person who answers one question twice: which answer counts is nobody's to guess."""
        seen: set[tuple[str, str]] = set()
        for answer in self.answers:
            if (answer.id, answer.worker) in seen:
                raise DataError(
                    f"worker {answer.worker!r} has two answers to question {answer.id!r}; keep the one that counts"
                )
            seen.add((answer.id, answer.worker))

    @cached_property
    def by_question(self) -> dict[str, tuple[HumanAnswer, ...]]:
        """The answers to each question, by its id."""
        grouped: dict[str, list[HumanAnswer]] = {}
        for answer in self.answers:
            grouped.setdefault(answer.id, []).append(answer)
        return {identity: tuple(given) for identity, given in grouped.items()}

    @cached_property
    def workers(self) -> tuple[str, ...]:
        """Who answered, in the order in which they first appear."""
        return tuple(dict.fromkeys(answer.worker for answer in self.answers))


def read_human_answers(source: "str | Path", dataset: Dataset | None = None, *, lenient: bool = False) -> HumanAnswers:
    """Return the human answers in a file of JSON lines; what was odd and has one meaning is said in a warning.

    Args:
        source: The file, plain or packed; "-" is standard input.
        dataset: The questions that were asked; None: whether there are such questions is not looked at.
        lenient: Take raw control characters inside JSON strings.

    Raises:
        FormatError: A line is no such answer, or a worker answers one question twice; the message has the line.
        DataError: An answer is to a question that the dataset does not have.
    """
    where = files.label(source)
    text = files.utf8(files.read_bytes(source), where).decode("utf-8")
    findings: list[Finding] = []
    first: dict[tuple[str, str], int] = {}
    answers = []
    for line, value in decoded_lines(text, where, lenient=lenient):
        record = Record(value, f"line {line}", where, findings)
        answer = _answer(record)
        before = first.setdefault((answer.id, answer.worker), line)
        if before != line:
            found = f"worker {answer.worker!r} answers question {answer.id!r} again, after line {before}"
            raise record.fault(found, "keep the one that counts")
        answers.append(answer)
    if not answers:
        raise FormatError(f"{where}: there are no answers; a line is such as {_EXAMPLE}")
    name = files.file_name(where).removesuffix(".gz").removesuffix(".zst").removesuffix(".jsonl")
    human = HumanAnswers(tuple(answers), name)
    if dataset is not None:
        require_known(human, dataset, where)
    for said in said_once_a_kind(findings):
        warnings.warn(f"{where}: {said}", SpanwiseWarning, stacklevel=2)
    return human


_EXAMPLE = '{"id": "q1", "worker": "w1", "answer": "red kite", "seconds": 12.5}'


def require_known(answers: HumanAnswers, dataset: Dataset, where: str = "") -> None:
    """Refuse answers to questions that a dataset does not have: they are of another file, or another version of it.

    Raises:
        DataError: There are some; the message has how many, and the first few.
    """
    known = set(dataset.question_ids)
    unknown = tuple(identity for identity in answers.by_question if identity not in known)
    if unknown:
        found = numbered(len(unknown), "question that is", "questions that are")
        where = where or answers.name or "the human answers"
        raise DataError(
            f"{where}: answers to {found} not in {dataset.name or 'the dataset'}: {counted(unknown)}; give the dataset "
            "that people were shown, or leave these lines out"
        )


def write_human_answers(answers: HumanAnswers, target: "str | Path") -> None:
    """Write human answers as JSON lines, whole or not at all; a target ending in .gz or .zst is packed.

    Raises:
        FormatError: The file cannot be written.
    """
    lines = [json.dumps(_line(answer)) + "\n" for answer in answers.answers]
    files.write_bytes(target, "".join(lines).encode("ascii"))


def _line(answer: HumanAnswer) -> dict[str, Any]:
    line = {"id": answer.id, "worker": answer.worker, "answer": answer.text}
    return line if answer.seconds is None else line | {"seconds": answer.seconds}


def _answer(record: Record) -> HumanAnswer:
    odd = [key for key in record.value if key not in _KEYS]
    if odd:
        raise record.fault(f"there is no key {odd[0]!r} in human answers", f"they have {', '.join(_KEYS)}")
    if "answer" not in record.value:
        raise record.fault("there is no 'answer'", "null says that the person found none in the text")
    identity = record.identity("id")
    worker = record.required_text("worker")
    if not worker.strip():
        raise record.fault("'worker' is blank", "it must name one person, such as 'w1'")
    text = record.optional_text("answer")
    if text is not None and not text.strip():
        raise record.fault("'answer' is blank", "null says that the person found none in the text")
    return HumanAnswer(identity, worker, text, _seconds(record))


def _seconds(record: Record) -> float | None:
    value = record.value.get("seconds")
    if value is None:
        return None
    # A truth value is a number to Python.
    if isinstance(value, bool) or not isinstance(value, int | float):
        raise record.fault(f"'seconds' is {value!r}", "it must be a number, or left out")
    if not math.isfinite(value) or value < 0:
        raise record.fault(f"'seconds' is {value}", "it must be 0 or more, or left out")
    return float(value)
