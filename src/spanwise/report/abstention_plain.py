"""Abstention, thresholds and their curves as plain dictionaries in percent, for --json."""

from typing import Any

import msgspec

from spanwise.diagnosis.abstention import OUTCOMES, Abstention, Rates, Table
from spanwise.diagnosis.curves import AbstentionCurves, CurvePoint, RiskCoverage
from spanwise.diagnosis.operating_point import Goal, OperatingPoint
from spanwise.diagnosis.tuning import Applied, Tuned
from spanwise.report.plain import plain_estimate
from spanwise.stats.estimate import Estimate

__all__ = ["plain_abstention", "plain_applied", "plain_curves", "plain_point", "plain_tuned"]


def plain_abstention(found: Abstention) -> dict[str, Any]:
    """Return the table of outcomes of a reader, and those of always-answer and always-abstain."""
    return {
        "benchmark": found.benchmark,
        "unit": "percent",
        "outcomes": dict(OUTCOMES),
        "reader": _table(found.reader),
        "baselines": [_table(found.always_answer), _table(found.always_abstain)],
        "signature": found.signature,
    }


def _table(table: Table) -> dict[str, Any]:
    rows = {
        outcome: {"count": row.count, "share": plain_estimate(row.share), "f1": 100 * row.f1}
        for outcome, row in table.rows.items()
    }
    plain = {"name": table.name, "total": table.total, "rows": rows, "rates": _rates(table.rates)}
    plain |= {"em": plain_estimate(table.em), "f1": plain_estimate(table.f1)}
    return plain | ({"note": table.note} if table.note else {})


def _rates(rates: Rates) -> dict[str, Any]:
    return {name: plain_estimate(getattr(rates, name)) for name in rates.__struct_fields__}


def plain_tuned(tuned: Tuned) -> dict[str, Any]:
    """Return the choice of an operating point: here, cross-fitted, and by how much the first is too good."""
    goal = tuned.point.goal
    official = tuned.official_value
    cross = tuned.cross_fitted
    return {
        "point": plain_point(tuned.point),
        "unit": "percent" if goal.costs is None else "percent; cost a question in the unit of the costs",
        "here": plain_applied(tuned.here, goal) | {"label": "tuned on the data it is reported on: an upper bound"},
        "cross_fitted": None if cross is None else plain_applied(cross, goal),
        "optimism": _measure(tuned.optimism, goal),
        "fold_thresholds": list(tuned.fold_thresholds),
        "untouched": plain_applied(tuned.untouched, goal),
        "always_answer": plain_applied(tuned.always_answer, goal),
        "always_abstain": plain_applied(tuned.always_abstain, goal),
        "official_value": None if official is None else 100 * official,
        "official_value_attainable": None if official is None else official <= float(tuned.here.value) + 1e-12,
    }


def plain_applied(applied: Applied, goal: Goal) -> dict[str, Any]:
    """Return what a reader does at an operating point."""
    return {
        "em": plain_estimate(applied.em),
        "f1": plain_estimate(applied.f1),
        "value": _measure(applied.value, goal),
        "rates": _rates(applied.rates),
    }


def plain_point(point: OperatingPoint) -> dict[str, Any]:
    """Return an operating point as its file has it: its value is a fraction or a cost there."""
    plain: dict[str, Any] = msgspec.to_builtins(point)
    return plain


def _measure(estimate: Estimate, goal: Goal) -> dict[str, Any]:
    """Return what the goal measures: costs stay in their own unit."""
    if goal.costs is None:
        return plain_estimate(estimate)
    plain: dict[str, Any] = msgspec.to_builtins(estimate)
    return {name: value for name, value in plain.items() if value != "" or name == "method"}


def plain_curves(curves: AbstentionCurves) -> dict[str, Any]:
    """Return the curves of a reader, each point with its bands, and the areas; AUROC is a probability, not percent."""
    area = curves.average_precision
    return {
        "reader": curves.reader,
        "unit": "percent; auroc a fraction",
        "points": [_point(point) for point in curves.points],
        "average_precision": None if area is None else {n: 100 * v for n, v in msgspec.to_builtins(area).items()},
        "risk_coverage": {"em": _risk(curves.risk_em), "f1": _risk(curves.risk_f1)},
        "auroc": curves.auroc,
        "bands": curves.method,
        "signature": curves.signature,
    }


def _point(point: CurvePoint) -> dict[str, Any]:
    return {
        name: value if name == "threshold" else plain_estimate(value)
        for name, value in ((name, getattr(point, name)) for name in point.__struct_fields__)
    }


def _risk(risk: RiskCoverage | None) -> dict[str, float] | None:
    return None if risk is None else {name: 100 * value for name, value in msgspec.structs.asdict(risk).items()}
