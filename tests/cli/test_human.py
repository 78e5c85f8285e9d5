import json
from collections.abc import Callable
from pathlib import Path

import spanwise as sw
from spanwise.report.plain import plain_human, plain_matched
from tests.cli.conftest import Run


def test_the_json_says_what_the_library_says(run: Run, dev: str, predicted: Callable[[str], str]) -> None:
    printed = json.loads(run("human", dev, predicted("eager"), "--json").out)
    dataset = sw.read(dev)
    predictions = sw.read_predictions(predicted("eager"))
    assert printed["human"] == json.loads(json.dumps(plain_human(sw.human_line(dataset))))
    assert printed["matched"] == json.loads(json.dumps([plain_matched(sw.matched(dataset, predictions))]))
    assert printed["by_number_of_answers"][0]["answers"] == [1, 2, 3]


def test_the_table_has_both_protocols_and_what_was_left_out(run: Run, dev: str) -> None:
    out = run("human", dev).out
    line = sw.human_line(sw.read(dev))
    assert f"{100 * float(line.second.em):.2f}" in out
    assert f"{100 * float(line.leave_one_out.f1):.2f}" in out
    assert "54 unanswerable questions left out" in out


def test_a_dataset_of_single_answers_has_no_human_line(run: Run, dev: str) -> None:
    outcome = run("human", Path(dev).with_name("train.json"))
    assert outcome.code == 2
    assert "two answers" in outcome.err
