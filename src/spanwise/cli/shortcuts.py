"""`spanwise shortcuts`: how much of a score is left without what the task should need."""

from collections.abc import Callable
from typing import Any

import click

from spanwise.cli.annotator import annotator_of, annotator_options
from spanwise.cli.options import json_option, lenient_option
from spanwise.cli.own_code import is_own_code, object_named
from spanwise.cli.printing import cell, counting, difference_cell, escaped, print_json, print_notes, print_table
from spanwise.cli.study import scored_by
from spanwise.data.dataset import Dataset
from spanwise.data.formats import load
from spanwise.data.writers import write
from spanwise.diagnosis.perturbations import PERTURBATIONS, perturbed
from spanwise.diagnosis.shortcuts import ORIGINAL, Shortcuts, perturbed_predictions
from spanwise.diagnosis.shortcuts import shortcuts as shortcuts_of
from spanwise.errors import OptionError
from spanwise.files import made_folder
from spanwise.predictions.formats import load_predictions
from spanwise.predictions.prediction import Predictions
from spanwise.predictions.reader import Reader
from spanwise.scoring.intervals import Intervals
from spanwise.scoring.rules import rules_named
from spanwise.scoring.scores import Scores
from spanwise.stats.estimate import Estimate

__all__ = ["print_shortcuts", "shortcuts"]


@click.command(short_help="Show what is left of a score without the question.")
@click.argument("reader_and_dataset", metavar="[READER] DATASET", nargs=-1, required=True)
@click.option(
    "--perturbation",
    "names",
    type=click.Choice(list(PERTURBATIONS)),
    multiple=True,
    help="What to take away. Repeatable [all of them].",
)
@click.option(
    "--write", "target", metavar="FOLDER", help="Write the perturbed datasets here, for a reader that runs elsewhere."
)
@click.option(
    "--predictions",
    "files",
    metavar="NAME=FILE",
    multiple=True,
    help="What that reader said to a perturbed dataset; NAME is original or a perturbation. Repeatable.",
)
@click.option(
    "--abstention",
    "abstentions",
    metavar="TEXT",
    multiple=True,
    help='A text that means "no answer" in the predictions, such as "unanswerable". Repeatable.',
)
@click.option("--operating-point", metavar="FILE", help="Abstain as a file of `spanwise threshold` says.")
@click.option("--na-threshold", type=float, metavar="T", help="Abstain where the probability exceeds T [1.0].")
@click.option("--rules", metavar="NAME", help="The rules to score by [what the dataset asks for].")
@click.option("--level", type=float, default=0.95, show_default=True, help="Confidence level, a fraction.")
@click.option("--seed", type=int, default=0, show_default=True, help="Seed of what is shuffled, and of the reader.")
@annotator_options
@lenient_option
@json_option
def shortcuts(reader_and_dataset: tuple[str, ...], **options: Any) -> None:
    """Run READER on DATASET as it is, without the question, with its first words, with sentences shuffled, and so on.

    READER is a name, a folder of a trained model, or MODULE:NAME of your own. For a reader that runs elsewhere, give
    DATASET alone: --write makes the files for it, and --predictions reads what it said. The share left is that of the
    score on answerable questions.
    """
    *readers, file = reader_and_dataset
    if len(readers) > 1:
        raise click.UsageError("there is one READER and one DATASET; name no more than that")
    if bool(readers) + bool(options["target"]) + bool(options["files"]) != 1:
        raise click.UsageError("give a READER, or --write, or --predictions: one of the three")
    dataset = load(file, lenient=options["lenient"]).dataset
    names = options["names"] or tuple(PERTURBATIONS)
    if options["target"]:
        _write(dataset, names, options)
        return
    if readers:
        with counting("answering") as progress:
            reader = _reader(readers[0], options, progress)
            predictions = perturbed_predictions(reader, dataset, names, seed=options["seed"], tell=_tell)
    else:
        predictions = _read(options)
    found = shortcuts_of(dataset, predictions, seed=options["seed"], scored=_scored(options))
    if options["as_json"]:
        from spanwise.report.studies_plain import plain_shortcuts

        print_json(plain_shortcuts(found))
        return
    print_shortcuts(found)


def _tell(line: str) -> None:
    click.echo(line, err=True)


def _reader(name: str, options: dict[str, Any], progress: Callable[[int, int], None] | None) -> Reader:
    if is_own_code(name):
        own = object_named(name)
        if not isinstance(own, Reader):
            raise OptionError(f"{name} is no reader; it needs a name, and predict(dataset) that returns predictions")
        return own
    from spanwise.readers.named import reader_entry, reader_named

    annotator = annotator_of(options) if reader_entry(name).needs_language else None
    return reader_named(
        name,
        annotator=annotator,
        seed=options["seed"],
        abstain=options["operating_point"] is not None,
        progress=progress,
    )


def _write(dataset: Dataset, names: tuple[str, ...], options: dict[str, Any]) -> None:
    folder = made_folder(options["target"])
    written = {}
    for name in (ORIGINAL, *names):
        made = dataset if name == ORIGINAL else perturbed(dataset, name, seed=options["seed"])
        written[name] = str(folder / f"{name}.json")
        write(made, written[name])
    if options["as_json"]:
        print_json({"seed": options["seed"], "files": written})
        return
    for file in written.values():
        click.echo(file)


def _read(options: dict[str, Any]) -> dict[str, Predictions]:
    predictions: dict[str, Predictions] = {}
    for given in options["files"]:
        name, equals, file = given.partition("=")
        if not equals or name in predictions or (name != ORIGINAL and name not in PERTURBATIONS):
            raise OptionError(
                f"--predictions {given}: give NAME=FILE, each NAME once, of {', '.join((ORIGINAL, *PERTURBATIONS))}"
            )
        loaded = load_predictions(file, abstention_strings=options["abstentions"], lenient=options["lenient"])
        predictions[name] = loaded.predictions
    return predictions


def _scored(options: dict[str, Any]) -> Callable[[Dataset, Predictions], Scores]:
    if not options["operating_point"]:
        return scored_by(options)
    if options["na_threshold"] is not None:
        raise OptionError("--operating-point and --na-threshold both say where to abstain; give one of them")
    from spanwise.diagnosis.operating_point import read_operating_point, score_at

    point = read_operating_point(options["operating_point"])
    rules = rules_named(options["rules"]) if options["rules"] else None
    intervals = Intervals(level=options["level"])
    return lambda dataset, said: score_at(dataset, said, point, rules=rules, intervals=intervals)


def print_shortcuts(found: Shortcuts) -> None:
    """Print the reader as it is, and one row a perturbation."""
    two = found.no_ans is not None
    rows = [[ORIGINAL, cell(found.f1), "-", "-", "-", *([_value(found.no_ans)] if two else [])]]
    for row in found.rows:
        last = [_value(row.same_answer), *([_value(row.no_ans)] if two else [])]
        rows.append([row.name, cell(row.f1), difference_cell(row.f1_change), cell(row.f1_left), *last])
    columns = ["", "F1", "change", "F1 left", "same", *(["NoAns"] if two else [])]
    title = f"{found.reader} on {found.benchmark or 'the dataset'}: {found.total:,} questions, percent"
    print_table(columns, rows, title=title)
    left = "share of the F1 on answerable questions" if two else "share of the F1"
    how = f"{100 * found.f1.level:g} % intervals: {found.f1.method or found.f1.reason}"
    print_notes(
        [
            f"F1 left: {left}; same: questions with the same answer's text as before",
            how,
            found.f1.note,
            *(f"{row.name}: {row.what}{_unchanged(row.unchanged)}" for row in found.rows),
            *(f"{row.name}: F1 left: {row.f1_left.reason}" for row in found.rows if row.f1_left.reason),
            f"seed {found.seed}",
            escaped(found.signature),
        ]
    )


def _value(estimate: Estimate | None) -> str:
    """Return a number without its interval, which --json has: a terminal is 80 columns wide."""
    return "-" if estimate is None or estimate.value is None else f"{100 * estimate.value:.2f}"


def _unchanged(n: int) -> str:
    return f" ({n:,} questions stay as they were)" if n else ""
