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
    "false_answers": ("false answers", "of those questions, the ones that the reader answers"),
    "em": ("the plausible one, EM", "of the false answers, the share that is the plausible answer"),
    "f1": ("the plausible one, F1", "the mean F1 of the false answers against the plausible answer"),
    "taken": ("taken", "of all those questions, the share where the plausible answer is given"),
    "other": ("other answer", "of all those questions, the share where another answer is given"),
    "resisted": ("resisted", "of all those questions, the share where the reader rightly abstains"),
    "twins_right": ("right where it is right", "of the questions to which the same text is the right answer"),
    "twins_refused": ("refused where it is right", "of the questions to which the same text is the right answer"),
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
    keys = [key for key in _TAKEN if key == "false_answers" or any(one.twins for one in found) or "twins" not in key]
    axes = {
        key: shared_axis([getattr(one, key) for one in found], least=(0.0,)) for key in keys if key != "false_answers"
    }
    lines = []
    for reader, one in zip(readers, found, strict=True):
        entries = [
            Entry(f"{one.false_answers:,}", f"of {one.questions:,}")
            if key == "false_answers"
            else entry(getattr(one, key), axes[key], classes=classes_of(reader))
            for key in keys
        ]
        lines.append(Line(reader.name, tuple(entries), reader=reader))
    heads = tuple(Head(*_TAKEN[key], axis=axes.get(key)) for key in keys)
    return Grid("Unanswerable questions with a plausible answer, percent", "reader", heads, tuple(lines))
