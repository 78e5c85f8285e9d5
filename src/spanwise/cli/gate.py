"""`spanwise gate`: exit with 1 where a new reader loses more than it may."""

from typing import Any

import click

from spanwise.cli.options import json_option, lenient_option, reader_options
from spanwise.cli.printing import print_json, print_notes, print_table
from spanwise.cli.scored import scored_readers
from spanwise.diagnosis.gate import Check, Gate, Limits
from spanwise.diagnosis.gate import gate as gate_of

__all__ = ["gate", "print_gate"]


@click.command(short_help="Fail where a new reader loses more than it may.")
@click.argument("dataset")
@click.argument("base")
@click.argument("new")
@click.option("--max-drop", type=float, default=1.0, show_default=True, help="Points of EM, F1 or HasAns F1 to lose.")
@click.option("--max-false-answers", type=float, default=2.0, show_default=True, help="Points that false answers rise.")
@click.option("--max-over-refusals", type=float, default=2.0, show_default=True, help="Points that over-refusals rise.")
@click.option("--ceiling", type=float, default=95.0, show_default=True, help="Percent of either that always fails.")
@click.option("--level", type=float, default=0.95, show_default=True, help="Confidence level, a fraction.")
@click.option("--rounds", type=click.IntRange(min=1), default=10_000, show_default=True, help="Resamples.")
@click.option("--seed", type=int, default=0, show_default=True, help="Seed of the flips.")
@click.option("--markdown", metavar="FILE", help="Also write a summary for a pull request.")
@click.option("--junit", metavar="FILE", help="Also write JUnit XML, one test case a check.")
@reader_options
@lenient_option
@json_option
def gate(dataset: str, base: str, new: str, **options: Any) -> None:
    """Let predictions NEW take the place of predictions BASE on DATASET, or exit with 1 and say why.

    Fails on a drop that is larger than allowed and real (paired, flipping whole articles), on false answers or
    over-refusals that rise by more than allowed or reach the ceiling, and on predictions that went missing. Neither
    abstaining on all nor answering all passes. A file against itself does.
    """
    limits = Limits(
        max_drop=options["max_drop"] / 100,
        max_false_answers=options["max_false_answers"] / 100,
        max_over_refusals=options["max_over_refusals"] / 100,
        ceiling=options["ceiling"] / 100,
    )
    readers = scored_readers(dataset, (base, new), options | {"duplicates": "refuse", "interval": "t"})
    before, after = readers.scores
    found = gate_of(before, after, limits, rounds=options["rounds"], seed=options["seed"])
    _write(found, options)
    if options["as_json"]:
        from spanwise.report.gate_summary import plain_gate

        print_json(plain_gate(found) | {"signatures": {s.reader: str(s.signature) for s in readers.scores}})
    else:
        print_gate(found)
        print_notes(str(s.signature) for s in readers.scores)
    if not found.passed:
        click.get_current_context().exit(1)


def _write(found: Gate, options: dict[str, Any]) -> None:
    if not (options["markdown"] or options["junit"]):
        return
    from spanwise.files import write_bytes
    from spanwise.report.gate_summary import gate_junit, gate_markdown

    if options["markdown"]:
        write_bytes(options["markdown"], gate_markdown(found).encode("utf-8"))
    if options["junit"]:
        write_bytes(options["junit"], gate_junit(found))


def print_gate(found: Gate) -> None:
    """Print the checks as a table, then the sentence."""
    title = f"{found.benchmark}: {found.checks[0].change.n:,} questions, percent, changes in points"
    print_table(["", "base", "new", "change", "p", "limit", ""], [_row(check) for check in found.checks], title=title)
    click.echo(found.sentence)
    change = found.checks[1].change
    shown = "" if found.smallest is None else f"{100 * found.smallest:.1f}"
    print_notes(
        [
            f"{100 * change.level:g} % intervals and p over {change.clusters:,} {change.cluster_unit}s",
            f"a true drop in F1 of {shown} points would be seen in four of five tries" if shown else "",
        ]
    )


def _row(check: Check) -> list[str]:
    verdict = "pass" if check.passed else "[red]fail[/red]"
    if check.base is None or check.new is None or check.change.value is None:
        return [check.name, "-", "-", "undefined", "", "", verdict]
    change = f"{100 * check.change.value:+.2f}"
    if check.change.low is not None and check.change.high is not None:
        change += f"\n[dim]{100 * check.change.low:+.1f} to {100 * check.change.high:+.1f}[/dim]"
    p_value = "" if check.p_value is None else ("< 0.001" if check.p_value < 0.001 else f"{check.p_value:.3f}")
    limit = f"{'-' if check.p_value is not None else '+'}{100 * check.limit:g}"
    return [check.name, f"{100 * check.base:.2f}", f"{100 * check.new:.2f}", change, p_value, limit, verdict]
