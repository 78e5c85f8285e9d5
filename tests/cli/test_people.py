import json
import random
from pathlib import Path

import pytest

import spanwise as sw
from spanwise.report.people_plain import plain_people, plain_vote_line
from tests.cli.conftest import Run


@pytest.fixture
def answers(tmp_path: Path, dev: str) -> Path:
    file = tmp_path / "people.jsonl"
    sw.write_human_answers(sw.simulate(sw.read(dev), [sw.SimulatedAnnotator()] * 3, rng=random.Random(0)), file)
    return file


def test_the_json_says_what_the_library_says(run: Run, dev: str, answers: Path) -> None:
    dataset = sw.read(dev)
    expected = plain_people(sw.people(dataset, sw.read_human_answers(answers), level=0.9))
    printed = json.loads(run("people", dev, answers, "--level", "0.9", "--json").out)
    assert printed == json.loads(json.dumps(expected))


def test_without_answers_the_files_own_are_parted(run: Run, dev: str) -> None:
    line = sw.votes_from_answers(sw.read(dev), answers=2)
    outcome = run("people", dev, "--part", "2", "--json")
    assert json.loads(outcome.out) == json.loads(json.dumps(plain_vote_line(line)))
    table = run("people", dev).out
    assert "votes on 108 questions with 3 or more answers" in table
    assert f"{100 * float(sw.votes_from_answers(sw.read(dev)).cell(2, 1).line.em):.2f}" in table


def test_the_tables_hold_every_protocol_and_what_is_undefined(run: Run, dev: str, answers: Path) -> None:
    found = sw.people(sw.read(dev), sw.read_human_answers(answers))
    out = run("people", dev, answers).out
    for estimate in (found.single.overall.f1, found.leave_one_out.has_ans.em, found.votes[2].split.overall.em):
        assert f"{100 * float(estimate):.2f}" in out
    assert f"{float(found.agreement.alpha):.3f}" in out
    assert f"{found.votes[0].tied} votes took a tie rule" in out
    assert "undefined" not in out
    answers.write_text('{"id": "semaphore-1-1", "worker": "w1", "answer": null}\n', "utf-8")
    out = run("people", dev, answers).out
    assert "undefined: no unit has two ratings" in out
    assert "161 questions have no human answers and are left out" in out


@pytest.mark.parametrize(
    ("line", "message"),
    [
        ({"id": "nowhere", "worker": "w1", "answer": "x"}, "answers to 1 question that is not in dev: 'nowhere'"),
        ({"id": "semaphore-1-1", "worker": "w1", "answer": 3}, "line 1: 'answer' is a number ('3')"),
    ],
)
def test_bad_answers_are_one_sentence_with_code_2(
    run: Run, dev: str, tmp_path: Path, line: dict[str, object], message: str
) -> None:
    (tmp_path / "bad.jsonl").write_text(json.dumps(line), "utf-8")
    outcome = run("people", dev, tmp_path / "bad.jsonl")
    assert (outcome.code, outcome.out, outcome.err.count("\n")) == (2, "", 1)
    assert message in outcome.err


def test_a_file_of_single_answers_has_nobody_to_part(run: Run, dev: str) -> None:
    outcome = run("people", Path(dev).with_name("train.json"))
    assert outcome.code == 2
    assert "no question of 'train' has 3 answers; ask for fewer" in outcome.err
