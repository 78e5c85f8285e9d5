import json
from collections.abc import Callable
from pathlib import Path
from xml.etree import ElementTree as ET

import pytest

import spanwise as sw
from spanwise.diagnosis.gate import gate
from spanwise.report.gate_summary import gate_markdown, plain_gate
from tests.cli.conftest import Run

FileOf = Callable[[str], str]


def test_the_json_says_what_the_library_says(run: Run, dev: str, predicted: FileOf) -> None:
    outcome = run("gate", dev, predicted("balanced"), predicted("eager"), "--json")
    dataset = sw.read(dev)
    base, new = (sw.score(dataset, sw.read_predictions(predicted(reader))) for reader in ("balanced", "eager"))
    printed = json.loads(outcome.out)
    assert outcome.code == 1
    assert printed.pop("signatures").keys() == {"balanced", "eager"}
    assert printed == json.loads(json.dumps(plain_gate(gate(base, new))))


def test_a_file_against_itself_passes_with_exit_code_0(run: Run, dev: str, predicted: FileOf) -> None:
    outcome = run("gate", dev, predicted("eager"), predicted("eager"))
    assert outcome.code == 0
    assert "passes against eager: every question has the same scores and abstentions." in outcome.out


@pytest.mark.parametrize("said", ["", "x"])
def test_abstaining_or_answering_always_ends_in_exit_code_1(
    run: Run, dev: str, predicted: FileOf, tmp_path: Path, said: str
) -> None:
    file = tmp_path / "always.json"
    file.write_text(json.dumps(dict.fromkeys(sw.read(dev).question_ids, said)), "utf-8")
    outcome = run("gate", dev, predicted("balanced"), file)
    assert outcome.code == 1
    assert "always fails against balanced: " in outcome.out
    assert f"{'false answers' if said else 'over-refusals'} went from " in outcome.out


def test_bert_is_not_followed_by_docqa(run: Run, shared: Path) -> None:
    folder = shared / "data" / "squad"
    bert, docqa = (folder / "predictions" / f"v2.0-{name}.json" for name in ("bert-single", "docqa-elmo-single"))
    outcome = run("gate", folder / "dev-v2.0.json", bert, docqa)
    assert outcome.code == 1
    assert "F1 fell by 13.90 points (p < 0.001), where 1 is allowed" in outcome.out
    assert run("gate", folder / "dev-v2.0.json", bert, bert).code == 0


def test_the_summary_and_the_xml_are_written_also_where_the_gate_fails(
    run: Run, dev: str, predicted: FileOf, tmp_path: Path
) -> None:
    markdown, junit = tmp_path / "gate.md", tmp_path / "gate.xml"
    run("gate", dev, predicted("balanced"), predicted("eager"), "--markdown", markdown, "--junit", junit)
    dataset = sw.read(dev)
    base, new = (sw.score(dataset, sw.read_predictions(predicted(reader))) for reader in ("balanced", "eager"))
    found = gate(base, new)
    assert markdown.read_text("utf-8") == gate_markdown(found)
    failures = ET.fromstring(junit.read_bytes()).get("failures")
    assert failures == str(sum(not check.passed for check in found.checks))


def test_limits_are_in_points(run: Run, dev: str, predicted: FileOf) -> None:
    wide = ("--max-drop", "60", "--max-false-answers", "100", "--max-over-refusals", "100", "--ceiling", "100")
    assert run("gate", dev, predicted("balanced"), predicted("cautious")).code == 1
    assert run("gate", dev, predicted("balanced"), predicted("cautious"), *wide).code == 0
    # The eager reader answers every question: no ceiling lets that pass.
    assert run("gate", dev, predicted("balanced"), predicted("eager"), *wide).code == 1


def test_a_limit_that_means_nothing_is_one_sentence(run: Run, dev: str, predicted: FileOf) -> None:
    outcome = run("gate", dev, predicted("eager"), predicted("eager"), "--max-drop", "-1")
    assert (outcome.code, outcome.out) == (2, "")
    assert outcome.err == "spanwise: a limit max_drop of -1 points has no meaning; 0 to 100 would do\n"
