import json
from pathlib import Path

import pytest

from spanwise.data.formats import read
from spanwise.diagnosis.ceiling import ceiling
from spanwise.language.annotate import Annotator
from spanwise.language.constituents import CANDIDATE_RULES
from spanwise.report.ceiling_plain import plain_ceiling
from tests.cli.conftest import Run


@pytest.fixture
def options(annotator: Annotator) -> tuple[str, ...]:
    return ("--cache", str(annotator.cache), "--processes", "1")


def test_the_json_says_what_the_library_says(
    run: Run, dev: str, annotator: Annotator, options: tuple[str, ...]
) -> None:
    printed = json.loads(run("ceiling", dev, "--rule", "wide", "--json", *options).out)
    expected = plain_ceiling(ceiling(read(dev), annotator, [CANDIDATE_RULES["wide"]]))
    assert printed == json.loads(json.dumps(expected))


def test_the_table_has_a_line_for_each_rule_and_the_papers_figure(
    run: Run, dev: str, options: tuple[str, ...], tmp_path: Path
) -> None:
    pytest.importorskip("vl_convert", reason="install the extra plot")
    outcome = run("ceiling", dev, "--figure", tmp_path / "curve.svg", *options)
    assert outcome.code == 0
    assert all(rule in outcome.out for rule in CANDIDATE_RULES)
    assert "77.3" in outcome.out
    assert (tmp_path / "curve.svg").stat().st_size > 1000


def test_a_figure_that_is_no_picture_is_refused_before_any_work(run: Run, dev: str) -> None:
    outcome = run("ceiling", dev, "--figure", "curve.pdf")
    assert (outcome.code, outcome.out) == (2, "")
    assert "a figure is written as .svg or .png" in outcome.err
