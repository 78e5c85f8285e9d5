from pathlib import Path

import pytest

from spanwise.data.dataset import Dataset
from spanwise.data.formats import read
from spanwise.data.samples import sample_path
from spanwise.diagnosis.study_runs import StudyRuns
from spanwise.errors import FormatError, OptionError
from spanwise.files import read_bytes, write_bytes
from spanwise.predictions.formats import read_predictions
from spanwise.scoring.evaluate import score
from spanwise.scoring.rules import LENIENT
from tests.diagnosis.toy_trainable import Toy


@pytest.fixture(scope="module")
def train() -> Dataset:
    return read(sample_path("train"))


@pytest.fixture(scope="module")
def dev() -> Dataset:
    return read(sample_path("dev"))


def test_a_finished_run_is_not_made_again(train: Dataset, dev: Dataset, tmp_path: Path) -> None:
    toy = Toy(trainings=[])
    said: list[str] = []
    runs = StudyRuns(reader="toy", folder=tmp_path / "runs", tell=said.append)
    first = runs.scores(lambda: toy, train, (train, dev), label="all", seed=0)
    again = runs.scores(lambda: toy, train, (train, dev), label="all", seed=0)
    assert len(toy.trainings) == 1
    assert [s.columns for s in first] == [s.columns for s in again]
    assert said[0].startswith("all, seed 0: F1 ")
    assert said[1] == f"{said[0]} (kept from before)"
    assert len(list((tmp_path / "runs").iterdir())) == 2


def test_a_run_that_was_killed_between_two_files_trains_once_more_and_keeps_what_there_was(
    train: Dataset, dev: Dataset, tmp_path: Path
) -> None:
    toy = Toy(trainings=[])
    runs = StudyRuns(reader="toy", folder=tmp_path)
    runs.scores(lambda: toy, train, (train, dev), label="all", seed=0)
    kept = next(file for file in tmp_path.iterdir() if file.name.startswith("all-train"))
    next(file for file in tmp_path.iterdir() if file != kept).unlink()
    before = kept.stat().st_mtime_ns
    runs.scores(lambda: toy, train, (train, dev), label="all", seed=0)
    assert len(toy.trainings) == 2
    assert kept.stat().st_mtime_ns == before


@pytest.mark.parametrize("change", ["reader", "label", "seed", "train", "dev"])
def test_whatever_changes_a_run_makes_it_another(train: Dataset, dev: Dataset, tmp_path: Path, change: str) -> None:
    toy = Toy(trainings=[])
    half = Dataset(train.articles[:4], version=train.version)
    StudyRuns(reader="toy", folder=tmp_path).scores(lambda: toy, train, (dev,), label="all", seed=0)
    StudyRuns(reader="toy, other" if change == "reader" else "toy", folder=tmp_path).scores(
        lambda: toy,
        half if change == "train" else train,
        (Dataset(dev.articles[:4], version=dev.version, name=dev.name) if change == "dev" else dev,),
        label="less" if change == "label" else "all",
        seed=1 if change == "seed" else 0,
    )
    assert len(toy.trainings) == 2
    assert len(list(tmp_path.iterdir())) == 2


def test_what_is_kept_are_predictions_that_can_be_scored_by_other_rules(
    train: Dataset, dev: Dataset, tmp_path: Path
) -> None:
    runs = StudyRuns(reader="toy", folder=tmp_path)
    (made,) = runs.scores(Toy, train, (dev,), label="all", seed=0)
    kept = read_predictions(next(tmp_path.iterdir()))
    assert score(dev, kept).columns == made.columns
    assert score(dev, kept, rules=LENIENT).signature.rules == "lenient"


def test_a_kept_run_that_lacks_questions_is_refused(train: Dataset, dev: Dataset, tmp_path: Path) -> None:
    runs = StudyRuns(reader="toy", folder=tmp_path)
    runs.scores(Toy, train, (dev,), label="all", seed=0)
    kept = next(tmp_path.iterdir())
    lines = read_bytes(kept).splitlines(keepends=True)
    write_bytes(kept, b"".join(lines[1:]))
    with pytest.raises(FormatError, match=r"1 of .* questions have no prediction here.*remove it"):
        runs.scores(Toy, train, (dev,), label="all", seed=0)


def test_a_seed_twice_is_refused() -> None:
    with pytest.raises(OptionError, match="one or more different ones"):
        StudyRuns(seeds=(1, 1))
    with pytest.raises(OptionError, match="the seeds are none"):
        StudyRuns(seeds=())
