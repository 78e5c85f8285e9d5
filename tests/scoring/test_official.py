import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from spanwise.data.dataset import Answer, Article, Dataset, Paragraph, Question
from spanwise.predictions.prediction import Prediction, Predictions
from spanwise.scoring.evaluate import score
from spanwise.scoring.official import official_scores
from spanwise.scoring.rules import LENIENT, MRQA, SQUAD_1, SQUAD_2, mlqa
from tests.scoring import official_rules
from tests.scoring.drawn import benchmarks_with_predictions, golds


def texts_of(predictions: Predictions) -> dict[str, str]:
    return {i: p.text for i, p in predictions.by_id.items()}


@given(benchmarks_with_predictions(missing=False), st.sampled_from([-1.0, 0.0, 0.1, 0.5, 1.0, 5.0]))
def test_the_json_of_squad_2_has_the_scripts_keys_in_its_order_and_its_numbers(
    drawn: tuple[Dataset, Predictions], threshold: float
) -> None:
    dataset, predictions = drawn
    with_probs = predictions.has_na_probs
    found = official_scores(score(dataset, predictions, rules=SQUAD_2, na_threshold=threshold if with_probs else None))
    probs = {i: p.na_prob for i, p in predictions.by_id.items() if p.na_prob is not None}
    expected = official_rules.scores_2(golds(dataset), texts_of(predictions), probs if with_probs else None, threshold)
    assert list(found) == list(expected)
    for name, value in expected.items():
        if name == "best_f1_thresh":
            # Sums of fractions as floats may tell equal totals apart, and then the script takes a later threshold.
            assert found[name] in {0.0, *probs.values()}
        elif name.endswith("thresh"):
            assert found[name] == value
        elif name.endswith("total"):
            assert found[name] == value
            assert isinstance(found[name], int)
        else:
            assert found[name] == pytest.approx(100 * float(value), abs=1e-9)


@given(benchmarks_with_predictions(unanswerable=False, probs=False))
def test_the_json_of_squad_1_and_mrqa_is_exact_match_and_f1(drawn: tuple[Dataset, Predictions]) -> None:
    dataset, predictions = drawn
    expected = official_rules.scores_1(golds(dataset), texts_of(predictions))
    for rules in (SQUAD_1, MRQA):
        found = official_scores(score(dataset, predictions, rules=rules))
        assert list(found) == ["exact_match", "f1"]
        assert found == pytest.approx({name: 100 * float(value) for name, value in expected.items()}, abs=1e-9)


@pytest.mark.parametrize("language", ["en", "es", "hi", "vi", "de", "ar", "zh"])
@settings(max_examples=40)
@given(drawn=benchmarks_with_predictions(unanswerable=False, probs=False))
def test_the_json_of_mlqa_is_exact_match_and_f1(language: str, drawn: tuple[Dataset, Predictions]) -> None:
    dataset, predictions = drawn
    expected = official_rules.scores_1(golds(dataset), texts_of(predictions), f"mlqa:{language}")
    found = official_scores(score(dataset, predictions, rules=mlqa(language)))
    assert found == pytest.approx({name: 100 * float(value) for name, value in expected.items()}, abs=1e-9)


def rivers(*rows: tuple[str, tuple[str, ...], str | None, float | None]) -> tuple[Dataset, Predictions]:
    questions = tuple(Question(i, "?", tuple(Answer(a) for a in answers)) for i, answers, _, _ in rows)
    said = {i: Prediction(i, text, na_prob=p) for i, _, text, p in rows if text is not None}
    return Dataset((Article("T", (Paragraph("c", questions),)),)), Predictions(said)


def test_a_missing_prediction_on_which_the_script_dies_counts_0() -> None:
    found = official_scores(
        score(*rivers(("q1", ("Odra",), "Odra", 0.1), ("q2", (), None, None), ("q3", (), "x", 0.9)), rules=SQUAD_2)
    )
    assert found["total"] == 3
    assert found["exact"] == pytest.approx(100 / 3)
    # Abstaining on the predicted unanswerable question is as far as any threshold gets.
    assert found["best_exact"] == pytest.approx(200 / 3)
    assert found["NoAns_exact"] == 0.0


def test_the_official_best_keeps_the_scripts_faults_and_the_best_does_not() -> None:
    # Case punct-prediction-on-noans: "the" is right for exact and wrong for best_exact.
    scores = score(*rivers(("q1", ("Odra",), "Odra", 0.9), ("q2", (), "the", 0.1)), rules=SQUAD_2)
    found = official_scores(scores)
    assert (found["exact"], found["best_exact"], found["best_exact_thresh"]) == (100.0, 50.0, 0.0)
    assert scores.best_em is not None
    assert (scores.best_em.score, scores.best_em.threshold) == (1.0, 0.9)


def test_a_kind_of_question_that_does_not_occur_has_no_keys() -> None:
    found = official_scores(score(*rivers(("q1", ("Odra",), "Odra", None)), rules=SQUAD_2))
    assert not any(name.startswith("NoAns") for name in found)
    found = official_scores(score(*rivers(("q1", (), "", None)), rules=SQUAD_2))
    assert not any(name.startswith("HasAns") for name in found)


def test_the_lenient_rules_give_the_keys_of_squad_2() -> None:
    found = official_scores(score(*rivers(("q1", ("1.5",), "15", None), ("q2", (), "", None)), rules=LENIENT))
    assert (found["exact"], found["HasAns_exact"], found["NoAns_exact"]) == (50.0, 0.0, 100.0)
