"""A calibration map: what turns a reader's no-answer numbers into probabilities that mean what they say.

It is a small JSON file that says what it does, and no pickle: a pickle runs whatever its writer wanted, and is read by
one version of one library. Fitting needs scikit-learn (`calibration_fit`); a map that is there needs nothing.
"""

import math
from bisect import bisect_right
from collections.abc import Sequence
from itertools import pairwise
from pathlib import Path
from typing import Literal

import msgspec

from spanwise import files
from spanwise._version import __version__
from spanwise.diagnosis.forecasts import CUT, Event, Scale, Signal, probability_of
from spanwise.errors import FormatError, OptionError, PredictionError
from spanwise.predictions.prediction import Predictions

__all__ = [
    "METHODS",
    "CalibrationMap",
    "Method",
    "apply_map",
    "log_odds_of",
    "map_na_probs",
    "read_map",
    "write_map",
    "write_na_probs",
]

Method = Literal["temperature", "platt", "isotonic"]

METHODS: dict[Method, str] = {
    "temperature": f"1 / (1 + exp(-slope * z)); z: the log odds, of a probability cut to [{CUT:g}, 1 - {CUT:g}]",
    "platt": f"1 / (1 + exp(-slope * z - intercept)); z: the log odds, of a probability cut to [{CUT:g}, 1 - {CUT:g}]",
    "isotonic": "straight lines between the knots (number, probability); the first and the last go on level",
}
"""The methods, each with its formula as the files say it."""

_FORMAT = "spanwise calibration map 1"


class CalibrationMap(msgspec.Struct, frozen=True, kw_only=True, forbid_unknown_fields=True):
    """A function from a reader's number to a probability that never falls where the number grows."""

    format: str = _FORMAT
    method: Method
    formula: str
    event: Event
    signal: Signal
    scale: Scale
    """What the numbers are that go in; what comes out is a probability."""
    slope: float = 1.0
    """1 / temperature, or Platt's slope; 0 where the signal said nothing."""
    intercept: float = 0.0
    knots: tuple[tuple[float, float], ...] = ()
    n: int
    """How many questions it was fitted on."""
    articles: int
    dataset: str
    predictions: str
    """Fingerprints of what it was fitted on."""
    note: str = ""
    version: str = __version__

    @property
    def temperature(self) -> float | None:
        """What the log odds are divided by; None for another method, or where it is infinite."""
        return 1.0 / self.slope if self.method == "temperature" and self.slope else None

    def at(self, values: Sequence[float]) -> tuple[float, ...]:
        """Return the probability of the event that each number stands for.

        Args:
            values: Numbers on the map's scale that grow with the event, as in `Forecasts.values`.

        Raises:
            PredictionError: A number is not finite, or no probability where the map is for such.
        """
        for value in values:
            if not math.isfinite(value) or (self.scale == "probability" and not 0.0 <= value <= 1.0):
                raise PredictionError(
                    f"the map is for {_SCALES[self.scale]} and one number is {value}; fit a map to these numbers"
                )
        if self.method == "isotonic":
            return tuple([self._between(value) for value in values])
        z = values if self.scale == "log_odds" else [log_odds_of(value) for value in values]
        return tuple([probability_of(self.slope * value + self.intercept) for value in z])

    def _between(self, value: float) -> float:
        place = bisect_right(self.knots, (value, math.inf))
        if place in (0, len(self.knots)):
            return self.knots[min(place, len(self.knots) - 1)][1]
        (left, low), (right, high) = self.knots[place - 1 : place + 1]
        return min(high, low + (high - low) * ((value - left) / (right - left)))


_SCALES = {"probability": "probabilities in 0..1", "log_odds": "log odds"}
_DECODER = msgspec.json.Decoder(CalibrationMap)


def log_odds_of(prob: float) -> float:
    """Return the log odds of a probability cut to [CUT, 1 - CUT], where they are finite."""
    cut = min(max(prob, CUT), 1.0 - CUT)
    return math.log(cut) - math.log1p(-cut)


def map_na_probs(calibration_map: CalibrationMap, predictions: Predictions) -> dict[str, float]:
    """Return the mapped no-answer probability of every prediction by id, in the order of the predictions.

    Raises:
        OptionError: The map says whether an answer is right, which is no probability of having no answer.
        PredictionError: A prediction has no probability, or the numbers are on another scale than the map's.
    """
    if calibration_map.event != "unanswerable" or calibration_map.signal != "na_prob":
        raise OptionError(
            "the map forecasts that an answer is right; a map for no-answer probabilities is fitted to "
            'the event "unanswerable"'
        )
    without = [identity for identity, p in predictions.by_id.items() if p.na_prob is None]
    if without:
        raise PredictionError(
            f"{len(without):,} of {len(predictions):,} predictions have no no-answer probability, such as "
            f"{without[0]!r}; give them with --na-probs"
        )
    values = [p.na_prob for p in predictions.by_id.values() if p.na_prob is not None]
    if calibration_map.scale == "log_odds" and all(0.0 <= value <= 1.0 for value in values):
        raise PredictionError(
            "the map is for log odds and every number lies in 0..1, as probabilities do; "
            "fit a map to these numbers instead"
        )
    return dict(zip(predictions.by_id, calibration_map.at(values), strict=True))


def apply_map(calibration_map: CalibrationMap, predictions: Predictions) -> Predictions:
    """Return the predictions with mapped no-answer probabilities; texts, order and all else stay.

    The best threshold's score stays too, but for ties that a map makes: it never turns the order of two questions
    around. Thresholds chosen before do not stay, for they are on the old scale.

    Raises:
        OptionError: As `map_na_probs`.
        PredictionError: As `map_na_probs`.
    """
    probs = map_na_probs(calibration_map, predictions)
    by_id = {i: msgspec.structs.replace(p, na_prob=probs[i]) for i, p in predictions.by_id.items()}
    return msgspec.structs.replace(predictions, by_id=by_id)


def write_na_probs(probs: dict[str, float], target: str | Path) -> None:
    """Write {id: number} as the official script reads it with ``-n``, whole or not at all.

    Raises:
        FormatError: The file cannot be written.
    """
    files.write_bytes(target, msgspec.json.encode(probs) + b"\n")


def write_map(calibration_map: CalibrationMap, target: str | Path) -> None:
    """Write a map as JSON, whole or not at all.

    Raises:
        FormatError: The file cannot be written.
    """
    files.write_bytes(target, msgspec.json.format(msgspec.json.encode(calibration_map), indent=1) + b"\n")


def read_map(source: str | Path) -> CalibrationMap:
    """Return the map in a file, checked through: an unknown field, a slope below 0 or a falling knot is refused.

    Raises:
        FormatError: The file cannot be read, or holds something else than a map that this version knows.
    """
    where = files.label(source)
    try:
        found = _DECODER.decode(files.utf8(files.read_bytes(source), where))
    except (msgspec.MsgspecError, RecursionError) as error:
        raise FormatError(f"{where}: no calibration map ({error}); `spanwise calibrate -o` writes one") from None
    fault = _fault(found)
    if fault:
        raise FormatError(f"{where}: {fault}; write the map again with `spanwise calibrate -o`")
    return found


def _fault(found: CalibrationMap) -> str:
    """Return what is wrong with a map that was read, or nothing."""
    if found.format != _FORMAT:
        return f"the format is {found.format!r}, and this version reads {_FORMAT!r}"
    if found.formula != METHODS[found.method]:
        return f"the formula is not that of {found.method!r}"
    if not 0.0 <= found.slope < math.inf or not math.isfinite(found.intercept):
        return f"slope {found.slope} and intercept {found.intercept} make no map; the slope is 0 or more"
    if found.method == "temperature" and found.intercept:
        return f"a temperature has no intercept, and here is {found.intercept}"
    if (found.method == "isotonic") != bool(found.knots):
        return f"the method {found.method!r} has {len(found.knots)} knots"
    numbers = [number for number, _ in found.knots]
    probs = [prob for _, prob in found.knots]
    if any(a >= b for a, b in pairwise(numbers)):
        return "the numbers of the knots do not rise"
    if any(a > b for a, b in pairwise(probs)) or not all(0.0 <= p <= 1.0 for p in probs):
        return "the probabilities of the knots fall, or leave 0..1"
    return ""
