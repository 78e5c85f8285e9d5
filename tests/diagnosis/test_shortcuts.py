import pytest

from spanwise.data.dataset import Dataset
from spanwise.data.formats import read
from spanwise.data.samples import sample_path
from spanwise.diagnosis.perturbations import PERTURBATIONS, perturbed
from spanwise.diagnosis.shift import shift
from spanwise.diagnosis.shortcuts import Shortcuts, perturbed_predictions, shortcuts
from spanwise.errors import OptionError
from spanwise.predictions.prediction import Prediction, Predictions
from spanwise.scoring.evaluate import score
from spanwise.scoring.scores import Scores
from tests.diagnosis.overlap_reader import overlap_predictions


class Overlap:
    """Looks for the question's words, and so needs them."""

    name = "overlap"

    def predict(self, dataset: Dataset) -> Predictions:
        return overlap_predictions(dataset)


class FirstWord:
    """Never looks at the question."""

    name = "first word"

    def predict(self, dataset: Dataset) -> Predictions:
        said = {q.id: Prediction(q.id, p.context.split()[0]) for _, p, q in dataset.questions()}
        return Predictions(said, reader=self.name)


@pytest.fixture(scope="module")
def dev() -> Dataset:
    return read(sample_path("dev"))


@pytest.fixture(scope="module")
def said(dev: Dataset) -> dict[str, Predictions]:
    return perturbed_predictions(Overlap(), dev, seed=0)


@pytest.fixture(scope="module")
def found(dev: Dataset, said: dict[str, Predictions]) -> Shortcuts:
    return shortcuts(dev, said, seed=0)


def test_a_row_holds_what_scoring_the_perturbed_dataset_by_hand_gives(
    dev: Dataset, said: dict[str, Predictions], found: Shortcuts
) -> None:
    row = next(row for row in found.rows if row.name == "first-3-words")
    changed = perturbed(dev, "first-3-words", seed=0)
    before = score(dev, said["original"])
    after = score(changed, overlap_predictions(changed))
    assert (row.em, row.f1, row.signature) == (after.em, after.f1, str(after.signature))
    by_shift = shift([before, after]).rows[1]
    assert (row.em_change, row.f1_change) == (by_shift.em_difference, by_shift.f1_difference)
    assert before.has_ans is not None
    assert after.has_ans is not None
    assert float(row.f1_left) == pytest.approx(float(after.has_ans.f1) / float(before.has_ans.f1))
    assert row.f1_left.low is not None


def test_a_reader_that_needs_the_question_loses_with_it_and_one_that_does_not_loses_nothing(
    dev: Dataset, found: Shortcuts
) -> None:
    left = {row.name: float(row.f1_left) for row in found.rows}
    assert left["no-question"] < left["first-3-words"] < 1
    assert left["question-shuffled"] == 1.0
    blind = shortcuts(dev, perturbed_predictions(FirstWord(), dev, ["no-question"], seed=0), seed=0)
    assert float(blind.rows[0].same_answer) == 1.0
    change = blind.rows[0].f1_change
    assert (change.value, change.low, change.high) == (0.0, 0.0, 0.0)


def test_rows_come_in_the_order_given_and_name_every_perturbation(found: Shortcuts) -> None:
    assert [row.name for row in found.rows] == list(PERTURBATIONS)
    assert [row.what for row in found.rows] == list(PERTURBATIONS.values())
    assert (found.reader, found.total) == ("overlap", 162)


def test_unanswerable_questions_count_apart(dev: Dataset) -> None:
    silent = {q.id: Prediction(q.id, "") for _, _, q in dev.questions()}
    said = {"original": overlap_predictions(dev), "no-question": Predictions(silent)}
    row = shortcuts(dev, said, seed=0).rows[0]
    assert float(row.f1) == pytest.approx(1 / 3)
    assert row.no_ans is not None
    assert float(row.no_ans) == 1.0
    assert float(row.f1_left) == 0.0


def test_abstaining_twice_is_the_same_answer_whatever_would_have_been_said(dev: Dataset) -> None:
    def said(texts: str, na_prob: float) -> Predictions:
        return Predictions({q.id: Prediction(q.id, f"{texts} {q.id}", na_prob=na_prob) for _, _, q in dev.questions()})

    def at(dataset: Dataset, predictions: Predictions) -> Scores:
        return score(dataset, predictions, na_threshold=0.5)

    for before, after, same in ((0.9, 0.9, 1.0), (0.9, 0.1, 0.0), (0.1, 0.1, 0.0)):
        found = shortcuts(dev, {"original": said("a", before), "first-word": said("b", after)}, seed=0, scored=at)
        assert float(found.rows[0].same_answer) == same


def test_questions_that_a_perturbation_leaves_alone_are_counted(dev: Dataset, found: Shortcuts) -> None:
    rows = {row.name: row for row in found.rows}
    assert rows["no-question"].unchanged == 0
    assert rows["sentences-shuffled"].unchanged == 0
    short = Dataset(dev.articles[:1])
    cut = perturbed(short, "no-question", seed=0)
    said = {"original": overlap_predictions(cut), "first-word": overlap_predictions(cut)}
    assert shortcuts(cut, said, seed=0).rows[0].unchanged == len(short.question_ids)


def test_wrong_names_are_refused(dev: Dataset, said: dict[str, Predictions]) -> None:
    with pytest.raises(OptionError, match='predictions named "original"'):
        shortcuts(dev, {"no-question": said["no-question"]}, seed=0)
    with pytest.raises(OptionError, match="original were given"):
        shortcuts(dev, {"original": said["original"]}, seed=0)
    with pytest.raises(OptionError, match="there is no perturbation 'nothing'"):
        perturbed_predictions(Overlap(), dev, ["nothing"], seed=0)


def test_whoever_waits_is_told(dev: Dataset) -> None:
    told: list[str] = []
    perturbed_predictions(FirstWord(), dev, ["first-word"], seed=0, tell=told.append)
    assert told == ["1 of 2: original", "2 of 2: first-word"]
