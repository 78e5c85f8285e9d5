import json
import random
from pathlib import Path

import spanwise as sw
from tests.cli.conftest import Run


def test_the_file_holds_what_the_library_simulates(run: Run, dev: str, tmp_path: Path) -> None:
    file = tmp_path / "people.jsonl"
    options = ("--annotators", "2", "--error", "0.3", "--boundary", "0", "--refusal", "0.5", "--false-answer", "1")
    outcome = run("simulate", dev, "-o", file, *options, "--seed", "4")
    expected = sw.simulate(sw.read(dev), [sw.SimulatedAnnotator(0.3, 0.0, 0.5, 1.0)] * 2, rng=random.Random(4))
    assert sw.read_human_answers(file).answers == expected.answers
    assert outcome.out == f"{file}: 324 answers to 162 questions\n"


def test_answers_go_to_standard_output_or_are_counted_as_json(run: Run, dev: str, tmp_path: Path) -> None:
    lines = run("simulate", dev, "--annotators", "1").out.splitlines()
    assert len(lines) == 162
    assert json.loads(lines[0])["worker"] == "w1"
    printed = json.loads(run("simulate", dev, "-o", tmp_path / "p.jsonl", "--json").out)
    assert (printed["answers"], printed["boundary"], printed["seed"]) == (810, 0.2, 0)


def test_what_is_no_chance_is_refused(run: Run, dev: str) -> None:
    assert run("simulate", dev, "--error", "2").code == 2
