import pytest

from spanwise.data.dataset import Dataset
from spanwise.data.formats import read
from spanwise.data.samples import sample_path
from spanwise.diagnosis.ablation import Ablation, ablation
from spanwise.diagnosis.study_runs import StudyRuns
from spanwise.errors import OptionError
from spanwise.predictions.reader import Trainable
from spanwise.scoring.compare import compare
from spanwise.scoring.evaluate import score
from tests.diagnosis.toy_trainable import Toy


def toy(without: frozenset[str]) -> Trainable:
    return Toy(without)


@pytest.fixture(scope="module")
def train() -> Dataset:
    return read(sample_path("train"))


@pytest.fixture(scope="module")
def dev() -> Dataset:
    return read(sample_path("dev"))


@pytest.fixture(scope="module")
def table(train: Dataset, dev: Dataset) -> Ablation:
    left_out = [("memory",), ("words",), ("memory", "words")]
    return ablation(toy, left_out, train, dev, runs=StudyRuns(reader="toy", seeds=(0,)))


def test_a_row_holds_what_training_and_scoring_by_hand_gives(table: Ablation, train: Dataset, dev: Dataset) -> None:
    import random

    row = next(row for row in table.rows if row.without == ("words",))
    reader = Toy(frozenset({"words"})).train(train, rng=random.Random(0))
    whole = Toy().train(train, rng=random.Random(0))
    by_hand, all_of_it = score(dev, reader.predict(dev)), score(dev, whole.predict(dev))
    assert row.dev_f1.value == pytest.approx(float(by_hand.f1))
    assert (row.dev_f1.low, row.dev_f1.high) == pytest.approx((by_hand.f1.low, by_hand.f1.high))
    assert row.train_f1.value == pytest.approx(float(score(train, reader.predict(train)).f1))
    paired = compare(by_hand, all_of_it).f1.estimate
    assert row.f1_change is not None
    assert (row.f1_change.value, row.f1_change.low, row.f1_change.high) == pytest.approx(
        (paired.value, paired.low, paired.high)
    )


def test_what_is_learnt_by_heart_shows_on_the_training_questions_alone(table: Ablation) -> None:
    rows = {row.without: row for row in table.rows}
    assert float(rows["memory",].train_f1) < float(rows[()].train_f1)
    assert rows["memory",].f1_change is not None
    assert rows["memory",].f1_change.value == 0.0


def test_the_whole_reader_comes_first_and_then_the_greatest_loss(table: Ablation) -> None:
    assert table.rows[0].without == ()
    assert table.rows[0].f1_change is None
    changes = [float(row.f1_change) for row in table.rows[1:] if row.f1_change is not None]
    assert changes == sorted(changes)
    assert len(set(table.signatures)) > 1


def test_seeds_are_averaged_and_stand_in_the_interval(train: Dataset, dev: Dataset) -> None:
    single = [ablation(toy, [("words",)], train, dev, runs=StudyRuns(seeds=(seed,))) for seed in (0, 1, 2)]
    together = ablation(toy, [("words",)], train, dev, runs=StudyRuns(seeds=(0, 1, 2)))
    means = [float(table.rows[0].dev_f1) for table in single]
    assert float(together.rows[0].dev_f1) == pytest.approx(sum(means) / 3)
    assert together.rows[0].dev_f1.method == "t over articles and 3 seeds"


@pytest.mark.parametrize("left_out", [[], [()], [("words",), ("words",)], [("memory", "words"), ("words", "memory")]])
def test_nothing_to_leave_out_and_one_set_twice_are_refused(
    train: Dataset, dev: Dataset, left_out: list[tuple[str, ...]]
) -> None:
    with pytest.raises(OptionError, match="different sets of one or more groups"):
        ablation(toy, left_out, train, dev, runs=StudyRuns())
