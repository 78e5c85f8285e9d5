"""`spanwise human`: the human line, and readers by the same yardstick."""

from collections.abc import Sequence
from typing import Any

import click

from spanwise.cli.options import interval_options, intervals_of, json_option, lenient_option
from spanwise.cli.printing import cell, escaped, print_json, print_notes, print_table
from spanwise.data.formats import load
from spanwise.predictions.formats import load_predictions
from spanwise.scoring.human import AnswerCurve, HumanLine, Matched, answer_curve, human_line, matched
from spanwise.scoring.rules import rules_named

__all__ = ["human", "print_human"]


@click.command(short_help="Work out the human line, and readers by the same yardstick.")
@click.argument("dataset")
@click.argument("predictions", nargs=-1)
@click.option("--rules", metavar="NAME", help="The rules to compare by [what the dataset asks for].")
@interval_options
@lenient_option
@json_option
def human(dataset: str, predictions: tuple[str, ...], **options: Any) -> None:
    """Work out what people score on DATASET, from the answers in its file.

    By two protocols: the second answer against the others (SQuAD's), and each answer against the others, averaged.
    Readers given as PREDICTIONS are shown against all answers and against as many as a person meets.
    """
    loaded = load(dataset, lenient=options["lenient"])
    rules = rules_named(options["rules"]) if options["rules"] else None
    intervals = intervals_of(options)
    line = human_line(loaded.dataset, rules=rules, intervals=intervals)
    read = [load_predictions(file, lenient=options["lenient"]).predictions for file in predictions]
    as_people = [matched(loaded.dataset, p, rules=rules, intervals=intervals) for p in read]
    curves = [answer_curve(loaded.dataset, p, rules=rules) for p in read]
    if options["as_json"]:
        from spanwise.report.plain import plain_answer_curve, plain_human, plain_matched

        print_json(
            {
                "human": plain_human(line),
                "matched": [plain_matched(m) for m in as_people],
                "by_number_of_answers": [plain_answer_curve(c) for c in curves],
            }
        )
        return
    print_human(line, as_people)
    _print_curves(curves)


def print_human(line: HumanLine, readers: Sequence[Matched] = ()) -> None:
    """Print the human line and the readers measured as people are."""
    rows = [
        ["people", "second answer", cell(line.second.em), cell(line.second.f1)],
        ["", "leave one out", cell(line.leave_one_out.em), cell(line.leave_one_out.f1)],
    ]
    for reader in readers:
        rows += [
            [escaped(reader.reader), "all answers", cell(reader.all_answers.em), cell(reader.all_answers.f1)],
            ["", "leave one out", cell(reader.leave_one_out.em), cell(reader.leave_one_out.f1)],
        ]
    title = f"{line.benchmark}: people on {line.questions:,} questions with two or more answers, percent"
    print_table(["", "scored against", "EM", "F1"], rows, title=title, left=2)
    skipped = f"{len(line.skipped):,} questions with one answer left out" if line.skipped else ""
    unanswerable = f"{line.unanswerable:,} unanswerable questions left out" if line.unanswerable else ""
    estimate = line.second.em
    print_notes(
        [
            f"{line.answers:.2f} answers a question; rules {line.rules}",
            skipped,
            unanswerable,
            f"{100 * estimate.level:g} % intervals: {estimate.method}" if estimate.method else estimate.reason,
            estimate.note,
        ]
    )


def _print_curves(curves: Sequence[AnswerCurve]) -> None:
    for curve in curves:
        rows = [
            [str(count), *(f"{100 * values[place]:.2f}" for values in _columns(curve))]
            for place, count in enumerate(curve.counts)
        ]
        columns = ["answers", "EM first", "F1 first", "EM expected", "F1 expected"]
        print_table(columns, rows, title=f"{curve.reader}: score by number of answers, percent", left=0)
    if curves:
        print_notes(["first: the first k answers of the file; expected: k answers drawn at random, averaged exactly"])


def _columns(curve: AnswerCurve) -> tuple[tuple[float, ...], ...]:
    return curve.em_first, curve.f1_first, curve.em_expected, curve.f1_expected
