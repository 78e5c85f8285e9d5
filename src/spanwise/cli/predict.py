"""`spanwise predict`: a reader's answers to every question of a benchmark, in a file."""

import time
from typing import Any

import click

from spanwise.cli.annotator import annotator_options
from spanwise.cli.asked_reader import asked_reader, check_reader
from spanwise.cli.options import json_option, lenient_option
from spanwise.cli.printing import counting, print_json
from spanwise.data.formats import load
from spanwise.predictions.prediction import Predictions
from spanwise.predictions.writers import PREDICTION_WRITERS, write_predictions

__all__ = ["predict"]


@click.command(short_help="Let a reader answer every question of a benchmark.")
@click.argument("reader")
@click.argument("dataset")
@click.option("-o", "--output", metavar="FILE", default="-", help="The file to write [standard output].")
@click.option(
    "--format",
    type=click.Choice(list(PREDICTION_WRITERS)),
    help='"objects" and "rows" keep scores, spans and runners-up, "map" the texts, as the official scripts read them '
    "[objects for a .json file, csv for a .csv file, else rows].",
)
@click.option("--abstain", is_flag=True, help="Add a score of no answer, for `spanwise threshold`; the texts stay.")
@click.option("--operating-point", metavar="FILE", help="Abstain as a file of `spanwise threshold` says.")
@click.option(
    "--candidates",
    type=click.Choice(["phrases", "noun-phrases", "constituents"]),
    help="The spans that random-guess and sliding-window choose from [phrases].",
)
@click.option("--seed", type=int, default=0, show_default=True, help="Seed of all random numbers.")
@annotator_options
@lenient_option
@json_option
def predict(reader: str, dataset: str, **options: Any) -> None:
    """Write the answers of READER to every question of DATASET.

    READER is random-guess, sliding-window, sliding-window+distance, first-sentence, always-abstain, the folder of a
    trained model, or MODULE:NAME for one of your own. It sees none of the answers.
    """
    check_reader(reader)
    point = _operating_point(options["operating_point"])
    loaded = load(dataset, lenient=options["lenient"])
    began = time.perf_counter()
    with counting("answering") as progress:
        made = asked_reader(reader, options, abstain=options["abstain"] or point is not None, progress=progress)
        predictions = made.predict(loaded.dataset)
    if point is not None:
        from spanwise.diagnosis.operating_point import predictions_at

        predictions = predictions_at(predictions, point)
    options["format"] = options["format"] or _format_of(options["output"])
    write_predictions(predictions, options["output"], format=options["format"])
    if options["output"] != "-":
        _say(dataset, predictions, time.perf_counter() - began, options)


def _format_of(output: str) -> str:
    """Return the format that a file's name promises and that keeps most."""
    name = output.removesuffix(".gz").removesuffix(".zst")
    return {".json": "objects", ".csv": "csv"}.get(name[name.rfind(".") :], "rows")


def _operating_point(file: str | None) -> Any:
    if file is None:
        return None
    from spanwise.diagnosis.operating_point import read_operating_point

    return read_operating_point(file)


def _say(dataset: str, predictions: Predictions, seconds: float, options: dict[str, Any]) -> None:
    abstentions = sum(prediction.abstains for prediction in predictions.by_id.values())
    output = options["output"]
    if options["as_json"]:
        print_json(
            {
                "output": output,
                "format": options["format"],
                "reader": predictions.reader,
                "dataset": predictions.dataset,
                "questions": len(predictions),
                "abstentions": abstentions,
                "seconds": round(seconds, 3),
                "seed": options["seed"],
            }
        )
        return
    click.echo(
        f"{output}: {len(predictions):,} questions by {predictions.reader}, {abstentions:,} abstentions, "
        f"{seconds:.1f} s"
    )
    click.echo(f"next: spanwise score {dataset} {output}")
