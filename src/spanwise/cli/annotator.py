"""Options of the commands that annotate text: which pipeline, kept where, by how many processes."""

import os
import sys
from collections.abc import Callable, Mapping
from typing import TYPE_CHECKING, Any, TypeVar

import click

from spanwise.language import DEFAULT_PIPELINE

if TYPE_CHECKING:
    from pathlib import Path

    from spanwise.language.annotate import Annotator

__all__ = ["annotator_of", "annotator_options", "cache_folder", "pipeline_options"]

F = TypeVar("F", bound=Callable[..., Any])
_LEAST = 256
"""Texts that take longer than a bar takes to read."""


def pipeline_options(function: F) -> F:
    """Add --pipeline, --cache and --processes."""
    for option in (
        click.option(
            "--processes", type=click.IntRange(min=1), metavar="N", help="Processes that annotate [one for each CPU]."
        ),
        click.option(
            "--cache",
            metavar="DIR",
            help="Where annotation is kept [the user's cache folder, or annotations in $SPANWISE_CACHE].",
        ),
        click.option(
            "--pipeline",
            metavar="NAME",
            default=DEFAULT_PIPELINE,
            show_default=True,
            help="The spaCy pipeline that annotates: a package or a folder.",
        ),
    ):
        function = option(function)
    return function


def annotator_options(function: F) -> F:
    """Add --pipeline, --cache, --no-cache and --processes."""
    option = click.option("--no-cache", is_flag=True, help="Keep no annotation, and look for none.")
    return pipeline_options(option(function))


def annotator_of(options: Mapping[str, Any]) -> "Annotator":
    """Return the annotator that a command line asks for; it shows a bar on a terminal while it has much to do."""
    from spanwise.language.annotate import Annotator

    return Annotator(
        options["pipeline"],
        cache=None if options.get("no_cache") else cache_folder(options["cache"]),
        processes=options["processes"] or _cpus(),
        progress=_bar() if sys.stderr.isatty() else None,
    )


def cache_folder(named: str | None = None) -> "Path":
    """Return where annotation is kept: the folder named, or the one that the platform and the environment say."""
    from pathlib import Path

    if named:
        return Path(named)
    if own := os.environ.get("SPANWISE_CACHE"):
        return Path(own) / "annotations"
    if sys.platform == "win32":
        user = Path(os.environ.get("LOCALAPPDATA") or Path.home() / "AppData" / "Local")
    elif sys.platform == "darwin":
        user = Path.home() / "Library" / "Caches"
    else:
        user = Path(os.environ.get("XDG_CACHE_HOME") or Path.home() / ".cache")
    return user / "spanwise" / "annotations"


def _cpus() -> int:
    # Not all of the machine's: a container or a batch system may have given us fewer.
    return len(os.sched_getaffinity(0)) if hasattr(os, "sched_getaffinity") else os.cpu_count() or 1


def _bar() -> Callable[[int, int], None]:
    from rich.console import Console
    from rich.errors import LiveError
    from rich.progress import Progress, TaskID

    shown: dict[str, tuple[Progress, TaskID]] = {}

    def show(done: int, total: int) -> None:
        if done == 0 and total >= _LEAST:
            bar = Progress(console=Console(stderr=True), transient=True)
            # Before Rich 14 there can be but one bar, and the command may have its own.
            try:
                bar.start()
            except LiveError:
                return
            # Ctrl-C or an error must give the terminal back its cursor.
            if context := click.get_current_context(silent=True):
                context.call_on_close(bar.stop)
            shown["bar"] = bar, bar.add_task("annotating, once", total=total)
        elif "bar" in shown:
            bar, task = shown["bar"]
            bar.update(task, completed=done)
            if done == total:
                bar.stop()
                del shown["bar"]

    return show
