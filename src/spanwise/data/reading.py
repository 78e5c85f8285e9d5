"""What all formats share: a question and its answers, read tolerantly, and the keys that are ours in any format."""

import contextlib
import re
from typing import Any

import msgspec

from spanwise.data.dataset import Answer, Origin, Question
from spanwise.data.record import Record, half_character

__all__ = [
    "answers_from",
    "answers_from_columns",
    "extras",
    "is_made_up_title",
    "made_up_title",
    "origin_from",
    "question_from",
    "version_from",
]


class _Columns(msgspec.Struct, frozen=True):
    text: tuple[str, ...]
    answer_start: tuple[int | None, ...]


def made_up_title(index: int) -> str:
    """Return what an article without title is called: stable, so that two readings agree."""
    return f"article-{index + 1}"


def is_made_up_title(title: str) -> bool:
    """Whether a title is one that `made_up_title` gives, and so says nothing about what the article is."""
    return re.fullmatch(r"article-[1-9][0-9]*", title) is not None


def version_from(root: Record) -> str:
    """Return the version a file states; 1.1 as a JSON number is a fair way to write it."""
    version = root.value.get("version")
    if version is None:
        root.note("version-missing", 'the file states no "version"', "the rules are chosen by its questions instead")
        return ""
    return root.required_text("version") if isinstance(version, str) else str(version)


def answers_from(record: Record, key: str) -> tuple[Answer, ...]:
    """Return a question's answers from any shape they are published in; no answers where the field is absent or null.

    The shapes: ``[{"text", "answer_start"}]`` (SQuAD), ``{"text": [...], "answer_start": [...]}`` (dataset hubs),
    ``{"text": "...", "answer_start": 5}``, ``["..."]`` and ``"..."``.

    Raises:
        FormatError: It is none of them, or the columns differ in length.
    """
    value = record.value.get(key)
    if isinstance(value, str):
        # One text has no other way to say "no answer" than to be empty.
        return (Answer(record.required_text(key)),) if value else ()
    if isinstance(value, dict):
        return _clean_columns(value) or answers_from_columns(record.part(value, key))
    return _clean_list(value) or tuple(_answer(record, item, f"{key}[{i}]") for i, item in enumerate(record.list(key)))


def _clean_list(value: Any) -> tuple[Answer, ...] | None:
    """Return the answers of a list with nothing odd about it, or None: a fast way for the usual case."""
    with contextlib.suppress(msgspec.ValidationError):
        return _whole(msgspec.convert(value, tuple[Answer, ...]))
    return None


def _clean_columns(value: Any) -> tuple[Answer, ...] | None:
    """Return the answers of columns with nothing odd about them, or None."""
    with contextlib.suppress(msgspec.ValidationError):
        columns = msgspec.convert(value, _Columns)
        if len(columns.text) == len(columns.answer_start):
            return _whole(tuple(map(Answer, columns.text, columns.answer_start)))
    return None


def _whole(answers: tuple[Answer, ...]) -> tuple[Answer, ...] | None:
    """Return the answers, or None where a text might hold half a character, which only a record reports."""
    return None if any(half_character(answer.text) for answer in answers) else answers


def answers_from_columns(record: Record) -> tuple[Answer, ...]:
    """Return the answers of an object with "text" and "answer_start", each a list or a single value.

    Raises:
        FormatError: There is no "text", or the lists differ in length.
    """
    if isinstance(record.value.get("text"), str):
        return (Answer(record.required_text("text"), record.whole_number("answer_start")),)
    texts = record.required_list("text")
    starts = record.list("answer_start") or [None] * len(texts)
    if len(texts) != len(starts):
        raise record.fault(
            f'"text" has {len(texts)} entries and "answer_start" has {len(starts)}', "each answer needs one of each"
        )
    rows = enumerate(zip(texts, starts, strict=True))
    return tuple(_answer(record, {"text": text, "answer_start": start}, f"text[{i}]") for i, (text, start) in rows)


def _answer(record: Record, item: Any, path: str) -> Answer:
    answer = record.part({"text": item} if isinstance(item, str) else item, path)
    return Answer(answer.required_text("text"), answer.whole_number("answer_start"))


def question_from(record: Record, id_key: str, answers: tuple[Answer, ...], is_impossible: bool) -> Question:
    """Return the question of a record, given what each format says in its own way.

    An unanswerable question whose answers are all empty texts is read as having none: a list of empty answers would
    make it an answerable one to the official scripts.
    """
    identity = record.identity(id_key)
    record.ids = (identity,)
    if is_impossible and answers and not any(answer.text for answer in answers):
        found = "an unanswerable question has an empty answer"
        record.note("impossible-with-empty-answer", found, "it is read as no answer", mendable=True)
        answers = ()
    return Question(
        id=identity,
        text=record.required_text("question"),
        answers=answers,
        is_impossible=is_impossible,
        plausible_answers=answers_from(record, "plausible_answers"),
        category=record.optional_text("category"),
        origin=origin_from(record),
    )


def origin_from(record: Record) -> Origin | None:
    """Return where a generated question comes from, if the record says so."""
    value = record.value.get("origin")
    if value is None:
        return None
    try:
        return msgspec.convert(value, Origin)
    except msgspec.ValidationError as error:
        raise record.fault(f'"origin" is not readable ({error})', 'it needs "parent_id" and "transform"') from None


def extras(question: Question) -> dict[str, Any]:
    """Return the keys that no public format has, for the questions that need them."""
    keys: dict[str, Any] = {}
    if question.category is not None:
        keys["category"] = question.category
    if question.origin is not None:
        keys["origin"] = msgspec.to_builtins(question.origin)
    return keys
