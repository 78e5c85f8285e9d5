"""`spanwise plot`: one figure about readers on a benchmark, as SVG or PNG."""

from typing import Any

import click

from spanwise.cli.options import duplicates_option, interval_options, json_option, lenient_option, reader_options
from spanwise.cli.printing import print_json
from spanwise.cli.scored import scored_readers
from spanwise.report.gather import gathered
from spanwise.report.plot import FIGURES, write_plot

__all__ = ["plot"]


@click.command(short_help="Write one figure about readers as SVG or PNG.")
@click.argument("dataset")
@click.argument("predictions", nargs=-1, required=True)
@click.option("--figure", type=click.Choice(list(FIGURES)), required=True, help="Which figure to draw.")
@click.option("-o", "--output", metavar="FILE", required=True, help="The file to write; .svg or .png says as what.")
@click.option("--title", help="The figure's title [the benchmark's name].")
@reader_options
@interval_options
@duplicates_option
@lenient_option
@json_option
def plot(dataset: str, predictions: tuple[str, ...], **options: Any) -> None:
    """Draw PREDICTIONS of one or more readers on DATASET: one figure in one file.

    Figures are drawn by Vega-Lite; this needs the extra `plot`.
    """
    readers = scored_readers(dataset, predictions, options)
    page = gathered(readers.loaded.dataset, readers.predictions, readers.scores, title=options["title"] or "")
    write_plot(page, options["figure"], options["output"])
    if options["as_json"]:
        print_json({"figure": options["figure"], "file": options["output"]})
    else:
        click.echo(f"wrote {options['output']}")
