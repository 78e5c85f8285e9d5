import json
from pathlib import Path

import pytest

import spanwise as sw
from tests.cli.conftest import Run


@pytest.mark.parametrize(("format_name", "ending"), [("squad", "json"), ("mrqa", "jsonl"), ("rows", "jsonl.gz")])
def test_a_benchmark_there_and_back_is_the_same(
    run: Run, dev: str, tmp_path: Path, format_name: str, ending: str
) -> None:
    there, back = tmp_path / f"there.{ending}", tmp_path / "back.json"
    assert run("convert", dev, there, "--to", format_name).code == 0
    assert run("convert", there, back).code == 0
    assert sw.read(back).fingerprint == sw.read(dev).fingerprint


def test_what_a_format_cannot_hold_is_said(run: Run, dev: str, tmp_path: Path) -> None:
    value = json.loads(Path(dev).read_text("utf-8"))
    value["data"][0]["paragraphs"][0]["qas"] = []
    (tmp_path / "empty.json").write_text(json.dumps(value), "utf-8")
    outcome = run("convert", tmp_path / "empty.json", tmp_path / "rows.jsonl", "--to", "rows")
    assert "paragraphs without questions (1) are left out" in outcome.err
    assert json.loads(run("convert", dev, tmp_path / "m.jsonl", "--to", "mrqa", "--json").out)["questions"] == 162


def test_standard_output_holds_the_dataset_alone(run: Run, dev: str) -> None:
    outcome = run("convert", dev, "-")
    assert len(json.loads(outcome.out)["data"]) == 9
    assert "162 questions" in outcome.err


def test_a_folder_that_is_not_there_is_said(run: Run, dev: str, tmp_path: Path) -> None:
    outcome = run("convert", dev, tmp_path / "none" / "x.json")
    assert outcome.code == 2
    assert "does not exist" in outcome.err
