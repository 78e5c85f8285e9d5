"""What is known of each question before any reader sees it: the columns that slices are cut by."""

import re
from collections import Counter
from collections.abc import Callable, Iterator, Sequence
from functools import lru_cache

import msgspec

from spanwise.data.dataset import Answer, Dataset, Paragraph, Question
from spanwise.errors import OptionError
from spanwise.scoring.columns import Duplicates, kept_rows
from spanwise.scoring.rules import rules_for
from spanwise.text.normalize import normalized
from spanwise.text.sentences import sentence_spans
from spanwise.text.span import Span

__all__ = ["FactColumn", "Facts", "question_facts"]

_QUESTION_WORDS = ("who", "what", "which", "when", "where", "why", "how many", "how much", "how", "other")
_QUESTION_WORD = re.compile(
    r"\b(?:who|whom|whose|what|which|when|where|why|how(?:\s+(?:many|much)\b)?)\b", re.IGNORECASE
)
# A Han or Kana letter counts as a word, since those scripts put no spaces between words.
_HAN = "\u3040-\u30ff\u3400-\u4dbf\u4e00-\u9fff\uf900-\ufaff"
_WORD = re.compile(rf"[{_HAN}]|[^\W{_HAN}]+")
# Words that say nothing about what is asked: what question and sentence share of these is no overlap.
_EMPTY_WORDS = frozenset(
    [
        *("a", "an", "the", "of", "in", "on", "at", "to", "for", "by", "with", "from", "as", "into", "about"),
        *("and", "or", "but", "not", "no", "than", "that", "this", "these", "those", "there", "it", "its", "s", "t"),
        *("is", "are", "was", "were", "be", "been", "being", "am", "do", "does", "did", "has", "have", "had"),
        *("can", "could", "will", "would", "shall", "should", "may", "might", "must"),
        *("who", "whom", "whose", "what", "which", "when", "where", "why", "how", "many", "much"),
        *("he", "she", "they", "his", "her", "their", "we", "you", "i"),
    ]
)
_THIRDS = ("first third", "middle third", "last third")
_OVERLAPS = ("none", "up to a third", "up to two thirds", "more than two thirds")
_AGREEMENT = ("one answer", "all the same", "not all the same")
_MOST_ANSWERS = 6


class FactColumn(msgspec.Struct, frozen=True):
    """One fact about every question."""

    name: str
    label: str
    values: tuple[str | None, ...]
    """The fact, shape (n,); None where it has no meaning or is not known, and the question is then in no slice."""
    order: tuple[str, ...]
    """Every value there could be, in the order to show them; some may have no question."""


class Facts(msgspec.Struct, frozen=True):
    """The facts of each question, in the order of the ids."""

    ids: tuple[str, ...]
    columns: tuple[FactColumn, ...]

    def column(self, name: str) -> FactColumn:
        """Return a column by its name.

        Raises:
            OptionError: There is none; the message lists those there are.
        """
        for column in self.columns:
            if column.name == name:
                return column
        raise OptionError(
            f"there is no column {name!r} to slice by; there are {', '.join(c.name for c in self.columns)}"
        )

    def only(self, names: Sequence[str]) -> "Facts":
        """Return the facts with the named columns alone.

        Raises:
            OptionError: There is no column of a name.
        """
        return Facts(self.ids, tuple(self.column(name) for name in dict.fromkeys(names)))


def question_facts(dataset: Dataset, *, duplicates: Duplicates = "refuse") -> Facts:
    """Return what the file alone says of each question, no reader and no model asked.

    Facts about the answer go by the first one, which is the question writer's own in SQuAD, and have no value for an
    unanswerable question. Bins are fixed numbers and not shares of the file, so that two benchmarks can be laid side
    by side.

    Args:
        dataset: The benchmark.
        duplicates: What to do about different questions with one id, as in `score`.

    Raises:
        DataError: Different questions share an id, and no rule for it was chosen.
    """
    rows, _ = kept_rows(dataset, duplicates)
    questions = [row.question for row in rows]
    paragraphs = [paragraph for article in dataset.articles for paragraph in article.paragraphs]
    titles = _titles(dataset)
    sentences = lru_cache(maxsize=1)(sentence_spans)
    lengths = {number: _words(paragraphs[number].context) for number in {row.paragraph for row in rows}}

    def each(name: str, label: str, order: Sequence[str], fact: Callable[[Question], str | None]) -> FactColumn:
        return FactColumn(name, label, tuple([fact(question) for question in questions]), tuple(order))

    def placed(name: str, label: str, order: Sequence[str], values: Iterator[str | None]) -> FactColumn:
        return FactColumn(name, label, tuple(values), tuple(order))

    columns = (
        each("answerable", "answerable", ("answerable", "unanswerable"), _answerable),
        each("question_word", "question word", _QUESTION_WORDS, lambda question: _question_word(question.text)),
        each("question_length", "question length (words)", _QUESTION_BINS.labels, _question_length),
        each("answer_length", "answer length (words)", _ANSWER_BINS.labels, _answer_length),
        placed(
            "context_length",
            "context length (words)",
            _CONTEXT_BINS.labels,
            (_CONTEXT_BINS.label_of(lengths[row.paragraph]) for row in rows),
        ),
        placed(
            "position",
            "position of the answer in the context",
            _THIRDS,
            (_position(row.question, paragraphs[row.paragraph]) for row in rows),
        ),
        placed(
            "overlap",
            "words of the question in the answer's sentence",
            _OVERLAPS,
            (_overlap(row.question, paragraphs[row.paragraph], sentences) for row in rows),
        ),
        each("answers", "number of answers", [*map(str, range(1, _MOST_ANSWERS)), f"{_MOST_ANSWERS}+"], _number),
        placed("agreement", "agreement of the answers", _AGREEMENT, _agreement(dataset, questions)),
        _as_met("category", "category of the unanswerable question", [_category(question) for question in questions]),
        each("plausible", "plausible answer", ("given", "not given"), _plausible),
        _as_met("article", "article", [titles[row.article] for row in rows]),
    )
    return Facts(ids=tuple([question.id for question in questions]), columns=columns)


def _as_met(name: str, label: str, values: Sequence[str | None]) -> FactColumn:
    return FactColumn(name, label, tuple(values), tuple(dict.fromkeys(value for value in values if value is not None)))


class _Bins:
    """Ranges of whole numbers with names: up to each of the limits, and above the last."""

    def __init__(self, *limits: int) -> None:
        self.limits = limits
        starts = [1, *(limit + 1 for limit in limits)]
        pairs = zip(starts, limits, strict=False)
        self.labels = (*(str(a) if a == b else f"{a}-{b}" for a, b in pairs), f"{starts[-1]}+")

    def label_of(self, number: int) -> str:
        return next(
            (label for label, limit in zip(self.labels, self.limits, strict=False) if number <= limit), self.labels[-1]
        )


_QUESTION_BINS = _Bins(7, 10, 14)
_ANSWER_BINS = _Bins(1, 2, 4, 8)
_CONTEXT_BINS = _Bins(99, 149, 199, 299)


def _words(text: str) -> int:
    return len(_WORD.findall(text))


def _answerable(question: Question) -> str:
    return "answerable" if question.answers else "unanswerable"


def _question_word(text: str) -> str:
    """Return the first question word of an English question, wherever it stands: "In what year ..."."""
    found = _QUESTION_WORD.search(text)
    if found is None:
        return "other"
    word = " ".join(found[0].lower().split())
    return "who" if word in ("whom", "whose") else word


def _question_length(question: Question) -> str:
    return _QUESTION_BINS.label_of(_words(question.text))


def _answer_length(question: Question) -> str | None:
    return _ANSWER_BINS.label_of(_words(question.answers[0].text)) if question.answers else None


def _number(question: Question) -> str | None:
    count = len(question.answers)
    return None if not count else str(count) if count < _MOST_ANSWERS else f"{_MOST_ANSWERS}+"


def _category(question: Question) -> str | None:
    return None if question.answers else question.category


def _plausible(question: Question) -> str | None:
    if question.answers:
        return None
    return "given" if question.plausible_answers else "not given"


def _place(answer: Answer, context: str) -> Span | None:
    span = answer.span
    return span if span is not None and span.end <= len(context) else None


def _position(question: Question, paragraph: Paragraph) -> str | None:
    span = _place(question.answers[0], paragraph.context) if question.answers else None
    return None if span is None else _THIRDS[3 * span.start // len(paragraph.context)]


def _overlap(question: Question, paragraph: Paragraph, sentences: Callable[[str], tuple[Span, ...]]) -> str | None:
    """Return how many of the words that say something in the question stand in the sentence of the answer."""
    span = _place(question.answers[0], paragraph.context) if question.answers else None
    asked = set(_content_words(question.text))
    if span is None or not asked:
        return None
    # An answer that runs over a full stop lies in more than one.
    around = [s for s in sentences(paragraph.context) if s.start < span.end and span.start < s.end]
    told = {word for sentence in around for word in _content_words(sentence.of(paragraph.context))}
    shared = 3 * len(asked & told)
    return _OVERLAPS[0 if not shared else 1 if shared <= len(asked) else 2 if shared <= 2 * len(asked) else 3]


def _content_words(text: str) -> list[str]:
    return [word for word in _WORD.findall(text.casefold()) if word not in _EMPTY_WORDS]


def _agreement(dataset: Dataset, questions: Sequence[Question]) -> Iterator[str | None]:
    """Give whether a question's answers are the same text once normalised as the dataset's own rules do."""
    texts = list({answer.text: None for question in questions for answer in question.answers})
    normal = dict(zip(texts, normalized(texts, rules_for(dataset).profile), strict=True))
    for question in questions:
        if len(question.answers) < 2:
            yield _AGREEMENT[0] if question.answers else None
        else:
            yield _AGREEMENT[1 if len({normal[answer.text] for answer in question.answers}) == 1 else 2]


def _titles(dataset: Dataset) -> list[str]:
    """Return the title of each article; what has none, or the same as another, is told apart by its number."""
    titles = [article.title.strip() for article in dataset.articles]
    times = Counter(titles)
    return [
        f"{title or 'article'} ({number})" if not title or times[title] > 1 else title
        for number, title in enumerate(titles, start=1)
    ]
