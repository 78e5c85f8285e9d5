"""Simulated annotators whose habits are known, to see whether an analysis of people finds what is there."""

import random
import re
from collections.abc import Sequence

import msgspec

from spanwise.data.dataset import Dataset, Question
from spanwise.data.human_answers import HumanAnswer, HumanAnswers
from spanwise.errors import OptionError
from spanwise.scoring.columns import kept_rows
from spanwise.scoring.rules import Rules, rules_for
from spanwise.text.normalize import normalized_alone
from spanwise.text.span import Span

__all__ = ["SimulatedAnnotator", "simulate"]

_WORD = re.compile(r"\S+")
_TRIES = 50
"""Wrong places to look at before the context is taken to have none."""
_LONGEST = 4
"""The most words of a wrong answer."""


class SimulatedAnnotator(msgspec.Struct, frozen=True):
    """The habits of a simulated person: chances, each given that nothing named before it happened.

    To an answerable question: refuse; else be wrong; else take one of the right answers and miss its boundary by a
    word. So the expected exact match there is (1 - refusal) * (1 - error) * (1 - boundary). To an unanswerable one:
    answer all the same.
    """

    error: float = 0.1
    """Of answering an answerable question with words of its context that share no token with any right answer."""
    boundary: float = 0.2
    """Of a word too many or too few at one end of a right answer."""
    refusal: float = 0.05
    """Of abstaining on an answerable question."""
    false_answer: float = 0.1
    """Of answering an unanswerable question, by its plausible answer where the file has one."""

    def __post_init__(self) -> None:
        """Refuse what is no chance."""
        for name in self.__struct_fields__:
            chance = getattr(self, name)
            if not 0.0 <= chance <= 1.0:
                raise OptionError(f"{name} is {chance}; a fraction from 0 to 1 would do")


class _Shown(msgspec.Struct, frozen=True):
    """A question with its context's words, as the annotators see it."""

    question: Question
    context: str
    words: tuple[Span, ...]
    right: frozenset[str]
    """The right answers in normal form."""
    rules: Rules

    def normal(self, text: str) -> str:
        return normalized_alone(text, self.rules.profile)

    def text(self, first: int, last: int) -> str:
        """Return the text from one word to another, both included."""
        return self.context[self.words[first].start : self.words[last].end]


def simulate(
    dataset: Dataset, annotators: Sequence[SimulatedAnnotator], *, rng: random.Random, rules: Rules | None = None
) -> HumanAnswers:
    """Return what simulated people say to every question of a dataset, each of them to all.

    They are called w1, w2, ... What a text does not allow is not forced: a wrong answer is an exact one where the
    context has no other words, and so is a missed boundary where neither a word more nor a word less makes another
    answer. With the contexts of usual benchmarks this is rare.

    Args:
        dataset: The questions with the right answers.
        annotators: The habits of each person.
        rng: Where randomness comes from: the same state gives the same answers.
        rules: What makes two texts the same answer; None: what the dataset asks for.

    Raises:
        OptionError: There are no annotators.
    """
    if not annotators:
        raise OptionError("there are no annotators; one or more would do")
    rules = rules or rules_for(dataset)
    contexts = [paragraph.context for article in dataset.articles for paragraph in article.paragraphs]
    words = [tuple(Span(*match.span()) for match in _WORD.finditer(context)) for context in contexts]
    rows, _ = kept_rows(dataset)
    answers = []
    for row in rows:
        right = frozenset(normalized_alone(answer.text, rules.profile) for answer in row.question.answers)
        shown = _Shown(row.question, contexts[row.paragraph], words[row.paragraph], right, rules)
        for number, annotator in enumerate(annotators, start=1):
            answers.append(HumanAnswer(row.question.id, f"w{number}", _said(shown, annotator, rng)))
    return HumanAnswers(tuple(answers), name=f"{dataset.name}-simulated" if dataset.name else "simulated")


def _said(shown: _Shown, annotator: SimulatedAnnotator, rng: random.Random) -> str | None:
    if not shown.question.answers:
        if rng.random() >= annotator.false_answer:
            return None
        plausible = [answer.text for answer in shown.question.plausible_answers if shown.normal(answer.text)]
        return rng.choice(plausible) if plausible else _wrong(shown, rng)
    if rng.random() < annotator.refusal:
        return None
    right = rng.choice(shown.question.answers).text
    if rng.random() < annotator.error:
        return _wrong(shown, rng) or right
    if rng.random() < annotator.boundary:
        return _near(shown, right, rng) or right
    return right


def _wrong(shown: _Shown, rng: random.Random) -> str | None:
    """Return words of the context that share no token with a right answer, or None where none were found."""
    taken = {token for answer in shown.right for token in answer.split()}
    for _ in range(_TRIES if shown.words else 0):
        first = rng.randrange(len(shown.words))
        text = shown.text(first, min(first + rng.randrange(_LONGEST), len(shown.words) - 1))
        tokens = shown.normal(text).split()
        if tokens and taken.isdisjoint(tokens):
            return text
    return None


def _near(shown: _Shown, right: str, rng: random.Random) -> str | None:
    """Return a right answer with a word more or less at one end, or None where no such text is another answer."""
    start = shown.context.find(right)
    if start < 0:
        return None
    span = Span.at(start, right)
    inside = [i for i, word in enumerate(shown.words) if word.start < span.end and span.start < word.end]
    if not inside:
        return None
    first, last = inside[0], inside[-1]
    ends = [(first - 1, last), (first, last + 1), (first + 1, last), (first, last - 1)]
    rng.shuffle(ends)
    tokens = set(shown.normal(right).split())
    for one, other in ends:
        if 0 <= one <= other < len(shown.words):
            text = shown.text(one, other)
            normal = shown.normal(text)
            if normal not in shown.right and not tokens.isdisjoint(normal.split()):
                return text
    return None
