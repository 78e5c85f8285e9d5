"""`spanwise report`: one self-contained HTML page."""

from typing import Any

import click

from spanwise.cli.options import duplicates_option, interval_options, json_option, lenient_option, reader_options
from spanwise.cli.printing import print_json
from spanwise.cli.scored import ScoredReaders, scored_readers
from spanwise.report.page import write_report
from spanwise.report.page_input import PageInput
from spanwise.scoring.compare import compare_all
from spanwise.scoring.human import answer_curve, human_line, matched
from spanwise.scoring.rules import rules_named

__all__ = ["page_of", "report"]


@click.command(short_help="Write one self-contained HTML page about readers on a benchmark.")
@click.argument("dataset")
@click.argument("predictions", nargs=-1, required=True)
@click.option("-o", "--output", metavar="FILE", default="report.html", show_default=True, help="The page to write.")
@click.option("--title", help="The page's title [the benchmark's name].")
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
    write_report(page_of(readers, options), options["output"])
    if options["as_json"]:
        print_json({"page": options["output"], "readers": [s.reader for s in readers.scores]})
    else:
        click.echo(f"wrote {options['output']}")


def page_of(readers: ScoredReaders, options: dict[str, Any]) -> PageInput:
    """Return what the page shows: the human line where the answers allow one, comparisons of two or more readers."""
    dataset = readers.loaded.dataset
    rules = rules_named(readers.scores[0].signature.rules)
    intervals = readers.scores[0].intervals
    has_line = any(len(question.answers) > 1 for _, _, question in dataset.questions())
    has_answers = has_line or any(question.answers for _, _, question in dataset.questions())
    several = len(readers.scores) > 1
    return PageInput(
        dataset=dataset,
        predictions=readers.predictions,
        scores=readers.scores,
        comparison=compare_all(readers.scores, rounds=options["rounds"], seed=options["seed"]) if several else None,
        human=human_line(dataset, rules=rules, intervals=intervals) if has_line else None,
        matched=tuple(matched(dataset, p, rules=rules, intervals=intervals) for p in readers.predictions)
        if has_line
        else (),
        curves=tuple(answer_curve(dataset, p, rules=rules) for p in readers.predictions) if has_answers else (),
        findings=readers.loaded.findings,
        na_threshold=options["na_threshold"],
        title=options["title"] or "",
    )
