"""`spanwise leaderboard`: a board's history and when each metric passed the human line."""

from typing import Any

import click

from spanwise.cli.options import json_option
from spanwise.cli.printing import escaped, print_json, print_notes, print_table
from spanwise.diagnosis.leaderboard import Crossing, History, Human, history, read_leaderboard
from spanwise.errors import OptionError
from spanwise.files import file_name

__all__ = ["leaderboard", "print_history"]


@click.command(short_help="Show when each metric of a leaderboard passed the human line.")
@click.argument("file")
@click.option("--human", type=float, nargs=2, metavar="EM F1", help="The human line, in percent.")
@click.option("--svg", metavar="FILE", help="Also draw the history as an SVG picture.")
@click.option("--title", help="The title of the picture [the name of FILE].")
@json_option
def leaderboard(file: str, **options: Any) -> None:
    """Show the best exact match and F1 of a leaderboard by date, and the day each passed the human line.

    FILE is CSV with the columns submitted, system, exact and f1, in percent.
    """
    found = history(read_leaderboard(file), _human(options["human"]))
    if options["svg"]:
        from spanwise.files import write_bytes
        from spanwise.report.leaderboard_chart import leaderboard_svg

        title = options["title"] or file_name(file)
        write_bytes(options["svg"], leaderboard_svg(found, title=title).encode("utf-8"))
    if options["as_json"]:
        from spanwise.report.leaderboard_chart import plain_history

        print_json(plain_history(found))
    else:
        print_history(found)


def _human(given: tuple[float, float] | None) -> Human | None:
    if given is None:
        return None
    if not all(0.0 <= value <= 100.0 for value in given):
        raise OptionError(f"--human {given[0]:g} {given[1]:g}: two percentages from 0 to 100 would do, EM and F1")
    return Human(given[0] / 100, given[1] / 100)


def print_history(found: History) -> None:
    """Print each step of the best scores, then the crossings."""
    steps = sorted({*found.best_em, *found.best_f1}, key=lambda entry: (entry.date, entry.system))
    em, f1 = set(found.best_em), set(found.best_f1)
    rows = [
        [
            entry.date.isoformat(),
            escaped(_short(entry.system)),
            _best(entry.em, entry in em),
            _best(entry.f1, entry in f1),
        ]
        for entry in steps
    ]
    span = f"{found.entries[0].date} to {found.entries[-1].date}"
    title = f"{len(found.entries):,} entries, {span}: the best by date, percent"
    print_table(["date", "system", "EM", "F1"], rows, title=title, left=2)
    if found.human is not None:
        click.echo(_sentence("EM", found.human.em, found.crossed_em))
        click.echo(_sentence("F1", found.human.f1, found.crossed_f1))
    failed = len(found.failed)
    runs = "run" if failed == 1 else "runs"
    print_notes(
        [
            f"{failed:,} failed {runs} left out (EM and F1 under a quarter of the best of the day)" if failed else "",
            "figures as published, without intervals: spanwise claim says what they show" if found.human else "",
        ]
    )


def _best(value: float, is_best: bool) -> str:
    shown = f"{100 * value:.2f}"
    return shown if is_best else f"[dim]({shown})[/dim]"


def _short(system: str) -> str:
    """Return a system's name without the address behind it."""
    return system.partition(" http")[0]


def _sentence(metric: str, line: float, crossing: Crossing | None) -> str:
    if crossing is None:
        return f"The human {metric} of {100 * line:.3f} has not been passed."
    return (
        f"The human {metric} of {100 * line:.3f} was first passed on {crossing.entry.date}, by "
        f"{100 * crossing.margin:.3f} points: {_short(crossing.entry.system)}."
    )
