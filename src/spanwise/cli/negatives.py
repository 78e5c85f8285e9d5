"""`spanwise negatives`: unanswerable questions made of the answerable ones of a benchmark, and how good they are."""

from typing import Any, cast

import click

from spanwise.benchmarks.negatives.made import Resources
from spanwise.benchmarks.negatives.quality import NegativeQuality, negative_quality
from spanwise.benchmarks.negatives.result import KINDS, NegativeKind, NegativesReport, NegativesResult, only_negatives
from spanwise.benchmarks.negatives.result import negatives as negatives_of
from spanwise.cli.annotator import annotator_of, annotator_options
from spanwise.cli.options import json_option, lenient_option
from spanwise.cli.printing import cell, difference_cell, escaped, print_json, print_notes, print_table
from spanwise.data.dataset import Dataset
from spanwise.data.formats import load
from spanwise.data.writers import write
from spanwise.errors import OptionError
from spanwise.language.lexicon import Lexicon
from spanwise.language.vector_files import glove_6b_50d, read_vectors
from spanwise.report.negatives_plain import plain_negatives, plain_quality

__all__ = ["negatives", "print_account", "print_quality"]

_ALL = "all"


@click.command(short_help="Make unanswerable questions of answerable ones.")
@click.argument("kind", type=click.Choice([*KINDS, _ALL]))
@click.argument("dataset")
@click.option("-o", "--output", metavar="FILE", default="-", help="The file to write [standard output].")
@click.option(
    "--ratio", type=float, default=1.0, show_default=True, metavar="R", help="Negatives to an answerable question."
)
@click.option("--one-for-one", is_flag=True, help="Leave out answerable questions of which no negative can be made.")
@click.option("--only-negatives", is_flag=True, help="Write no answerable question, for `spanwise merge`.")
@click.option("--seed", type=int, default=0, show_default=True, help="Seed of all random numbers.")
@click.option("--wordnet", metavar="DIR", help="The folder of WordNet, for rules [where Debian puts it].")
@click.option(
    "--vectors", metavar="FILE", help="Word vectors, for rules [GloVe 6B of dimension 50, from the extra `vectors`]."
)
@click.option("--no-vectors", is_flag=True, help="Replace a name by another one of its article, not by near words.")
@click.option("--quality", is_flag=True, help="Also measure how good the negatives are.")
@click.option("--report-only", is_flag=True, help="Write no file: the account and the quality alone.")
@annotator_options
@lenient_option
@json_option
def negatives(kind: str, dataset: str, **options: Any) -> None:
    """Make unanswerable questions of the answerable ones of DATASET, and write both.

    KIND is "tfidf" (the question is put to the paragraph of its article that overlaps most with it and lacks the
    answer), "rules" (names and numbers become similar ones, nouns and adjectives their antonyms), "random" (any
    paragraph of the article that lacks the answer), "removed" (the sentences with an answer are taken out) or, with
    --report-only, "all". Questions of DATASET without an answer are not written.
    """
    _check(kind, options)
    loaded = load(dataset, lenient=options["lenient"])
    kinds = tuple(KINDS) if kind == _ALL else (cast("NegativeKind", kind),)
    resources = _resources(kinds, options)
    made = [
        negatives_of(
            loaded.dataset,
            one,
            resources,
            ratio=options["ratio"],
            paired=options["one_for_one"],
            seed=options["seed"],
        )
        for one in kinds
    ]
    quality = None
    if options["quality"] or options["report_only"]:
        quality = negative_quality([loaded.dataset, *[result.dataset for result in made]], resources.annotator)
    if not options["report_only"]:
        [result] = made
        write(_written(result, options), options["output"])
        if options["output"] == "-":
            return
    _say(dataset, [result.report for result in made], quality, options)


def _check(kind: str, options: dict[str, Any]) -> None:
    if kind == _ALL and not options["report_only"]:
        raise OptionError(f"all kinds are made for --report-only alone; to write a file name one of {', '.join(KINDS)}")
    if options["vectors"] and options["no_vectors"]:
        raise OptionError("--vectors names word vectors and --no-vectors asks for none; give one of the two")


def _resources(kinds: tuple[NegativeKind, ...], options: dict[str, Any]) -> Resources:
    annotator = annotator_of(options)
    if "rules" not in kinds:
        return Resources(annotator)
    lexicon = Lexicon(options["wordnet"])
    if options["no_vectors"]:
        return Resources(annotator, lexicon)
    return Resources(annotator, lexicon, read_vectors(options["vectors"]) if options["vectors"] else glove_6b_50d())


def _written(result: NegativesResult, options: dict[str, Any]) -> Dataset:
    return only_negatives(result.dataset) if options["only_negatives"] else result.dataset


def _say(
    dataset: str, reports: list[NegativesReport], quality: NegativeQuality | None, options: dict[str, Any]
) -> None:
    output = None if options["report_only"] else options["output"]
    if options["as_json"]:
        value: dict[str, Any] = {"source": dataset, "output": output, "accounts": plain_negatives(reports)}
        print_json(value | ({"quality": plain_quality(quality)} if quality else {}))
        return
    for report in reports:
        print_account(report, output or dataset)
    if quality:
        print_quality(quality)
    elif output:
        click.echo(f"next: spanwise check {output}")


def print_account(report: NegativesReport, where: str) -> None:
    """Print what was made of how many questions, and why the rest was not."""
    click.secho(
        f"{where}: {report.made:,} {report.kind} negatives of {report.answerable:,} answerable questions, "
        f"{report.with_plausible:,} with a plausible answer",
        bold=True,
    )
    if report.kept < report.answerable:
        click.echo(f"  {report.kept:,} answerable questions kept, one for one")
    if report.unanswerable_before:
        click.echo(f"  {report.unanswerable_before:,} questions of the source had no answer and are not in the result")
    for entry in report.left_out:
        click.echo(f"  none: {entry.questions:,}: {entry.reason} ({', '.join(entry.examples[:2])})")
    verb = "replaced" if report.kind == "rules" else "negatives with"
    for change in report.changes:
        click.echo(f"  {verb}: {change.count:,} {change.what}")
    if report.words_without_vector:
        examples = ", ".join(report.without_vector)
        click.echo(f"  {report.words_without_vector:,} different words of names have no vector: {examples}")


def print_quality(quality: NegativeQuality) -> None:
    """Print a line for each group of questions."""
    rows = [
        [
            escaped(row.group),
            f"{row.questions:,}",
            cell(row.overlap),
            difference_cell(row.overlap_above_human) if row.overlap_above_human.value is not None else "-",
            cell(row.typed),
            cell(row.plausible) if row.plausible.value is not None else "-",
        ]
        for row in quality.rows
    ]
    columns = ["questions", "n", "overlap", "over human", "type there", "plausible"]
    print_table(columns, rows, title="relevance and plausible answers")
    print_notes(
        [
            "overlap: the share of a question's content words that stand in its paragraph, in percent",
            "over human: less that of the human negatives; the interval is rather too wide than too narrow",
            "type there: of questions with who, when, where or how many, the share whose paragraph has such a span",
            "plausible: of questions without an answer, the share with a plausible one laid out",
            quality.pipeline,
        ]
    )
