"""`spanwise power`: how large a benchmark has to be to show a difference."""

from typing import Any

import click

from spanwise.cli.options import duplicates_option, json_option, lenient_option, reader_options
from spanwise.cli.printing import print_json, print_notes, print_table
from spanwise.cli.scored import scored_readers
from spanwise.diagnosis.sample_size import SampleSize, sample_size

__all__ = ["power", "print_sample_size"]


@click.command(short_help="Say how many articles and questions show a difference.")
@click.argument("dataset")
@click.argument("a")
@click.argument("b")
@click.option("--difference", type=float, required=True, metavar="POINTS", help="The true difference to be seen.")
@click.option(
    "--metric", type=click.Choice(["em", "f1"]), default="f1", show_default=True, help="The score to compare."
)
@click.option("--power", "chance", type=float, default=0.8, show_default=True, help="Probability of seeing it.")
@click.option("--level", type=float, default=0.95, show_default=True, help="Confidence level, a fraction.")
@click.option("--questions", type=float, metavar="M", help="Questions an article [as many as in DATASET].")
@reader_options
@duplicates_option
@lenient_option
@json_option
def power(dataset: str, a: str, b: str, **options: Any) -> None:
    """Say how many articles and questions are needed to see a difference, with predictions A and B as the pilot.

    The differences of the two readers on DATASET show how much they vary between articles and within them. Readers
    like these are then told apart with the probability asked for, where they truly differ by that many points.
    """
    settings = options | {"interval": "t", "rounds": 1, "seed": 0}
    readers = scored_readers(dataset, (a, b), settings)
    first, second = readers.scores
    needed = sample_size(
        first,
        second,
        options["difference"] / 100,
        metric=options["metric"],
        power=options["chance"],
        questions=options["questions"],
    )
    if options["as_json"]:
        print_json(_plain(needed) | {"signatures": {s.reader: str(s.signature) for s in readers.scores}})
        return
    print_sample_size(needed)
    print_notes(str(s.signature) for s in readers.scores)


def print_sample_size(needed: SampleSize) -> None:
    """Print the designs that would do, and what the pilot shows."""
    rows = [[f"{d.questions_an_article:,.4g}", f"{d.articles:,}", f"{d.questions:,}"] for d in needed.designs]
    title = (
        f"To see {100 * needed.difference:g} points of {needed.metric.upper()} with probability {needed.power:g} "
        f"at level {needed.level:g}"
    )
    print_table(["questions an article", "articles", "questions"], rows, title=title, left=0)
    parts = needed.components
    between, within = (f"{100 * variance**0.5:.1f}" for variance in (parts.between, parts.within))
    click.echo(
        f"{needed.benchmark} itself ({parts.articles:,} articles, {parts.questions:,} questions) shows "
        f"{100 * needed.pilot_shows:.1f} points or more with that probability."
    )
    print_notes(
        [
            f"differences of {needed.a} and {needed.b}: standard deviation {between} between articles, {within} within",
            needed.note,
        ]
    )


def _plain(needed: SampleSize) -> dict[str, Any]:
    parts = needed.components
    return {
        "a": needed.a,
        "b": needed.b,
        "benchmark": needed.benchmark,
        "unit": "percentage points",
        "metric": needed.metric,
        "difference": 100 * needed.difference,
        "level": needed.level,
        "power": needed.power,
        "pilot": {
            "articles": parts.articles,
            "questions": parts.questions,
            "deviation_between_articles": 100 * parts.between**0.5,
            "deviation_within_articles": 100 * parts.within**0.5,
            "unevenness": parts.unevenness,
            "shows": 100 * needed.pilot_shows,
        },
        "designs": [
            {"questions_an_article": d.questions_an_article, "articles": d.articles, "questions": d.questions}
            for d in needed.designs
        ],
        "note": needed.note,
    }
