"""Whether two answers say the same in another form: the differences no reader of the text would call a mistake."""

import re
import unicodedata
from functools import lru_cache

from spanwise.text.normalize import LENIENT, normalized_alone

__all__ = ["form_key"]

_NUMBERS = (
    "zero one two three four five six seven eight nine ten eleven twelve thirteen fourteen fifteen sixteen seventeen"
    " eighteen nineteen twenty"
)
_ORDINALS = "first second third fourth fifth sixth seventh eighth ninth tenth"
_DIGITS = {word: str(number) for number, word in enumerate(_NUMBERS.split())}
_DIGITS |= {
    word: f"{number}{ {1: 'st', 2: 'nd', 3: 'rd'}.get(number, 'th') }"
    for number, word in enumerate(_ORDINALS.split(), start=1)
}
# The lenient rules drop the sign.
_PERCENT = re.compile(r"\bper ?cent\b")
_SPACED_THOUSANDS = re.compile(r"(?<=\d) (?=\d{3}(?!\d))")
# Two numbers side by side stay two: "1 5" is not "15".
_SPACE = re.compile(r"(?<!\d) | (?!\d)")


# The answers to a question are mostly alike, and several readers meet the same ones.
@lru_cache(maxsize=1 << 14)
def form_key(text: str) -> str:
    """Return what is left of an answer without its form; two answers with one key differ in form only.

    Left out are letter case, punctuation, articles, Unicode form, accents, spacing, hyphens, thousands separators, and
    whether a small number is written in words. Decimal points and signs are kept: "1.5" and "15" are two numbers,
    though the official rules take them for one. The words are English ones.
    """
    words = _PERCENT.sub("", normalized_alone(text, LENIENT)).split()
    joined = " ".join(_DIGITS.get(word, word) for word in words)
    if not joined.isascii():
        plain = unicodedata.normalize("NFKD", joined)
        joined = "".join(character for character in plain if not unicodedata.combining(character))
    return _SPACE.sub("", _SPACED_THOUSANDS.sub("", joined))
