import math
import random
from collections.abc import Sequence

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from spanwise.data.dataset import Question
from spanwise.scoring.columns import Columns, Row
from spanwise.scoring.intervals import Intervals


def columns_of(values: Sequence[float], article: Sequence[int], paragraph: Sequence[int] | None = None) -> Columns:
    n = len(values)
    column = tuple(values)
    return Columns(
        ids=tuple(f"q{i}" for i in range(n)),
        article=tuple(article),
        paragraph=tuple(paragraph if paragraph is not None else article),
        has_answer=(True,) * n,
        predicted=(True,) * n,
        answered=(True,) * n,
        abstains=(False,) * n,
        raw_em=column,
        raw_f1=column,
        em=column,
        f1=column,
        reference=(-1,) * n,
    )


@pytest.mark.parametrize(
    ("articles", "paragraphs", "unit"),
    [(6, 12, "article"), (5, 12, "paragraph"), (1, 6, "paragraph"), (1, 5, "question")],
)
def test_the_unit_is_the_coarsest_of_which_there_are_enough(articles: int, paragraphs: int, unit: str) -> None:
    columns = columns_of([0.5] * 24, [i % articles for i in range(24)], [i % paragraphs for i in range(24)])
    found, clusters = Intervals().clusters(columns)
    assert found == unit
    assert len(set(clusters)) == {"article": articles, "paragraph": paragraphs, "question": 24}[unit]


def test_the_standard_error_is_that_of_whole_articles() -> None:
    # The textbook case: one number an article, so that the interval is Student's over the articles' means.
    means = [0.1, 0.4, 0.35, 0.8, 0.6, 0.9, 0.2]
    columns = columns_of([m for m in means for _ in range(3)], [i for i in range(7) for _ in range(3)])
    (estimate,) = Intervals().means({"f1": columns.f1}, columns)
    half = 2.446911851144969 * float(np.std(means, ddof=1)) / math.sqrt(7)  # t of 6 degrees of freedom, 97.5 %
    assert estimate.value == pytest.approx(float(np.mean(means)))
    assert estimate.low == pytest.approx(float(np.mean(means)) - half)
    assert estimate.high == pytest.approx(float(np.mean(means)) + half)
    assert (estimate.n, estimate.clusters, estimate.cluster_unit) == (21, 7, "article")


@given(st.lists(st.floats(0, 1), min_size=8, max_size=40), st.randoms(use_true_random=False))
def test_the_mean_does_not_depend_on_the_order_of_questions_in_any_digit(
    values: list[float], chance: random.Random
) -> None:
    order = list(range(len(values)))
    chance.shuffle(order)
    straight = columns_of(values, [i % 7 for i in range(len(values))])
    shuffled = columns_of([values[i] for i in order], [i % 7 for i in order])
    first, second = (Intervals().means({"f1": c.f1}, c)[0] for c in (straight, shuffled))
    assert first.value == second.value == math.fsum(values) / len(values)


def test_the_mean_does_not_depend_on_the_method() -> None:
    values = [i * i % 11 / 11 for i in range(70)]
    columns = columns_of(values, [i % 7 for i in range(70)])
    (t,) = Intervals().means({"f1": columns.f1}, columns)
    (bootstrap,) = Intervals(method="bootstrap", rounds=500).means({"f1": columns.f1}, columns)
    assert t.value == bootstrap.value
    assert t.method == "cluster-robust t over articles"
    assert "500" in bootstrap.method


def test_the_same_seed_gives_the_same_bootstrap_and_another_one_another() -> None:
    columns = columns_of([i * i % 11 / 11 for i in range(91)], [i % 7 for i in range(91)])

    def bounds(seed: int) -> tuple[float | None, float | None]:
        (estimate,) = Intervals(method="bootstrap", rounds=300, seed=seed).means({"f1": columns.f1}, columns)
        return estimate.low, estimate.high

    assert bounds(1) == bounds(1) != bounds(2)


def test_a_lower_level_gives_a_narrower_interval() -> None:
    columns = columns_of([i * i % 11 / 11 for i in range(91)], [i % 7 for i in range(91)])
    (wide,), (narrow,) = (Intervals(level=level).means({"f1": columns.f1}, columns) for level in (0.99, 0.5))
    assert (wide.level, narrow.level) == (0.99, 0.5)
    assert (wide.low or 0) < (narrow.low or 0) < (narrow.high or 0) < (wide.high or 0)


def test_chosen_questions_keep_their_clusters() -> None:
    columns = columns_of([0.0, 1.0, 0.5, 0.25] * 7, [i // 4 for i in range(28)])
    chosen = [i for i in range(28) if i % 4 < 2]
    em, f1 = Intervals().means({"em": columns.em, "f1": columns.f1}, columns, chosen)
    assert em.value == f1.value == 0.5
    assert (em.n, em.clusters) == (14, 7)


def test_a_value_lies_in_the_cluster_of_the_place_it_is_said_to_stand_at() -> None:
    columns = columns_of([0.0] * 14, [i // 2 for i in range(14)])
    (estimate,) = Intervals().means_at({"x": [0.0, 1.0, 1.0]}, columns, [0, 1, 13])
    assert (estimate.n, estimate.clusters) == (3, 2)


def test_rows_cluster_as_their_columns_do() -> None:
    values = [i % 5 / 5 for i in range(28)]
    columns = columns_of(values, [i // 4 for i in range(28)], [i // 2 for i in range(28)])
    rows = [Row(Question(f"q{i}", "?"), article=i // 4, paragraph=i // 2) for i in range(28)]
    for intervals in (Intervals(), Intervals(method="bootstrap", rounds=100)):
        assert intervals.means_over({"f1": values}, rows) == intervals.means({"f1": values}, columns)


def test_no_question_has_no_mean_and_says_so() -> None:
    columns = columns_of([0.5] * 7, range(7))
    (estimate,) = Intervals().means({"f1": columns.f1}, columns, [])
    assert estimate.value is None
    assert "no questions" in estimate.reason


def test_a_difference_over_chosen_questions_lies_in_their_clusters() -> None:
    columns = columns_of([0.5] * 16, [i // 2 for i in range(16)])
    left, right = [0.9, 0.3, 0.6, 1.0, 0.2, 0.7, 0.8], [0.1, 0.2, 0.6, 0.0, 0.3, 0.1, 0.9]
    places = [0, 2, 4, 6, 8, 10, 12]
    estimate = Intervals().difference(left, right, columns, places)
    # One question an article: the paired t interval of the textbook.
    gaps = np.subtract(left, right)
    half = 2.446911851144969 * float(np.std(gaps, ddof=1)) / math.sqrt(7)
    assert estimate.value == pytest.approx(float(np.mean(gaps)))
    assert estimate.high == pytest.approx(float(np.mean(gaps)) + half)
    assert (estimate.n, estimate.clusters) == (7, 7)
