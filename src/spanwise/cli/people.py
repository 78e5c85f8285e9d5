"""`spanwise people`: what people score one by one and by vote, and how far they agree."""

from collections.abc import Sequence
from typing import Any

import click

from spanwise.cli.options import json_option, lenient_option
from spanwise.cli.printing import cell, escaped, print_json, print_notes, print_table
from spanwise.data.formats import load
from spanwise.data.human_answers import read_human_answers
from spanwise.diagnosis.asked import Split
from spanwise.diagnosis.people import People, WorkerLine
from spanwise.diagnosis.people import people as people_of
from spanwise.diagnosis.vote_line import VoteLine, votes_from_answers
from spanwise.scoring.rules import rules_named
from spanwise.stats.estimate import Estimate

__all__ = ["people"]

_MOST_WORKERS = 12


@click.command(short_help="Score people one by one and by vote, and measure how far they agree.")
@click.argument("dataset")
@click.argument("answers", required=False)
@click.option("--rules", metavar="NAME", help="The rules to compare by [what the dataset asks for].")
@click.option(
    "--part",
    metavar="N",
    type=click.IntRange(min=2),
    default=3,
    show_default=True,
    help="Without ANSWERS: part N people of each question into voters and key.",
)
@click.option("--level", type=float, default=0.95, show_default=True, help="Confidence level, a fraction.")
@click.option("--seed", type=int, default=0, show_default=True, help="Seed of draws among very many people.")
@lenient_option
@json_option
def people(dataset: str, answers: str | None, **options: Any) -> None:
    """Work out what people score on DATASET from their raw ANSWERS, one by one, by leaving out, and by vote.

    ANSWERS holds JSON lines {"id", "worker", "answer": text or null, "seconds"}. The vote is SQuAD 2.0's: the most
    votes win, ties go to answering, then to shorter answers; it is shown with each rule turned round, too.

    Without ANSWERS, the answers on DATASET itself are parted: some vote, others are what the vote is scored against.
    """
    loaded = load(dataset, lenient=options["lenient"])
    rules = rules_named(options["rules"]) if options["rules"] else None
    level, seed = options["level"], options["seed"]
    if answers is None:
        line = votes_from_answers(loaded.dataset, answers=options["part"], rules=rules, level=level, seed=seed)
        if options["as_json"]:
            from spanwise.report.people_plain import plain_vote_line

            print_json(plain_vote_line(line))
        else:
            _print_vote_line(line)
        return
    human = read_human_answers(answers, loaded.dataset, lenient=options["lenient"])
    found = people_of(loaded.dataset, human, rules=rules, level=level, seed=seed)
    if options["as_json"]:
        from spanwise.report.people_plain import plain_people

        print_json(plain_people(found))
    else:
        _print_people(found)


def _print_people(found: People) -> None:
    rows = [
        ["one person", *_cells(found.single)],
        ["leave one out", *_cells(found.leave_one_out)],
        *([f"vote\n[dim]{outcome.rule.name}[/dim]", *_cells(outcome.split)] for outcome in found.votes),
    ]
    title = f"{found.benchmark}: people on {found.questions:,} questions, percent"
    columns = ["", "EM", "F1", "HasAns EM", "HasAns F1", "NoAns EM"]
    print_table(columns, rows, title=title)
    agreement, habits = found.agreement, found.habits
    rows = [
        ["answering or not, Krippendorff's alpha", _coefficient(agreement.alpha)],
        ["answering or not, Fleiss' kappa", _coefficient(agreement.kappa)],
        ["the same answer (EM of pairs), %", cell(agreement.span_em)],
        ["F1 of pairs, %", cell(agreement.span_f1)],
        ["abstained on the answerable, %", cell(habits.over_refusals)],
        ["answered the unanswerable, %", cell(habits.false_answers)],
        ["answered wrongly, % of answers", cell(habits.wrong)],
        ["missed the boundary, % of the others", cell(habits.boundary)],
    ]
    print_table(["", "value"], rows, title="agreement, and how single people go wrong")
    rows = [[f"{p.people}", cell(p.line.em), cell(p.line.f1), f"{p.full:,}"] for p in found.curve]
    print_table(["people", "EM", "F1", "questions with as many"], rows, title="the vote of so many, percent", left=0)
    _print_workers(found.workers)
    estimates = (agreement.alpha, agreement.kappa, agreement.span_f1, *(getattr(habits, n) for n in _HABITS))
    median = "" if found.seconds is None else f"; median {found.seconds:g} seconds an answer"
    changed = ", ".join(f"{outcome.changed:,} by {outcome.rule.name!r}" for outcome in found.votes[1:])
    overall = found.single.overall.em
    print_notes(
        [
            f"{found.answers:.2f} people a question; rules {found.rules}{median}",
            f"{found.votes[0].tied:,} votes took a tie rule; votes that another rule changes: {changed}",
            *found.notes,
            *(f"undefined: {estimate.reason}" for estimate in estimates if estimate.value is None),
            f"{100 * overall.level:g} % intervals: {overall.method}" if overall.method else overall.reason,
            overall.note,
        ]
    )


_HABITS = ("over_refusals", "false_answers", "wrong", "boundary")


def _print_workers(workers: Sequence[WorkerLine]) -> None:
    ranked = sorted(workers, key=lambda worker: (worker.line.f1.value or 0.0, worker.worker))
    rows = [
        [escaped(w.worker), f"{w.line.em.n:,}", f"{w.abstentions:,}", cell(w.line.em), cell(w.line.f1)]
        for w in ranked[:_MOST_WORKERS]
    ]
    more = len(workers) - len(rows)
    title = f"single people, lowest F1 first{f' ({more:,} more: --json)' if more else ''}"
    print_table(["worker", "answers", "abstained", "EM", "F1"], rows, title=title)


def _print_vote_line(line: VoteLine) -> None:
    rows = []
    for found in line.cells:
        gains = ["-", "-"] if found.gain is None else [cell(found.gain.em), cell(found.gain.f1)]
        rows.append([f"{found.key}", f"{found.voters}", cell(found.line.em), cell(found.line.f1), *gains])
    title = f"{line.benchmark}: votes on {line.questions:,} questions with {line.answers} or more answers, percent"
    columns = ["against", "voters", "EM", "F1", "EM over one", "F1 over one"]
    print_table(columns, rows, title=title, left=0)
    estimate = line.cells[0].line.em
    print_notes(
        [
            "against so many answers of people who did not vote; compare only lines with as many",
            f"{line.left_out:,} questions with fewer answers left out" if line.left_out else "",
            f"rules {line.rules}; ties go to the shorter answer",
            f"{100 * estimate.level:g} % intervals: {estimate.method}" if estimate.method else estimate.reason,
            estimate.note,
        ]
    )


def _cells(split: Split) -> list[str]:
    overall, has_ans = split.overall, split.has_ans
    return [cell(e) for e in (overall.em, overall.f1, has_ans.em, has_ans.f1, split.no_ans.em)]


def _coefficient(estimate: Estimate) -> str:
    """Return an estimate from -1 to 1 for a table, as it is."""
    if estimate.value is None:
        return "undefined"
    if estimate.low is None or estimate.high is None:
        return f"{estimate.value:.3f}"
    return f"{estimate.value:.3f}\n[dim]{estimate.low:.3f}–{estimate.high:.3f}[/dim]"
