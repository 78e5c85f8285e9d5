"""MRQA JSON lines in and out: a header, then one paragraph a line.

Here alone spans are inclusive: MRQA's ``char_spans`` [177, 190] hold 14 code points, ours end at 191.
"""

from collections.abc import Iterable
from itertools import groupby, pairwise
from typing import Any

import msgspec

from spanwise.data.dataset import Answer, Article, Dataset, Paragraph, Question
from spanwise.data.finding import Finding
from spanwise.data.reading import answers_from, extras, made_up_title, question_from
from spanwise.data.record import Record
from spanwise.errors import FormatError

__all__ = ["encode_mrqa", "mrqa_from_lines", "mrqa_losses"]


def mrqa_from_lines(
    lines: list[tuple[int, Any]], where: str
) -> tuple[Dataset, tuple[Finding, ...], tuple[tuple[int, ...], ...]]:
    """Return the dataset, the oddities, and the line of each paragraph by article and paragraph.

    The published files have no titles, so that which paragraphs hang together is unknown: lines without "title" form
    one article, and intervals then fall back to paragraphs. Neighbouring lines with one "title", which `encode_mrqa`
    writes, form one article. A second header, as left by joining two files, begins another article.

    A question's id is its ``qid``, since that is what MRQA predictions go by. The answers are the texts under
    ``answers``, which the official scorer compares; ``detected_answers`` say where they stand.

    Raises:
        FormatError: A line has no one meaning, or no line holds a paragraph.
    """
    findings: list[Finding] = []
    version = ""
    headers = 0
    rows: list[tuple[tuple[int, str | None], int, Paragraph]] = []
    for number, value in lines:
        record = Record(value, f"line {number}", where, findings)
        if "header" in record.value and "qas" not in record.value:
            headers += 1
            header = record.part(record.value["header"], "header")
            version = version or header.optional_text("version") or ""
        else:
            rows.append(((headers, record.optional_text("title")), number, _paragraph(record)))
    if not rows:
        raise FormatError(f'{where}: no line holds a paragraph; a line needs "context" and "qas"')
    articles: list[Article] = []
    numbers: list[tuple[int, ...]] = []
    for (_, title), group in groupby(rows, key=lambda row: row[0]):
        own = list(group)
        name = made_up_title(len(articles)) if title is None else title
        articles.append(Article(name, tuple(paragraph for _, _, paragraph in own)))
        numbers.append(tuple(number for _, number, _ in own))
    return Dataset(tuple(articles), version=version), tuple(findings), tuple(numbers)


def _paragraph(record: Record) -> Paragraph:
    context = record.required_text("context")
    questions = record.required_list("qas")
    return Paragraph(context, tuple(_question(record.part(item, f"qas[{k}]")) for k, item in enumerate(questions)))


def _question(record: Record) -> Question:
    detected = [
        _detected(record.part(item, f"detected_answers[{i}]")) for i, item in enumerate(record.list("detected_answers"))
    ]
    if record.value.get("answers") is None:
        if "answers" not in record.value and "detected_answers" not in record.value:
            raise record.fault('there is neither "answers" nor "detected_answers"', "an unanswerable question has []")
        answers = tuple(detected)
    else:
        answers = _located(answers_from(record, "answers"), detected)
    stated = record.flag("is_impossible")
    is_impossible = not answers if stated is None else stated
    return question_from(record, "id" if record.value.get("qid") is None else "qid", answers, is_impossible)


def _detected(record: Record) -> Answer:
    """Return a detected answer at the first place where it was detected."""
    text = record.required_text("text")
    spans = record.list("char_spans")
    if not spans:
        return Answer(text, record.whole_number("answer_start"))
    first = spans[0]
    if not isinstance(first, list) or len(first) != 2:
        raise record.fault(f'"char_spans" begins with {str(first)[:30]!r}', "it must be [start, end], end inclusive")
    return Answer(text, record.part({"start": first[0]}, "char_spans[0]").whole_number("start"))


def _located(answers: tuple[Answer, ...], detected: list[Answer]) -> tuple[Answer, ...]:
    """Return the answers, each at the place of the detected answer that belongs to it, if there is one.

    Equal answers of several people are detected once, so that position alone does not tell which belongs to which;
    and the detected text may differ in case and white space, since it was searched for word by word.
    """
    paired = len(answers) == len(detected)
    by_text = {d.text: d.start for d in reversed(detected)}
    by_folded_text = {_folded(d.text): d.start for d in reversed(detected)}

    def start(index: int, answer: Answer) -> int | None:
        if answer.start is not None:
            return answer.start
        if paired and detected[index].text == answer.text:
            return detected[index].start
        if answer.text in by_text:
            return by_text[answer.text]
        return detected[index].start if paired else by_folded_text.get(_folded(answer.text))

    return tuple(Answer(answer.text, start(i, answer)) for i, answer in enumerate(answers))


def _folded(text: str) -> str:
    return " ".join(text.casefold().split())


def encode_mrqa(dataset: Dataset) -> bytes:
    """Return a dataset as MRQA JSON lines.

    What MRQA has no key for is written under our own: "title" always, "is_impossible", "plausible_answers",
    "category" and "origin" where needed; MRQA's own tools ignore them. No tokens are written: MRQA's were made by one
    release of one tokenizer, and with empty lists a trainer would learn nothing without a word, where it stops at
    once on a missing key.

    Raises:
        FormatError: The dataset has no paragraph.
    """
    header = {"dataset": dataset.name} | ({"version": dataset.version} if dataset.version else {})
    lines = [msgspec.json.encode({"header": header})]
    for article in dataset.articles:
        for paragraph in article.paragraphs:
            questions = [_question_value(question) for question in paragraph.questions]
            line = {"title": article.title, "context": paragraph.context, "qas": questions}
            lines.append(msgspec.json.encode(line))
    if len(lines) == 1:
        raise FormatError("the dataset has no paragraph; MRQA JSON lines cannot say so")
    return b"\n".join(lines) + b"\n"


def _question_value(question: Question) -> dict[str, Any]:
    value: dict[str, Any] = {
        "qid": question.id,
        "question": question.text,
        "answers": [answer.text for answer in question.answers],
        "detected_answers": _detected_values(question.answers),
    }
    if question.is_impossible or not question.answers:
        value["is_impossible"] = question.is_impossible
    if question.plausible_answers:
        value["plausible_answers"] = [msgspec.to_builtins(answer) for answer in question.plausible_answers]
    return value | extras(question)


def _detected_values(answers: tuple[Answer, ...]) -> list[dict[str, Any]]:
    """Return one detected answer for each answer, so that position tells equal texts at two places apart."""
    if all(answer.start is None for answer in answers):
        return []
    return [{"text": answer.text, "char_spans": list(_inclusive(answer))} for answer in answers]


def _inclusive(answer: Answer) -> Iterable[list[int]]:
    if answer.start is not None:
        yield [answer.start, answer.start + len(answer.text) - 1]


def mrqa_losses(dataset: Dataset) -> tuple[str, ...]:
    """Return one sentence for each thing of this dataset that MRQA JSON lines cannot hold."""
    losses = []
    empty = sum(not article.paragraphs for article in dataset.articles)
    if empty:
        losses.append(f"articles without paragraphs ({empty:,}) are left out, since a line holds a paragraph")
    titles = [article.title for article in dataset.articles if article.paragraphs]
    joined = sum(left == right for left, right in pairwise(titles))
    if joined:
        losses.append(f"articles with the title of the article before them ({joined:,}) become one with it")
    return tuple(losses)
