"""Tables of the page in which a number stands with its interval, a drawing of both, and a link to its questions."""

from collections.abc import Iterable, Sequence

import msgspec

from spanwise.report.charts import Axis, rounded_axis, whisker
from spanwise.report.page_input import ShownReader
from spanwise.stats.estimate import Estimate

__all__ = ["Entry", "Grid", "Head", "Line", "classes_of", "entry", "shared_axis"]


class Entry(msgspec.Struct, frozen=True):
    """What stands in one place of a table."""

    text: str
    interval: str = ""
    bar: str = ""
    """The drawing; it says nothing that the text does not."""
    link: str = ""
    """The view of the questions that are counted here, such as ``#s=0&f=wrong``."""
    why: str = ""
    """Why there is no number, or what has to be known to read it."""
    mark: str = ""
    """A verdict, in words."""


class Head(msgspec.Struct, frozen=True):
    """The head of a column."""

    label: str
    explained: str = ""
    reader: ShownReader | None = None
    """The reader whose column it is."""
    axis: Axis | None = None
    """The range of the drawings below it."""


class Line(msgspec.Struct, frozen=True):
    """One row: a reader, what readers are measured by, or a kind of question."""

    name: str
    entries: tuple[Entry | None, ...]
    reader: ShownReader | None = None
    explained: str = ""
    heading: bool = False
    """Whether it only names the rows below it."""
    swatch: str = ""
    """The class of a colour that stands for the row in a drawing."""
    before: str = ""
    """A drawing above the row, over its whole width."""


class Grid(msgspec.Struct, frozen=True):
    """A table."""

    caption: str
    first: str
    """The head of the column of names."""
    heads: tuple[Head, ...]
    lines: tuple[Line, ...]
    notes: tuple[str, ...] = ()


def entry(
    estimate: Estimate | None, axis: Axis | None = None, *, classes: str = "", link: str = "", mark: str = ""
) -> Entry | None:
    """Return an estimate in percent as the page shows it; where it is undefined, a dash that says why."""
    if estimate is None:
        return None
    if estimate.value is None:
        return Entry("–", why=f"undefined: {estimate.reason}")
    text, _, interval = estimate.percent().replace("-", "−").partition(" ")
    bar = ""
    if axis is not None:
        ends = None
        if estimate.low is not None and estimate.high is not None:
            ends = (100 * estimate.low, 100 * estimate.high)
        bar = whisker(axis, 100 * estimate.value, ends, classes=classes)
    why = estimate.note or ("" if estimate.has_interval else estimate.reason)
    return Entry(text, interval, bar, link, why, mark)


def shared_axis(estimates: Iterable[Estimate | None], *, least: Sequence[float] = ()) -> Axis:
    """Return an axis in percent that holds all estimates and their intervals."""
    ends = [100 * end for e in estimates if e is not None for end in (e.value, e.low, e.high) if end is not None]
    return rounded_axis([*ends, *least] or [0.0, 100.0], most=8)


def classes_of(reader: ShownReader | None) -> str:
    """Return the class of a reader's colour; what is no reader is grey."""
    return "baseline" if reader is None else f"c{reader.colour}"
