"""Studies of readers as plain dictionaries in percent, for --json and for whoever reads it."""

from collections.abc import Sequence
from typing import Any

from spanwise.diagnosis.ablation import Ablation
from spanwise.diagnosis.learning_curve import LearningCurve
from spanwise.diagnosis.shortcuts import Shortcuts
from spanwise.report.learning_curve_chart import Reference
from spanwise.report.plain import UNIT, plain_estimate
from spanwise.stats.estimate import Estimate

__all__ = ["plain_ablation", "plain_learning_curve", "plain_shortcuts"]


def _or_none(estimate: Estimate | None) -> dict[str, Any] | None:
    return None if estimate is None else plain_estimate(estimate)


def plain_ablation(table: Ablation) -> dict[str, Any]:
    """Return the table, scores in percent, changes in percentage points."""
    return {
        "reader": table.reader,
        "train": table.train,
        "benchmark": table.benchmark,
        "unit": UNIT,
        "seeds": list(table.seeds),
        "rows": [
            {
                "without": list(row.without),
                "train_em": plain_estimate(row.train_em),
                "train_f1": plain_estimate(row.train_f1),
                "dev_em": plain_estimate(row.dev_em),
                "dev_f1": plain_estimate(row.dev_f1),
                "em_change": _or_none(row.em_change),
                "f1_change": _or_none(row.f1_change),
                "signature": signature,
            }
            for row, signature in zip(table.rows, table.signatures, strict=True)
        ],
    }


def plain_learning_curve(curve: LearningCurve, references: Sequence[Reference] = ()) -> dict[str, Any]:
    """Return the points, scores in percent, gains in percentage points."""
    return {
        "reader": curve.reader,
        "train": curve.train,
        "benchmark": curve.benchmark,
        "unit": UNIT,
        "by": curve.by,
        "seeds": list(curve.seeds),
        "points": [
            {
                "size": point.size,
                "questions": point.questions,
                "unanswerable": point.unanswerable,
                "em": plain_estimate(point.em),
                "f1": plain_estimate(point.f1),
                "has_ans_f1": _or_none(point.has_ans_f1),
                "no_ans": _or_none(point.no_ans),
                "em_gain": _or_none(point.em_gain),
                "f1_gain": _or_none(point.f1_gain),
                "runs": [
                    {
                        "seed": run.seed,
                        "articles": run.articles,
                        "questions": run.questions,
                        "unanswerable": run.unanswerable,
                        "em": 100 * run.em,
                        "f1": 100 * run.f1,
                    }
                    for run in point.runs
                ],
                "signature": signature,
            }
            for point, signature in zip(curve.points, curve.signatures, strict=True)
        ],
        "references": [{"name": r.name, "questions": r.questions, "f1": 100 * r.f1} for r in references],
    }


def plain_shortcuts(found: Shortcuts) -> dict[str, Any]:
    """Return the reader on each perturbation, scores and shares in percent, changes in percentage points."""
    return {
        "reader": found.reader,
        "benchmark": found.benchmark,
        "unit": UNIT,
        "seed": found.seed,
        "total": found.total,
        "em": plain_estimate(found.em),
        "f1": plain_estimate(found.f1),
        "no_ans": _or_none(found.no_ans),
        "signature": found.signature,
        "perturbations": [
            {
                "name": row.name,
                "what": row.what,
                "em": plain_estimate(row.em),
                "f1": plain_estimate(row.f1),
                "no_ans": _or_none(row.no_ans),
                "em_change": plain_estimate(row.em_change),
                "f1_change": plain_estimate(row.f1_change),
                "em_left": plain_estimate(row.em_left),
                "f1_left": plain_estimate(row.f1_left),
                "same_answer": plain_estimate(row.same_answer),
                "unchanged": row.unchanged,
                "signature": row.signature,
            }
            for row in found.rows
        ],
    }
