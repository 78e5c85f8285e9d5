import json
from collections.abc import Callable
from pathlib import Path

import spanwise as sw
from spanwise.diagnosis.shift import shift
from spanwise.report.robustness_plain import plain_shift
from tests.cli.conftest import Run


def test_the_json_says_what_the_library_says(
    run: Run, dev: str, predicted: Callable[[str], str], tmp_path: Path
) -> None:
    first, second = sw.split(sw.read(dev), (0.5, 0.5), seed=0)
    sw.write(first, tmp_path / "one.json")
    sw.write(second, tmp_path / "two.json")
    eager = predicted("eager")
    outcome = run(
        "shift", "--on", "here", tmp_path / "one.json", eager, "--on", "there", tmp_path / "two.json", eager, "--json"
    )
    printed = json.loads(outcome.out)
    said = sw.read_predictions(eager)
    scores = [sw.score(part, said) for part in (first, second)]
    expected = json.loads(json.dumps(plain_shift(shift(scores, ["here", "there"]))))
    # The command names a reader by its file.
    assert [row | {"reader": ""} for row in printed["benchmarks"]] == [
        row | {"reader": ""} for row in expected["benchmarks"]
    ]
    assert printed["one_rule"] is True
    assert printed["signatures"]["here"] == str(scores[0].signature)


def test_the_table_holds_every_benchmark_against_the_first(run: Run, dev: str, predicted: Callable[[str], str]) -> None:
    outcome = run(
        *("shift", "--on", "a", dev, predicted("eager")),
        *("--on", "b", dev, predicted("cautious"), "--rules", "squad2"),
    )
    assert "changes from a" in outcome.out
    assert "changes question by question: b" in outcome.out
    a, b = (float(sw.score(sw.read(dev), sw.read_predictions(predicted(r))).f1) for r in ("eager", "cautious"))
    assert f"{100 * (b - a):+.2f}" in outcome.out


def test_partly_shared_questions_and_different_rules_are_said(
    run: Run, dev: str, predicted: Callable[[str], str], tmp_path: Path
) -> None:
    data = sw.read(dev)
    sw.write(sw.split(data, (0.5, 0.5), seed=0)[0], tmp_path / "half.json")
    eager = predicted("eager")
    out = run("shift", "--on", "all", dev, eager, "--on", "half", tmp_path / "half.json", eager).out
    assert "question ids are all's too, and not all" in out
    assert "changes between different questions: half" in out
    assert "…" not in out
    answerable = [
        {
            "title": a.title,
            "paragraphs": [
                {
                    "context": p.context,
                    "qas": [
                        {"id": q.id, "question": q.text, "answers": [{"text": q.answers[0].text}]}
                        for q in p.questions
                        if q.answers
                    ],
                }
                for p in a.paragraphs
            ],
        }
        for a in data.articles
    ]
    (tmp_path / "old.json").write_text(json.dumps({"version": "1.1", "data": answerable}), "utf-8")
    out = run("shift", "--on", "new", dev, eager, "--on", "old", tmp_path / "old.json", eager).out
    assert "the rules differ, and so part of the change is theirs: new: squad2, old: squad1" in out


def test_one_benchmark_is_no_shift(run: Run, dev: str, predicted: Callable[[str], str]) -> None:
    outcome = run("shift", "--on", "a", dev, predicted("eager"))
    assert outcome.code == 2
    assert "two or more benchmarks" in outcome.err
    assert run("shift", "--on", "a", dev).code == 2
