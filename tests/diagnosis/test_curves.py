import math
from itertools import pairwise, permutations
from pathlib import Path

import pytest
from hypothesis import assume, given, settings
from hypothesis import strategies as st

from spanwise.data.dataset import Dataset
from spanwise.data.formats import read
from spanwise.data.samples import sample_na_probs_path, sample_path, sample_predictions_path
from spanwise.diagnosis.abstention import abstention
from spanwise.diagnosis.curves import abstention_curves, risk_coverage
from spanwise.errors import OptionError
from spanwise.predictions.formats import read_predictions
from spanwise.predictions.prediction import Predictions
from spanwise.scoring.evaluate import score
from spanwise.scoring.scores import Scores
from spanwise.stats.estimate import Estimate
from tests.scoring.drawn import benchmarks_with_predictions


def sample_scores() -> Scores:
    predictions = read_predictions(sample_predictions_path("balanced"), na_probs=sample_na_probs_path("balanced"))
    return score(read(sample_path("dev")), predictions)


def same(a: Estimate, b: Estimate) -> bool:
    if a.value is None or b.value is None:
        return a.value is b.value
    return a.value == pytest.approx(b.value, abs=1e-9)


@settings(max_examples=60)
@given(benchmarks_with_predictions(probs=True), st.integers(2, 5))
def test_every_point_is_what_scoring_at_its_threshold_gives(drawn: tuple[Dataset, Predictions], points: int) -> None:
    dataset, predictions = drawn
    for point in abstention_curves(score(dataset, predictions), points=points).points:
        assume(math.isfinite(point.threshold))
        there = score(dataset, predictions, na_threshold=point.threshold)
        table = abstention(there).reader
        assert same(point.em, there.em)
        assert same(point.f1, there.f1)
        assert same(point.false_answers, table.rates.false_answers)
        assert same(point.over_refusals, table.rates.over_refusals)


def test_bands_are_the_intervals_of_the_scores_at_the_threshold() -> None:
    scores = sample_scores()
    curves = abstention_curves(scores, points=5)
    assert len(curves.points) <= 5
    predictions = read_predictions(sample_predictions_path("balanced"), na_probs=sample_na_probs_path("balanced"))
    for point in curves.points:
        there = score(read(sample_path("dev")), predictions, na_threshold=point.threshold)
        rates = abstention(there).reader.rates
        for drawn, made in ((point.em, there.em), (point.f1, there.f1), (point.false_answers, rates.false_answers)):
            assert (drawn.low, drawn.high) == pytest.approx((made.low, made.high), abs=1e-9)
        if rates.risk.value is not None:
            assert point.risk_em.value == pytest.approx(rates.risk.value)
            assert (point.risk_em.low, point.risk_em.high) == pytest.approx((rates.risk.low, rates.risk.high))


@settings(max_examples=60)
@given(benchmarks_with_predictions(probs=True))
def test_the_points_of_precision_and_recall_span_the_official_areas(drawn: tuple[Dataset, Predictions]) -> None:
    scores = score(*drawn)
    curves = abstention_curves(scores, points=1000)
    if curves.average_precision is None:
        return
    for kind in ("em", "f1"):
        area = reached = 0.0
        for point in curves.points:
            precision, recall = getattr(point, f"precision_{kind}").value, float(getattr(point, f"recall_{kind}"))
            area += (precision or 0.0) * (recall - reached)
            reached = recall
        assert area == pytest.approx(getattr(curves.average_precision, kind), abs=1e-9)


@given(benchmarks_with_predictions(probs=True))
def test_more_coverage_means_more_false_answers_and_fewer_refusals(drawn: tuple[Dataset, Predictions]) -> None:
    points = abstention_curves(score(*drawn)).points
    for before, after in pairwise(points):
        assert float(before.coverage) <= float(after.coverage)
        if before.false_answers.value is not None:
            assert before.false_answers.value <= float(after.false_answers)
        if before.over_refusals.value is not None:
            assert before.over_refusals.value >= float(after.over_refusals)


@settings(max_examples=40)
@given(benchmarks_with_predictions(probs=True))
def test_the_area_is_the_mean_over_all_orders_of_equal_values(drawn: tuple[Dataset, Predictions]) -> None:
    columns = score(*drawn).columns
    assert columns.na_prob is not None
    pairs = [(columns.na_prob[i], 1 - columns.raw_em[i]) for i, there in enumerate(columns.answered) if there]
    assume(0 < len(pairs) <= 6)
    areas = []
    for order in permutations(pairs):
        if [value for value, _ in order] == sorted(value for value, _ in order):
            risks = [sum(loss for _, loss in order[: k + 1]) / (k + 1) for k in range(len(order))]
            areas.append(sum(risks) / len(risks))
    found = risk_coverage(columns, columns.raw_em)
    assert found is not None
    assert found.aurc == pytest.approx(sum(areas) / len(areas))
    assert found.best <= found.aurc + 1e-12
    assert found.coverage == len(pairs) / len(columns)


def test_a_reader_without_a_signal_or_with_too_few_points_has_no_curve() -> None:
    scores = score(read(sample_path("dev")), read_predictions(sample_predictions_path("balanced")))
    with pytest.raises(OptionError, match="no signal"):
        abstention_curves(scores)
    with pytest.raises(OptionError, match="1 points make no curve"):
        abstention_curves(sample_scores(), points=1)


def test_a_hundred_points_are_enough_for_squad_2(shared: Path) -> None:
    folder = shared / "data/squad/predictions"
    probs = folder / "v2.0-bert-single.synthetic-na-prob.json"
    predictions = read_predictions(folder / "v2.0-bert-single.json", na_probs=probs)
    curves = abstention_curves(score(read(shared / "data/squad/dev-v2.0.json"), predictions))
    assert 90 <= len(curves.points) <= 101
    assert curves.auroc is not None
    assert curves.risk_em is not None
    assert curves.risk_em.best < curves.risk_em.aurc < curves.risk_em.chance
    # The share of texts that are not empty, counted without Spanwise.
    given_texts = sum(p.text != "" for p in predictions.by_id.values())
    assert curves.risk_em.coverage == given_texts / 11_873
