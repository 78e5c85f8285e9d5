"""Columns of language on the command line: asked for by name or all, and refused in one sentence without spaCy."""

import importlib.metadata
import json
from collections.abc import Callable
from pathlib import Path

import pytest

import spanwise as sw
from spanwise.diagnosis.language_facts import LANGUAGE_COLUMNS, with_language
from spanwise.diagnosis.question_facts import question_facts
from spanwise.diagnosis.slices import slices
from spanwise.language.annotate import Annotator
from spanwise.report.diagnosis_plain import plain_slices
from tests.cli.conftest import Run

FileOf = Callable[[str], str]


@pytest.fixture
def cached(annotator: Annotator) -> list[str]:
    """Return the options that find what other tests annotated."""
    return ["--cache", str(annotator.cache), "--processes", "1"]


def test_a_column_of_language_is_one_like_the_others(
    run: Run, dev: str, predicted: FileOf, cached: list[str], annotator: Annotator
) -> None:
    printed = json.loads(run("diagnose", dev, predicted("eager"), "--slice", "answer_type", "--json", *cached).out)
    dataset = sw.read(dev)
    scores = sw.score(dataset, sw.read_predictions(predicted("eager")))
    facts = with_language(question_facts(dataset), dataset, annotator).only(["answer_type"])
    assert printed["readers"][0]["slices"] == json.loads(json.dumps(plain_slices(slices(scores, facts))))


def test_language_asks_for_all_of_them(run: Run, dev: str, predicted: FileOf, cached: list[str]) -> None:
    printed = json.loads(run("diagnose", dev, predicted("eager"), "--language", "--json", *cached).out)
    assert {one["column"] for one in printed["readers"][0]["slices"]} > set(LANGUAGE_COLUMNS)
    assert all(name in run("diagnose", "--help").out for name in LANGUAGE_COLUMNS)


def test_the_report_shows_them(run: Run, dev: str, predicted: FileOf, cached: list[str], tmp_path: Path) -> None:
    page = tmp_path / "page.html"
    assert run("report", dev, predicted("eager"), "-o", page, "--language", *cached).code == 0
    assert "syntactic divergence" in page.read_text("utf-8")
    assert run("report", dev, predicted("eager"), "-o", page).code == 0
    assert "syntactic divergence" not in page.read_text("utf-8")


def test_score_by_a_column_sets_readers_side_by_side(run: Run, dev: str, predicted: FileOf, cached: list[str]) -> None:
    files = [predicted("eager"), predicted("balanced")]
    by = ["--by", "divergence", "--by", "answerable"]
    out = run("score", dev, *files, *by, *cached).out
    assert "F1 by syntactic divergence, percent" in out
    assert max(map(len, out.splitlines()[:10])) <= 80
    printed = json.loads(run("score", dev, *files, *by, "--json", *cached).out)["readers"]
    own = [one for one in printed[1]["slices"] if one["value"] == "unanswerable"]
    assert f"{own[0]['score']['value']:.2f}" in out.split("F1 by answerable")[1]
    plain = json.loads(run("score", dev, *files, "--json").out)["readers"]
    assert [{k: v for k, v in one.items() if k not in ("metric", "slices")} for one in printed] == plain


def test_the_official_json_takes_no_slices(run: Run, dev: str, predicted: FileOf) -> None:
    outcome = run("score", dev, predicted("eager"), "--official", "--by", "answerable")
    assert (outcome.code, outcome.out) == (2, "")
    assert "leave out --by" in outcome.err


def test_without_spacy_one_sentence_says_what_would_do_and_all_else_works(
    run: Run, dev: str, predicted: FileOf, monkeypatch: pytest.MonkeyPatch
) -> None:
    def missing(name: str) -> str:
        raise importlib.metadata.PackageNotFoundError(name)

    monkeypatch.setattr("importlib.metadata.version", missing)
    for command in (
        ["score", dev, predicted("eager"), "--by", "answer_type"],
        ["diagnose", dev, predicted("eager"), "--slice", "divergence"],
        ["report", dev, predicted("eager"), "--language", "-o", "/nowhere/page.html"],
    ):
        outcome = run(*command)
        assert (outcome.code, outcome.out) == (2, "")
        assert outcome.err.count("\n") == 1
        assert 'pip install "spanwise[language]"' in outcome.err
    assert run("score", dev, predicted("eager"), "--by", "answerable").code == 0


def test_a_column_that_is_not_there_is_refused_with_the_list(run: Run, dev: str, predicted: FileOf) -> None:
    outcome = run("score", dev, predicted("eager"), "--by", "mood")
    assert outcome.code == 2
    assert "there is no column 'mood'" in outcome.err
