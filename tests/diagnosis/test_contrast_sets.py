from collections.abc import Mapping

import pytest
from hypothesis import given
from hypothesis import strategies as st

from spanwise.data.dataset import Answer, Article, Dataset, Origin, Paragraph, Question
from spanwise.diagnosis.contrast_sets import Consistency, consistency
from spanwise.predictions.prediction import Prediction, Predictions
from spanwise.scoring.evaluate import score


def consistency_of(right: Mapping[str, bool], parents: Mapping[str, str]) -> Consistency:
    questions = tuple(
        Question(i, "?", (Answer("red"),), origin=Origin(parents[i], "edit") if i in parents else None) for i in right
    )
    data = Dataset((Article("T", (Paragraph("red fox", questions),)),))
    said = Predictions({i: Prediction(i, "red" if value else "fox") for i, value in right.items()})
    return consistency(data, score(data, said))


def test_a_set_counts_when_the_question_and_all_its_edits_are_right() -> None:
    found = consistency_of(
        {
            "a": True,
            "a1": True,
            "a2": True,  # consistent
            "b": True,
            "b1": True,
            "b2": False,  # broken
            "c": False,
            "c1": True,  # wrong as it was
            "d": True,  # no edit
            "e1": True,  # no original
        },
        {"a1": "a", "a2": "a", "b1": "b", "b2": "b", "c1": "c", "e1": "e"},
    )
    assert (found.sets, found.edits, found.without_edits, found.without_original) == (3, 5, 1, 1)
    assert found.original.value == pytest.approx(2 / 3)
    assert found.edited.value == pytest.approx(4 / 5)
    assert found.consistent.value == pytest.approx(1 / 3)
    assert found.broken == ("b",)
    assert found.grouping == "the questions' origin"


def test_without_any_original_consistency_is_undefined() -> None:
    found = consistency_of({"a1": True, "b1": False}, {"a1": "a", "b1": "b"})
    assert found.consistent.value is found.original.value is found.edited.value is None
    assert "no set has both" in found.consistent.reason


@given(st.lists(st.lists(st.booleans(), min_size=2, max_size=4), min_size=1, max_size=6))
def test_consistency_is_never_above_accuracy_on_originals(sets: list[list[bool]]) -> None:
    right = {f"s{s}m{m}": value for s, members in enumerate(sets) for m, value in enumerate(members)}
    parents = {i: f"{i[:2]}m0" for i in right if not i.endswith("m0")}
    found = consistency_of(right, parents)
    assert found.consistent.value == pytest.approx(sum(map(all, sets)) / len(sets))
    assert float(found.consistent) <= float(found.original)
