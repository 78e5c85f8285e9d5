"""`spanwise describe`: counts as the papers' tables give them."""

from collections.abc import Iterator

import click
import msgspec

from spanwise.cli.options import json_option, lenient_option
from spanwise.cli.printing import print_json, print_notes, print_table
from spanwise.data.describe import Description, Distribution, Lengths
from spanwise.data.describe import describe as description_of
from spanwise.data.formats import load

__all__ = ["describe", "print_description"]


@click.command(short_help="Count what is in a benchmark, as the papers' tables do.")
@click.argument("dataset")
@lenient_option
@json_option
def describe(dataset: str, *, lenient: bool, as_json: bool) -> None:
    """Count articles, paragraphs, questions and answers of DATASET, the unanswerable share, and lengths."""
    loaded = load(dataset, lenient=lenient)
    description = description_of(loaded.dataset)
    if as_json:
        print_json({"format": loaded.format} | msgspec.to_builtins(description))
    else:
        print_description(description)


def print_description(description: Description) -> None:
    """Print the counts, then the lengths."""
    title = f"{description.name} {description.version}".strip()
    print_table(["", "count"], _counts(description), title=title)
    print_table(["", "min", "25 %", "median", "75 %", "max", "mean"], _distributions(description), title="lengths")
    words = ", ".join(f"{word} {count:,}" for word, count in description.first_words[:10])
    print_notes([f"first words of questions: {words}" if words else "", f"fingerprint {description.fingerprint}"])


def _counts(description: Description) -> Iterator[list[str]]:
    n = description.questions
    yield ["articles", f"{description.articles:,}"]
    yield ["paragraphs", f"{description.paragraphs:,}"]
    if description.paragraphs_without_questions:
        yield ["  without questions", f"{description.paragraphs_without_questions:,}"]
    yield ["questions", f"{n:,}"]
    if description.distinct_questions < n:
        yield ["  of different text", f"{description.distinct_questions:,}"]
    if description.unanswerable:
        yield ["  unanswerable", f"{description.unanswerable:,} ({100 * description.unanswerable / n:.1f} %)"]
        yield ["  with a plausible answer", f"{description.unanswerable_with_plausible:,}"]
        yield ["  articles with them", f"{description.articles_with_unanswerable:,}"]
        for category, count in description.categories:
            yield [f"  {category}", f"{count:,}"]
    yield ["answers", f"{description.answers:,}"]
    for answers, questions in description.questions_by_answers:
        yield [f"  questions with {answers}", f"{questions:,}"]


def _distributions(description: Description) -> Iterator[list[str]]:
    yield from _row("questions a paragraph", description.questions_per_paragraph)
    yield from _lengths("context", description.context_lengths)
    yield from _lengths("question", description.question_lengths)
    yield from _lengths("answer", description.answer_lengths)


def _lengths(name: str, lengths: Lengths) -> Iterator[list[str]]:
    yield from _row(f"{name}, code points", lengths.code_points)
    yield from _row(f"{name}, words", lengths.words)


def _row(name: str, distribution: Distribution | None) -> Iterator[list[str]]:
    if distribution is not None:
        d = distribution
        quartiles = (d.first_quartile, d.median, d.third_quartile)
        yield [name, f"{d.minimum:,}", *(f"{value:,g}" for value in quartiles), f"{d.maximum:,}", f"{d.mean:,.1f}"]
