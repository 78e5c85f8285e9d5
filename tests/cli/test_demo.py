import json
from importlib.util import find_spec
from pathlib import Path

import pytest

from spanwise.cli import demo as demo_module
from tests.cli.conftest import Run


def test_the_demo_shows_each_step_and_ends_with_the_page(
    run: Run, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.chdir(tmp_path)
    monkeypatch.setenv("SPANWISE_CACHE", str(tmp_path / "cache"))
    outcome = run("demo")
    steps = [line.split()[2] for line in outcome.out.splitlines() if line.startswith("$ spanwise")]
    assert outcome.code == 0
    assert steps == [*("check", "describe", "train"), *["predict"] * 3, *("human", "score", "compare", "report")]
    page = Path(outcome.out.splitlines()[-1].removeprefix("Open the page: "))
    assert page.read_text("utf-8").startswith("<!doctype html>")
    assert json.loads((tmp_path / "spanwise-demo" / "model" / "model.json").read_bytes())["reader"] == "log-linear"


def test_without_a_pipeline_the_demo_shows_made_up_readers_and_says_so(
    run: Run, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(demo_module, "find_spec", lambda name: None if name == "spacy" else find_spec(name))
    printed = json.loads(run("demo", "-o", tmp_path / "demo", "--json").out)
    assert Path(printed["page"]).is_file()
    assert [one["reader"] for one in printed["readers"]] == ["eager", "cautious", "balanced"]
    assert 'pip install "spanwise[language]"' in run("demo", "-o", tmp_path / "demo").out


def test_a_folder_that_cannot_be_made_is_one_sentence(run: Run, tmp_path: Path) -> None:
    (tmp_path / "file").write_bytes(b"")
    outcome = run("demo", "-o", tmp_path / "file" / "demo")
    assert outcome.code == 2
    assert "no folder can be made there" in outcome.err
