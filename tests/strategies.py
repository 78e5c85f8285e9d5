"""Hypothesis strategies: texts, spans, answers, questions and whole datasets, valid by construction.

`datasets()` draws anything a dataset may be. Each option narrows that, and `datasets(**HOLDABLE[format])` draws what a
format can hold.
"""

from typing import Any

from hypothesis import strategies as st

from spanwise.data.dataset import Answer, Article, Dataset, Origin, Paragraph, Question
from spanwise.text.span import Span

HOLDABLE: dict[str, dict[str, bool]] = {
    "squad": {},
    "mrqa": {"empty_articles": False, "repeated": False},
    "rows": {"empty_articles": False, "empty_paragraphs": False, "repeated": False},
    "parquet": {"empty_articles": False, "empty_paragraphs": False, "repeated": False},
}
"""The options of `datasets` that keep to what each format can hold."""

# What offsets, decoders and line ends stumble over: characters outside the basic plane, combining marks, letters that
# change length with case, carriage returns, separators that only some tools take for line ends, entities, quotes.
PIECES = (
    *("The ", "keeper ", "of the ", "lighthouse", "1871", "a", " ", ". ", ", ", "-"),
    *("é", "e\u0301", "ß", "İ", "ﬁ", "漢字", "مرحبا", "नमस्ते", "🌊", "👩‍🚀", "\U0001d49c"),
    *("\r\n", "\n", "\t", "\u2028", "\u00a0", "\u200b", "\ufeff", "\x07", "\x00", "&amp;", '"', "\\", "{", "]"),
)


def texts(min_pieces: int = 0, max_pieces: int = 6) -> st.SearchStrategy[str]:
    """Draw text of any kind."""
    return st.lists(st.sampled_from(PIECES), min_size=min_pieces, max_size=max_pieces).map("".join)


def contexts(max_pieces: int = 12) -> st.SearchStrategy[str]:
    """Draw a context: text that is not empty."""
    return texts(1, max_pieces)


@st.composite
def spans(draw: st.DrawFn, context: str) -> Span:
    """Draw a span of a context that is not empty."""
    start = draw(st.integers(0, len(context) - 1))
    return Span(start, draw(st.integers(start + 1, min(len(context), start + 20))))


@st.composite
def answers(draw: st.DrawFn, context: str, *, bare: bool = True) -> Answer:
    """Draw an answer that stands at its start; with ``bare`` also one that says no start."""
    span = draw(spans(context))
    return Answer(span.of(context), None if bare and draw(st.booleans()) else span.start)


origins = st.builds(Origin, st.sampled_from(("q1", "q2")), st.just("add-sentence"), st.none() | st.integers(0, 9))
categories = st.none() | st.sampled_from(("negation", "antonym", "entity swap"))


@st.composite
def questions(draw: st.DrawFn, context: str, *, identity: str = "q", unanswerable: bool = True) -> Question:
    """Draw a question on a context, whose flag agrees with its answers."""
    given = draw(st.lists(answers(context), min_size=0 if unanswerable else 1, max_size=3))
    plausible = [] if given else draw(st.lists(answers(context), max_size=1))
    return Question(
        id=identity,
        text=draw(texts()),
        answers=tuple(given),
        is_impossible=not given,
        plausible_answers=tuple(plausible),
        category=draw(categories),
        origin=draw(st.none() | origins),
    )


@st.composite
def datasets(draw: st.DrawFn, /, **options: bool) -> Dataset:
    """Draw a dataset with different ids.

    Options, all true unless given: ``empty_articles`` (some articles have no paragraphs, or there is no article),
    ``empty_paragraphs`` (some have no questions), ``repeated`` (titles, and contexts within an article, stand twice),
    ``unanswerable``.
    """
    may: dict[str, bool] = dict.fromkeys(("empty_articles", "empty_paragraphs", "repeated", "unanswerable"), True)
    assert options.keys() <= may.keys(), f"no such options: {options.keys() - may.keys()}"
    may |= options
    unique: Any = None if may["repeated"] else (lambda text: text)
    least = 0 if may["empty_articles"] else 1
    titles = draw(st.lists(texts(), min_size=least, max_size=3, unique_by=unique))
    drawn_ids = iter(range(1000))
    articles = []
    for title in titles:
        paragraphs = []
        for context in draw(st.lists(contexts(), min_size=least, max_size=2, unique_by=unique)):
            size = draw(st.integers(0 if may["empty_paragraphs"] else 1, 2))
            own = [
                draw(questions(context, identity=f"q{next(drawn_ids)}é", unanswerable=may["unanswerable"]))
                for _ in range(size)
            ]
            paragraphs.append(Paragraph(context, tuple(own)))
        articles.append(Article(title, tuple(paragraphs)))
    return Dataset(tuple(articles), version=draw(st.sampled_from(("1.1", "v2.0", ""))), name="drawn")
