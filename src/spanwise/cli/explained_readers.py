"""The models that say why the readers of a report answer as they do."""

from collections.abc import Callable, Mapping, Sequence
from typing import TYPE_CHECKING, Any, TypeVar

import click

from spanwise.cli.asked_reader import explaining_reader
from spanwise.cli.printing import counting
from spanwise.cli.scored import ScoredReaders
from spanwise.errors import OptionError

if TYPE_CHECKING:
    from spanwise.diagnosis.explanations import Explained

__all__ = ["explain_options", "explained_readers"]

F = TypeVar("F", bound=Callable[..., Any])


def explain_options(function: F) -> F:
    """Add --explain and --explain-most."""
    for option in (
        click.option(
            "--explain-most",
            type=click.IntRange(min=1),
            default=200,
            show_default=True,
            metavar="N",
            help="The most questions to explain of a reader, wrong answers first.",
        ),
        click.option(
            "--explain",
            "models",
            metavar="[READER=]MODEL",
            multiple=True,
            help="Say why READER answers as it does: the folder of the log-linear model that made its predictions. "
            "Repeatable.",
        ),
    ):
        function = option(function)
    return function


def explained_readers(readers: ScoredReaders, options: Mapping[str, Any]) -> tuple[Mapping[str, "Explained"], ...]:
    """Return why each reader answers as it does, by question id; empty mappings for those without a model.

    Raises:
        OptionError: A model is of no reader here, cannot say why, or did not make the reader's predictions.
        FormatError: A folder holds no model.
    """
    models = _models([scores.reader for scores in readers.scores], options["models"])
    if not models:
        return ()
    from spanwise.diagnosis.explanations import explanations

    found: list[Mapping[str, Explained]] = []
    for predictions, scores in zip(readers.predictions, readers.scores, strict=True):
        if scores.reader not in models:
            found.append({})
            continue
        with counting(f"explaining {scores.reader}") as progress:
            reader = explaining_reader(models[scores.reader], options, progress=progress)
            most = options["explain_most"]
            found.append(explanations(readers.loaded.dataset, predictions, scores, reader, most=most))
    return tuple(found)


def _models(names: Sequence[str], given: Sequence[str]) -> dict[str, str]:
    """Return the folder of the model of each reader that has one, by the reader's name."""
    models: dict[str, str] = {}
    for text in given:
        name, equals, folder = text.partition("=")
        if not equals or name not in names:
            if len(names) > 1:
                raise OptionError(
                    f"--explain {text}: say whose model it is, as in --explain {names[0]}={text}; the readers are "
                    f"{', '.join(names)}"
                )
            name, folder = names[0], text
        if name in models:
            raise OptionError(f"--explain gives {name} two models, {models[name]} and {folder}; give it one")
        models[name] = folder
    return models
