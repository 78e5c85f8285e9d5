import errno
import json
from pathlib import Path

import pytest

from spanwise.benchmarks.curate import skeleton_files
from spanwise.benchmarks.curate.skeleton import Skeleton, SkeletonSettings, skeleton
from spanwise.benchmarks.curate.skeleton_files import refuse_taken, write_skeleton
from spanwise.benchmarks.curate.source_files import document_source
from spanwise.data.formats import read
from spanwise.data.samples import sample_export_path
from spanwise.errors import DataError, FormatError, OptionError

PARTS = (("train", 0.8), ("dev", 0.1), ("test", 0.1))
SETTINGS = SkeletonSettings()


@pytest.fixture
def made() -> Skeleton:
    return skeleton(document_source(sample_export_path()), SETTINGS)


def test_the_folder_holds_parts_by_article_and_where_each_came_from(made: Skeleton, tmp_path: Path) -> None:
    folder = tmp_path / "new"
    write_skeleton(made, folder, SETTINGS, PARTS)
    parts = {name: {article.title for article in read(folder / f"{name}.json").articles} for name, _ in PARTS}
    assert [len(titles) for titles in parts.values()] == [9, 1, 1]
    lines = [json.loads(line) for line in (folder / "sources.jsonl").read_text("utf-8").splitlines()]
    assert {(line["part"], line["title"]) for line in lines} == {(p, t) for p, own in parts.items() for t in own}
    account = json.loads((folder / "curation.json").read_text("utf-8"))
    assert (account["settings"]["top"], account["pages"]) == (10_000, 12)
    assert sorted(path.name for path in tmp_path.iterdir()) == ["new"]


def test_the_same_seed_gives_the_same_bytes(made: Skeleton, tmp_path: Path) -> None:
    for name in "ab":
        write_skeleton(made, tmp_path / name, SETTINGS, PARTS)
    for path in sorted((tmp_path / "a").iterdir()):
        assert path.read_bytes() == (tmp_path / "b" / path.name).read_bytes()


def test_a_single_part_is_not_split_and_more_parts_than_articles_are_refused(made: Skeleton, tmp_path: Path) -> None:
    write_skeleton(made, tmp_path / "one", SETTINGS, [("skeleton", 1.0)])
    assert len(read(tmp_path / "one" / "skeleton.json").articles) == 11
    many = [(f"p{i}", 1 / 20) for i in range(20)]
    with pytest.raises(DataError, match=r"too few for 20 parts.*--shares 100"):
        write_skeleton(made, tmp_path / "many", SETTINGS, many)
    assert not (tmp_path / "many").exists()


def test_a_folder_that_holds_something_is_never_written_to(made: Skeleton, tmp_path: Path) -> None:
    (tmp_path / "train.json").write_text("questions of many people")
    with pytest.raises(OptionError, match="something already"):
        write_skeleton(made, tmp_path, SETTINGS, PARTS)
    with pytest.raises(OptionError, match="does not exist"):
        refuse_taken(tmp_path / "no" / "folder")
    assert (tmp_path / "train.json").read_text() == "questions of many people"


def test_a_full_disk_leaves_nothing(made: Skeleton, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    def full(*_: object) -> None:
        raise OSError(errno.ENOSPC, "No space left on device")

    monkeypatch.setattr(skeleton_files, "write_bytes", full)
    with pytest.raises(FormatError, match=r"new: cannot be written \(No space left on device\); nothing was left"):
        write_skeleton(made, tmp_path / "new", SETTINGS, PARTS)
    assert list(tmp_path.iterdir()) == []


def test_an_interruption_leaves_nothing(made: Skeleton, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    def interrupted(*_: object) -> None:
        raise KeyboardInterrupt

    monkeypatch.setattr(skeleton_files, "write_bytes", interrupted)
    with pytest.raises(KeyboardInterrupt):
        write_skeleton(made, tmp_path / "new", SETTINGS, PARTS)
    assert list(tmp_path.iterdir()) == []
