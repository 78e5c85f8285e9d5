"""Slices, mistakes, plausible answers and reading lists as plain dictionaries in percent."""

from collections.abc import Sequence
from typing import Any

import msgspec

from spanwise.diagnosis.mistakes import MISTAKES, Mistakes
from spanwise.diagnosis.plausible import Plausible
from spanwise.diagnosis.reading_list import ReadingList
from spanwise.diagnosis.slices import Slice
from spanwise.report.plain import UNIT, plain_estimate
from spanwise.stats.estimate import Estimate

__all__ = ["plain_mistakes", "plain_plausible", "plain_reading_list", "plain_slices"]


def plain_slices(slices: Sequence[Slice]) -> list[dict[str, Any]]:
    """Return slices in percent, the difference in percentage points."""
    return [
        msgspec.structs.asdict(one)
        | {
            "score": plain_estimate(one.score),
            "rest": None if one.rest is None else 100 * one.rest,
            "difference": plain_estimate(one.difference),
        }
        for one in slices
    ]


def plain_mistakes(mistakes: Mistakes) -> dict[str, Any]:
    """Return the classes in order of precedence with count, share in percent and ids; right ones without ids."""
    classes = []
    for kind, own in zip(MISTAKES, mistakes.counts, strict=True):
        plain = msgspec.structs.asdict(kind) | {"count": own.count, "share": plain_estimate(own.share)}
        classes.append(plain if kind.key == "right" else plain | {"ids": list(mistakes.ids_of(kind.key))})
    return {"reader": mistakes.reader, "unit": UNIT, "total": len(mistakes.ids), "classes": classes}


def plain_plausible(plausible: Plausible) -> dict[str, Any]:
    """Return how a reader deals with plausible answers, in percent."""
    plain = msgspec.structs.asdict(plausible)
    plain |= {name: plain_estimate(value) for name, value in plain.items() if isinstance(value, Estimate)}
    return {"unit": UNIT} | plain


def plain_reading_list(reading_list: ReadingList) -> dict[str, Any]:
    """Return won and lost by slice, and the questions to read with both scores in percent."""
    plain: dict[str, Any] = msgspec.to_builtins(reading_list)
    plain["first"] = [{"id": one.id, "a": 100 * one.a, "b": 100 * one.b} for one in reading_list.first]
    return {"unit": UNIT} | plain
