import json
from collections.abc import Callable
from pathlib import Path

import pytest

import spanwise as sw
from spanwise.diagnosis.mistakes import mistakes
from spanwise.diagnosis.plausible import plausible
from spanwise.diagnosis.question_facts import question_facts
from spanwise.diagnosis.reading_list import reading_list
from spanwise.diagnosis.slices import slices
from spanwise.report.diagnosis_plain import plain_mistakes, plain_plausible, plain_reading_list, plain_slices
from tests.cli.conftest import Run

FileOf = Callable[[str], str]


@pytest.fixture
def topics(tmp_path: Path, dev: str) -> Path:
    """Return a file that gives every question but the last a topic."""
    ids = sw.read(dev).question_ids[:-1]
    file = tmp_path / "topics.csv"
    file.write_text("id,topic\n" + "".join(f"{i},{'[sea]' if n % 3 else 'land'}\n" for n, i in enumerate(ids)), "utf-8")
    return file


def test_the_json_says_what_the_library_says(run: Run, dev: str, predicted: FileOf) -> None:
    printed = json.loads(run("diagnose", dev, predicted("balanced"), predicted("eager"), "--read", "3", "--json").out)
    dataset = sw.read(dev)
    facts = question_facts(dataset)
    read = [sw.read_predictions(predicted(name)) for name in ("balanced", "eager")]
    scores = [sw.score(dataset, predictions) for predictions in read]
    expected = [
        plain_mistakes(mistakes(dataset, predictions, own))
        | {"metric": "f1", "slices": plain_slices(slices(own, facts))}
        | {"plausible": plain_plausible(plausible(dataset, predictions, own)), "signature": str(own.signature)}
        for predictions, own in zip(read, scores, strict=True)
    ]
    assert printed["readers"] == json.loads(json.dumps(expected))
    assert printed["pairs"] == json.loads(
        json.dumps([plain_reading_list(reading_list(scores[0], scores[1], facts, most=3))])
    )


def test_the_classes_that_are_printed_add_up_and_the_lines_fit(run: Run, dev: str, predicted: FileOf) -> None:
    outcome = run("diagnose", dev, predicted("balanced"))
    assert outcome.code == 0
    table = outcome.out.split("F1 by slice")[0].splitlines()
    counts = {line.rsplit(None, 1)[0].strip(): line.rsplit(None, 1)[1] for line in table if line.strip()[-1:].isdigit()}
    whole = int(counts.pop("all"))
    assert sum(map(int, counts.values())) == whole == 162
    assert max(len(line) for line in outcome.out.splitlines() if "|" not in line) <= 100


def test_the_surest_slice_comes_first_and_is_called_worse(run: Run, dev: str, predicted: FileOf) -> None:
    table = run("diagnose", dev, predicted("eager")).out.split("F1 by slice")[1].split("\nworse: than")[0]
    rows = [line.strip() for line in table.splitlines() if ": " in line]
    assert rows[0].startswith("answerable:")
    assert [row.endswith("worse") for row in rows] == [True] + [False] * (len(rows) - 1)


def test_one_column_is_printed_whole_and_in_its_own_order(run: Run, dev: str, predicted: FileOf) -> None:
    out = run("diagnose", dev, predicted("balanced"), "--slice", "answer_length", "--metric", "em").out
    places = [out.index(f"answer_length: {value}") for value in ("1 ", "2 ", "3-4", "5-8")]
    assert places == sorted(places)
    assert "balanced: EM by slice" in out
    assert "question_word" not in out


def test_columns_of_the_users_own_are_sliced_by(run: Run, dev: str, predicted: FileOf, topics: Path) -> None:
    arguments = ("diagnose", dev, predicted("balanced"), "--column", topics, "--slice", "topic")
    refused = run(*arguments)
    assert refused.code == 2
    assert "1 question has no 'topic'" in refused.err
    out = run(*arguments, "--column-gaps", "unknown").out
    assert "topic: [sea]" in out
    assert "topic: unknown" in out


def test_two_readers_are_set_side_by_side_and_three_are_not(run: Run, dev: str, predicted: FileOf) -> None:
    two = run("diagnose", dev, predicted("balanced"), predicted("eager"), "--read", "2").out
    assert "balanced against eager by F1" in two
    assert len(two.split("read first")[1].split("rules:")[0].strip().splitlines()) == 4
    three = run("diagnose", dev, *map(predicted, ("balanced", "eager", "cautious")))
    assert "against eager" not in three.out


def test_a_set_without_unanswerable_questions_says_what_is_undefined(run: Run, tmp_path: Path) -> None:
    paragraphs = [
        {
            "context": "The red kite flew over the harbour.",
            "qas": [{"id": f"q{place}", "question": "What?", "answers": [{"text": "red kite", "answer_start": 4}]}],
        }
        for place in range(2)
    ]
    dataset, said = tmp_path / "dev.json", tmp_path / "r.json"
    dataset.write_text(json.dumps({"version": "1.1", "data": [{"title": "K", "paragraphs": paragraphs}]}), "utf-8")
    said.write_text(json.dumps({"q0": "kite", "q1": "red kite"}), "utf-8")
    outcome = run("diagnose", dataset, said)
    assert outcome.code == 0
    assert "plausible answers: undefined, because no unanswerable question" in outcome.out
    assert "no question has a value for: overlap, category, plausible" in outcome.out
    printed = json.loads(run("diagnose", dataset, said, "--json").out)["readers"][0]
    empty = next(s for s in printed["slices"] if s["value"] == "unanswerable")
    assert (empty["n"], empty["score"]["value"], empty["p_value"]) == (0, None, None)
    assert empty["score"]["reason"] == "no question has this answerable"


def test_an_unknown_column_is_refused_with_those_there_are(run: Run, dev: str, predicted: FileOf) -> None:
    outcome = run("diagnose", dev, predicted("balanced"), "--slice", "colour")
    assert outcome.code == 2
    assert "there are answerable, question_word" in outcome.err
