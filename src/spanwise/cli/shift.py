"""`spanwise shift`: one reader over several benchmarks."""

from collections.abc import Sequence
from typing import Any

import click

from spanwise.cli.options import duplicates_option, interval_options, json_option, lenient_option
from spanwise.cli.printing import cell, difference_cell, escaped, print_json, print_notes, print_table
from spanwise.cli.scored import scored_readers
from spanwise.diagnosis.shift import Shift
from spanwise.diagnosis.shift import shift as shift_of

__all__ = ["print_shift", "shift"]


@click.command(short_help="Show what a reader loses on other benchmarks.")
@click.option(
    "--on",
    "benchmarks",
    type=(str, str, str),
    metavar="NAME DATASET PREDICTIONS",
    multiple=True,
    help="A benchmark: what to call it, its file, the reader's predictions for it. Repeatable; the first is what the "
    "others are held against.",
)
@click.option("--rules", metavar="NAME", help="The rules for all of them [what each dataset asks for].")
@click.option(
    "--abstention",
    "abstentions",
    metavar="TEXT",
    multiple=True,
    help='A text that means "no answer" in the predictions, such as "unanswerable". Repeatable.',
)
@interval_options
@duplicates_option
@lenient_option
@json_option
def shift(benchmarks: tuple[tuple[str, str, str], ...], **options: Any) -> None:
    """Show one reader's scores on several benchmarks, and how far each is from the first.

    Where two benchmarks hold the same question ids, as the languages of XQuAD do, the difference is taken question by
    question; else the interval holds the spread of both.
    """
    settings = options | {"na_probs": (), "na_threshold": None}
    scores = [scored_readers(dataset, [predictions], settings).scores[0] for _, dataset, predictions in benchmarks]
    table = shift_of(scores, [name for name, _, _ in benchmarks])
    if options["as_json"]:
        from spanwise.report.robustness_plain import plain_shift

        signatures = {row.name: str(s.signature) for row, s in zip(table.rows, scores, strict=True)}
        print_json(plain_shift(table) | {"signatures": signatures})
        return
    print_shift(table)
    print_notes(str(s.signature) for s in scores)


def print_shift(table: Shift) -> None:
    """Print one row a benchmark."""
    first = table.rows[0]
    rows = [
        [
            escaped(row.name),
            f"{row.questions:,}",
            cell(row.em),
            cell(row.f1),
            difference_cell(row.em_difference),
            difference_cell(row.f1_difference),
        ]
        for row in table.rows
    ]
    columns = ["benchmark", "questions", "EM", "F1", "EM change", "F1 change"]
    print_table(columns, rows, title=f"One reader over {len(rows)} benchmarks, percent; changes from {first.name}")
    notes = [f"{row.name}: {row.rules}" for row in table.rows]
    level = f"{100 * first.f1.level:g} % intervals: " if first.f1.method else ""
    print_notes(
        [
            f"{level}{first.f1.method or first.f1.reason}",
            _how("changes question by question", [row.name for row in table.rows[1:] if row.paired]),
            _how("changes between different questions", [row.name for row in table.rows[1:] if not row.paired]),
            "" if table.one_rule else f"the rules differ, and so part of the change is theirs: {', '.join(notes)}",
            *(
                f"{row.name}: {row.shared:,} question ids are {first.name}'s too, and not all; taken as independent, "
                "so the interval of the change is too wide"
                for row in table.rows[1:]
                if row.shared and not row.paired
            ),
            *(
                f"{row.name}: {text}"
                for row in table.rows
                for text in dict.fromkeys((row.f1.reason, row.f1.note))
                if text
            ),
        ]
    )


def _how(what: str, names: Sequence[str]) -> str:
    return f"{what}: {', '.join(names)}" if names else ""
