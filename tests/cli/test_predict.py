import json
import sys
from pathlib import Path

import pytest

import spanwise as sw
from spanwise.diagnosis.operating_point import Goal, OperatingPoint, write_operating_point
from spanwise.diagnosis.signals import signals_in
from spanwise.language.annotate import Annotator
from spanwise.readers.random_guess import RandomGuess
from spanwise.readers.sliding_window import SlidingWindow
from tests.cli.conftest import Run


@pytest.fixture
def cached(annotator: Annotator) -> tuple[str, ...]:
    """Return the options with which a command shares the tests' annotation."""
    return ("--cache", str(annotator.cache), "--processes", "1")


def test_the_file_holds_what_the_library_predicts(
    run: Run, dev: str, tmp_path: Path, annotator: Annotator, cached: tuple[str, ...]
) -> None:
    file = tmp_path / "predictions.json"
    outcome = run("predict", "sliding-window", dev, "-o", file, "--abstain", *cached)
    expected = SlidingWindow(annotator, abstain=True).predict(sw.read(dev))
    assert sw.read_predictions(file).by_id == expected.by_id
    first, second = outcome.out.splitlines()
    assert first.startswith(f"{file}: 162 questions by sliding-window, 0 abstentions, ")
    assert second == f"next: spanwise score {dev} {file}"
    assert outcome.err == ""


def test_the_signal_can_be_tuned_and_applied(run: Run, dev: str, tmp_path: Path, cached: tuple[str, ...]) -> None:
    file, point, again = tmp_path / "p.jsonl", tmp_path / "point.json", tmp_path / "again.jsonl"
    run("predict", "sliding-window", dev, "-o", file, "--abstain", *cached)
    assert signals_in(sw.read_predictions(file))[0] == "null_odds"
    tuned = json.loads(run("threshold", dev, file, "-o", point, "--cross-fit", "0", "--json").out)
    at_point = json.loads(run("score", dev, file, "--operating-point", point, "--json").out)["readers"][0]
    outcome = run("predict", "sliding-window", dev, "-o", again, "--operating-point", point, "--json", *cached)
    printed = json.loads(outcome.out)
    scored = json.loads(run("score", dev, again, "--json").out)["readers"][0]
    assert tuned["point"]["signal"] == "null_odds"
    assert 0 < printed["abstentions"] == sum(p.abstains for p in sw.read_predictions(again).by_id.values())
    assert scored["f1"]["value"] == at_point["f1"]["value"]


def test_the_texts_stay_whatever_the_signal_and_without_it_there_is_none(
    run: Run, dev: str, tmp_path: Path, cached: tuple[str, ...]
) -> None:
    plain, signalled = tmp_path / "plain.jsonl", tmp_path / "signalled.jsonl"
    run("predict", "random-guess", dev, "-o", plain, "--seed", "5", *cached)
    run("predict", "random-guess", dev, "-o", signalled, "--seed", "5", "--abstain", *cached)
    one, two = (sw.read_predictions(file).by_id for file in (plain, signalled))
    assert {i: p.text for i, p in one.items()} == {i: p.text for i, p in two.items()}
    assert {p.null_odds for p in one.values()} == {None}
    assert None not in {p.null_odds for p in two.values()}


@pytest.mark.parametrize("format", ["map", "objects", "rows", "csv", "nbest"])
def test_every_format_is_read_back_with_the_same_texts(run: Run, dev: str, tmp_path: Path, format: str) -> None:
    file = tmp_path / f"predictions.{ {'rows': 'jsonl', 'csv': 'csv'}.get(format, 'json') }"
    assert run("predict", "first-sentence", dev, "-o", file, "--format", format).code == 0
    loaded = sw.load_predictions(file)
    texts = {i: p.text for i, p in sw.reader_named("first-sentence").predict(sw.read(dev)).by_id.items()}
    assert (loaded.format, loaded.findings) == (format, ())
    assert {i: p.text for i, p in loaded.predictions.by_id.items()} == texts


@pytest.mark.parametrize(
    ("name", "format"), [("p.json", "objects"), ("p.json.gz", "objects"), ("p.csv", "csv"), ("p.jsonl", "rows")]
)
def test_the_format_is_the_one_that_the_name_promises(
    run: Run, dev: str, tmp_path: Path, name: str, format: str
) -> None:
    run("predict", "always-abstain", dev, "-o", tmp_path / name)
    loaded = sw.load_predictions(tmp_path / name)
    assert (loaded.format, loaded.findings) == (format, ())


@pytest.mark.parametrize("reader", ["first-sentence", "always-abstain"])
def test_readers_that_annotate_nothing_need_no_spacy(
    run: Run, dev: str, monkeypatch: pytest.MonkeyPatch, reader: str
) -> None:
    monkeypatch.setitem(sys.modules, "spacy", None)
    outcome = run("predict", reader, dev)
    assert (outcome.code, len(outcome.out.splitlines()), outcome.err) == (0, 162, "")


def test_candidates_are_chosen_by_name_for_those_that_choose(
    run: Run, dev: str, tmp_path: Path, annotator: Annotator, cached: tuple[str, ...]
) -> None:
    file = tmp_path / "p.jsonl"
    run("predict", "random-guess", dev, "-o", file, "--candidates", "noun-phrases", *cached)
    expected = RandomGuess(annotator, candidates="noun-phrases").predict(sw.read(dev))
    assert sw.read_predictions(file).by_id == expected.by_id
    outcome = run("predict", "first-sentence", dev, "--candidates", "phrases")
    assert (outcome.code, outcome.out) == (2, "")
    assert outcome.err == "spanwise: the reader 'first-sentence' has no choice of candidates; leave it out\n"


def test_json_says_what_was_done(run: Run, dev: str, tmp_path: Path) -> None:
    file = tmp_path / "p.json"
    printed = json.loads(run("predict", "always-abstain", dev, "-o", file, "--json", "--format", "map").out)
    assert printed.pop("seconds") >= 0
    assert printed == {
        "output": str(file),
        "format": "map",
        "reader": "always-abstain",
        "dataset": sw.read(dev).fingerprint,
        "questions": 162,
        "abstentions": 162,
        "seed": 0,
    }


def test_an_unknown_reader_is_refused_before_anything_is_read_and_leaves_no_file(run: Run, tmp_path: Path) -> None:
    file = tmp_path / "p.json"
    outcome = run("predict", "bidaf", tmp_path / "no-such.json", "-o", file)
    assert outcome.code == 2
    assert outcome.err.startswith("spanwise: there is no reader 'bidaf', and no folder with a model of that name")
    assert not file.exists()


def test_an_operating_point_of_another_signal_is_refused(run: Run, dev: str, tmp_path: Path) -> None:
    point = tmp_path / "point.json"
    write_operating_point(OperatingPoint(signal="na_prob", threshold=0.5, goal=Goal(), value=0.5), point)
    outcome = run("predict", "first-sentence", dev, "-o", tmp_path / "p.json", "--operating-point", point)
    assert outcome.code == 2
    assert "do not carry the no-answer probability (na_prob)" in outcome.err


def test_a_reader_of_ones_own_predicts_too(run: Run, dev: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    (tmp_path / "my_floor.py").write_text(
        "from spanwise.readers.always_abstain import AlwaysAbstain\nfloor = AlwaysAbstain()\nnothing = 3\n", "utf-8"
    )
    monkeypatch.chdir(tmp_path)
    monkeypatch.setattr(sys, "path", [str(tmp_path), *sys.path])
    assert len(run("predict", "my_floor:floor", dev).out.splitlines()) == 162
    assert "my_floor:nothing is no reader" in run("predict", "my_floor:nothing", dev).err


def test_a_pipeline_that_is_not_there_is_told_in_a_sentence(run: Run, dev: str, tmp_path: Path) -> None:
    file = tmp_path / "p.jsonl"
    outcome = run("predict", "sliding-window", dev, "-o", file, "--pipeline", "xx_none_sm", "--no-cache")
    assert (outcome.code, file.exists()) == (2, False)
    assert outcome.err.startswith("spanwise: ")
    assert "xx_none_sm" in outcome.err
    assert len(outcome.err.splitlines()) == 1
