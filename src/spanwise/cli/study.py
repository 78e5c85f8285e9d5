"""Options that the studies of trained readers share: seeds, the folder of finished runs, rules."""

from collections.abc import Callable
from pathlib import Path
from typing import Any, TypeVar

import click

from spanwise.data.dataset import Dataset
from spanwise.diagnosis.study_runs import StudyRuns
from spanwise.errors import OptionError
from spanwise.files import made_folder
from spanwise.predictions.prediction import Predictions
from spanwise.scoring.evaluate import score
from spanwise.scoring.intervals import Intervals
from spanwise.scoring.rules import rules_named
from spanwise.scoring.scores import Scores

__all__ = ["scored_by", "study_options", "study_runs"]

F = TypeVar("F", bound=Callable[..., Any])


def study_options(function: F) -> F:
    """Add the options that say how a study trains and scores."""
    for option in (
        click.option("--level", type=float, default=0.95, show_default=True, help="Confidence level, a fraction."),
        click.option(
            "--rules",
            metavar="NAME",
            help="squad1, squad2, mrqa, mlqa:LANG (en es hi vi de ar zh) or lenient [what the dataset asks for].",
        ),
        click.option(
            "--na-threshold",
            type=float,
            metavar="T",
            default=0.5,
            show_default=True,
            help="Abstain where a reader gives a no-answer probability and it exceeds T.",
        ),
        click.option(
            "--runs",
            metavar="FOLDER",
            help="Keep the predictions of finished runs here; called again, the study goes on where it stopped.",
        ),
        click.option(
            "--seed",
            "seeds",
            type=int,
            multiple=True,
            help="Train once with each seed. Repeatable; several show how far training varies [0].",
        ),
    ):
        function = option(function)
    return function


def scored_by(options: dict[str, Any]) -> Callable[[Dataset, Predictions], Scores]:
    """Return the function that scores as the options say; a threshold is for the predictions with probabilities."""
    rules = rules_named(options["rules"]) if options["rules"] else None
    intervals = Intervals(level=options["level"])

    def scored(dataset: Dataset, predictions: Predictions) -> Scores:
        threshold = options["na_threshold"] if predictions.has_na_probs else None
        return score(dataset, predictions, rules=rules, intervals=intervals, na_threshold=threshold)

    return scored


def study_runs(settings: str, options: dict[str, Any], total: int) -> StudyRuns:
    """Return the runs of a study as the options say, which tell on standard error how far it is.

    Args:
        settings: What is trained, as `StudyRuns.reader` wants it.
        options: Those of `study_options`.
        total: How many rows or points the study has; each is run once a seed.

    Raises:
        OptionError: The folder for runs is a file, or a seed stands twice.
    """
    folder = Path(options["runs"]) if options["runs"] else None
    if folder is not None:
        if folder.exists() and not folder.is_dir():
            raise OptionError(f"{folder}: this is a file; --runs names a folder")
        made_folder(folder)
    seeds = options["seeds"] or (0,)
    done = 0

    def tell(line: str) -> None:
        nonlocal done
        done += 1
        click.echo(f"{done} of {total * len(seeds)}: {line}", err=True)

    return StudyRuns(
        reader=settings, seeds=seeds, folder=folder, level=options["level"], scored=scored_by(options), tell=tell
    )
