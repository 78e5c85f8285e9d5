"""Smaller datasets out of a large one, and a large one out of several: split, sample, filter, merge.

What is chosen at random depends on the seed and on the dataset's order alone. Each thing draws one number from
`random.Random(seed)`, and the things with the smallest numbers come first: Python promises the same numbers from
``random()`` in every release, which it does not for ``shuffle`` and ``sample``.
"""

import random
from collections.abc import Callable, Sequence
from itertools import chain, count
from typing import Literal

import msgspec

from spanwise.data.dataset import Article, Dataset, Paragraph, Question
from spanwise.data.finding import counted
from spanwise.data.reading import is_made_up_title
from spanwise.errors import DataError, OptionError

__all__ = ["filtered", "merge", "sample", "split"]


def split(
    dataset: Dataset,
    shares: Sequence[float] = (0.8, 0.1, 0.1),
    *,
    seed: int,
    by: Literal["article", "paragraph"] = "article",
) -> tuple[Dataset, ...]:
    """Return the dataset in parts, whole articles at random to each, in file order within each part.

    SQuAD was split so, 80/10/10 (Rajpurkar et al., 2016, section 3): questions on one article share its paragraphs,
    and a reader tested on an article that it was trained on is tested for memory. A dataset of a single article, such
    as one without titles, can only be split by paragraph.

    Args:
        dataset: What to split.
        shares: The fraction of the articles (or paragraphs) that each part gets; they add up to 1. No part gets none.
        seed: Same seed, same parts.
        by: What stays whole.

    Raises:
        OptionError: The shares do not add up to 1, or one is not above 0, or there is no such unit.
        DataError: There are too few articles to give each part one.
    """
    if len(shares) < 2 or not all(share > 0 for share in shares) or abs(sum(shares) - 1) > 1e-6:
        given = ", ".join(f"{share:g}" for share in shares)
        raise OptionError(f"shares of {given or 'nothing'} split nothing; give two or more above 0 that add up to 1")
    units = {"article": len(dataset.articles), "paragraph": sum(len(a.paragraphs) for a in dataset.articles)}
    n = _known(units, by, "split")
    if n < len(shares):
        remedy = "give fewer shares" if by == "paragraph" else "split by paragraph, or give fewer shares"
        raise DataError(f"the dataset has {n:,} {by}{'' if n == 1 else 's'}, too few for {len(shares)} parts; {remedy}")
    of_units = {"article": _of_articles, "paragraph": _of_paragraphs}[by]
    order = _shuffled(n, seed)
    parts: list[Dataset] = []
    start = 0
    for size in _counts(n, shares):
        parts.append(of_units(dataset, frozenset(order[start : start + size])))
        start += size
    return tuple(parts)


def _counts(n: int, shares: Sequence[float]) -> list[int]:
    """Return how many of n units each part gets: one at least, each further one to the part that lacks most."""
    counts = [1] * len(shares)
    for _ in range(n - len(shares)):
        lacking = [share * n - count for share, count in zip(shares, counts, strict=True)]
        counts[lacking.index(max(lacking))] += 1
    return counts


def sample(dataset: Dataset, n: int, *, seed: int, by: Literal["question", "article"] = "question") -> Dataset:
    """Return n questions, or n whole articles, chosen at random and kept in file order.

    With one seed a smaller sample is part of every larger one. Paragraphs and articles that are left without
    questions are left out.

    Args:
        dataset: What to choose from.
        n: How many, at least 1.
        seed: Same seed, same choice.
        by: What is chosen; an article is taken whole.

    Raises:
        OptionError: The dataset has no n of them, or there is no such unit.
    """
    units = {"question": len(dataset.question_ids), "article": len(dataset.articles)}
    most = _known(units, by, "sample")
    if not 1 <= n <= most:
        raise OptionError(f"a sample of {n:,} {by}s cannot be drawn; the dataset has {most:,}, give 1 to {most:,}")
    chosen = frozenset(_shuffled(most, seed)[:n])
    return _of_articles(dataset, chosen) if by == "article" else _of_questions(dataset, lambda i, _: i in chosen)


def filtered(dataset: Dataset, keep: Callable[[Question], bool]) -> Dataset:
    """Return the questions for which `keep` is true; paragraphs and articles left without questions are left out."""
    return _of_questions(dataset, lambda _, question: keep(question))


def _known(units: dict[str, int], by: str, purpose: str) -> int:
    if by not in units:
        raise OptionError(f"there is no {purpose} by {by!r}; there are {', '.join(units)}")
    return units[by]


def _shuffled(n: int, seed: int) -> list[int]:
    """Return the whole numbers below n in an order that the seed decides."""
    rng = random.Random(seed)
    drawn = [rng.random() for _ in range(n)]
    return sorted(range(n), key=drawn.__getitem__)


def _of_articles(dataset: Dataset, chosen: frozenset[int]) -> Dataset:
    return _with_articles(dataset, [article for i, article in enumerate(dataset.articles) if i in chosen])


def _of_paragraphs(dataset: Dataset, chosen: frozenset[int]) -> Dataset:
    """Return the paragraphs at these positions, counted through the whole dataset; empty articles are left out."""
    articles: list[Article] = []
    position = 0
    for article in dataset.articles:
        own = tuple(p for i, p in enumerate(article.paragraphs, start=position) if i in chosen)
        position += len(article.paragraphs)
        if own:
            articles.append(Article(article.title, own))
    return _with_articles(dataset, articles)


def _of_questions(dataset: Dataset, keep: Callable[[int, Question], bool]) -> Dataset:
    """Return the questions for which `keep` is true of their position and themselves."""
    articles: list[Article] = []
    position = 0
    for article in dataset.articles:
        paragraphs = []
        for paragraph in article.paragraphs:
            own = tuple(q for i, q in enumerate(paragraph.questions, start=position) if keep(i, q))
            position += len(paragraph.questions)
            if own:
                paragraphs.append(msgspec.structs.replace(paragraph, questions=own))
        if paragraphs:
            articles.append(Article(article.title, tuple(paragraphs)))
    return _with_articles(dataset, articles)


def _with_articles(dataset: Dataset, articles: Sequence[Article]) -> Dataset:
    return msgspec.structs.replace(dataset, articles=tuple(articles))


def merge(datasets: Sequence[Dataset], *, prefixes: Sequence[str] = ()) -> Dataset:
    """Return one dataset with the articles of all, in the order given.

    Articles of one title become one, and within it paragraphs of one context: an article is the unit of splitting and
    of resampling, and two halves of it would leak into each other and make intervals too narrow. Titles that were made
    up ("article-1") say nothing of the kind; such articles stay apart, each called after its dataset as well. Ids
    that stand twice within one dataset are left as they are, for `check` to find.

    The version is kept where all state the same one. Otherwise none is stated, since no single one is true.

    Args:
        datasets: One or more.
        prefixes: Put before all ids of each dataset, one prefix a dataset. Predictions must then have them too.

    Raises:
        DataError: An id stands in more than one of the datasets, prefixes counted.
        OptionError: There is no dataset, or there are not as many prefixes as datasets.
    """
    if not datasets:
        raise OptionError("there is nothing to merge; give at least one dataset")
    if prefixes and len(prefixes) != len(datasets):
        raise OptionError(f"{len(prefixes)} prefixes do not fit {len(datasets)} datasets; give one for each")
    if prefixes:
        datasets = [_prefixed(d, prefix) for d, prefix in zip(datasets, prefixes, strict=True)]
    _refuse_shared_ids(datasets)
    merged: list[Article] = []
    for dataset in datasets:
        known = {article.title: i for i, article in reversed(list(enumerate(merged)))}
        taken = known.keys() | {article.title for article in dataset.articles}
        for article in dataset.articles:
            if article.title not in known:
                merged.append(article)
            elif is_made_up_title(article.title):
                title = _unused_title(f"{dataset.name} {article.title}".strip(), taken)
                merged.append(Article(title, article.paragraphs))
                taken.add(title)
            else:
                merged[known[article.title]] = _joined(merged[known[article.title]], article)
    versions = {dataset.version for dataset in datasets}
    return Dataset(
        articles=tuple(merged),
        version=versions.pop() if len(versions) == 1 else "",
        name="+".join(dict.fromkeys(dataset.name for dataset in datasets if dataset.name)),
    )


def _prefixed(dataset: Dataset, prefix: str) -> Dataset:
    ids = set(dataset.question_ids)

    def renamed(question: Question) -> Question:
        origin = question.origin
        if origin is not None and origin.parent_id in ids:
            origin = msgspec.structs.replace(origin, parent_id=prefix + origin.parent_id)
        return msgspec.structs.replace(question, id=prefix + question.id, origin=origin)

    articles = tuple(
        Article(a.title, tuple(Paragraph(p.context, tuple(map(renamed, p.questions))) for p in a.paragraphs))
        for a in dataset.articles
    )
    return msgspec.structs.replace(dataset, articles=articles)


def _refuse_shared_ids(datasets: Sequence[Dataset]) -> None:
    seen: set[str] = set()
    shared: dict[str, None] = {}
    for dataset in datasets:
        own = dict.fromkeys(dataset.question_ids)
        shared |= {identity: None for identity in own if identity in seen}
        seen |= own.keys()
    if shared:
        raise DataError(
            f"{len(shared):,} ids stand in more than one of the datasets: {counted(tuple(shared))}; "
            "give each dataset a prefix for its ids"
        )


def _unused_title(title: str, taken: set[str]) -> str:
    numbered = (f"{title} ({number})" for number in count(2))
    return next(candidate for candidate in chain([title], numbered) if candidate not in taken)


def _joined(article: Article, more: Article) -> Article:
    """Return the article with another's paragraphs; questions on a context that it has go to that paragraph."""
    paragraphs = list(article.paragraphs)
    known = {paragraph.context: i for i, paragraph in reversed(list(enumerate(paragraphs)))}
    for paragraph in more.paragraphs:
        if paragraph.context in known:
            own = paragraphs[known[paragraph.context]]
            paragraphs[known[paragraph.context]] = Paragraph(own.context, own.questions + paragraph.questions)
        else:
            paragraphs.append(paragraph)
    return Article(article.title, tuple(paragraphs))
