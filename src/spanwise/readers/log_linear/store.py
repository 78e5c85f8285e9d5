"""Models on disk: a folder with `model.json`, which says what the model is, and `weights.msgpack`, which holds it.

Both are data and nothing else: reading a model runs no code of whoever made it. `model.json` is written last and holds
the fingerprint of the weights, so that a folder of two halves is told.
"""

from collections.abc import Callable
from pathlib import Path
from typing import TYPE_CHECKING, Any

import msgspec
import numpy as np

from spanwise._version import __version__
from spanwise.errors import FormatError, OptionError
from spanwise.files import fingerprint, made_folder, read_bytes, write_bytes
from spanwise.language.annotate import Annotator
from spanwise.language.candidate_facts import candidate_weights
from spanwise.language.lexicon import Lexicon
from spanwise.readers.log_linear.buckets import Buckets
from spanwise.readers.log_linear.frequencies import Frequencies
from spanwise.readers.log_linear.model import LogLinearModel, Training
from spanwise.readers.log_linear.null_features import NULL_FEATURES
from spanwise.readers.log_linear.null_option import NullOption
from spanwise.readers.log_linear.reader import LogLinearReader
from spanwise.readers.log_linear.scores import dense_size
from spanwise.readers.log_linear.settings import FEATURES_VERSION, GROUPS, Settings

if TYPE_CHECKING:
    from numpy.typing import NDArray

__all__ = ["DESCRIPTION", "WEIGHTS", "read_model", "write_model"]

DESCRIPTION = "model.json"
WEIGHTS = "weights.msgpack"
_FORMAT = 1


class _Description(msgspec.Struct, frozen=True):
    reader: str
    format: int
    features: int
    spanwise: str
    settings: Settings
    groups: tuple[str, ...]
    training: Training
    weights: int
    weights_fingerprint: str
    null_option: NullOption | None = None


class _Weights(msgspec.Struct, frozen=True):
    keys: bytes
    values: bytes
    dense: bytes
    buckets: Buckets
    frequencies: Frequencies


def write_model(reader: LogLinearReader, folder: Path) -> None:
    """Write a model into a folder, which is made where there is none.

    Raises:
        FormatError: The folder cannot be written.
    """
    model = reader.model
    made_folder(folder)
    content = msgspec.msgpack.encode(
        _Weights(
            keys=model.keys.astype("<u8").tobytes(),
            values=model.values.astype("<f4").tobytes(),
            dense=model.dense.astype("<f4").tobytes(),
            buckets=model.buckets,
            frequencies=model.frequencies,
        )
    )
    description = _Description(
        reader="log-linear",
        format=_FORMAT,
        features=FEATURES_VERSION,
        spanwise=__version__,
        settings=model.settings,
        groups=model.settings.groups,
        training=model.training,
        weights=len(model.keys),
        weights_fingerprint=fingerprint([content]),
        null_option=model.null_option,
    )
    write_bytes(folder / WEIGHTS, content)
    write_bytes(folder / DESCRIPTION, msgspec.json.format(msgspec.json.encode(description)) + b"\n")


def read_model(
    folder: Path, *, annotator: Annotator, abstain: bool = False, progress: Callable[[int, int], None] | None = None
) -> LogLinearReader:
    """Return the reader that a folder holds; one that was trained with a lexicon opens it.

    Raises:
        FormatError: The folder holds no such model, was made with other features or another pipeline, or is damaged.
    """
    path = folder / DESCRIPTION
    description = _description(path)
    if description.training.pipeline != annotator.identity:
        raise FormatError(
            f"{path}: trained with {description.training.pipeline}, but texts would be annotated by "
            f"{annotator.identity}; take the first with --pipeline, or train again"
        )
    if description.training.candidates != candidate_weights().fitted_on:
        raise FormatError(
            f"{path}: trained with candidates fitted on {description.training.candidates}, and this Spanwise has those "
            f"fitted on {candidate_weights().fitted_on}; train again, or install Spanwise {description.spanwise}"
        )
    content = read_bytes(folder / WEIGHTS)
    if fingerprint([content]) != description.weights_fingerprint:
        raise FormatError(f"{folder / WEIGHTS}: these are not the weights that {DESCRIPTION} describes; train again")
    try:
        weights = msgspec.msgpack.decode(content, type=_Weights)
        keys, values, dense = _arrays(weights)
    except (msgspec.MsgspecError, ValueError) as error:
        raise FormatError(f"{folder / WEIGHTS}: damaged ({error}); train again") from None
    model = LogLinearModel(
        settings=description.settings,
        training=description.training,
        frequencies=weights.frequencies,
        buckets=weights.buckets,
        keys=keys,
        values=values,
        dense=dense,
        null_option=description.null_option,
    )
    option = description.null_option
    lexicon = Lexicon() if option is not None and option.lexicon else None
    return LogLinearReader(model, annotator, lexicon=lexicon, abstain=abstain, progress=progress)


def _arrays(weights: _Weights) -> tuple["NDArray[Any]", "NDArray[Any]", "NDArray[Any]"]:
    keys, values, dense = _array(weights.keys, "<u8"), _array(weights.values, "<f4"), _array(weights.dense, "<f4")
    if len(keys) != len(values) or len(dense) != dense_size(weights.buckets):
        raise ValueError(f"{len(keys)} keys with {len(values)} values and {len(dense)} dense weights")
    return keys, values, dense


def _array(data: bytes, kind: str) -> "NDArray[Any]":
    return np.frombuffer(data, dtype=kind).astype(np.dtype(kind).newbyteorder("="), copy=False)


def _description(path: Path) -> _Description:
    try:
        plain = msgspec.json.decode(read_bytes(path))
    except msgspec.DecodeError as error:
        raise FormatError(f"{path}: no JSON ({error}); a model folder is written by spanwise train") from None
    if not isinstance(plain, dict) or plain.get("reader") != "log-linear":
        raise FormatError(f"{path}: this describes no log-linear reader; a model folder is written by spanwise train")
    versions = plain.get("format"), plain.get("features")
    if versions != (_FORMAT, FEATURES_VERSION):
        raise FormatError(
            f"{path}: written by Spanwise {plain.get('spanwise')} in format {versions[0]} with features of version "
            f"{versions[1]}, and this is Spanwise {__version__} with format {_FORMAT} and features of version "
            f"{FEATURES_VERSION}; train again, or install the other Spanwise"
        )
    listed = plain.get("groups")
    if unknown := [str(group) for group in listed if str(group) not in GROUPS] if isinstance(listed, list) else []:
        raise FormatError(f"{path}: trained with the features {', '.join(unknown)}, which this Spanwise has not")
    try:
        found = msgspec.convert(plain, _Description)
    except (msgspec.ValidationError, OptionError) as error:
        raise FormatError(f"{path}: {error}; a model folder is written by spanwise train") from None
    if found.null_option is not None and found.null_option.buckets.names != NULL_FEATURES:
        raise FormatError(f"{path}: its null option measures other things than this Spanwise does; train again")
    return found
