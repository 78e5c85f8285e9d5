"""`spanwise score`: one row a reader."""

from collections.abc import Sequence
from typing import TYPE_CHECKING, Any

import click

from spanwise.cli.annotator import annotator_options
from spanwise.cli.language_columns import facts_asked_for
from spanwise.cli.options import duplicates_option, interval_options, json_option, lenient_option, reader_options
from spanwise.cli.printing import cell, escaped, print_findings, print_json, print_notes, print_table
from spanwise.cli.scored import ScoredReaders, scored_readers
from spanwise.errors import OptionError
from spanwise.scoring.scores import Scores
from spanwise.scoring.threshold import Best

if TYPE_CHECKING:
    from spanwise.diagnosis.slices import Slice

__all__ = ["print_scores", "score"]


@click.command(short_help="Score readers: exact match and F1 with intervals.")
@click.argument("dataset")
@click.argument("predictions", nargs=-1, required=True)
@reader_options
@click.option(
    "--by", metavar="COLUMN", multiple=True, help="Also F1 by this column, as answer_type or divergence. Repeatable."
)
@annotator_options
@click.option("--official", is_flag=True, help="Print the official script's JSON, same keys, faults included.")
@click.option("--rows", metavar="FILE", help="Also write one line a question as JSON lines.")
@click.option("--strict", is_flag=True, help="Exit with 1 where anything is odd: missing ids, faults, odd matches.")
@interval_options
@duplicates_option
@lenient_option
@json_option
def score(dataset: str, predictions: tuple[str, ...], **options: Any) -> None:
    """Score PREDICTIONS of one or more readers on DATASET.

    Prints exact match and F1 over all questions, over those with answers (HasAns) and those without (NoAns), in
    percent, each with an interval that takes whole articles as the unit. A question without a prediction counts 0.

    --by takes any column of `diagnose`; answer_type and divergence need a language pipeline.
    """
    if options["official"] and options["by"]:
        raise OptionError("--official prints the official script's JSON alone; leave out --by")
    readers = scored_readers(dataset, predictions, options)
    cut = _cut(readers, options)
    if options["rows"]:
        _write_rows(options["rows"], readers.scores)
    if options["official"]:
        from spanwise.scoring.official import official_scores

        official = [official_scores(scores) for scores in readers.scores]
        print_json(official[0] if len(official) == 1 else dict(zip(_readers(readers.scores), official, strict=True)))
    elif options["as_json"]:
        from spanwise.report.plain import plain_scores

        plain = [plain_scores(scores) for scores in readers.scores]
        if options["by"]:
            from spanwise.report.diagnosis_plain import plain_slices

            plain = [one | {"metric": "f1", "slices": plain_slices(own)} for one, own in zip(plain, cut, strict=True)]
        print_json({"readers": plain})
    else:
        print_scores(readers.scores)
        for column in dict.fromkeys(options["by"]):
            _print_cut(column, readers.scores, cut)
    if not options["as_json"]:
        for scores in readers.scores:
            print_findings(scores.findings)
    if options["strict"] and any(scores.findings for scores in readers.scores):
        click.get_current_context().exit(1)


def _cut(readers: ScoredReaders, options: dict[str, Any]) -> "list[tuple[Slice, ...]]":
    """Return each reader's slices of the columns asked for; the rest of diagnosis is only loaded where one is."""
    if not options["by"]:
        return []
    from spanwise.diagnosis.slices import slices

    facts = facts_asked_for(readers.loaded.dataset, options, options["by"]).only(options["by"])
    return [slices(scores, facts) for scores in readers.scores]


def _print_cut(column: str, all_scores: Sequence[Scores], cut: "Sequence[Sequence[Slice]]") -> None:
    own = [[one for one in found if one.column == column and one.n] for found in cut]
    rows = [
        [escaped(group[0].value), f"{group[0].n:,}", *(cell(one.score) for one in group)]
        for group in zip(*own, strict=True)
    ]
    label = own[0][0].label if own[0] else f"{column}: no question has a value"
    print_table(
        [column, "n", *(escaped(scores.reader) for scores in all_scores)], rows, title=f"F1 by {label}, percent"
    )


def _readers(scores: Sequence[Scores]) -> list[str]:
    return [s.reader for s in scores]


def _write_rows(target: str, all_scores: Sequence[Scores]) -> None:
    import msgspec

    from spanwise.files import open_atomic

    encoder = msgspec.json.Encoder()
    with open_atomic(target) as stream:
        for scores in all_scores:
            for row in scores.to_rows():
                stream.write(encoder.encode({"reader": scores.reader} | row) + b"\n")


def print_scores(all_scores: Sequence[Scores]) -> None:
    """Print the table of scores, what was tuned, and each number's signature."""
    two = any(scores.no_ans for scores in all_scores)
    rows = []
    for scores in all_scores:
        row = [escaped(scores.reader), cell(scores.em), cell(scores.f1)]
        if two:
            has, no = scores.has_ans, scores.no_ans
            row += [cell(has.em if has else None), cell(has.f1 if has else None), cell(no.em if no else None)]
        rows.append(row)
    columns = ["reader", "EM", "F1", *(["HasAns EM", "HasAns F1", "NoAns"] if two else [])]
    first = all_scores[0]
    if two:
        floor = f"{100 * first.columns.has_answer.count(False) / first.total:.2f}"
        rows.append(["[dim]always abstain[/dim]", *(f"[dim]{text}[/dim]" for text in (floor, floor, "0", "0", "100"))])
    print_table(columns, rows, title=f"{first.benchmark}: {first.total:,} questions, percent")
    for scores in all_scores:
        for name, best in (("EM", scores.best_em), ("F1", scores.best_f1)):
            if best is not None:
                click.echo(f"{scores.reader}: {_tuned(name, best)}")
        area = scores.average_precision
        if area is not None:
            click.echo(
                f"{scores.reader}: average precision EM {100 * area.em:.2f}, F1 {100 * area.f1:.2f}, "
                f"oracle {100 * area.oracle:.2f}"
            )
    estimate = first.em
    how = f"{100 * estimate.level:g} % intervals: {estimate.method}, {estimate.clusters:,} {estimate.cluster_unit}s"
    print_notes([how if estimate.method else estimate.reason, estimate.note, *(str(s.signature) for s in all_scores)])


def _tuned(name: str, best: Best) -> str:
    where = "abstaining on all" if best.abstains_on_all else f"threshold {best.threshold:.6g}"
    return f"best {name} {100 * best.score:.2f} at {where} (tuned on this data: an upper bound)"
