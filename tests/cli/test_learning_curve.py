import json
from pathlib import Path

import pytest

import spanwise as sw
from spanwise.diagnosis.learning_curve import learning_curve
from spanwise.diagnosis.study_runs import StudyRuns
from spanwise.report.learning_curve_chart import Reference
from spanwise.report.studies_plain import plain_learning_curve
from tests.cli.conftest import Run
from tests.diagnosis.toy_trainable import Toy

TOY = "tests.diagnosis.toy_trainable:Toy"
TRAIN = str(sw.sample_path("train"))


def test_the_json_says_what_the_library_says(run: Run, dev: str) -> None:
    outcome = run(
        *("learning-curve", TOY, TRAIN, dev, "--by", "question", "--size", "40", "--size", "20", "--seed", "0"),
        *("--seed", "1", "--reference", "SQuAD 2016", "87599", "51", "--json"),
    )
    printed = json.loads(outcome.out)
    assert printed.pop("settings").startswith(TOY)
    runs = StudyRuns(TOY, seeds=(0, 1))
    curve = learning_curve(Toy, sw.read(TRAIN), sw.read(dev), (20, 40), by="question", runs=runs)
    assert printed == json.loads(json.dumps(plain_learning_curve(curve, [Reference("SQuAD 2016", 87_599, 0.51)])))


def test_the_table_and_the_figure_hold_the_reference(run: Run, dev: str, tmp_path: Path) -> None:
    pytest.importorskip("vl_convert", reason="install the extra plot")
    figure = tmp_path / "curve.svg"
    outcome = run(
        *("learning-curve", TOY, TRAIN, dev, "--size", "2", "--seed", "0", "--seed", "1"),
        *("--reference", "SQuAD 2016", "87599", "51", "--figure", figure),
    )
    assert "87,599" in outcome.out
    assert "51.00" in outcome.out
    assert "t over articles and 2 seeds" in outcome.out
    assert "SQuAD 2016" in figure.read_text("utf-8")


def test_unanswerable_questions_lead_the_table_where_they_vary(run: Run, dev: str) -> None:
    out = run("learning-curve", TOY, TRAIN, dev, "--by", "unanswerable", "--size", "0", "--size", "54").out
    head = next(line for line in out.splitlines() if "questions" in line and "F1" in line)
    assert head.split()[:2] == ["unanswerable", "questions"]
    assert "one seed: how far another training would differ is not in the interval" in out


def test_a_figure_of_another_kind_is_refused_before_training(run: Run, dev: str) -> None:
    outcome = run("learning-curve", TOY, TRAIN, dev, "--figure", "curve.pdf")
    assert outcome.code == 2
    assert outcome.err == (
        "spanwise: curve.pdf: a figure is written as .svg or .png; give the file one of these endings\n"
    )
