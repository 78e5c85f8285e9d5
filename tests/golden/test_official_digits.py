"""Published predictions get the digits that the official scripts give them."""

import json
from functools import cache
from pathlib import Path

import pytest

import spanwise as sw
from spanwise.scoring.rules import MRQA
from spanwise.stats.distributions import student_t_quantile
from spanwise.stats.estimate import cluster_sums, standard_error
from tests.golden import digits

EXACT = 1e-9


@cache
def dataset(folder: Path, name: str) -> sw.Dataset:
    return sw.read(folder / "data/squad" / name)


@cache
def predictions(folder: Path, name: str) -> sw.Predictions:
    return sw.read_predictions(folder / "data/squad/predictions" / name)


@cache
def scores_of(folder: Path, name: str) -> sw.Scores:
    return sw.score(dataset(folder, digits.OFFICIAL[name][0]), predictions(folder, name))


def percent(estimate: sw.Estimate) -> float:
    return 100 * float(estimate)


@pytest.fixture(scope="module")
def rounded(shared: Path, tmp_path_factory: pytest.TempPathFactory) -> sw.Predictions:
    """Return BERT's predictions with the made-up probabilities rounded to 0.1, so that there are eleven of them."""
    folder = shared / "data/squad/predictions"
    probs = json.loads((folder / digits.SYNTHETIC_PROBS).read_text("utf-8"))
    file = tmp_path_factory.mktemp("probs") / "rounded.json"
    file.write_text(json.dumps({identity: round(p, 1) for identity, p in probs.items()}), "utf-8")
    return sw.read_predictions(folder / digits.BERT_2, na_probs=file)


@pytest.mark.parametrize("name", digits.OFFICIAL)
def test_exact_match_and_f1_are_those_of_the_official_script(shared: Path, name: str) -> None:
    scores = scores_of(shared, name)
    data, em, f1 = digits.OFFICIAL[name]
    assert scores.signature.rules == ("squad1" if data == digits.DEV_1 else "squad2")
    assert percent(scores.em) == pytest.approx(em, abs=EXACT)
    assert percent(scores.f1) == pytest.approx(f1, abs=EXACT)
    official = sw.official_scores(scores)
    assert official["f1"] == pytest.approx(f1, abs=EXACT)
    assert official["exact" if data == digits.DEV_2 else "exact_match"] == pytest.approx(em, abs=EXACT)


def test_the_rules_of_mrqa_give_the_digits_of_squad_1(shared: Path) -> None:
    scores = sw.score(dataset(shared, digits.DEV_1), predictions(shared, digits.BERT_1), rules=MRQA)
    _, em, f1 = digits.OFFICIAL[digits.BERT_1]
    assert (percent(scores.em), percent(scores.f1)) == pytest.approx((em, f1), abs=EXACT)


@pytest.mark.parametrize("language", digits.BERT_1_MLQA)
def test_the_rules_of_mlqa_give_the_digits_of_its_script(shared: Path, language: str) -> None:
    scores = sw.score(dataset(shared, digits.DEV_1), predictions(shared, digits.BERT_1), rules=sw.mlqa(language))
    assert (percent(scores.em), percent(scores.f1)) == pytest.approx(digits.BERT_1_MLQA[language], abs=EXACT)


def test_has_ans_and_no_ans_are_those_of_the_official_script(shared: Path) -> None:
    scores = scores_of(shared, digits.BERT_2)
    for part, expected in ((scores.has_ans, digits.BERT_2_HAS_ANS), (scores.no_ans, digits.BERT_2_NO_ANS)):
        assert part is not None
        em, f1, total = expected
        assert (percent(part.em), percent(part.f1)) == pytest.approx((em, f1), abs=EXACT)
        assert part.total == total


def test_missing_and_extra_predictions_are_named(shared: Path) -> None:
    scores = scores_of(shared, digits.LOGISTIC_REGRESSION)
    ids = {finding.code: finding.ids for finding in scores.findings}
    known = set(dataset(shared, digits.DEV_1).question_ids)
    said = set(predictions(shared, digits.LOGISTIC_REGRESSION).by_id)
    assert set(ids["prediction-missing"]) == known - said
    assert set(ids["prediction-extra"]) == said - known
    assert len(ids["prediction-missing"]) == scores.signature.missing == digits.LOGISTIC_REGRESSION_MISSING
    assert len(ids["prediction-extra"]) == scores.signature.extra == digits.LOGISTIC_REGRESSION_EXTRA


@pytest.mark.parametrize(
    ("name", "expected"), [(digits.DEV_1, digits.HUMAN_1), (digits.DEV_2, digits.HUMAN_2_HAS_ANS)], ids=str
)
def test_the_human_line_is_that_of_the_second_answer(
    shared: Path, name: str, expected: tuple[float, float, int]
) -> None:
    line = sw.human_line(dataset(shared, name))
    em, f1, questions = expected
    assert (percent(line.second.em), percent(line.second.f1)) == pytest.approx((em, f1), abs=5e-5)
    assert line.questions == questions


def test_the_human_line_of_leaving_each_answer_out_is_that_measured(shared: Path) -> None:
    line = sw.human_line(dataset(shared, digits.DEV_1)).leave_one_out
    assert (percent(line.em), percent(line.f1)) == pytest.approx(digits.HUMAN_1_LEAVE_ONE_OUT, abs=5e-5)


def test_more_answers_give_a_higher_score(shared: Path) -> None:
    curve = sw.answer_curve(dataset(shared, digits.DEV_1), predictions(shared, digits.BERT_1))
    for expected, found in ((digits.ANSWER_CURVE_EM, curve.em_first), (digits.ANSWER_CURVE_F1, curve.f1_first)):
        at = {1: found[0], 2: found[1], 3: found[2], "all": found[-1]}
        assert {count: round(100 * value, 2) for count, value in at.items()} == expected


@pytest.mark.parametrize("unit", digits.BERT_2_F1_ERROR)
def test_the_standard_error_depends_on_what_is_taken_as_independent(shared: Path, unit: str) -> None:
    # By the convention of G / (G - 1) before the sum of squared cluster residuals, as for any sample of G things.
    columns = scores_of(shared, digits.BERT_2).columns
    clusters = {"question": range(len(columns)), "paragraph": columns.paragraph, "article": columns.article}[unit]
    sums, counts = cluster_sums(columns.f1, clusters)
    error, number = digits.BERT_2_F1_ERROR[unit]
    assert len(counts) == number
    assert round(100 * standard_error(sums, counts), 3) == error


def test_the_interval_is_that_of_articles(shared: Path) -> None:
    f1 = scores_of(shared, digits.BERT_2).f1
    error, articles = digits.BERT_2_F1_ERROR["article"]
    assert (f1.cluster_unit, f1.clusters, f1.n) == ("article", articles, 11_873)
    assert f1.low is not None
    assert f1.high is not None
    half = 100 * (f1.high - f1.low) / 2
    assert half == pytest.approx(student_t_quantile(0.975, articles - 1) * error, abs=2e-3)


def test_the_sweep_over_probabilities_is_the_official_one_where_none_are_tied(shared: Path) -> None:
    said = sw.read_predictions(
        shared / "data/squad/predictions" / digits.BERT_2,
        na_probs=shared / "data/squad/predictions" / digits.SYNTHETIC_PROBS,
    )
    scores = sw.score(dataset(shared, digits.DEV_2), said)
    official = sw.official_scores(scores)
    assert {name: official[name] for name in digits.SYNTHETIC_BEST} == pytest.approx(digits.SYNTHETIC_BEST, abs=EXACT)
    assert scores.best_em is not None
    assert scores.best_f1 is not None
    assert 100 * scores.best_em.score == pytest.approx(digits.SYNTHETIC_BEST["best_exact"], abs=EXACT)
    assert scores.best_f1.threshold == digits.SYNTHETIC_BEST["best_f1_thresh"]
    area = scores.average_precision
    assert area is not None
    found = {name: 100 * getattr(area, name) for name in digits.SYNTHETIC_AREAS}
    assert found == pytest.approx(digits.SYNTHETIC_AREAS, abs=EXACT)


def test_the_sweep_over_tied_probabilities_gives_what_a_threshold_gives(shared: Path, rounded: sw.Predictions) -> None:
    data = dataset(shared, digits.DEV_2)
    scores = sw.score(data, rounded)
    best = scores.best_em
    assert best is not None
    assert round(100 * best.official_score, 4) == digits.ROUNDED_OFFICIAL_BEST_EM
    assert best.official_threshold == digits.ROUNDED_THRESHOLD
    assert round(100 * best.score, 4) == digits.ROUNDED_ATTAINABLE_EM
    assert best.threshold == digits.ROUNDED_THRESHOLD
    again = sw.score(data, rounded, na_threshold=digits.ROUNDED_THRESHOLD)
    assert again.em.value == best.score
    tied = [finding for finding in scores.findings if finding.code == "na-prob-tied"]
    assert any("79.6934" in finding.found and "79.5418" in finding.found for finding in tied)
