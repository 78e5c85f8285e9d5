import json

import pytest

from spanwise.data.dataset import Dataset
from spanwise.data.formats import read
from spanwise.data.samples import sample_path
from spanwise.diagnosis.ablation import ablation
from spanwise.diagnosis.learning_curve import learning_curve
from spanwise.diagnosis.shortcuts import shortcuts
from spanwise.diagnosis.study_runs import StudyRuns
from spanwise.report.learning_curve_chart import Reference
from spanwise.report.studies_plain import plain_ablation, plain_learning_curve, plain_shortcuts
from tests.diagnosis.overlap_reader import overlap_predictions
from tests.diagnosis.toy_trainable import Toy

RUNS = StudyRuns(reader="toy")


@pytest.fixture(scope="module")
def train() -> Dataset:
    return read(sample_path("train"))


@pytest.fixture(scope="module")
def dev() -> Dataset:
    return read(sample_path("dev"))


def test_an_ablation_is_in_percent_and_says_what_was_left_out(train: Dataset, dev: Dataset) -> None:
    table = ablation(Toy, [("words",)], train, dev, runs=RUNS)
    plain = json.loads(json.dumps(plain_ablation(table)))
    whole, row = plain["rows"]
    assert (whole["without"], whole["f1_change"]) == ([], None)
    assert row["without"] == ["words"]
    assert row["dev_f1"]["value"] == 100 * float(table.rows[1].dev_f1)
    assert row["f1_change"]["value"] == pytest.approx(row["dev_f1"]["value"] - whole["dev_f1"]["value"])
    assert (plain["unit"], plain["reader"], plain["seeds"]) == ("percent", "toy", [0])


def test_a_learning_curve_holds_every_run_and_the_references(train: Dataset, dev: Dataset) -> None:
    curve = learning_curve(Toy, train, dev, (1, 2), runs=RUNS)
    plain = json.loads(json.dumps(plain_learning_curve(curve, [Reference("SQuAD 2016", 87_599, 0.51)])))
    assert [point["size"] for point in plain["points"]] == [1, 2]
    assert plain["points"][0]["f1_gain"] is None
    assert plain["points"][1]["runs"][0]["f1"] == 100 * curve.points[1].runs[0].f1
    assert plain["references"] == [{"name": "SQuAD 2016", "questions": 87_599, "f1": 51.0}]


def test_shortcuts_are_shares_in_percent(dev: Dataset) -> None:
    said = overlap_predictions(dev)
    found = shortcuts(dev, {"original": said, "no-question": said}, seed=3)
    plain = json.loads(json.dumps(plain_shortcuts(found)))
    (row,) = plain["perturbations"]
    assert row["f1_left"]["value"] == 100.0
    assert row["same_answer"]["value"] == 100.0
    assert (plain["seed"], row["name"], row["unchanged"]) == (3, "no-question", 0)
