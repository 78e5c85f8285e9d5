"""Calibration as plain dictionaries for --json: percent, save log loss, which is in nats."""

from typing import Any

import msgspec

from spanwise.diagnosis.calibration import Binned, Calibration, CalibrationChange
from spanwise.diagnosis.forecasts import CUT
from spanwise.report.plain import plain_estimate
from spanwise.stats.estimate import Estimate

__all__ = ["plain_calibration", "plain_calibration_change"]

_UNIT = "percent; log loss in nats; probabilities and the scales of bins are fractions"


def _nats(estimate: Estimate) -> dict[str, Any]:
    plain: dict[str, Any] = msgspec.to_builtins(estimate)
    return {name: value for name, value in plain.items() if value != "" or name == "method"}


def _binned(binned: Binned) -> dict[str, Any]:
    return {
        "ece": plain_estimate(binned.ece),
        "ece_of_noise": 100 * binned.noise,
        "bins": [
            {
                "low": b.low,
                "high": b.high,
                "n": b.n,
                "mean_prob": b.mean_prob,
                "frequency": plain_estimate(b.frequency),
            }
            for b in binned.bins
        ],
    }


def plain_calibration(calibration: Calibration) -> dict[str, Any]:
    """Return reliability diagrams, ECE, Brier score with its parts, and log loss."""
    return {
        "event": calibration.event,
        "signal": calibration.signal,
        "scale": calibration.scale,
        "unit": _UNIT,
        "n": calibration.n,
        "left_out": calibration.left_out,
        "base_rate": plain_estimate(calibration.base_rate),
        "mean_prob": calibration.mean_prob,
        "equal_mass": _binned(calibration.equal_mass),
        "equal_width": _binned(calibration.equal_width),
        "brier": plain_estimate(calibration.brier),
        "brier_parts": {name: 100 * part for name, part in msgspec.to_builtins(calibration.brier_parts).items()},
        "log_loss": _nats(calibration.log_loss),
        "log_loss_cut": {"at": CUT, "probabilities": calibration.cut},
        "notes": list(calibration.notes),
    }


def plain_calibration_change(change: CalibrationChange) -> dict[str, Any]:
    """Return what a map did: after, and after minus before; below 0 is better."""
    return {
        "after": plain_calibration(change.after),
        "after_minus_before": {
            "ece": plain_estimate(change.ece),
            "brier": plain_estimate(change.brier),
            "log_loss": _nats(change.log_loss),
        },
    }
