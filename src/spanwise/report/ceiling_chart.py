"""The curve of ceiling against number of candidates as SVG or PNG; needs the extra `plot`."""

from pathlib import Path
from typing import Any

from spanwise.diagnosis.ceiling import PUBLISHED_CEILING, Ceiling
from spanwise.report.vega import COLOURS, altair_module, write_figure

__all__ = ["ceiling_chart", "write_ceiling_chart"]

_KINDS = {"any_answer": "any answer", "first_answer": "first answer"}


def ceiling_chart(found: Ceiling) -> Any:
    """Return the figure as an Altair chart: the curves, the rules as points, and the paper's figure as a line.

    Raises:
        MissingExtraError: Altair is not installed.
    """
    alt = altair_module()
    lines = [
        {"across": point.per_sentence, "value": 100 * getattr(point, kind), "answers": name}
        for kind, name in _KINDS.items()
        for point in found.curve
    ]
    points = [
        {"across": row.per_sentence, "value": 100 * estimate.value, "answers": name, "rule": row.rule}
        for kind, name in _KINDS.items()
        for row in found.rows
        if (estimate := getattr(row, kind)).value is not None
    ]
    colour = alt.Color("answers:N", scale=alt.Scale(domain=list(_KINDS.values()), range=list(COLOURS[:2])), title=None)
    across = alt.X("across:Q", title="candidates a sentence")
    up = alt.Y("value:Q", title="answers among them, %", scale=alt.Scale(zero=False))
    curves = alt.Chart(alt.Data(values=lines)).mark_line().encode(x=across, y=up, color=colour)
    marks = alt.Chart(alt.Data(values=points)).encode(x=across, y=up)
    names = marks.mark_text(dy=-9).encode(text="rule:N").transform_filter(f"datum.answers == '{_KINDS['any_answer']}'")
    published = [{"value": 100 * PUBLISHED_CEILING, "text": f"SQuAD 2016: {100 * PUBLISHED_CEILING:.1f}"}]
    rule = alt.Chart(alt.Data(values=published)).encode(y="value:Q")
    paper = rule.mark_rule(strokeDash=[4, 3], color="#666") + rule.mark_text(dy=-7, align="left", x=4).encode(
        text="text:N"
    )
    drawn = curves + marks.mark_point(filled=True, size=50).encode(color=colour) + names + paper
    return drawn.properties(width=520, height=320, title=found.benchmark)


def write_ceiling_chart(found: Ceiling, target: str | Path) -> None:
    """Write the figure to a file, whole or not at all; its ending, .svg or .png, says as what.

    Raises:
        OptionError: It has another ending.
        MissingExtraError: Altair or vl-convert-python is not installed.
        FormatError: The file cannot be written.
    """
    write_figure(ceiling_chart(found), target)
