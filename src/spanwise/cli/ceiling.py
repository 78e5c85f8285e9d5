"""`spanwise ceiling`: how many answers a reader that chooses among candidates can find at all."""

from typing import Any

import click

from spanwise.cli.annotator import annotator_of, annotator_options
from spanwise.cli.options import json_option, lenient_option
from spanwise.cli.printing import cell, print_json, print_notes, print_table
from spanwise.data.formats import load
from spanwise.diagnosis.ceiling import PUBLISHED_CEILING, Ceiling
from spanwise.diagnosis.ceiling import ceiling as ceiling_of
from spanwise.language.constituents import CANDIDATE_RULES
from spanwise.report.ceiling_chart import write_ceiling_chart
from spanwise.report.ceiling_plain import plain_ceiling
from spanwise.report.vega import require_figure_name

__all__ = ["ceiling", "print_ceiling"]


@click.command(short_help="Show how many answers are candidates.")
@click.argument("dataset")
@click.option(
    "--rule",
    "rules",
    type=click.Choice(list(CANDIDATE_RULES)),
    multiple=True,
    help="A rule that says which spans are candidates. Repeatable [all of them].",
)
@click.option(
    "--figure", metavar="FILE", help="Also draw the curve; .svg or .png says as what. Needs the extra `plot`."
)
@click.option("--level", type=float, default=0.95, show_default=True, help="Confidence level, a fraction.")
@annotator_options
@lenient_option
@json_option
def ceiling(dataset: str, **options: Any) -> None:
    """Show the share of the answers of DATASET that are among the spans a classical reader chooses from.

    No such reader can score above it. Articles and punctuation are ignored, as the official rules do.
    """
    if options["figure"]:
        require_figure_name(options["figure"])
    loaded = load(dataset, lenient=options["lenient"])
    rules = [CANDIDATE_RULES[name] for name in options["rules"] or CANDIDATE_RULES]
    found = ceiling_of(loaded.dataset, annotator_of(options), rules, level=options["level"])
    if options["figure"]:
        write_ceiling_chart(found, options["figure"])
    if options["as_json"]:
        print_json(plain_ceiling(found))
    else:
        print_ceiling(found)


def print_ceiling(found: Ceiling) -> None:
    """Print a line for each rule, then the curve."""
    rows = [
        [row.rule, f"{row.per_sentence:.1f}", f"{row.per_paragraph:.0f}", cell(row.any_answer), cell(row.first_answer)]
        for row in found.rows
    ]
    title = f"{found.benchmark}: {found.questions:,} questions with answers, {found.sentences:,} sentences"
    print_table(["rule", "a sentence", "a paragraph", "any answer", "first answer"], rows, title=title)
    points = [
        [f"{p.per_sentence:g}", f"{p.least:.2f}", f"{100 * p.any_answer:.2f}", f"{100 * p.first_answer:.2f}"]
        for p in found.curve
    ]
    columns = ["candidates a sentence", "lowest score", "any answer", "first answer"]
    print_table(columns, points, title="the best-scored candidates", left=0)
    print_notes(
        [
            "the share of questions whose answer is a candidate, articles and punctuation aside, in percent",
            f"constituents of SQuAD's paper (2016): {100 * PUBLISHED_CEILING:.1f}",
            found.pipeline,
        ]
    )
