"""`spanwise ablate`: what each part of a reader is worth."""

from collections.abc import Sequence
from typing import Any

import click
import msgspec

from spanwise.cli.annotator import annotator_options
from spanwise.cli.options import json_option, lenient_option
from spanwise.cli.printing import cell, counting, difference_cell, escaped, print_json, print_notes, print_table
from spanwise.cli.study import study_options, study_runs
from spanwise.cli.trainable import NamedTrainable, named_trainable
from spanwise.data.formats import load
from spanwise.diagnosis.ablation import Ablation, ablation
from spanwise.errors import OptionError

__all__ = ["ablate", "print_ablation"]


@click.command(short_help="Show what each part of a reader is worth.")
@click.argument("reader")
@click.argument("train")
@click.argument("dev")
@click.option(
    "--without",
    "left_out",
    metavar="GROUP[+GROUP]",
    multiple=True,
    help="A row: the reader without this group, or without several. Repeatable [each group alone, and those that tell "
    "much the same together].",
)
@study_options
@annotator_options
@lenient_option
@json_option
def ablate(reader: str, train: str, dev: str, left_out: tuple[str, ...], **options: Any) -> None:
    """Train READER on TRAIN with all its groups of features and without some, and score each on TRAIN and DEV.

    READER is log-linear, or MODULE:NAME of your own: a function from the set of groups left out to something to
    train; its module may list them as GROUPS. Prints F1 on both and the paired change on DEV, the greatest loss first.
    """
    with counting("training") as progress:
        named = named_trainable(reader, options, progress)
        sets = _sets(named, left_out)
        seen, asked = (load(file, lenient=options["lenient"]).dataset for file in (train, dev))
        runs = study_runs(named.settings, options, len(sets) + 1)
        table = ablation(named.make, sets, seen, asked, runs=runs)
    table = msgspec.structs.replace(table, reader=named.name)
    if options["as_json"]:
        from spanwise.report.studies_plain import plain_ablation

        print_json(plain_ablation(table) | {"settings": named.settings})
        return
    print_ablation(table)


def _sets(named: NamedTrainable, left_out: Sequence[str]) -> list[tuple[str, ...]]:
    sets = [tuple(part.strip() for part in text.split("+")) for text in left_out]
    unknown = [group for groups in sets for group in groups if named.groups and group not in named.groups]
    if unknown:
        raise OptionError(f"{named.name} has no group {unknown[0]!r}; there are {', '.join(named.groups)}")
    if not sets and not named.groups:
        raise OptionError(f"{named.name} does not list its groups as GROUPS; name some with --without")
    return sets or [*((group,) for group in named.groups), *named.together]


def print_ablation(table: Ablation) -> None:
    """Print one row for each set of groups that was left out."""
    rows = [
        [
            escaped(", ".join(f"- {group}" for group in row.without)) or "all",
            cell(row.train_f1),
            cell(row.dev_f1),
            difference_cell(row.f1_change),
        ]
        for row in table.rows
    ]
    columns = ["", "train F1", "dev F1", "change"]
    print_table(columns, rows, title=f"{table.reader} without some of its parts, percent; change: minus all, on dev")
    whole = table.rows[0].dev_f1
    how = f"{100 * whole.level:g} % intervals: {whole.method}" if whole.method else whole.reason
    print_notes([how, whole.note, table.signatures[0]])
