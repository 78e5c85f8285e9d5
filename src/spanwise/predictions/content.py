"""What a predictions file holds, told by looking at it: all that is no clean {id: text}.

The clean map is decoded by `formats.load_predictions` itself, so this module is imported when it is needed.
"""

import json
from collections.abc import Iterator
from typing import Any

import msgspec

from spanwise.data.finding import counted
from spanwise.errors import PredictionError
from spanwise.json_input import decoded_lines
from spanwise.predictions.doubled import decoded_with_doubles
from spanwise.predictions.entries import Entries
from spanwise.predictions.oddities import Oddities
from spanwise.predictions.prediction import Prediction
from spanwise.predictions.shapes import WRAPPERS, from_rows, from_value
from spanwise.predictions.table import rows_from_table

__all__ = ["from_content", "settled", "with_abstentions"]

_ANY = msgspec.json.Decoder()


def from_content(data: bytes, entries: Entries, *, lenient: bool) -> tuple[dict[str, Prediction], str, str]:
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


def settled(by_id: dict[str, Prediction], format_name: str, entries: Entries) -> dict[str, Prediction]:
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


def with_abstentions(
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
