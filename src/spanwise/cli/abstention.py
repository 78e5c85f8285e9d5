"""`spanwise abstention`: what became of each question, for each reader and for the two that look at nothing."""

from typing import Any

import click

from spanwise.cli.options import duplicates_option, interval_options, json_option, lenient_option, reader_options
from spanwise.cli.printing import cell, escaped, print_json, print_notes, print_table
from spanwise.cli.scored import scored_readers
from spanwise.diagnosis.abstention import OUTCOMES, Abstention, Outcome, Table
from spanwise.diagnosis.abstention import abstention as abstention_of
from spanwise.diagnosis.curves import abstention_curves, risk_coverage
from spanwise.errors import OptionError
from spanwise.scoring.scores import Scores

__all__ = ["RATES", "abstention", "print_abstention"]

RATES = {
    "false_answers": "false answers",
    "over_refusals": "over-refusals",
    "wrong_answers": "wrong answers",
    "risk": "risk",
    "wrong_abstentions": "wrong abstentions",
}

_RATES_SAID = (
    "Rates in percent: false answers of the unanswerable questions; over-refusals of the answerable; wrong answers of "
    "the answerable that were answered; risk: wrong or false of all that was answered; wrong abstentions of all "
    "abstentions."
)


@click.command(short_help="Tell false answers from refusals: what became of each question.")
@click.argument("dataset")
@click.argument("predictions", nargs=-1, required=True)
@click.option("--curves", is_flag=True, help="With --json: also the curves over the no-answer signal, with bands.")
@reader_options
@interval_options
@duplicates_option
@lenient_option
@json_option
def abstention(dataset: str, predictions: tuple[str, ...], **options: Any) -> None:
    """Count what became of each question of DATASET with PREDICTIONS of one or more readers.

    Every question is answered rightly, answered wrongly, answered though it has no answer, refused though it has
    one, rightly refused, or not predicted; the counts add up. Always-answer and always-abstain stand beside each
    reader, since either failure alone is easily avoided by giving in to the other.
    """
    if options["curves"] and not options["as_json"]:
        raise OptionError("--curves are numbers for programs; give --json as well")
    readers = scored_readers(dataset, predictions, options)
    found = [abstention_of(scores) for scores in readers.scores]
    if options["as_json"]:
        from spanwise.report.abstention_plain import plain_abstention, plain_curves

        plain = [plain_abstention(one) for one in found]
        if options["curves"]:
            for made, scores in zip(plain, readers.scores, strict=True):
                made["curves"] = plain_curves(abstention_curves(scores)) if scores.has_na_probs else None
        print_json({"readers": plain})
        return
    for one, scores in zip(found, readers.scores, strict=True):
        print_abstention(one)
        _print_areas(scores)


def _print_areas(scores: Scores) -> None:
    """Print how well the reader's signal ranks, in one line, where it has one."""
    risk = risk_coverage(scores.columns, scores.columns.raw_em) if scores.has_na_probs else None
    if risk is None:
        return
    area = "" if scores.na_auroc is None else f"AUROC {scores.na_auroc:.3f} of telling the unanswerable; "
    click.echo(
        f"{scores.reader}: {area}AURC {100 * risk.aurc:.2f} (best possible {100 * risk.best:.2f}, a signal that says "
        f"nothing {100 * risk.chance:.2f}) up to a coverage of {100 * risk.coverage:.1f} %"
    )


def print_abstention(found: Abstention) -> None:
    """Print the counts and the rates of one reader with both baselines."""
    tables = found.tables
    rows = [[name, *(_count(table, outcome) for table in tables)] for outcome, name in OUTCOMES.items()]
    rows.append(["all", *(f"{table.total:,}" for table in tables)])
    rows.append(["EM", *(cell(table.em) for table in tables)])
    rows.append(["F1", *(cell(table.f1) for table in tables)])
    rows += [[name, *(cell(getattr(table.rates, field)) for table in tables)] for field, name in RATES.items()]
    names = ["", *(escaped(table.name) for table in tables)]
    print_table(names, rows, title=f"{found.benchmark}: what became of {found.reader.total:,} questions")
    em, false = found.reader.em, found.reader.rates.false_answers
    print_notes(
        [
            _RATES_SAID,
            f"false answers are undefined: {false.reason}" if false.value is None else "",
            f"always answer: {found.always_answer.note}" if found.always_answer.note else "",
            f"{100 * em.level:g} % intervals: {em.method}, {em.clusters:,} {em.cluster_unit}s" if em.method else "",
            em.note or em.reason,
            found.signature,
        ]
    )


def _count(table: Table, outcome: Outcome) -> str:
    row = table.rows[outcome]
    return f"{row.count:,}  [dim]{100 * float(row.share):.1f} %[/dim]"
