"""`spanwise sample`: some questions or articles, drawn at random."""

from typing import Any

import click

from spanwise.cli.options import json_option, lenient_option
from spanwise.cli.printing import print_json
from spanwise.data.formats import load
from spanwise.data.subset import sample as sample_of
from spanwise.data.writers import write

__all__ = ["sample"]


@click.command(short_help="Draw questions or articles from a benchmark.")
@click.argument("dataset")
@click.argument("n", type=click.IntRange(min=1))
@click.option("-o", "--output", metavar="FILE", default="-", help="The file to write [standard output].")
@click.option(
    "--by", type=click.Choice(["question", "article"]), default="question", show_default=True, help="What N counts."
)
@click.option("--seed", type=int, default=0, show_default=True, help="Seed of the draw.")
@lenient_option
@json_option
def sample(dataset: str, n: int, **options: Any) -> None:
    """Draw N questions (or articles) from DATASET, in file order, in the format of DATASET."""
    loaded = load(dataset, lenient=options["lenient"])
    drawn = sample_of(loaded.dataset, n, seed=options["seed"], by=options["by"])
    write(drawn, options["output"], format=loaded.format)
    counts = {"articles": len(drawn.articles), "questions": len(drawn.question_ids)}
    if options["output"] == "-":
        return
    if options["as_json"]:
        print_json({"output": options["output"], "seed": options["seed"]} | counts)
    else:
        click.echo(f"{options['output']}: {counts['articles']:,} articles, {counts['questions']:,} questions")
