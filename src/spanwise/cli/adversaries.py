"""What the commands that attack have in common: the options, and the variants that they make."""

from collections.abc import Callable, Mapping
from typing import Any, TypeVar

import click

from spanwise.benchmarks.adversarial.add_sent import ADD_ONE_SENT, ADD_SENT, SentenceMaker, add_one_sent, add_sent
from spanwise.benchmarks.adversarial.placement import PLACES
from spanwise.benchmarks.adversarial.rewordings import REWORDINGS, reworded
from spanwise.benchmarks.adversarial.variant import Adversarial
from spanwise.cli.annotator import annotator_of
from spanwise.cli.printing import counting
from spanwise.data.dataset import Dataset
from spanwise.data.subset import sample
from spanwise.errors import OptionError
from spanwise.language.lexicon import Lexicon
from spanwise.language.vector_files import glove_6b_50d, read_vectors

__all__ = ["READERLESS", "adversary_options", "attacked_part", "plain_made", "print_made", "readerless"]

F = TypeVar("F", bound=Callable[..., Any])

READERLESS = (ADD_SENT, ADD_ONE_SENT, *REWORDINGS)
"""The attacks that ask no reader."""


def adversary_options(function: F) -> F:
    """Add the options that say of which questions variants are made, and how."""
    for option in (
        click.option("--wordnet", metavar="DIR", help="The folder of WordNet [where Debian puts it]."),
        click.option("--no-vectors", is_flag=True, help="Change a question by antonyms alone."),
        click.option(
            "--vectors", metavar="FILE", help="Word vectors [GloVe 6B of dimension 50, from the extra `vectors`]."
        ),
        click.option(
            "--place",
            type=click.Choice(PLACES),
            default="end",
            show_default=True,
            help="Where a sentence is added.",
        ),
        click.option(
            "--most",
            type=click.IntRange(min=1),
            default=3,
            show_default=True,
            metavar="N",
            help="Sentences for a question: the score goes by the worst.",
        ),
        click.option("--seed", type=int, default=0, show_default=True, help="Seed of all random numbers."),
        click.option(
            "--questions",
            type=click.IntRange(min=1),
            metavar="N",
            help="Attack so many questions, drawn at random [all].",
        ),
    ):
        function = option(function)
    return function


def attacked_part(dataset: Dataset, options: Mapping[str, Any]) -> Dataset:
    """Return the questions that a command line attacks."""
    wanted = options["questions"]
    if wanted is None or wanted >= len(dataset.question_ids):
        return dataset
    return sample(dataset, wanted, seed=options["seed"])


def readerless(names: list[str], dataset: Dataset, part: Dataset, options: Mapping[str, Any]) -> list[Adversarial]:
    """Return what attacks make that ask no reader, in the order named.

    Args:
        names: Of `READERLESS`.
        dataset: The whole file: near words come from all of its texts.
        part: The questions to attack.
        options: Those of the command line.

    Raises:
        OptionError: Options exclude each other.
        FormatError: There is no WordNet, or the vectors cannot be read.
        MissingExtraError: spaCy or the vectors are not installed.
    """
    if options["vectors"] and options["no_vectors"]:
        raise OptionError("--vectors names word vectors and --no-vectors asks for none; give one of the two")
    if not names:
        return []
    sentences = [name for name in names if name not in REWORDINGS]
    lexicon = Lexicon(options["wordnet"]) if sentences or "synonyms" in names else None
    maker = None
    if sentences and lexicon is not None:
        vectors = None
        if not options["no_vectors"]:
            vectors = read_vectors(options["vectors"]) if options["vectors"] else glove_6b_50d()
        maker = SentenceMaker(dataset, annotator_of(options), lexicon, vectors)
    return [_made(name, part, maker, lexicon, options) for name in names]


def _made(
    name: str, part: Dataset, maker: SentenceMaker | None, lexicon: Lexicon | None, options: Mapping[str, Any]
) -> Adversarial:
    if name in REWORDINGS:
        annotator = None if name == "typos" else annotator_of(options)
        return reworded(part, name, seed=options["seed"], annotator=annotator, lexicon=lexicon)
    assert maker is not None  # made where a name needs it
    with counting(f"making sentences, {name}") as progress:
        make = add_sent if name == ADD_SENT else add_one_sent
        return make(part, maker, most=options["most"], place=options["place"], seed=options["seed"], progress=progress)


def print_made(made: Adversarial) -> None:
    """Print how many questions have a variant, and why the others have none."""
    share = 100 * made.attacked / made.questions if made.questions else 0.0
    click.secho(
        f"{made.attack}: {len(made.variants):,} variants of {made.attacked:,} of {made.questions:,} questions "
        f"({share:.1f} %)",
        bold=True,
    )
    for entry in made.not_made:
        click.echo(f"  none: {entry.questions:,}: {entry.reason} ({', '.join(entry.examples[:2])})")
    for note in made.notes:
        click.echo(f"  {note}")


def plain_made(made: Adversarial) -> dict[str, Any]:
    """Return what was made as a plain dictionary, without the variants themselves."""
    return {
        "attack": made.attack,
        "questions": made.questions,
        "attacked": made.attacked,
        "variants": len(made.variants),
        "not_made": [
            {"reason": entry.reason, "questions": entry.questions, "examples": list(entry.examples)}
            for entry in made.not_made
        ],
        "notes": list(made.notes),
    }
