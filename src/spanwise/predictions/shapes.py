"""Decoded JSON in any of the shapes that predictions come in, turned into predictions by question id."""

from collections.abc import Iterable, Mapping
from typing import Any

from spanwise.errors import FormatError
from spanwise.predictions.doubled import Doubled
from spanwise.predictions.entries import Entries, kind_of
from spanwise.predictions.fields import layout
from spanwise.predictions.prediction import Prediction

__all__ = ["WRAPPERS", "from_map", "from_rows", "from_value", "is_row"]

WRAPPERS = ("predictions", "data")
"""The keys under which a file may hold its predictions."""

# No record has so many fields: an object with more is a map by question id, whose keys nobody need look at.
_MOST_FIELDS = 100


def from_value(value: Any, entries: Entries) -> tuple[dict[str, Prediction], str]:
    """Return the predictions in a decoded JSON value, and the name of its format.

    Raises:
        FormatError: The value is a dataset, or nothing that holds predictions.
        PredictionError: An entry has no one meaning; the message names its id.
    """
    if isinstance(value, list | tuple):
        return from_rows(((f"[{index}]", row) for index, row in enumerate(value)), entries)
    if not isinstance(value, dict):
        raise FormatError(f"{entries.where}: found {kind_of(value)}; predictions are an object {{id: text}} or rows")
    for wrapper in WRAPPERS:
        inside = value.get(wrapper)
        if isinstance(inside, dict | list):
            _refuse_dataset(inside[0] if isinstance(inside, list) and inside else inside, entries)
            return from_value(inside, entries)
    _refuse_dataset(value, entries)
    if is_row(value):
        return from_rows([("", value)], entries)
    return from_map(value, entries)


def is_row(value: Mapping[Any, Any]) -> bool:
    """Whether an object is one prediction with its id, and not a map from ids: its id is no object and no list."""
    if len(value) > _MOST_FIELDS:
        return False
    shape = layout(tuple(value))
    return shape.is_row and not isinstance(value[shape.id], dict | list)


def _refuse_dataset(value: Any, entries: Entries) -> None:
    if not isinstance(value, dict) or len(value) > _MOST_FIELDS:
        return
    if "header" in value or layout(tuple(value)).is_gold:
        raise FormatError(
            f"{entries.where}: holds questions with their contexts, as a dataset does; are the dataset and the "
            'predictions swapped? The dataset comes first (in rows, a prediction\'s text is called "prediction_text")'
        )


def from_map(value: dict[Any, Any], entries: Entries) -> tuple[dict[str, Prediction], str]:
    """Return the predictions in an object by id: of texts ("map"), records ("objects") or n-best lists ("nbest").

    Raises:
        PredictionError: As `from_value` does.
    """
    if isinstance(value, Doubled):
        for key in value.doubled:
            entries.oddities.note("key-twice", key)
    if value and all(type(entry) in (int, float) for entry in value.values()):
        key, entry = next(iter(value.items()))
        found = f"the prediction is {kind_of(entry)}, as every other"
        raise entries.fault(repr(key), found, "a prediction must be text; no-answer probabilities go to na_probs")
    by_id: dict[str, Prediction] = {}
    formats = set()
    for key, entry in value.items():
        place = repr(key)
        identity = entries.identity(key, place)
        prediction: Prediction | None
        if isinstance(entry, str):
            prediction = Prediction(identity, entries.text(entry, place))
            formats.add("map")
        elif isinstance(entry, dict):
            shape = layout(tuple(entry))
            if shape.id is not None and str(entry[shape.id]) != str(key):
                # A table written with its row numbers as keys.
                found = f"the key says {str(key)!r}, its {shape.id!r} says {str(entry[shape.id])!r}"
                raise entries.fault(place, found, "write them as rows")
            prediction = entries.from_fields(identity, entry, shape, place)
            formats.add("objects")
        elif isinstance(entry, list | tuple) and (not entry or isinstance(entry[0], dict)):
            prediction = entries.from_nbest(identity, entry, place)
            formats.add("nbest")
        elif entry is None:
            entries.oddities.note("null", identity)
            continue
        else:
            raise entries.fault(place, f"the prediction is {kind_of(entry)}", "it must be text")
        if prediction is None:
            continue
        if identity in by_id:
            raise entries.fault(place, "the id stands twice, as text and as a number", "keep one of the two")
        by_id[identity] = prediction
    return by_id, formats.pop() if len(formats) == 1 else "map"


def from_rows(rows: Iterable[tuple[str, Any]], entries: Entries) -> tuple[dict[str, Prediction], str]:
    """Return the predictions in rows of (place, record), and "rows" or "pipeline".

    Two rows with one id are refused unless they say the same: whichever were kept, the score would be made up.

    Raises:
        FormatError: The rows are those of a dataset.
        PredictionError: A row has no id, no text or no one meaning; the message names its place and id.
    """
    by_id: dict[str, Prediction] = {}
    format_name = ""
    for place, row in rows:
        if not isinstance(row, dict):
            raise entries.fault(place or "the row", f"the row is {kind_of(row)}", 'it must be an object with an "id"')
        shape = layout(tuple(row))
        if not format_name:
            format_name = "pipeline" if shape.is_pipeline else "rows"
        if shape.is_gold or (shape.id is None and "header" in row):
            _refuse_dataset(row, entries)
        if shape.id is None:
            names = ", ".join(repr(name) for name in list(row)[:8]) or "nothing"
            raise entries.fault(place or "the row", f"there is no id (it has {names})", 'each row needs an "id"')
        identity = entries.identity(row[shape.id], place or "the row")
        prediction = entries.from_fields(identity, row, shape, f"{place} {identity!r}" if place else repr(identity))
        if prediction is None:
            continue
        other = by_id.get(identity)
        if other is not None:
            if (other.text, other.na_prob) != (prediction.text, prediction.na_prob):
                found = f"the id stands twice, as {_said(other)} and as {_said(prediction)}"
                raise entries.fault(f"{place} {identity!r}".lstrip(), found, "keep one of the two rows")
            entries.oddities.note("row-twice", identity)
            continue
        by_id[identity] = prediction
    return by_id, format_name or "rows"


def _said(prediction: Prediction) -> str:
    of = "" if prediction.na_prob is None else f" with no-answer probability {prediction.na_prob}"
    return f"{prediction.text[:40]!r}{of}"
