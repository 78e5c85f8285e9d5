"""A reader under attack as plain dictionaries in percent, for --json and for whoever reads it."""

from typing import Any

from spanwise.diagnosis.attack import AttackReport
from spanwise.report.plain import UNIT
from spanwise.report.robustness_plain import plain_variants

__all__ = ["plain_attack"]


def plain_attack(report: AttackReport) -> dict[str, Any]:
    """Return a reader under attacks, shares in percent, drops in percentage points."""
    return {
        "reader": report.reader,
        "benchmark": report.benchmark,
        "unit": UNIT,
        "attacks": [{"attack": attack.made.attack} | plain_variants(attack.report) for attack in report.attacks],
        "nothing_made": [made.attack for made in report.nothing_made],
        "worst": plain_variants(report.worst),
        "signature": report.signature,
    }
