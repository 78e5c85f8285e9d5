"""SQuAD JSON, 1.1 and 2.0, in and out.

A clean file is decoded straight into the dataset's types. A file that is odd anywhere is read once more, value by
value, by `squad_from_value`, which takes what has one meaning (a numeric id), says so in a finding, and refuses
what has none, naming the place.
"""

import json
from typing import Any

import msgspec

from spanwise.data.dataset import Answer, Article, Dataset, Origin, Paragraph, Question
from spanwise.data.finding import Finding
from spanwise.data.record import Record

__all__ = ["decode_squad", "encode_squad", "is_version_1", "squad_from_value"]


class _File(msgspec.Struct, frozen=True):
    data: tuple[Article, ...]
    version: str


_DECODER = msgspec.json.Decoder(_File)


def decode_squad(data: bytes) -> Dataset | None:
    """Return the dataset of a clean SQuAD file, or None where anything about its form is odd.

    None sends the caller to `squad_from_value`, which finds out what is odd.
    """
    try:
        file = _DECODER.decode(data)
    except (msgspec.MsgspecError, RecursionError):
        return None
    for article in file.data:
        for paragraph in article.paragraphs:
            for question in paragraph.questions:
                if question.is_impossible and question.answers:
                    return None
    return Dataset(articles=file.data, version=file.version)


def squad_from_value(value: Any, where: str) -> tuple[Dataset, tuple[Finding, ...]]:
    """Return the dataset and the oddities of a decoded SQuAD-like file.

    Takes the official shape, a bare list of articles or of paragraphs, and a single article.

    Raises:
        FormatError: A part has no one meaning: a missing context, an answer_start of 35.5, a list for an id.
    """
    findings: list[Finding] = []
    version = ""
    if isinstance(value, dict) and "data" in value:
        root = Record(value, "", where, findings)
        version = _version(root)
        items, path = root.required_list("data"), "data"
    elif isinstance(value, list):
        items, path = value, ""
        remedy = 'it is read as the list under "data"; spanwise convert writes the usual shape'
        findings.append(Finding("root-list", 'the file is a bare list, without "version" and "data"', remedy))
    else:
        items, path = [value], ""
    if items and isinstance(items[0], dict) and "paragraphs" not in items[0] and "context" in items[0]:
        # A bare list of paragraphs: one article, its title made up below.
        items, path = [{"paragraphs": items}], "*"
    articles = [_article(item, index, path, where, findings) for index, item in enumerate(items)]
    return Dataset(articles=tuple(articles), version=version), tuple(findings)


def _version(root: Record) -> str:
    version = root.value.get("version")
    if version is None:
        root.note("version-missing", 'the file states no "version"', "the rules are chosen by its questions instead")
        return ""
    # 1.1 as a JSON number is a fair way to write it.
    return version if isinstance(version, str) else str(version)


def _article(item: Any, index: int, path: str, where: str, findings: list[Finding]) -> Article:
    # "*" marks a list of paragraphs that was wrapped into one article: its paths have no article part.
    place = "" if path == "*" else f"{path}[{index}]"
    record = Record(item, place, where, findings)
    paragraphs = record.required_list("paragraphs")
    title = record.value.get("title")
    if not isinstance(title, str):
        title = f"article-{index + 1}"
        record.note("title-missing", "the article has no title", f"it is called {title!r}")
    prefix = "" if path == "*" else f"{place}.paragraphs"
    return Article(
        title=title,
        paragraphs=tuple(_paragraph(p, f"{prefix}[{j}]", where, findings) for j, p in enumerate(paragraphs)),
    )


def _paragraph(item: Any, place: str, where: str, findings: list[Finding]) -> Paragraph:
    record = Record(item, place, where, findings)
    context = record.required_text("context")
    questions = record.required_list("qas")
    return Paragraph(
        context=context,
        questions=tuple(_question(q, f"{place}.qas[{k}]", where, findings) for k, q in enumerate(questions)),
    )


def _question(item: Any, place: str, where: str, findings: list[Finding]) -> Question:
    record = Record(item, place, where, findings)
    identity = record.identity("id")
    impossible = record.flag("is_impossible")
    answers = tuple(_answer(a, f"{place}.answers[{i}]", where, findings) for i, a in enumerate(record.list("answers")))
    if impossible and answers and not any(answer.text for answer in answers):
        record.note(
            "impossible-with-empty-answer",
            "an unanswerable question has an empty answer",
            "it is read as no answer",
            mendable=True,
        )
        answers = ()
    return Question(
        id=identity,
        text=record.required_text("question"),
        answers=answers,
        is_impossible=impossible,
        plausible_answers=tuple(
            _answer(a, f"{place}.plausible_answers[{i}]", where, findings)
            for i, a in enumerate(record.list("plausible_answers"))
        ),
        category=record.optional_text("category"),
        origin=_origin(record),
    )


def _answer(item: Any, place: str, where: str, findings: list[Finding]) -> Answer:
    if isinstance(item, str):
        return Answer(text=item)
    record = Record(item, place, where, findings)
    return Answer(text=record.required_text("text"), start=record.whole_number("answer_start"))


def _origin(record: Record) -> Origin | None:
    value = record.value.get("origin")
    if value is None:
        return None
    try:
        return msgspec.convert(value, Origin)
    except msgspec.ValidationError as error:
        raise record.fault(f'"origin" is not readable ({error})', 'it needs "parent_id" and "transform"') from None


def is_version_1(dataset: Dataset) -> bool:
    """Whether the 1.1 form holds the whole dataset: stated so, nothing unanswerable, nothing only 2.0 can say."""
    return not dataset.version.lower().startswith(("2", "v2")) and not any(
        not q.answers or q.is_impossible or q.plausible_answers for _, _, q in dataset.questions()
    )


def encode_squad(dataset: Dataset) -> bytes:
    """Return a dataset as SQuAD JSON, keys ordered and text escaped as in the official file of its version.

    The official development set of version 1.1 comes out byte for byte as it went in.
    """
    old = is_version_1(dataset)
    article = _article_1 if old else _article_2
    data = [article(a) for a in dataset.articles]
    stated = {"version": dataset.version} if dataset.version else {}
    value = {"data": data} | stated if old else stated | {"data": data}
    return json.dumps(value).encode("ascii")


def _answers(answers: tuple[Answer, ...], *, start_first: bool) -> list[dict[str, Any]]:
    if start_first:
        return [{} if a.start is None else {"answer_start": a.start} | {"text": a.text} for a in answers]
    return [{"text": a.text} | ({} if a.start is None else {"answer_start": a.start}) for a in answers]


def _extras(question: Question) -> dict[str, Any]:
    extras: dict[str, Any] = {}
    if question.category is not None:
        extras["category"] = question.category
    if question.origin is not None:
        extras["origin"] = msgspec.to_builtins(question.origin)
    return extras


def _article_1(article: Article) -> dict[str, Any]:
    paragraphs = [
        {
            "context": p.context,
            "qas": [
                {"answers": _answers(q.answers, start_first=True), "question": q.text, "id": q.id} | _extras(q)
                for q in p.questions
            ],
        }
        for p in article.paragraphs
    ]
    return {"title": article.title, "paragraphs": paragraphs}


def _article_2(article: Article) -> dict[str, Any]:
    paragraphs = [{"qas": [_question_2(q) for q in p.questions], "context": p.context} for p in article.paragraphs]
    return {"title": article.title, "paragraphs": paragraphs}


def _question_2(question: Question) -> dict[str, Any]:
    # The official 2.0 files put the plausible answers first, and leave the key out where there are none.
    plausible = _answers(question.plausible_answers, start_first=False)
    return (
        ({"plausible_answers": plausible} if plausible else {})
        | {"question": question.text, "id": question.id, "answers": _answers(question.answers, start_first=False)}
        | {"is_impossible": question.is_impossible}
        | _extras(question)
    )
