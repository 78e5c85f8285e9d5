import json
from collections.abc import Callable

import pytest

import spanwise as sw
from spanwise.diagnosis.sample_size import sample_size
from tests.cli.conftest import Run

FileOf = Callable[[str], str]


def test_the_json_says_what_the_library_says(run: Run, dev: str, predicted: FileOf) -> None:
    arguments = ("--difference", "2", "--metric", "em", "--power", "0.9", "--questions", "10")
    printed = json.loads(run("power", dev, predicted("balanced"), predicted("eager"), *arguments, "--json").out)
    dataset = sw.read(dev)
    a, b = (sw.score(dataset, sw.read_predictions(predicted(reader))) for reader in ("balanced", "eager"))
    needed = sample_size(a, b, 0.02, metric="em", power=0.9, questions=10)
    assert printed["designs"][0] == {
        "questions_an_article": 10,
        "articles": needed.designs[0].articles,
        "questions": needed.designs[0].questions,
    }
    assert printed["pilot"]["shows"] == pytest.approx(100 * needed.pilot_shows)
    assert (printed["difference"], printed["metric"], printed["power"]) == (2, "em", 0.9)


def test_the_table_names_articles_and_what_the_pilot_shows(run: Run, dev: str, predicted: FileOf) -> None:
    outcome = run("power", dev, predicted("balanced"), predicted("eager"), "--difference", "1")
    assert outcome.code == 0
    assert "To see 1 points of F1 with probability 0.8 at level 0.95" in outcome.out
    assert "dev itself (9 articles, 162 questions) shows " in outcome.out
    assert max(map(len, outcome.out.splitlines()[:9])) <= 80


def test_a_pilot_without_differences_is_one_sentence(run: Run, dev: str, predicted: FileOf) -> None:
    outcome = run("power", dev, predicted("eager"), predicted("eager"), "--difference", "1")
    assert (outcome.code, outcome.out) == (2, "")
    assert "have the same F1 on every question of the pilot" in outcome.err
