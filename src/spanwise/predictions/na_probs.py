"""No-answer probabilities from a file of their own, and their union with predictions."""

from collections.abc import Mapping
from pathlib import Path
from typing import Any

import msgspec

from spanwise import files
from spanwise.data.finding import Finding, counted
from spanwise.errors import FormatError, PredictionError
from spanwise.predictions.doubled import Doubled, decoded_with_doubles
from spanwise.predictions.entries import Entries
from spanwise.predictions.oddities import Oddities
from spanwise.predictions.prediction import Prediction
from spanwise.predictions.string_count import string_count

__all__ = ["load_na_probs", "with_na_probs"]

_DECODER = msgspec.json.Decoder(dict[str, float])


def load_na_probs(source: str | Path) -> tuple[Mapping[str, float], tuple[Finding, ...]]:
    """Return the numbers in a JSON file {id: number}, and what was odd about it.

    They are what the official script takes with ``-n``: probabilities that there is no answer, or the log odds that
    transformer scripts write as ``null_odds.json``. Which of the two is for a check to say, with the dataset at hand.

    Raises:
        FormatError: The file cannot be read, or holds something other than an object.
        PredictionError: A value is no finite number, or there is none; the message names the id.
    """
    where = files.label(source)
    data = files.utf8(files.read_bytes(source), where)
    probs = _clean(data)
    if probs is not None:
        return probs, ()
    value = decoded_with_doubles(data, where)
    if not isinstance(value, dict):
        raise FormatError(f"{where}: no-answer probabilities are an object {{id: number}}; this is none")
    entries = Entries(where)
    if isinstance(value, Doubled):
        for key in value.doubled:
            entries.oddities.note("na-prob-twice", key)
    probs = {identity: _number(identity, number, entries) for identity, number in value.items()}
    if not probs:
        raise PredictionError(f"{where}: holds no no-answer probability; it must be an object {{id: number}}")
    return probs, entries.oddities.findings()


def _clean(data: bytes) -> dict[str, float] | None:
    """Return the numbers of a file without any oddity, or None."""
    try:
        probs = _DECODER.decode(data)
    except (msgspec.MsgspecError, RecursionError):
        return None
    return probs if probs and string_count(data) == len(probs) else None


def _number(identity: str, value: Any, entries: Entries) -> float:
    number = entries.number(value, repr(identity), "the no-answer probability")
    if number is None:
        raise entries.fault(repr(identity), "the no-answer probability is null", "it must be a number")
    return number


def with_na_probs(
    by_id: Mapping[str, Prediction], probs: Mapping[str, float], where: str, oddities: Oddities
) -> dict[str, Prediction]:
    """Return the predictions with these probabilities in place of any they had, in the order of the probabilities.

    The official sweep goes through equal probabilities in that order, and its best score depends on it.

    A probability for an id without a prediction is left out and noted, save where the prediction is null.

    Raises:
        PredictionError: A prediction has no probability. Filling in 0 would move the whole curve.
    """
    missing = tuple(identity for identity in by_id if identity not in probs)
    if missing:
        raise PredictionError(
            f"{where}: no no-answer probability for {len(missing):,} of {len(by_id):,} predictions: "
            f"{counted(missing)}; give one for each, or for none"
        )
    if len(probs) > len(by_id):
        nulls = set(oddities.ids("null"))
        for identity in probs:
            if identity not in by_id and identity not in nulls:
                oddities.note("na-prob-extra", identity)
    # Not msgspec.structs.replace: a million of these are made, and by position they take a quarter of the time.
    return {
        i: Prediction(i, p.text, p.span, p.score, p.null_score, prob, p.nbest)
        for i, prob in probs.items()
        if (p := by_id.get(i)) is not None
    }
