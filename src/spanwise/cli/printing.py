"""How results are put on a terminal: tables that fit, findings in a few lines, JSON for programs."""

import contextlib
import sys
from collections.abc import Callable, Iterable, Iterator, Sequence
from typing import Any, TypeVar

import click
import msgspec

from spanwise.data.finding import Finding
from spanwise.stats.estimate import Estimate

__all__ = [
    "cell",
    "counting",
    "difference_cell",
    "escaped",
    "print_findings",
    "print_json",
    "print_notes",
    "print_table",
    "progress",
    "working",
]

T = TypeVar("T")

_LARGE = 20_000_000
"""Bytes that take a second or so to read and score."""


def print_json(value: Any) -> None:
    """Print a value as indented JSON in UTF-8, whatever the locale."""
    text = msgspec.json.format(msgspec.json.encode(value), indent=2)
    sys.stdout.buffer.write(text + b"\n")
    sys.stdout.buffer.flush()


def cell(estimate: Estimate | None) -> str:
    """Return an estimate for a table, in percent: the value, and under it the interval."""
    return _cell(estimate, sign="", between="–")


def difference_cell(estimate: Estimate | None) -> str:
    """Return a difference for a table, in points with its sign, and under it the interval."""
    # A dash between signs would read as one of them.
    return _cell(estimate, sign="+", between=" to ")


def _cell(estimate: Estimate | None, *, sign: str, between: str) -> str:
    if estimate is None:
        return "-"
    if estimate.value is None:
        return "undefined"
    value = f"{100 * estimate.value:{sign}.2f}"
    if estimate.low is None or estimate.high is None:
        return value
    return f"{value}\n[dim]{100 * estimate.low:{sign}.1f}{between}{100 * estimate.high:{sign}.1f}[/dim]"


def escaped(text: str) -> str:
    """Return text for a table's cell in which brackets are brackets and no markup, such as a reader's name."""
    return text.replace("[", "\\[")


def print_table(columns: Sequence[str], rows: Iterable[Sequence[str]], *, title: str = "", left: int = 1) -> None:
    """Print a table as wide as the terminal allows.

    Args:
        columns: The head of each column.
        rows: The cells, which may hold Rich markup.
        title: A line above the table.
        left: How many columns from the left hold text; the others hold numbers and stand to the right.
    """
    from rich import box
    from rich.console import Console
    from rich.table import Table

    table = Table(box=box.SIMPLE_HEAD, pad_edge=False)
    for place, name in enumerate(columns):
        text = place < left
        table.add_column(name, justify="left" if text else "right", overflow="fold", no_wrap=not text)
    for row in rows:
        table.add_row(*row)
    # Not as the table's own title, which would be folded to the table's width.
    if title:
        click.secho(f"\n{title}", bold=True)
    Console(highlight=False).print(table)


def print_findings(findings: Sequence[Finding], *, most: int = 12) -> None:
    """Print findings to standard error, a line each, as many as a person reads."""
    for finding in findings[:most]:
        click.echo(f"{click.style(finding.code, fg='yellow')}: {finding}", err=True)
    if len(findings) > most:
        click.echo(f"... and {len(findings) - most:,} more (--json lists them all)", err=True)


def print_notes(notes: Iterable[str]) -> None:
    """Print what must be known to read a table, once each."""
    for note in dict.fromkeys(note for note in notes if note):
        click.echo(click.style(note, dim=True))


@contextlib.contextmanager
def working(what: str, *files: str) -> Iterator[None]:
    """Show on a terminal that something is being done, where the files it is done to are large enough to wait for."""
    if not sys.stderr.isatty() or sum(map(_size, files)) < _LARGE:
        yield
        return
    from rich.console import Console

    with Console(stderr=True).status(what):
        yield


def _size(file: str) -> int:
    from pathlib import Path

    try:
        return Path(file).stat().st_size
    except OSError:
        return 0


def progress(items: Sequence[T], what: str) -> Iterator[T]:
    """Give the items one by one, with a bar on a terminal where there is more than one to wait for."""
    if len(items) < 2 or not sys.stderr.isatty():
        yield from items
        return
    from rich.console import Console
    from rich.progress import track

    yield from track(items, description=what, console=Console(stderr=True), transient=True)


@contextlib.contextmanager
def counting(what: str) -> Iterator[Callable[[int, int], None] | None]:
    """Give a function that takes how much is done of how much and shows a bar, or None where there is no terminal.

    The bar comes with the first call, so that what went before, such as annotation, can have its own.
    """
    if not sys.stderr.isatty():
        yield None
        return
    from rich.console import Console
    from rich.progress import Progress

    with contextlib.ExitStack() as stack:
        bar = Progress(console=Console(stderr=True), transient=True)
        task = bar.add_task(what)

        def show(done: int, total: int) -> None:
            if not bar.live.is_started:
                stack.enter_context(bar)
            bar.update(task, completed=done, total=total)

        yield show
