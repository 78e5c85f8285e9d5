"""`spanwise diagnose`: mistakes, slices and plausible answers of each reader; won and lost of two."""

from collections.abc import Sequence
from itertools import combinations
from typing import Any

import click

from spanwise.cli.language_columns import facts_asked_for, language_options
from spanwise.cli.options import duplicates_option, interval_options, json_option, lenient_option, reader_options
from spanwise.cli.printing import cell, difference_cell, escaped, print_json, print_notes, print_table
from spanwise.cli.scored import scored_readers
from spanwise.diagnosis.columns_file import with_columns
from spanwise.diagnosis.mistakes import MISTAKES, Mistakes, mistakes
from spanwise.diagnosis.plausible import Plausible, plausible
from spanwise.diagnosis.question_facts import FactColumn
from spanwise.diagnosis.reading_list import Duel, ReadingList, reading_list
from spanwise.diagnosis.slices import Slice, slices

__all__ = ["diagnose", "print_reading_list"]

_MOST_SLICES = 12


@click.command(short_help="Show where readers fail: mistakes, slices, plausible answers.")
@click.argument("dataset")
@click.argument("predictions", nargs=-1, required=True)
@click.option("--metric", type=click.Choice(["em", "f1"]), default="f1", show_default=True, help="Slice by this score.")
@click.option(
    "--slice", "only", metavar="COLUMN", multiple=True, help="Slice by this column alone, in full. Repeatable."
)
@language_options
@click.option("--column", "files", metavar="FILE", multiple=True, help="Columns of your own: CSV or JSONL. Repeatable.")
@click.option(
    "--column-gaps",
    type=click.Choice(["refuse", "unknown"]),
    default="refuse",
    show_default=True,
    help="Questions without a row or value in a column file: refuse, or call them unknown.",
)
@click.option(
    "--read", type=click.IntRange(min=0), default=10, show_default=True, help="Questions to read, of two readers."
)
@reader_options
@interval_options
@duplicates_option
@lenient_option
@json_option
def diagnose(dataset: str, predictions: tuple[str, ...], **options: Any) -> None:
    """Show where readers of PREDICTIONS fail on DATASET.

    Prints how many answers are right, and of which kind the others are, which adds up to all questions; the score on
    each kind of question against the rest, the worst first, with a mark where it may be called worse; and what share
    of false answers is the plausible one. With two readers also won and lost by slice, and what to read first.
    """
    readers = scored_readers(dataset, predictions, options)
    gold = readers.loaded.dataset
    facts = facts_asked_for(gold, options, options["only"])
    for file in options["files"]:
        facts = with_columns(facts, file, gaps=options["column_gaps"])
    if options["only"]:
        facts = facts.only(options["only"])
    metric = options["metric"]
    made = [mistakes(gold, read, s) for read, s in zip(readers.predictions, readers.scores, strict=True)]
    cut = [slices(s, facts, metric) for s in readers.scores]
    traps = [plausible(gold, read, s) for read, s in zip(readers.predictions, readers.scores, strict=True)]
    pairs = list(combinations(readers.scores, 2))
    if len(pairs) > 1 and not options["as_json"]:
        pairs = []
    lists = [reading_list(a, b, facts, metric=metric, most=options["read"]) for a, b in pairs]
    if options["as_json"]:
        from spanwise.report.diagnosis_plain import (
            plain_mistakes,
            plain_plausible,
            plain_reading_list,
            plain_slices,
        )

        parts = zip(readers.scores, made, cut, traps, strict=True)
        print_json(
            {
                "readers": [
                    plain_mistakes(m)
                    | {"metric": metric, "slices": plain_slices(c), "plausible": plain_plausible(p)}
                    | {"signature": str(s.signature)}
                    for s, m, c, p in parts
                ],
                "pairs": [plain_reading_list(one) for one in lists],
            }
        )
        return
    _print_mistakes(made, readers.scores[0].benchmark)
    for scores, own in zip(readers.scores, cut, strict=True):
        _print_slices(scores.reader, own, metric, in_full=bool(options["only"]))
    _print_plausible(traps)
    for found in lists:
        print_reading_list(found)
    print_notes([_unused(facts.columns), *(str(s.signature) for s in readers.scores)])


def _print_mistakes(made: Sequence[Mistakes], benchmark: str) -> None:
    rows = []
    for place, kind in enumerate(MISTAKES):
        own = [m.counts[place] for m in made]
        if any(count.count for count in own):
            rows.append([kind.label, *(f"{c.count:,}\n[dim]{100 * (c.share.value or 0.0):.2f} %[/dim]" for c in own)])
    total = len(made[0].ids)
    rows.append(["[dim]all[/dim]", *(f"[dim]{total:,}[/dim]" for _ in made)])
    title = f"{benchmark}: what became of {total:,} questions"
    print_table(["", *(escaped(m.reader) for m in made)], rows, title=title)


def _print_slices(reader: str, found: Sequence[Slice], metric: str, *, in_full: bool) -> None:
    tested = [one for one in found if one.n and (in_full or one.p_value is not None)]
    ordered = tested if in_full else sorted(tested, key=_surely_worse)
    shown = ordered if in_full else ordered[:_MOST_SLICES]
    rows = [
        [
            f"{one.column}: {escaped(one.value)}",
            f"{one.n:,}",
            cell(one.score),
            difference_cell(one.difference),
            "-" if one.p_holm is None else "< 0.001" if one.p_holm < 0.001 else f"{one.p_holm:.3f}",
            "worse" if one.worse else "",
        ]
        for one in shown
    ]
    name = metric.upper()
    title = f"{reader}: {name} by slice, percent" + ("" if in_full else ", most surely worse first")
    print_table(["slice", "n", name, "minus rest", "p (Holm)", ""], rows, title=title)
    left = len(ordered) - len(shown)
    reasons = [
        f"{one.column} {one.value}: no interval, {one.difference.reason}" for one in shown if one.p_value is None
    ]
    print_notes(
        [
            "worse: than the other values of its column, p after Holm's correction for all slices tested",
            *reasons,
            *(one.difference.note for one in shown if one.difference.cluster_unit == "paragraph"),
            f"{left:,} more slices: --slice COLUMN shows all of one, --json all of all" if left else "",
        ]
    )


def _surely_worse(one: Slice) -> tuple[bool, float]:
    """Return what sorts slices that are worse before those that are better, the surest of the worse first."""
    below = (one.difference.value or 0.0) < 0
    p_value = 1.0 if one.p_value is None else one.p_value
    return not below, p_value if below else -p_value


def _print_plausible(traps: Sequence[Plausible]) -> None:
    first = traps[0]
    if not first.questions:
        print_notes([f"plausible answers: undefined, because {first.em.reason}"])
        return
    facts = (
        ("false answers", [f"{p.false_answers:,}" for p in traps]),
        ("of them the plausible answer (EM)", [cell(p.em) for p in traps]),
        ("of them against it (F1)", [cell(p.f1) for p in traps]),
        ("of all: plausible answer taken", [cell(p.taken) for p in traps]),
        ("of all: answered otherwise", [cell(p.other) for p in traps]),
        ("of all: rightly abstained", [cell(p.resisted) for p in traps]),
        ("where that span is right: right", [cell(p.twins_right) for p in traps]),
        ("where that span is right: refused", [cell(p.twins_refused) for p in traps]),
    )
    print_table(
        ["", *(escaped(p.reader) for p in traps)],
        [[name, *cells] for name, cells in facts],
        title=f"{first.questions:,} unanswerable questions with a plausible answer, percent",
    )
    span = f"that span is right: {first.twins:,} answerable questions whose answer is another's plausible one"
    print_notes([span, *(p.taken.note for p in traps)])


def print_reading_list(found: ReadingList) -> None:
    """Print won, lost and both wrong of two readers by slice, and the questions to read first."""
    swings = sorted(found.slices, key=lambda duel: -abs(duel.won - duel.lost) / duel.n)
    chosen = [duel for duel in swings if duel.n >= _MOST_SLICES][:_MOST_SLICES]
    rows = [_duel_row("all questions", found.overall)]
    rows += [_duel_row(f"{duel.column}: {duel.value}", duel) for duel in chosen]
    columns = ["slice", "n", "won", "lost", "both right", "both wrong", "both partly"]
    title = f"{found.a} against {found.b} by {found.metric.upper()}, the most one-sided slices"
    print_table(columns, rows, title=title)
    if found.first:
        reading = [[one.id, f"{100 * one.a:.0f}", f"{100 * one.b:.0f}"] for one in found.first]
        print_table(["read first", escaped(found.a), escaped(found.b)], reading)


def _duel_row(name: str, duel: Duel) -> list[str]:
    counts = (duel.n, duel.won, duel.lost, duel.both_right, duel.both_wrong, duel.both_partly)
    return [escaped(name), *(f"{count:,}" for count in counts)]


def _unused(columns: Sequence[FactColumn]) -> str:
    names = [column.name for column in columns if not any(value is not None for value in column.values)]
    return f"no question has a value for: {', '.join(names)}" if names else ""
