import json
from collections.abc import Callable
from pathlib import Path

from tests.cli.conftest import Run

FileOf = Callable[[str], str]


def test_the_table_adds_up_in_print_and_in_json(run: Run, dev: str, predicted: FileOf) -> None:
    found = json.loads(run("abstention", dev, predicted("eager"), predicted("cautious"), "--json").out)
    for one in found["readers"]:
        for table in (one["reader"], *one["baselines"]):
            assert sum(row["count"] for row in table["rows"].values()) == table["total"]
    printed = run("abstention", dev, predicted("eager"), predicted("cautious"))
    assert printed.code == 0
    for words in ("answered the unanswerable", "always answer", "always abstain", "false answers", "articles"):
        assert words in printed.out


def test_a_signal_adds_its_areas_and_with_json_its_curves(
    run: Run, dev: str, predicted: FileOf, probabilities: FileOf
) -> None:
    arguments = ("abstention", dev, predicted("balanced"), "--na-probs", probabilities("balanced"))
    assert "AUROC" in run(*arguments).out
    with_curves = json.loads(run(*arguments, "--json", "--curves").out)
    assert len(with_curves["readers"][0]["curves"]["points"]) > 2
    assert "curves" not in json.loads(run(*arguments, "--json").out)["readers"][0]
    refused = run(*arguments, "--curves")
    assert refused.code == 2
    assert "give --json as well" in refused.err


def test_a_set_without_unanswerable_questions_says_that_the_rate_is_undefined(run: Run, tmp_path: Path) -> None:
    question = {"id": "q", "question": "Who?", "answers": [{"text": "Ann", "answer_start": 0}]}
    paragraph = {"context": "Ann went.", "qas": [question]}
    dataset = tmp_path / "one.json"
    dataset.write_text(json.dumps({"version": "1.1", "data": [{"title": "T", "paragraphs": [paragraph]}]}), "utf-8")
    predictions = tmp_path / "p.json"
    predictions.write_text(json.dumps({"q": "Ann"}), "utf-8")
    printed = run("abstention", str(dataset), str(predictions))
    assert printed.code == 0
    assert "false answers are undefined: the set has no unanswerable question" in printed.out
    refused = run("threshold", str(dataset), str(predictions))
    assert refused.code == 2
    assert "carry no signal to abstain by" in refused.err
