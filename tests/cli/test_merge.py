import json
from pathlib import Path

import spanwise as sw
from tests.cli.conftest import Run


def test_the_articles_of_all_files_are_in_one(run: Run, dev: str, tmp_path: Path) -> None:
    train = Path(dev).with_name("train.json")
    printed = json.loads(run("merge", dev, train, "-o", tmp_path / "all.json", "--json").out)
    assert (printed["articles"], printed["questions"]) == (18, 324)
    assert len(sw.read(tmp_path / "all.json").question_ids) == 324


def test_an_id_in_two_files_is_refused_by_name(run: Run, dev: str, tmp_path: Path) -> None:
    outcome = run("merge", dev, dev, "-o", tmp_path / "all.json")
    assert outcome.code == 2
    assert sw.read(dev).question_ids[0] in outcome.err
    assert not (tmp_path / "all.json").exists()


def test_prefixes_keep_equal_ids_apart(run: Run, dev: str, tmp_path: Path) -> None:
    run("merge", dev, dev, "-o", tmp_path / "all.json", "--prefix", "a-", "--prefix", "b-")
    ids = sw.read(tmp_path / "all.json").question_ids
    first = sw.read(dev).question_ids[0]
    assert {f"a-{first}", f"b-{first}"} <= set(ids)
    assert len(set(ids)) == 324


def test_one_prefix_for_two_datasets_is_refused(run: Run, dev: str, tmp_path: Path) -> None:
    outcome = run("merge", dev, dev, "-o", tmp_path / "all.json", "--prefix", "a-")
    assert outcome.code == 2
    assert "one for each" in outcome.err
