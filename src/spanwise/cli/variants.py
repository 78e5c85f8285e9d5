"""`spanwise variants`: readers on questions and what was made of them."""

from collections.abc import Sequence
from typing import Any

import click

from spanwise.cli.options import duplicates_option, interval_options, json_option, lenient_option, reader_options
from spanwise.cli.printing import cell, difference_cell, escaped, print_json, print_notes, print_table
from spanwise.cli.scored import scored_readers
from spanwise.diagnosis.contrast_sets import Consistency, consistency
from spanwise.diagnosis.variant_groups import DESTINATIONS, VariantReport, variant_report

__all__ = ["print_variants", "variants"]


@click.command(short_help="Show how readers stand up to variants of the questions.")
@click.argument("dataset")
@click.argument("predictions", nargs=-1, required=True)
@click.option(
    "--pattern",
    metavar="REGEX",
    help="How ids tell variants: a regular expression whose one group is the original's id, such as '(.+)-edit\\d+' "
    '[the questions\' origin where there is any, else ids up to the first "-"].',
)
@click.option(
    "--examples", type=click.IntRange(min=0), default=3, show_default=True, help="Flips to print for each reader."
)
@reader_options
@interval_options
@duplicates_option
@lenient_option
@json_option
def variants(dataset: str, predictions: tuple[str, ...], **options: Any) -> None:
    """Show how PREDICTIONS of one or more readers on DATASET stand up to variants of its questions.

    DATASET holds questions with adversarial variants (AddSent), paraphrases or small edits (contrast sets). Prints the
    originals, each question by its worst variant, the paired drop, the flips (right as it was, wrong in a variant),
    where the answer went, and the share of questions right in every form.
    """
    readers = scored_readers(dataset, predictions, options)
    data = readers.loaded.dataset
    pairs = list(zip(readers.predictions, readers.scores, strict=True))
    reports = [variant_report(data, said, scores, pattern=options["pattern"]) for said, scores in pairs]
    sets = [consistency(data, scores, pattern=options["pattern"]) for scores in readers.scores]
    if options["as_json"]:
        from spanwise.report.robustness_plain import plain_consistency, plain_variants

        print_json(
            {
                "readers": [plain_variants(report) for report in reports],
                "contrast_sets": [plain_consistency(found) for found in sets],
                "signatures": {s.reader: str(s.signature) for s in readers.scores},
            }
        )
        return
    print_variants(reports, sets, options["examples"])
    print_notes(str(s.signature) for s in readers.scores)


def print_variants(reports: Sequence[VariantReport], sets: Sequence[Consistency], examples: int = 3) -> None:
    """Print the scores, the flips and where they went, and some flips in full."""
    first = reports[0]
    rows = []
    for report in reports:
        both = (
            ("EM", report.original.em, report.worst.em, report.em_drop, report.every_line.em),
            ("F1", report.original.f1, report.worst.f1, report.f1_drop, report.every_line.f1),
        )
        for metric, original, worst, drop, lines in both:
            name = escaped(report.reader) if metric == "EM" else ""
            rows.append([name, metric, cell(original), cell(worst), difference_cell(drop), cell(lines)])
    title = f"{first.benchmark}: {first.groups:,} questions with {first.variants:,} variants, percent"
    print_table(["reader", "", "original", "worst", "drop", "all lines"], rows, title=title, left=2)
    rows = [
        [
            escaped(report.reader),
            f"{report.right:,}",
            f"{len(report.flips):,}",
            cell(report.flip_rate),
            f"{report.gained:,}",
            cell(found.consistent),
        ]
        for report, found in zip(reports, sets, strict=True)
    ]
    columns = ["reader", "right", "flips", "flip rate", "gained", "consistent"]
    print_table(columns, rows, title="Flips: right as it was, wrong in a variant")
    # Places that no answer went to would make the table wider than a terminal.
    places = [name for name in DESTINATIONS if name == "added" or any(report.where[name] for report in reports)]
    rows = [
        [escaped(report.reader), *(f"{report.where[name]:,}" for name in places), cell(report.into_added)]
        for report in reports
    ]
    print_table(["reader", *places, "share added"], rows, title="Where the answer of a flip lies")
    for report in reports:
        for flip in report.flips[:examples]:
            after = f"{flip.after!r} ({flip.where})" if flip.after else f"nothing ({flip.where})"
            click.echo(f"{report.reader}: {flip.variant}: {flip.question!r}: {flip.before!r}, then {after}")
    _print_notes(first)


def _print_notes(report: VariantReport) -> None:
    drop = report.f1_drop
    print_notes(
        [
            f"variants are told by {report.grouping}",
            f"{report.without_variants:,} questions have no variant and count as themselves"
            if report.without_variants
            else "",
            f"{report.without_original:,} questions have no original in the file; drops and flips leave them out"
            if report.without_original
            else "",
            "drop: original minus worst, question by question; all lines: a question counts once for each variant",
            "consistent: right as it was and in every variant, of the questions with variants",
            f"share added: {report.into_added.reason}" if report.into_added.value is None else "",
            f"{100 * drop.level:g} % intervals: {drop.method}" if drop.method else drop.reason,
            drop.note,
        ]
    )
