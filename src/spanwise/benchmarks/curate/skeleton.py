"""From documents to a benchmark without questions: articles chosen, paragraphs cleaned, each state of a source noted.

The steps and their values are SQuAD's (Rajpurkar and others, 2016, section 3.1): articles at random from those of
highest PageRank, paragraphs of 500 characters or more, without tables, lists and pictures. Near-duplicates are left
out besides, since two copies of a paragraph in two parts are a leak.
"""

import random
from collections.abc import Sequence, Set
from typing import TYPE_CHECKING

import msgspec

from spanwise.benchmarks.curate.account import Account, Note
from spanwise.benchmarks.curate.document import Document, Progress, Source
from spanwise.benchmarks.curate.link_graph import LinkGraphBuilder
from spanwise.benchmarks.curate.near_duplicates import shingles, similar_pairs
from spanwise.data.dataset import Article, Dataset, Paragraph
from spanwise.errors import DataError, OptionError
from spanwise.stats.pagerank import pagerank

if TYPE_CHECKING:
    import numpy as np
    from numpy.typing import NDArray

__all__ = ["Skeleton", "SkeletonSettings", "SourceRecord", "skeleton"]

_WIDTH = 5
"""Words in the sequences that paragraphs are compared by."""


class SkeletonSettings(msgspec.Struct, frozen=True):
    """How articles and paragraphs are chosen; the defaults are SQuAD's."""

    top: int = 10_000
    """How many articles of highest PageRank are drawn from."""
    articles: int = 536
    """How many of them are drawn at random; all where there are fewer."""
    titles: tuple[str, ...] = ()
    """Take these articles instead of drawing any."""
    shortest: int = 500
    """The fewest characters (code points) a paragraph may have."""
    similarity: float = 0.8
    """Leave a paragraph out that shares this much with an earlier one; 0 leaves none out."""
    damping: float = 0.85
    seed: int = 0

    def __post_init__(self) -> None:
        """Refuse what chooses nothing."""
        for name, least in (("top", 1), ("articles", 1), ("shortest", 0)):
            if getattr(self, name) < least:
                raise OptionError(f"{name} is {getattr(self, name)}; give {least} or more")
        if not 0 <= self.similarity <= 1:
            raise OptionError(f"a similarity of {self.similarity:g} is none; give a fraction, or 0 to compare nothing")


class SourceRecord(msgspec.Struct, frozen=True):
    """Which state of its source an article was taken from. A dataset has no place for it, so it is a file beside."""

    title: str
    source: str
    page: str
    revision: str
    timestamp: str
    pagerank: float
    paragraphs: int


class Skeleton(msgspec.Struct, frozen=True):
    """A benchmark without questions, where each article came from, and what was left out on the way."""

    dataset: Dataset
    records: tuple[SourceRecord, ...]
    notes: tuple[Note, ...]
    pages: int
    """How many pages the source has, without redirects."""
    links: int
    """How many links between them there are."""


def skeleton(source: Source, settings: SkeletonSettings, *, progress: Progress | None = None) -> Skeleton:
    """Return the paragraphs of articles that were drawn by rank, or named, as a benchmark without questions.

    The source is read twice: for its links, and for the text of the articles that were chosen. Memory grows with the
    number of pages and links, and with the text that is kept, but not with the text that is read.

    Args:
        source: Where documents come from.
        settings: How articles and paragraphs are chosen.
        progress: Told how much is read of how much, for each reading anew.

    Raises:
        FormatError: The source cannot be read.
        DataError: It has no page, none of the titles, or no paragraph that is long enough.
    """
    account = Account()
    builder = LinkGraphBuilder()
    titles: list[str | None] = []
    for page in source.pages(account, progress):
        builder.add(page)
        titles.append(None if page.redirect is not None else page.title)
    places = [place for place, title in enumerate(titles) if title is not None]
    if not places:
        raise DataError(f"{source.name}: there is no article in it{_reasons(account)}")
    graph = builder.graph()
    del builder
    rank = pagerank(graph.sources, graph.targets, graph.pages, damping=settings.damping)
    chosen = _named(titles, settings.titles, account, source) if settings.titles else _drawn(rank, places, settings)
    articles, records = [], []
    for place, document in source.documents(chosen, account, progress):
        title = titles[place] or document.title
        paragraphs = _long_enough(document, title, settings.shortest, account)
        articles.append((title, paragraphs))
        records.append((document, float(rank[place])))
    kept = _without_copies(articles, settings.similarity, account)
    return _skeleton(source, kept, records, account, (len(places), len(graph.sources)))


def _named(titles: Sequence[str | None], wanted: Sequence[str], account: Account, source: Source) -> Set[int]:
    """Return the places of the titles that were asked for; one that is not there is noted."""
    known = {title: place for place, title in enumerate(titles) if title is not None}
    for title in dict.fromkeys(wanted):
        if title not in known:
            account.note("titles that were asked for and are no article", title)
    chosen = frozenset(known[title] for title in wanted if title in known)
    if not chosen:
        raise DataError(f"{source.name}: none of the {len(wanted):,} titles is an article in it, such as {wanted[0]!r}")
    return chosen


def _drawn(rank: "NDArray[np.float64]", places: Sequence[int], settings: SkeletonSettings) -> Set[int]:
    """Return places drawn at random from those of highest rank; of equal ranks the earlier counts as higher."""
    # Sums in another order differ in the last digits, and must not decide who comes first.
    top = sorted(places, key=lambda place: (-round(float(rank[place]) * len(rank), 6), place))[: settings.top]
    rng = random.Random(settings.seed)
    numbers = {place: rng.random() for place in top}
    return frozenset(sorted(top, key=numbers.__getitem__)[: settings.articles])


def _long_enough(document: Document, title: str, shortest: int, account: Account) -> tuple[str, ...]:
    account.note_all(document.left_out, title)
    kept = tuple(text for text in document.paragraphs if len(text) >= shortest)
    account.note(f"paragraphs of fewer than {shortest:,} characters", title, len(document.paragraphs) - len(kept))
    return kept


def _without_copies(
    articles: Sequence[tuple[str, tuple[str, ...]]], similarity: float, account: Account
) -> list[tuple[str, tuple[str, ...]]]:
    """Return the articles without paragraphs that are nearly the same as an earlier one that is kept."""
    if not similarity:
        return list(articles)
    owners = [title for title, paragraphs in articles for _ in paragraphs]
    texts = [text for _, paragraphs in articles for text in paragraphs]
    dropped: set[int] = set()
    for pair in similar_pairs(shingles(texts, (_WIDTH,)), threshold=similarity):
        if pair.first not in dropped and pair.second not in dropped:
            dropped.add(pair.second)
            where = f"{owners[pair.second]}, as in {owners[pair.first]}"
            account.note("paragraphs nearly the same as an earlier one", where)
    kept, place = [], 0
    for title, paragraphs in articles:
        own = tuple(text for at, text in enumerate(paragraphs, start=place) if at not in dropped)
        place += len(paragraphs)
        kept.append((title, own))
    return kept


def _skeleton(
    source: Source,
    articles: Sequence[tuple[str, tuple[str, ...]]],
    records: Sequence[tuple[Document, float]],
    account: Account,
    size: tuple[int, int],
) -> Skeleton:
    kept, sources = [], []
    for (title, paragraphs), (document, rank) in zip(articles, records, strict=True):
        if not paragraphs:
            account.note("articles that no paragraph is left of", title)
            continue
        kept.append(Article(title, tuple(Paragraph(text) for text in paragraphs)))
        page, revision, timestamp = document.page, document.revision, document.timestamp
        sources.append(SourceRecord(title, source.name, page, revision, timestamp, rank, len(paragraphs)))
    if not kept:
        raise DataError(f"{source.name}: no paragraph is left{_reasons(account)}")
    return Skeleton(Dataset(tuple(kept), version="v2.0", name="skeleton"), tuple(sources), account.notes(), *size)


def _reasons(account: Account) -> str:
    notes = [f"{note.what}: {note.count:,}" for note in account.notes()]
    return f" ({'; '.join(notes)})" if notes else ""
