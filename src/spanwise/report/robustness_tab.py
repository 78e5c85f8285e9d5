"""The tab of robustness: what readers lose to variants of the questions, and where their answers went."""

from collections.abc import Sequence

import msgspec

from spanwise.diagnosis.variant_groups import DESTINATIONS, VariantReport
from spanwise.report.charts import Axis, stack
from spanwise.report.grid import Entry, Grid, Head, Line, classes_of, entry, shared_axis
from spanwise.report.page_input import ShownReader
from spanwise.report.questions import slug
from spanwise.stats.estimate import Estimate

__all__ = ["RobustnessView", "robustness_view"]

_COLOURS = {
    "added": "o2",
    "both": "m-same_sentence",
    "elsewhere": "o3",
    "not found": "m-not_a_span",
    "abstained": "o4",
    "missing": "o5",
    "no text added": "o1",
}
_WHERE = {
    "added": "into the added text",
    "both": "stands in the added text and elsewhere",
    "elsewhere": "elsewhere in the context",
    "not found": "not in the context",
    "abstained": "abstained",
    "missing": "no prediction",
    "no text added": "wrong, and no text was added",
}


class RobustnessView(msgspec.Struct, frozen=True):
    """What the tab shows."""

    about: str
    """How many questions and variants there are, and how they were told."""
    losses: Grid
    bars: tuple[tuple[ShownReader, str, str], ...]
    """Each reader with its flips as a bar, and how many there are."""
    flips: Grid


def robustness_view(readers: Sequence[ShownReader], found: Sequence[VariantReport]) -> RobustnessView | None:
    """Return the tab; None where the benchmark has no variants of questions."""
    if not found:
        return None
    first = found[0]
    about = f"{first.groups:,} questions and {first.variants:,} variants, told by {first.grouping}"
    if first.without_variants:
        about += f"; {first.without_variants:,} questions have no variant and count as themselves"
    if first.without_original:
        about += f"; {first.without_original:,} originals are not in the file"
    return RobustnessView(about, _losses(readers, found), _bars(readers, found), _flips(readers, found))


def _losses(readers: Sequence[ShownReader], found: Sequence[VariantReport]) -> Grid:
    rows = (
        ("originals, F1", "", [one.original.f1 for one in found]),
        ("worst variants, F1", "each question by its worst variant", [one.worst.f1 for one in found]),
        ("drop, F1", "original minus worst, paired, in points", [one.f1_drop for one in found]),
        ("originals, EM", "", [one.original.em for one in found]),
        ("worst variants, EM", "each question by its worst variant", [one.worst.em for one in found]),
        ("drop, EM", "original minus worst, paired, in points", [one.em_drop for one in found]),
        ("every line, F1", "a question counts once for each variant", [one.every_line.f1 for one in found]),
        ("flips", "of the questions right as they were", [one.flip_rate for one in found]),
        ("flips into the added text", "of all flips", [one.into_added for one in found]),
    )
    # A drop is no share: it would stretch the range of the drawings below 0.
    shares = [estimates for name, _, estimates in rows if not name.startswith("drop")]
    axis = shared_axis([estimate for estimates in shares for estimate in estimates], least=(0.0,))
    lines = tuple(
        _measured(readers, name, explained, estimates, axis if estimates in shares else None)
        for name, explained, estimates in rows
    )
    return Grid("Percent", "", tuple(Head(r.name, reader=r, axis=axis) for r in readers), lines)


def _measured(
    readers: Sequence[ShownReader], name: str, explained: str, estimates: Sequence[Estimate], axis: Axis | None
) -> Line:
    entries = [entry(e, axis, classes=classes_of(reader)) for reader, e in zip(readers, estimates, strict=True)]
    return Line(name, tuple(entries), explained=explained)


def _bars(readers: Sequence[ShownReader], found: Sequence[VariantReport]) -> tuple[tuple[ShownReader, str, str], ...]:
    most = max(len(one.flips) for one in found)
    bars = []
    for reader, one in zip(readers, found, strict=True):
        parts = [(one.where[key], _COLOURS[key], f"{_WHERE[key]}: {one.where[key]:,}") for key in DESTINATIONS]
        bar = stack(parts, most, title=f"{reader.name}: where the answers went") if most else ""
        bars.append((reader, bar, f"{len(one.flips):,} of {one.right:,} questions right as they were are lost"))
    return tuple(bars)


def _flips(readers: Sequence[ShownReader], found: Sequence[VariantReport]) -> Grid:
    lines = []
    for key in DESTINATIONS:
        if any(one.where[key] for one in found):
            entries = tuple(
                Entry(
                    f"{one.where[key]:,}",
                    link=f"#s={reader.index}&g=flip-{reader.index}:{slug(key)}" if one.where[key] else "",
                )
                for reader, one in zip(readers, found, strict=True)
            )
            lines.append(Line(_WHERE[key], entries, swatch=_COLOURS[key]))
    whole = Line("all flips", tuple(Entry(f"{len(one.flips):,}") for one in found))
    gained = Line(
        "gained: wrong as they were, right in every variant", tuple(Entry(f"{one.gained:,}") for one in found)
    )
    heads = tuple(Head(reader.name, reader=reader) for reader in readers)
    return Grid(
        "Questions right as they were and wrong in their worst variant", "answer", heads, (*lines, whole, gained)
    )
