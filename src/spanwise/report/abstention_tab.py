"""The tab of abstention: both failures of a reader that may abstain, beside the two readers that look at nothing."""

from collections.abc import Mapping, Sequence

import msgspec

from spanwise.diagnosis.abstention import OUTCOMES, Abstention, Outcome, Table
from spanwise.diagnosis.curves import AbstentionCurves
from spanwise.report.charts import stack
from spanwise.report.curve_figures import curve_figure
from spanwise.report.figures import Figure, threshold_figures
from spanwise.report.grid import Entry, Grid, Head, Line, classes_of, entry, shared_axis
from spanwise.report.page_input import ShownReader
from spanwise.stats.estimate import Estimate

__all__ = ["AbstentionView", "abstention_view"]

_FILTERS: Mapping[Outcome, str] = {
    "answered_rightly": "f=right&k=answers",
    "answered_wrongly": "f=partly,wrong&k=answers",
    "false_answer": "f=answered",
    "over_refusal": "f=abstained",
    "abstained_rightly": "f=right&k=none",
    "missing": "f=missing",
}
_COLOURS: Mapping[Outcome, str] = {
    "answered_rightly": "o0",
    "answered_wrongly": "o2",
    "false_answer": "o3",
    "over_refusal": "o4",
    "abstained_rightly": "o6",
    "missing": "o5",
}
_RATES: Mapping[str, tuple[str, str]] = {
    "false_answers": ("false answers", "of the unanswerable questions, those that were answered"),
    "over_refusals": ("over-refusals", "of the answerable questions, those that the reader abstained on"),
    "wrong_answers": ("wrong answers", "of the answerable questions that were answered, those answered wrongly"),
    "risk": ("risk", "of all questions that were answered, those whose answer is wrong or should not be there"),
    "wrong_abstentions": ("wrong abstentions", "of all abstentions, those on questions that have an answer"),
}


class AbstentionView(msgspec.Struct, frozen=True):
    """What the tab shows."""

    outcomes: Grid | None
    rates: Grid | None
    curves: Figure | None
    thresholds: tuple[Figure, ...]


def abstention_view(
    readers: Sequence[ShownReader], found: Sequence[Abstention], curves: Sequence[AbstentionCurves | None] = ()
) -> AbstentionView | None:
    """Return the tab; None where no question is unanswerable and no reader has a probability to abstain by."""
    thresholds = threshold_figures(readers)
    both = [one for one in found if one.reader.rates.false_answers.value is not None]
    if not both and not thresholds:
        return None
    figure = curve_figure(readers, curves, found) if curves and found else None
    rows = _rows(readers, found) if both else []
    return AbstentionView(
        outcomes=_outcomes(rows) if rows else None,
        rates=_rates(rows) if rows else None,
        curves=figure,
        thresholds=thresholds,
    )


def _rows(readers: Sequence[ShownReader], found: Sequence[Abstention]) -> list[tuple[ShownReader | None, str, Table]]:
    """Return each reader with its own always-answer below it; always-abstain is the same for all and comes last."""
    rows: list[tuple[ShownReader | None, str, Table]] = []
    for reader, one in zip(readers, found, strict=True):
        rows.append((reader, reader.name, one.reader))
        rows.append((None, f"{reader.letter}, always answering", one.always_answer))
    rows.append((None, "always abstain", found[0].always_abstain))
    return rows


def _outcomes(rows: Sequence[tuple[ShownReader | None, str, Table]]) -> Grid:
    shown = [key for key in OUTCOMES if any(table.rows[key].count for _, _, table in rows)]
    lines = [_outcome_line(reader, name, table, shown) for reader, name, table in rows]
    heads = [Head(OUTCOMES[key]) for key in shown]
    return Grid(
        caption="What became of the questions: each row adds up to all of them",
        first="reader",
        heads=(*heads, Head("all"), Head("EM"), Head("F1")),
        lines=tuple(lines),
        notes=tuple(dict.fromkeys(f"{name}: {table.note}" for _, name, table in rows if table.note)),
    )


def _outcome_line(reader: ShownReader | None, name: str, table: Table, shown: Sequence[Outcome]) -> Line:
    entries = [
        Entry(
            f"{table.rows[key].count:,}",
            f"{100 * table.rows[key].count / table.total:.1f} %",
            link="" if reader is None or not table.rows[key].count else f"#s={reader.index}&{_FILTERS[key]}",
        )
        for key in shown
    ]
    parts = [(table.rows[key].count, _COLOURS[key], f"{OUTCOMES[key]}: {table.rows[key].count:,}") for key in shown]
    return Line(
        name=name,
        entries=(*entries, Entry(f"{table.total:,}"), entry(table.em), entry(table.f1)),
        reader=reader,
        before=stack(parts, table.total, title=f"{name}: what became of the questions"),
    )


def _rates(rows: Sequence[tuple[ShownReader | None, str, Table]]) -> Grid:
    axes = {
        key: shared_axis([getattr(table.rates, key) for reader, _, table in rows if reader is not None], least=(0.0,))
        for key in _RATES
    }
    return Grid(
        caption="Each failure as a rate of the questions that could have it, percent",
        first="reader",
        heads=tuple(Head(label, explained, axis=axes[key]) for key, (label, explained) in _RATES.items()),
        lines=tuple(
            Line(
                name=name,
                entries=tuple(
                    entry(getattr(table.rates, key), axes[key], classes=classes_of(reader))
                    if reader is not None
                    else _bare(getattr(table.rates, key))
                    for key in _RATES
                ),
                reader=reader,
            )
            for reader, name, table in rows
        ),
    )


def _bare(rate: Estimate) -> Entry | None:
    """Return what a reader that looks at nothing comes to: mostly a matter of definition, so no interval."""
    found = entry(rate)
    return None if found is None else Entry(found.text, why=found.why if rate.value is None else "")
