"""Datasets with something taken away that a reader should need: the question, its words, the order of the sentences.

Every question keeps its id, its place in the file and its answers' texts, so that scores before and after pair up. The
offsets of answers are those of the new context.
"""

from collections.abc import Callable, Mapping, Sequence
from itertools import pairwise
from random import Random

import msgspec

from spanwise.data.dataset import Answer, Article, Dataset, Paragraph, Question
from spanwise.errors import OptionError
from spanwise.text.sentences import sentence_spans
from spanwise.text.span import Span

__all__ = ["PERTURBATIONS", "perturbed", "sentence_blocks"]

PERTURBATIONS: Mapping[str, str] = {
    "no-question": "the question removed",
    "first-word": "the first word of the question alone",
    "first-2-words": "the first two words of the question alone",
    "first-3-words": "the first three words of the question alone",
    "question-shuffled": "the words of the question in random order",
    "sentences-shuffled": "the sentences of the context in random order",
    "answer-sentences": "the context cut down to the sentences that hold an answer",
}
"""The perturbations by name, with what each does."""


def perturbed(dataset: Dataset, name: str, *, seed: int) -> Dataset:
    """Return the dataset with one thing taken away.

    Words are what blanks part. What is drawn for a question or a context depends on the seed and on itself alone, so a
    part of the dataset is changed as the whole is.

    "sentences-shuffled" leaves sentences together that one answer spans; a context of one such block stays as it is,
    and any other gets an order that differs from its own. "answer-sentences" gives each question a context of its own;
    an unanswerable question keeps the sentences of its plausible answers, and all of them where it has none.

    Args:
        dataset: What to change.
        name: One of `PERTURBATIONS`.
        seed: Of what is drawn; same seed, same result.

    Raises:
        OptionError: There is no such perturbation.
    """
    if name not in PERTURBATIONS:
        raise OptionError(f"there is no perturbation {name!r}; there are {', '.join(PERTURBATIONS)}")
    change = _BY_NAME[name]
    articles = tuple(
        Article(article.title, tuple(new for p in article.paragraphs for new in change(p, seed)))
        for article in dataset.articles
    )
    label = f"{dataset.name} ({name})" if dataset.name else name
    return msgspec.structs.replace(dataset, articles=articles, name=label)


def sentence_blocks(context: str, kept_whole: Sequence[Span]) -> tuple[Span, ...]:
    """Return the sentences of a context as spans, those joined between which one of the given spans lies.

    Args:
        context: Any text.
        kept_whole: Spans within the context. Every one lies within a block, white space around sentences included.
    """
    blocks: list[Span] = []
    for sentence in sentence_spans(context):
        gap_start, start = blocks[-1].end if blocks else 0, sentence.start
        cut = any(span.start < start and span.end > gap_start for span in kept_whole)
        if cut and blocks:
            blocks[-1] = Span(blocks[-1].start, sentence.end)
        else:
            blocks.append(Span(0 if cut else start, sentence.end))
    if blocks and any(span.end > blocks[-1].end for span in kept_whole):
        blocks[-1] = Span(blocks[-1].start, len(context))
    return tuple(blocks)


def _span_of(answer: Answer, context: str) -> Span | None:
    """Return where an answer stands: at its start, or where it first occurs if the file gives no right start."""
    if _starts_rightly(answer, context):
        return answer.span
    found = context.find(answer.text) if answer.text else -1
    return Span.at(found, answer.text) if found >= 0 else None


def _starts_rightly(answer: Answer, context: str) -> bool:
    return answer.span is not None and context.startswith(answer.text, answer.span.start)


def _spans(questions: Sequence[Question], context: str) -> list[Span]:
    """Return the different spans of all answers and plausible answers."""
    answers = (a for q in questions for a in (*q.answers, *q.plausible_answers))
    return list(dict.fromkeys(span for answer in answers if (span := _span_of(answer, context)) is not None))


def _rearranged(
    context: str, blocks: Sequence[Span], order: Sequence[int], gaps: Sequence[str]
) -> tuple[str, dict[int, int]]:
    """Return the blocks in a new order with these gaps around them, and by how much each block moved."""
    moved: dict[int, int] = {}
    parts = [gaps[0]]
    length = len(gaps[0])
    for block, gap in zip(order, gaps[1:], strict=True):
        moved[block] = length - blocks[block].start
        parts += [blocks[block].of(context), gap]
        length += len(parts[-2]) + len(gap)
    return "".join(parts), moved


def _carried(question: Question, context: str, blocks: Sequence[Span], moved: Mapping[int, int]) -> Question:
    """Return the question with its answers' starts in the new context; one without a right start gets none."""

    def carry(answer: Answer) -> Answer:
        span = answer.span
        start = None
        if span is not None and _starts_rightly(answer, context):
            inside = (i for i in moved if blocks[i].start <= span.start and span.end <= blocks[i].end)
            start = next((span.start + moved[i] for i in inside), None)
        return Answer(answer.text, start)

    return msgspec.structs.replace(
        question,
        answers=tuple(map(carry, question.answers)),
        plausible_answers=tuple(map(carry, question.plausible_answers)),
    )


def _sentences_shuffled(paragraph: Paragraph, seed: int) -> tuple[Paragraph, ...]:
    context = paragraph.context
    blocks = sentence_blocks(context, _spans(paragraph.questions, context))
    if len(blocks) < 2:
        return (paragraph,)
    order = _other_order(len(blocks), Random(f"{seed} {context}"))
    edges = [0, *(edge for block in blocks for edge in (block.start, block.end)), len(context)]
    # The gaps stay where they are, so that no two sentences touch and paragraphs break where they broke.
    gaps = [context[start:end] for start, end in zip(edges[::2], edges[1::2], strict=True)]
    text, moved = _rearranged(context, blocks, order, gaps)
    return (Paragraph(text, tuple(_carried(q, context, blocks, moved) for q in paragraph.questions)),)


def _other_order(n: int, rng: Random) -> list[int]:
    """Return the numbers below n, two at least, in a random order that is not their own."""
    while True:
        drawn = [rng.random() for _ in range(n)]
        order = sorted(range(n), key=drawn.__getitem__)
        if order != sorted(order):
            return order


def _answer_sentences(paragraph: Paragraph, seed: int) -> tuple[Paragraph, ...]:
    del seed
    context = paragraph.context
    made = []
    for question in paragraph.questions:
        spans = _spans((question,), context)
        blocks = sentence_blocks(context, spans)
        kept = [i for i, b in enumerate(blocks) if any(b.start <= s.start and s.end <= b.end for s in spans)]
        if not kept:
            made.append(Paragraph(context, (question,)))
            continue
        between = [context[blocks[i].end : blocks[j].start] if j == i + 1 else " " for i, j in pairwise(kept)]
        text, moved = _rearranged(context, blocks, kept, ["", *between, ""])
        made.append(Paragraph(text, (_carried(question, context, blocks, moved),)))
    # A paragraph without questions has nothing to be cut down to.
    return tuple(made) or (paragraph,)


_OnQuestion = Callable[[Question, int], str]
_OnParagraph = Callable[[Paragraph, int], tuple[Paragraph, ...]]


def _each_question(text_of: _OnQuestion) -> _OnParagraph:
    def change(paragraph: Paragraph, seed: int) -> tuple[Paragraph, ...]:
        questions = (msgspec.structs.replace(q, text=text_of(q, seed)) for q in paragraph.questions)
        return (Paragraph(paragraph.context, tuple(questions)),)

    return change


def _first_words(n: int) -> _OnQuestion:
    def text_of(question: Question, seed: int) -> str:
        del seed
        return " ".join(question.text.split()[:n])

    return text_of


def _words_shuffled(question: Question, seed: int) -> str:
    words = question.text.split()
    if len(set(words)) < 2:
        return question.text
    rng = Random(f"{seed} {question.id}")
    while True:
        order = _other_order(len(words), rng)
        if (mixed := [words[i] for i in order]) != words:
            return " ".join(mixed)


_BY_NAME: Mapping[str, _OnParagraph] = {
    "no-question": _each_question(_first_words(0)),
    "first-word": _each_question(_first_words(1)),
    "first-2-words": _each_question(_first_words(2)),
    "first-3-words": _each_question(_first_words(3)),
    "question-shuffled": _each_question(_words_shuffled),
    "sentences-shuffled": _sentences_shuffled,
    "answer-sentences": _answer_sentences,
}
