"""Charts as inline SVG: every length across is a share of the width, so that a chart fits any window.

Text keeps its size when the window changes, which a scaled picture's does not. Colours are classes of the style sheet
(``c0`` to ``c7``), so that a chart follows the theme and prints in ink.
"""

import math
from collections.abc import Iterable, Sequence
from html import escape

import msgspec

__all__ = ["Axis", "Interval", "band", "dot", "frame", "line", "marker", "rounded_axis", "stack", "whisker", "whiskers"]

Interval = tuple[float, float] | None
"""Both ends of an interval, or None where there is none."""


class Axis(msgspec.Struct, frozen=True):
    """A range of numbers laid along one side of a chart."""

    low: float
    high: float
    ticks: tuple[float, ...]
    label: str = ""

    def share(self, value: float) -> float:
        """Return where a number lies, from 0 at the low end to 1 at the high end; outside is put at the end."""
        return min(max((value - self.low) / (self.high - self.low), 0.0), 1.0)

    def text(self, value: float) -> str:
        """Return a number as a tick shows it: with as many digits as the step between ticks needs."""
        step = self.ticks[1] - self.ticks[0] if len(self.ticks) > 1 else 1.0
        digits = max(0, -math.floor(math.log10(step) + 1e-9))
        return f"{value:.{digits}f}".replace("-", "−")


def rounded_axis(values: Iterable[float], *, label: str = "", most: int = 6, padded: bool = True) -> Axis:
    """Return an axis that holds all values, with at most so many steps of a round size (1, 2 or 5 times a power of 10).

    Args:
        values: What has to fit, at least one number.
        label: What the axis measures.
        most: The greatest number of steps.
        padded: Whether the ends are moved out to round numbers.
    """
    found = list(values)
    low, high = min(found), max(found)
    if high - low < 1e-9 * max(1.0, abs(high)):
        low, high = low - 0.5, high + 0.5
    step = 10.0 ** math.floor(math.log10((high - low) / most))
    while (high - low) / step > most:
        step *= 2.5 if f"{step:e}".startswith("2") else 2.0
    first, last = math.floor(low / step + 1e-9), math.ceil(high / step - 1e-9)
    if padded:
        low, high = first * step, last * step
    ticks = tuple(tick * step for tick in range(first, last + 1) if low - 1e-9 <= tick * step <= high + 1e-9)
    return Axis(low=low, high=high, ticks=ticks, label=label)


def frame(x: Axis, y: Axis, content: Sequence[str], *, title: str, description: str) -> str:
    """Return a whole chart: grid, ticks and labels around the content, with a title and description to be read out."""
    parts = [
        '<svg class="plot" role="img" width="100%" height="100%">',
        f"<title>{escape(title)}</title><desc>{escape(description)}</desc>",
    ]
    for tick in y.ticks:
        place = _percent(1 - y.share(tick))
        parts.append(f'<line class="grid" x1="0" x2="100%" y1="{place}" y2="{place}"/>')
        parts.append(f'<text class="tick end" x="0" dx="-8" y="{place}" dy=".35em">{y.text(tick)}</text>')
    for tick in x.ticks:
        place = _percent(x.share(tick))
        parts.append(f'<line class="grid" x1="{place}" x2="{place}" y1="0" y2="100%"/>')
        parts.append(f'<text class="tick middle" x="{place}" y="100%" dy="18">{x.text(tick)}</text>')
    parts.append(f'<text class="axis end" x="100%" y="100%" dy="36">{escape(x.label)}</text>')
    parts.append(f'<text class="axis" x="0" dx="-36" y="0" dy="-22">{escape(y.label)}</text>')
    return "".join((*parts, *content, "</svg>"))


def line(points: Sequence[tuple[float, float]], x: Axis, y: Axis, *, classes: str, steps: bool = False) -> str:
    """Return a line through points; with steps, each point's height holds until the next one."""
    coordinates = [(round(1000 * x.share(a), 1), round(1000 * (1 - y.share(b)), 1)) for a, b in points]
    path = [f"M{coordinates[0][0]:g} {coordinates[0][1]:g}"]
    for across, down in coordinates[1:]:
        path.append(f"H{across:g}V{down:g}" if steps else f"L{across:g} {down:g}")
    drawn = f'<path class="line {classes}" vector-effect="non-scaling-stroke" d="{"".join(path)}"/>'
    # Stretched to the plot without stretching the stroke: lines have no other way to be laid out in shares.
    return f'<svg width="100%" height="100%" viewBox="0 0 1000 1000" preserveAspectRatio="none">{drawn}</svg>'


def band(points: Sequence[tuple[float, float, float]], x: Axis, y: Axis, *, classes: str) -> str:
    """Return the ground between two lines: at each place across a low and a high end."""
    upper = [(a, high) for a, _, high in points]
    lower = [(a, low) for a, low, _ in reversed(points)]
    around = [(round(1000 * x.share(a), 1), round(1000 * (1 - y.share(b)), 1)) for a, b in (*upper, *lower)]
    path = "L".join(f"{across:g} {down:g}" for across, down in around)
    drawn = f'<path class="band {classes}" d="M{path}Z"/>'
    return f'<svg width="100%" height="100%" viewBox="0 0 1000 1000" preserveAspectRatio="none">{drawn}</svg>'


def marker(across: float, down: float, letter: str, *, classes: str) -> str:
    """Return a disc with a letter, at shares of width and height; hollow discs are a matter of the class."""
    x, y = _percent(across), _percent(down)
    return (
        f'<circle class="disc {classes}" cx="{x}" cy="{y}" r="9"/>'
        f'<text class="letter middle {classes}" x="{x}" y="{y}" dy=".35em">{escape(letter)}</text>'
    )


def dot(across: float, down: float, *, classes: str) -> str:
    """Return a small disc without a letter, at shares of width and height."""
    return f'<circle class="dot {classes}" cx="{_percent(across)}" cy="{_percent(down)}" r="4"/>'


def whiskers(x: Axis, y: Axis, at: tuple[float, float], across: Interval, down: Interval, *, classes: str) -> str:
    """Return the two intervals of a point as a cross through it; None where there is no interval."""
    middle_x, middle_y = _percent(x.share(at[0])), _percent(1 - y.share(at[1]))
    parts = []
    if across is not None:
        left, right = (_percent(x.share(end)) for end in across)
        parts.append(f'<line class="whisker {classes}" x1="{left}" x2="{right}" y1="{middle_y}" y2="{middle_y}"/>')
    if down is not None:
        low, high = (_percent(1 - y.share(end)) for end in down)
        parts.append(f'<line class="whisker {classes}" x1="{middle_x}" x2="{middle_x}" y1="{low}" y2="{high}"/>')
    return "".join(parts)


def whisker(axis: Axis, value: float, interval: Interval, *, classes: str) -> str:
    """Return a number and its interval as a dot on a bar, for a cell of a table; the text beside it says the same."""
    parts = [
        '<svg class="bar" aria-hidden="true" width="100%" height="12">',
        '<line class="rail" x1="0" x2="100%" y1="6" y2="6"/>',
    ]
    if interval is not None:
        low, high = (_percent(axis.share(end)) for end in interval)
        parts.append(f'<line class="whisker {classes}" x1="{low}" x2="{high}" y1="6" y2="6"/>')
    parts.append(f'<circle class="dot {classes}" cx="{_percent(axis.share(value))}" cy="6" r="3.5"/></svg>')
    return "".join(parts)


def stack(parts: Sequence[tuple[float, str, str]], total: float, *, title: str) -> str:
    """Return parts of a whole as one bar, side by side; what is left of the total stays empty.

    Args:
        parts: Of each part its size, the class of its colour, and what it says when pointed at.
        total: What the whole width stands for.
        title: What the bar is of, to be read out with its parts.
    """
    said = "; ".join(text for size, _, text in parts if size)
    drawn = [
        '<svg class="stack" role="img" width="100%" height="10">',
        f"<title>{escape(title)}</title><desc>{escape(said)}</desc>",
    ]
    start = 0.0
    for size, classes, text in parts:
        if size:
            place = f'x="{_percent(start / total)}" width="{_percent(size / total)}"'
            drawn.append(f'<rect class="{classes}" {place} y="0" height="10"><title>{escape(text)}</title></rect>')
        start += size
    return "".join((*drawn, "</svg>"))


def _percent(share: float) -> str:
    return f"{100 * share:.4g}%"
