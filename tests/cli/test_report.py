import json
from collections.abc import Callable
from pathlib import Path

from tests.cli.conftest import Run

FileOf = Callable[[str], str]


def test_the_page_holds_every_reader(run: Run, dev: str, predicted: FileOf, tmp_path: Path) -> None:
    page = tmp_path / "page.html"
    outcome = run("report", dev, predicted("balanced"), predicted("eager"), "-o", page, "--title", "Two readers")
    text = page.read_text("utf-8")
    assert (outcome.code, outcome.out) == (0, f"wrote {page}\n")
    assert all(words in text for words in ("balanced", "eager", "<title>Two readers"))


def test_a_benchmark_of_single_answers_has_a_page_without_a_human_line(run: Run, dev: str, tmp_path: Path) -> None:
    train = Path(dev).with_name("train.json")
    value = json.loads(train.read_text("utf-8"))
    texts = {q["id"]: "" for a in value["data"] for p in a["paragraphs"] for q in p["qas"]}
    (tmp_path / "nobody.json").write_text(json.dumps(texts), "utf-8")
    printed = json.loads(run("report", train, tmp_path / "nobody.json", "-o", tmp_path / "p.html", "--json").out)
    assert printed == {"page": str(tmp_path / "p.html"), "readers": ["nobody"], "explained_questions": {}}


def test_a_page_that_cannot_be_written_leaves_nothing(run: Run, dev: str, predicted: FileOf, tmp_path: Path) -> None:
    outcome = run("report", dev, predicted("balanced"), "-o", tmp_path / "none" / "p.html")
    assert outcome.code == 2
    assert list(tmp_path.iterdir()) == []
