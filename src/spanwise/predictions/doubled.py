"""JSON objects in which a key stands twice, found without slowing down the many in which none does.

JSON decoders keep the last of two equal keys and say nothing, so that a file of two runs pasted together scores as if
it were one.
"""

import json
from collections import Counter
from typing import Any

import msgspec

from spanwise.errors import FormatError
from spanwise.json_input import syntax_error
from spanwise.predictions.string_count import string_count

__all__ = ["Doubled", "decoded_with_doubles"]


class Doubled(dict[str, Any]):
    """A JSON object in which keys stood twice; it holds the last value of each, as any decoder has it."""

    def __init__(self, pairs: list[tuple[str, Any]]) -> None:
        """Take the members in file order."""
        super().__init__(pairs)
        self.doubled = tuple(key for key, count in Counter(key for key, _ in pairs).items() if count > 1)
        """The keys that stood more than once, in file order."""


_RAW_OBJECT = msgspec.json.Decoder(dict[str, msgspec.Raw])
_ANY = msgspec.json.Decoder()


def _members(pairs: list[tuple[str, Any]]) -> dict[str, Any]:
    value = dict(pairs)
    return value if len(value) == len(pairs) else Doubled(pairs)


def decoded_with_doubles(data: bytes, where: str, *, wrappers: tuple[str, ...] = (), lenient: bool = False) -> Any:
    """Return the value of a JSON text; if a key stands twice in its object, that object is a `Doubled`.

    Args:
        data: The JSON text in UTF-8. NaN and Infinity are taken, as Python's own decoder does, so that a later check
            can name the question they belong to.
        where: How the source is called in messages.
        wrappers: Keys whose values are looked at as the whole text is.
        lenient: Take raw control characters inside strings.

    Raises:
        FormatError: The text is no JSON; the message has line, column and the path being read.
    """
    quickly = _quickly(data, wrappers)
    if quickly is not None:
        return quickly
    text = data.decode("utf-8")
    try:
        return json.loads(text, strict=not lenient, object_pairs_hook=_members)
    except json.JSONDecodeError as error:
        raise syntax_error(text, error, where) from None
    except RecursionError:
        raise FormatError(f"{where}: nested too deeply to be predictions") from None
    except ValueError:
        # Python's guard against numbers of thousands of digits, which gives no position.
        raise FormatError(f"{where}: holds a number of thousands of digits; no prediction needs one") from None


def _quickly(data: bytes, wrappers: tuple[str, ...]) -> dict[str, Any] | list[Any] | None:
    """Return the value of a text in which no key stands twice, or None where that cannot be told quickly."""
    try:
        if data.lstrip()[:1] == b"[":
            value = _ANY.decode(data)
            return value if isinstance(value, list) else None
        raw = _RAW_OBJECT.decode(data)
        # The strings of a value that was dropped for a later one with the same key are in the whole text only.
        strings = len(raw) + string_count(b"".join(raw.values()))
        if strings != string_count(data) or any(name in raw for name in wrappers):
            return None
        return {key: _ANY.decode(value) for key, value in raw.items()}
    except (msgspec.MsgspecError, RecursionError):
        return None
