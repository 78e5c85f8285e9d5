"""The tab of calibration: whether probabilities mean what they say, as they are and after a map."""

from collections.abc import Sequence

import msgspec

from spanwise.diagnosis.calibration import Bin, Calibration, CalibrationChange
from spanwise.diagnosis.forecasts import EVENTS
from spanwise.report.charts import Axis, dot, frame, line, rounded_axis, whiskers
from spanwise.report.figures import Figure, Panel
from spanwise.report.grid import Entry, Grid, Head, Line, entry
from spanwise.report.page_input import Calibrated, ShownReader
from spanwise.stats.estimate import Estimate

__all__ = ["CalibrationView", "EventView", "calibration_view"]

_HEADS = (
    Head("questions"),
    Head("came true", "how often it came true, %"),
    Head("ECE, equal mass", "mean distance of frequency and probability in bins of as many questions each, %"),
    Head("by chance", "the ECE that these probabilities would show if each were exactly true, %"),
    Head("ECE, equal width", "the same in bins of one width, %"),
    Head("Brier score", "mean squared distance of probability and outcome, from 0 (best) to 1"),
    Head("log loss", "mean of minus ln of the probability of what came true, in nats"),
)


class EventView(msgspec.Struct, frozen=True):
    """What is forecast, how well, and the diagrams."""

    key: str
    title: str
    grid: Grid
    figures: tuple[Figure, ...]


class CalibrationView(msgspec.Struct, frozen=True):
    """What the tab shows: the two events that a no-answer probability forecasts."""

    events: tuple[EventView, ...]
    fitted: bool
    """Whether there is a map to compare with."""


def calibration_view(readers: Sequence[ShownReader], found: Sequence[tuple[Calibrated, ...]]) -> CalibrationView | None:
    """Return the tab; None where no reader has probabilities."""
    events = []
    for event, said in EVENTS.items():
        own = [
            (reader, one)
            for reader, several in zip(readers, found, strict=False)
            for one in several
            if one.before.event == event
        ]
        if own:
            grid = Grid("", "reader", _HEADS, tuple(row for pair in own for row in _lines(*pair)), tuple(_notes(own)))
            events.append(EventView(event, said, grid, tuple(_figure(*pair) for pair in own)))
    if not events:
        return None
    fitted = any(one.change is not None for several in found for one in several)
    return CalibrationView(tuple(events), fitted)


def _lines(reader: ShownReader, one: Calibrated) -> list[Line]:
    lines = [Line(reader.name, _entries(one.before), reader=reader)]
    if one.change is not None:
        lines.append(Line(f"{reader.letter}, after a {one.method.title()} map", _entries(one.change.after)))
        lines.append(Line("change", _changes(one.change)))
    return lines


def _entries(one: Calibration) -> tuple[Entry | None, ...]:
    return (
        Entry(f"{one.n:,}"),
        entry(one.base_rate),
        entry(one.equal_mass.ece),
        Entry(f"{100 * one.equal_mass.noise:.2f}"),
        entry(one.equal_width.ece),
        _fraction(one.brier),
        _fraction(one.log_loss),
    )


def _changes(change: CalibrationChange) -> tuple[Entry | None, ...]:
    return (None, None, entry(change.ece), None, None, _fraction(change.brier), _fraction(change.log_loss))


def _fraction(estimate: Estimate) -> Entry:
    text, _, interval = str(estimate).partition(" ")
    return Entry(text.replace("-", "−"), interval.replace("-", "−"), why=estimate.note or estimate.reason)


def _notes(own: Sequence[tuple[ShownReader, Calibrated]]) -> list[str]:
    return [f"{reader.letter}: {note}" for reader, one in own for note in one.before.notes]


def _figure(reader: ShownReader, one: Calibrated) -> Figure:
    x = rounded_axis([0.0, 100.0], label=f"probability that {EVENTS[one.before.event]}, %")
    y = rounded_axis(
        [0.0, 100.0], label="how often it did, %" if one.before.event == "right" else "how often it was, %"
    )
    content = [line([(0.0, 0.0), (100.0, 100.0)], x, y, classes="equal")]
    classes = f"c{reader.colour}"
    rows = []
    if one.change is not None:
        after = one.change.after.equal_mass.bins
        content += _points(after, x, y, "human")
        rows += [(f"after a {one.method.title()} map", *_numbers(found)) for found in after]
    content += _points(one.before.equal_mass.bins, x, y, classes)
    rows = [("as it is", *_numbers(found)) for found in one.before.equal_mass.bins] + rows
    said = f"{reader.name}: ECE {one.before.equal_mass.ece.percent()} as it is"
    if one.change is not None:
        said += f", {one.change.after.equal_mass.ece.percent()} after a {one.method.title()} map"
    svg = frame(x, y, content, title=f"{reader.name}: reliability diagram", description=said)
    columns = ("", "questions", "from", "to", "mean probability", "came true")
    return Figure((Panel(svg, reader.name),), columns, tuple(rows), (reader,))


def _points(bins: Sequence[Bin], x: Axis, y: Axis, classes: str) -> list[str]:
    drawn = []
    known = [found for found in bins if found.frequency.value is not None]
    if len(known) > 1:
        drawn.append(
            line([(100 * b.mean_prob, 100 * float(b.frequency)) for b in known], x, y, classes=f"thin {classes}")
        )
    for found in known:
        at = (100 * found.mean_prob, 100 * float(found.frequency))
        low, high = found.frequency.low, found.frequency.high
        if low is not None and high is not None:
            drawn.append(whiskers(x, y, at, None, (100 * low, 100 * high), classes=classes))
        drawn.append(dot(x.share(at[0]), 1 - y.share(at[1]), classes=classes))
    return drawn


def _numbers(found: Bin) -> tuple[str, ...]:
    low, high, mean = (f"{100 * number:.2f}" for number in (found.low, found.high, found.mean_prob))
    return (f"{found.n:,}", low, high, mean, found.frequency.percent())
