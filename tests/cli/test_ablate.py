import json
from pathlib import Path

import spanwise as sw
from spanwise.diagnosis.ablation import ablation
from spanwise.diagnosis.study_runs import StudyRuns
from spanwise.report.studies_plain import plain_ablation
from tests.cli.conftest import Run
from tests.diagnosis.toy_trainable import Toy

TOY = "tests.diagnosis.toy_trainable:Toy"
TRAIN = str(sw.sample_path("train"))


def test_the_json_says_what_the_library_says(run: Run, dev: str) -> None:
    printed = json.loads(run("ablate", TOY, TRAIN, dev, "--seed", "1", "--json").out)
    assert printed.pop("settings").startswith(TOY)
    table = ablation(Toy, [("memory",), ("words",)], sw.read(TRAIN), sw.read(dev), runs=StudyRuns(TOY, seeds=(1,)))
    assert printed == json.loads(json.dumps(plain_ablation(table)))


def test_the_table_holds_a_row_a_set_and_goes_on_where_it_stopped(run: Run, dev: str, tmp_path: Path) -> None:
    call = ("ablate", TOY, TRAIN, dev, "--without", "words", "--without", "memory + words", "--runs", tmp_path / "r")
    first = run(*call)
    assert "- memory, - words" in first.out
    assert "3 of 3: without memory and words, seed 0" in first.err
    assert "kept from before" not in first.err
    next((tmp_path / "r").glob("without-words*")).unlink()
    again = run(*call)
    assert again.out == first.out
    assert again.err.count("kept from before") == 2


def test_groups_that_do_not_exist_are_refused(run: Run, dev: str) -> None:
    outcome = run("ablate", TOY, TRAIN, dev, "--without", "memory+smell")
    assert outcome.code == 2
    assert "has no group 'smell'; there are memory, words" in outcome.err
    outcome = run("ablate", "tests.diagnosis.overlap_reader:overlap_predictions", TRAIN, dev)
    assert outcome.code == 2
    assert "does not list its groups as GROUPS; name some with --without" in outcome.err
