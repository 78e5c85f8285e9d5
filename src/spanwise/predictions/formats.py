"""Anyone's predictions file in, told by its content.

`load_predictions` gives all there is to say about a file; `read_predictions` gives the predictions and turns oddities
into one Python warning a kind. `writers.py` is the way out.
"""

import warnings
from typing import TYPE_CHECKING, Any

import msgspec

from spanwise import files
from spanwise.data.finding import Finding, said_once_a_kind
from spanwise.errors import FormatError, OptionError, SpanwiseWarning
from spanwise.predictions.prediction import Prediction, Predictions
from spanwise.predictions.string_count import string_count

if TYPE_CHECKING:
    from pathlib import Path

__all__ = ["LoadedPredictions", "load_predictions", "predictions_from_value", "read_predictions"]

_TEXTS = msgspec.json.Decoder(dict[str, str])
_MANY = 100
"""A map of more texts than this is no record with fields, whatever its keys."""
_PACKED = (".gz", ".zst")
_ENDINGS = {".json": "JSON", ".jsonl": "JSON lines", ".ndjson": "JSON lines", ".csv": "CSV", ".tsv": "CSV"}


class LoadedPredictions(msgspec.Struct, frozen=True):
    """Predictions with what reading them brought to light."""

    predictions: Predictions
    format: str
    """The format found: "map" {id: text}, "objects" {id: record}, "nbest", "rows", "pipeline" or "csv"."""
    findings: tuple[Finding, ...] = ()


def load_predictions(
    source: "str | Path",
    *,
    na_probs: "str | Path | None" = None,
    reader: str | None = None,
    abstention_strings: tuple[str, ...] = (),
    lenient: bool = False,
) -> LoadedPredictions:
    """Return the predictions in a file with its format and its oddities.

    Reads {id: text}, {id: record}, n-best lists, rows (JSON lines or a JSON list), the output of question answering
    pipelines with ids, CSV with a header; plain, gzip or Zstandard; "-" is standard input. What is null is left out,
    so that it counts as missing: an abstention is the empty text, and nothing else. The confidence that a pipeline
    gives its answer is kept as the probability of the first n-best entry, never as that of no answer.

    Args:
        source: The file. Its content decides how it is read, never its name.
        na_probs: A file {id: number} of no-answer probabilities or log odds; it outranks those in the predictions.
        reader: What the reader is called; by default the name of the file without its endings.
        abstention_strings: Texts that mean "no answer", compared without case and outer space. The official rule
            credits only the empty text, so the mapping is declared here and told in a finding.
        lenient: Take raw control characters inside JSON strings.

    Raises:
        FormatError: A file cannot be read, or is a dataset.
        PredictionError: A prediction or a probability has no one meaning, or only some predictions have a
            probability; the message names the ids.
        OptionError: Both files are standard input.
    """
    where = files.label(source)
    if na_probs is not None and str(source) == str(na_probs) == files.STANDARD_INPUT:
        raise OptionError("predictions and no-answer probabilities cannot both be standard input; name a file for one")
    data = files.utf8(_refused_parquet(files.read_bytes(source), where), where)
    name = _reader_name(where) if reader is None else reader
    texts = _clean_map(data)
    if texts is not None and na_probs is None and not abstention_strings:
        by_id = {identity: Prediction(identity, text) for identity, text in texts.items()}
        return LoadedPredictions(Predictions(by_id, reader=name), "map", _name_note(where, "JSON"))
    from spanwise.predictions.content import from_content, settled, with_abstentions
    from spanwise.predictions.entries import Entries
    from spanwise.predictions.na_probs import load_na_probs, with_na_probs

    entries = Entries(where)
    by_id, format_name, content = from_content(data, entries, lenient=lenient)
    findings: tuple[Finding, ...] = ()
    if na_probs is not None:
        probs, findings = load_na_probs(na_probs)
        by_id = with_na_probs(by_id, probs, files.label(na_probs), entries.oddities)
    by_id = with_abstentions(settled(by_id, format_name, entries), abstention_strings, entries.oddities)
    predictions = Predictions(by_id, reader=name, abstention_strings=tuple(abstention_strings))
    return LoadedPredictions(
        predictions, format_name, (*_name_note(where, content), *entries.oddities.findings(), *findings)
    )


def read_predictions(
    source: "str | Path",
    *,
    na_probs: "str | Path | None" = None,
    reader: str | None = None,
    abstention_strings: tuple[str, ...] = (),
    lenient: bool = False,
) -> Predictions:
    """Return the predictions in a file; whatever was odd about it is said in a `SpanwiseWarning`.

    The arguments and errors are those of `load_predictions`.
    """
    loaded = load_predictions(
        source, na_probs=na_probs, reader=reader, abstention_strings=abstention_strings, lenient=lenient
    )
    for text in said_once_a_kind(loaded.findings):
        warnings.warn(f"{files.label(source)}: {text}", SpanwiseWarning, stacklevel=2)
    return loaded.predictions


def predictions_from_value(value: Any, where: str = "the predictions") -> LoadedPredictions:
    """Return what `load_predictions` returns for decoded JSON, such as the list that an evaluate-style metric takes.

    Args:
        value: Any shape that a JSON file of predictions may have.
        where: How the value is called in messages.

    Raises:
        FormatError: As `load_predictions` does.
        PredictionError: As `load_predictions` does.
    """
    from spanwise.predictions.content import settled
    from spanwise.predictions.entries import Entries
    from spanwise.predictions.shapes import from_value

    entries = Entries(where)
    by_id, format_name = from_value(value, entries)
    predictions = Predictions(settled(by_id, format_name, entries))
    return LoadedPredictions(predictions, format_name, entries.oddities.findings())


def _refused_parquet(data: bytes, where: str) -> bytes:
    if data.startswith(b"PAR1"):
        raise FormatError(f"{where}: this is Parquet; predictions are read from JSON, JSON lines or CSV")
    return data


def _clean_map(data: bytes) -> dict[str, str] | None:
    """Return the texts of a large file {id: text} without any oddity, or None: nearly all files are this."""
    try:
        texts = _TEXTS.decode(data)
    except (msgspec.MsgspecError, RecursionError):
        return None
    return texts if len(texts) > _MANY and string_count(data) == 2 * len(texts) else None


def _reader_name(where: str) -> str:
    name = files.file_name(where)
    stem = name
    for endings in (_PACKED, (*_ENDINGS, ".txt")):
        before, dot, ending = stem.rpartition(".")
        if before and dot + ending.lower() in endings:
            stem = before
    return stem or name


def _name_note(where: str, content: str) -> tuple[Finding, ...]:
    """Return a finding if the name says another kind of content; one line of JSON may be called JSON lines."""
    endings = ["." + part.lower() for part in files.file_name(where).split(".")[1:]]
    said = [ending for ending in endings if ending not in _PACKED]
    named = _ENDINGS.get(said[-1]) if said else None
    if named in (None, content) or (named, content) == ("JSON lines", "JSON"):
        return ()
    return (Finding("name-mismatch", f"the name says {named}, the content is {content}", f"it is read as {content}"),)
