"""MRQA's form of other benchmarks: every answer put where it stands, which in that form it need not say.

MRQA searched the context for each answer word by word, so that its detected spans lack articles ("Broncos" for "The
Broncos"), differ in case, or are missing where the answer is part of a word ("2" in "2-yard").
"""

import re
from collections.abc import Callable, Iterator, Sequence
from typing import Any

import msgspec

from spanwise.benchmarks.conversion import Conversion, Tally
from spanwise.benchmarks.convert.occurrence import occurrences
from spanwise.benchmarks.material import Material
from spanwise.data.dataset import Answer, Article, Paragraph
from spanwise.data.mrqa import mrqa_from_lines
from spanwise.errors import FormatError
from spanwise.json_input import decoded_lines

__all__ = ["convert_mrqa", "plain_tags"]

_Spans = tuple[tuple[int, int], ...]

_BESIDE = "answers placed at their own text nearest to a detected span, which lacks a part of them"
_ALONE = "answers placed at the first occurrence of their text, for which no span is detected"
_DETECTED = "answers whose text is nowhere: the detected span's own text taken instead"
_NOWHERE = "answers left out: their text is nowhere in the context, and no span is detected"
_TAGGED = "contexts with HTML tags turned into plain words"
_LOST = "no answer stands in the context"
_AGAIN = "its id stands before it in the file"
# <P>, </P>, <Th_colspan="2">: no white space inside, since "x <y and z>" is no tag.
_TAG = re.compile(r"<(/?)([A-Za-z][A-Za-z0-9]*)(?:_[^<>\s]*)?>")


def convert_mrqa(source: Material, *, dataset: str = "", name: str = "", tags: bool = False) -> Conversion:
    """Return an MRQA file with every answer at its place in the context.

    An answer keeps the place MRQA detected if its text stands there. If not, it goes to the occurrence of its text
    nearest to a detected span, else to its first occurrence. Only where its text is nowhere does the detected span's
    text take its place. The published files have no titles, so all is one article and intervals go by paragraph.

    Args:
        source: MRQA JSON lines.
        dataset: What the header's name of the dataset must hold, where there is a header; another name is refused.
        name: What to call it.
        tags: Turn HTML tags into plain words, as the concurrence study does for NaturalQuestions.

    Raises:
        FormatError: The file is not in this form, or its header names another dataset.
    """
    lines = decoded_lines(source.text(), source.where)
    _refuse_another(lines, dataset, source.where)
    read, _, _ = mrqa_from_lines(lines, source.where)
    tally = Tally(source.where)
    tally.read(len(read.question_ids))
    spans = iter([_detected_spans(qa) for _, value in lines for qa in value.get("qas", ())])
    seen: set[str] = set()
    articles = []
    for article in read.articles:
        paragraphs = [_paragraph(paragraph, spans, tally, seen, tags=tags) for paragraph in article.paragraphs]
        articles.append(Article(article.title, tuple(p for p in paragraphs if p.questions)))
    return tally.conversion((a for a in articles if a.paragraphs), name=name or dataset, version=read.version or "1.1")


def _refuse_another(lines: Sequence[tuple[int, Any]], dataset: str, where: str) -> None:
    for _, value in lines:
        header = value.get("header") if isinstance(value, dict) else None
        found = header.get("dataset") if isinstance(header, dict) else None
        # The header of DuoRC says "DuoRC.ParaphraseRC": one name within the other will do.
        if isinstance(found, str) and dataset.casefold() not in found.casefold():
            raise FormatError(
                f"{where}: the header says this is {found!r}, not {dataset!r}; give the file of {dataset}"
            )


def _detected_spans(qa: dict[str, Any]) -> tuple[_Spans, ...]:
    """Return the half-open spans of each detected answer; what is no pair of numbers is passed over."""
    return tuple(
        tuple(
            (span[0], span[1] + 1)
            for span in detected.get("char_spans") or ()
            if isinstance(span, list) and len(span) == 2 and all(isinstance(edge, int) for edge in span)
        )
        for detected in qa.get("detected_answers") or ()
    )


def _paragraph(
    paragraph: Paragraph, spans: Iterator[tuple[_Spans, ...]], tally: Tally, seen: set[str], *, tags: bool
) -> Paragraph:
    context = plain_tags(paragraph.context) if tags else paragraph.context
    moved = _mover(paragraph.context) if context != paragraph.context else None
    tally.change(_TAGGED, int(moved is not None))
    questions = []
    for question in paragraph.questions:
        detected = next(spans)
        if question.id in seen:
            tally.drop(_AGAIN, question.id)
            continue
        seen.add(question.id)
        places = (
            _placed(paragraph.context, answer, _own(detected, i, len(question.answers)), tally)
            for i, answer in enumerate(question.answers)
        )
        answers = tuple(place for place in places if place is not None)
        if moved is not None:
            answers = tuple(place for place in map(moved, answers) if place is not None)
        if question.answers and not answers:
            tally.drop(_LOST, question.id)
        else:
            questions.append(msgspec.structs.replace(question, answers=answers))
    return Paragraph(context, tuple(questions))


def _own(detected: tuple[_Spans, ...], index: int, answers: int) -> _Spans:
    """Return the spans of the detected answer that belongs to an answer, or all where positions do not tell."""
    return detected[index] if len(detected) == answers else tuple(span for spans in detected for span in spans)


def _placed(context: str, answer: Answer, spans: _Spans, tally: Tally) -> Answer | None:
    if answer.start is not None and answer.text and context.startswith(answer.text, answer.start):
        return answer
    starts = list(occurrences(answer.text, context)) or [
        m.start() for m in re.finditer(re.escape(answer.text), context)
    ]
    if answer.text and starts:
        tally.change(_BESIDE if spans else _ALONE)
        near = min(starts, key=lambda start: min(abs(start - left) for left, _ in spans)) if spans else starts[0]
        return Answer(answer.text, near)
    for left, right in spans:
        if 0 <= left < right <= len(context):
            tally.change(_DETECTED)
            return Answer(context[left:right], left)
    tally.change(_NOWHERE)
    return None


def plain_tags(text: str) -> str:
    """Return a text with its HTML tags as plain words: ``<P>`` is ``BPB``, ``</P>`` is ``EPE``.

    Tokenizers cut ``<P>`` into three pieces, each in its own way, and then readers are not compared on one text. The
    study names ``<P>`` and ``BPB``; the other tags go by the same pattern, begin and end told apart, attributes left
    out (``<Th_colspan="2">`` is ``BTHB``).
    """
    return _TAG.sub(_plain_tag, text)


def _plain_tag(match: re.Match[str]) -> str:
    side = "E" if match[1] else "B"
    return f"{side}{match[2].upper()}{side}"


def _mover(tagged: str) -> Callable[[Answer], Answer | None]:
    """Return what moves an answer by what the tags before it grew or shrank; None for one that cuts a tag."""
    tags = [(match.start(), match.end(), len(_plain_tag(match)) - len(match[0])) for match in _TAG.finditer(tagged)]

    def moved(answer: Answer) -> Answer | None:
        start = answer.start or 0
        end = start + len(answer.text)
        if any(left < start < right or left < end < right for left, right, _ in tags):
            return None
        return Answer(plain_tags(answer.text), start + sum(shift for _, right, shift in tags if right <= start))

    return moved
