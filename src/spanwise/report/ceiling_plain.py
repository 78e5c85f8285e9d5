"""Ceilings of candidates as plain dictionaries in percent, for --json and for whoever reads it."""

from typing import Any

from spanwise.diagnosis.ceiling import PUBLISHED_CEILING, Ceiling
from spanwise.report.plain import UNIT, plain_estimate

__all__ = ["plain_ceiling"]


def plain_ceiling(found: Ceiling) -> dict[str, Any]:
    """Return the ceilings and the curve, shares in percent."""
    return {
        "benchmark": found.benchmark,
        "fingerprint": found.fingerprint,
        "pipeline": found.pipeline,
        "unit": UNIT,
        "questions": found.questions,
        "sentences": found.sentences,
        "published": 100 * PUBLISHED_CEILING,
        "rules": [
            {
                "rule": row.rule,
                "candidates": row.candidates,
                "per_sentence": row.per_sentence,
                "per_paragraph": row.per_paragraph,
                "any_answer": plain_estimate(row.any_answer),
                "first_answer": plain_estimate(row.first_answer),
            }
            for row in found.rows
        ],
        "curve": [
            {
                "per_sentence": point.per_sentence,
                "least": point.least,
                "any_answer": 100 * point.any_answer,
                "first_answer": 100 * point.first_answer,
            }
            for point in found.curve
        ],
    }
