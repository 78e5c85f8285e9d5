"""From ranked answers to predictions."""

import pytest

from spanwise.data.dataset import Article, Dataset, Paragraph, Question
from spanwise.diagnosis.signals import signals_in
from spanwise.errors import DataError
from spanwise.predictions.prediction import Candidate, Prediction
from spanwise.readers.ranked import distinct, gathered, ranked_prediction
from spanwise.text.span import Span

ODRA = Candidate("Odra", score=3.5, span=Span(10, 14))
RIVER = Candidate("river", score=3.0, span=Span(4, 9))


def dataset(*questions: Question, context: str = "The river Odra.") -> Dataset:
    return Dataset((Article("Rivers", (Paragraph(context, questions),)),))


def test_a_text_at_two_places_is_one_answer_at_its_first() -> None:
    again = Candidate("Odra", score=2.0, span=Span(20, 24))
    assert distinct([ODRA, again, RIVER]) == (ODRA, RIVER)
    assert distinct([ODRA, again, RIVER], most=1) == (ODRA,)


def test_the_first_answer_is_the_prediction_and_carries_no_signal_unasked() -> None:
    made = ranked_prediction("q", [ODRA, RIVER], abstain=False)
    assert made == Prediction("q", "Odra", span=ODRA.span, score=3.5, nbest=(ODRA, RIVER))


def test_the_odds_of_no_answer_are_the_lead_over_the_runner_up_turned_around() -> None:
    assert ranked_prediction("q", [ODRA, RIVER], abstain=True).null_odds == -0.5
    assert ranked_prediction("q", [ODRA], abstain=True).null_odds == -3.5
    assert ranked_prediction("q", [], abstain=True).null_odds == 0.0
    assert ranked_prediction("q", [], abstain=False) == Prediction("q", "")


def test_predictions_are_gathered_in_file_order_with_the_signal_in_each() -> None:
    data = dataset(Question("q1", "Which river?"), Question("q2", "Why?"))
    made = gathered("r", data, iter([ranked_prediction(i, [ODRA], abstain=True) for i in data.question_ids]))
    assert (list(made.by_id), made.reader, made.dataset) == (["q1", "q2"], "r", data.fingerprint)
    assert signals_in(made)[0] == "null_odds"


def test_different_questions_with_one_id_are_refused_and_the_same_twice_is_not() -> None:
    same = dataset(Question("q1", "Why?"), Question("q1", "Why?"))
    assert len(gathered("r", same, iter([Prediction("q1", "a"), Prediction("q1", "a")]))) == 1
    other = dataset(Question("q1", "Why?"), Question("q1", "Who?"))
    with pytest.raises(DataError, match="the id 'q1' stands twice, for different questions"):
        gathered("r", other, iter([Prediction("q1", "a"), Prediction("q1", "b")]))
