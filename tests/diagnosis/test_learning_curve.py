import random
from itertools import pairwise
from pathlib import Path

import pytest
from hypothesis import given
from hypothesis import strategies as st

from spanwise.data.dataset import Dataset
from spanwise.data.formats import read
from spanwise.data.samples import sample_path
from spanwise.diagnosis.learning_curve import By, default_sizes, learning_curve, training_subset
from spanwise.diagnosis.study_runs import StudyRuns
from spanwise.errors import OptionError
from spanwise.scoring.compare import compare
from spanwise.scoring.evaluate import score
from tests.diagnosis.toy_trainable import Toy
from tests.strategies import datasets


@pytest.fixture(scope="module")
def train() -> Dataset:
    return read(sample_path("train"))


@pytest.fixture(scope="module")
def dev() -> Dataset:
    return read(sample_path("dev"))


@given(datasets(), st.sampled_from(["article", "question", "unanswerable"]), st.integers(0, 5))
def test_with_one_seed_a_smaller_part_lies_within_every_larger_one(dataset: Dataset, by: By, seed: int) -> None:
    unanswerable = {q.id for _, _, q in dataset.questions() if not q.answers}
    most = {"article": len(dataset.articles), "question": len(dataset.question_ids), "unanswerable": len(unanswerable)}
    if not most[by]:
        return
    least = 0 if by == "unanswerable" else 1
    parts = [training_subset(dataset, size, by=by, seed=seed) for size in range(least, most[by] + 1)]
    for smaller, larger in pairwise(parts):
        assert set(smaller.question_ids) <= set(larger.question_ids)
    assert set(parts[-1].question_ids) == set(dataset.question_ids)
    for size, part in enumerate(parts, start=least):
        if by == "article":
            assert len(part.articles) == size
        elif by == "question":
            assert len(part.question_ids) == size
        else:
            assert len(unanswerable & set(part.question_ids)) == size
            assert set(part.question_ids) - unanswerable == set(dataset.question_ids) - unanswerable


def test_the_sizes_are_the_whole_and_its_halves(train: Dataset) -> None:
    assert default_sizes(train, "article") == (1, 2, 4, 9)
    assert default_sizes(train, "question") == (5, 10, 20, 40, 81, 162)
    assert default_sizes(train, "unanswerable") == (0, 3, 6, 13, 27, 54)


def test_a_point_is_what_training_on_the_part_by_hand_gives(train: Dataset, dev: Dataset) -> None:
    curve = learning_curve(Toy, train, dev, (8, 2), runs=StudyRuns(seeds=(3,)))
    assert [point.size for point in curve.points] == [2, 8]
    by_hand = []
    for size in (2, 8):
        part = training_subset(train, size, by="article", seed=3)
        by_hand.append(score(dev, Toy().train(part, rng=random.Random(3)).predict(dev)))
    first, second = curve.points
    assert first.f1.value == pytest.approx(float(by_hand[0].f1))
    assert (second.f1.low, second.f1.high) == pytest.approx((by_hand[1].f1.low, by_hand[1].f1.high))
    assert second.runs[0].questions == 8 * 18
    assert first.f1_gain is None
    gain = compare(by_hand[1], by_hand[0]).f1.estimate
    assert second.f1_gain is not None
    assert (second.f1_gain.value, second.f1_gain.low) == pytest.approx((gain.value, gain.low))


def test_seeds_draw_different_parts_and_both_kinds_of_luck_stand_in_the_interval(train: Dataset, dev: Dataset) -> None:
    curve = learning_curve(Toy, train, dev, (2,), runs=StudyRuns(seeds=(0, 1, 2)))
    point = curve.points[0]
    assert len({run.f1 for run in point.runs}) > 1
    assert float(point.f1) == pytest.approx(sum(run.f1 for run in point.runs) / 3)
    assert point.f1.method == "t over articles and 3 seeds"


def test_unanswerable_questions_vary_while_the_answerable_stay(train: Dataset, dev: Dataset) -> None:
    curve = learning_curve(Toy, train, dev, (0, 54), by="unanswerable", runs=StudyRuns())
    assert [(point.questions, point.unanswerable) for point in curve.points] == [(108, 0), (162, 54)]
    none, all_of_them = curve.points
    assert none.no_ans is not None
    assert all_of_them.no_ans is not None
    # The toy abstains only once it has seen questions without answer.
    assert float(none.no_ans) < float(all_of_them.no_ans)
    assert all_of_them.has_ans_f1 is not None
    said = Toy().train(train, rng=random.Random(0)).predict(dev)
    parts = score(dev, said)
    assert parts.has_ans is not None
    assert all_of_them.has_ans_f1.low == pytest.approx(parts.has_ans.f1.low)
    assert float(all_of_them.has_ans_f1) == pytest.approx(float(parts.has_ans.f1))


def test_a_set_without_unanswerable_questions_has_no_score_on_them(train: Dataset, dev: Dataset) -> None:
    answerable = training_subset(dev, 0, by="unanswerable", seed=0)
    point = learning_curve(Toy, train, answerable, (2,), runs=StudyRuns()).points[0]
    assert point.no_ans is None
    assert point.has_ans_f1 == point.f1


def test_a_curve_goes_on_where_it_was_killed(train: Dataset, dev: Dataset, tmp_path: Path) -> None:
    toy = Toy(trainings=[])
    runs = StudyRuns(reader="toy", seeds=(0, 1), folder=tmp_path)

    class KilledError(Exception):
        pass

    def killed() -> Toy:
        if len(toy.trainings) == 3:
            raise KilledError
        return toy

    with pytest.raises(KilledError):
        learning_curve(killed, train, dev, (2, 4), runs=runs)
    assert len(list(tmp_path.iterdir())) == 3
    finished = learning_curve(lambda: toy, train, dev, (2, 4), runs=runs)
    assert len(toy.trainings) == 4
    assert finished == learning_curve(Toy, train, dev, (2, 4), runs=StudyRuns(reader="toy", seeds=(0, 1)))


def test_sizes_that_cannot_be_drawn_are_refused_before_anything_is_trained(train: Dataset, dev: Dataset) -> None:
    toy = Toy(trainings=[])
    with pytest.raises(OptionError, match="a part of 10 articles cannot be drawn; give 1 to 9"):
        learning_curve(lambda: toy, train, dev, (2, 10), runs=StudyRuns())
    with pytest.raises(OptionError, match="a part of 0 questions"):
        learning_curve(lambda: toy, train, dev, (0,), by="question", runs=StudyRuns())
    assert toy.trainings == []
    answerable = training_subset(train, 0, by="unanswerable", seed=0)
    with pytest.raises(OptionError, match="have no unanswerable questions"):
        learning_curve(Toy, answerable, dev, by="unanswerable", runs=StudyRuns())
