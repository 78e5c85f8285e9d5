"""`spanwise generate`: benchmarks that are made and not found."""

import os
from collections.abc import Callable
from typing import Any, TypeVar, cast

import click
import msgspec

from spanwise.benchmarks.synthetic.fuzzy import FuzzyMaker, FuzzySettings
from spanwise.benchmarks.synthetic.generation import GenerationReport, Maker
from spanwise.benchmarks.synthetic.generation import generate as generated
from spanwise.benchmarks.synthetic.graph_files import read_graph
from spanwise.benchmarks.synthetic.knowledge import HYPERNYMS, Knowledge
from spanwise.benchmarks.synthetic.passage_files import KINDS, Kind, TextSettings, passage_source
from spanwise.benchmarks.synthetic.wikidata import WikidataMaker, WikidataSettings
from spanwise.benchmarks.synthetic.wikidata_dump import read_dump
from spanwise.cli.options import json_option
from spanwise.cli.printing import counting, print_json
from spanwise.errors import OptionError
from spanwise.language.vector_files import glove_6b_50d, read_vectors

__all__ = ["fuzzy", "generate", "wikidata"]

F = TypeVar("F", bound=Callable[..., Any])
_CHANCE = click.FloatRange(0, 1)
_POSITIVE = click.IntRange(min=1)
_FUZZY = FuzzySettings()
_TEXT = TextSettings()
_WIKIDATA = WikidataSettings()


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
    "--tokens", type=click.IntRange(min=2), default=_TEXT.tokens, show_default=True, help="Tokens in a passage."
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


@generate.command(short_help="Triples of a knowledge base, one of them with a part left out.")
@click.option("--dump", metavar="FILE", help="Wikidata's JSON dump, or a part of it, plain or packed.")
@click.option(
    "--triples", "facts", metavar="FILE", help="Subject, relation and object by tabs, or an archive of such files."
)
@click.option("--entities", metavar="FILE", multiple=True, help="Names of the triples' entities. Repeatable.")
@click.option("--relations", metavar="FILE", multiple=True, help="Names of their relations. Repeatable.")
@click.option("--language", default="en", show_default=True, help="Of the dump's labels and aliases.")
@click.option(
    "--kind-of",
    metavar="RELATION",
    multiple=True,
    help=f"A relation whose object is a hypernym of the subject. Repeatable [{', '.join(HYPERNYMS)}].",
)
@click.option(
    "--per-passage",
    "triples",
    type=_POSITIVE,
    default=_WIKIDATA.triples,
    show_default=True,
    help="Triples in a passage.",
)
@click.option(
    "--seeds", type=_POSITIVE, default=_WIKIDATA.seeds, show_default=True, help="Entities of the highest PageRank."
)
@click.option("--aliases/--no-aliases", default=True, show_default=True, help="Draw names from aliases too.")
@click.option("--delimiter", default=_WIKIDATA.delimiter, show_default=True, help="What stands between two triples.")
@click.option("--mask", default=_WIKIDATA.mask, show_default=True, help="What stands for the answer.")
@click.option(
    "--inverse", type=_CHANCE, default=_WIKIDATA.inverse, show_default=True, help="Chance of the inverse relation."
)
@click.option("--hypernym", type=_CHANCE, default=_WIKIDATA.hypernym, show_default=True, help="Chance of a hypernym.")
@click.option(
    "--ask-object", type=_CHANCE, default=_WIKIDATA.ask_object, show_default=True, help="Chance to ask for the object."
)
@_generator_options
def wikidata(**options: Any) -> None:
    """Generate WikidataSyntheticQA: triples around an entity, and one of them with its subject or object left out.

    Triples come from a dump of Wikidata, or from a file as FB15k-237 and CoDEx publish them, with files of names: JSON
    objects with labels, or lines of an identifier, a tab and a label.
    """
    settings = WikidataSettings(**{name: options[name] for name in WikidataSettings.__struct_fields__})
    maker = WikidataMaker(_known(options), seed=options["seed"], settings=settings)
    _make(maker, options, msgspec.to_builtins(settings))


def _known(options: dict[str, Any]) -> Knowledge:
    if (options["dump"] is None) == (options["facts"] is None):
        raise OptionError("triples come from --dump or from --triples with --entities and --relations; give one")
    hypernyms = options["kind_of"] or HYPERNYMS
    if options["dump"] is not None:
        return read_dump(options["dump"], language=options["language"], hypernyms=hypernyms)
    return read_graph(options["facts"], options["entities"], options["relations"], hypernyms=hypernyms)


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
