import json
from collections.abc import Callable
from pathlib import Path

import spanwise as sw
from tests.cli.conftest import Run


def shifted(dev: str, target: Path) -> Path:
    """Write the benchmark with every answer_start of its first paragraph one too high."""
    value = json.loads(Path(dev).read_text("utf-8"))
    for question in value["data"][0]["paragraphs"][0]["qas"]:
        for answer in question["answers"]:
            answer["answer_start"] += 1
    target.write_text(json.dumps(value), "utf-8")
    return target


def test_the_shipped_benchmark_passes_strictly(run: Run, dev: str) -> None:
    for part in (dev, Path(dev).with_name("train.json")):
        outcome = run("check", part, "--strict")
        assert (outcome.code, outcome.out) == (0, f"{part}: nothing found\n")


def test_the_json_lists_what_the_library_finds(run: Run, dev: str, tmp_path: Path) -> None:
    faulty = shifted(dev, tmp_path / "faulty.json")
    printed = json.loads(run("check", faulty, "--json").out)
    findings = sw.check(sw.load(faulty))
    assert [f["place"] for f in printed["files"][0]["findings"]] == [f.place for f in findings]
    assert printed["files"][0]["counts"]["answer-offset"] == sum(f.code == "answer-offset" for f in findings) > 0


def test_strict_ends_with_1_where_anything_is_found(run: Run, dev: str, tmp_path: Path) -> None:
    faulty = shifted(dev, tmp_path / "faulty.json")
    assert run("check", faulty).code == 0
    assert run("check", faulty, "--strict").code == 1


def test_repair_writes_a_benchmark_that_checks_clean_and_lists_what_it_did(run: Run, dev: str, tmp_path: Path) -> None:
    faulty = shifted(dev, tmp_path / "faulty.json")
    outcome = run("check", faulty, "--repair", tmp_path / "mended.json")
    assert "mended answer-offset" in outcome.out
    assert run("check", tmp_path / "mended.json", "--strict").code == 0
    assert sw.read(tmp_path / "mended.json").fingerprint == sw.read(dev).fingerprint


def test_predictions_are_checked_beside_the_benchmark(
    run: Run, dev: str, predicted: Callable[[str], str], tmp_path: Path
) -> None:
    texts = json.loads(Path(predicted("eager")).read_text("utf-8"))
    first, *_ = texts
    texts[first] = "words that stand nowhere in it"
    (tmp_path / "p.json").write_text(json.dumps(texts), "utf-8")
    outcome = run("check", dev, "--predictions", tmp_path / "p.json", "--strict")
    assert outcome.code == 1
    assert "prediction-no-span" in outcome.out
    assert run("check", dev, "--predictions", predicted("balanced"), "--strict").code == 0


def test_probabilities_without_one_predictions_file_are_refused(
    run: Run, dev: str, probabilities: Callable[[str], str]
) -> None:
    outcome = run("check", dev, "--na-probs", probabilities("eager"))
    assert outcome.code == 2
    assert "--predictions" in outcome.err
