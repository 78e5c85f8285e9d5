"""`spanwise compare`: paired differences, tests, and what the benchmark could show."""

from collections.abc import Sequence
from itertools import combinations
from typing import TYPE_CHECKING, Any

import click

from spanwise.cli.options import duplicates_option, interval_options, json_option, lenient_option, reader_options
from spanwise.cli.printing import difference_cell, escaped, print_findings, print_json, print_notes, print_table
from spanwise.cli.scored import ScoredReaders, scored_readers
from spanwise.errors import OptionError
from spanwise.scoring.compare import Comparison, Difference, Matrix, compare_all

if TYPE_CHECKING:
    from spanwise.diagnosis.reading_list import ReadingList

__all__ = ["compare", "print_matrix"]

_PAIRS_IN_FULL = 3


@click.command(short_help="Test whether one reader is better than another.")
@click.argument("dataset")
@click.argument("predictions", nargs=-1, required=True)
@click.option(
    "--read",
    type=click.IntRange(min=0),
    default=0,
    help="Of two readers: also won and lost by slice, and N questions to read first.",
    metavar="N",
)
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
    readers = scored_readers(dataset, predictions, options)
    matrix = compare_all(readers.scores, rounds=options["rounds"], seed=options["seed"])
    reading = _reading(readers, options) if options["read"] else None
    if options["as_json"]:
        from spanwise.report.plain import plain_matrix

        plain = plain_matrix(matrix) | {"signatures": {s.reader: str(s.signature) for s in readers.scores}}
        if reading is not None:
            from spanwise.report.diagnosis_plain import plain_reading_list

            plain["reading"] = plain_reading_list(reading)
        print_json(plain)
        return
    print_matrix(matrix)
    if reading is not None:
        from spanwise.cli.diagnose import print_reading_list

        print_reading_list(reading)
    print_notes(str(s.signature) for s in readers.scores)
    for scores in readers.scores:
        print_findings([f for f in scores.findings if f.code.startswith("prediction-")])


def _reading(readers: ScoredReaders, options: dict[str, Any]) -> "ReadingList":
    """Return by slice what two readers won and lost, and what to read first."""
    from spanwise.diagnosis.question_facts import question_facts
    from spanwise.diagnosis.reading_list import reading_list

    if len(readers.scores) != 2:
        raise OptionError(f"--read is about two readers, and {len(readers.scores)} were given; diagnose takes more")
    facts = question_facts(readers.loaded.dataset, duplicates=options["duplicates"])
    return reading_list(*readers.scores, facts, most=options["read"])


def print_matrix(matrix: Matrix) -> None:
    """Print the differences of all pairs in one table a metric, then each pair in full where there are few."""
    comparisons = matrix.comparisons
    if len(matrix.readers) > 2:
        _print_square("EM", matrix, [c.em for c in comparisons], matrix.holm_em)
        _print_square("F1", matrix, [c.f1 for c in comparisons], matrix.holm_f1)
    if len(comparisons) <= _PAIRS_IN_FULL:
        for place, comparison in enumerate(comparisons):
            _print_pair(comparison, matrix.holm_em[place], matrix.holm_f1[place], several=len(comparisons) > 1)
    for place, comparison in enumerate(comparisons):
        click.echo(_sentence(comparison, matrix.holm_em[place], matrix.holm_f1[place]))
    estimate = comparisons[0].f1.estimate
    test = "every flip counted" if comparisons[0].f1.exact else "flips sampled"
    print_notes(
        [
            f"{100 * estimate.level:g} % intervals: {estimate.method or estimate.reason}",
            f"p: sign flips of {estimate.clusters:,} {estimate.cluster_unit}s, {test}",
            "p (Holm): corrected for the number of pairs" if len(comparisons) > 1 else "",
            "smallest: the true difference that this benchmark shows in four of five tries",
            estimate.note,
        ]
    )


def _print_square(metric: str, matrix: Matrix, differences: Sequence[Difference], corrected: Sequence[float]) -> None:
    """Print row minus column for every pair, with the corrected p under it."""
    n = len(matrix.readers)
    cells = [[""] * n for _ in range(n)]
    for (row, column), difference, p_value in zip(combinations(range(n), 2), differences, corrected, strict=True):
        value = difference.estimate.value or 0.0
        cells[row][column] = f"{100 * value:+.2f}\n[dim]p {_p(p_value)}[/dim]"
        cells[column][row] = f"{-100 * value:+.2f}\n[dim]p {_p(p_value)}[/dim]"
    rows = [[f"{place + 1} {escaped(reader)}", *cells[place]] for place, reader in enumerate(matrix.readers)]
    title = f"{matrix.comparisons[0].benchmark}: {metric}, row minus column, points, p after Holm"
    print_table(["", *(str(place + 1) for place in range(n))], rows, title=title)


def _print_pair(comparison: Comparison, holm_em: float, holm_f1: float, *, several: bool) -> None:
    rows = []
    for difference, corrected in ((comparison.em, holm_em), (comparison.f1, holm_f1)):
        em = difference.metric == "em"
        won = (comparison.only_a, comparison.only_b) if em else (comparison.won, comparison.lost)
        rows.append(
            [
                difference.metric.upper(),
                difference_cell(difference.estimate),
                _p(difference.p_value),
                *([_p(corrected)] if several else []),
                _p(comparison.mcnemar) if em else "",
                f"{won[0]:,} / {won[1]:,}",
                "-" if difference.smallest is None else f"{100 * difference.smallest:.1f}",
            ]
        )
    columns = ["", "difference", "p", *(["p (Holm)"] if several else []), "McNemar", "won / lost", "smallest"]
    print_table(columns, rows, title=f"{comparison.a} - {comparison.b}: paired differences, points")


def _p(value: float) -> str:
    return "< 0.001" if value < 0.001 else f"{value:.3f}"


def _sentence(comparison: Comparison, holm_em: float, holm_f1: float) -> str:
    """Return what may be said about a pair, in words."""
    said: dict[str, list[str]] = {}
    for difference, corrected in ((comparison.em, holm_em), (comparison.f1, holm_f1)):
        value = difference.estimate.value or 0.0
        if corrected >= 1 - difference.estimate.level:
            text = f"no difference is shown between {comparison.a} and {comparison.b}"
        elif value > 0:
            text = f"{comparison.a} is better than {comparison.b}"
        else:
            text = f"{comparison.b} is better than {comparison.a}"
        said.setdefault(text, []).append(difference.metric.upper())
    return "; ".join(f"{text} in {' and '.join(metrics)}" for text, metrics in said.items()) + "."
