"""ReCoRD: news articles, and a statement with one of their entities left out."""

from collections.abc import Iterator
from typing import Any

from spanwise.benchmarks.conversion import Conversion, Tally
from spanwise.benchmarks.material import Material
from spanwise.data.dataset import Answer, Article, Paragraph, Question
from spanwise.errors import FormatError
from spanwise.json_input import decoded, decoded_lines

__all__ = ["convert_record"]

_PLACEHOLDER = "@placeholder"


def convert_record(source: Material, *, name: str = "record") -> Conversion:
    """Return ReCoRD with every mention of the answering entity as an answer, at the places the file gives.

    The file's spans are entity mentions with an inclusive end; mentions of one entity in other words ("US", "United
    States") are all right answers. The passage keeps its ``@highlight`` lines, as the published figures do.

    Args:
        source: The published JSON ("data" with passages), or the rows of SuperGLUE, which hold the same.
        name: What to call the dataset.

    Raises:
        FormatError: The file has neither form.
    """
    tally = Tally(source.where)
    articles = []
    seen: set[str] = set()
    for place, entry in _entries(source):
        context, questions = _parts(entry, source.where, place)
        kept = []
        for k, query in enumerate(questions):
            tally.read()
            identity = _identity(query, f"{name}-{place}-{k}")
            text = query.get("query")
            if not isinstance(text, str) or _PLACEHOLDER not in text:
                raise FormatError(f"{source.where}: {place}: query {k} lacks {_PLACEHOLDER}; is this another dataset?")
            if identity in seen:
                tally.drop("its id stands before it in the file", identity)
                continue
            seen.add(identity)
            answers = tuple(_answers(query, context, tally))
            if answers:
                kept.append(Question(identity, text, answers))
            else:
                tally.drop("no answer stands where the file says", identity)
        if kept:
            articles.append(Article(str(entry.get("id") or place), (Paragraph(context, tuple(kept)),)))
    if not articles:
        raise FormatError(f"{source.where}: there is no query with its answer; is this another dataset?")
    return tally.conversion(articles, name=name)


def _entries(source: Material) -> Iterator[tuple[str, dict[str, Any]]]:
    text = source.text()
    first = text.lstrip().partition("\n")[0]
    if '"data"' in first[:200] or not first.rstrip().endswith("}"):
        value = decoded(text, source.where)
        data = value.get("data") if isinstance(value, dict) else None
        if not isinstance(data, list):
            raise FormatError(f'{source.where}: there is no "data" with passages; is this another dataset?')
        entries = [(f"data[{i}]", entry) for i, entry in enumerate(data)]
    else:
        entries = [(f"line {number}", value) for number, value in decoded_lines(text, source.where)]
    for place, entry in entries:
        if not isinstance(entry, dict):
            raise FormatError(f"{source.where}: {place}: found {str(entry)[:30]!r} where a passage must be")
        yield place, entry


def _parts(entry: dict[str, Any], where: str, place: str) -> tuple[str, list[dict[str, Any]]]:
    passage, questions = entry.get("passage"), entry.get("qas")
    context = passage.get("text") if isinstance(passage, dict) else None
    if not isinstance(context, str) or not isinstance(questions, list):
        raise FormatError(
            f'{where}: {place}: a passage needs "passage" with "text", and "qas"; is this another dataset?'
        )
    return context, [query for query in questions if isinstance(query, dict)]


def _identity(query: dict[str, Any], made_up: str) -> str:
    if isinstance(query.get("id"), str):
        return str(query["id"])
    index = query.get("idx")
    return str(index["query"]) if isinstance(index, dict) and "query" in index else made_up


def _answers(query: dict[str, Any], context: str, tally: Tally) -> Iterator[Answer]:
    known: set[tuple[int, str]] = set()
    for answer in query.get("answers") or ():
        text, start, last = answer.get("text"), answer.get("start"), answer.get("end")
        if not isinstance(text, str) or not isinstance(start, int) or not isinstance(last, int):
            continue
        if context[start : last + 1] != text or not text:
            tally.change("answers left out that stand nowhere they say")
        elif (start, text) not in known:
            known.add((start, text))
            yield Answer(text, start)
