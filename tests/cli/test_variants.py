import json
from pathlib import Path
from typing import Any

import pytest

import spanwise as sw
from spanwise.diagnosis.contrast_sets import consistency
from spanwise.diagnosis.variant_groups import variant_report
from spanwise.report.robustness_plain import plain_consistency, plain_variants
from tests.cli.conftest import Run


def write_json(file: Path, value: Any) -> Path:
    file.write_text(json.dumps(value), "utf-8")
    return file


def benchmark(folder: Path, *ids: str) -> Path:
    qas = {
        identity: {"id": identity, "question": f"What is {identity}?", "answers": [{"text": "red kite"}]}
        for identity in ids
    }
    paragraphs = [
        {"context": "It is a red kite." + (" Not a fox." if "-" in identity else ""), "qas": [question]}
        for identity, question in qas.items()
    ]
    return write_json(folder / "birds.json", {"version": "1.1", "data": [{"title": "T", "paragraphs": paragraphs}]})


@pytest.fixture
def birds(tmp_path: Path) -> Path:
    return benchmark(tmp_path, "q1", "q1-a", "q2", "q2-a", "q3")


@pytest.fixture
def answers(tmp_path: Path) -> Path:
    said = {"q1": "red kite", "q1-a": "fox", "q2": "red kite", "q2-a": "red kite", "q3": "kite"}
    return write_json(tmp_path / "reader.json", said)


def test_the_json_says_what_the_library_says(run: Run, birds: Path, answers: Path) -> None:
    printed = json.loads(run("variants", birds, answers, "--json").out)
    data, said = sw.read(birds), sw.read_predictions(answers)
    scores = sw.score(data, said)
    assert printed["readers"] == json.loads(json.dumps([plain_variants(variant_report(data, said, scores))]))
    assert printed["contrast_sets"] == json.loads(json.dumps([plain_consistency(consistency(data, scores))]))
    assert printed["signatures"] == {"reader": str(scores.signature)}
    assert printed["readers"][0]["flip_rate"]["value"] == 50.0
    assert printed["readers"][0]["where"]["added"] == 1


def test_the_tables_show_drop_flips_and_where_they_went(run: Run, birds: Path, answers: Path) -> None:
    out = run("variants", birds, answers).out
    assert "3 questions with 2 variants" in out
    assert "+33.33" in out  # of three questions one is lost in exact match
    assert "q1-a: 'What is q1-a?': 'red kite', then 'fox' (added)" in out
    assert "1 questions have no variant" in out
    assert 'ids up to the first "-"' in out
    assert "What is q1-a?" not in run("variants", birds, answers, "--examples", "0").out


def test_several_readers_are_several_rows(run: Run, birds: Path, answers: Path, tmp_path: Path) -> None:
    other = write_json(tmp_path / "other.json", {"q1": "red kite"})
    out = run("variants", birds, answers, other).out
    rows = [line.split() for line in out.splitlines() if line.strip().startswith("other ")]
    # In this order: exact match, flips, places (added, missing, share added).
    assert [row[1:] for row in rows] == [
        ["EM", "33.33", "0.00", "+33.33", "20.00"],
        ["1", "1", "100.00", "0", "0.00"],
        ["0", "1", "0.00"],
    ]
    assert "nothing (missing)" in out


def test_a_pattern_tells_other_ids(run: Run, tmp_path: Path) -> None:
    file = benchmark(tmp_path, "a_0", "a_0_1")
    said = write_json(tmp_path / "reader.json", {"a_0": "red kite", "a_0_1": "red kite"})
    assert run("variants", file, said).code == 2
    outcome = run("variants", file, said, "--pattern", r"(a_0)_\d+")
    assert outcome.code == 0
    assert "1 questions with 1 variants" in outcome.out
    assert run("variants", file, said, "--pattern", "(").code == 2


@pytest.mark.parametrize(
    ("ids", "said"), [(("q1", "q2"), "holds no variants of questions"), (("q1-a", "q2-a"), "no original")]
)
def test_no_variants_is_an_error_and_no_original_a_reason(
    ids: tuple[str, ...], said: str, run: Run, tmp_path: Path
) -> None:
    file = benchmark(tmp_path, *ids)
    answers = write_json(tmp_path / "reader.json", dict.fromkeys(ids, "red kite"))
    outcome = run("variants", file, answers)
    assert outcome.code == (2 if "-" not in ids[0] else 0)
    assert said in outcome.err + outcome.out
