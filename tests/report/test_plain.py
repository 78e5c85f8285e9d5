import json

import msgspec
import pytest

import spanwise as sw
from spanwise.report.plain import (
    plain_answer_curve,
    plain_comparison,
    plain_estimate,
    plain_findings,
    plain_human,
    plain_matched,
    plain_matrix,
    plain_scores,
)
from spanwise.stats.estimate import Estimate


@pytest.fixture(scope="module")
def dataset() -> sw.Dataset:
    return sw.read(sw.sample_path("dev"))


def predictions(reader: str) -> sw.Predictions:
    return sw.read_predictions(sw.sample_predictions_path(reader), na_probs=sw.sample_na_probs_path(reader))


@pytest.fixture(scope="module")
def scores(dataset: sw.Dataset) -> list[sw.Scores]:
    return [sw.score(dataset, predictions(reader)) for reader in ("eager", "balanced", "cautious")]


def test_an_estimate_is_in_percent_with_its_method() -> None:
    estimate = Estimate(
        value=0.5, low=0.25, high=0.75, level=0.95, method="t", n=10, clusters=7, cluster_unit="article"
    )
    plain = plain_estimate(estimate)
    assert (plain["value"], plain["low"], plain["high"]) == (50, 25, 75)
    assert (plain["level"], plain["method"], plain["clusters"], plain["cluster_unit"]) == (0.95, "t", 7, "article")


def test_what_is_undefined_is_null_with_its_reason() -> None:
    plain = plain_estimate(Estimate.undefined("there are no questions"))
    assert plain["value"] is None
    assert plain["reason"] == "there are no questions"


def test_scores_hold_both_sides_the_sweep_and_the_signature(scores: list[sw.Scores]) -> None:
    eager = scores[0]
    plain = plain_scores(eager)
    assert plain["unit"] == "percent"
    assert plain["f1"]["value"] == pytest.approx(100 * float(eager.f1))
    assert eager.has_ans is not None
    assert eager.best_f1 is not None
    assert plain["has_ans"]["em"]["value"] == pytest.approx(100 * float(eager.has_ans.em))
    assert plain["best_f1"]["score"] == pytest.approx(100 * eager.best_f1.score)
    assert "upper bound" in plain["best_f1"]["label"]
    assert plain["always_abstain"] == pytest.approx(100 / 3)
    assert plain["signature"] == msgspec.to_builtins(eager.signature)
    assert "predicted_only" not in plain


def test_scores_of_some_predictions_also_say_what_the_predicted_ones_give(dataset: sw.Dataset) -> None:
    whole = predictions("balanced").by_id
    some = sw.Predictions({i: whole[i] for i in list(whole)[10:]})
    plain = plain_scores(sw.score(dataset, some))
    assert len(plain["missing"]) == 10
    assert plain["predicted_only"]["total"] == plain["total"] - 10


def test_a_comparison_is_in_points_and_a_matrix_has_every_pair(scores: list[sw.Scores]) -> None:
    comparison = sw.compare(scores[0], scores[1])
    plain = plain_comparison(comparison)
    assert plain["f1"]["value"] == pytest.approx(100 * float(comparison.f1.estimate))
    assert plain["exact_match"]["only_a"] == comparison.only_a
    matrix = sw.compare_all(scores)
    pairs = plain_matrix(matrix)["pairs"]
    assert [(pair["a"], pair["b"]) for pair in pairs] == [
        ("eager", "balanced"),
        ("eager", "cautious"),
        ("balanced", "cautious"),
    ]
    assert [pair["f1"]["p_holm"] for pair in pairs] == list(matrix.holm_f1)


def test_people_and_readers_measured_as_people_are_in_percent(dataset: sw.Dataset) -> None:
    line, reader = sw.human_line(dataset), sw.matched(dataset, predictions("eager"))
    curve = sw.answer_curve(dataset, predictions("eager"))
    assert plain_human(line)["second_answer"]["em"]["value"] == pytest.approx(100 * float(line.second.em))
    assert plain_matched(reader)["all_answers"]["f1"]["value"] == pytest.approx(100 * float(reader.all_answers.f1))
    assert plain_answer_curve(curve)["em_first"] == [100 * value for value in curve.em_first]


def test_everything_plain_is_json(scores: list[sw.Scores], dataset: sw.Dataset) -> None:
    for plain in (
        plain_scores(scores[0]),
        plain_matrix(sw.compare_all(scores)),
        plain_human(sw.human_line(dataset)),
        plain_findings([sw.Finding("code", "found", "remedy")]),
    ):
        assert json.loads(json.dumps(plain, allow_nan=False)) == plain
