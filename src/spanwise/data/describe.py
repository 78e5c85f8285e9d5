"""What is in a dataset, counted as the papers' tables count it."""

from collections import Counter
from collections.abc import Iterable, Sequence

import msgspec

from spanwise.data.dataset import Dataset

__all__ = ["Description", "Distribution", "Lengths", "describe"]

_FIRST_WORDS = 10


class Distribution(msgspec.Struct, frozen=True):
    """Where numbers lie: least, quartiles, mean and greatest.

    Quartiles lie on straight lines between the sorted numbers, as numpy's and R's do by default.
    """

    n: int
    minimum: int
    first_quartile: float
    median: float
    third_quartile: float
    maximum: int
    mean: float


class Lengths(msgspec.Struct, frozen=True):
    """How long texts are; None where there is no text."""

    code_points: Distribution | None
    words: Distribution | None
    """In white-space tokens. Languages written without spaces have few of them, and code points say more."""


class Description(msgspec.Struct, frozen=True):
    """The counts of a dataset. Shares are fractions in [0, 1], None where they are shares of nothing."""

    name: str
    version: str
    fingerprint: str
    articles: int
    articles_with_unanswerable: int
    """SQuAD 2.0, Table 2, "articles with negatives"."""
    paragraphs: int
    paragraphs_without_questions: int
    questions: int
    """SQuAD 2.0, Table 2, "total examples"."""
    unanswerable: int
    """SQuAD 2.0, Table 2, "negative examples": questions without an answer, whatever the flag says."""
    unanswerable_with_plausible: int
    distinct_questions: int
    """Different texts among the questions."""
    answers: int
    questions_by_answers: tuple[tuple[int, int], ...]
    """How many questions have 0, 1, 2, ... answers; numbers that no question has are left out."""
    categories: tuple[tuple[str, int], ...]
    """The kinds of questions that the file names, most frequent first."""
    first_words: tuple[tuple[str, int], ...]
    """The ten most frequent first words of questions, in lower case, most frequent first."""
    questions_per_paragraph: Distribution | None
    questions_per_article: Distribution | None
    context_lengths: Lengths
    """Each paragraph counts once."""
    question_lengths: Lengths
    answer_lengths: Lengths
    """Each answer of each question counts."""

    @property
    def answers_per_question(self) -> float | None:
        """The mean number of answers of the questions that have any."""
        answerable = self.questions - self.unanswerable
        return self.answers / answerable if answerable else None

    @property
    def unanswerable_share(self) -> float | None:
        """The share of the questions that have no answer."""
        return self.unanswerable / self.questions if self.questions else None

    @property
    def plausible_share(self) -> float | None:
        """The share of the unanswerable questions that have a plausible answer."""
        return self.unanswerable_with_plausible / self.unanswerable if self.unanswerable else None


def describe(dataset: Dataset) -> Description:
    """Return the counts that papers give of a dataset: how much there is, of which kinds, and how long texts are."""
    paragraphs = [paragraph for article in dataset.articles for paragraph in article.paragraphs]
    questions = [question for paragraph in paragraphs for question in paragraph.questions]
    unanswerable = [question for question in questions if not question.answers]
    texts = [question.text for question in questions]
    answers = [answer.text for question in questions for answer in question.answers]
    return Description(
        name=dataset.name,
        version=dataset.version,
        fingerprint=dataset.fingerprint,
        articles=len(dataset.articles),
        articles_with_unanswerable=sum(
            any(not q.answers for p in article.paragraphs for q in p.questions) for article in dataset.articles
        ),
        paragraphs=len(paragraphs),
        paragraphs_without_questions=sum(not p.questions for p in paragraphs),
        questions=len(questions),
        unanswerable=len(unanswerable),
        unanswerable_with_plausible=sum(bool(q.plausible_answers) for q in unanswerable),
        distinct_questions=len(set(texts)),
        answers=len(answers),
        questions_by_answers=tuple(sorted(Counter(len(q.answers) for q in questions).items())),
        categories=_most_frequent(q.category for q in questions if q.category is not None),
        first_words=_most_frequent(word for text in texts for word in text.lower().split(maxsplit=1)[:1])[
            :_FIRST_WORDS
        ],
        questions_per_paragraph=_distribution([len(p.questions) for p in paragraphs]),
        questions_per_article=_distribution([sum(len(p.questions) for p in a.paragraphs) for a in dataset.articles]),
        context_lengths=_lengths([p.context for p in paragraphs]),
        question_lengths=_lengths(texts),
        answer_lengths=_lengths(answers),
    )


def _most_frequent(words: Iterable[str]) -> tuple[tuple[str, int], ...]:
    """Return the words with their counts; equally frequent ones by the alphabet, so that the order is always one."""
    return tuple(sorted(Counter(words).items(), key=lambda item: (-item[1], item[0])))


def _lengths(texts: Sequence[str]) -> Lengths:
    return Lengths(_distribution([len(text) for text in texts]), _distribution([len(text.split()) for text in texts]))


def _distribution(numbers: Sequence[int]) -> Distribution | None:
    if not numbers:
        return None
    ordered = sorted(numbers)

    def quantile(share: float) -> float:
        position = share * (len(ordered) - 1)
        below = int(position)
        above = min(below + 1, len(ordered) - 1)
        return ordered[below] + (position - below) * (ordered[above] - ordered[below])

    return Distribution(
        n=len(ordered),
        minimum=ordered[0],
        first_quartile=quantile(0.25),
        median=quantile(0.5),
        third_quartile=quantile(0.75),
        maximum=ordered[-1],
        mean=sum(ordered) / len(ordered),
    )
