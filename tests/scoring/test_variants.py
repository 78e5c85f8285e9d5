from collections.abc import Mapping
from pathlib import Path

import pytest
from hypothesis import given
from hypothesis import strategies as st

from spanwise.data.dataset import Answer, Article, Dataset, Paragraph, Question
from spanwise.data.formats import load
from spanwise.errors import DataError
from spanwise.predictions.prediction import Prediction, Predictions
from spanwise.scoring.evaluate import score
from spanwise.scoring.rules import SQUAD_1
from spanwise.scoring.scores import Scores
from spanwise.scoring.variants import grouped, worst_case


def scores_of(texts: Mapping[str, str | None]) -> Scores:
    """Return the scores of one answer a question; the right one is "red kite"."""
    questions = tuple(Question(i, "?", (Answer("red kite"),)) for i in texts)
    said = {i: Prediction(i, text) for i, text in texts.items() if text is not None}
    return score(Dataset((Article("T", (Paragraph("c", questions),)),)), Predictions(said), rules=SQUAD_1)


def test_a_question_counts_by_its_worst_variant() -> None:
    # By hand. q1: 1, variants 1 and 0: 0. q2: 1, variant 2/3 in F1. q3 has no variant and counts as itself.
    worst = worst_case(
        scores_of(
            {
                "q1": "red kite",
                "q1-a": "red kite",
                "q1-b": "fox",
                "q2": "red kite",
                "q2-high-conf-turk0": "kite",
                "q3": "red kite",
            }
        )
    )
    assert (worst.groups, worst.variants) == (3, 3)
    assert (worst.original.em.value, worst.original.f1.value) == (1.0, 1.0)
    assert worst.worst.em.value == pytest.approx(1 / 3)
    assert worst.worst.f1.value == pytest.approx((0 + 2 / 3 + 1) / 3)
    assert worst.worst.total == worst.original.total == 3


def test_any_variant_takes_the_place_of_its_original_also_a_better_one() -> None:
    # So do the authors: a reader that is wrong on the original and right on its only variant is right.
    worst = worst_case(scores_of({"q1": "fox", "q1-a": "red kite"}))
    assert (worst.original.em.value, worst.worst.em.value) == (0.0, 1.0)


def test_an_original_that_is_not_in_the_file_counts_0() -> None:
    worst = worst_case(scores_of({"q1-a": "red kite", "q2": "red kite"}))
    assert worst.groups == 2
    assert (worst.original.em.value, worst.worst.em.value) == (0.5, 1.0)


def test_a_variant_without_a_prediction_is_the_worst_one() -> None:
    # Here Spanwise and the authors part: their script passes over it, and a reader gains by leaving variants out.
    worst = worst_case(scores_of({"q1": "red kite", "q1-a": "red kite", "q1-b": None}))
    assert worst.worst.em.value == 0.0


def test_a_file_without_variants_is_refused() -> None:
    with pytest.raises(DataError, match=r'no question id has a "-"'):
        worst_case(scores_of({"q1": "red kite"}))


def test_groups_may_be_told_by_other_than_ids() -> None:
    scores = scores_of({"x": "red kite", "y": "fox", "z-1": "red kite"})
    worst = worst_case(scores, {"y": "x"})
    assert (worst.groups, worst.variants) == (2, 1)
    assert (worst.original.em.value, worst.worst.em.value) == (1.0, 0.5)
    with pytest.raises(DataError, match="no question is a variant of another"):
        worst_case(scores, {})


def test_groups_keep_the_order_of_their_originals_and_say_which_is_missing() -> None:
    groups = grouped(["b-1", "a", "b-2", "c-1", "c"])
    assert [(group.id, group.original, group.variants) for group in groups] == [
        ("b", None, (0, 2)),
        ("a", 1, ()),
        ("c", 4, (3,)),
    ]


variants = st.dictionaries(
    st.from_regex(r"q[1-3](-[ab])?", fullmatch=True), st.sampled_from(["red kite", "kite", "fox"]), min_size=1
)


@given(variants)
def test_the_worst_case_is_the_least_of_each_group(texts: dict[str, str]) -> None:
    if not any("-" in i for i in texts):
        return
    f1_of = {"red kite": 1.0, "kite": 2 / 3, "fox": 0.0}
    groups: dict[str, list[str]] = {}
    for identity in texts:
        groups.setdefault(identity.split("-")[0], []).append(identity)
    expected = []
    for base, ids in groups.items():
        candidates = [i for i in ids if i != base] or [base]
        expected.append(min(f1_of[texts[i]] for i in candidates))
    worst = worst_case(scores_of(texts))
    assert worst.groups == len(groups)
    assert worst.variants == sum("-" in i for i in texts)
    assert worst.worst.f1.value == pytest.approx(sum(expected) / len(groups))
    originals = [f1_of[texts[base]] if base in texts else 0.0 for base in groups]
    assert worst.original.f1.value == pytest.approx(sum(originals) / len(groups))


def test_the_order_of_the_file_does_not_matter() -> None:
    texts: dict[str, str | None] = {"q1-b": "kite", "q1": "red kite", "q1-a": "fox", "q2-a": "kite", "q2": "fox"}
    straight, turned = worst_case(scores_of(texts)), worst_case(scores_of(dict(reversed(texts.items()))))
    assert straight.worst.f1.value == turned.worst.f1.value
    assert straight.original.f1.value == turned.original.f1.value


def test_the_published_adversarial_file_has_its_groups(shared: Path) -> None:
    # AddSent (Jia and Liang, 2017): 1,000 questions of SQuAD with 2,560 variants, 3,560 in all.
    data = load(shared / "data/adversarial/addsent.json").dataset
    right = {q.id: Prediction(q.id, q.answers[0].text) for _, _, q in data.questions()}
    worst = worst_case(score(data, Predictions(right)))
    assert (worst.groups, worst.variants) == (1000, 2560)
    assert worst.worst.em.value == worst.original.em.value == 1.0
