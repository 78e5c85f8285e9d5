"""AddSent's automatic part, and AddOneSent: a sentence that answers another question is added to the context."""

import random
from collections.abc import Callable, Sequence

import msgspec

from spanwise.benchmarks.adversarial.fake_answers import FakeAnswer, fake_answers
from spanwise.benchmarks.adversarial.question_parts import question_parts
from spanwise.benchmarks.adversarial.statement import statement
from spanwise.benchmarks.adversarial.variant import Adversarial, Variant, added_variant, says_again
from spanwise.benchmarks.adversarial.word_swaps import WordSwaps
from spanwise.data.dataset import Dataset, Origin, Paragraph, Question
from spanwise.errors import DataError
from spanwise.language.annotate import Annotator
from spanwise.language.annotated import Annotated
from spanwise.language.lexicon import Lexicon
from spanwise.language.vectors import WordVectors
from spanwise.text.normalize import SQUAD, normalized_alone

__all__ = ["ADD_ONE_SENT", "ADD_SENT", "SentenceMaker", "add_one_sent", "add_sent"]

ADD_SENT = "add-sent"
ADD_ONE_SENT = "add-one-sent"


class SentenceMaker:
    """Makes sentences that seem to answer a question and answer another.

    As Jia and Liang (2017) do before people mend the sentences: the question's names, numbers, nouns and adjectives get
    other words, a fake answer of the answer's type is taken, and both are made a statement. Nobody has looked at what
    comes out: some of it is no English, and now and then it says what is true of the question after all. Which
    share is so was read off by hand (docs/benchmarks/adversarial.md); `human_queue` has it mended.

    Each text is annotated once for all attacks.
    """

    def __init__(self, dataset: Dataset, annotator: Annotator, lexicon: Lexicon, vectors: WordVectors | None) -> None:
        """Annotate a dataset and look up what may stand for its words.

        Without vectors only antonyms change a question, so that far fewer questions can be attacked.

        Raises:
            OptionError: The pipeline has no parser, tagger or entity recogniser.
        """
        annotator.require("parser", "tagger", "ner", what="the attack AddSent")
        paragraphs = [paragraph for article in dataset.articles for paragraph in article.paragraphs]
        contexts = annotator.annotate([paragraph.context for paragraph in paragraphs])
        questions = annotator.annotate([question.text for _, _, question in dataset.questions()])
        self._contexts = {p.context: a for p, a in zip(paragraphs, contexts, strict=True)}
        self._questions = {q.text: a for (_, _, q), a in zip(dataset.questions(), questions, strict=True)}
        self._swaps = WordSwaps(lexicon, vectors, (*contexts, *questions))
        self._swaps.prepare(questions)

    @property
    def without_vector(self) -> int:
        """How many different names and numbers had no vector so far."""
        return len(self._swaps.without_vector)

    def variants(
        self, paragraph: Paragraph, question: Question, *, most: int, place: str, origin: Origin
    ) -> list[Variant] | str:
        """Return up to so many variants of a question, or why there is none.

        The first has the nearest words and the first fake answer, the next ones the next.

        Raises:
            DataError: The question or its context is not in the maker's dataset.
        """
        if not question.answers:
            return "the question has no answer"
        asked, context = self._questions.get(question.text), self._contexts.get(paragraph.context)
        if asked is None or context is None:
            raise DataError(
                f"the question {question.id!r} or its context is not in the dataset that the maker was made with; make "
                "one with this dataset"
            )
        fakes = fake_answers(context, question.answers[0])
        if not fakes:
            return "no fake answer that the context does not hold"
        fault = ""
        made: list[Variant] = []
        sentences: set[str] = set()
        for rank in range(2 * most):
            found = self._variant(
                paragraph, question, asked, fakes[rank % len(fakes)], (rank, len(made), place, origin)
            )
            if isinstance(found, str):
                fault = fault or found
            elif found.sentence not in sentences:
                sentences.add(found.sentence)
                made.append(found)
            if len(made) == most:
                break
        return made or fault

    def _variant(
        self,
        paragraph: Paragraph,
        question: Question,
        asked: Annotated,
        fake: FakeAnswer,
        how: tuple[int, int, str, Origin],
    ) -> Variant | str:
        rank, number, place, origin = how
        parts = question_parts(asked)
        if isinstance(parts, str):
            return parts
        # What the question asks for must stay what the fake answer is: "which city" gets no other noun.
        fixed = [parts.head, *[i for i, tag in enumerate(asked.tags) if tag.startswith("W")]]
        changed = self._swaps.changed(asked, rank, fixed=fixed, forbidden=_answer_words(question))
        if not changed.changed:
            return "no word of the question has another to stand for it"
        said = statement(asked, fake.text, fake.kind, words=changed.words)
        if isinstance(said, str):
            return said
        if says_again(question, said.text):
            return "the sentence has every word of the question"
        made = added_variant(paragraph, question, said.text, number=number, origin=origin, place=place)
        if isinstance(made, str):
            return made
        about = {
            **made.about,
            "fake_answer": fake.text,
            "fake_type": fake.type,
            "changed": ", ".join(f"{asked.words[i]} > {changed.words[i]}" for i in changed.changed),
            "clause_rule": said.clause_rule,
            "answer_rule": said.answer_rule,
        }
        return msgspec.structs.replace(made, about=about)


def _answer_words(question: Question) -> set[str]:
    return {word for answer in question.answers for word in normalized_alone(answer.text, SQUAD).split()}


def add_sent(
    dataset: Dataset,
    maker: SentenceMaker,
    *,
    most: int = 3,
    place: str = "end",
    seed: int = 0,
    progress: Callable[[int, int], None] | None = None,
) -> Adversarial:
    """Return variants of a dataset's questions, up to so many of each: scores go by the worst of them.

    Nothing here is drawn, so that the seed is only noted.

    Args:
        dataset: The dataset that the maker was made with, or a part of it.
        maker: What makes the sentences.
        most: Variants of a question; AddSent's people mended up to five.
        place: One of `PLACES`.
        seed: What the origins say.
        progress: Told how many of how many questions are done.

    Raises:
        OptionError: There is no such place.
    """
    return _added(dataset, maker, (ADD_SENT, most, place, seed), lambda found, _: found, progress)


def add_one_sent(
    dataset: Dataset,
    maker: SentenceMaker,
    *,
    most: int = 3,
    place: str = "end",
    seed: int = 0,
    progress: Callable[[int, int], None] | None = None,
) -> Adversarial:
    """Return one variant of each question, drawn from those that `add_sent` makes, so that no reader is asked.

    What is drawn for a question depends on the seed and its id alone. See `add_sent` for the arguments.

    Raises:
        OptionError: There is no such place.
    """

    def one(found: Sequence[Variant], question: Question) -> Sequence[Variant]:
        drawn = random.Random(f"{seed} {question.id}").random()
        chosen = found[int(drawn * len(found))]
        made = msgspec.structs.replace(chosen.question, id=f"{question.id}-{ADD_ONE_SENT}")
        return [msgspec.structs.replace(chosen, question=made)]

    return _added(dataset, maker, (ADD_ONE_SENT, most, place, seed), one, progress)


def _added(
    dataset: Dataset,
    maker: SentenceMaker,
    settings: tuple[str, int, str, int],
    chosen: Callable[[Sequence[Variant], Question], Sequence[Variant]],
    progress: Callable[[int, int], None] | None,
) -> Adversarial:
    attack, most, place, seed = settings
    variants: list[Variant] = []
    reasons: dict[str, str] = {}
    total = len(dataset.question_ids)
    for number, (_, paragraph, question) in enumerate(dataset.questions()):
        origin = Origin(question.id, attack, seed)
        found = maker.variants(paragraph, question, most=most, place=place, origin=origin)
        if isinstance(found, str):
            reasons[question.id] = found
        else:
            variants += chosen(found, question)
        if progress is not None and (number + 1 == total or number % 100 == 0):
            progress(number + 1, total)
    notes = []
    if maker.without_vector:
        notes.append(f"{maker.without_vector:,} different names and numbers have no vector and stayed as they are")
    return Adversarial.of(attack, total, variants, reasons, notes)
