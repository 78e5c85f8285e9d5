"""Accounts and quality of negatives as plain dictionaries in percent, for --json and for whoever reads it."""

from collections.abc import Sequence
from typing import Any

import msgspec

from spanwise.benchmarks.negatives.quality import NegativeQuality
from spanwise.benchmarks.negatives.result import NegativesReport
from spanwise.report.plain import UNIT, plain_estimate
from spanwise.stats.estimate import Estimate

__all__ = ["plain_negatives", "plain_quality"]


def plain_negatives(reports: Sequence[NegativesReport]) -> list[dict[str, Any]]:
    """Return the account of each kind."""
    return [msgspec.to_builtins(report) for report in reports]


def plain_quality(quality: NegativeQuality) -> dict[str, Any]:
    """Return a row for each group of questions, shares in percent."""
    return {
        "pipeline": quality.pipeline,
        "unit": UNIT,
        "groups": [
            {
                name: plain_estimate(value) if isinstance(value, Estimate) else value
                for name, value in ((name, getattr(row, name)) for name in row.__struct_fields__)
            }
            for row in quality.rows
        ],
    }
