import msgspec
import pytest

from spanwise.predictions.prediction import Candidate, Prediction, Predictions


def predictions(*items: Prediction) -> Predictions:
    return Predictions({p.id: p for p in items})


@pytest.mark.parametrize(("text", "abstains"), [("", True), (" ", False), (".", False), ("unanswerable", False)])
def test_only_the_empty_text_abstains(text: str, abstains: bool) -> None:
    assert Prediction("q1", text).abstains is abstains


def test_null_odds_are_the_null_score_less_the_score() -> None:
    assert Prediction("q1", "Odra", score=5.0, null_score=3.5).null_odds == -1.5


@pytest.mark.parametrize(("score", "null_score"), [(None, 1.0), (1.0, None), (None, None)])
def test_null_odds_are_unknown_where_a_logit_is(score: float | None, null_score: float | None) -> None:
    assert Prediction("q1", "Odra", score=score, null_score=null_score).null_odds is None


def test_a_logit_of_zero_is_a_logit() -> None:
    assert Prediction("q1", "Odra", score=0.0, null_score=0.0).null_odds == 0.0


def test_predictions_count_their_questions() -> None:
    assert len(predictions(Prediction("q1", "a"), Prediction("q2", ""))) == 2


def test_a_no_answer_probability_of_zero_is_one() -> None:
    assert predictions(Prediction("q1", "a", na_prob=0.0)).has_na_probs
    assert not predictions(Prediction("q1", "a")).has_na_probs


def test_the_fingerprint_is_blind_to_order_and_reader() -> None:
    a, b = Prediction("q1", "a"), Prediction("q2", "")
    assert predictions(a, b).fingerprint == predictions(b, a).fingerprint
    assert Predictions({"q1": a}, reader="x").fingerprint == Predictions({"q1": a}, reader="y").fingerprint


@pytest.mark.parametrize(
    "other", [Prediction("q1", "b"), Prediction("q2", "a"), Prediction("q1", "a", na_prob=0.5)], ids=str
)
def test_the_fingerprint_sees_ids_texts_and_probabilities(other: Prediction) -> None:
    assert predictions(Prediction("q1", "a")).fingerprint != predictions(other).fingerprint


def test_predictions_cannot_be_changed() -> None:
    for value, name in ((Prediction("q1", "a"), "text"), (Candidate("a"), "prob"), (predictions(), "reader")):
        with pytest.raises(AttributeError):
            setattr(value, name, "b")
    assert msgspec.structs.replace(Prediction("q1", "a"), text="b") == Prediction("q1", "b")
