import math
from collections.abc import Callable, Sequence
from fractions import Fraction

import msgspec
import pytest
from hypothesis import given
from hypothesis import strategies as st

from spanwise.data.dataset import Dataset
from spanwise.errors import OptionError
from spanwise.predictions.prediction import Predictions
from spanwise.scoring.columns import Columns
from spanwise.scoring.evaluate import score
from spanwise.scoring.rules import SQUAD_2
from spanwise.scoring.threshold import (
    abstained,
    average_precision,
    best_threshold,
    curve,
    scores_at,
    silenced,
)
from tests.scoring import official_rules
from tests.scoring.drawn import benchmarks_with_predictions, golds


def columns_of(has_answer: Sequence[bool], raw: Sequence[float], na_prob: Sequence[float] | None) -> Columns:
    """Return columns of questions that all have a prediction which is a text."""
    n = len(has_answer)
    return Columns(
        ids=tuple(f"q{i}" for i in range(n)),
        article=tuple(range(n)),
        paragraph=tuple(range(n)),
        has_answer=tuple(has_answer),
        predicted=(True,) * n,
        answered=(True,) * n,
        abstains=(False,) * n,
        raw_em=tuple(raw),
        raw_f1=tuple(raw),
        em=tuple(raw),
        f1=tuple(raw),
        reference=(-1,) * n,
        na_prob=None if na_prob is None else tuple(na_prob),
        na_rank=None if na_prob is None else tuple(range(n)),
    )


def brute_force(columns: Columns, raw: Sequence[float]) -> dict[float, Fraction]:
    """Return the mean score at one threshold of each kind: below all probabilities, and at each of them."""
    assert columns.na_prob is not None
    probs = [p for p, there in zip(columns.na_prob, columns.predicted, strict=True) if there]
    means = {}
    for threshold in (-math.inf, *probs):
        total = Fraction(0)
        for i, there in enumerate(columns.predicted):
            if there:
                gone = columns.na_prob[i] > threshold
                total += (0 if columns.has_answer[i] else 1) if gone else Fraction(raw[i])
        means[threshold] = total / len(columns)
    return means


def scored(drawn: tuple[Dataset, Predictions]) -> Columns:
    return score(*drawn, rules=SQUAD_2).columns


with_probs = benchmarks_with_predictions(probs=True)
complete = benchmarks_with_predictions(probs=True, missing=False)


@given(with_probs)
def test_the_curve_is_the_score_at_every_threshold_that_makes_a_difference(drawn: tuple[Dataset, Predictions]) -> None:
    columns = scored(drawn)
    found = curve(columns, columns.raw_f1)
    expected = brute_force(columns, columns.raw_f1)
    assert list(found.thresholds) == sorted(found.thresholds)
    assert set(found.thresholds[1:]) == set(expected) - {-math.inf}
    assert found.thresholds[0] < found.thresholds[1]
    assert found.scores == pytest.approx([float(expected[t]) for t in sorted(expected)], abs=1e-12)


@given(with_probs)
def test_no_threshold_does_better_than_the_best_and_none_below_it_does_as_well(
    drawn: tuple[Dataset, Predictions],
) -> None:
    columns = scored(drawn)
    for raw in (columns.raw_em, columns.raw_f1):
        best = best_threshold(columns, raw)
        expected = brute_force(columns, raw)
        assert best.score == pytest.approx(float(max(expected.values())), abs=1e-12)
        lower = [float(mean) for threshold, mean in expected.items() if threshold < best.threshold]
        assert best.abstains_on_all or max(lower) < best.score
        assert best.abstains_on_all == all(silenced(columns, best.threshold)[i] for i in present(columns))


def present(columns: Columns) -> list[int]:
    return [i for i, there in enumerate(columns.predicted) if there]


@given(with_probs)
def test_the_best_threshold_applied_again_gives_the_best_score_to_the_last_digit(
    drawn: tuple[Dataset, Predictions],
) -> None:
    scores = score(*drawn, rules=SQUAD_2)
    assert scores.best_em is not None
    assert scores.best_f1 is not None
    at_best_em = score(*drawn, rules=SQUAD_2, na_threshold=scores.best_em.threshold)
    at_best_f1 = score(*drawn, rules=SQUAD_2, na_threshold=scores.best_f1.threshold)
    assert at_best_em.em.value == scores.best_em.score
    assert at_best_f1.f1.value == scores.best_f1.score


@given(with_probs)
def test_the_best_is_at_least_the_readers_own_score_and_the_share_it_gets_by_abstaining(
    drawn: tuple[Dataset, Predictions],
) -> None:
    columns = scored(drawn)
    predicted_no_ans = sum(not columns.has_answer[i] for i in present(columns))
    for raw in (columns.raw_em, columns.raw_f1):
        best = best_threshold(columns, raw)
        assert best.score >= math.fsum(raw) / len(columns) - 1e-12
        assert best.score >= predicted_no_ans / len(columns) - 1e-12


@given(complete)
def test_the_official_best_is_what_the_official_sweep_finds(drawn: tuple[Dataset, Predictions]) -> None:
    dataset, predictions = drawn
    columns = scored(drawn)
    questions = golds(dataset)
    texts = {i: p.text for i, p in predictions.by_id.items()}
    probs = {i: p.na_prob for i, p in predictions.by_id.items() if p.na_prob is not None}
    expected = official_rules.scores_2(questions, texts, probs, 1.0)
    for name, raw in (("exact", columns.raw_em), ("f1", columns.raw_f1)):
        best = best_threshold(columns, raw)
        assert best.official_score == pytest.approx(float(expected[f"best_{name}"]), abs=1e-12)
        # Sums of fractions as floats may tell equal totals apart, and then the script takes a later threshold.
        if name == "exact":
            assert best.official_threshold == expected["best_exact_thresh"]


@given(complete)
def test_the_official_best_is_above_the_attainable_only_where_probabilities_are_tied(
    drawn: tuple[Dataset, Predictions],
) -> None:
    columns = scored(drawn)
    assert columns.na_prob is not None
    best = best_threshold(columns, columns.raw_f1)
    if best.official_score > best.score + 1e-12:
        assert len(set(columns.na_prob)) < len(columns)


@given(with_probs)
def test_average_precision_is_the_area_over_all_thresholds_that_can_be_set(
    drawn: tuple[Dataset, Predictions],
) -> None:
    dataset, predictions = drawn
    columns = scored(drawn)
    found = average_precision(columns)
    if not any(columns.has_answer):
        assert found is None
        return
    assert found is not None
    probs = {i: p.na_prob for i, p in predictions.by_id.items() if p.na_prob is not None}
    questions = [(i, answers) for i, answers in golds(dataset) if i in probs]
    unpredicted = [(i, answers) for i, answers in golds(dataset) if i not in probs]
    raws = {"em": columns.raw_em, "f1": columns.raw_f1, "oracle": tuple(map(float, columns.has_answer))}
    for name, raw in raws.items():
        gains = {i: Fraction(value) for i, value in zip(columns.ids, raw, strict=True)}
        if not any(answers for _, answers in questions):
            assert getattr(found, name) == 0.0
            continue
        # A question without a prediction is answered at no threshold, and still one to be found.
        share = Fraction(
            sum(1 for _, answers in questions if answers),
            sum(1 for _, answers in [*questions, *unpredicted] if answers),
        )
        expected = official_rules.average_precision(questions, gains, probs) * share
        assert getattr(found, name) == pytest.approx(float(expected), abs=1e-12)


def test_tied_probabilities_are_kept_together() -> None:
    # Case tied-probabilities: the official sweep reports 100 at 0.5; both questions answer, or both abstain.
    columns = columns_of([True, False], [1.0, 0.0], [0.5, 0.5])
    best = best_threshold(columns, columns.raw_em)
    assert (best.score, best.official_score, best.official_threshold) == (0.5, 1.0, 0.5)


def test_the_official_best_depends_on_the_order_of_the_file_where_probabilities_are_tied() -> None:
    columns = columns_of([True, False], [1.0, 0.0], [0.5, 0.5])
    turned = msgspec.structs.replace(columns, na_rank=(1, 0))
    assert best_threshold(turned, turned.raw_em).official_score == 0.5
    assert best_threshold(turned, turned.raw_em).score == best_threshold(columns, columns.raw_em).score


def test_abstaining_on_all_has_a_threshold_that_does() -> None:
    for lowest in (0.0, -4.0, 5e-324, 1.0, -1e308):
        columns = columns_of([True, False, False], [0.0, 0.0, 0.0], [lowest, lowest, 2.0])
        best = best_threshold(columns, columns.raw_em)
        assert best.abstains_on_all
        assert best.threshold < lowest
        assert scores_at(columns, columns.raw_em, best.threshold) == (0.0, 1.0, 1.0)
        assert best.score == 2 / 3


def test_a_question_abstains_strictly_above_the_threshold() -> None:
    columns = columns_of([True, False], [1.0, 0.0], [0.5, 1.0])
    assert silenced(columns, 0.5) == [False, True]
    assert scores_at(columns, columns.raw_em, 0.5) == (1.0, 1.0)
    assert silenced(columns, 1.0) == [False, False]
    assert silenced(columns, math.nextafter(0.5, 0.0)) == [True, True]


def test_abstaining_scores_1_where_there_is_no_answer() -> None:
    assert (abstained(has_answer=True), abstained(has_answer=False)) == (0.0, 1.0)


def test_a_missing_prediction_scores_0_at_every_threshold() -> None:
    columns = columns_of([True, False, False], [1.0, 0.0, 0.0], [0.1, 0.9, 0.0])
    columns = msgspec.structs.replace(columns, predicted=(True, True, False), answered=(True, True, False))
    for threshold in (-1.0, 0.1, 1.0):
        assert scores_at(columns, columns.raw_em, threshold)[2] == 0.0
    best = best_threshold(columns, columns.raw_em)
    assert (best.score, best.official_score) == (2 / 3, 2 / 3)
    area = average_precision(columns)
    assert area is not None
    assert area.em == 1.0


def test_without_predictions_the_curve_is_one_point_at_0() -> None:
    columns = msgspec.structs.replace(columns_of([True], [0.0], [0.0]), predicted=(False,))
    assert curve(columns, columns.raw_em).scores == (0.0,)
    best = best_threshold(columns, columns.raw_em)
    assert (best.score, best.abstains_on_all) == (0.0, True)


def test_average_precision_by_hand() -> None:
    # Case average-precision-small: precision 1, 1/2, 2/3 at recall 1/2, 1/2, 1.
    area = average_precision(columns_of([True, False, True], [1.0, 0.0, 1.0], [0.1, 0.2, 0.3]))
    assert area is not None
    assert area.em == area.f1 == area.oracle == pytest.approx(5 / 6, abs=1e-15)


@pytest.mark.parametrize("function", [curve, best_threshold, lambda c, raw: scores_at(c, raw, 0.5)])
def test_without_probabilities_there_is_no_threshold(
    function: Callable[[Columns, Sequence[float]], object],
) -> None:
    columns = columns_of([True], [1.0], None)
    with pytest.raises(OptionError, match="no no-answer probabilities"):
        function(columns, columns.raw_em)


@given(st.lists(st.tuples(st.booleans(), st.floats(0, 1), st.floats(0, 1)), min_size=1, max_size=40))
def test_a_curve_of_many_points_ends_at_the_score_without_a_threshold(rows: list[tuple[bool, float, float]]) -> None:
    columns = columns_of([row[0] for row in rows], [row[1] for row in rows], [row[2] for row in rows])
    found = curve(columns, columns.raw_f1)
    assert found.scores[-1] == pytest.approx(math.fsum(columns.raw_f1) / len(rows), abs=1e-12)
    assert found.scores[0] == pytest.approx(columns.has_answer.count(False) / len(rows), abs=1e-15)
