"""QAMR: questions on single sentences, put on the passages that the sentences come from."""

from collections.abc import Iterator, Sequence

import msgspec

from spanwise.benchmarks.conversion import Conversion, Tally
from spanwise.benchmarks.material import Material
from spanwise.data.dataset import Answer, Article, Paragraph, Question
from spanwise.errors import FormatError

__all__ = ["convert_qamr"]

_BRACKETS = {"-LRB-": "(", "-RRB-": ")", "-LSB-": "[", "-RSB-": "]", "-LCB-": "{", "-RCB-": "}", "``": '"', "''": '"'}
_FIELDS = 9

_AMBIGUOUS = "ambiguous: asked again on its passage with an answer elsewhere"
_REPEATED = "repeated: asked before on its passage with an answer in the same place"
_ABSENT = "its sentence is not in the file of sentences (those of the Penn Treebank are not published)"
_GAPS = "answers with a gap, filled from the first word to the last"

_Spans = tuple[tuple[int, int], ...]


class _Row(msgspec.Struct, frozen=True):
    """A question with the token spans of its answers, tokens counted from the start of its sentence, half-open."""

    identity: str
    sentence: str
    text: str
    spans: _Spans


class _Passage(msgspec.Struct, frozen=True):
    """The sentences of a paragraph as one context, and where each token of each sentence lies in it."""

    context: str
    tokens: dict[str, tuple[tuple[int, int], ...]]


def convert_qamr(rows: Material, sentences: Material, *, name: str = "") -> Conversion:
    """Return QAMR's questions on passages: the sentences of a paragraph put together, as the concurrence study has it.

    A question written for one sentence ("What did he do?") can have several answers in the passage. One that was asked
    twice on a passage with answers in different places is ambiguous and left out each time; asked again with an answer
    in the same place, only the first is kept. Answers are the asker's and both validators'; one with a gap becomes the
    span around it, as in the makers' own SQuAD form. Tokens stay apart by blanks; ``-LRB-`` and its like become
    brackets and quotation marks.

    Args:
        rows: The ``filtered`` or ``full`` file of a split.
        sentences: ``wiki-sentences.tsv``.
        name: What to call the dataset.

    Raises:
        FormatError: A line is malformed.
    """
    passages, place = _passages(sentences)
    tally = Tally(rows.where)
    asked: dict[str, list[_Row]] = {}
    seen: set[str] = set()
    for row in _rows(rows, place, tally, seen):
        asked.setdefault(place[row.sentence], []).append(row)
    documents: dict[str, list[Paragraph]] = {}
    for paragraph, own in asked.items():
        passage = passages[paragraph]
        questions = tuple(_question(passage, row) for row in _unambiguous(passage, own, tally))
        if questions:
            documents.setdefault(_parent(paragraph), []).append(Paragraph(passage.context, questions))
    articles = (Article(title, tuple(paragraphs)) for title, paragraphs in documents.items())
    return tally.conversion(articles, name=name or "qamr")


def _parent(identity: str) -> str:
    return identity.rpartition(":")[0]


def _passages(sentences: Material) -> tuple[dict[str, _Passage], dict[str, str]]:
    """Return the passages by the id of their paragraph, and the paragraph of every sentence."""
    paragraphs: dict[str, list[tuple[int, str, list[str]]]] = {}
    for number, line in enumerate(sentences.text().split("\n"), start=1):
        if not line.strip():
            continue
        identity, tab, text = line.partition("\t")
        paragraph, _, position = identity.rpartition(":")
        if not tab or not paragraph or not position.isdecimal() or not text.strip():
            raise FormatError(
                f"{sentences.where}: line {number}: found {line[:40]!r}; a line is an id, a tab, a sentence"
            )
        paragraphs.setdefault(paragraph, []).append((int(position), identity, text.split()))
    place = {identity: paragraph for paragraph, own in paragraphs.items() for _, identity, _ in own}
    return {paragraph: _passage(sorted(own)) for paragraph, own in paragraphs.items()}, place


def _passage(sentences: Sequence[tuple[int, str, list[str]]]) -> _Passage:
    words: list[str] = []
    tokens: dict[str, tuple[tuple[int, int], ...]] = {}
    at = 0
    for _, identity, own in sentences:
        spans = []
        for token in own:
            word = _BRACKETS.get(token, token)
            words.append(word)
            spans.append((at, at + len(word)))
            at += len(word) + 1
        tokens[identity] = tuple(spans)
    return _Passage(" ".join(words), tokens)


def _rows(rows: Material, place: dict[str, str], tally: Tally, seen: set[str]) -> Iterator[_Row]:
    for number, line in enumerate(rows.text().split("\n"), start=1):
        if not line.strip():
            continue
        fields = line.split("\t")
        if len(fields) != _FIELDS:
            raise FormatError(f"{rows.where}: line {number} has {len(fields)} fields; a question has {_FIELDS}")
        sentence, targets, worker, index, _, text, answer, *judgements = fields
        identity = f"{sentence}/{targets.replace(' ', '.')}/{worker}/{index}"
        if identity in seen:
            raise FormatError(
                f"{rows.where}: line {number}: the question {identity!r} stands before; is it joined twice?"
            )
        seen.add(identity)
        tally.read()
        if sentence not in place:
            tally.drop(_ABSENT, identity)
            continue
        answers = [answer, *(judged.partition(":")[2] for judged in judgements)]
        judged_invalid = [a for a in answers[1:] if a.startswith(("Invalid", "Redundant"))]
        if judged_invalid:
            tally.drop("judged invalid or redundant by a validator", identity)
            continue
        spans = tuple(_span(indices, f"{rows.where}: line {number}", tally) for indices in answers)
        yield _Row(identity, sentence, text, spans)


def _span(indices: str, where: str, tally: Tally) -> tuple[int, int]:
    numbers = indices.split()
    if not numbers or not all(number.isdecimal() for number in numbers):
        raise FormatError(f"{where}: an answer is {indices!r}; it must be the numbers of the sentence's words")
    places = sorted(map(int, numbers))
    tally.change(_GAPS, int(places[-1] - places[0] + 1 > len(set(places))))
    return places[0], places[-1] + 1


def _unambiguous(passage: _Passage, rows: Sequence[_Row], tally: Tally) -> Iterator[_Row]:
    by_text: dict[str, list[_Row]] = {}
    for row in rows:
        if max(end for _, end in row.spans) > len(passage.tokens[row.sentence]):
            tally.drop("an answer ends behind its sentence", row.identity)
        else:
            by_text.setdefault(" ".join(row.text.casefold().split()), []).append(row)
    for same in by_text.values():
        if _agree(same):
            yield same[0]
            tally.drop(_REPEATED, *(row.identity for row in same[1:]))
        else:
            tally.drop(_AMBIGUOUS, *(row.identity for row in same))


def _agree(rows: Sequence[_Row]) -> bool:
    """Say whether every two askings have answers that overlap."""
    return all(
        first.sentence == second.sentence and any(a < d and c < b for a, b in first.spans for c, d in second.spans)
        for i, first in enumerate(rows)
        for second in rows[:i]
    )


def _question(passage: _Passage, row: _Row) -> Question:
    tokens = passage.tokens[row.sentence]
    spans = [(tokens[first][0], tokens[last - 1][1]) for first, last in row.spans]
    return Question(row.identity, row.text, tuple(Answer(passage.context[start:end], start) for start, end in spans))
