import json
from pathlib import Path

import pytest

import spanwise as sw
from spanwise.diagnosis.checklist import checklist_report
from spanwise.diagnosis.checklist_suite import read_suite
from spanwise.report.robustness_plain import plain_checklist
from tests.cli.conftest import Run

TESTS = (
    {
        "test": "Negation",
        "type": "MFT",
        "capability": "Logic",
        "data": [["Ann is no nurse, Bo is.", "Who is a nurse?"], ["Cy is no cook, Di is.", "Who is a cook?"]],
        "labels": ["Bo", "Di"],
    },
    {
        "test": "Typo",
        "type": "INV",
        "capability": "Robustness",
        "data": [[["Ann is here.", "Who is here?"], ["Ann is here.", "Who is hree?"]]],
        "labels": None,
    },
)


@pytest.fixture
def suite(tmp_path: Path) -> Path:
    file = tmp_path / "small.jsonl"
    file.write_text("\n".join(map(json.dumps, TESTS)), "utf-8")
    return file


@pytest.fixture
def answers(run: Run, suite: Path, tmp_path: Path) -> Path:
    """Write the suite's questions, and answers of a reader that takes the first word."""
    asked = tmp_path / "questions.json"
    outcome = run("checklist", "questions", suite, "-o", asked)
    assert outcome.out == f"{asked}: 4 questions of 3 cases in 2 tests\n"
    counts = json.loads(run("checklist", "questions", suite, "-o", asked, "--json").out)
    assert (counts["tests"], counts["cases"], counts["questions"]) == (2, 3, 4)
    said = {q.id: p.context.split()[0] for _, p, q in sw.read(asked).questions()}
    file = tmp_path / "first-word.json"
    file.write_text(json.dumps(said), "utf-8")
    return file


def test_the_json_says_what_the_library_says(run: Run, suite: Path, answers: Path) -> None:
    printed = json.loads(run("checklist", "score", suite, answers, "--json").out)
    report = checklist_report(read_suite(suite), sw.read_predictions(answers), examples=1)
    assert printed["readers"] == json.loads(json.dumps([plain_checklist(report)]))
    assert [test["failed"] for test in printed["readers"][0]["tests"]] == [2, 0]


def test_the_table_has_a_row_a_test_and_shows_failures(run: Run, suite: Path, answers: Path) -> None:
    out = run("checklist", "score", suite, answers).out
    assert "failures of first-word" in out
    assert "Negation: 1.1.1." in out
    assert "'Who is a nurse?': 'Ann', not 'Bo'" in out
    assert "by the rules squad1" in out
    assert "not 'Bo'" not in run("checklist", "score", suite, answers, "--examples", "0").out


def test_missing_and_unknown_ids_are_said(run: Run, suite: Path, answers: Path) -> None:
    said = json.loads(answers.read_text("utf-8"))
    kept = {identity: text for identity, text in said.items() if identity.startswith("1.1.")} | {"zzz": "x"}
    answers.write_text(json.dumps(kept), "utf-8")
    out = run("checklist", "score", suite, answers).out
    assert "Negation: 1 of 2 questions have no prediction, and their cases fail" in out
    assert "Typo: 2 of 2 questions have no prediction\n" in out
    assert "1 predictions are for no question of the suite" in out
    assert "undefined" in out
    answers.write_text('{"zzz": "x"}', "utf-8")
    outcome = run("checklist", "score", suite, answers)
    assert outcome.code == 2
    assert "another version of the suite" in outcome.err


def test_what_is_no_suite_ends_in_a_sentence(run: Run, tmp_path: Path, dev: str) -> None:
    outcome = run("checklist", "questions", dev, "-o", tmp_path / "out.json")
    assert outcome.code == 2
    assert "a CheckList suite has one test a line" in outcome.err
    assert not (tmp_path / "out.json").exists()
