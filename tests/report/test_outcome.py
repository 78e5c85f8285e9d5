from dataclasses import dataclass

import pytest
from hypothesis import given
from hypothesis import strategies as st

from spanwise.report.outcome import OUTCOMES, outcome_indices
from spanwise.scoring.columns import Columns

KEYS = [outcome.key for outcome in OUTCOMES]


@dataclass(frozen=True)
class Case:
    """One question: what is said about it, and what became of it."""

    has_answer: bool
    predicted: bool
    answered: bool
    em: float
    f1: float
    na_prob: float
    expected: str


CASES = [
    Case(True, True, True, 1.0, 1.0, 0.0, "right"),
    Case(False, True, False, 1.0, 1.0, 0.0, "right"),
    # Under SQuAD 1.1's rules both normalise to nothing: exact match without a shared word.
    Case(True, True, True, 1.0, 0.0, 0.0, "right"),
    Case(True, True, True, 0.0, 0.4, 0.0, "partly"),
    Case(True, True, True, 0.0, 0.0, 0.0, "wrong"),
    Case(False, True, True, 0.0, 0.0, 0.0, "answered"),
    Case(True, True, False, 0.0, 0.0, 0.0, "abstained"),
    # Silenced by the threshold, which is strict.
    Case(True, True, True, 0.0, 0.0, 0.6, "abstained"),
    Case(True, True, True, 0.0, 0.0, 0.5, "wrong"),
    Case(True, False, False, 0.0, 0.0, 0.0, "missing"),
    Case(False, False, False, 0.0, 0.0, 0.9, "missing"),
]


def columns_of(cases: list[Case], at: float) -> Columns:
    n = len(cases)
    em, f1 = tuple(c.em for c in cases), tuple(c.f1 for c in cases)
    return Columns(
        ids=tuple(map(str, range(n))),
        article=(0,) * n,
        paragraph=(0,) * n,
        has_answer=tuple(c.has_answer for c in cases),
        predicted=tuple(c.predicted for c in cases),
        answered=tuple(c.answered for c in cases),
        abstains=tuple(c.predicted and (not c.answered or c.na_prob > at) for c in cases),
        raw_em=em,
        raw_f1=f1,
        em=em,
        f1=f1,
        reference=(-1,) * n,
        na_prob=tuple(c.na_prob for c in cases),
    )


@pytest.mark.parametrize("case", CASES)
def test_each_question_has_the_outcome_its_scores_say(case: Case) -> None:
    (index,) = outcome_indices(columns_of([case], 0.5))
    assert KEYS[index] == case.expected


cases = st.builds(
    Case,
    has_answer=st.booleans(),
    predicted=st.booleans(),
    answered=st.booleans(),
    em=st.sampled_from([0.0, 1.0]),
    f1=st.sampled_from([0.0, 0.5, 1.0]),
    na_prob=st.floats(0, 1),
    expected=st.just(""),
)


@given(st.lists(cases, max_size=20), st.floats(0, 1))
def test_every_question_has_one_outcome_and_right_ones_are_the_exact_matches(found: list[Case], at: float) -> None:
    columns = columns_of(found, at)
    indices = outcome_indices(columns)
    assert len(indices) == len(columns)
    assert [KEYS[i] == "right" for i in indices] == [
        there and em == 1.0 for there, em in zip(columns.predicted, columns.em, strict=True)
    ]
