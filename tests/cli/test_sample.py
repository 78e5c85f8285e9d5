import json
from pathlib import Path

import spanwise as sw
from tests.cli.conftest import Run


def test_a_sample_is_as_large_as_asked_and_the_same_for_a_seed(run: Run, dev: str, tmp_path: Path) -> None:
    for name in ("a.json", "b.json"):
        assert run("sample", dev, "20", "-o", tmp_path / name, "--seed", "3").code == 0
    assert len(sw.read(tmp_path / "a.json").question_ids) == 20
    assert (tmp_path / "a.json").read_bytes() == (tmp_path / "b.json").read_bytes()


def test_whole_articles_can_be_drawn(run: Run, dev: str, tmp_path: Path) -> None:
    printed = json.loads(run("sample", dev, "2", "--by", "article", "-o", tmp_path / "a.json", "--json").out)
    assert printed["articles"] == 2
    assert printed["questions"] == 36


def test_without_a_target_the_sample_is_printed(run: Run, dev: str) -> None:
    assert json.loads(run("sample", dev, "1").out)["version"] == "v2.0"


def test_more_than_there_is_is_refused(run: Run, dev: str) -> None:
    outcome = run("sample", dev, "163")
    assert outcome.code == 2
    assert "162" in outcome.err
