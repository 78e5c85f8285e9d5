from pathlib import Path
from xml.etree import ElementTree as ET

import pytest

from spanwise.diagnosis.ceiling import Ceiling, CeilingPoint, CeilingRow
from spanwise.report.ceiling_chart import ceiling_chart, write_ceiling_chart
from spanwise.stats.estimate import mean_estimate

ANY, FIRST = mean_estimate([1, 1, 0, 1], [0, 0, 1, 2]), mean_estimate([1, 0, 0, 1], [0, 0, 1, 2])
FOUND = Ceiling(
    benchmark="dev",
    fingerprint="f",
    pipeline="p",
    questions=4,
    sentences=2,
    rows=(CeilingRow("default", 80, 40.0, 80.0, ANY, FIRST),),
    curve=(CeilingPoint(20, -1.5, 0.5, 0.25), CeilingPoint(30, -2.5, 0.75, 0.5)),
)


def test_the_chart_holds_the_curves_and_the_rules_in_percent() -> None:
    pytest.importorskip("altair", reason="install the extra plot")
    drawn = str(ceiling_chart(FOUND).to_dict())
    assert "{'across': 20, 'value': 50.0, 'answers': 'any answer'}" in drawn
    assert "{'across': 40.0, 'value': 50.0, 'answers': 'first answer', 'rule': 'default'}" in drawn


def test_the_figure_names_the_rules_and_the_paper(tmp_path: Path) -> None:
    pytest.importorskip("vl_convert", reason="install the extra plot")
    pytest.importorskip("altair", reason="install the extra plot")
    write_ceiling_chart(FOUND, tmp_path / "curve.svg")
    texts = "".join(ET.fromstring((tmp_path / "curve.svg").read_text(encoding="utf-8")).itertext())
    assert "default" in texts
    assert "SQuAD 2016: 77.3" in texts
