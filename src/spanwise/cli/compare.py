"""`spanwise compare`: paired differences, tests, and what the benchmark could show."""

from typing import Any

import click

from spanwise.cli.options import duplicates_option, interval_options, json_option, lenient_option, reader_options
from spanwise.cli.printing import print_findings, print_json, print_notes, print_table
from spanwise.cli.systems import read_systems
from spanwise.errors import OptionError
from spanwise.scoring.compare import Comparison, Difference, Matrix, compare_all

__all__ = ["compare", "print_matrix"]


@click.command(short_help="Test whether one reader is better than another.")
@click.argument("dataset")
@click.argument("predictions", nargs=-1, required=True)
@reader_options
@interval_options
@duplicates_option
@lenient_option
@json_option
def compare(dataset: str, predictions: tuple[str, ...], **options: Any) -> None:
    """Compare PREDICTIONS of two or more readers on DATASET, question by question.

    Prints each pair's difference with its interval, the p-value of flipping whole articles (Holm-corrected where there
    are several pairs), McNemar's for exact match, won and lost questions, and the smallest difference this benchmark
    would show in four of five tries.
    """
    if len(predictions) < 2:
        raise OptionError(f"compare needs predictions of at least two readers, and was given {len(predictions)}")
    systems = read_systems(dataset, predictions, options)
    matrix = compare_all(systems.scores, rounds=options["rounds"], seed=options["seed"])
    if options["as_json"]:
        from spanwise.report.plain import plain_matrix

        signatures = {s.reader: str(s.signature) for s in systems.scores}
        print_json(plain_matrix(matrix) | {"signatures": signatures})
        return
    print_matrix(matrix)
    print_notes(str(s.signature) for s in systems.scores)
    for scores in systems.scores:
        print_findings([f for f in scores.findings if f.code.startswith("prediction-")])


def print_matrix(matrix: Matrix) -> None:
    """Print a row for each pair and metric."""
    several = len(matrix.comparisons) > 1
    rows = []
    for place, comparison in enumerate(matrix.comparisons):
        for difference, corrected in ((comparison.em, matrix.holm_em[place]), (comparison.f1, matrix.holm_f1[place])):
            rows.append(_row(comparison, difference, corrected, several=several))
    columns = ["a - b", "metric", "difference", "p", *(["p (Holm)"] if several else []), "won / lost", "smallest"]
    print_table(columns, rows, title=f"{matrix.comparisons[0].benchmark}: paired differences, points", left=2)
    for comparison in matrix.comparisons:
        click.echo(_sentence(comparison, matrix))
    estimate = matrix.comparisons[0].f1.estimate
    test = "every flip counted" if matrix.comparisons[0].f1.exact else "flips sampled"
    unit = f"{estimate.clusters:,} {estimate.cluster_unit}s"
    print_notes(
        [
            f"{100 * estimate.level:g} % intervals: {estimate.method}; p: sign flips of {unit}, {test}",
            "smallest: the true difference this benchmark shows in four of five tries",
            estimate.note,
        ]
    )


def _row(comparison: Comparison, difference: Difference, corrected: float, *, several: bool) -> list[str]:
    estimate = difference.estimate
    shown = f"{100 * (estimate.value or 0):+.2f}"
    if estimate.low is not None and estimate.high is not None:
        shown += f"\n[dim]{100 * estimate.low:+.1f} to {100 * estimate.high:+.1f}[/dim]"
    if difference.metric == "em":
        won = f"{comparison.only_a:,} / {comparison.only_b:,}"
        p_value = f"{_p(difference.p_value)}\n[dim]McNemar {_p(comparison.mcnemar)}[/dim]"
    else:
        won = f"{comparison.won:,} / {comparison.lost:,}"
        p_value = _p(difference.p_value)
    smallest = "-" if difference.smallest is None else f"{100 * difference.smallest:.1f}"
    names = f"{comparison.a}\n- {comparison.b}" if difference.metric == "em" else ""
    return [names, difference.metric.upper(), shown, p_value, *([_p(corrected)] if several else []), won, smallest]


def _p(value: float) -> str:
    return "< 0.001" if value < 0.001 else f"{value:.3f}"


def _sentence(comparison: Comparison, matrix: Matrix) -> str:
    """Return what may be said about a pair, in words."""
    place = matrix.comparisons.index(comparison)
    parts = []
    for difference, corrected in ((comparison.em, matrix.holm_em[place]), (comparison.f1, matrix.holm_f1[place])):
        value = difference.estimate.value or 0.0
        metric = difference.metric.upper()
        better, worse = (comparison.a, comparison.b) if value > 0 else (comparison.b, comparison.a)
        if corrected < 1 - difference.estimate.level:
            parts.append(f"{better} is better than {worse} in {metric}")
        else:
            parts.append(f"no difference in {metric} is shown between {comparison.a} and {comparison.b}")
    return "; ".join(parts) + "."
