"""A learning curve as a figure, with published scores beside it; needs the extra `plot`."""

from collections.abc import Sequence
from pathlib import Path
from typing import TYPE_CHECKING, Any, NamedTuple

from spanwise.diagnosis.learning_curve import CurvePoint, LearningCurve
from spanwise.report.vega import COLOURS, altair_module, require_figure_name, write_figure
from spanwise.stats.estimate import Estimate

if TYPE_CHECKING:
    from altair import LayerChart

__all__ = ["Reference", "learning_curve_chart", "write_learning_curve"]

_WIDTH, _HEIGHT = 520, 320
_GREY = "#555"


class Reference(NamedTuple):
    """A score to be shown beside the curve, such as a published one."""

    name: str
    questions: int
    """How many questions it was trained on; of those that vary, where the curve is by unanswerable questions."""
    f1: float
    """A fraction."""


def learning_curve_chart(curve: LearningCurve, references: Sequence[Reference] = ()) -> "LayerChart":
    """Return exact match and F1 against the number of training questions, with intervals and a dot for each seed.

    The scale of questions is logarithmic, since what a reader gains is about the same with each doubling; where
    unanswerable questions vary, which may be none, it is linear.

    Raises:
        MissingExtraError: Altair is not installed.
    """
    alt = altair_module()
    across = "unanswerable training questions" if curve.by == "unanswerable" else "training questions"
    scale = alt.Scale(type="linear" if curve.by == "unanswerable" else "log", zero=False, nice=False, padding=12)
    x = alt.X("questions:Q", title=across, scale=scale, axis=alt.Axis(format=",d", tickCount=6))
    up = alt.Scale(zero=False)
    colour = alt.Color(
        "score:N", scale=alt.Scale(domain=["F1", "EM"], range=list(COLOURS[:2])), legend=alt.Legend(title=None)
    )
    base = alt.Chart(alt.Data(values=_rows(curve))).encode(x=x, color=colour)
    layers = [
        base.mark_rule(strokeWidth=2).encode(y=alt.Y("low:Q", title="percent", scale=up), y2="high:Q"),
        base.mark_line(point=True).encode(y=alt.Y("value:Q", scale=up)),
        alt.Chart(alt.Data(values=_dots(curve))).mark_circle(size=14).encode(x=x, y="value:Q", color=colour),
    ]
    if references:
        known = [{"name": r.name, "questions": r.questions, "value": 100 * r.f1} for r in references]
        marked = alt.Chart(alt.Data(values=known)).encode(x=x, y="value:Q")
        layers.append(marked.mark_point(shape="diamond", filled=True, size=70, color=_GREY))
        layers.append(marked.mark_text(align="right", dx=-8, dy=-8, color=_GREY).encode(text="name:N"))
    title = f"{curve.reader} on {curve.benchmark}".strip()
    chart: LayerChart = alt.layer(*layers).properties(width=_WIDTH, height=_HEIGHT, title=title)
    return chart


def write_learning_curve(curve: LearningCurve, target: str | Path, references: Sequence[Reference] = ()) -> None:
    """Write a learning curve to a file, whole or not at all; its ending, .svg or .png, says as what.

    Raises:
        OptionError: It has another ending.
        MissingExtraError: Altair or vl-convert-python is not installed.
        FormatError: The file cannot be written.
    """
    require_figure_name(target)
    write_figure(learning_curve_chart(curve, references), target)


def _rows(curve: LearningCurve) -> list[dict[str, Any]]:
    return [
        _row(name, _across(curve, point), estimate)
        for point in curve.points
        for name, estimate in (("F1", point.f1), ("EM", point.em))
        if estimate.value is not None
    ]


def _row(name: str, questions: float, estimate: Estimate) -> dict[str, Any]:
    value = float(estimate)
    low, high = (value if end is None else end for end in (estimate.low, estimate.high))
    return {"score": name, "questions": questions, "value": 100 * value, "low": 100 * low, "high": 100 * high}


def _dots(curve: LearningCurve) -> list[dict[str, Any]]:
    return [
        {
            "score": name,
            "questions": run.unanswerable if curve.by == "unanswerable" else run.questions,
            "value": 100 * value,
        }
        for point in curve.points
        for run in point.runs
        for name, value in (("F1", run.f1), ("EM", run.em))
    ]


def _across(curve: LearningCurve, point: CurvePoint) -> float:
    return point.unanswerable if curve.by == "unanswerable" else point.questions
