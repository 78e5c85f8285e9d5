"""SQuAD JSON, 1.1 and 2.0, in and out.

A clean file is decoded by `typed_squad.py`. A file that is odd anywhere is read here, value by value: what has one
meaning (a numeric id) is taken, with a finding; what has none is refused, naming the place.
"""

import json
from typing import Any

from spanwise.data.dataset import Answer, Article, Dataset, Paragraph, Question
from spanwise.data.finding import Finding
from spanwise.data.reading import answers_from, extras, made_up_title, question_from, version_from
from spanwise.data.record import Record

__all__ = ["encode_squad", "is_version_1", "squad_from_value"]


def squad_from_value(value: Any, where: str) -> tuple[Dataset, tuple[Finding, ...]]:
    """Return the dataset and the oddities of a decoded SQuAD-like file.

    Takes the official shape, a bare list of articles or of paragraphs, and a single article.

    Raises:
        FormatError: A part has no one meaning: a missing context, an answer_start of 35.5, a list for an id.
    """
    findings: list[Finding] = []
    version, path = "", ""
    if isinstance(value, dict) and "data" in value:
        root = Record(value, "", where, findings)
        version = version_from(root)
        items, path = root.required_list("data"), "data"
    elif isinstance(value, list):
        items = value
        remedy = 'it is read as the list under "data"; spanwise convert writes the usual shape'
        findings.append(Finding("root-list", 'the file is a bare list, without "version" and "data"', remedy))
    else:
        return Dataset(articles=(_article(Record(value, "", where, findings), 0),)), tuple(findings)
    if items and isinstance(items[0], dict) and "paragraphs" not in items[0] and "context" in items[0]:
        # A list of paragraphs: they make one article, whose title is made up.
        note = Finding("title-missing", "the paragraphs have no article", f"it is called {made_up_title(0)!r}")
        findings.append(note)
        paragraphs = tuple(_paragraph(Record(p, f"{path}[{j}]", where, findings)) for j, p in enumerate(items))
        return Dataset(articles=(Article(made_up_title(0), paragraphs),), version=version), tuple(findings)
    articles = tuple(_article(Record(item, f"{path}[{i}]", where, findings), i) for i, item in enumerate(items))
    return Dataset(articles=articles, version=version), tuple(findings)


def _article(record: Record, index: int) -> Article:
    paragraphs = record.required_list("paragraphs")
    if isinstance(record.value.get("title"), str):
        title = record.required_text("title")
    else:
        title = made_up_title(index)
        record.note("title-missing", "the article has no title", f"it is called {title!r}")
    return Article(
        title=title,
        paragraphs=tuple(_paragraph(record.part(p, f"paragraphs[{j}]")) for j, p in enumerate(paragraphs)),
    )


def _paragraph(record: Record) -> Paragraph:
    context = record.required_text("context")
    questions = record.required_list("qas")
    return Paragraph(context, tuple(_question(record.part(q, f"qas[{k}]")) for k, q in enumerate(questions)))


def _question(record: Record) -> Question:
    return question_from(record, "id", answers_from(record, "answers"), record.flag("is_impossible") or False)


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
        return [({} if a.start is None else {"answer_start": a.start}) | {"text": a.text} for a in answers]
    return [{"text": a.text} | ({} if a.start is None else {"answer_start": a.start}) for a in answers]


def _article_1(article: Article) -> dict[str, Any]:
    paragraphs = [
        {
            "context": p.context,
            "qas": [
                {"answers": _answers(q.answers, start_first=True), "question": q.text, "id": q.id} | extras(q)
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
        | extras(question)
    )
