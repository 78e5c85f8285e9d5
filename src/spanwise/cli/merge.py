"""`spanwise merge`: several benchmarks in one file."""

from typing import Any

import click

from spanwise.cli.options import json_option, lenient_option
from spanwise.cli.printing import print_json
from spanwise.data.formats import load
from spanwise.data.subset import merge as merged
from spanwise.data.writers import WRITERS, write

__all__ = ["merge"]


@click.command(short_help="Put several benchmarks into one.")
@click.argument("datasets", nargs=-1, required=True)
@click.option("-o", "--output", metavar="FILE", required=True, help="The file to write.")
@click.option("--to", "target", type=click.Choice(list(WRITERS)), help="The format [that of the first dataset].")
@click.option(
    "--prefix",
    "prefixes",
    metavar="TEXT",
    multiple=True,
    help="Put before all ids of a dataset, one for each. Repeatable.",
)
@lenient_option
@json_option
def merge(datasets: tuple[str, ...], **options: Any) -> None:
    """Put the articles of DATASETS one after the other into one file; an id in two of them is refused.

    With --prefix, predictions must have the prefixes in their ids too.
    """
    loaded = [load(dataset, lenient=options["lenient"]) for dataset in datasets]
    whole = merged([one.dataset for one in loaded], prefixes=options["prefixes"])
    write(whole, options["output"], format=options["target"] or loaded[0].format)
    counts = {"articles": len(whole.articles), "questions": len(whole.question_ids)}
    if options["as_json"]:
        print_json({"output": options["output"]} | counts)
    else:
        text = f"{options['output']}: {counts['articles']:,} articles, {counts['questions']:,} questions"
        click.echo(text, err=options["output"] == "-")
