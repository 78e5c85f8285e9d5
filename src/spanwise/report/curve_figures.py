"""The curves of abstention: risk against coverage, and false answers against over-refusals."""

from collections.abc import Sequence

from spanwise.diagnosis.abstention import Abstention
from spanwise.diagnosis.curves import AbstentionCurves, CurvePoint
from spanwise.report.charts import band, frame, line, marker, rounded_axis, whiskers
from spanwise.report.figures import Figure, Panel
from spanwise.report.page_input import ShownReader
from spanwise.stats.estimate import Estimate

__all__ = ["curve_figure"]

_ROWS = 12
"""How many points of a curve its table gives."""


def curve_figure(
    readers: Sequence[ShownReader], curves: Sequence[AbstentionCurves | None], found: Sequence[Abstention]
) -> Figure | None:
    """Return both curves of the readers that have a signal; None where no reader has one.

    Each reader's letter stands at the threshold that it was scored at.
    """
    drawn = [
        (reader, curve, one)
        for reader, curve, one in zip(readers, curves, found, strict=True)
        if curve is not None and len(curve.points) > 1
    ]
    if not drawn:
        return None
    panels = [_risk_panel(drawn)]
    if all(curve.points[0].false_answers.value is not None for _, curve, _ in drawn):
        panels.append(_exchange_panel(drawn, list(zip(readers, found, strict=True))))
    columns = ("", "threshold", "coverage", "risk", "false answers", "over-refusals", "EM", "F1")
    rows = tuple(row for reader, curve, _ in drawn for row in _rows(reader, curve))
    notes = tuple(note for reader, curve, _ in drawn for note in _notes(reader, curve))
    return Figure(tuple(panels), columns, rows, tuple(reader for reader, _, _ in drawn), notes)


_Drawn = Sequence[tuple[ShownReader, AbstentionCurves, Abstention]]


def _risk_panel(drawn: _Drawn) -> Panel:
    found = [(reader, [p for p in curve.points if p.risk_em.value is not None], one) for reader, curve, one in drawn]
    x = rounded_axis([0.0, 100.0], label="coverage: share of the questions that are answered, %")
    ends = [end for _, points, _ in found for p in points[len(points) // 20 :] for end in _interval(p.risk_em)]
    y = rounded_axis([0.0, *ends], label="risk: share of the answers that are wrong, %")
    content, said = [], []
    for reader, points, _ in found:
        edges = [(_value(p.coverage), *_interval(p.risk_em)) for p in points]
        content.append(
            band(
                [(a, _cut(low, y.high), _cut(high, y.high)) for a, low, high in edges],
                x,
                y,
                classes=f"c{reader.colour}",
            )
        )
    for reader, points, one in found:
        line_points = [(_value(p.coverage), _cut(_value(p.risk_em), y.high)) for p in points]
        content.append(line(line_points, x, y, classes=f"c{reader.colour}"))
        last = points[-1]
        said.append(f"{reader.name}: risk {last.risk_em.percent()} at coverage {last.coverage.percent()}")
        covered = sum(row.count for key, row in one.reader.rows.items() if key in _ANSWERED) / one.reader.total
        risk = one.reader.rates.risk.value
        if risk is not None:
            content.append(
                marker(x.share(100 * covered), 1 - y.share(100 * risk), reader.letter, classes=f"c{reader.colour}")
            )
    svg = frame(x, y, content, title="Risk against coverage", description="; ".join(said))
    return Panel(svg, "Risk against coverage")


_ANSWERED = ("answered_rightly", "answered_wrongly", "false_answer")


def _exchange_panel(drawn: _Drawn, everyone: Sequence[tuple[ShownReader, Abstention]]) -> Panel:
    x = rounded_axis([0.0, 100.0], label="over-refusals: of the answerable questions, %")
    y = rounded_axis([0.0, 100.0], label="false answers: of the unanswerable questions, %")
    content, said = [line([(0.0, 100.0), (100.0, 0.0)], x, y, classes="equal")], []
    for reader, curve, _ in drawn:
        points = [(_value(p.over_refusals), _value(p.false_answers)) for p in curve.points]
        content.append(line(points, x, y, classes=f"c{reader.colour}"))
    for reader, one in everyone:
        rates, classes = one.reader.rates, f"c{reader.colour}"
        if rates.over_refusals.value is None or rates.false_answers.value is None:
            continue
        at = (_value(rates.over_refusals), _value(rates.false_answers))
        content.append(
            whiskers(x, y, at, _interval(rates.over_refusals), _interval(rates.false_answers), classes=classes)
        )
        content.append(marker(x.share(at[0]), 1 - y.share(at[1]), reader.letter, classes=classes))
        said.append(
            f"{reader.name} as scored: over-refusals {rates.over_refusals.percent()}, "
            f"false answers {rates.false_answers.percent()}"
        )
    svg = frame(x, y, content, title="False answers against over-refusals", description="; ".join(said))
    return Panel(svg, "False answers against over-refusals")


def _rows(reader: ShownReader, curve: AbstentionCurves) -> list[tuple[str, ...]]:
    count = min(_ROWS, len(curve.points))
    places = sorted({round(k * (len(curve.points) - 1) / max(count - 1, 1)) for k in range(count)})
    return [(reader.letter, *_numbers(curve.points[place])) for place in places]


def _numbers(point: CurvePoint) -> tuple[str, ...]:
    shown = (point.coverage, point.risk_em, point.false_answers, point.over_refusals, point.em, point.f1)
    return (f"{point.threshold:.4g}", *("–" if e.value is None else e.percent() for e in shown))


def _notes(reader: ShownReader, curve: AbstentionCurves) -> list[str]:
    notes = []
    risk = curve.risk_em
    if risk is not None:
        notes.append(
            f"{reader.letter}: area under risk and coverage {100 * risk.aurc:.2f} % (a signal that orders perfectly "
            f"{100 * risk.best:.2f} %, one that says nothing {100 * risk.chance:.2f} %)"
            + ("" if curve.auroc is None else f"; area under ROC {curve.auroc:.4f}")
            + "."
        )
    return notes


def _cut(value: float, most: float) -> float:
    return min(value, most)


def _value(estimate: Estimate) -> float:
    return 100 * float(estimate)


def _interval(estimate: Estimate) -> tuple[float, float]:
    """Return both ends; the value twice where there is no interval."""
    if estimate.low is None or estimate.high is None:
        return _value(estimate), _value(estimate)
    return 100 * estimate.low, 100 * estimate.high
