"""A variant of a question, what is checked in it, and the dataset that variants make with their originals."""

from collections import Counter
from collections.abc import Mapping, Sequence

import msgspec

from spanwise.benchmarks.adversarial.placement import placed, shifted
from spanwise.data.dataset import Article, Dataset, Origin, Paragraph, Question
from spanwise.text.normalize import SQUAD, normalized_alone

__all__ = [
    "Adversarial",
    "NotMade",
    "Variant",
    "added_variant",
    "changed_question",
    "holds_answer",
    "says_again",
    "with_originals",
]

_EXAMPLES = 5
_ASKING = "what which who whom whose when where why how many much long is are was were be been did does do has have had"
_QUESTION_WORDS = frozenset(_ASKING.split())


class Variant(msgspec.Struct, frozen=True):
    """A question on a context of its own, with where it comes from."""

    question: Question
    context: str
    sentence: str = ""
    """What was added to the context; "" where the question was changed instead."""
    about: Mapping[str, str] = {}
    """How it was made, in a few words each: "fake_answer", "fake_type", "clause_rule", ..."""


class NotMade(msgspec.Struct, frozen=True):
    """Why no variant was made of some questions, how many, and the ids of the first few."""

    reason: str
    questions: int
    examples: tuple[str, ...] = ()


class Adversarial(msgspec.Struct, frozen=True):
    """Variants of a dataset's questions, and an account in which every question has some or a reason why not."""

    attack: str
    questions: int
    variants: tuple[Variant, ...]
    not_made: tuple[NotMade, ...] = ()
    notes: tuple[str, ...] = ()

    @property
    def attacked(self) -> int:
        """How many questions have a variant."""
        return len({_parent(variant) for variant in self.variants})

    @staticmethod
    def of(
        attack: str,
        questions: int,
        variants: Sequence[Variant],
        reasons: Mapping[str, str],
        notes: Sequence[str] = (),
    ) -> "Adversarial":
        """Close the account.

        Args:
            attack: The attack's name.
            questions: How many questions were looked at.
            variants: What was made.
            reasons: By the id of each question without a variant, why.
            notes: What else is to be said.
        """
        counts = Counter(reasons.values())
        not_made = [
            NotMade(reason, times, tuple([i for i, why in reasons.items() if why == reason][:_EXAMPLES]))
            for reason, times in counts.most_common()
        ]
        return Adversarial(attack, questions, tuple(variants), tuple(not_made), tuple(notes))


def _parent(variant: Variant) -> str:
    origin = variant.question.origin
    return variant.question.id if origin is None else origin.parent_id


def added_variant(
    paragraph: Paragraph,
    question: Question,
    sentence: str,
    *,
    number: int,
    origin: Origin,
    place: str,
) -> Variant | str:
    """Return the question on the context with a sentence added, or what is wrong with it.

    What is wrong: the sentence is empty, holds a gold answer, which would make it one, or is in the context already, or
    there is no place for it. That the answers stand where they say is looked at once more.

    Args:
        paragraph: The original's paragraph.
        question: The original.
        sentence: What to add.
        number: The variant's number, from 0, part of its id.
        origin: What the variant says of where it comes from.
        place: One of `PLACES`.
    """
    if not normalized_alone(sentence, SQUAD):
        return "the sentence is empty"
    if holds_answer(question, sentence):
        return "the sentence would hold a gold answer"
    if sentence in paragraph.context:
        return "the sentence stands in the context already"
    spans = [answer.span for answer in (*question.answers, *question.plausible_answers) if answer.span is not None]
    found = placed(paragraph.context, sentence, place, whole=spans)
    if found is None:
        return "the context has no place between two sentences that no answer spans"
    moved = shifted(question, found.added, found.context)
    for answer in (*moved.answers, *moved.plausible_answers):
        if answer.start is None or not found.context.startswith(answer.text, answer.start):
            return "an answer does not stand where the question says"
    made = msgspec.structs.replace(moved, id=f"{question.id}-{origin.transform}{number}", origin=origin)
    return Variant(made, found.context, sentence, {"place": place})


def changed_question(paragraph: Paragraph, question: Question, text: str, origin: Origin, number: int = 0) -> Variant:
    """Return a variant whose question has other words and whose context and answers are the original's."""
    identity = f"{question.id}-{origin.transform}{number}"
    return Variant(msgspec.structs.replace(question, id=identity, text=text, origin=origin), paragraph.context)


def holds_answer(question: Question, sentence: str) -> bool:
    """Whether a gold answer stands in a sentence, after normalisation and as whole words."""
    said = f" {normalized_alone(sentence, SQUAD)} "
    golds = (normalized_alone(answer.text, SQUAD) for answer in question.answers)
    return any(gold and f" {gold} " in said for gold in golds)


def says_again(question: Question, sentence: str) -> bool:
    """Whether every word of a question, or a form of it, stands in a sentence.

    Such a sentence may well say what is asked, in other words, and its answer would be no wrong one.
    """
    words = normalized_alone(question.text, SQUAD).split()
    asked = [word for word in words if word not in _QUESTION_WORDS]
    held = normalized_alone(sentence, SQUAD).split()
    return bool(asked) and all(any(_same(word, other) for other in held) for word in asked)


def _same(word: str, other: str) -> bool:
    short = min(len(word), len(other))
    return word == other or (word.isalpha() and short > 2 and word[: min(short, 4)] == other[: min(short, 4)])


def with_originals(dataset: Dataset, variants: Sequence[Variant], name: str) -> Dataset:
    """Return a dataset of the originals, each paragraph followed by the variants of its questions.

    Each added sentence makes a context of its own, as in AddSent's files; variants on one context share it.
    """
    by_parent: dict[str, list[Variant]] = {}
    for variant in variants:
        by_parent.setdefault(_parent(variant), []).append(variant)
    articles = []
    for article in dataset.articles:
        paragraphs: list[Paragraph] = []
        for paragraph in article.paragraphs:
            paragraphs.append(paragraph)
            by_context: dict[str, list[Question]] = {}
            for question in paragraph.questions:
                for variant in by_parent.get(question.id, ()):
                    by_context.setdefault(variant.context, []).append(variant.question)
            paragraphs += [Paragraph(context, tuple(own)) for context, own in by_context.items()]
        articles.append(Article(article.title, tuple(paragraphs)))
    return Dataset(tuple(articles), version=dataset.version, name=name)
