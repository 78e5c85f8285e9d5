"""One JSON object being read tolerantly: its fields by type, its place, and where findings go."""

import builtins
import math
import re
from typing import Any

from spanwise.data.finding import Finding
from spanwise.data.places import below
from spanwise.errors import FormatError

__all__ = ["Record", "half_character"]

_HALF_CHARACTER = re.compile("[\ud800-\udfff]")


def half_character(text: str) -> re.Match[str] | None:
    """Return the first half of a UTF-16 pair in a text, or None."""
    return None if text.isascii() else _HALF_CHARACTER.search(text)


class Record:
    """A JSON object with its path and its file, whose fields are taken by the type they must have."""

    def __init__(self, value: Any, place: str, where: str, findings: builtins.list[Finding]) -> None:
        """Take an object from a file.

        Args:
            value: What stands in the file; anything but an object is refused.
            place: Its JSON path, or its line or row.
            where: How the file is called in messages.
            findings: Where oddities are added.

        Raises:
            FormatError: The value is no object.
        """
        self.place = place
        self.where = where
        self.findings = findings
        if not isinstance(value, dict):
            raise self.fault(f"found {_kind(value)} where an object must be", "see the formats in docs/data.md")
        self.value: dict[str, Any] = value
        identity = value.get("id")
        self.ids: tuple[str, ...] = (
            () if identity in (None, "") or isinstance(identity, dict | list) else (str(identity),)
        )

    def part(self, value: Any, path: str) -> "Record":
        """Return an object inside this one; findings about it name this one's id unless it has its own."""
        inner = Record(value, below(self.place, path), self.where, self.findings)
        inner.ids = inner.ids or self.ids
        return inner

    def fault(self, found: str, remedy: str) -> FormatError:
        """Return the error for something here that has no one meaning."""
        place = f"{self.where}: {self.place}" if self.place else self.where
        return FormatError(f"{place}: {found}; {remedy}")

    def note(self, code: str, found: str, remedy: str, *, mendable: bool = False) -> None:
        """Add a finding about this object."""
        self.findings.append(Finding(code, found, remedy, place=self.place, ids=self.ids, mendable=mendable))

    def required_text(self, key: str) -> str:
        """Return a field that must be text."""
        value = self.value.get(key)
        if isinstance(value, str):
            return self._whole_characters(value, key)
        found = f"{key!r} is {_kind(value)}" if key in self.value else f"there is no {key!r}"
        raise self.fault(f"{found}{self._instead(key)}", f"{key!r} must be text")

    def _whole_characters(self, text: str, key: str) -> str:
        """Return the text with every half of a UTF-16 pair replaced by U+FFFD, which moves no offset.

        JSON can say such halves, and what cuts text in UTF-16 leaves them. UTF-8 cannot: no file could be written.
        """
        half = half_character(text)
        if half is None:
            return text
        found = f"{key!r} holds half a character (U+{ord(half.group()):04X}) at code point {half.start()}"
        self.note("half-character", found, "it is read as U+FFFD", mendable=True)
        return _HALF_CHARACTER.sub("\ufffd", text)

    def _instead(self, key: str) -> str:
        if key in self.value or not self.value:
            return ""
        return f" (it has {', '.join(map(repr, list(self.value)[:8]))})"

    def optional_text(self, key: str) -> str | None:
        """Return a field that is text or absent."""
        return None if self.value.get(key) is None else self.required_text(key)

    def required_list(self, key: str) -> builtins.list[Any]:
        """Return a field that must be a list."""
        if key not in self.value:
            raise self.fault(f"there is no {key!r}{self._instead(key)}", f"{key!r} must be a list")
        return self.list(key)

    def list(self, key: str) -> builtins.list[Any]:
        """Return a list, empty where the field is absent or null."""
        value = self.value.get(key)
        if value is None:
            return []
        if not isinstance(value, list):
            raise self.fault(f"{key!r} is {_kind(value)}", "it must be a list")
        return value

    def identity(self, key: str) -> str:
        """Return an id as text; a whole number is taken as the text that a JSON key would be."""
        value = self.value.get(key)
        if isinstance(value, str):
            return self.required_text(key)
        if isinstance(value, int) and not isinstance(value, bool):
            self.note("id-not-text", f"the id {value} is an integer", f'it is converted to text: "{value}"')
            return str(value)
        if isinstance(value, float) and value.is_integer():
            self.note("id-not-text", f"the id {value} is a float", f'it is converted to text: "{int(value)}"')
            return str(int(value))
        found = f"the id is {_kind(value)}" if key in self.value else f"there is no {key!r}{self._instead(key)}"
        raise self.fault(found, "an id must be text")

    def flag(self, key: str) -> bool | None:
        """Return a truth value, or None where the field is absent or null."""
        value = self.value.get(key)
        if value is None or isinstance(value, bool):
            return value
        raise self.fault(f"{key!r} is {_kind(value)}", "it must be true or false")

    def whole_number(self, key: str) -> int | None:
        """Return a whole number or None where absent; a float without fraction is taken, with a finding."""
        value = self.value.get(key)
        if value is None or (isinstance(value, int) and not isinstance(value, bool)):
            return value
        if isinstance(value, float) and math.isfinite(value) and value.is_integer():
            self.note("start-not-whole", f"{key} is written {value}", f"it is read as {int(value)}", mendable=True)
            return int(value)
        raise self.fault(f"{key} is {value!r}", "it must be a whole number of code points")


def _kind(value: Any) -> str:
    """Return what a JSON value is, in words, with a short sight of it."""
    if value is None:
        return "null"
    names = {bool: "a truth value", int: "a number", float: "a number", str: "text", list: "a list", dict: "an object"}
    sight = "" if isinstance(value, list | dict) else f" ({str(value)[:30]!r})"
    return f"{names.get(type(value), type(value).__name__)}{sight}"
