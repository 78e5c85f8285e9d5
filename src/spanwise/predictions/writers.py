"""Predictions out, in a named format."""

from collections.abc import Callable, Mapping
from pathlib import Path

from spanwise import files
from spanwise.errors import OptionError
from spanwise.predictions.encode import encode_csv, encode_map, encode_nbest, encode_objects, encode_rows
from spanwise.predictions.prediction import Predictions

__all__ = ["PREDICTION_WRITERS", "write_predictions"]

PREDICTION_WRITERS: Mapping[str, Callable[[Predictions], bytes]] = {
    "map": encode_map,
    "objects": encode_objects,
    "rows": encode_rows,
    "csv": encode_csv,
    "nbest": encode_nbest,
}
"""The formats that predictions can be written in, by name."""


def write_predictions(
    predictions: Predictions,
    target: str | Path,
    *,
    format: str = "map",
) -> None:
    """Write predictions to a file, whole or not at all; a target ending in .gz or .zst is packed.

    "objects" (one JSON object) and "rows" (a line each) hold all there is to a prediction. "map" holds the texts alone,
    as the official scripts read them, "csv" the texts and no-answer probabilities, "nbest" all but a no-answer
    probability that differs from the n-best list's.

    Raises:
        OptionError: No such format.
        FormatError: The file cannot be written.
    """
    encode = PREDICTION_WRITERS.get(format)
    if encode is None:
        raise OptionError(f"there is no format {format!r} for predictions; there are {', '.join(PREDICTION_WRITERS)}")
    files.write_bytes(target, encode(predictions))
