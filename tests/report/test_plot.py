import builtins
import re
from pathlib import Path
from typing import Any
from xml.etree import ElementTree as ET

import pytest

from spanwise.errors import MissingExtraError, OptionError
from spanwise.report.page_input import PageInput
from spanwise.report.plot import FIGURES, plot, write_plot


@pytest.mark.parametrize("figure", list(FIGURES))
def test_every_figure_is_an_svg_that_names_the_readers(sample_page: PageInput, tmp_path: Path, figure: str) -> None:
    pytest.importorskip("vl_convert", reason="install the extra plot")
    target = tmp_path / "figure.svg"
    write_plot(sample_page, figure, target)
    text = target.read_text("utf-8")
    assert ET.fromstring(text).tag == "{http://www.w3.org/2000/svg}svg"
    for scores in sample_page.scores:
        assert f">{scores.reader}<" in text
    assert re.findall(r"\bNaN\b", text) == []


def test_a_png_is_a_png(sample_page: PageInput, tmp_path: Path) -> None:
    pytest.importorskip("vl_convert", reason="install the extra plot")
    write_plot(sample_page, "scores", tmp_path / "figure.png")
    assert (tmp_path / "figure.png").read_bytes().startswith(b"\x89PNG\r\n\x1a\n")


def test_the_numbers_drawn_are_those_of_the_scores(sample_page: PageInput) -> None:
    pytest.importorskip("altair", reason="install the extra plot")
    spec: dict[str, Any] = plot(sample_page, "scores").to_dict()
    rows = next(iter(spec["datasets"].values())) if "datasets" in spec else spec["data"]["values"]
    drawn = {(row["reader"], row["score"]): (row["value"], row["low"], row["high"]) for row in rows}
    for scores in sample_page.scores:
        f1 = scores.f1
        assert f1.value is not None
        assert f1.low is not None
        assert f1.high is not None
        assert drawn[scores.reader, "F1"] == pytest.approx((100 * f1.value, 100 * f1.low, 100 * f1.high))


def test_what_cannot_be_drawn_is_said(odd_page: PageInput, tmp_path: Path) -> None:
    with pytest.raises(OptionError, match=r"there is no figure 'pie'; there are scores, mistakes"):
        plot(odd_page, "pie")
    with pytest.raises(OptionError, match="there is nothing to draw: risk against coverage"):
        plot(odd_page, "risk-coverage")
    with pytest.raises(OptionError, match=r"a figure is written as \.svg or \.png"):
        write_plot(odd_page, "scores", tmp_path / "figure.pdf")


def test_a_missing_library_is_a_sentence(sample_page: PageInput, monkeypatch: pytest.MonkeyPatch) -> None:
    real = builtins.__import__

    def without(name: str, *rest: Any, **more: Any) -> Any:
        if name == "altair":
            raise ImportError(name)
        return real(name, *rest, **more)

    monkeypatch.setattr(builtins, "__import__", without)
    with pytest.raises(MissingExtraError, match=r'pip install "spanwise\[plot\]"'):
        plot(sample_page, "scores")
