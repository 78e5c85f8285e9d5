"""`spanwise learning-curve`: how a score grows with what a reader is trained on."""

from collections.abc import Sequence
from typing import Any

import click
import msgspec

from spanwise.cli.annotator import annotator_options
from spanwise.cli.options import json_option, lenient_option
from spanwise.cli.printing import cell, counting, difference_cell, escaped, print_json, print_notes, print_table
from spanwise.cli.study import study_options, study_runs
from spanwise.cli.trainable import named_trainable
from spanwise.data.formats import load
from spanwise.diagnosis.learning_curve import CurvePoint, LearningCurve, default_sizes
from spanwise.diagnosis.learning_curve import learning_curve as curve_of
from spanwise.report.learning_curve_chart import Reference, write_learning_curve
from spanwise.report.vega import require_figure_name

__all__ = ["learning_curve", "print_learning_curve"]


@click.command("learning-curve", short_help="Show how a score grows with training data.")
@click.argument("reader")
@click.argument("train")
@click.argument("dev")
@click.option(
    "--by",
    type=click.Choice(["article", "question", "unanswerable"]),
    default="article",
    show_default=True,
    help="What sizes count; unanswerable keeps every answerable question and varies the others.",
)
@click.option(
    "--size", "sizes", type=click.IntRange(min=0), multiple=True, help="A size. Repeatable [the whole and its halves]."
)
@click.option(
    "--reference",
    "references",
    type=(str, click.IntRange(min=0), float),
    metavar="NAME QUESTIONS F1",
    multiple=True,
    help='A score in percent to show beside the curve, such as "SQuAD 2016" 87599 51.0. Repeatable.',
)
@click.option(
    "--figure", metavar="FILE", help="Also draw the curve; .svg or .png says as what. Needs the extra `plot`."
)
@study_options
@annotator_options
@lenient_option
@json_option
def learning_curve(reader: str, train: str, dev: str, **options: Any) -> None:
    """Train READER on ever larger parts of TRAIN, drawn anew with each seed, and score it on DEV.

    READER is log-linear, or MODULE:NAME of your own: a function that returns something to train, given the empty set.
    Parts hold whole articles, each part within the next. The gain is that over the point before, question by question.
    """
    if options["figure"]:
        require_figure_name(options["figure"])
    with counting("training") as progress:
        named = named_trainable(reader, options, progress)
        seen, asked = (load(file, lenient=options["lenient"]).dataset for file in (train, dev))
        sizes = tuple(sorted(set(options["sizes"]))) or default_sizes(seen, options["by"])
        runs = study_runs(named.settings, options, len(sizes))
        curve = curve_of(lambda: named.make(frozenset()), seen, asked, sizes, by=options["by"], runs=runs)
    curve = msgspec.structs.replace(curve, reader=named.name)
    references = [Reference(name, questions, f1 / 100) for name, questions, f1 in options["references"]]
    if options["figure"]:
        write_learning_curve(curve, options["figure"], references)
    if options["as_json"]:
        from spanwise.report.studies_plain import plain_learning_curve

        print_json(plain_learning_curve(curve, references) | {"settings": named.settings})
        return
    print_learning_curve(curve, references)


def print_learning_curve(curve: LearningCurve, references: Sequence[Reference] = ()) -> None:
    """Print one row a point, and the references under them."""
    by_unanswerable = curve.by == "unanswerable"
    two = any(point.no_ans is not None for point in curve.points)
    rows = [[*_counts(point, by_unanswerable), *_scores(point, two)] for point in curve.points]
    for name, questions, f1 in references:
        counts = [f"{questions:,}", ""] if by_unanswerable else ["", f"{questions:,}"]
        value = f"[dim]{100 * f1:.2f}[/dim]"
        rows.append([*counts, *([value, "", ""] if two else ["", value, ""]), f"[dim]{escaped(name)}[/dim]"])
    scores = ["F1", "HasAns F1", "NoAns", "F1 gain"] if two else ["EM", "F1", "F1 gain", "F1 by seed"]
    columns = ["unanswerable" if by_unanswerable else "articles", "questions", *scores]
    print_table(columns, rows, title=f"{curve.reader} by what it was trained on, percent")
    last = curve.points[-1].f1
    how = f"{100 * last.level:g} % intervals: {last.method}" if last.method else last.reason
    drawn = "parts are drawn by seed from one training set: no interval says how another training set would do"
    print_notes([how, last.note, drawn, curve.signatures[-1]])


def _counts(point: CurvePoint, by_unanswerable: bool) -> list[str]:
    articles = sorted({run.articles for run in point.runs})
    shown = f"{articles[0]:,}" if len(articles) == 1 else f"{articles[0]:,}–{articles[-1]:,}"
    return [f"{point.unanswerable:,.0f}" if by_unanswerable else shown, f"{point.questions:,.0f}"]


def _scores(point: CurvePoint, two: bool) -> list[str]:
    if two:
        return [cell(point.f1), cell(point.has_ans_f1), cell(point.no_ans), difference_cell(point.f1_gain)]
    ends = sorted(100 * run.f1 for run in point.runs)
    by_seed = f"{ends[0]:.2f}–{ends[-1]:.2f}" if len(ends) > 1 else f"{ends[0]:.2f}"
    return [cell(point.em), cell(point.f1), difference_cell(point.f1_gain), by_seed]
