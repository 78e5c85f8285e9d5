import json
import math
from collections.abc import Sequence
from pathlib import Path

import msgspec
import pytest
from hypothesis import assume, given, settings
from hypothesis import strategies as st

from spanwise.data.dataset import Dataset
from spanwise.data.formats import read
from spanwise.diagnosis.abstention import outcomes
from spanwise.diagnosis.operating_point import Costs, Goal
from spanwise.diagnosis.tuning import applied, tuned
from spanwise.errors import DataError, OptionError
from spanwise.predictions.formats import read_predictions
from spanwise.predictions.prediction import Predictions
from spanwise.scoring.columns import Columns
from spanwise.scoring.evaluate import score
from spanwise.scoring.scores import Scores, Signature
from tests.scoring.drawn import benchmarks_with_predictions

GOALS = [
    Goal(),
    Goal("em"),
    Goal("false-answers", max_false_answer_rate=0.5),
    Goal("false-answers", max_false_answer_rate=0.0),
    Goal("cost", costs=Costs(5.0, 1.0, 3.0)),
    Goal("cost", costs=Costs(0.0, 2.0, 0.5)),
]


def measured(scores: Scores, goal: Goal, share: float | None) -> float:
    """Work out what a goal measures from the outcomes, question by question, each kind at its share."""
    costs = goal.costs or Costs()
    price = {"false_answer": costs.false_answer, "over_refusal": costs.over_refusal}
    price |= {"answered_wrongly": costs.wrong_answer, "answered_rightly": 0.0, "abstained_rightly": 0.0}
    columns = scores.columns
    by_kind: dict[bool, list[float]] = {True: [], False: []}
    for outcome, has_answer, em, f1 in zip(outcomes(columns), columns.has_answer, columns.em, columns.f1, strict=True):
        failed = "answered_wrongly" if has_answer else "false_answer"
        values = {"em": em, "f1": f1, "cost": price[failed if outcome == "missing" else outcome]}
        values["false-answers"] = float(outcome == "false_answer")
        by_kind[has_answer].append(values[goal.name])
    if goal.name == "false-answers":
        return sum(by_kind[False]) / len(by_kind[False])
    without = len(by_kind[False]) / len(columns) if share is None else share
    return sum(
        part * sum(values) / len(values) for part, values in ((without, by_kind[False]), (1 - without, by_kind[True]))
    )


def all_thresholds(predictions: Predictions, dataset: Dataset) -> list[float]:
    ids = set(dataset.question_ids)
    given_probs = [p.na_prob for i, p in predictions.by_id.items() if i in ids and p.na_prob is not None]
    return [math.nextafter(min(given_probs), -math.inf), *given_probs]


@settings(max_examples=60)
@given(
    benchmarks_with_predictions(probs=True),
    st.sampled_from(GOALS),
    st.sampled_from([None, 0.5, 0.2]),
)
def test_no_threshold_serves_the_goal_better(
    drawn: tuple[Dataset, Predictions], goal: Goal, share: float | None
) -> None:
    dataset, predictions = drawn
    scores = score(dataset, predictions)
    assume(0 < scores.columns.has_answer.count(False) < scores.total)
    found = tuned(scores, goal, unanswerable_share=share, folds=0)
    assume(math.isfinite(found.point.threshold))
    by_hand = {
        threshold: measured(score(dataset, predictions, na_threshold=threshold), goal, share)
        for threshold in all_thresholds(predictions, dataset)
    }
    chosen = by_hand[found.point.threshold]
    assert found.here.value.value == pytest.approx(chosen, abs=1e-9)
    if goal.name == "false-answers":
        limit = goal.max_false_answer_rate or 0.0
        within = [threshold for threshold, rate in by_hand.items() if rate <= limit + 1e-9]
        assert found.point.threshold == max(within)
    elif goal.name == "cost":
        assert chosen == pytest.approx(min(by_hand.values()), abs=1e-9)
    else:
        assert chosen == pytest.approx(max(by_hand.values()), abs=1e-9)


def of(has_answer: Sequence[bool], right: Sequence[float], signal: Sequence[float], article: Sequence[int]) -> Scores:
    """Return the scores of a reader that answers every question."""
    n = len(signal)
    raw = tuple(right)
    columns = Columns(
        ids=tuple(f"q{i}" for i in range(n)),
        article=tuple(article),
        paragraph=tuple(article),
        has_answer=tuple(has_answer),
        predicted=(True,) * n,
        answered=(True,) * n,
        abstains=(False,) * n,
        raw_em=raw,
        raw_f1=raw,
        em=raw,
        f1=raw,
        reference=(-1,) * n,
        na_prob=tuple(signal),
        na_rank=tuple(range(n)),
    )
    return Scores(columns, Signature("squad2", "none", n, 0, 0, "d", "p", "v"), reader="made", benchmark="made")


def test_cross_fitting_scores_each_article_with_the_others_threshold() -> None:
    # In article 0 the right threshold is 0.2, in article 1 it is 0.7: each is scored with the other's.
    scores = of(
        has_answer=[True, False, True, False],
        right=[1.0, 0.0, 1.0, 0.0],
        signal=[0.2, 0.3, 0.7, 0.9],
        article=[0, 0, 1, 1],
    )
    found = tuned(scores, Goal("em"), folds=2)
    assert sorted(found.fold_thresholds) == [0.2, 0.7]
    assert found.cross_fitted is not None
    # Question 1 is answered at 0.7, question 2 refused at 0.2; questions 0 and 3 stay right.
    assert found.cross_fitted.em.value == 0.5
    assert found.here.em.value == 0.75
    assert found.optimism.value == 0.25


@pytest.mark.parametrize("goal", [Goal(), Goal("cost", costs=Costs(5.0, 1.0, 3.0))])
def test_a_threshold_chosen_on_noise_shows_its_optimism(goal: Goal) -> None:
    # A signal of a fixed jumble that says nothing, so that what tuning gains is luck: cross-fitted it is lost.
    n = 120
    jumble = [(i * 7919 % 1009) / 1009 for i in range(n)]
    has_answer = [(i * 104729 % 1013) % 2 == 0 for i in range(n)]
    scores = of(has_answer, [float(h) for h in has_answer], jumble, [i // 6 for i in range(n)])
    found = tuned(scores, goal)
    assert found.optimism.value is not None
    assert found.optimism.value > 0
    assert found.cross_fitted is not None


def test_reweighting_to_the_share_that_is_there_changes_nothing() -> None:
    scores = of([True, False, True, False], [1.0, 0.0, 0.0, 0.0], [0.1, 0.5, 0.6, 0.9], [0, 0, 1, 1])
    plain, weighted = (tuned(scores, Goal(), unanswerable_share=share, folds=0) for share in (None, 0.5))
    assert weighted.point.threshold == plain.point.threshold
    assert weighted.here.value.value == pytest.approx(plain.here.value.value)


def test_more_unanswerable_questions_in_use_never_raise_the_threshold(shared: Path) -> None:
    scores = bert(shared, shared / "data/squad/predictions/v2.0-bert-single.synthetic-na-prob.json")
    found = [tuned(scores, Goal(), unanswerable_share=s, folds=0).point.threshold for s in (0.1, 1 / 3, 0.5, 0.9)]
    assert found == sorted(found, reverse=True)
    assert found[0] > found[-1]


def bert(shared: Path, na_probs: Path) -> Scores:
    dataset = read(shared / "data/squad/dev-v2.0.json")
    predictions = shared / "data/squad/predictions/v2.0-bert-single.json"
    return score(dataset, read_predictions(predictions, na_probs=na_probs))


def test_what_the_official_sweep_promises_and_no_threshold_gives_is_told_apart(shared: Path, tmp_path: Path) -> None:
    # Official script on BERT's answers with these probabilities rounded to 0.1: best_exact 79.6934 at 0.5.
    # Brute force over all thresholds: 79.5418.
    probs = json.loads((shared / "data/squad/predictions/v2.0-bert-single.synthetic-na-prob.json").read_bytes())
    rounded = tmp_path / "rounded.json"
    rounded.write_text(json.dumps({i: round(p, 1) for i, p in probs.items()}), encoding="utf-8")
    found = tuned(bert(shared, rounded), Goal("em"))
    assert round(100 * float(found.here.em), 4) == 79.5418
    assert found.official_value is not None
    assert round(100 * found.official_value, 4) == 79.6934
    assert found.point.threshold == 0.5
    assert found.cross_fitted is not None


@pytest.mark.parametrize(("kind", "said"), [(True, "no unanswerable question"), (False, "no answerable question")])
def test_a_set_with_one_kind_of_question_cannot_tell_where_to_abstain(kind: bool, said: str) -> None:
    with pytest.raises(DataError, match=said):
        tuned(of([kind] * 3, [1.0, 0.0, 1.0], [0.1, 0.2, 0.3], [0, 1, 2]), Goal())


def test_one_article_has_a_threshold_and_no_cross_fitting_with_the_reason() -> None:
    scores = of([True, False], [1.0, 0.0], [0.1, 0.9], [0, 0])
    found = tuned(scores, Goal())
    assert found.cross_fitted is None
    assert found.optimism.value is None
    assert "one article cannot be held out" in found.optimism.reason
    with pytest.raises(OptionError, match="1 article cannot be dealt into 3 folds"):
        tuned(scores, Goal(), folds=3)


def test_the_readers_that_look_at_nothing_stand_beside_the_choice() -> None:
    scores = of([True, False, False], [1.0, 0.0, 0.0], [0.1, 0.5, 0.9], [0, 1, 2])
    found = tuned(scores, Goal("cost", costs=Costs(5.0, 1.0, 3.0)))
    assert found.always_answer.value.value == pytest.approx(10 / 3)
    assert found.always_abstain.value.value == pytest.approx(1 / 3)
    assert found.here.value.value == 0.0


def test_a_share_of_questions_that_is_none_is_refused() -> None:
    scores = of([True, False], [1.0, 0.0], [0.1, 0.9], [0, 1])
    for share in (0.0, 1.0, 33.0, math.nan):
        with pytest.raises(OptionError, match=r"0\.5 for a half"):
            tuned(scores, Goal(), unanswerable_share=share)


def test_scores_without_a_signal_have_no_threshold() -> None:
    scores = of([True, False], [1.0, 0.0], [0.1, 0.9], [0, 1])
    bare = msgspec.structs.replace(scores, columns=msgspec.structs.replace(scores.columns, na_prob=None))
    with pytest.raises(OptionError, match="no signal to abstain by"):
        tuned(bare, Goal())


def test_applying_a_point_measures_what_was_tuned() -> None:
    scores = of([True, False], [1.0, 0.0], [0.1, 0.9], [0, 1])
    assert applied(scores, Goal("em")).value.value == 0.5
    assert applied(scores, Goal("false-answers", max_false_answer_rate=0.1)).value.value == 1.0
    assert applied(scores, Goal("cost", costs=Costs(5.0, 1.0, 3.0))).value.value == 2.5
