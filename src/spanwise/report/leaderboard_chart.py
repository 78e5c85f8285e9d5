"""A leaderboard's history as one SVG file: every entry, the best by date, the human line and where it was crossed."""

import datetime as dt
from collections.abc import Iterator, Sequence
from html import escape
from typing import Any, Literal

import msgspec

from spanwise.diagnosis.leaderboard import Crossing, Entry, History
from spanwise.report.charts import Axis, rounded_axis

__all__ = ["leaderboard_svg", "plain_history"]

Metric = Literal["em", "f1"]

_WIDTH, _HEIGHT = 960, 540
_LEFT, _RIGHT, _TOP, _BOTTOM = 64, 24, 64, 48
_METRICS: tuple[tuple[Metric, str], ...] = (("em", "EM"), ("f1", "F1"))
_STYLE = """
svg { font: 14px system-ui, sans-serif; background: #fff; fill: #1c1c1c }
.grid { stroke: #e3e3e3 } .axis { fill: #555 } .title { font-size: 18px; font-weight: 600 }
.em { --c: #b0480e } .f1 { --c: #1d5fae } .best { fill: none; stroke: var(--c); stroke-width: 2.5 }
.em.best, .em.human { stroke-dasharray: 7 4 } .human { stroke: var(--c); stroke-width: 1.5; opacity: .75 }
.entry { fill: var(--c); opacity: .35 }
.label { fill: var(--c); font-weight: 600; paint-order: stroke; stroke: #fff; stroke-width: 4px }
.cross { fill: #fff; stroke: var(--c); stroke-width: 3 } .drop { stroke: var(--c); stroke-dasharray: 2 3 }
.end { text-anchor: end } .middle { text-anchor: middle }
"""


class _Plot(msgspec.Struct, frozen=True):
    """Where a date and a fraction lie on the page."""

    days: Axis
    percents: Axis

    def x(self, date: dt.date) -> float:
        return round(_LEFT + self.days.share(date.toordinal()) * (_WIDTH - _LEFT - _RIGHT), 1)

    def y(self, fraction: float) -> float:
        return round(_TOP + (1 - self.percents.share(100 * fraction)) * (_HEIGHT - _TOP - _BOTTOM), 1)


def leaderboard_svg(history: History, *, title: str) -> str:
    """Return the history as SVG that stands alone, with a title and a description to be read out.

    The axis begins a little below the lowest of the best scores, so that failed runs and baselines far below do not
    press the rest together; entries under it are not drawn, and the description says how many.
    """
    floor = min(history.best_em[0].em, history.best_f1[0].f1)
    tops = [history.best_em[-1].em, history.best_f1[-1].f1]
    if history.human is not None:
        tops += [history.human.em, history.human.f1]
    first, last = history.entries[0].date, history.entries[-1].date
    plot = _Plot(
        days=Axis(low=first.toordinal() - 20, high=last.toordinal() + 20, ticks=()),
        percents=rounded_axis([100 * floor, 100 * max(tops)], most=8),
    )
    below = sum(100 * min(entry.em, entry.f1) < plot.percents.low for entry in history.entries)
    named = 'role="img" aria-labelledby="title description"'
    parts = [
        f'<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 {_WIDTH} {_HEIGHT}" {named}>',
        f'<title id="title">{escape(title)}</title>',
        f'<desc id="description">{escape(_description(history, below))}</desc>',
        f"<style>{_STYLE}</style>",
        f'<text class="title" x="{_LEFT}" y="28">{escape(title)}</text>',
        *_grid(plot, first, last),
    ]
    for metric, _ in _METRICS:
        parts += _entries(plot, history.entries, metric)
    for place, (metric, name) in enumerate(_METRICS):
        parts += _best(plot, history, metric)
        parts += _human(plot, history, metric, f"human {name}")
        parts += _key(place, metric, f"best {name}")
    # Last, so that nothing is drawn over them.
    for (metric, name), crossing in zip(_METRICS, (history.crossed_em, history.crossed_f1), strict=True):
        if crossing is not None:
            parts += _crossing(plot, crossing, metric, name)
    return "\n".join([*parts, "</svg>\n"])


def _description(history: History, below: int) -> str:
    entries = history.entries
    said = [
        f"{len(entries)} {_entries_word(len(entries))} from {entries[0].date} to {entries[-1].date}",
        f"best EM {100 * history.best_em[-1].em:.3f}, best F1 {100 * history.best_f1[-1].f1:.3f}",
    ]
    if history.human is not None:
        for (_, name), crossing in zip(_METRICS, (history.crossed_em, history.crossed_f1), strict=True):
            when = "not crossed" if crossing is None else f"crossed on {crossing.entry.date} by {crossing.entry.system}"
            said.append(f"human {name} {when}")
    if below:
        said.append(f"{below} {_entries_word(below)} with a score below the axis")
    if history.failed:
        said.append(f"{len(history.failed)} failed {'run' if len(history.failed) == 1 else 'runs'} left out")
    return "; ".join(said) + "."


def _entries_word(count: int) -> str:
    return "entry" if count == 1 else "entries"


def _grid(plot: _Plot, first: dt.date, last: dt.date) -> Iterator[str]:
    right, bottom = _WIDTH - _RIGHT, _HEIGHT - _BOTTOM
    for tick in plot.percents.ticks:
        y = plot.y(tick / 100)
        yield f'<line class="grid" x1="{_LEFT}" x2="{right}" y1="{y}" y2="{y}"/>'
        yield f'<text class="axis end" x="{_LEFT - 8}" y="{y + 5}">{plot.percents.text(tick)}</text>'
    for year in range(first.year, last.year + 2):
        start = dt.date(year, 1, 1)
        if plot.days.low <= start.toordinal() <= plot.days.high:
            x = plot.x(start)
            yield f'<line class="grid" x1="{x}" x2="{x}" y1="{_TOP}" y2="{bottom}"/>'
            yield f'<text class="axis middle" x="{x}" y="{bottom + 20}">{year}</text>'
    yield f'<text class="axis" x="{_LEFT - 40}" y="{_TOP - 12}">percent</text>'
    yield f'<text class="axis end" x="{right}" y="{_HEIGHT - 8}">submitted</text>'


def _entries(plot: _Plot, entries: Sequence[Entry], metric: Metric) -> Iterator[str]:
    for entry in entries:
        value: float = getattr(entry, metric)
        if 100 * value >= plot.percents.low:
            yield f'<circle class="{metric} entry" cx="{plot.x(entry.date)}" cy="{plot.y(value)}" r="2.5"/>'


def _best(plot: _Plot, history: History, metric: Metric) -> Iterator[str]:
    records = history.best_em if metric == "em" else history.best_f1
    path = f"M{plot.x(records[0].date)} {plot.y(getattr(records[0], metric))}"
    path += "".join(f"H{plot.x(record.date)}V{plot.y(getattr(record, metric))}" for record in records[1:])
    yield f'<path class="{metric} best" d="{path}H{plot.x(history.entries[-1].date)}"/>'


def _human(plot: _Plot, history: History, metric: Metric, name: str) -> Iterator[str]:
    if history.human is None:
        return
    value: float = getattr(history.human, metric)
    y = plot.y(value)
    yield f'<line class="{metric} human" x1="{_LEFT}" x2="{_WIDTH - _RIGHT}" y1="{y}" y2="{y}"/>'
    yield f'<text class="{metric} label end" x="{_WIDTH - _RIGHT - 6}" y="{y + 18}">{name} {100 * value:.3f}</text>'


def _key(place: int, metric: Metric, name: str) -> Iterator[str]:
    x, y = _LEFT + 40 + 120 * place, _TOP - 12
    yield f'<path class="{metric} best" d="M{x} {y - 5}h32"/>'
    yield f'<text class="{metric} label" x="{x + 38}" y="{y}">{name}</text>'


def _crossing(plot: _Plot, crossing: Crossing, metric: Metric, name: str) -> Iterator[str]:
    x, y = plot.x(crossing.entry.date), plot.y(getattr(crossing.entry, metric))
    bottom = _HEIGHT - _BOTTOM
    # The two labels stand at different heights, so that they can be read where both lines fall on one day.
    label = bottom - (12 if metric == "em" else 32)
    said = f"{name} past the human line: {crossing.entry.date}, by {100 * crossing.margin:.3f}"
    yield f"<g><title>{escape(crossing.entry.system)}</title>"
    yield f'<line class="{metric} drop" x1="{x}" x2="{x}" y1="{y}" y2="{bottom}"/>'
    yield f'<circle class="{metric} cross" cx="{x}" cy="{y}" r="6"/>'
    side, across = ("end", x - 8) if x > (_WIDTH + _LEFT) / 2 else ("", x + 8)
    yield f'<text class="{metric} label {side}" x="{across}" y="{label}">{said}</text>'
    yield "</g>"


def plain_history(history: History) -> dict[str, Any]:
    """Return a history in percent, dates as text."""
    human = history.human
    return {
        "unit": "percent",
        "entries": len(history.entries),
        "from": history.entries[0].date.isoformat(),
        "to": history.entries[-1].date.isoformat(),
        "human": human and {"em": 100 * human.em, "f1": 100 * human.f1},
        "crossed": {"em": _plain_crossing(history.crossed_em), "f1": _plain_crossing(history.crossed_f1)},
        "best_em": [_plain_entry(entry) for entry in history.best_em],
        "best_f1": [_plain_entry(entry) for entry in history.best_f1],
        "failed_runs": [_plain_entry(entry) for entry in history.failed],
    }


def _plain_entry(entry: Entry) -> dict[str, Any]:
    return {
        "date": entry.date.isoformat(),
        "system": entry.system,
        "em": round(100 * entry.em, 9),
        "f1": round(100 * entry.f1, 9),
    }


def _plain_crossing(crossing: Crossing | None) -> dict[str, Any] | None:
    if crossing is None:
        return None
    return _plain_entry(crossing.entry) | {"margin": round(100 * crossing.margin, 9)}
