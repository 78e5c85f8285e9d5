"""Text as people see it: one form for each character, plain blanks, nothing invisible.

A person marks an answer on a screen, and what is marked must be found in the context, code point by code point. So
characters are composed (NFC, as keyboards write them), every white space is one plain blank, and what cannot be seen
is gone. Joiners (U+200C, U+200D) stay: Persian, Hindi and emoji are spelled with them.
"""

import re
import unicodedata

__all__ = ["clean_text", "mended"]

# Soft hyphen, zero-width space, word joiner, byte-order mark, marks of direction, and what is no character at all.
_INVISIBLE = re.compile(
    "[\u00ad\u200b\u200e\u200f\u202a-\u202e\u2060-\u2064\u2066-\u2069\ufeff\ufffe\uffff\ud800-\udfff]"
    "|[\x00-\x08\x0e-\x1b\x7f-\x84\x86-\x9f]"
)
_HOLLOW = re.compile(r"[(\[][\s,;:–-]*[)\]]")
_OPENED = re.compile(r"(?<=[(\[])[\s,;:]+")
_CLOSING = re.compile(r"[\s,;:]+(?=[)\]])")
_BEFORE_MARK = re.compile(r"\s+(?=[,;.)\]](?:\s|$))")


def clean_text(text: str) -> str:
    """Return the text composed, with single blanks and without what cannot be seen."""
    return " ".join(unicodedata.normalize("NFC", _INVISIBLE.sub("", text)).split())


def mended(text: str) -> str:
    """Return clean text without the traces of what was cut out of it: empty brackets, blanks before a full stop."""
    for _ in range(2):
        # Twice, since brackets may have stood in brackets.
        text = _CLOSING.sub("", _OPENED.sub("", _HOLLOW.sub("", text)))
    return clean_text(_BEFORE_MARK.sub("", text))
