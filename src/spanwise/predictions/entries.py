"""One entry of a predictions file, whatever its shape, turned into a prediction."""

import math
import numbers
from collections.abc import Sequence
from typing import Any

from spanwise.errors import PredictionError
from spanwise.predictions.fields import Layout, layout
from spanwise.predictions.oddities import Oddities
from spanwise.predictions.prediction import Candidate, Prediction
from spanwise.text.span import Span

__all__ = ["Entries", "kind_of"]


class Entries:
    """Reads the entries of one file: refuses what has no one meaning, and notes what was odd."""

    def __init__(self, where: str) -> None:
        """Take how the source is called in messages."""
        self.where = where
        self.oddities = Oddities()

    def fault(self, place: str, found: str, remedy: str) -> PredictionError:
        """Return the error for an entry that has no one meaning."""
        return PredictionError(f"{self.where}: {place}: {found}; {remedy}")

    def identity(self, value: Any, place: str) -> str:
        """Return an id as text; a whole number becomes the text that a JSON key would be, and is noted."""
        if type(value) is str:
            return value if value.isascii() else self._whole(value, place, "the id")
        if isinstance(value, str):  # numpy's text, for one
            return self._whole(str(value), place, "the id")
        is_whole = isinstance(value, numbers.Integral) or (isinstance(value, float) and value.is_integer())
        if not is_whole or isinstance(value, bool):
            raise self.fault(place, f"the id is {kind_of(value)}", "an id must be text")
        identity = str(int(value))
        self.oddities.note("id-not-text", identity)
        return identity

    def _whole(self, text: str, place: str, what: str) -> str:
        """Return the text, unless it holds half a character, as careless escapes of an emoji leave it."""
        try:
            text.encode("utf-8")
        except UnicodeEncodeError as error:
            half = f"U+{ord(text[error.start]):04X}"
            found = f"{what} holds {half}, one half of a surrogate pair"
            raise self.fault(place, found, "write the whole character") from None
        return text

    def text(self, value: Any, place: str) -> str:
        """Return a predicted text, or refuse what is none, naming its kind."""
        if not isinstance(value, str):
            raise self.fault(place, f"the prediction is {kind_of(value)}", "it must be text")
        return value if value.isascii() else self._whole(value, place, "the prediction")

    def number(self, value: Any, place: str, name: str) -> float | None:
        """Return a finite number, or None where it is absent or null; NaN would make the order of a file matter."""
        # The usual types first: to ask an abstract class such as numbers.Real takes ten times as long.
        if value is None or (type(value) is float and math.isfinite(value)):
            return value
        if isinstance(value, bool) or not isinstance(value, numbers.Real):
            raise self.fault(place, f"{name} is {kind_of(value)}", f"{name} must be a number")
        try:
            number = float(value)
        except OverflowError:
            number = math.inf
        if not math.isfinite(number):
            shown = "NaN" if math.isnan(number) else "infinite"
            raise self.fault(place, f"{name} is {shown}", f"{name} must be a finite number")
        return number

    def from_fields(self, identity: str, fields: dict[str, Any], shape: Layout, place: str) -> Prediction | None:
        """Return the prediction in a record, or None where it is null.

        What the record says of the answer's own probability goes into the first n-best entry: it is neither a logit
        nor a no-answer probability, and taking it for the latter turns a threshold sweep upside down.
        """
        text = self._text(fields, shape, place)
        if text is None:
            self.oddities.note("null", identity)
            return None
        na_prob = self._optional(fields, shape.na_prob, place)
        if shape.is_plain:
            return Prediction(identity, text, na_prob=na_prob)
        span = self._span(identity, text, fields, shape)
        score = self._score(fields, shape, place)
        prob = self._optional(fields, shape.prob, place)
        nbest = self.candidates(identity, fields[shape.nbest], place) if shape.nbest and fields[shape.nbest] else ()
        if prob is not None and not nbest:
            nbest = (Candidate(text, prob, score, span),)
        null_score = self._optional(fields, shape.null_score, place)
        return Prediction(identity, text, span, score, null_score, na_prob, nbest)

    def from_nbest(self, identity: str, entries: Sequence[Any], place: str) -> Prediction:
        """Return the prediction in an n-best list: its first entry, with the whole list.

        The empty entry, if there is one, gives the logit and the probability of "no answer". An abstention has no
        score, since a null score less itself would be log odds of 0 for every abstention.
        """
        candidates = self.candidates(identity, entries, place)
        best = candidates[0]
        null = next((c for c in candidates if not c.text), None)
        return Prediction(
            identity,
            best.text,
            best.span,
            best.score if best.text else None,
            null.score if null else None,
            null.prob if null else None,
            candidates,
        )

    def candidates(self, identity: str, entries: Any, place: str) -> tuple[Candidate, ...]:
        """Return the entries of an n-best list."""
        if not isinstance(entries, list | tuple) or not entries:
            found = "the n-best list is empty" if entries == [] else f"the n-best list is {kind_of(entries)}"
            raise self.fault(place, found, 'it must hold at least one entry; an abstention is {"text": ""}')
        candidates = []
        for rank, entry in enumerate(entries):
            at = f"{place}[{rank}]"
            if not isinstance(entry, dict):
                raise self.fault(place, f"the prediction is {kind_of(entries)}", "it must be text or an n-best list")
            shape = layout(tuple(entry))
            text = self._text(entry, shape, at)
            if text is None:
                raise self.fault(at, "the text is null", "a text in an n-best list must be text")
            prob = self._optional(entry, shape.prob, at)
            score = self._score(entry, shape, at)
            candidates.append(Candidate(text, prob, score, self._span(identity, text, entry, shape)))
        return tuple(candidates)

    def _text(self, fields: dict[str, Any], shape: Layout, place: str) -> str | None:
        """Return the answer's text, or None where it is null."""
        if not shape.texts:
            names = ", ".join(repr(name) for name in list(fields)[:8]) or "nothing"
            raise self.fault(place, f"an object without a text (it has {names})", 'it needs "prediction_text"')
        value = fields[shape.texts[0]]
        if len(shape.texts) > 1 and any(fields[name] != value for name in shape.texts[1:]):
            names = " and ".join(repr(name) for name in shape.texts)
            raise self.fault(place, f"{names} differ", 'which is the prediction? call it "prediction_text"')
        return None if value is None else self.text(value, place)

    def _optional(self, fields: dict[str, Any], name: str | None, place: str) -> float | None:
        return None if name is None else self.number(fields[name], place, name)

    def _score(self, fields: dict[str, Any], shape: Layout, place: str) -> float | None:
        if shape.logits is None:
            return self._optional(fields, shape.score, place)
        start = self._optional(fields, shape.logits[0], place)
        end = self._optional(fields, shape.logits[1], place)
        return None if start is None or end is None else start + end

    def _span(self, identity: str, text: str, fields: dict[str, Any], shape: Layout) -> Span | None:
        """Return where the text claims to stand, or None where that cannot be: an empty text stands nowhere."""
        if shape.start is None or shape.end is None or not text:
            return None
        start, end = fields[shape.start], fields[shape.end]
        if start is None and end is None:
            return None
        if _is_whole(start) and _is_whole(end) and start >= 0 and end - start == len(text):
            return Span(int(start), int(end))
        example = f"{identity!r}: {start!r} to {end!r} for {text[:40]!r} of {len(text):,} code points"
        self.oddities.note("span", identity, example)
        return None


def _is_whole(value: Any) -> bool:
    if type(value) is int:
        return True
    if isinstance(value, float):
        return value.is_integer()
    return isinstance(value, numbers.Integral) and not isinstance(value, bool)


def kind_of(value: Any) -> str:
    """Return what a decoded value is, in words, with a short sight of it."""
    if value is None:
        return "null"
    if isinstance(value, bool):
        return f"a truth value ({str(value).lower()})"
    if isinstance(value, str):
        return f"text ({value[:30]!r})"
    if isinstance(value, numbers.Real):
        return f"a number ({value})"
    if isinstance(value, list | tuple):
        of = " of texts" if value and all(isinstance(item, str) for item in value) else ""
        return f"a list{of}"
    return "an object" if isinstance(value, dict) else f"a {type(value).__name__}"
