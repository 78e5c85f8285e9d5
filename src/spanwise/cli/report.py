"""`spanwise report`: one self-contained HTML page."""

from typing import Any

import click
import msgspec

from spanwise.cli.explained_readers import explain_options, explained_readers
from spanwise.cli.language_columns import facts_asked_for, language_options
from spanwise.cli.options import duplicates_option, interval_options, json_option, lenient_option, reader_options
from spanwise.cli.printing import print_json
from spanwise.cli.scored import scored_readers
from spanwise.data.human_answers import read_human_answers
from spanwise.report.gather import gathered, with_facts
from spanwise.report.page import write_report

__all__ = ["report"]


@click.command(short_help="Write one self-contained HTML page about readers on a benchmark.")
@click.argument("dataset")
@click.argument("predictions", nargs=-1, required=True)
@click.option("-o", "--output", metavar="FILE", default="report.html", show_default=True, help="The page to write.")
@click.option("--title", help="The page's title [the benchmark's name].")
@click.option("--people", metavar="FILE", help="Raw human answers: JSON lines of id, worker, answer, seconds.")
@explain_options
@language_options
@reader_options
@interval_options
@duplicates_option
@lenient_option
@json_option
def report(dataset: str, predictions: tuple[str, ...], **options: Any) -> None:
    """Write a page about PREDICTIONS of one or more readers on DATASET.

    The page needs no network: scores with intervals and the human line, comparisons, thresholds, and every question
    with each reader's answer to look at.
    """
    readers = scored_readers(dataset, predictions, options)
    explained = explained_readers(readers, options)
    answers = None
    if options["people"]:
        answers = read_human_answers(options["people"], readers.loaded.dataset, lenient=options["lenient"])
    page = gathered(
        readers.loaded.dataset,
        readers.predictions,
        readers.scores,
        findings=readers.loaded.findings,
        title=options["title"] or "",
        answers=answers,
    )
    if options["language"]:
        page = with_facts(page, facts_asked_for(readers.loaded.dataset, options))
    page = msgspec.structs.replace(page, explanations=explained)
    write_report(page, options["output"])
    if options["as_json"]:
        counts = {s.reader: len(found) for s, found in zip(readers.scores, explained, strict=False) if found}
        print_json(
            {"page": options["output"], "readers": [s.reader for s in readers.scores], "explained_questions": counts}
        )
    else:
        click.echo(f"wrote {options['output']}")
