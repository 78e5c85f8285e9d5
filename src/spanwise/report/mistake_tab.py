"""The tab of mistakes: classes that exclude each other and add up to all questions, and the plausible answers."""

from collections.abc import Sequence

import msgspec

from spanwise.diagnosis.mistakes import MISTAKES, Mistakes
from spanwise.diagnosis.plausible import Plausible
from spanwise.report.charts import stack
from spanwise.report.grid import Entry, Grid, Head, Line, classes_of, entry, shared_axis
from spanwise.report.page_input import ShownReader

__all__ = ["MistakeView", "mistake_view"]

_TAKEN = {
    "em": ("false answers that are the plausible one, EM", "Table 5 of the SQuAD 2.0 paper"),
    "f1": ("false answers against the plausible one, F1", "Table 5 of the SQuAD 2.0 paper"),
    "taken": ("plausible answer given", "of all questions with one"),
    "other": ("another answer given", "of all questions with a plausible answer"),
    "resisted": ("rightly abstained", "of all questions with a plausible answer"),
    "twins_right": ("the same text, where it is right: given", "of the questions to which it is the right answer"),
    "twins_refused": ("the same text, where it is right: refused", "of the questions to which it is the right answer"),
}


class MistakeView(msgspec.Struct, frozen=True):
    """What the tab shows."""

    classes: Grid
    bars: tuple[tuple[ShownReader, str, str], ...]
    """Each reader with its bar, and how many mistakes it shows."""
    plausible: Grid | None


def mistake_view(
    readers: Sequence[ShownReader], found: Sequence[Mistakes], plausible: Sequence[Plausible] = ()
) -> MistakeView | None:
    """Return the tab; None where mistakes were not classified."""
    if not found:
        return None
    counts = [{count.key: count for count in one.counts} for one in found]
    kinds = [kind for kind in MISTAKES if any(own[kind.key].count for own in counts)]
    wrong = [kind for kind in kinds if kind.key != "right"]
    totals = [sum(own[kind.key].count for kind in wrong) for own in counts]
    most = max(totals)
    bars = []
    for reader, own, total in zip(readers, counts, totals, strict=True):
        parts = [(own[k.key].count, f"m-{k.key}", f"{k.label}: {own[k.key].count:,}") for k in wrong]
        bar = stack(parts, most, title=f"{reader.name}: mistakes by class") if most else ""
        bars.append((reader, bar, f"{total:,} of {len(own) and len(reader.scores.columns):,}"))
    axis = shared_axis([own[kind.key].share for own in counts for kind in wrong], least=(0.0,))
    lines = [
        Line(
            kind.label,
            tuple(
                msgspec.structs.replace(
                    entry(own[kind.key].share, axis if kind in wrong else None, classes=classes_of(reader))
                    or Entry(""),
                    link=f"#s={reader.index}&g=mistake-{reader.index}:{kind.key}" if own[kind.key].count else "",
                    text=f"{own[kind.key].count:,}",
                    interval=own[kind.key].share.percent(),
                )
                for reader, own in zip(readers, counts, strict=True)
            ),
            explained=kind.meaning,
            swatch=f"m-{kind.key}",
        )
        for kind in kinds
    ]
    whole = Line("all", tuple(Entry(f"{len(reader.scores.columns):,}") for reader in readers))
    heads = tuple(Head(reader.name, reader=reader, axis=axis) for reader in readers)
    return MistakeView(
        classes=Grid("Questions by class, and their share of all in percent", "class", heads, (*lines, whole)),
        bars=tuple(bars),
        plausible=_plausible(readers, plausible),
    )


def _plausible(readers: Sequence[ShownReader], found: Sequence[Plausible]) -> Grid | None:
    if not any(one.questions for one in found):
        return None
    keys = [key for key in _TAKEN if any(one.twins for one in found) or "twins" not in key]
    axis = shared_axis([getattr(one, key) for one in found for key in keys], least=(0.0,))
    counts = tuple(Entry(f"{one.false_answers:,}", f"of {one.questions:,}") for one in found)
    lines = [Line("false answers", counts, explained="of the questions with a plausible answer, those answered")]
    for key in keys:
        label, explained = _TAKEN[key]
        entries = tuple(
            entry(getattr(one, key), axis, classes=classes_of(reader))
            for reader, one in zip(readers, found, strict=True)
        )
        lines.append(Line(label, entries, explained=explained))
    heads = tuple(Head(reader.name, reader=reader, axis=axis) for reader in readers)
    return Grid("Unanswerable questions with a plausible answer, percent", "", heads, tuple(lines))
