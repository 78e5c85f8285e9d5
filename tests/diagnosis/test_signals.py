import math

import pytest
from hypothesis import given
from hypothesis import strategies as st

from spanwise.diagnosis.signals import SIGNALS, signal_traits, signal_values, signals_in, with_signal
from spanwise.errors import OptionError, PredictionError
from spanwise.predictions.prediction import Candidate, Prediction, Predictions


def of(*predictions: Prediction) -> Predictions:
    return Predictions({p.id: p for p in predictions}, reader="made")


SURE = Prediction(
    "sure",
    "kite",
    score=9.0,
    null_score=1.0,
    na_prob=0.1,
    nbest=(Candidate("kite", score=9.0), Candidate("red kite", score=3.0)),
)
UNSURE = Prediction(
    "unsure",
    "kite",
    score=4.0,
    null_score=3.0,
    na_prob=0.7,
    nbest=(Candidate("kite", score=4.0), Candidate("", score=3.0)),
)


@pytest.mark.parametrize("name", list(SIGNALS))
def test_every_signal_is_higher_where_the_reader_is_less_sure(name: str) -> None:
    sure, unsure = signal_values(SURE), signal_values(UNSURE)
    assert dict(unsure)[name] > dict(sure)[name]  # type: ignore[index]  # the parameter is one of the names


def test_the_signals_are_the_differences_that_a_person_would_take() -> None:
    assert signal_values(UNSURE) == {"na_prob": 0.7, "null_odds": -1.0, "answer_score": -4.0, "nbest_margin": -1.0}


def test_probabilities_of_an_nbest_list_stand_in_for_scores() -> None:
    one = Prediction("q", "kite", nbest=(Candidate("kite", prob=0.75),))
    two = Prediction("q", "kite", nbest=(Candidate("kite", prob=0.5), Candidate("", prob=0.25)))
    assert signal_values(one) == {"answer_score": -0.75, "nbest_margin": -0.75}
    assert signal_values(two) == {"answer_score": -0.5, "nbest_margin": -0.25}


def test_only_what_every_prediction_carries_is_a_signal_of_the_reader() -> None:
    assert signals_in(of(SURE, UNSURE)) == tuple(SIGNALS)
    assert signals_in(of(SURE, Prediction("bare", "kite", score=1.0))) == ("answer_score",)
    assert signals_in(of()) == ()


def test_with_signal_puts_it_where_scoring_reads_it_and_keeps_the_answers() -> None:
    made = with_signal(of(SURE, UNSURE), "null_odds")
    assert [p.na_prob for p in made.by_id.values()] == [-8.0, -1.0]
    assert [p.text for p in made.by_id.values()] == ["kite", "kite"]
    assert with_signal(of(SURE, UNSURE)) == of(SURE, UNSURE)


def test_a_signal_that_is_not_there_is_refused_by_name() -> None:
    bare = of(Prediction("a", "kite"), Prediction("b", "kite"))
    with pytest.raises(OptionError, match="carry no signal"):
        with_signal(bare)
    with pytest.raises(OptionError, match=r"do not carry the no-answer probability \(na_prob\); give it with"):
        with_signal(bare, "na_prob")
    with pytest.raises(OptionError, match="there is no signal 'luck'"):
        with_signal(bare, "luck")  # type: ignore[arg-type]  # what a file may hold


def test_predictions_without_the_signal_are_named() -> None:
    with pytest.raises(PredictionError, match=r"1 of 2 predictions of 'made' lack .*'bare'"):
        with_signal(of(SURE, Prediction("bare", "kite")), "null_odds")
    with pytest.raises(PredictionError, match="NaN or infinite for 1 prediction of 'made': 'nan'"):
        with_signal(of(SURE, Prediction("nan", "kite", na_prob=math.nan)), "na_prob")


@pytest.mark.parametrize(
    ("values", "names"),
    [
        ([0.1, 0.2, 0.8, 0.9], []),
        ([0.5, 0.5, 0.5, 0.5], ["constant"]),
        ([0.9, 0.8, 0.2, 0.1], ["inverted"]),
        ([-3.0, -1.0, 2.0, 4.0], ["log odds"]),
        ([0.1, math.nan, 0.8, 0.9], ["NaN"]),
        ([0.1, math.inf, 0.8, 0.9], ["infinite"]),
        ([math.nan] * 4, ["NaN"]),
    ],
)
def test_a_signal_is_named_for_what_it_is(values: list[float], names: list[str]) -> None:
    has_answer = [True, True, False, False]
    assert [trait.name for trait in signal_traits(values, has_answer)][: len(names)] == names
    if not names:
        assert signal_traits(values, has_answer) == ()


def test_ties_are_named_and_logits_may_lie_anywhere() -> None:
    tied = [0.0, 0.0, 0.0, 0.0, 1.0, 1.0]
    assert [trait.name for trait in signal_traits(tied, [True] * 4 + [False] * 2)] == ["tied"]
    assert signal_traits([-3.0, 4.0], [True, False], probability=False) == ()


@given(st.lists(st.tuples(st.floats(), st.booleans()), max_size=8))
def test_any_numbers_at_all_can_be_looked_at(pairs: list[tuple[float, bool]]) -> None:
    for trait in signal_traits([v for v, _ in pairs], [label for _, label in pairs]):
        assert trait.found
