"""Robustness as plain dictionaries in percent, for --json and for whoever reads it."""

from typing import Any

import msgspec

from spanwise.diagnosis.checklist import ChecklistReport
from spanwise.diagnosis.contrast_sets import Consistency
from spanwise.diagnosis.shift import Shift
from spanwise.diagnosis.variant_groups import VariantReport
from spanwise.report.plain import UNIT, plain_estimate
from spanwise.scoring.scores import Part
from spanwise.stats.estimate import Estimate

__all__ = ["plain_checklist", "plain_consistency", "plain_shift", "plain_variants"]


def _part(part: Part) -> dict[str, Any]:
    return {"total": part.total, "em": plain_estimate(part.em), "f1": plain_estimate(part.f1)}


def plain_variants(report: VariantReport) -> dict[str, Any]:
    """Return a reader on variants of questions, shares in percent, drops in percentage points."""
    return {
        "reader": report.reader,
        "benchmark": report.benchmark,
        "unit": UNIT,
        "grouping": report.grouping,
        "groups": report.groups,
        "variants": report.variants,
        "without_variants": report.without_variants,
        "without_original": report.without_original,
        "every_line": _part(report.every_line),
        "original": _part(report.original),
        "worst": _part(report.worst),
        "em_drop": plain_estimate(report.em_drop),
        "f1_drop": plain_estimate(report.f1_drop),
        "right_as_they_were": report.right,
        "flip_rate": plain_estimate(report.flip_rate),
        "gained": report.gained,
        "where": dict(report.where),
        "into_added": plain_estimate(report.into_added),
        "flips": [msgspec.to_builtins(flip) for flip in report.flips],
    }


def plain_consistency(found: Consistency) -> dict[str, Any]:
    """Return a reader on contrast sets, shares in percent."""
    return {
        "reader": found.reader,
        "benchmark": found.benchmark,
        "unit": UNIT,
        "grouping": found.grouping,
        "sets": found.sets,
        "edits": found.edits,
        "without_edits": found.without_edits,
        "without_original": found.without_original,
        "original": plain_estimate(found.original),
        "edited": plain_estimate(found.edited),
        "consistent": plain_estimate(found.consistent),
        "broken": list(found.broken),
    }


def plain_shift(table: Shift) -> dict[str, Any]:
    """Return a reader over benchmarks, scores in percent, differences in percentage points."""
    return {
        "unit": UNIT,
        "one_rule": table.one_rule,
        "benchmarks": [
            {
                "name": row.name,
                "reader": row.reader,
                "rules": row.rules,
                "questions": row.questions,
                "em": plain_estimate(row.em),
                "f1": plain_estimate(row.f1),
                "em_difference": _or_none(row.em_difference),
                "f1_difference": _or_none(row.f1_difference),
                "paired": row.paired,
                "shared_ids": row.shared,
            }
            for row in table.rows
        ],
    }


def _or_none(estimate: Estimate | None) -> dict[str, Any] | None:
    return None if estimate is None else plain_estimate(estimate)


def plain_checklist(report: ChecklistReport) -> dict[str, Any]:
    """Return a reader on a CheckList suite, failure rates in percent."""
    return {
        "reader": report.reader,
        "suite": report.suite,
        "unit": UNIT,
        "rules": report.rules,
        "extra": report.extra,
        "tests": [
            {
                "test": row.name,
                "type": row.kind,
                "capability": row.capability,
                "cases": row.cases,
                "questions": row.questions,
                "missing": row.missing,
                "failed": row.failed,
                "failure_rate": plain_estimate(row.failure_rate),
                "examples": [msgspec.to_builtins(failure) for failure in row.examples],
            }
            for row in report.rows
        ],
    }
