"""`spanwise convert`: a benchmark in another format."""

from typing import Any

import click

from spanwise.cli.options import json_option, lenient_option
from spanwise.cli.printing import print_json
from spanwise.data.formats import load
from spanwise.data.writers import WRITERS, losses, write

__all__ = ["convert"]


@click.command(short_help="Write a benchmark in another format.")
@click.argument("dataset")
@click.argument("output")
@click.option(
    "--to", "target", type=click.Choice(list(WRITERS)), default="squad", show_default=True, help="The format."
)
@lenient_option
@json_option
def convert(dataset: str, output: str, **options: Any) -> None:
    """Read DATASET in any format and write it to OUTPUT, packed where OUTPUT ends in .gz or .zst.

    What the format cannot hold is said.
    """
    loaded = load(dataset, lenient=options["lenient"])
    write(loaded.dataset, output, format=options["target"])
    n = len(loaded.dataset.question_ids)
    if options["as_json"]:
        lost = list(losses(loaded.dataset, options["target"]))
        print_json({"output": output, "from": loaded.format, "to": options["target"], "questions": n, "lost": lost})
        return
    # The dataset itself may be going to standard output.
    click.echo(f"{output}: {n:,} questions, {loaded.format} to {options['target']}", err=output == "-")
