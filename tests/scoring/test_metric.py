import warnings
from typing import Any

import pytest
from hypothesis import given

from spanwise.data.dataset import Dataset
from spanwise.errors import DataError, InputError, PredictionError, SpanwiseWarning
from spanwise.predictions.prediction import Predictions
from spanwise.scoring.evaluate import score
from spanwise.scoring.metric import squad, squad_v2
from spanwise.scoring.official import official_scores
from spanwise.scoring.rules import SQUAD_1, SQUAD_2
from tests.scoring.drawn import benchmarks_with_predictions

# As in the documentation of the metric that this stands in for.
PREDICTIONS = [{"prediction_text": "1976", "id": "56e10a3be3433e1400422b22", "no_answer_probability": 0.0}]
REFERENCES = [{"answers": {"answer_start": [97], "text": ["1976"]}, "id": "56e10a3be3433e1400422b22"}]


def as_records(dataset: Dataset, predictions: Predictions) -> tuple[list[dict[str, Any]], list[dict[str, Any]]]:
    said = [
        {"id": p.id, "prediction_text": p.text} | ({} if p.na_prob is None else {"no_answer_probability": p.na_prob})
        for p in predictions.by_id.values()
    ]
    references = [
        {"id": q.id, "answers": {"text": [a.text for a in q.answers], "answer_start": [0] * len(q.answers)}}
        for _, _, q in dataset.questions()
    ]
    return said, references


def test_the_documented_example_gives_the_documented_keys_and_values() -> None:
    expected = {
        "exact": 100.0,
        "f1": 100.0,
        "total": 1,
        "HasAns_exact": 100.0,
        "HasAns_f1": 100.0,
        "HasAns_total": 1,
        "best_exact": 100.0,
        "best_exact_thresh": 0.0,
        "best_f1": 100.0,
        "best_f1_thresh": 0.0,
    }
    found = squad_v2(predictions=PREDICTIONS, references=REFERENCES)
    assert found == expected
    assert list(found) == list(expected)
    without = [{name: value for name, value in PREDICTIONS[0].items() if name != "no_answer_probability"}]
    assert squad(predictions=without, references=REFERENCES) == {"exact_match": 100.0, "f1": 100.0}


@given(benchmarks_with_predictions())
def test_squad_v2_is_score_under_other_names(drawn: tuple[Dataset, Predictions]) -> None:
    predictions, references = as_records(*drawn)
    with warnings.catch_warnings():
        warnings.simplefilter("ignore", SpanwiseWarning)
        found = squad_v2(predictions=predictions, references=references)
    scores = score(*drawn, rules=SQUAD_2)
    expected = dict(official_scores(scores))
    for name, best in (("exact", scores.best_em), ("f1", scores.best_f1)):
        if best is not None:
            expected |= {f"best_{name}": 100 * best.score, f"best_{name}_thresh": best.threshold}
    assert found == pytest.approx(expected, abs=1e-9)


@given(benchmarks_with_predictions(unanswerable=False, probs=False))
def test_squad_is_score_under_other_names(drawn: tuple[Dataset, Predictions]) -> None:
    predictions, references = as_records(*drawn)
    with warnings.catch_warnings():
        warnings.simplefilter("ignore", SpanwiseWarning)
        found = squad(predictions=predictions, references=references)
    assert found == pytest.approx(official_scores(score(*drawn, rules=SQUAD_1)), abs=1e-9)


def test_the_threshold_is_applied_strictly() -> None:
    predictions = [{"id": "q1", "prediction_text": "x", "no_answer_probability": 0.5}]
    references = [{"id": "q1", "answers": {"text": ["x"], "answer_start": [0]}}]

    def exact(threshold: float) -> float:
        return squad_v2(predictions=predictions, references=references, no_answer_threshold=threshold)["exact"]

    assert (exact(0.5), exact(0.4)) == (100.0, 0.0)


def test_what_is_odd_is_said_in_a_warning_each() -> None:
    predictions = [{"id": "q1", "prediction_text": "15 million"}]
    references = [
        {"id": "q1", "answers": {"text": ["1.5 million"], "answer_start": [3]}},
        {"id": "q2", "answers": {"text": [], "answer_start": []}},
    ]
    with pytest.warns(SpanwiseWarning) as caught:
        found = squad_v2(predictions=predictions, references=references)
    assert found["exact"] == 50.0
    said = [str(warning.message) for warning in caught]
    assert len(said) == 2
    assert any("1 of 2 questions has no prediction" in text for text in said)
    assert any("numbers differ" in text for text in said)
    assert {warning.filename for warning in caught} == {__file__}


def test_answers_may_be_a_list_of_records_too() -> None:
    references = [{"id": "q1", "answers": [{"text": "x", "answer_start": 0}, {"text": "y", "answer_start": 2}]}]
    assert squad(predictions=[{"id": "q1", "prediction_text": "y"}], references=references)["f1"] == 100.0


def test_offsets_are_looked_at_only_where_there_is_a_context() -> None:
    reference = {"id": "q1", "answers": {"text": ["kite"], "answer_start": [7]}}
    predictions = [{"id": "q1", "prediction_text": "kite"}]
    assert squad(predictions=predictions, references=[reference])["f1"] == 100.0
    with pytest.warns(SpanwiseWarning, match="is found at 4"):
        squad(predictions=predictions, references=[{**reference, "context": "The kite."}])


def test_records_need_not_be_dictionaries() -> None:
    from types import MappingProxyType

    found = squad(
        predictions=[MappingProxyType({"id": "q1", "prediction_text": "x"})],
        references=[MappingProxyType({"id": "q1", "answers": {"text": ["x"], "answer_start": [0]}})],
    )
    assert found == {"exact_match": 100.0, "f1": 100.0}


def test_a_question_without_answers_has_no_meaning_for_squad() -> None:
    with pytest.raises(DataError, match="'q1' has no gold answer"):
        squad(
            predictions=[{"id": "q1", "prediction_text": "x"}],
            references=[{"id": "q1", "answers": {"text": [], "answer_start": []}}],
        )


@pytest.mark.parametrize(
    "reference",
    [{"answers": {"text": ["x"]}}, {"id": "q1"}, {"id": "q1", "answers": {}}],
)
def test_a_reference_without_id_or_answers_is_refused(reference: dict[str, Any]) -> None:
    with pytest.raises(InputError, match="the references"):
        squad_v2(predictions=[{"id": "q1", "prediction_text": "x"}], references=[reference])


def test_no_references_are_refused() -> None:
    with pytest.raises(InputError):
        squad_v2(predictions=[{"id": "q1", "prediction_text": "x"}], references=[])


def test_only_some_probabilities_are_refused() -> None:
    predictions: list[dict[str, Any]] = [
        {"id": "q1", "prediction_text": "x", "no_answer_probability": 0.5},
        {"id": "q2", "prediction_text": "x"},
    ]
    references = [{"id": i, "answers": {"text": ["x"], "answer_start": [0]}} for i in ("q1", "q2")]
    with pytest.raises(PredictionError, match="'q2'"):
        squad_v2(predictions=predictions, references=references)
