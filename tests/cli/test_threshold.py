import json
from collections.abc import Callable
from pathlib import Path

import pytest

from tests.cli.conftest import Run

FileOf = Callable[[str], str]


@pytest.fixture
def balanced(dev: str, predicted: FileOf, probabilities: FileOf) -> tuple[str, ...]:
    return ("threshold", dev, predicted("balanced"), "--na-probs", probabilities("balanced"))


@pytest.mark.parametrize(
    ("options", "goal"),
    [
        ((), "f1"),
        (("--for", "em"), "em"),
        (("--max-false-answer-rate", "0.1"), "false-answers"),
        (("--for", "cost"), "cost"),
        (("--false-answer-cost", "5", "--wrong-answer-cost", "3"), "cost"),
        (("--unanswerable-share", "0.2"), "f1"),
    ],
)
def test_a_point_is_chosen_for_each_goal(
    run: Run, balanced: tuple[str, ...], options: tuple[str, ...], goal: str
) -> None:
    plain = json.loads(run(*balanced, *options, "--json").out)
    assert plain["point"]["goal"]["name"] == goal
    printed = run(*balanced, *options)
    assert printed.code == 0
    assert "abstain where na_prob >" in printed.out
    assert "optimism of tuning on this data" in printed.out
    assert "always answer" in printed.out
    assert "always abstain" in printed.out


def test_a_written_point_gives_the_tuned_score_again(
    run: Run, balanced: tuple[str, ...], tmp_path: Path, probabilities: FileOf
) -> None:
    file = tmp_path / "point.json"
    plain = json.loads(run(*balanced, "--for", "em", "-o", file, "--json").out)
    arguments = ("score", *balanced[1:], "--operating-point", str(file), "--json")
    scored = json.loads(run(*arguments).out)["readers"][0]
    assert scored["em"]["value"] == plain["here"]["em"]["value"]
    assert scored["signature"]["threshold"] == f"na_prob > {plain['point']['threshold']!r}"
    without = run("score", *balanced[1:3], "--operating-point", str(file))
    assert without.code == 2
    assert "do not carry the no-answer probability" in without.err
    assert probabilities("balanced") in balanced
    page = run("report", *balanced[1:], "--operating-point", str(file), "-o", tmp_path / "page.html")
    assert page.code == 0


def test_a_point_is_applied_to_another_benchmark_untouched_by_the_choice(
    run: Run, balanced: tuple[str, ...], dev: str, predicted: FileOf, probabilities: FileOf
) -> None:
    other = ("--apply-to", dev, "--apply-predictions", predicted("eager"), "--apply-na-probs", probabilities("eager"))
    plain = json.loads(run(*balanced, *other, "--json").out)
    direct = run(
        *("score", dev, predicted("eager"), "--na-probs", probabilities("eager"), "--json"),
        *("--na-threshold", repr(plain["point"]["threshold"])),
    )
    assert plain["elsewhere"]["f1"]["value"] == json.loads(direct.out)["readers"][0]["f1"]["value"]
    assert " on dev " in run(*balanced, *other).out
    half = run(*balanced, "--apply-to", dev)
    assert half.code == 2
    assert "go together" in half.err


@pytest.mark.parametrize(
    ("options", "said"),
    [
        (("--false-answer-cost", "-1"), "the cost false-answer is -1.0"),
        (("--for", "f1", "--false-answer-cost", "2"), "say --for cost"),
        (("--for", "false-answers"), "needs --max-false-answer-rate"),
        (("--for", "em", "--max-false-answer-rate", "0.1"), "to be chosen for em"),
        (("--max-false-answer-rate", "10"), "a fraction such as 0.05"),
        (("--cross-fit", "1"), "cannot be dealt into 1 folds"),
        (("--cross-fit", "1000"), "cannot be dealt into 1000 folds"),
        (("--unanswerable-share", "50"), "0.5 for a half"),
        (("--signal", "null_odds"), "(null_odds); choose another with --signal"),
    ],
)
def test_what_has_no_meaning_is_refused_in_a_sentence(
    run: Run, balanced: tuple[str, ...], options: tuple[str, ...], said: str
) -> None:
    refused = run(*balanced, *options)
    assert refused.code == 2
    assert said in refused.err


def test_equal_values_are_named_and_the_official_promise_is_shown_as_unattainable(
    run: Run, shared: Path, tmp_path: Path
) -> None:
    # The official script gives best_exact 79.6934 here; brute force over all thresholds finds 79.5418.
    folder = shared / "data/squad/predictions"
    probs = json.loads((folder / "v2.0-bert-single.synthetic-na-prob.json").read_bytes())
    rounded = tmp_path / "rounded.json"
    rounded.write_text(json.dumps({i: round(p, 1) for i, p in probs.items()}), "utf-8")
    dataset, file = str(shared / "data/squad/dev-v2.0.json"), str(folder / "v2.0-bert-single.json")
    printed = run("threshold", dataset, file, "--na-probs", rounded, "--for", "em")
    assert "promises 79.6934, which no threshold attains" in printed.out
    assert "best attainable is 79.5418" in printed.out
    assert "tied: na_prob: " in printed.err


def test_cross_fitting_can_be_left_out(run: Run, balanced: tuple[str, ...]) -> None:
    plain = json.loads(run(*balanced, "--cross-fit", "0", "--json").out)
    assert plain["cross_fitted"] is None
    assert plain["optimism"]["value"] is None
    assert "undefined, because cross-fitting was left out" in run(*balanced, "--cross-fit", "0").out
