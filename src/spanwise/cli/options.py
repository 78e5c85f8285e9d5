"""Options that several commands share, so that one thing has one name, one default and one explanation."""

from collections.abc import Callable
from typing import Any, TypeVar

import click

from spanwise.scoring.intervals import Intervals

__all__ = ["duplicates_option", "interval_options", "intervals_of", "json_option", "lenient_option", "reader_options"]

F = TypeVar("F", bound=Callable[..., Any])


def json_option(function: F) -> F:
    """Add --json."""
    return click.option("--json", "as_json", is_flag=True, help="Print JSON for programs instead of a table.")(function)


def lenient_option(function: F) -> F:
    """Add --lenient."""
    text = "Read files with raw control characters inside JSON strings."
    return click.option("--lenient", is_flag=True, help=text)(function)


def duplicates_option(function: F) -> F:
    """Add --duplicates."""
    return click.option(
        "--duplicates",
        type=click.Choice(["refuse", "first", "last", "all"]),
        default="refuse",
        show_default=True,
        help="Different questions with one id: refuse, keep the first or last (as SQuAD 2.0's script), or count all "
        "(as 1.1's).",
    )(function)


def reader_options(function: F) -> F:
    """Add the options that say how predictions become scores."""
    for option in (
        click.option(
            "--abstention",
            "abstentions",
            metavar="TEXT",
            multiple=True,
            help='A text that means "no answer" in the predictions, such as "unanswerable". Repeatable.',
        ),
        click.option(
            "--operating-point",
            metavar="FILE",
            help="Abstain as a file of `spanwise threshold` says: its signal, its threshold.",
        ),
        click.option("--na-threshold", type=float, metavar="T", help="Abstain where the probability exceeds T [1.0]."),
        click.option(
            "--na-probs",
            metavar="[READER=]FILE",
            multiple=True,
            help="No-answer probabilities {id: number}, one file a reader in the same order, or named. Repeatable.",
        ),
        click.option(
            "--rules",
            metavar="NAME",
            help="squad1, squad2, mrqa, mlqa:LANG (en es hi vi de ar zh) or lenient [what the dataset asks for].",
        ),
    ):
        function = option(function)
    return function


def interval_options(function: F) -> F:
    """Add the options that say how uncertainty is worked out."""
    for option in (
        click.option("--seed", type=int, default=0, show_default=True, help="Seed of all random numbers."),
        click.option("--rounds", type=click.IntRange(min=1), default=10_000, show_default=True, help="Resamples."),
        click.option(
            "--interval",
            type=click.Choice(["t", "bootstrap"]),
            default="t",
            show_default=True,
            help="Cluster-robust t, or bootstrap over articles.",
        ),
        click.option("--level", type=float, default=0.95, show_default=True, help="Confidence level, a fraction."),
    ):
        function = option(function)
    return function


def intervals_of(options: dict[str, Any]) -> Intervals:
    """Return the interval settings from a command's options."""
    return Intervals(level=options["level"], method=options["interval"], rounds=options["rounds"], seed=options["seed"])
