"""Figures for papers and slides, as SVG or PNG files, drawn by Vega-Lite through Altair; needs the extra `plot`.

The page draws its own charts, which follow its width and its theme. A file has one size and no theme, so a library
that everybody knows draws it, and its text can be edited in any drawing program.
"""

from collections.abc import Callable, Mapping, Sequence
from pathlib import Path
from typing import TYPE_CHECKING, Any

from spanwise.errors import OptionError
from spanwise.report.page_input import PageInput, ShownReader, readers_of
from spanwise.report.vega import COLOURS, altair_module, require_figure_name, write_figure
from spanwise.stats.estimate import Estimate

if TYPE_CHECKING:
    import altair as alt

__all__ = ["FIGURES", "plot", "write_plot"]

_WIDTH, _HEIGHT = 520, 320

_Row = dict[str, Any]


def plot(page: PageInput, figure: str) -> "alt.LayerChart":
    """Return a figure as an Altair chart, to be changed further or written by `write_plot`.

    Args:
        page: What the page is made from; only what the figure needs has to be there.
        figure: One of `FIGURES`.

    Raises:
        OptionError: There is no such figure, or the page has not what it shows.
        MissingExtraError: Altair is not installed.
    """
    if figure not in FIGURES:
        raise OptionError(f"there is no figure {figure!r}; there are {', '.join(FIGURES)}")
    readers = readers_of(page)
    rows, draw = _MAKERS[figure](page, readers)
    if not rows:
        raise OptionError(f"there is nothing to draw: {FIGURES[figure]}, and no reader here has that")
    chart: alt.LayerChart = draw(altair_module(), rows, [reader.name for reader in readers])
    return chart.properties(width=_WIDTH, height=_HEIGHT, title=page.title or page.dataset.name)


def write_plot(page: PageInput, figure: str, target: str | Path) -> None:
    """Write a figure to a file, whole or not at all; its ending, .svg or .png, says as what.

    Raises:
        OptionError: As `plot` does, or for another ending.
        MissingExtraError: Altair or vl-convert-python is not installed.
        FormatError: The file cannot be written.
    """
    require_figure_name(target)
    write_figure(plot(page, figure), target)


def _measured(reader: ShownReader, estimate: Estimate | None, **facts: Any) -> list[_Row]:
    """Return an estimate as a row in percent; nothing where it is undefined."""
    if estimate is None or estimate.value is None:
        return []
    low = estimate.value if estimate.low is None else estimate.low
    high = estimate.value if estimate.high is None else estimate.high
    return [{"reader": reader.name, "value": 100 * estimate.value, "low": 100 * low, "high": 100 * high, **facts}]


def _scores(page: PageInput, readers: Sequence[ShownReader]) -> tuple[list[_Row], Any]:
    del page
    rows: list[_Row] = []
    for reader in readers:
        scores = reader.scores
        parts = {"EM": scores.em, "F1": scores.f1}
        if scores.has_ans is not None and scores.no_ans is not None:
            parts |= {"HasAns F1": scores.has_ans.f1, "NoAns": scores.no_ans.f1}
        rows += [row for name, estimate in parts.items() for row in _measured(reader, estimate, score=name)]
    return rows, _interval_chart("score", "percent")


def _mistakes(page: PageInput, readers: Sequence[ShownReader]) -> tuple[list[_Row], Any]:
    from spanwise.diagnosis.mistakes import MISTAKES

    labels = {kind.key: kind.label for kind in MISTAKES if kind.key != "right"}
    rows = [
        row
        for reader, found in zip(readers, page.mistakes, strict=False)
        for count in found.counts
        if count.key in labels
        and any(other.key == count.key and other.count for m in page.mistakes for other in m.counts)
        for row in _measured(reader, count.share, score=labels[count.key])
    ]
    return rows, _interval_chart("mistake", "percent of all questions")


def _interval_chart(what: str, unit: str) -> Callable[[Any, list[_Row], list[str]], Any]:
    def draw(alt: Any, rows: list[_Row], names: list[str]) -> Any:
        order = list(dict.fromkeys(row["score"] for row in rows))
        base = alt.Chart(alt.Data(values=rows)).encode(
            y=alt.Y("score:N", sort=order, title=what),
            yOffset=alt.YOffset("reader:N", sort=names),
            color=_colour(alt, names),
        )
        ends = base.mark_rule(strokeWidth=2).encode(x=alt.X("low:Q", title=unit), x2="high:Q")
        return ends + base.mark_point(filled=True, size=55).encode(x=alt.X("value:Q", scale=alt.Scale(zero=False)))

    return draw


def _risk(page: PageInput, readers: Sequence[ShownReader]) -> tuple[list[_Row], Any]:
    rows = [
        row
        for reader, curve in zip(readers, page.abstention_curves, strict=False)
        for point in (curve.points if curve is not None else ())
        for row in _measured(reader, point.risk_em, across=100 * float(point.coverage))
    ]
    return rows, _curve_chart("coverage, %", "risk: answers that are wrong, %")


def _exchange(page: PageInput, readers: Sequence[ShownReader]) -> tuple[list[_Row], Any]:
    rows = [
        row
        for reader, curve in zip(readers, page.abstention_curves, strict=False)
        for point in (curve.points if curve is not None else ())
        if point.over_refusals.value is not None
        for row in _measured(reader, point.false_answers, across=100 * point.over_refusals.value)
    ]
    return rows, _curve_chart("over-refusals, % of the answerable", "false answers, % of the unanswerable")


def _curve_chart(across: str, up: str) -> Callable[[Any, list[_Row], list[str]], Any]:
    def draw(alt: Any, rows: list[_Row], names: list[str]) -> Any:
        base = alt.Chart(alt.Data(values=rows)).encode(x=alt.X("across:Q", title=across), color=_colour(alt, names))
        bands = base.mark_area(opacity=0.15).encode(y=alt.Y("low:Q", title=up), y2="high:Q")
        return bands + base.mark_line().encode(y="value:Q")

    return draw


def _reliability(page: PageInput, readers: Sequence[ShownReader]) -> tuple[list[_Row], Any]:
    rows = [
        row
        for reader, own in zip(readers, page.calibration, strict=False)
        for one in own
        if one.before.event == "unanswerable"
        for found in one.before.equal_mass.bins
        for row in _measured(reader, found.frequency, across=100 * found.mean_prob)
    ]

    def draw(alt: Any, rows: list[_Row], names: list[str]) -> Any:
        diagonal = alt.Chart(alt.Data(values=[{"across": 0, "value": 0}, {"across": 100, "value": 100}]))
        base = alt.Chart(alt.Data(values=rows)).encode(
            x=alt.X("across:Q", title="probability that the question is unanswerable, %"), color=_colour(alt, names)
        )
        return (
            diagonal.mark_line(color="#aaa", strokeDash=[4, 3]).encode(x="across:Q", y="value:Q")
            + base.mark_rule().encode(y=alt.Y("low:Q", title="unanswerable, %"), y2="high:Q")
            + base.mark_line(point=True).encode(y="value:Q")
        )

    return rows, draw


def _colour(alt: Any, names: Sequence[str]) -> Any:
    shades = [COLOURS[place % len(COLOURS)] for place in range(len(names))]
    return alt.Color(
        "reader:N",
        scale=alt.Scale(domain=list(names), range=shades),
        sort=list(names),
        legend=alt.Legend(symbolOpacity=1),
    )


FIGURES: Mapping[str, str] = {
    "scores": "EM and F1 with intervals",
    "mistakes": "the classes of mistake as shares of all questions",
    "risk-coverage": "risk against coverage, from no-answer probabilities",
    "exchange": "false answers against over-refusals, from no-answer probabilities",
    "reliability": "the reliability diagram of no-answer probabilities",
}
"""The figures, with what each shows."""

_MAKERS: Mapping[str, Callable[[PageInput, Sequence[ShownReader]], tuple[list[_Row], Any]]] = {
    "scores": _scores,
    "mistakes": _mistakes,
    "risk-coverage": _risk,
    "exchange": _exchange,
    "reliability": _reliability,
}
