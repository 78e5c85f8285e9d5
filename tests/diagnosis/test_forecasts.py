"""What is forecast of which questions, and which numbers are refused."""

import math

import msgspec
import pytest

import spanwise as sw
from spanwise.data.dataset import Answer, Article, Dataset, Paragraph, Question
from spanwise.diagnosis.forecasts import Forecasts, forecasts, probability_of
from spanwise.errors import OptionError, PredictionError
from spanwise.predictions.prediction import Candidate, Prediction, Predictions
from spanwise.scoring.scores import Scores


def benchmark() -> Dataset:
    questions = [Question(f"a{i}", "?", (Answer("red kite"),)) for i in range(3)]
    questions += [Question(f"u{i}", "?", (), is_impossible=True) for i in range(2)]
    return Dataset((Article("T", (Paragraph("red kite", tuple(questions)),)),), name="b", version="2.0")


def said(*rows: tuple[str, str, float | None]) -> Predictions:
    return Predictions({i: Prediction(i, text, na_prob=p) for i, text, p in rows}, reader="r")


ROWS = (("a0", "red kite", 0.1), ("a1", "kite", 0.3), ("a2", "", 0.9), ("u0", "kite", 0.4))


def scored(*rows: tuple[str, str, float | None]) -> Scores:
    return sw.score(benchmark(), said(*rows))


def test_unanswerable_is_asked_of_every_predicted_question() -> None:
    found = forecasts(scored(*ROWS))
    assert found.ids == ("a0", "a1", "a2", "u0")
    assert found.probs == (0.1, 0.3, 0.9, 0.4)
    assert found.happened == (False, False, False, True)
    assert found.left_out == 1


def test_right_is_asked_of_answers_alone_and_means_exact_match_before_any_threshold() -> None:
    scores = sw.score(benchmark(), said(*ROWS), na_threshold=0.05)
    found = forecasts(scores, "right")
    assert found.ids == ("a0", "a1", "u0")
    assert found.probs == pytest.approx((0.9, 0.7, 0.6))
    assert found.happened == (True, False, False)


def test_numbers_below_0_are_log_odds() -> None:
    rows = [(i, text, value) for (i, text, _), value in zip(ROWS, (-2.0, 0.5, 3.0, 900.0), strict=True)]
    found = forecasts(scored(*rows))
    assert found.scale == "log_odds"
    assert found.probs == pytest.approx([1 / (1 + math.exp(-v)) for v in (-2.0, 0.5, 3.0, 900.0)])
    right = forecasts(scored(*rows), "right")
    assert right.values == (2.0, -0.5, -900.0)
    assert right.probs == pytest.approx((probability_of(2.0), probability_of(-0.5), 0.0))


def test_numbers_above_1_alone_may_be_percent_and_are_refused_until_said() -> None:
    rows = [(i, text, value) for (i, text, _), value in zip(ROWS, (20.0, 0.5, 80.0, 3.0), strict=True)]
    with pytest.raises(PredictionError, match=r"3 of 4 .* outside 0\.\.1 \('a0' has 20\.0\).*percent"):
        forecasts(scored(*rows))
    assert forecasts(scored(*rows), scale="log_odds").probs[0] == pytest.approx(1.0)
    with pytest.raises(PredictionError, match="log odds"):
        forecasts(scored(*rows), scale="probability")


def test_without_probabilities_nothing_is_forecast() -> None:
    with pytest.raises(OptionError, match="--na-probs"):
        forecasts(scored(*[(i, text, None) for i, text, _ in ROWS]))


def test_a_reader_without_answers_forecasts_none_to_be_right() -> None:
    with pytest.raises(PredictionError, match="no answer to any question"):
        forecasts(scored(("a0", "", 0.2), ("u0", "", 0.4)), "right")


def test_an_unknown_event_is_refused() -> None:
    with pytest.raises(OptionError, match="unanswerable, right"):
        forecasts(scored(*ROWS), "wrong")  # type: ignore[arg-type]


def with_nbest(**probs: float | None) -> Predictions:
    made = {i: Prediction(i, "kite", nbest=(Candidate("", 0.9), Candidate("kite", p))) for i, p in probs.items()}
    return Predictions(made, reader="r")


def by_answer(predictions: Predictions) -> Forecasts:
    return forecasts(sw.score(benchmark(), predictions), "right", predictions=predictions, signal="answer_prob")


def test_the_probability_of_an_answer_is_that_of_its_own_text() -> None:
    found = by_answer(with_nbest(a0=0.25, u0=0.5))
    assert (found.ids, found.probs) == (("a0", "u0"), (0.25, 0.5))


def test_answers_without_probabilities_are_named() -> None:
    with pytest.raises(PredictionError, match="'u0'"):
        by_answer(with_nbest(a0=0.25, u0=None))
    with pytest.raises(OptionError, match="n-best"):
        by_answer(with_nbest(a0=None))
    with pytest.raises(PredictionError, match="'a0' has probability 2"):
        by_answer(with_nbest(a0=2.5))


def test_an_answers_probability_needs_the_predictions_and_says_nothing_of_unanswerable() -> None:
    scores = scored(*ROWS)
    with pytest.raises(OptionError, match="hand them in"):
        forecasts(scores, "right", signal="answer_prob")
    with pytest.raises(OptionError, match="na_prob"):
        forecasts(scores, predictions=said(*ROWS), signal="answer_prob")


def test_mapped_forecasts_are_probabilities_of_the_same_questions() -> None:
    found = msgspec.structs.replace(forecasts(scored(*ROWS)), scale="log_odds")
    mapped = found.with_probs([0.5] * 4)
    assert (mapped.ids, mapped.scale, mapped.is_constant) == (found.ids, "probability", True)
    assert mapped.at([1, 3]).ids == ("a1", "u0")
    assert len(mapped.at([1, 3])) == 2
