"""The facts of a benchmark's questions that a command line asks for, with columns of language where it names them."""

from collections.abc import Callable, Sequence
from typing import TYPE_CHECKING, Any, TypeVar

import click

from spanwise.cli.annotator import annotator_of, annotator_options
from spanwise.data.dataset import Dataset

if TYPE_CHECKING:
    from spanwise.diagnosis.question_facts import Facts

__all__ = ["facts_asked_for", "language_options"]

F = TypeVar("F", bound=Callable[..., Any])


def language_options(function: F) -> F:
    """Add --language, and the options that say how texts are annotated."""
    text = "Also the columns that need a language pipeline: answer_type, divergence."
    return click.option("--language", is_flag=True, help=text)(annotator_options(function))


def facts_asked_for(dataset: Dataset, options: dict[str, Any], named: Sequence[str] = ()) -> "Facts":
    """Return the facts of the questions, with the columns of language where --language or a column's name asks.

    Nothing of language is loaded otherwise, so that all else works without spaCy.
    """
    from spanwise.diagnosis.language_facts import LANGUAGE_COLUMNS, with_language
    from spanwise.diagnosis.question_facts import question_facts

    facts = question_facts(dataset, duplicates=options["duplicates"])
    columns = LANGUAGE_COLUMNS if options.get("language") else [name for name in LANGUAGE_COLUMNS if name in named]
    if not columns:
        return facts
    return with_language(facts, dataset, annotator_of(options), columns=columns, duplicates=options["duplicates"])
