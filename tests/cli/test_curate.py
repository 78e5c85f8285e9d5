import json
from collections.abc import Callable
from pathlib import Path

import pytest

import spanwise as sw
from spanwise.benchmarks.curate.leaks import leaks
from spanwise.data.samples import sample_export_path, sample_path
from tests.cli.conftest import Run

EXPORT = sample_export_path()


def test_a_skeleton_is_written_and_what_was_left_out_is_said(run: Run, tmp_path: Path) -> None:
    outcome = run("curate", "skeleton", EXPORT, "-o", tmp_path / "sarn")
    assert outcome.code == 0
    assert "12 articles, 38 links between them" in outcome.out
    assert "pages without a revision or its text: 1 (Lost page)" in outcome.out
    for part in ("train", "dev", "test"):
        assert run("check", tmp_path / "sarn" / f"{part}.json").code == 0


def test_json_is_the_file_of_the_account(run: Run, tmp_path: Path) -> None:
    printed = json.loads(run("curate", "skeleton", EXPORT, "-o", tmp_path / "sarn", "--keep-holes", "--json").out)
    kept = json.loads((tmp_path / "sarn" / "curation.json").read_text("utf-8"))
    assert printed == {"output": str(tmp_path / "sarn")} | kept
    assert sum(part["articles"] for part in printed["parts"]) == 12


def test_titles_come_from_a_file(run: Run, tmp_path: Path) -> None:
    (tmp_path / "titles.txt").write_text("Sarl\n\nBrack\n")
    folder = tmp_path / "two"
    outcome = run("curate", "skeleton", EXPORT, "-o", folder, "--titles", tmp_path / "titles.txt", "--shares", "100")
    assert outcome.code == 0
    assert [article.title for article in sw.read(folder / "skeleton.json").articles] == ["Brack", "Sarl"]


@pytest.mark.parametrize(
    ("options", "message"),
    [
        (("--shares", "80:20"), "80/10/10"),
        (("--shares", "80/0/20"), "gives a part nothing"),
        (("--shares", "50/50"), "does not fit 2 shares"),
        (("--shares", "50/50", "--names", "a,../b"), "plain name"),
        (("--shortest", "9000"), "no paragraph is left"),
    ],
)
def test_calls_that_make_nothing_are_refused(options: tuple[str, ...], message: str, run: Run, tmp_path: Path) -> None:
    outcome = run("curate", "skeleton", EXPORT, "-o", tmp_path / "new", *options)
    assert outcome.code == 2
    assert message in outcome.err
    assert list(tmp_path.iterdir()) == []


def test_a_broken_export_is_one_sentence_with_the_line(run: Run, tmp_path: Path) -> None:
    (tmp_path / "cut.xml").write_bytes(EXPORT.read_bytes()[:5000])
    outcome = run("curate", "skeleton", tmp_path / "cut.xml", "-o", tmp_path / "new")
    assert outcome.code == 2
    assert "cut.xml: line " in outcome.err
    assert "broken XML" in outcome.err
    assert not (tmp_path / "new").exists()


def test_the_filter_shows_each_step_with_scores(
    run: Run, dev: str, predicted: Callable[[str], str], tmp_path: Path
) -> None:
    ids = sw.read(dev).question_ids
    workers = tmp_path / "workers.csv"
    workers.write_text("id,worker\n" + "".join(f"{identity},w{i % 3}\n" for i, identity in enumerate(ids)))
    call = ("curate", "filter", dev, "--workers", workers, "--fewest", "5", "--predictions", predicted("eager"))
    output = tmp_path / "left.json"
    printed = json.loads(run(*call, "--need-unanswerable", "-o", output, "--json").out)
    before, *_, after = printed["steps"]
    assert before["contents"]["questions"] == len(ids)
    # Each question is scored once: what is left scores as the file that was written does.
    scored = json.loads(run("score", output, predicted("eager"), "--json").out)["readers"][0]
    assert after["readers"]["eager"]["f1"]["value"] == pytest.approx(scored["f1"]["value"])
    assert after["contents"]["questions"] == len(sw.read(output).question_ids)
    assert "questions of workers who wrote 5 or fewer on the article" in run(*call).out


def test_filter_without_a_filter_is_refused(run: Run, dev: str) -> None:
    outcome = run("curate", "filter", dev)
    assert outcome.code == 2
    assert "nothing to filter by" in outcome.err


def test_parts_stand_side_by_side(run: Run, dev: str) -> None:
    printed = json.loads(run("curate", "table", sample_path("train"), dev, "--json").out)
    assert printed["parts"] == ["train", "dev"]
    assert printed["rows"]["total examples"] == [
        len(sw.read(sample_path(part)).question_ids) for part in ("train", "dev")
    ]
    assert "articles with negatives" in run("curate", "table", dev).out


def test_leaks_are_those_of_the_library_and_fail_where_asked(run: Run, dev: str) -> None:
    train = sample_path("train")
    printed = json.loads(run("curate", "leaks", train, dev, dev, "--json").out)
    parts = [sw.read(train), sw.read(dev), sw.read(dev)]
    assert [len(pair["leaks"]) for pair in printed["pairs"]] == [len(report.leaks) for report in leaks(parts)]
    assert run("curate", "leaks", train, dev, "--strict").code == 0
    same = run("curate", "leaks", dev, dev, "--strict")
    assert same.code == 1
    assert "the same paragraphs" in same.out
    assert "nothing" in run("curate", "leaks", train, dev).out
