from collections.abc import Sequence

import msgspec
import numpy as np
import pytest
import scipy.stats
from numpy.typing import ArrayLike

import spanwise as sw
from spanwise.data.samples import sample_path, sample_predictions_path
from spanwise.diagnosis.question_facts import FactColumn, Facts, question_facts
from spanwise.diagnosis.slices import Slice, slices
from spanwise.errors import OptionError
from spanwise.scoring.columns import Columns

DEV = sw.read(sample_path("dev"))
FACTS = question_facts(DEV)
BASE = sw.score(DEV, sw.read_predictions(sample_predictions_path("balanced")))


def scored(values: ArrayLike, articles: ArrayLike) -> sw.Scores:
    """Return scores with these F1, as if a reader had them."""
    f1 = tuple(np.asarray(values, dtype=float).tolist())
    groups = tuple(np.asarray(articles).tolist())
    n = len(f1)
    yes, no = (True,) * n, (False,) * n
    columns = Columns(
        ids=tuple(map(str, range(n))),
        article=groups,
        paragraph=groups,
        has_answer=yes,
        predicted=yes,
        answered=yes,
        abstains=no,
        raw_em=f1,
        raw_f1=f1,
        em=f1,
        f1=f1,
        reference=(0,) * n,
    )
    return msgspec.structs.replace(BASE, columns=columns)


def facts_of(values: Sequence[str | None], order: Sequence[str] = ("a", "b")) -> Facts:
    return Facts(tuple(map(str, range(len(values)))), (FactColumn("kind", "kind", tuple(values), tuple(order)),))


def one(found: Sequence[Slice], value: str) -> Slice:
    return next(s for s in found if s.value == value)


@pytest.mark.parametrize("seed", range(3))
def test_the_interval_is_that_of_a_regression_with_articles_left_out_one_by_one(seed: int) -> None:
    # Least squares on a dummy of the slice, refitted without each article: what slices() works out from sums.
    rng = np.random.default_rng(seed)
    articles = np.repeat(np.arange(12), rng.integers(3, 30, size=12))
    inside = rng.random(len(articles)) < 0.3
    values = np.clip(rng.random(len(articles)) * 0.6 + 0.3 * rng.random(12)[articles], 0, 1)

    def fitted(kept: "np.ndarray[tuple[int], np.dtype[np.bool_]]") -> float:
        design = np.column_stack([np.ones(kept.sum()), inside[kept]])
        return float(np.linalg.lstsq(design, values[kept], rcond=None)[0][1])

    whole = fitted(np.ones(len(values), dtype=bool))
    again = np.array([fitted(articles != left) for left in range(12)])
    error = float(np.sqrt(11 / 12 * ((again - whole) ** 2).sum()))
    held = min(len(set(articles[inside])), len(set(articles[~inside])))
    found = one(slices(scored(values, articles), facts_of(["a" if i else "b" for i in inside])), "a")
    assert found.difference.value == pytest.approx(whole, abs=1e-12)
    assert found.difference.high == pytest.approx(whole + scipy.stats.t.ppf(0.975, held - 1) * error, abs=1e-9)
    assert found.p_value == pytest.approx(2 * scipy.stats.t.sf(abs(whole) / error, held - 1), rel=1e-8)
    assert found.difference.method == "jackknife t over articles"
    assert found.score.value == pytest.approx(values[inside].mean())
    assert found.rest == pytest.approx(values[~inside].mean())


def test_a_slice_that_is_truly_worse_is_marked_and_its_complement_is_not() -> None:
    rng = np.random.default_rng(1)
    articles = np.repeat(np.arange(30), 20)
    hard = rng.random(600) < 0.4
    found = slices(scored(rng.random(600) < 0.8 - 0.3 * hard, articles), facts_of(["a" if h else "b" for h in hard]))
    assert (one(found, "a").worse, one(found, "b").worse) == (True, False)
    assert one(found, "a").p_holm == pytest.approx(min(1.0, 2 * (one(found, "a").p_value or 0.0)))


def test_slices_that_mean_nothing_are_seldom_marked_though_questions_hang_together_in_articles() -> None:
    # 60 tables of 4 columns drawn by lot within articles whose difficulty differs; with Holm's correction 5 % of the
    # tables may have a mark, and 9 or more of 60 would have a chance below 0.5 %.
    rng = np.random.default_rng(7)
    articles = np.repeat(np.arange(15), 12)
    marked = 0
    for _ in range(60):
        difficulty = rng.random(15)[articles]
        columns = tuple(
            FactColumn(
                f"c{c}",
                f"c{c}",
                tuple(np.where(rng.random(180) < rng.random(15)[articles], "a", "b").tolist()),
                ("a", "b"),
            )
            for c in range(4)
        )
        found = slices(scored(rng.random(180) < difficulty, articles), Facts(tuple(map(str, range(180))), columns))
        marked += any(s.worse for s in found)
    assert marked < 9


def test_questions_without_a_value_are_in_no_slice_and_in_no_rest() -> None:
    values = [1.0, 0.0] * 12 + [0.0] * 24
    kinds = (["a", "a", "b", "b"] * 6) + [None] * 24
    found = one(slices(scored(values, [i % 6 for i in range(48)]), facts_of(kinds)), "a")
    assert (found.n, found.score.value, found.rest) == (12, 0.5, 0.5)


def test_a_slice_without_a_question_is_undefined_and_says_why() -> None:
    found = slices(scored([1.0, 0.0] * 12, [i // 2 for i in range(24)]), facts_of(["b"] * 24))
    empty, whole = one(found, "a"), one(found, "b")
    assert (empty.n, empty.score.value, empty.difference.value, empty.p_value) == (0, None, None, None)
    assert empty.score.reason == empty.difference.reason == "no question has this kind"
    assert whole.score.value == 0.5
    assert (whole.rest, whole.difference.value) == (None, None)
    assert "there is no rest" in whole.difference.reason
    assert not any(s.worse or s.p_holm is not None for s in found)


def test_an_article_is_compared_with_the_rest_by_its_paragraphs_and_says_so() -> None:
    found = [s for s in slices(BASE, FACTS) if s.column == "article"]
    assert len(found) == 9
    assert {s.difference.cluster_unit for s in found if s.difference.has_interval} == {"paragraph"}
    assert all("says nothing of other articles" in s.difference.note for s in found if s.difference.has_interval)
    assert {s.clusters for s in found} == {3}


def test_a_slice_in_one_paragraph_has_a_score_and_no_test() -> None:
    kinds = ["a"] * 3 + ["b"] * 21
    found = one(slices(scored([1.0, 0.0] * 12, [i // 3 for i in range(24)]), facts_of(kinds)), "a")
    assert found.score.value == pytest.approx(2 / 3)
    assert found.p_value is None
    assert found.difference.value is not None
    assert found.difference.reason == "one article holds the whole slice"


def test_a_slice_that_is_wrong_throughout_is_worse_only_where_enough_articles_show_it() -> None:
    def wrong_in(articles: int) -> Slice:
        kinds = ["a" if place % 4 == 0 and place // 4 < articles else "b" for place in range(48)]
        values = [0.0 if kind == "a" else float(place % 4 != 3 or place % 8 != 3) for place, kind in enumerate(kinds)]
        return one(slices(scored(values, [place // 4 for place in range(48)]), facts_of(kinds)), "a")

    few, many = wrong_in(2), wrong_in(12)
    assert (few.score.value, many.score.value) == (0.0, 0.0)
    assert (few.worse, many.worse) == (False, True)
    assert many.difference.method == "joined exact bounds over articles"
    # Each bound at 97.5 %: all of G clusters wrong leaves shares up to 1 - (0.025 / 2)^(1 / G).
    assert many.score.high == pytest.approx(1 - 0.025 ** (1 / 12))
    assert many.difference.low is not None
    assert many.difference.low < -0.5
    # The p-value is the error at which the interval just leaves out 0.
    at_p = msgspec.structs.replace(BASE.intervals, level=1 - (many.p_value or 0.0) * 1.01)
    kinds = ["a" if place % 4 == 0 else "b" for place in range(48)]
    values = [0.0 if kind == "a" else float(place % 8 != 3) for place, kind in enumerate(kinds)]
    again = msgspec.structs.replace(scored(values, [place // 4 for place in range(48)]), intervals=at_p)
    high = one(slices(again, facts_of(kinds)), "a").difference.high
    assert high is not None
    assert -0.01 < high < 0


def test_one_reader_right_throughout_has_no_slice_worse() -> None:
    found = slices(scored([1.0] * 40, [i // 4 for i in range(40)]), facts_of(["a", "b"] * 20))
    assert [s.difference.value for s in found] == [0.0, 0.0]
    assert [s.p_value for s in found] == [1.0, 1.0]
    assert not any(s.worse for s in found)


def test_exact_match_and_f1_are_sliced_apart_and_slices_average_to_the_whole() -> None:
    for metric in ("em", "f1"):
        found = [s for s in slices(BASE, FACTS, metric) if s.column == "answerable"]
        total = sum(s.n * float(s.score) for s in found) / BASE.total
        assert total == pytest.approx(float(getattr(BASE, metric)))


def test_facts_of_other_questions_are_refused() -> None:
    with pytest.raises(OptionError, match="facts of the dataset that was scored"):
        slices(BASE, facts_of(["a"]))
