"""Rows as published on dataset hubs: one question a row, with its context and the title of its article."""

import contextlib
import math
from typing import Any

import msgspec

from spanwise.data.dataset import Answer, Article, Dataset, Paragraph, Question
from spanwise.data.finding import Finding
from spanwise.data.reading import answers_from, answers_from_columns, extras, made_up_title, question_from
from spanwise.data.record import Record
from spanwise.errors import FormatError

__all__ = ["encode_rows", "rows_from_columns", "rows_losses", "rows_of", "rows_to_dataset"]


_SIMPLE = (str, int, bool, type(None))


def rows_to_dataset(
    rows: list[tuple[str, Any]], where: str
) -> tuple[Dataset, tuple[Finding, ...], tuple[tuple[tuple[str, ...], ...], ...]]:
    """Return the dataset, the oddities, and the place of each question by article, paragraph and question.

    Rows are gathered by title, then by context, over the whole file, in the order in which each is first met: rows
    are often published shuffled, and questions that hang together must end in one article. Rows without a title form
    one article of their own, so that intervals fall back to paragraphs.

    A row that does not say ``is_impossible`` is unanswerable if it has no answer, which is how hubs publish SQuAD 2.0.

    Args:
        rows: Each row with its place, such as "line 7" or "data[6]".
        where: How the source is called in messages.

    Raises:
        FormatError: A row has no one meaning, or there is none.
    """
    if not rows:
        raise FormatError(f"{where}: there are no rows; a dataset needs at least one question")
    findings: list[Finding] = []
    versions: set[Any] = set()
    gathered: dict[str | None, dict[str, list[tuple[str, Question]]]] = {}
    for place, value in rows:
        record = Record(_plain(value), place, where, findings)
        context = record.required_text("context")
        paragraphs = gathered.setdefault(record.optional_text("title"), {})
        paragraphs.setdefault(context, []).append((place, _question(record)))
        version = record.value.get("version")
        versions.add(version if isinstance(version, str) else "")
    articles = tuple(
        Article(
            made_up_title(index) if title is None else title,
            tuple(Paragraph(context, tuple(question for _, question in own)) for context, own in paragraphs.items()),
        )
        for index, (title, paragraphs) in enumerate(gathered.items())
    )
    places = tuple(
        tuple(tuple(place for place, _ in own) for own in paragraphs.values()) for paragraphs in gathered.values()
    )
    return Dataset(articles, version=versions.pop() if len(versions) == 1 else ""), tuple(findings), places


def _plain(value: Any) -> Any:
    """Return a row in plain Python values, whatever table it comes from: NaN is how tables say that nothing is there.

    numpy's arrays and scalars know how to become plain values themselves, so that it is not imported here.
    """
    if type(value) in _SIMPLE:
        return value
    if isinstance(value, dict):
        return {key: inner if type(inner) is str else _plain(inner) for key, inner in value.items()}
    if isinstance(value, list | tuple):
        return value if all(type(inner) in _SIMPLE for inner in value) else [_plain(inner) for inner in value]
    if hasattr(value, "tolist"):
        return _plain(value.tolist())
    if isinstance(value, float):
        return None if math.isnan(value) else value
    if isinstance(value, bytes):
        with contextlib.suppress(UnicodeDecodeError):
            return value.decode("utf-8")
    return value


def _question(record: Record) -> Question:
    stated = record.flag("is_impossible")
    answers = _answers(record, stated or False)
    return question_from(record, "id", answers, not answers if stated is None else stated)


def _answers(record: Record, is_impossible: bool) -> tuple[Answer, ...]:
    value = record.value
    if value.get("answers") is not None:
        return answers_from(record, "answers")
    if isinstance(value.get("answer_text"), list):
        columns = {"text": value["answer_text"], "answer_start": value.get("answer_start")}
        return answers_from_columns(record.part(columns, "answer_text"))
    if "answer_text" in value:
        # A flat column has no other way to say "no answer" than an empty cell.
        text = record.optional_text("answer_text")
        return (Answer(text, record.whole_number("answer_start")),) if text else ()
    if "answers" not in value and not is_impossible:
        keys = ", ".join(map(repr, list(value)[:8]))
        raise record.fault(
            f'there is neither "answers" nor "answer_text" (it has {keys})',
            'name the column so; an unanswerable question has "answers": {"text": [], "answer_start": []}',
        )
    return ()


def rows_from_columns(value: dict[str, Any], where: str) -> list[tuple[str, Any]]:
    """Return the rows of an object of equally long lists, which is how a slice of a hub's table is written as JSON.

    Raises:
        FormatError: The lists differ in length.
    """
    columns = {key: column for key, column in value.items() if isinstance(column, list)}
    lengths = {key: len(column) for key, column in columns.items()}
    if len(set(lengths.values())) > 1:
        shown = ", ".join(f"{key!r} has {length:,}" for key, length in list(lengths.items())[:8])
        raise FormatError(f"{where}: the columns differ in length ({shown}); each row needs a value in each")
    rows = zip(*columns.values(), strict=True)
    return [(f"rows[{i}]", dict(zip(columns, row, strict=True))) for i, row in enumerate(rows)]


def rows_of(dataset: Dataset) -> list[dict[str, Any]]:
    """Return the questions of a dataset as rows with the keys of the hubs' SQuAD, all rows with the same keys.

    What those lack is written under our own keys where any question needs it: "is_impossible", "plausible_answers",
    "category", "origin", and "version" on every row, since a table has no place for what concerns it as a whole.

    Raises:
        FormatError: The dataset has no question.
    """
    questions = [question for _, _, question in dataset.questions()]
    if not questions:
        raise FormatError("the dataset has no question; rows cannot say so")
    flags = any(question.is_impossible or not question.answers for question in questions)
    plausible = any(question.plausible_answers for question in questions)
    own = dict.fromkeys(key for question in questions for key in extras(question))
    stated = {"version": dataset.version} if dataset.version else {}
    return [
        {"id": q.id, "title": article.title, "context": paragraph.context, "question": q.text}
        | {"answers": _columns(q.answers)}
        | ({"is_impossible": q.is_impossible} if flags else {})
        | ({"plausible_answers": _columns(q.plausible_answers)} if plausible else {})
        | own
        | extras(q)
        | stated
        for article, paragraph, q in dataset.questions()
    ]


def _columns(answers: tuple[Answer, ...]) -> dict[str, list[Any]]:
    return {"text": [answer.text for answer in answers], "answer_start": [answer.start for answer in answers]}


def encode_rows(dataset: Dataset) -> bytes:
    """Return a dataset as JSON lines, one question a line; see `rows_of`."""
    return b"".join(msgspec.json.encode(row) + b"\n" for row in rows_of(dataset))


def rows_losses(dataset: Dataset) -> tuple[str, ...]:
    """Return one sentence for each thing of this dataset that rows cannot hold."""
    articles = [article for article in dataset.articles if any(p.questions for p in article.paragraphs)]
    paragraphs = [p for article in dataset.articles for p in article.paragraphs]
    joined = sum(
        len(own) - len({p.context for p in own})
        for own in ([p for p in article.paragraphs if p.questions] for article in articles)
    )
    counts = {
        "articles without questions ({}) are left out, since a row holds a question": (
            len(dataset.articles) - len(articles)
        ),
        "paragraphs without questions ({}) are left out, since a row holds a question": (
            sum(not p.questions for p in paragraphs)
        ),
        "articles with the title of an earlier article ({}) become one with it": (
            len(articles) - len({article.title for article in articles})
        ),
        "paragraphs with the context of an earlier paragraph of their article ({}) become one with it": joined,
    }
    return tuple(sentence.format(f"{count:,}") for sentence, count in counts.items() if count)
