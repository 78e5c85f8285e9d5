"""`spanwise split`: a benchmark in parts, whole articles in each."""

from typing import Any

import click

from spanwise.cli.options import json_option, lenient_option
from spanwise.cli.printing import print_json
from spanwise.data.formats import load
from spanwise.data.subset import split as parts_of
from spanwise.data.writers import write
from spanwise.errors import OptionError
from spanwise.files import made_folder

__all__ = ["split"]


@click.command(short_help="Split a benchmark into parts by article.")
@click.argument("dataset")
@click.option("-o", "--output", metavar="FOLDER", default=".", show_default=True, help="Where the parts are written.")
@click.option("--shares", default="80/10/10", show_default=True, help="The parts' sizes; they need not add up to 100.")
@click.option("--names", default="train,dev,test", show_default=True, help="The parts' names.")
@click.option(
    "--by",
    type=click.Choice(["article", "paragraph"]),
    default="article",
    show_default=True,
    help="What stays whole; a file of one article, as MRQA's, can only be split by paragraph.",
)
@click.option("--seed", type=int, default=0, show_default=True, help="Seed of the draw.")
@lenient_option
@json_option
def split(dataset: str, **options: Any) -> None:
    """Split DATASET by article, so that no article is in two parts, as the SQuAD papers do.

    Writes FOLDER/train.json, dev.json and test.json in the format of DATASET.
    """
    shares = _shares(options["shares"])
    names = [name.strip() for name in options["names"].split(",")]
    if len(names) != len(shares):
        raise OptionError(f"there are {len(shares)} shares and {len(names)} names; give one name for each share")
    loaded = load(dataset, lenient=options["lenient"])
    parts = parts_of(loaded.dataset, shares, seed=options["seed"], by=options["by"])
    folder = made_folder(options["output"])
    ending = {"squad": ".json", "parquet": ".parquet"}.get(loaded.format, ".jsonl")
    written = []
    for name, part in zip(names, parts, strict=True):
        target = folder / f"{name}{ending}"
        write(part, target, format=loaded.format)
        written.append({"file": str(target), "articles": len(part.articles), "questions": len(part.question_ids)})
    if options["as_json"]:
        print_json({"seed": options["seed"], "parts": written})
        return
    for row in written:
        click.echo(f"{row['file']}: {row['articles']:,} articles, {row['questions']:,} questions")


def _shares(text: str) -> tuple[float, ...]:
    try:
        shares = [float(part) for part in text.split("/")]
    except ValueError:
        raise OptionError(f"--shares {text!r} is not readable; write numbers with slashes, as in 80/10/10") from None
    total = sum(shares)
    if total <= 0:
        raise OptionError(f"--shares {text!r} adds up to {total:g}; give positive numbers, as in 80/10/10")
    return tuple(share / total for share in shares)
