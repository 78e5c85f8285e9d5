"""Predictions in a named format, as bytes to write."""

import json
from typing import Any

from spanwise.errors import PredictionError
from spanwise.predictions.prediction import Candidate, Prediction, Predictions
from spanwise.text.span import Span

__all__ = ["encode_csv", "encode_map", "encode_nbest", "encode_objects", "encode_rows"]

_ENCODER = json.JSONEncoder(ensure_ascii=False, allow_nan=False)


def encode_map(predictions: Predictions) -> bytes:
    """Return {id: text}, the form that the official scripts read; it holds nothing but the texts."""
    return _json({identity: p.text for identity, p in predictions.by_id.items()}) + b"\n"


def encode_rows(predictions: Predictions) -> bytes:
    """Return one JSON object a line; this form holds all there is to a prediction."""
    return b"".join(_json(_row(p)) + b"\n" for p in predictions.by_id.values())


def encode_objects(predictions: Predictions) -> bytes:
    """Return {id: record}, one JSON object that holds all there is to a prediction."""
    return _json({identity: _fields(p) for identity, p in predictions.by_id.items()}) + b"\n"


def encode_csv(predictions: Predictions) -> bytes:
    """Return a table with ids and texts, and no-answer probabilities if there are any."""
    import csv
    import io

    buffer = io.StringIO(newline="")
    # The writer puts a text in quotes if it holds a character of the line end; a bare "\r" would else end a row.
    writer = csv.writer(buffer, lineterminator="\r\n")
    with_probs = predictions.has_na_probs
    writer.writerow(["id", "prediction_text", *(["no_answer_probability"] if with_probs else [])])
    for p in predictions.by_id.values():
        writer.writerow([p.id, p.text, *([_cell(p.na_prob)] if with_probs else [])])
    return buffer.getvalue().encode("utf-8")


def encode_nbest(predictions: Predictions) -> bytes:
    """Return {id: list}, the answer first; it holds texts, logits, probabilities and spans.

    What is known of "no answer" stands in the entry with the empty text, which is added where there is none.
    """
    return _json({identity: _nbest(p) for identity, p in predictions.by_id.items()}) + b"\n"


def _json(value: Any) -> bytes:
    try:
        return _ENCODER.encode(value).encode("utf-8")
    except ValueError as error:
        raise PredictionError(f"the predictions cannot be written as JSON: {error}; mend them first") from None


def _cell(number: float | None) -> str:
    return "" if number is None else repr(number)


def _row(p: Prediction) -> dict[str, Any]:
    return {"id": p.id} | _fields(p)


def _fields(p: Prediction) -> dict[str, Any]:
    known = {"no_answer_probability": p.na_prob, "score": p.score, "null_score": p.null_score}
    row: dict[str, Any] = {"prediction_text": p.text}
    row |= {name: value for name, value in known.items() if value is not None}
    row |= _offsets(p.span)
    return row | ({"nbest": [_entry(c) for c in p.nbest]} if p.nbest else {})


def _nbest(p: Prediction) -> list[dict[str, Any]]:
    entries = list(p.nbest)
    if not entries or entries[0].text != p.text:
        entries.insert(
            0, Candidate(p.text, p.na_prob, p.null_score) if p.abstains else Candidate(p.text, None, p.score, p.span)
        )
    if not any(not c.text for c in entries) and (p.na_prob is not None or p.null_score is not None):
        entries.append(Candidate("", p.na_prob, p.null_score))
    return [_entry(c) for c in entries]


def _entry(candidate: Candidate) -> dict[str, Any]:
    known = {"probability": candidate.prob, "score": candidate.score}
    return (
        {"text": candidate.text}
        | {name: value for name, value in known.items() if value is not None}
        | _offsets(candidate.span)
    )


def _offsets(span: Span | None) -> dict[str, int]:
    return {} if span is None else {"start": span.start, "end": span.end}
