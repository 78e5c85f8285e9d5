"""`spanwise attack`: a reader against adversarial variants of the questions."""

from collections.abc import Sequence
from pathlib import Path
from typing import Any

import click

from spanwise.benchmarks.adversarial.add_any import ADD_ANY, ADD_COMMON, WordSearch, add_words, common_words
from spanwise.benchmarks.adversarial.add_sent import ADD_SENT
from spanwise.benchmarks.adversarial.variant import Adversarial, with_originals
from spanwise.cli.adversaries import READERLESS, adversary_options, attacked_part, plain_made, print_made, readerless
from spanwise.cli.annotator import annotator_options
from spanwise.cli.asked_reader import asked_reader, check_reader
from spanwise.cli.options import intervals_of, json_option, lenient_option
from spanwise.cli.printing import cell, counting, difference_cell, escaped, print_json, print_notes, print_table
from spanwise.data.dataset import Dataset
from spanwise.data.formats import load
from spanwise.data.writers import write
from spanwise.diagnosis.attack import AttackReport, attack_report, expected_f1
from spanwise.diagnosis.variant_groups import VariantReport
from spanwise.files import made_folder
from spanwise.predictions.writers import write_predictions
from spanwise.report.attack_plain import plain_attack

__all__ = ["attack", "print_attack"]

_BY_READER = (ADD_ANY, ADD_COMMON)


@click.command(short_help="Attack a reader with adversarial variants of the questions.")
@click.argument("reader")
@click.argument("dataset")
@click.option(
    "--attack",
    "attacks",
    type=click.Choice([*READERLESS, *_BY_READER]),
    multiple=True,
    default=(ADD_SENT,),
    show_default=True,
    help="What variants are made. Repeatable.",
)
@click.option(
    "-o", "--output", metavar="DIR", help="Also write the variants, the predictions and a page into a folder."
)
@click.option("--epochs", type=click.IntRange(min=1), default=3, show_default=True, help="Of add-any and add-common.")
@click.option("--drawn", type=click.IntRange(min=1), default=20, show_default=True, help="Words tried at each place.")
@click.option("--examples", type=click.IntRange(min=0), default=3, show_default=True, help="Flips to print.")
@click.option("--level", type=float, default=0.95, show_default=True, help="Confidence level, a fraction.")
@adversary_options
@annotator_options
@lenient_option
@json_option
def attack(reader: str, dataset: str, **options: Any) -> None:
    """Attack READER with variants of the questions of DATASET, and show what it loses.

    READER is as for `spanwise predict`. add-any and add-common look for ten words that mislead this very reader: some
    600 to 1,000 contexts for a question, so take a sample (--questions). Prints the originals, each question by its
    worst variant of each attack and of all, and where the answers of new failures lie.
    """
    check_reader(reader)
    names = list(dict.fromkeys(options["attacks"]))
    folder = made_folder(options["output"]) if options["output"] else None
    whole = load(dataset, lenient=options["lenient"]).dataset
    part = attacked_part(whole, options)
    made = {one.attack: one for one in readerless([name for name in names if name in READERLESS], whole, part, options)}
    for name in names:
        if name in _BY_READER:
            made[name] = _searched(name, reader, whole, part, options)
    intervals = intervals_of({"interval": "t", "rounds": 10_000, **options})
    with counting("answering") as progress:
        asked = asked_reader(reader, options, abstain=False, progress=progress)
        report = attack_report(asked, part, [made[name] for name in names], intervals=intervals)
    if folder is not None:
        _write(report, part, folder)
    if options["as_json"]:
        accounts = [plain_made(made[name]) for name in names]
        print_json({"seed": options["seed"], "made": accounts, **plain_attack(report), "output": options["output"]})
        return
    for name in names:
        print_made(made[name])
    print_attack(report, options["examples"])
    if options["output"]:
        click.echo(f"wrote {options['output']}")


def _searched(name: str, reader: str, whole: Dataset, part: Dataset, options: dict[str, Any]) -> Adversarial:
    # What is annotated for a search is never asked for again, and would fill the cache.
    asked = asked_reader(reader, {**options, "no_cache": True}, abstain=False)
    search = WordSearch(
        drawn=options["drawn"], epochs=options["epochs"], seed=options["seed"], own_words=name == ADD_ANY
    )
    contexts = dict.fromkeys(p.context for article in whole.articles for p in article.paragraphs)
    with counting(f"looking for words, {name}") as progress:
        return add_words(part, asked, expected_f1, search, common=common_words(contexts), progress=progress)


def _write(report: AttackReport, part: Dataset, folder: Path) -> None:
    from spanwise.report.gather import gathered
    from spanwise.report.page import write_report

    for one in report.attacks:
        write(with_originals(part, one.made.variants, one.made.attack), folder / f"{one.made.attack}.json")
    write(report.dataset, folder / "attacked.json")
    write_predictions(report.predictions, folder / "predictions.jsonl", format="rows")
    write_report(gathered(report.dataset, [report.predictions], [report.scores]), folder / "report.html")


def print_attack(report: AttackReport, examples: int = 3) -> None:
    """Print the scores under each attack, where new failures went, and some of them in full."""
    found = [(one.made.attack, one.report) for one in report.attacks]
    if len(found) > 1:
        found.append(("worst of all", report.worst))
    first = report.worst
    title = f"{escaped(report.reader)} on {report.benchmark}: {first.groups:,} questions, percent"
    original = ["originals", cell(first.original.f1), "-", cell(first.original.em), "-"]
    rows = [original, *(_losses(name, one) for name, one in found)]
    print_table(["attack", "F1", "drop", "EM", "drop"], rows, title=title)
    rows = [
        [
            name,
            f"{one.right:,}",
            f"{len(one.flips):,}",
            cell(one.flip_rate),
            f"{one.where['added']:,}",
            cell(one.into_added),
        ]
        for name, one in found
    ]
    columns = ["attack", "right", "new failures", "share", "into added", "share added"]
    print_table(columns, rows, title="New failures: right as it was, wrong in a variant")
    _print_examples(report, examples)
    drop = first.f1_drop
    print_notes(
        [
            "F1 and EM: each question by its worst variant; one without a variant counts as itself",
            "share added: of new failures on a context with text added, those whose answer lies in that text alone",
            f"{100 * drop.level:g} % intervals: {drop.method}" if drop.method else drop.reason,
            drop.note,
            report.signature,
        ]
    )


def _losses(name: str, one: VariantReport) -> Sequence[str]:
    drops = difference_cell(one.f1_drop), difference_cell(one.em_drop)
    return [name, cell(one.worst.f1), drops[0], cell(one.worst.em), drops[1]]


def _print_examples(report: AttackReport, most: int) -> None:
    for one in report.attacks:
        sentences = {variant.question.id: variant.sentence for variant in one.made.variants}
        for flip in one.report.flips[:most]:
            added = sentences.get(flip.variant, "")
            click.echo(
                f"{flip.variant}: {flip.question!r}{f' with {added!r}' if added else ''}: "
                f"{flip.before!r}, then {flip.after!r} ({flip.where})"
            )
