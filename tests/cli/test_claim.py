import json
from collections.abc import Callable
from pathlib import Path

import pytest

import spanwise as sw
from spanwise.diagnosis.claims import HumanFigures, claim, figures
from spanwise.diagnosis.measured_claim import claim_against, claim_on
from spanwise.report.claim_text import plain_claim
from tests.cli.conftest import Run

FileOf = Callable[[str], str]

IN_2018 = (
    *("--system", "r-net+ ensemble", "82.650", "88.493"),
    *("--system", "SLQA+ ensemble", "82.440", "88.607"),
    *("--human", "82.304", "91.221", "--protocol", "one", "--benchmark", "SQuAD 1.1 test"),
)


def words(text: str) -> str:
    return " ".join(text.split())


def test_the_2018_claim_does_not_hold_and_says_why(run: Run) -> None:
    out = words(run("claim", *IN_2018).out)
    assert "r-net+ ensemble is past the human EM by 0.346 points and short of the human F1 by 2.7 points." in out
    assert "SLQA+ ensemble is past the human EM by 0.136 points and short of the human F1 by 2.6 points." in out
    assert "The human line is one person's answers" in out
    assert out.count("It does not hold that") == 2


def test_the_json_of_figures_is_the_librarys(run: Run) -> None:
    more = ("--more", "a", "worst-f1", "40", "--more", "human", "worst-f1", "79.5", "--answers", "3.3", "--n", "1000")
    printed = json.loads(run("claim", "--system", "a", "90", "95", "--human", "82", "91", *more, "--json").out)
    values = {"EM": 0.9, "F1": 0.95, "worst-case F1": 0.4}
    people = {"EM": 0.82, "F1": 0.91, "worst-case F1": 0.795}
    human = HumanFigures(figures("people", people, n=1000), "unknown", 3.3)  # type: ignore[arg-type]
    made = claim([figures("a", values, n=1000)], human)  # type: ignore[arg-type]
    assert printed == json.loads(json.dumps(plain_claim(made)))


def test_files_are_set_against_the_people_of_the_dataset(run: Run, dev: str, predicted: FileOf) -> None:
    printed = json.loads(run("claim", dev, predicted("balanced"), predicted("eager"), "--json").out)
    readers = [sw.read_predictions(predicted(reader)) for reader in ("balanced", "eager")]
    assert printed == json.loads(json.dumps(plain_claim(claim_on(sw.read(dev), readers))))


def test_files_are_set_against_a_line_of_figures(run: Run, dev: str, predicted: FileOf) -> None:
    line = ("--human", "86.9", "89.5", "--protocol", "vote", "--answers", "4.8")
    printed = json.loads(run("claim", dev, predicted("balanced"), *line, "--json").out)
    human = HumanFigures(figures("people", {"EM": 86.9 / 100, "F1": 89.5 / 100}), "vote", 4.8)
    scores = sw.score(sw.read(dev), sw.read_predictions(predicted("balanced")))
    assert printed == json.loads(json.dumps(plain_claim(claim_against([scores], human))))


def test_answers_under_attack_are_told_by_the_worst_variant(
    run: Run, dev: str, predicted: FileOf, tmp_path: Path
) -> None:
    question = {"id": "q1", "question": "?", "answers": [{"text": "kite", "answer_start": 0}]}
    attacked = {"version": "1.1", "data": [{"title": "T", "paragraphs": [{"context": "kite or hawk", "qas": []}]}]}
    attacked["data"][0]["paragraphs"][0]["qas"] = [question, question | {"id": "q1-turk0"}]  # type: ignore[index]
    variants, said = tmp_path / "variants.json", tmp_path / "said.json"
    variants.write_text(json.dumps(attacked), "utf-8")
    said.write_text(json.dumps({"q1": "kite", "q1-turk0": "hawk"}), "utf-8")
    arguments = ("claim", dev, predicted("balanced"), "--human", "80", "90", "--more", "human", "worst-f1", "79.5")
    margins = json.loads(run(*arguments, "--attack", variants, said, "--json").out)["systems"][0]["margins"]
    assert margins[-1]["measure"] == "worst-case F1"
    assert margins[-1]["margin"]["value"] == pytest.approx(-79.5)


@pytest.mark.parametrize(
    ("arguments", "message"),
    [
        (("--system", "a", "1", "2"), "a claim needs --system NAME EM F1 and --human EM F1"),
        ((*IN_2018, "--more", "b", "no-ans", "1"), "there is no 'b'; there is human, r-net+ ensemble, SLQA+ ensemble"),
        ((*IN_2018, "--more", "human", "x", "1"), "there is no measure 'x'; there is has-ans-em"),
        ((*IN_2018, "--more", "human", "no-ans", "x"), "'x' is no number; a percentage would do"),
        (("--system", "a", "x", "2", "--human", "1", "2"), "--system a: 'x' is no number"),
        (("--system", "a", "101", "2", "--human", "1", "2"), "EM of 'a' is 101 percent; 0 to 100 would do"),
        ((*IN_2018, "--attack", "a", "b"), "--attack goes with predictions"),
    ],
)
def test_calls_that_mean_nothing_are_one_sentence(run: Run, arguments: tuple[str, ...], message: str) -> None:
    outcome = run("claim", *arguments)
    assert (outcome.code, outcome.out) == (2, "")
    assert message in outcome.err
    assert outcome.err.count("\n") == 1


def test_files_and_figures_do_not_go_together(run: Run, dev: str, predicted: FileOf) -> None:
    outcome = run("claim", dev, predicted("eager"), *IN_2018)
    assert outcome.code == 2
    assert "either predictions on a dataset, or --system figures alone" in outcome.err
    assert "need a human line" in run("claim", dev, predicted("eager"), "--attack", "a", "b").err
    line = ("--human", "80", "90", "--attack", "a", "b", "--attack", "a", "b")
    assert "--attack names 2 files for 1 readers" in run("claim", dev, predicted("eager"), *line).err
