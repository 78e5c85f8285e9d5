"""Whether a text holds an answer, in whatever form."""

import re
from collections.abc import Iterable
from functools import lru_cache

from spanwise.data.dataset import Answer

__all__ = ["holds_any", "words_of"]

_WORD = re.compile(r"\w+")
_ARTICLES = frozenset({"a", "an", "the"})


def words_of(text: str) -> list[str]:
    """Return the words of a text without letter case, punctuation and articles; "18-karat" is two."""
    return [word for word in _WORD.findall(text.casefold()) if word not in _ARTICLES]


@lru_cache(maxsize=1 << 14)
def _joined(text: str) -> str:
    return f" {' '.join(words_of(text))} "


def holds_any(text: str, answers: Iterable[Answer]) -> bool:
    """Say whether a text has the words of any of the answers in a row.

    Stricter than the official rules, for which "18" does not occur in "18-karat": a negative that may have an answer
    is worse than one too few. An answer without any letter or digit is looked for as it is written.
    """
    inside = _joined(text)
    for answer in answers:
        words = _joined(answer.text)
        if words.strip():
            if words in inside:
                return True
        elif answer.text.strip() and answer.text in text:
            return True
    return False
