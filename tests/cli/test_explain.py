"""Why a trained reader answers as it does, at the command line."""

import json
from pathlib import Path

import pytest

from tests.cli.conftest import Run

TEXT = "The mill stands at Oster. Anna Berg built it in 1871, and her son sold it."


@pytest.fixture
def text(tmp_path: Path) -> Path:
    """Return a file with a text."""
    path = tmp_path / "mill.txt"
    path.write_text(TEXT, "utf-8")
    return path


def test_groups_of_features_add_up_to_the_score(run: Run, model: str, text: Path) -> None:
    printed = json.loads(run("explain", model, "--context", text, "--question", "Who built the mill?", "--json").out)
    assert printed["answers"] == []
    for candidate in printed["candidates"]:
        assert sum(candidate["by_group"].values()) == pytest.approx(candidate["score"], abs=1e-4)
        assert TEXT[candidate["span"]["start"] : candidate["span"]["end"]] == candidate["text"]


def test_a_question_of_a_benchmark_is_held_against_its_right_answer(run: Run, model: str, dev: str) -> None:
    outcome = run("explain", model, "--dataset", dev, "--id", "eels-2-3")
    assert outcome.code == 0
    assert "What makes it possible for eels to travel over land?" in outcome.out
    assert "before 'absorb oxygen through its skin'" in outcome.out
    assert "No answer: log-odds" in outcome.out
    # A terminal folds lines by itself; tables must fit.
    lines = [line for line in outcome.out.splitlines() if not line.startswith(("right: ", "What puts "))]
    assert max(map(len, lines)) <= 80


def test_a_candidate_can_be_named(run: Run, model: str, text: Path) -> None:
    arguments = ("explain", model, "--context", text, "--question", "Who built the mill?", "--against")
    assert "before 'Oster'" in run(*arguments, "Oster").out or "'Oster'" in run(*arguments, "Oster").out
    refused = run(*arguments, "Paris")
    assert refused.code == 2
    assert "no candidate of the context is 'Paris'" in refused.err


@pytest.mark.parametrize(
    ("arguments", "said"),
    [
        ((), "name one question"),
        (("--id", "x"), "name one question"),
        (("--context", "a", "--question", "b", "--dataset", "c", "--id", "d"), "name one question"),
    ],
)
def test_exactly_one_question_must_be_named(run: Run, model: str, arguments: tuple[str, ...], said: str) -> None:
    outcome = run("explain", model, *arguments)
    assert outcome.code == 2
    assert said in outcome.err


def test_an_unknown_id_is_named(run: Run, model: str, dev: str) -> None:
    outcome = run("explain", model, "--dataset", dev, "--id", "nowhere")
    assert outcome.code == 2
    assert "there is no question 'nowhere'" in outcome.err
