"""Rows that a null option is fitted on: what readers say of articles that they were not trained on."""

import random
from collections.abc import Callable, Iterator, Sequence
from typing import TYPE_CHECKING, NamedTuple

import numpy as np

from spanwise.data.dataset import Article, Dataset
from spanwise.readers.log_linear.considered import Considered

if TYPE_CHECKING:
    from spanwise.readers.log_linear.context import FloatArray
    from spanwise.readers.log_linear.reader import LogLinearReader

__all__ = ["NullRows", "null_rows"]

_FEWEST = 20
"""Questions of each kind below which no option is fitted."""


class NullRows(NamedTuple):
    """The measures of n questions, which have no answer, and what the best answer to each is worth."""

    rows: "FloatArray"
    """(n, m)."""
    unanswerable: list[bool]
    worth: list[float]
    """How much of the right answer the best candidate has, from 0 to 1; 1 where there is none."""


def null_rows(
    dataset: Dataset, folds: int, rng: random.Random, train: Callable[[Dataset, int], "LogLinearReader"]
) -> NullRows | None:
    """Return the rows of every question, or None where there are too few of a kind or of articles.

    Args:
        dataset: Answerable and unanswerable questions.
        folds: The parts that articles are dealt into.
        rng: Deals them.
        train: Trains a reader on a dataset, which is without the part of this number.
    """
    unanswerable = sum(not question.has_answer for _, _, question in dataset.questions())
    answerable = len(dataset.question_ids) - unanswerable
    if folds == 0 or min(unanswerable, answerable) < _FEWEST:
        return None
    parts = list(_parts(dataset, folds, rng))
    if len(parts) < 2:
        return None
    rows: list[FloatArray] = []
    kinds: list[bool] = []
    worth: list[float] = []
    for number, part in enumerate(parts):
        others = [article for other in parts if other is not part for article in other]
        reader = train(Dataset(tuple(others), name=dataset.name), number)
        for one in reader.considered(Dataset(tuple(part))):
            rows.append(reader.null_row(one))
            kinds.append(not one.question.has_answer)
            worth.append(_worth(one) if one.question.has_answer else 1.0)
    return NullRows(np.array(rows), kinds, worth)


def _worth(one: Considered) -> float:
    """Return the F1 of the tokens of the best candidate against those of the answer it is closest to."""
    if one.context is None:
        return 0.0
    best = int(np.argmax(one.scores))
    start, end = int(one.context.candidates.starts[best]), int(one.context.candidates.ends[best])
    shares = [0.0]
    for answer in one.question.answers:
        tokens = one.context.annotated.tokens_in(answer.span) if answer.span is not None else None
        if tokens is not None:
            shared = max(0, min(end, tokens.end) - max(start, tokens.start))
            shares.append(2 * shared / (end - start + tokens.end - tokens.start))
    return max(shares)


def _parts(dataset: Dataset, folds: int, rng: random.Random) -> Iterator[Sequence[Article]]:
    """Deal articles into parts; a file without articles, such as one made of rows, is dealt by its paragraphs."""
    articles = list(dataset.articles)
    if len(articles) < folds:
        articles = [Article(a.title, (p,)) for a in articles for p in a.paragraphs]
    rng.shuffle(articles)
    for first in range(folds):
        if part := articles[first::folds]:
            yield part
