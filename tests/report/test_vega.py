from pathlib import Path

import pytest

from spanwise.errors import OptionError
from spanwise.report.vega import altair_module, require_figure_name, write_figure


@pytest.mark.parametrize("name", ["figure.pdf", "figure", "svg"])
def test_another_ending_is_refused_before_anything_is_drawn(name: str, tmp_path: Path) -> None:
    with pytest.raises(OptionError, match=r"written as \.svg or \.png"):
        require_figure_name(tmp_path / name)
    require_figure_name(tmp_path / "figure.SVG")


def test_the_ending_says_as_what_a_chart_is_written(tmp_path: Path) -> None:
    pytest.importorskip("vl_convert", reason="install the extra plot")
    alt = altair_module()
    chart = alt.Chart(alt.Data(values=[{"x": 1, "y": 2}])).mark_point().encode(x="x:Q", y="y:Q")
    for name, start in (("figure.svg", b"<svg"), ("figure.png", b"\x89PNG\r\n\x1a\n")):
        write_figure(chart, tmp_path / name)
        assert (tmp_path / name).read_bytes().startswith(start)
