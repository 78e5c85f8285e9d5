"""ReCoRD: news articles, and a statement with one of their entities left out."""

from collections.abc import Iterator

from spanwise.benchmarks.conversion import Conversion, Tally
from spanwise.benchmarks.material import Material
from spanwise.data.dataset import Answer, Article, Paragraph, Question
from spanwise.data.record import Record
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
        context = entry.part(entry.value.get("passage"), "passage").required_text("text")
        kept = []
        for k, value in enumerate(entry.required_list("qas")):
            query = entry.part(value, f"qas[{k}]")
            tally.read()
            identity = _identity(query, f"{name}-{place}-{k}")
            text = query.required_text("query")
            if _PLACEHOLDER not in text:
                raise query.fault(f"the query lacks {_PLACEHOLDER}", "is this another dataset?")
            answers = tuple(_answers(query, context, tally))
            if identity in seen:
                tally.drop("its id stands before it in the file", identity)
            elif answers:
                kept.append(Question(identity, text, answers))
            else:
                tally.drop("no answer stands where the file says", identity)
            seen.add(identity)
        if kept:
            articles.append(Article(str(entry.value.get("id") or place), (Paragraph(context, tuple(kept)),)))
    if not articles:
        raise FormatError(f"{source.where}: there is no query with its answer; is this another dataset?")
    return tally.conversion(articles, name=name)


def _entries(source: Material) -> Iterator[tuple[str, Record]]:
    """Give the passages with how each is called in ids; what is odd about their form is nobody's business here."""
    text = source.text()
    first = text.lstrip().partition("\n")[0]
    if '"data"' in first[:200] or not first.rstrip().endswith("}"):
        root = Record(decoded(text, source.where), "", source.where, [])
        for i, value in enumerate(root.required_list("data")):
            yield f"data[{i}]", root.part(value, f"data[{i}]")
    else:
        for number, value in decoded_lines(text, source.where):
            yield f"line {number}", Record(value, f"line {number}", source.where, [])


def _identity(query: Record, made_up: str) -> str:
    if isinstance(query.value.get("id"), str):
        return str(query.value["id"])
    index = query.value.get("idx")
    return str(index["query"]) if isinstance(index, dict) and "query" in index else made_up


def _answers(query: Record, context: str, tally: Tally) -> Iterator[Answer]:
    known: set[tuple[int, str]] = set()
    for i, value in enumerate(query.list("answers")):
        answer = query.part(value, f"answers[{i}]")
        text, start, last = answer.required_text("text"), answer.whole_number("start"), answer.whole_number("end")
        if start is None or last is None or not 0 <= start <= last or context[start : last + 1] != text:
            tally.change("answers left out that stand nowhere they say")
        elif (start, text) not in known:
            known.add((start, text))
            yield Answer(text, start)
