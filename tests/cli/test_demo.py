import json
from pathlib import Path

import pytest

from tests.cli.conftest import Run


def test_the_demo_shows_each_step_and_ends_with_the_page(
    run: Run, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.chdir(tmp_path)
    outcome = run("demo")
    steps = [line.split()[2] for line in outcome.out.splitlines() if line.startswith("$ spanwise")]
    assert outcome.code == 0
    assert outcome.err == ""
    assert steps == ["check", "describe", "human", "score", "compare", "report"]
    page = Path(outcome.out.splitlines()[-1].removeprefix("Open the page: "))
    assert page.read_text("utf-8").startswith("<!doctype html>")


def test_the_demo_in_json_names_the_page_and_three_readers(run: Run, tmp_path: Path) -> None:
    printed = json.loads(run("demo", "-o", tmp_path / "page.html", "--json").out)
    assert Path(printed["page"]).is_file()
    assert [one["reader"] for one in printed["readers"]] == ["eager", "cautious", "balanced"]
