import json
from pathlib import Path

import spanwise as sw
from tests.cli.conftest import Run


def test_parts_hold_every_article_once(run: Run, dev: str, tmp_path: Path) -> None:
    printed = json.loads(run("split", dev, "-o", tmp_path, "--json").out)
    titles = [article.title for part in printed["parts"] for article in sw.read(part["file"]).articles]
    assert sorted(titles) == sorted(article.title for article in sw.read(dev).articles)
    assert [Path(part["file"]).name for part in printed["parts"]] == ["train.json", "dev.json", "test.json"]


def test_a_seed_gives_the_same_parts(run: Run, dev: str, tmp_path: Path) -> None:
    for folder in ("a", "b"):
        run("split", dev, "-o", tmp_path / folder, "--seed", "7", "--shares", "1/1", "--names", "x,y")
    assert (tmp_path / "a" / "x.json").read_bytes() == (tmp_path / "b" / "x.json").read_bytes()


def test_shares_and_names_must_agree(run: Run, dev: str, tmp_path: Path) -> None:
    outcome = run("split", dev, "-o", tmp_path, "--shares", "50/50")
    assert outcome.code == 2
    assert "2 shares and 3 names" in outcome.err


def test_shares_that_are_no_numbers_are_refused(run: Run, dev: str) -> None:
    for shares in ("80:20", "0/0/0"):
        outcome = run("split", dev, "--shares", shares)
        assert outcome.code == 2
        assert "80/10/10" in outcome.err


def test_a_file_of_one_article_is_split_by_paragraph(run: Run, dev: str, tmp_path: Path) -> None:
    run("sample", dev, "1", "--by", "article", "-o", tmp_path / "one.json")
    refused = run("split", tmp_path / "one.json", "-o", tmp_path)
    assert refused.code == 2
    parts = json.loads(run("split", tmp_path / "one.json", "-o", tmp_path, "--by", "paragraph", "--json").out)["parts"]
    assert [part["questions"] for part in parts] == [6, 6, 6]
