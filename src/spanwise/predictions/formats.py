"""Anyone's predictions file in, told by its content; predictions out in a named format.

`load_predictions` gives all there is to say about a file; `read_predictions` gives the predictions and turns oddities
into one Python warning a kind.
"""

import json
import warnings
from collections.abc import Callable, Iterator, Mapping
from pathlib import Path, PurePath
from typing import Any

import msgspec

from spanwise import files
from spanwise.data.finding import Finding, counted, said_once_a_kind
from spanwise.errors import FormatError, OptionError, PredictionError, SpanwiseWarning
from spanwise.json_input import decoded_lines
from spanwise.predictions.doubled import decoded_with_doubles, string_count
from spanwise.predictions.encode import encode_csv, encode_map, encode_nbest, encode_rows
from spanwise.predictions.entries import Entries
from spanwise.predictions.na_probs import load_na_probs, with_na_probs
from spanwise.predictions.oddities import Oddities
from spanwise.predictions.prediction import Prediction, Predictions
from spanwise.predictions.shapes import WRAPPERS, from_rows, from_value, is_row
from spanwise.predictions.table import rows_from_table

__all__ = [
    "PREDICTION_WRITERS",
    "LoadedPredictions",
    "load_predictions",
    "predictions_from_value",
    "read_predictions",
    "write_predictions",
]

_TEXTS = msgspec.json.Decoder(dict[str, str])
_ANY = msgspec.json.Decoder()
_PACKED = (".gz", ".zst")
_ENDINGS = {".json": "JSON", ".jsonl": "JSON lines", ".ndjson": "JSON lines", ".csv": "CSV", ".tsv": "CSV"}


class LoadedPredictions(msgspec.Struct, frozen=True):
    """Predictions with what reading them brought to light."""

    predictions: Predictions
    format: str
    """The format found: "map" {id: text}, "objects" {id: record}, "nbest", "rows", "pipeline" or "csv"."""
    findings: tuple[Finding, ...] = ()


def load_predictions(
    source: str | Path,
    *,
    na_probs: str | Path | None = None,
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
    entries = Entries(where)
    texts = _clean_map(data)
    if texts is not None:
        by_id, format_name, content = {i: Prediction(i, t) for i, t in texts.items()}, "map", "JSON"
    else:
        by_id, format_name, content = _from_odd(data, entries, lenient=lenient)
    findings: tuple[Finding, ...] = ()
    if na_probs is not None:
        probs, findings = load_na_probs(na_probs)
        by_id = with_na_probs(by_id, probs, files.label(na_probs), entries.oddities)
    if texts is None or na_probs is not None:
        by_id = _settled(by_id, format_name, entries)
    by_id = _with_abstentions(by_id, abstention_strings, entries.oddities)
    predictions = Predictions(
        by_id,
        reader=_reader_name(where) if reader is None else reader,
        abstention_strings=tuple(abstention_strings),
    )
    notes = _name_note(source, content)
    return LoadedPredictions(predictions, format_name, (*notes, *entries.oddities.findings(), *findings))


def read_predictions(
    source: str | Path,
    *,
    na_probs: str | Path | None = None,
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
    entries = Entries(where)
    by_id, format_name = from_value(value, entries)
    predictions = Predictions(_settled(by_id, format_name, entries))
    return LoadedPredictions(predictions, format_name, entries.oddities.findings())


def _refused_parquet(data: bytes, where: str) -> bytes:
    if data.startswith(b"PAR1"):
        raise FormatError(f"{where}: this is Parquet; predictions are read from JSON, JSON lines or CSV")
    return data


def _clean_map(data: bytes) -> dict[str, str] | None:
    """Return the texts of a file {id: text} without any oddity, or None: nearly all files are this."""
    try:
        texts = _TEXTS.decode(data)
    except (msgspec.MsgspecError, RecursionError):
        return None
    return texts if texts and string_count(data) == 2 * len(texts) and not is_row(texts) else None


def _from_odd(data: bytes, entries: Entries, *, lenient: bool) -> tuple[dict[str, Prediction], str, str]:
    """Return predictions, format and kind of content ("JSON", "JSON lines", "CSV") of what is no clean map."""
    start = data.lstrip()[:1]
    if start and start not in b"{[":
        by_id, _ = from_rows(rows_from_table(data.decode("utf-8"), entries), entries)
        return by_id, "csv", "CSV"
    if _is_json_lines(data):
        return *from_rows(_lines(data, entries.where, lenient=lenient), entries), "JSON lines"
    value = decoded_with_doubles(data, entries.where, wrappers=WRAPPERS, lenient=lenient)
    return *from_value(value, entries), "JSON"


def _lines(data: bytes, where: str, *, lenient: bool) -> Iterator[tuple[str, Any]]:
    """Give the rows of JSON lines with their places, one at a time, so that a million need not be held at once."""
    for number, line in enumerate(data.split(b"\n"), start=1):
        if not line or line.isspace():
            continue
        try:
            row = _ANY.decode(line)
        except (msgspec.MsgspecError, RecursionError):
            odd = number
            break
        yield f"line {number}", row
    else:
        return
    # NaN, a control character or a fault: from here on the decoder that takes the former and explains the latter.
    for number, row in decoded_lines(data.decode("utf-8"), where, lenient=lenient):
        if number >= odd:
            yield f"line {number}", row


def _is_json_lines(data: bytes) -> bool:
    """Whether the first line is a whole JSON object and more follows."""
    head, _, rest = data.lstrip().partition(b"\n")
    if not head.startswith(b"{") or not rest.strip():
        return False
    try:
        json.loads(head, strict=False)
    except (ValueError, RecursionError):
        return False
    return True


def _settled(by_id: dict[str, Prediction], format_name: str, entries: Entries) -> dict[str, Prediction]:
    """Return the predictions if there are any and all or none of them have a no-answer probability."""
    if not by_id:
        nulls = len(entries.oddities.ids("null"))
        found = f"all {nulls:,} predictions are null" if nulls else "there are no predictions in it"
        raise PredictionError(f'{entries.where}: {found}; write {{"id": "text"}}, with "" for an abstention')
    missing = tuple(identity for identity, p in by_id.items() if p.na_prob is None)
    if not missing or len(missing) == len(by_id):
        return by_id
    if format_name == "nbest":
        for identity in missing:
            entries.oddities.note("nbest-without-empty", identity)
        return {i: msgspec.structs.replace(p, na_prob=None) for i, p in by_id.items()}
    raise PredictionError(
        f"{entries.where}: {len(missing):,} of {len(by_id):,} predictions have no no-answer probability: "
        f"{counted(missing)}; give one for each, or for none"
    )


def _with_abstentions(
    by_id: dict[str, Prediction], abstention_strings: tuple[str, ...], oddities: Oddities
) -> dict[str, Prediction]:
    """Return the predictions with every declared phrase turned into the empty text."""
    if not abstention_strings:
        return by_id
    phrases = {phrase.strip().casefold() for phrase in abstention_strings}
    changed = {}
    for identity, p in by_id.items():
        if p.text and p.text.strip().casefold() in phrases:
            oddities.note("abstention", identity, repr(p.text))
            changed[identity] = msgspec.structs.replace(p, text="", span=None)
    return by_id | changed


def _reader_name(where: str) -> str:
    name = PurePath(where).name
    stem = name
    for endings in (_PACKED, (*_ENDINGS, ".txt")):
        suffix = PurePath(stem).suffix
        if suffix.lower() in endings:
            stem = stem.removesuffix(suffix)
    return stem or name


def _name_note(source: str | Path, content: str) -> tuple[Finding, ...]:
    """Return a finding if the name says another kind of content; one line of JSON may be called JSON lines."""
    suffixes = [suffix.lower() for suffix in PurePath(str(source)).suffixes if suffix.lower() not in _PACKED]
    named = _ENDINGS.get(suffixes[-1]) if suffixes else None
    if named in (None, content) or (named, content) == ("JSON lines", "JSON"):
        return ()
    return (Finding("name-mismatch", f"the name says {named}, the content is {content}", f"it is read as {content}"),)


PREDICTION_WRITERS: Mapping[str, Callable[[Predictions], bytes]] = {
    "map": encode_map,
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

    "rows" holds all there is to a prediction. "map" holds the texts alone, as the official scripts read them, "csv"
    the texts and no-answer probabilities, "nbest" all but a no-answer probability that differs from the n-best list's.

    Raises:
        OptionError: No such format.
        FormatError: The file cannot be written.
    """
    encode = PREDICTION_WRITERS.get(format)
    if encode is None:
        raise OptionError(f"there is no format {format!r} for predictions; there are {', '.join(PREDICTION_WRITERS)}")
    files.write_bytes(target, encode(predictions))
