"""`spanwise train`: a reader that learns from a benchmark."""

import random
import sys
import time
import warnings
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from typing import TYPE_CHECKING, Any

import click

from spanwise.cli.annotator import annotator_of, annotator_options
from spanwise.cli.options import json_option, lenient_option
from spanwise.cli.printing import counting, print_json
from spanwise.data.dataset import Dataset
from spanwise.data.formats import read
from spanwise.data.subset import merge
from spanwise.errors import FormatError, OptionError, SpanwiseWarning
from spanwise.files import made_folder
from spanwise.scoring.evaluate import score

if TYPE_CHECKING:
    from spanwise.language.lexicon import Lexicon
    from spanwise.predictions.prediction import Predictions
    from spanwise.readers.log_linear.reader import LogLinearReader

__all__ = ["train"]

_CHECKPOINT = "training"


@click.command(short_help="Train a reader.")
@click.argument("reader", type=click.Choice(["log-linear"]), metavar="READER")
@click.argument("datasets", nargs=-1, required=True)
@click.option("-o", "--output", metavar="FOLDER", required=True, help="The folder to write the model to.")
@click.option("--development", metavar="FILE", help="Keep the weights after the pass that answers these best.")
@click.option("--without", metavar="GROUP", multiple=True, help="Leave a group of features out. Repeatable.")
@click.option(
    "--candidates",
    type=click.Choice(["narrow", "default", "wide", "connected", "all"]),
    default="default",
    show_default=True,
    help="Which spans are weighed (see spanwise ceiling).",
)
@click.option("--passes", type=int, default=3, show_default=True, help="Times that every paragraph is learnt from.")
@click.option("--learning-rate", type=float, default=0.1, show_default=True, help="AdaGrad's.")
@click.option("--l2", type=float, default=0.1, show_default=True, help="The penalty on squares of weights.")
@click.option("--wordnet", metavar="FOLDER", help="Where WordNet lies, for the null option [where Debian puts it].")
@click.option("--seed", type=int, default=0, show_default=True, help="Seed of all random numbers.")
@annotator_options
@lenient_option
@json_option
def train(reader: str, datasets: tuple[str, ...], output: str, **options: Any) -> None:
    """Train READER on DATASETS and write its model to a folder, for `spanwise predict` and `spanwise ask`.

    READER is log-linear, SQuAD's logistic regression. Where some questions have no answer, it also learns the odds of
    that. A training that is cut off goes on where it was when the same command is given again.
    """
    from spanwise.readers.log_linear.settings import Settings
    from spanwise.readers.log_linear.store import write_model
    from spanwise.readers.log_linear.trainer import LogLinear

    settings = Settings(
        without=options["without"],
        candidates=options["candidates"],
        passes=options["passes"],
        learning_rate=options["learning_rate"],
        l2=options["l2"],
    )
    dataset = merge([read(path, lenient=options["lenient"]) for path in datasets])
    development = read(options["development"], lenient=options["lenient"]) if options["development"] else None
    folder = made_folder(output)
    began = time.perf_counter()
    with _stages() as progress:
        trainer = LogLinear(
            annotator_of(options),
            settings,
            lexicon=_lexicon(options["wordnet"]) if dataset.has_unanswerable else None,
            checkpoint=folder / _CHECKPOINT,
            progress=progress,
        )
        trained = trainer.train(
            dataset,
            rng=random.Random(options["seed"]),
            development=development,
            evaluate=_f1_on(development) if development else None,
        )
    write_model(trained, folder)
    trainer.remove_checkpoints()
    _say(reader, output, trained, time.perf_counter() - began, as_json=options["as_json"])


def _lexicon(folder: str | None) -> "Lexicon | None":
    from spanwise.language.lexicon import Lexicon

    try:
        return Lexicon(folder)
    except FormatError as error:
        if folder is not None:
            raise
        warnings.warn(f"trained without antonyms and synonyms: {error}", SpanwiseWarning, 2)
        return None


def _f1_on(development: Dataset) -> "Callable[[Predictions], float]":
    def evaluate(predictions: "Predictions") -> float:
        value = score(development, predictions).f1.value
        if value is None:
            raise OptionError("the development questions have no F1; give a file with questions")
        return value

    return evaluate


@contextmanager
def _stages() -> "Iterator[Callable[[str, int, int], None] | None]":
    """Give a function that takes what is done, how much of it and of how much, and shows a bar a stage; or None."""
    if not sys.stderr.isatty():
        yield None
        return
    from contextlib import ExitStack

    shown: dict[str, Callable[[int, int], None] | None] = {}
    with ExitStack() as stack:

        def show(stage: str, done: int, total: int) -> None:
            if stage not in shown:
                stack.close()
                shown.clear()
                shown[stage] = stack.enter_context(counting(stage))
            if (bar := shown[stage]) is not None:
                bar(done, total)

        yield show


def _say(reader: str, output: str, trained: "LogLinearReader", seconds: float, *, as_json: bool) -> None:
    model = trained.model
    option = model.null_option
    if as_json:
        print_json(
            {
                "output": output,
                "reader": reader,
                "questions": model.training.questions,
                "skipped": model.training.skipped,
                "weights": len(model.keys),
                "unanswerable": option.unanswerable if option else 0,
                "seconds": round(seconds, 1),
                "seed": model.training.seed,
            }
        )
        return
    null = f", and when to abstain on {option.unanswerable:,} unanswerable ones" if option else ""
    click.echo(
        f"{output}: {reader} trained on {model.training.questions:,} questions{null}; {len(model.keys):,} weights, "
        f"{seconds:.0f} s"
    )
    if model.training.skipped:
        click.echo(f"{model.training.skipped:,} questions were left out: no candidate holds their answer")
    click.echo(f"next: spanwise predict {output} DATASET -o predictions.jsonl")
