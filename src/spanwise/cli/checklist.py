"""`spanwise checklist`: the questions of a CheckList suite, and how often a reader fails them."""

from typing import Any

import click

from spanwise.cli.options import json_option, lenient_option
from spanwise.cli.printing import cell, escaped, print_json, print_notes, print_table
from spanwise.data.writers import write
from spanwise.diagnosis.checklist import ChecklistReport, checklist_report
from spanwise.diagnosis.checklist_suite import read_suite, suite_dataset
from spanwise.predictions.formats import load_predictions
from spanwise.scoring.rules import SQUAD_1, rules_named

__all__ = ["checklist", "print_checklist", "questions", "score"]


@click.group(short_help="Put a reader to the tests of a CheckList suite.")
def checklist() -> None:
    """Put a reader to the tests of a CheckList suite: write its questions, have them answered, score the answers."""


@checklist.command(short_help="Write a suite's questions as a benchmark.")
@click.argument("suite")
@click.option("-o", "--output", required=True, metavar="FILE", help='Where to write; "-" is standard output.')
@lenient_option
@json_option
def questions(suite: str, output: str, *, lenient: bool, as_json: bool) -> None:
    """Write the questions of SUITE as a SQuAD file for a reader to answer.

    The file is for answering. Score the answers with `spanwise checklist score`: an invariance test has no right
    answers on file, which `spanwise score` would take for unanswerable.
    """
    read = read_suite(suite, lenient=lenient)
    write(suite_dataset(read), output)
    cases = sum(len(test.cases) for test in read.tests)
    if as_json and output != "-":
        print_json({"output": output, "tests": len(read.tests), "cases": cases, "questions": len(read)})
    elif output != "-":
        click.echo(f"{output}: {len(read):,} questions of {cases:,} cases in {len(read.tests)} tests")


@checklist.command(short_help="Show how often readers fail each test.")
@click.argument("suite")
@click.argument("predictions", nargs=-1, required=True)
@click.option("--rules", metavar="NAME", help="By whose normal form two answers are the same [squad1].")
@click.option("--level", type=float, default=0.95, show_default=True, help="Confidence level, a fraction.")
@click.option(
    "--examples", type=click.IntRange(min=0), default=1, show_default=True, help="Failures to print for each test."
)
@lenient_option
@json_option
def score(suite: str, predictions: tuple[str, ...], **options: Any) -> None:
    """Show how often PREDICTIONS for the questions of SUITE fail each of its tests.

    A case fails when any of its questions does. In a minimum functionality test (MFT) that is a wrong answer; in an
    invariance test (INV) an answer other than that to the original question.
    """
    read = read_suite(suite, lenient=options["lenient"])
    rules = rules_named(options["rules"]) if options["rules"] else SQUAD_1
    reports = []
    for file in predictions:
        said = load_predictions(file, lenient=options["lenient"]).predictions
        reports.append(checklist_report(read, said, rules=rules, level=options["level"], examples=options["examples"]))
    if options["as_json"]:
        from spanwise.report.robustness_plain import plain_checklist

        print_json({"readers": [plain_checklist(report) for report in reports]})
        return
    for report in reports:
        print_checklist(report)


def print_checklist(report: ChecklistReport) -> None:
    """Print one row a test, then failures of each."""
    rows = [
        [
            row.kind,
            escaped(row.capability),
            escaped(row.name),
            f"{row.cases:,}",
            f"{row.failed:,}",
            cell(row.failure_rate),
        ]
        for row in report.rows
    ]
    title = f"{report.suite}: failures of {report.reader}, percent"
    print_table(["type", "capability", "test", "cases", "failed", "failure rate"], rows, title=title, left=3)
    for row in report.rows:
        for failure in row.examples:
            expected = " or ".join(map(repr, failure.expected)) or "an answer to the original"
            answer = "nothing" if failure.answer is None else repr(failure.answer)
            click.echo(f"{row.name}: {failure.id}: {failure.question!r}: {answer}, not {expected}")
    defined = [row.failure_rate for row in report.rows if row.failure_rate.method]
    print_notes(
        [
            f"answers are the same by the rules {report.rules}; a case fails when any of its questions does",
            *(f"{100 * rate.level:g} % intervals over contexts" for rate in defined[:1]),
            *(
                f"{row.name}: {row.missing:,} of {row.questions:,} questions have no prediction"
                + ("" if row.failure_rate.value is None else ", and their cases fail")
                for row in report.rows
                if row.missing
            ),
            f"{report.extra:,} predictions are for no question of the suite" if report.extra else "",
        ]
    )
