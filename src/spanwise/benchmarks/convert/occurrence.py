"""Where a word or phrase stands in a text as a whole word."""

import re
from collections.abc import Iterator

__all__ = ["first_occurrence", "occurrences"]


def occurrences(phrase: str, text: str, *, caseless: bool = False) -> Iterator[int]:
    """Give every start at which a phrase stands and is not part of a longer word: "art" does not stand in "party"."""
    if not phrase:
        return
    before = r"(?<!\w)" if re.match(r"\w", phrase) else ""
    after = r"(?!\w)" if re.search(r"\w\Z", phrase) else ""
    pattern = re.compile(before + re.escape(phrase) + after, re.IGNORECASE if caseless else 0)
    for match in pattern.finditer(text):
        yield match.start()


def first_occurrence(phrase: str, text: str, *, caseless: bool = False) -> int | None:
    """Return the first start at which a phrase stands as whole words, or None."""
    return next(occurrences(phrase, text, caseless=caseless), None)
