"""How many articles and questions a benchmark needs to show a difference, from a pilot of two readers."""

import math
from collections.abc import Sequence

import msgspec

from spanwise.errors import OptionError
from spanwise.scoring.compare import Metric, compare
from spanwise.scoring.scores import Scores
from spanwise.stats.estimate import FEW_CLUSTERS, cluster_sums
from spanwise.stats.power import smallest_difference

__all__ = ["Components", "Design", "SampleSize", "sample_size", "variance_components"]

_LEAST_ARTICLES = 6
"""With fewer no flip of signs reaches p < 0.05, whatever the readers do."""
_MOST_ARTICLES = 10_000_000
_QUESTIONS = (1, 5, 20, 100)
"""Questions an article beside the pilot's own number, to show what more of them buy."""


class Components(msgspec.Struct, frozen=True):
    """Where the paired differences of two readers vary, in squared fractions."""

    between: float
    """Between articles: more questions an article do not lessen it. 0 where the pilot shows none."""
    within: float
    """Between the questions of one article."""
    articles: int
    questions: int
    unevenness: float
    """Articles times the sum of squared article sizes over n^2: 1 where all are of one length. Long articles weigh more
    in a mean over questions, so that uneven ones are worth fewer."""

    @property
    def questions_an_article(self) -> float:
        """The pilot's mean number of questions an article."""
        return self.questions / self.articles

    def standard_error(self, articles: int, questions: float) -> float:
        """Return the standard error of the mean difference over so many articles of so many questions each."""
        return math.sqrt((self.between * self.unevenness + self.within / questions) / articles)


class Design(msgspec.Struct, frozen=True):
    """A benchmark that would do."""

    questions_an_article: float
    articles: int
    questions: int
    """In all, rounded up."""


class SampleSize(msgspec.Struct, frozen=True):
    """What is needed to see a difference between two readers such as those of the pilot."""

    a: str
    b: str
    benchmark: str
    metric: Metric
    difference: float
    """The true difference to be seen, a fraction."""
    level: float
    power: float
    components: Components
    designs: tuple[Design, ...]
    """First with as many questions an article as the pilot has, then with other numbers of them."""
    pilot_shows: float
    """The smallest true difference that the pilot itself would show with this power, a fraction."""
    note: str
    """What is uncertain about it."""


def sample_size(
    a: Scores,
    b: Scores,
    difference: float,
    *,
    metric: Metric = "f1",
    power: float = 0.8,
    questions: float | None = None,
) -> SampleSize:
    """Return how many articles and questions show a difference of that size with that probability.

    The paired difference of a question is taken as mean + article + question, both random (a one-way random model).
    A benchmark of G articles of m questions then has variance (between + within / m) / G: questions can be had from
    few articles only until the first term rules, after which only articles help. Asked for is that the difference
    is (t of the level + t of the power) standard errors, as in `smallest_difference`.

    Args:
        a: Pilot scores of one reader; the level is that of its intervals.
        b: Pilot scores of the other, on the same questions.
        difference: The true difference to be seen, a fraction above 0.
        metric: "em" or "f1".
        power: The probability of seeing it, 0 < power < 1.
        questions: Questions an article of the first design; None takes the pilot's mean.

    Raises:
        OptionError: The difference is not above 0, the two were not scored on the same questions, the pilot has a
            single article, or the two readers never differ in it.
    """
    if not 0.0 < difference <= 1.0:
        raise OptionError(f"a difference of {100 * difference:g} points has no meaning; above 0, to 100, would do")
    if questions is not None and not 1.0 <= questions < math.inf:
        raise OptionError(f"{questions:g} questions an article make no benchmark; 1 or more would do")
    compared = compare(a, b, rounds=1)
    left, right = (s.columns.em if metric == "em" else s.columns.f1 for s in (a, b))
    components = variance_components([x - y for x, y in zip(left, right, strict=True)], a.columns.article)
    if not components.within and not components.between:
        raise OptionError(
            f"{a.reader!r} and {b.reader!r} have the same {metric.upper()} on every question of the pilot, so it does "
            "not show how differences vary; take two readers that differ"
        )
    own = components.questions_an_article if questions is None else questions
    level = a.intervals.level
    sizes = [own, *(float(m) for m in _QUESTIONS if abs(m - own) > 0.5)]
    pilot_error = components.standard_error(components.articles, components.questions_an_article)
    few = components.articles < FEW_CLUSTERS
    return SampleSize(
        a=a.reader,
        b=b.reader,
        benchmark=compared.benchmark,
        metric=metric,
        difference=difference,
        level=level,
        power=power,
        components=components,
        designs=tuple(_design(components, difference, m, level, power) for m in sizes),
        pilot_shows=smallest_difference(pilot_error, components.articles - 1, level=level, power=power),
        note=f"the pilot has only {components.articles} articles: take the numbers as an order of size" if few else "",
    )


def variance_components(differences: Sequence[float], articles: Sequence[int]) -> Components:
    """Return how much paired differences vary between and within articles, by the analysis of variance.

    The estimate for articles of unequal length (Searle, Casella and McCulloch, 1992, section 3.6): mean squares
    between and within, with n0 = (n - sum of squared sizes / n) / (G - 1). A negative one is 0.

    Args:
        differences: One reader's score minus the other's, shape (n,).
        articles: The article of each question, shape (n,).

    Raises:
        OptionError: There is one article, or no article has two questions.
    """
    sums, counts = cluster_sums(differences, articles)
    n, g = sum(counts), len(counts)
    if g < 2:
        raise OptionError(f"a pilot of {g} article does not show how articles differ; two or more would do")
    if n == g:
        raise OptionError("no article of the pilot has two questions, so spread within articles cannot be told")
    mean = math.fsum(sums) / n
    squares = math.fsum(value * value for value in differences)
    of_means = math.fsum(total * total / count for total, count in zip(sums, counts, strict=True))
    within = max(0.0, squares - of_means) / (n - g)
    between_squares = math.fsum(
        count * (total / count - mean) ** 2 for total, count in zip(sums, counts, strict=True)
    ) / (g - 1)
    square_sizes = sum(count * count for count in counts)
    typical = (n - square_sizes / n) / (g - 1)
    return Components(
        between=max(0.0, (between_squares - within) / typical),
        within=within,
        articles=g,
        questions=n,
        unevenness=g * square_sizes / (n * n),
    )


def _design(components: Components, difference: float, questions: float, level: float, power: float) -> Design:
    """Return the smallest number of articles that will do; the need falls with every further article."""

    def enough(articles: int) -> bool:
        error = components.standard_error(articles, questions)
        return smallest_difference(error, articles - 1, level=level, power=power) <= difference

    low = high = _LEAST_ARTICLES
    while not enough(high):
        low, high = high, 2 * high
        if high > _MOST_ARTICLES:
            raise OptionError(
                f"a difference of {100 * difference:g} points would take more than {_MOST_ARTICLES:,} articles; "
                "a larger one can be seen"
            )
    while low < high:
        middle = (low + high) // 2
        low, high = (low, middle) if enough(middle) else (middle + 1, high)
    return Design(questions_an_article=questions, articles=high, questions=math.ceil(high * questions))
