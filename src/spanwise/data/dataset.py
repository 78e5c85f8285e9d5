"""The gold side: answers to questions on paragraphs of articles.

The attribute names are the house's; the JSON names given to `msgspec.field` are those of the SQuAD files, so that
a clean file is decoded straight into these types, with no second copy of a million questions in memory. ``gc=False``:
nothing here can refer to itself, and Python's search for what does takes several times as long as decoding them.
"""

from collections.abc import Iterator
from functools import cached_property

import msgspec

from spanwise.files import fingerprint
from spanwise.text.span import Span

__all__ = ["Answer", "Article", "Dataset", "Origin", "Paragraph", "Question"]


class Origin(msgspec.Struct, frozen=True, omit_defaults=True, gc=False):
    """Where a generated question comes from: the question it was made of, by what, with which seed."""

    parent_id: str
    transform: str
    seed: int | None = None


class Answer(msgspec.Struct, frozen=True, gc=False):
    """One person's answer: its text and where it starts in the context."""

    text: str
    start: int | None = msgspec.field(name="answer_start", default=None)
    """Unicode code points from the start of the context; None where the file does not say."""

    @property
    def span(self) -> Span | None:
        """The span the answer claims, or None where the file gives no start or the text is empty."""
        if self.start is None or self.start < 0 or not self.text:
            return None
        return Span.at(self.start, self.text)


class Question(msgspec.Struct, frozen=True, omit_defaults=True, gc=False):
    """A question on a paragraph with the answers of one or more people; no answers: it is unanswerable."""

    id: str
    text: str = msgspec.field(name="question")
    answers: tuple[Answer, ...] = ()
    is_impossible: bool = False
    """What the file says. Scores go by `has_answer`, as the official scripts do; a contradiction is a finding."""
    plausible_answers: tuple[Answer, ...] = ()
    """Spans that a careless reader would give to an unanswerable question (SQuAD 2.0)."""
    category: str | None = None
    """The kind of unanswerable question, where the file has one: "negation", "antonym", ... (SQuAD 2.0, Table 1)."""
    origin: Origin | None = None

    @property
    def has_answer(self) -> bool:
        """Whether any answer is given: the official scripts' HasAns, which looks at the list, not at the flag."""
        return bool(self.answers)


class Paragraph(msgspec.Struct, frozen=True, gc=False):
    """A context and the questions on it."""

    context: str
    questions: tuple[Question, ...] = msgspec.field(name="qas", default=())


class Article(msgspec.Struct, frozen=True, gc=False):
    """A titled run of paragraphs: the unit of splitting and of resampling, since its questions hang together."""

    title: str
    paragraphs: tuple[Paragraph, ...]


class Dataset(msgspec.Struct, frozen=True, dict=True):
    """Articles with a name and the version the file states."""

    articles: tuple[Article, ...]
    version: str = ""
    name: str = ""

    def questions(self) -> Iterator[tuple[Article, Paragraph, Question]]:
        """Give every question with its paragraph and article, in file order."""
        for article in self.articles:
            for paragraph in article.paragraphs:
                for question in paragraph.questions:
                    yield article, paragraph, question

    @cached_property
    def question_ids(self) -> tuple[str, ...]:
        """The ids of all questions in file order, shape (n,)."""
        return tuple([q.id for a in self.articles for p in a.paragraphs for q in p.questions])

    @cached_property
    def article_index(self) -> tuple[int, ...]:
        """The article each question belongs to, shape (n,), counted from 0 in file order."""
        return tuple([i for i, a in enumerate(self.articles) for p in a.paragraphs for _ in p.questions])

    @cached_property
    def paragraph_index(self) -> tuple[int, ...]:
        """The paragraph each question belongs to, shape (n,), counted from 0 through the whole dataset."""
        paragraphs = [p for a in self.articles for p in a.paragraphs]
        return tuple([i for i, p in enumerate(paragraphs) for _ in p.questions])

    @cached_property
    def fingerprint(self) -> str:
        """16 hexadecimal digits that change with any article, context, question or answer, not with the file's form.

        The name and version are left out: the same questions under another name score the same.
        """
        encoder = msgspec.json.Encoder()
        return fingerprint(encoder.encode(article) for article in self.articles)

    @property
    def has_unanswerable(self) -> bool:
        """Whether any question has no answer, which is what makes a dataset one for the SQuAD 2.0 rules."""
        return any(not q.answers for a in self.articles for p in a.paragraphs for q in p.questions)
