"""`spanwise generate`: benchmarks that are made and not found."""

import os
from collections.abc import Callable
from typing import Any, TypeVar, cast

import click
import msgspec

from spanwise.benchmarks.synthetic.fuzzy import FuzzyMaker, FuzzySettings
from spanwise.benchmarks.synthetic.generation import GenerationReport, Maker
from spanwise.benchmarks.synthetic.generation import generate as generated
from spanwise.benchmarks.synthetic.passage_files import KINDS, Kind, TextSettings, passage_source
from spanwise.cli.options import json_option
from spanwise.cli.printing import counting, print_json
from spanwise.language.vector_files import glove_6b_50d, read_vectors

__all__ = ["fuzzy", "generate"]

F = TypeVar("F", bound=Callable[..., Any])
_CHANCE = click.FloatRange(0, 1)
_POSITIVE = click.IntRange(min=1)
_FUZZY = FuzzySettings()
_TEXT = TextSettings()


@click.group(short_help="Generate a synthetic benchmark.")
def generate() -> None:
    """Generate a benchmark whose passages and questions a program makes, as the concurrence study does.

    The same seed gives the same file, byte for byte, on any number of processes. The file is written as questions are
    made, whole or not at all.
    """


def _generator_options(function: F) -> F:
    """Add the options that every generator has."""
    for option in (
        json_option,
        click.option("--processes", type=_POSITIVE, metavar="N", help="Processes that make questions [one a CPU]."),
        click.option("--seed", type=int, default=0, show_default=True, help="Seed of all random numbers."),
        click.option("--questions", type=_POSITIVE, default=10_000, show_default=True, help="How many to make."),
        click.option(
            "-o", "--output", metavar="FILE", required=True, help='The file to write; "-" is standard output.'
        ),
    ):
        function = option(function)
    return function


@generate.command(short_help="Words of a passage to be found by what is near them.")
@click.argument("kind", type=click.Choice(KINDS), metavar=f"[{'|'.join(KINDS)}]")
@click.option("--from", "source", metavar="FILE", help="What passages are made from: see above.")
@click.option("--vectors", metavar="FILE", help="Word vectors [GloVe 6B of dimension 50, as installed].")
@click.option(
    "--tokens", type=click.IntRange(min=2), default=_FUZZY.tokens, show_default=True, help="Tokens in a passage."
)
@click.option(
    "--window", type=_POSITIVE, default=_FUZZY.window, show_default=True, help="Tokens around an answer, at most."
)
@click.option(
    "--neighbours",
    type=_POSITIVE,
    default=_FUZZY.neighbours,
    show_default=True,
    help="Of a token; one of them replaces it.",
)
@click.option(
    "--among",
    type=_POSITIVE,
    default=_FUZZY.among,
    show_default=True,
    help="First words of the vectors to choose from.",
)
@click.option(
    "--replace", type=_CHANCE, default=_FUZZY.replace, show_default=True, help="Chance that a token is replaced."
)
@click.option(
    "--move", type=click.IntRange(min=0), default=_FUZZY.move, show_default=True, help="The most places a token moves."
)
@click.option("--drop", type=_CHANCE, default=_FUZZY.drop, show_default=True, help="Chance that a token is left out.")
@click.option("--mask", default=_FUZZY.mask, show_default=True, help="What stands for the answer.")
@click.option(
    "--unknown",
    type=click.Choice(["drop", "keep", "refuse"]),
    default=_FUZZY.unknown,
    show_default=True,
    help="What is done about a token of a question that has no vector.",
)
@click.option(
    "--vocabulary", type=_POSITIVE, default=_TEXT.vocabulary, show_default=True, help="First words drawn (uniform)."
)
@click.option(
    "--order", type=click.IntRange(min=2), default=_TEXT.order, show_default=True, help="Of the n-gram model."
)
@click.option("--running", is_flag=True, help="The file is running text: cut it into words and marks.")
@_generator_options
def fuzzy(kind: str, source: str | None, vectors: str | None, **options: Any) -> None:
    """Generate FuzzySyntheticQA: a word left out of what stands around it, which was made fuzzy.

    KIND says what passages are: "uniform", of words drawn from those of a text file, or of the vectors; "3gram", of a
    model fitted to a text file; "pcfg", of a grammar fitted to a treebank in Penn's brackets; "neural", the samples of
    a model, one in each line of a text file; "wikipedia", the paragraphs of any dataset.
    """
    space = glove_6b_50d() if vectors is None else read_vectors(vectors)
    settings = FuzzySettings(**{name: options[name] for name in FuzzySettings.__struct_fields__})
    text = TextSettings(**{name: options[name] for name in TextSettings.__struct_fields__})
    passages = passage_source(cast(Kind, kind), source, space, text)
    maker = FuzzyMaker(passages, space, seed=options["seed"], settings=settings)
    _make(maker, options, msgspec.to_builtins(settings) | msgspec.to_builtins(text))


def _make(maker: Maker, options: dict[str, Any], settings: dict[str, Any]) -> None:
    output = options["output"]
    with counting("questions") as show:
        report = generated(
            maker,
            output,
            questions=options["questions"],
            processes=options["processes"] or _cpus(),
            progress=show,
        )
    if output == "-":
        _print(report, options)
    elif options["as_json"]:
        value = {"output": output, "seed": options["seed"], "settings": settings}
        print_json(value | msgspec.to_builtins(report))
    else:
        _print(report, options)


def _print(report: GenerationReport, options: dict[str, Any]) -> None:
    output = options["output"]
    err = output == "-"
    counts = f"{report.questions:,} questions on {report.contexts:,} contexts of {report.articles:,} articles"
    click.echo(f"{output}: {counts}, seed {options['seed']}", err=err)
    for note in report.notes:
        shown = ", ".join(map(repr, note.examples))
        click.echo(f"  {note.count:,} {note.what}" + (f": {shown}" if shown else ""), err=err)


def _cpus() -> int:
    # Not all of the machine's: a container or a batch system may have given us fewer.
    return len(os.sched_getaffinity(0)) if hasattr(os, "sched_getaffinity") else os.cpu_count() or 1
