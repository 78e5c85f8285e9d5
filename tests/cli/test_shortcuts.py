import json
from collections.abc import Callable
from pathlib import Path

import pytest

import spanwise as sw
from spanwise.diagnosis.perturbations import PERTURBATIONS, perturbed
from spanwise.diagnosis.shortcuts import perturbed_predictions
from spanwise.diagnosis.shortcuts import shortcuts as shortcuts_of
from spanwise.report.studies_plain import plain_shortcuts
from tests.cli.conftest import Run
from tests.diagnosis.overlap_reader import overlap_predictions
from tests.diagnosis.toy_trainable import UNTRAINED

TOY = "tests.diagnosis.toy_trainable:UNTRAINED"


def test_the_json_says_what_the_library_says(run: Run, dev: str) -> None:
    outcome = run("shortcuts", TOY, dev, "--seed", "2", "--perturbation", "no-question", "--json")
    data = sw.read(dev)
    said = perturbed_predictions(UNTRAINED, data, ["no-question"], seed=2)
    assert json.loads(outcome.out) == json.loads(json.dumps(plain_shortcuts(shortcuts_of(data, said, seed=2))))
    assert outcome.err == "1 of 2: original\n2 of 2: no-question\n"


def test_a_reader_that_ships_is_run_by_its_name(run: Run, dev: str) -> None:
    outcome = run("shortcuts", "first-sentence", dev)
    assert all(name in outcome.out for name in PERTURBATIONS)
    assert "first-sentence on dev: 162 questions" in outcome.out
    assert "…" not in outcome.out


def test_a_reader_that_runs_elsewhere_gets_files_and_gives_predictions(run: Run, dev: str, tmp_path: Path) -> None:
    names = ("sentences-shuffled", "first-2-words")
    options = ("--seed", "5", *(part for name in names for part in ("--perturbation", name)))
    written = json.loads(run("shortcuts", dev, "--write", tmp_path / "out", *options, "--json").out)
    assert list(written["files"]) == ["original", *names]
    given = []
    for name, file in written["files"].items():
        data = sw.read(file)
        if name != "original":
            assert data.fingerprint == perturbed(sw.read(dev), name, seed=5).fingerprint
        sw.write_predictions(overlap_predictions(data), tmp_path / f"{name}.predictions.json")
        given += ["--predictions", f"{name}={tmp_path / name}.predictions.json"]
    printed = json.loads(run("shortcuts", dev, *given, "--seed", "5", "--json").out)
    assert [row["name"] for row in printed["perturbations"]] == list(names)
    changed = perturbed(sw.read(dev), "first-2-words", seed=5)
    expected = sw.score(changed, overlap_predictions(changed))
    assert printed["perturbations"][1]["f1"]["value"] == 100 * float(expected.f1)
    listed = run("shortcuts", dev, "--write", tmp_path / "out", *options).out.splitlines()
    assert [Path(line).name for line in listed] == ["original.json", *(f"{name}.json" for name in names)]


def test_at_an_operating_point_a_reader_abstains_before_and_after(
    run: Run, dev: str, predicted: Callable[[str], str], probabilities: Callable[[str], str], tmp_path: Path
) -> None:
    said = sw.read_predictions(predicted("balanced"), na_probs=probabilities("balanced"))
    sw.write_predictions(said, tmp_path / "said.jsonl", format="rows")
    run("threshold", dev, predicted("balanced"), "--na-probs", probabilities("balanced"), "-o", tmp_path / "point.json")
    point = sw.read_operating_point(tmp_path / "point.json")
    given = [f"--predictions={name}={tmp_path / 'said.jsonl'}" for name in ("original", "no-question")]
    printed = json.loads(run("shortcuts", dev, *given, "--operating-point", tmp_path / "point.json", "--json").out)
    assert printed["f1"]["value"] == 100 * float(sw.score_at(sw.read(dev), said, point).f1)
    assert printed["perturbations"][0]["f1"]["value"] == printed["f1"]["value"]
    assert printed["perturbations"][0]["same_answer"]["value"] == 100.0
    at = json.loads(run("shortcuts", dev, *given, "--na-threshold", "0.4", "--json").out)
    assert at["f1"]["value"] == 100 * float(sw.score(sw.read(dev), said, na_threshold=0.4).f1)
    both = run("shortcuts", dev, *given, "--na-threshold", "1", "--operating-point", tmp_path / "point.json")
    assert "give one of them" in both.err


@pytest.mark.parametrize("arguments", [(), ("--write", "out", "--predictions", "original=a.json")])
def test_one_of_three_things_is_asked_for(run: Run, dev: str, arguments: tuple[str, ...]) -> None:
    outcome = run("shortcuts", dev, *arguments)
    assert outcome.code == 2
    assert "one of the three" in outcome.err


def test_wrong_calls_are_refused(run: Run, dev: str) -> None:
    assert "no more than that" in run("shortcuts", "a", "b", dev).err
    assert "each NAME once" in run("shortcuts", dev, "--predictions", "no-answer=x.json").err
    outcome = run("shortcuts", "tests.diagnosis.toy_trainable:GROUPS", dev)
    assert outcome.code == 2
    assert "is no reader" in outcome.err
