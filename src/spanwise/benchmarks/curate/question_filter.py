"""SQuAD 2.0's two filters: questions of workers who wrote few on an article, and articles without unanswerable ones.

Rajpurkar, Jia and Liang (2018), section 4: workers who wrote 25 questions or fewer on an article had had trouble with
the task and left it, so all of theirs on it went, the answerable ones too; and in the development and test sets,
articles without an unanswerable question went. Both change what a benchmark is of, so each step is counted.
"""

from collections import Counter
from collections.abc import Mapping

import msgspec

from spanwise.data.dataset import Article, Dataset
from spanwise.data.subset import filtered
from spanwise.errors import DataError, OptionError

__all__ = ["Contents", "FilterStep", "FilteredQuestions", "filtered_questions"]


class Contents(msgspec.Struct, frozen=True):
    """What a benchmark holds after a step."""

    articles: int
    articles_with_unanswerable: int
    paragraphs: int
    questions: int
    unanswerable: int
    workers: int | None
    """Who wrote them; None where that is not known."""
    questions_of_most: float | None
    """The share of the questions that the tenth of the workers who wrote most wrote, one worker at least."""

    @property
    def unanswerable_share(self) -> float | None:
        """The share of the questions that have no answer."""
        return self.unanswerable / self.questions if self.questions else None


class FilterStep(msgspec.Struct, frozen=True):
    """The benchmark after a step, as counts, and the ids of the questions that the step removed."""

    name: str
    what: str
    """What the step removed, in words."""
    contents: Contents
    removed: tuple[str, ...] = ()


class FilteredQuestions(msgspec.Struct, frozen=True):
    """What is left of a benchmark, and how it came to that."""

    dataset: Dataset
    steps: tuple[FilterStep, ...]
    """The first is the benchmark as it was."""


def filtered_questions(
    dataset: Dataset,
    workers: Mapping[str, str] | None = None,
    *,
    fewest: int = 25,
    need_unanswerable: bool = False,
) -> FilteredQuestions:
    """Return the benchmark after the filters that are asked for, with the counts after each.

    Args:
        dataset: What to filter.
        workers: Who wrote each question, by its id; None leaves the first filter out.
        fewest: A worker who wrote this many or fewer on an article has all of them on it removed.
        need_unanswerable: Remove articles without an unanswerable question. Those that lose theirs by the first
            filter go too, as in the paper.

    Raises:
        OptionError: No filter is asked for, or a worker must have written fewer than none.
        DataError: Nothing is left.
    """
    if workers is None and not need_unanswerable:
        raise OptionError("there is nothing to filter by; give workers, or ask for unanswerable questions")
    if fewest < 0:
        raise OptionError(f"nobody writes {fewest} questions or fewer; give 0 or more")
    steps = [FilterStep("as it was", "nothing", _contents(dataset, workers))]
    if workers is not None:
        written = Counter((article.title, workers[q.id]) for article, _, q in dataset.questions())
        few = {q.id for article, _, q in dataset.questions() if written[article.title, workers[q.id]] <= fewest}
        what = f"questions of workers who wrote {fewest:,} or fewer on the article"
        dataset = _step(dataset, few, ("worker filter", what), workers, steps)
    if need_unanswerable:
        bare = {
            q.id for article in dataset.articles if not _asks(article) for p in article.paragraphs for q in p.questions
        }
        what = "articles without an unanswerable question"
        dataset = _step(dataset, bare, ("unanswerable filter", what), workers, steps)
    return FilteredQuestions(dataset, tuple(steps))


def _asks(article: Article) -> bool:
    return any(not q.answers for p in article.paragraphs for q in p.questions)


def _step(
    dataset: Dataset, gone: set[str], name: tuple[str, str], workers: Mapping[str, str] | None, steps: list[FilterStep]
) -> Dataset:
    left = filtered(dataset, lambda question: question.id not in gone)
    if not left.articles:
        raise DataError(f"{dataset.name or 'the dataset'}: nothing is left without {name[1]}; filter less")
    removed = tuple(identity for identity in dataset.question_ids if identity in gone)
    steps.append(FilterStep(*name, _contents(left, workers), removed))
    return left


def _contents(dataset: Dataset, workers: Mapping[str, str] | None) -> Contents:
    written = None if workers is None else Counter(workers[identity] for identity in dataset.question_ids)
    n = len(dataset.question_ids)
    most = None
    if written:
        tenth = max(len(written) // 10, 1)
        most = sum(count for _, count in written.most_common(tenth)) / n
    return Contents(
        articles=len(dataset.articles),
        articles_with_unanswerable=sum(map(_asks, dataset.articles)),
        paragraphs=sum(len(article.paragraphs) for article in dataset.articles),
        questions=n,
        unanswerable=sum(not question.answers for _, _, question in dataset.questions()),
        workers=None if written is None else len(written),
        questions_of_most=most,
    )
