"""LAMBADA: the last word of a text, asked of what comes before its last sentence."""

import re
from collections.abc import Iterator

from spanwise.benchmarks.conversion import Conversion, Tally
from spanwise.benchmarks.convert.occurrence import first_occurrence
from spanwise.benchmarks.material import Material
from spanwise.data.dataset import Answer, Article, Paragraph, Question
from spanwise.errors import FormatError
from spanwise.json_input import decoded_lines
from spanwise.text.sentences import sentence_spans

__all__ = ["convert_lambada"]

_PLACEHOLDER = "@placeholder"
_ABSENT = "its last word occurs nowhere before"
_ONLY_LAST = "its last word occurs before only within its last sentence, which is the question"
_ONE = "it is a single sentence, with nothing to ask it of"
_CASE = "answers in the case of the passage, where they stand only in another"
# The published text is in tokens and small letters; there a sentence ends with one of these alone.
_TOKEN_END = re.compile(r"(?<=\s)(?:[.!?]|\.\.\.)(?:\s+(?:''|``|\"|'))?\s")


def convert_lambada(source: Material, *, name: str = "lambada") -> Conversion:
    """Return LAMBADA as cloze questions: the last sentence without its last word, asked of the sentences before.

    A text whose last word does not occur in the passage has no extractive answer and is left out, as the concurrence
    study does; those where it occurs only in the question itself are counted apart. The answer is the first occurrence.
    What the question is, the published files do not mark: the last sentence by `spanwise.text.sentences`, in the
    tokenized form by its full stops.

    Args:
        source: JSON lines with "text", or the published plain text, one passage a line.
        name: What to call the dataset; ids begin with it.

    Raises:
        FormatError: A line is neither.
    """
    tally = Tally(source.where)
    articles = []
    for number, text, tokens in _texts(source):
        tally.read()
        identity = f"{name}-{number}"
        start = _last_sentence(text, tokens=tokens)
        word = text.split()[-1]
        before = text[: -len(word)].rstrip()
        context = text[:start].rstrip()
        place = first_occurrence(word, context)
        if place is None:
            place = first_occurrence(word, context, caseless=True)
            tally.change(_CASE, int(place is not None))
        if place is None:
            anywhere = first_occurrence(word, before, caseless=True) is not None
            tally.drop(_ABSENT if not anywhere else _ONLY_LAST if context else _ONE, identity)
            continue
        question = Question(
            identity, f"{before[start:]} {_PLACEHOLDER}".strip(), (Answer(context[place : place + len(word)], place),)
        )
        articles.append(Article(f"passage {number}", (Paragraph(context, (question,)),)))
    if not articles:
        raise FormatError(f"{source.where}: no text has its last word in it; is this another dataset?")
    return tally.conversion(articles, name=name)


def _texts(source: Material) -> Iterator[tuple[int, str, bool]]:
    """Give the texts with their numbers and whether they are in tokens."""
    content = source.text()
    if not content.lstrip().startswith("{"):
        for number, line in enumerate(content.split("\n"), start=1):
            if line.strip():
                yield number, line.strip(), True
        return
    for number, value in decoded_lines(content, source.where):
        text = value.get("text") if isinstance(value, dict) else None
        if not isinstance(text, str) or not text.strip():
            raise FormatError(f'{source.where}: line {number} has no "text"; a line is {{"text": "..."}}')
        yield number, text.strip(), False


def _last_sentence(text: str, *, tokens: bool) -> int:
    """Return where the last sentence begins."""
    if not tokens:
        return sentence_spans(text)[-1].start
    ends = [match.end() for match in _TOKEN_END.finditer(text)]
    return ends[-1] if ends else 0
