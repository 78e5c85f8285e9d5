from pathlib import Path
from typing import Any
from xml.etree import ElementTree as ET

import pytest

from spanwise.data.formats import read
from spanwise.data.samples import sample_path
from spanwise.diagnosis.learning_curve import By, LearningCurve, learning_curve
from spanwise.diagnosis.study_runs import StudyRuns
from spanwise.errors import OptionError
from spanwise.report.learning_curve_chart import Reference, learning_curve_chart, write_learning_curve
from tests.diagnosis.toy_trainable import Toy

SQUAD_2016 = Reference("SQuAD 2016", 87_599, 0.51)


def curve_by(by: By) -> LearningCurve:
    train, dev = read(sample_path("train")), read(sample_path("dev"))
    return learning_curve(Toy, train, dev, by=by, runs=StudyRuns(reader="toy", seeds=(0, 1)))


@pytest.fixture(scope="module")
def curve() -> LearningCurve:
    return curve_by("article")


def values(spec: dict[str, Any]) -> list[dict[str, Any]]:
    """Return the rows of every layer, wherever Altair has put them."""
    data = [layer.get("data", spec.get("data", {})) for layer in spec["layer"]]
    named = spec.get("datasets", {})
    return [row for one in data for row in (one.get("values") or named.get(one.get("name"), []))]


def test_points_seeds_and_references_are_drawn_in_percent(curve: LearningCurve) -> None:
    pytest.importorskip("altair", reason="install the extra plot")
    rows = values(learning_curve_chart(curve, [SQUAD_2016]).to_dict())
    last = curve.points[-1]
    drawn = [row for row in rows if "low" in row and row["score"] == "F1" and row["questions"] == last.questions]
    assert drawn[0]["value"] == pytest.approx(100 * float(last.f1))
    assert drawn[0]["low"] == pytest.approx(100 * (last.f1.low or 0))
    assert {"name": "SQuAD 2016", "questions": 87_599, "value": 51.0} in rows
    dots = [row["value"] for row in rows if "low" not in row and row.get("score") == "EM"]
    assert dots == pytest.approx([100 * run.em for point in curve.points for run in point.runs])


def test_a_curve_is_written_as_svg_with_its_axes(curve: LearningCurve, tmp_path: Path) -> None:
    pytest.importorskip("vl_convert", reason="install the extra plot")
    write_learning_curve(curve, tmp_path / "curve.svg", [SQUAD_2016])
    text = (tmp_path / "curve.svg").read_text("utf-8")
    assert ET.fromstring(text).tag == "{http://www.w3.org/2000/svg}svg"
    for word in ("training questions", "SQuAD 2016", "percent", ">EM<"):
        assert word in text
    assert "NaN" not in text


def test_none_of_what_varies_has_a_place_on_the_scale(tmp_path: Path) -> None:
    pytest.importorskip("vl_convert", reason="install the extra plot")
    curve = curve_by("unanswerable")
    assert values(learning_curve_chart(curve).to_dict())[0]["questions"] == 0
    write_learning_curve(curve, tmp_path / "curve.svg")
    text = (tmp_path / "curve.svg").read_text("utf-8")
    assert "unanswerable training questions" in text
    assert "NaN" not in text


def test_another_ending_is_refused(curve: LearningCurve, tmp_path: Path) -> None:
    with pytest.raises(OptionError, match=r"\.svg or \.png"):
        write_learning_curve(curve, tmp_path / "curve.pdf")
