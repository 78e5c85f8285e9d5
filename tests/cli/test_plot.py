from pathlib import Path

import pytest

import spanwise as sw
from tests.cli.conftest import Run

DEV = str(sw.sample_path("dev"))
EAGER = str(sw.sample_predictions_path("eager"))


def test_a_figure_is_written_where_it_is_asked_for(run: Run, tmp_path: Path) -> None:
    pytest.importorskip("vl_convert", reason="install the extra plot")
    target = tmp_path / "scores.svg"
    result = run("plot", DEV, EAGER, "--figure", "scores", "-o", str(target))
    assert result.code == 0
    assert result.out == f"wrote {target}\n"
    assert target.read_text("utf-8").startswith("<svg")


def test_another_ending_is_refused_in_one_sentence(run: Run, tmp_path: Path) -> None:
    result = run("plot", DEV, EAGER, "--figure", "scores", "-o", str(tmp_path / "scores.pdf"))
    assert result.code == 2
    assert "a figure is written as .svg or .png" in result.err
