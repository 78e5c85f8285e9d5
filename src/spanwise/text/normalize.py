"""Named profiles that reduce an answer's text to what is compared: case, punctuation, articles, white space.

Many texts are normalised at once: joined by a character that none of them holds, one pass each of lower-casing,
translation and article removal does for all of them what the official scripts do text by text. The result is the
same to the last character, at a tenth of the time.
"""

import re
import string
import unicodedata
from collections.abc import Sequence
from typing import Literal

import msgspec

__all__ = ["LENIENT", "MLQA_LANGUAGES", "SQUAD", "Profile", "mlqa_profile", "normalized", "normalized_alone"]

_SEPARATOR = "\0"


class Profile(msgspec.Struct, frozen=True):
    """A way to normalise texts, by name.

    The steps are always in this order, which is the official scripts': (folding), lower case, punctuation out,
    articles to spaces, tokens joined by single spaces.
    """

    name: str
    punctuation: Literal["ascii", "unicode", "lenient"] = "ascii"
    articles: str = ""
    """A regular expression whose matches become spaces; empty: there are none."""
    tokens: Literal["space", "mixed"] = "space"
    """"mixed" also makes each Han character a token of its own, as MLQA's script does for Chinese."""
    fold: bool = False
    """Unify Unicode forms, dashes, quotation marks and invisible characters while lower-casing."""


# Means \b(?:a|an|the)\b, the scripts' own pattern; beginning with a plain letter lets the engine skip ahead, which
# halves the time.
_ENGLISH_ARTICLES = r"(?:a(?<!\wa)n?|t(?<!\wt)he)\b"

SQUAD = Profile("squad", articles=_ENGLISH_ARTICLES)
"""The normalisation of the SQuAD 1.1, SQuAD 2.0 and MRQA scripts, which is one and the same."""

# Facts of MLQA's script, version 1. Its pattern for Arabic also cuts alef-lam out of the middle of words, since the
# alternative with the anchor can never match; the scores published with it have that in them.
_MLQA_ARTICLES = {
    "en": _ENGLISH_ARTICLES,
    "es": r"\b(?:un|una|unos|unas|el|la|los|las)\b",
    "hi": "",
    "vi": r"\b(?:của|là|cái|chiếc|những)\b",
    "de": r"\b(?:ein|eine|einen|einem|eines|einer|der|die|das|den|dem|des)\b",
    "ar": r"ال",
    "zh": "",
}

MLQA_LANGUAGES = tuple(_MLQA_ARTICLES)
"""The languages MLQA's script knows."""


def mlqa_profile(language: str) -> Profile:
    """Return the normalisation of MLQA's script for one of `MLQA_LANGUAGES`."""
    return Profile(
        f"mlqa:{language}",
        punctuation="unicode",
        articles=_MLQA_ARTICLES[language],
        tokens="mixed" if language == "zh" else "space",
    )


LENIENT = Profile("lenient", punctuation="lenient", articles=_ENGLISH_ARTICLES, fold=True)
"""Forgives what no reader of the text would call a mistake: Unicode forms, dashes, quotation marks, invisible
characters. Keeps numbers apart, which the official rules do not: "1.5" is not "15", and "-3" is not "3"."""


# What lower-casing and dropping punctuation come to where all characters are ASCII.
_ASCII_TABLE = str.maketrans(string.ascii_uppercase, string.ascii_lowercase, string.punctuation)
_HAN = r"([\u4e00-\u9fa5])"

_DASHES = "\u2010\u2011\u2012\u2013\u2014\u2015\u2212\ufe58\ufe63\uff0d"
_SINGLE_QUOTES = "\u2018\u2019\u201a\u201b\u2032\u02bc\u0060\u00b4\uff07"
_DOUBLE_QUOTES = "\u201c\u201d\u201e\u201f\u2033\u00ab\u00bb\uff02"
_INVISIBLE = "\u200b\u200c\u200d\u200e\u200f\u2060\ufeff\u00ad\u061c\u202a\u202b\u202c\u202d\u202e"
_FOLD_TABLE: dict[int, str | None] = (
    dict.fromkeys(map(ord, _DASHES), "-")
    | dict.fromkeys(map(ord, _SINGLE_QUOTES), "'")
    | dict.fromkeys(map(ord, _DOUBLE_QUOTES), '"')
    | dict.fromkeys(map(ord, _INVISIBLE), None)
    | {ord("\N{FRACTION SLASH}"): "/"}
)
_RAISED_SIGNS = "\u207a\u207b\u208a\u208b"

# What belongs to a number is put aside as private-use characters while punctuation is dropped. Thousands separators
# go, since "1,000" and "1000" are one number.
_POINT, _MINUS = "\ue000", "\ue001"
_BACK = {ord(_POINT): ".", ord(_MINUS): "-"}
_THOUSANDS = r"(?<![\d.,])[1-9]\d{0,2}(?:,\d{3})+(?!,?\d)"
_DECIMAL = r"(?<=\d)[.,](?=\d)"
_BARE_DECIMAL = r"(?<![\w.,)\]])\.(?=\d)"
_SIGN = rf"(?<![\w.,)\]%'\"-])-(?=[\d{_POINT}])"


def normalized(texts: Sequence[str], profile: Profile) -> list[str]:
    """Return the normal form of each text: its tokens joined by single spaces, empty where nothing is left."""
    ascii_texts = [text for text in texts if text.isascii()]
    if len(ascii_texts) in (0, len(texts)):
        return _normalized_together(texts, profile)
    # Apart, since translating a text that is all ASCII is ten times as fast as any other way to drop characters.
    plain = iter(_normalized_together(ascii_texts, profile))
    other = iter(_normalized_together([text for text in texts if not text.isascii()], profile))
    return [next(plain) if text.isascii() else next(other) for text in texts]


def _normalized_together(texts: Sequence[str], profile: Profile) -> list[str]:
    joined = _SEPARATOR.join(texts)
    if joined.count(_SEPARATOR) != max(len(texts) - 1, 0):
        # A text holds the separator itself: normalise one by one, so that it cannot cut another in two.
        return [normalized_alone(text, profile) for text in texts]
    if not texts:
        return []
    parts = _reduced(joined, profile).split(_SEPARATOR)
    return [" ".join(part.split()) for part in parts]


def normalized_alone(text: str, profile: Profile) -> str:
    """Return the normal form of one text."""
    return " ".join(_reduced(text, profile).split())


def _reduced(text: str, profile: Profile) -> str:
    if profile.punctuation == "lenient":
        text = _without_lenient_punctuation(_folded(text) if profile.fold else text.lower())
    elif text.isascii() and not profile.fold:
        text = text.translate(_ASCII_TABLE)
    else:
        text = _folded(text) if profile.fold else text.lower()
        dropped = string.punctuation if profile.punctuation == "ascii" else _unicode_punctuation(text)
        text = re.sub(_one_of(dropped), "", text)
    if profile.articles:
        text = re.sub(profile.articles, " ", text)
    if profile.tokens == "mixed":
        text = re.sub(_HAN, r" \1 ", text)
    return text


def _folded(text: str) -> str:
    """Return the text in lower case with Unicode forms, dashes, quotation marks and invisible characters unified."""
    # Before and after Unicode's own unification: that makes a space and an accent of the mark in "don´t", and a
    # fraction slash of a half.
    text = text.translate(_FOLD_TABLE)
    raised = [c for c in set(text) if c in _RAISED_SIGNS or unicodedata.category(c) == "No"]
    # Composed forms would make "102" of ten squared and "11/2" of one and a half.
    text = re.sub(rf"(?<=\d)(?={_one_of(raised)})", "^", text) if raised else text
    # Once more after lower-casing, which takes some characters apart.
    return unicodedata.normalize("NFKC", unicodedata.normalize("NFKC", text).lower()).translate(_FOLD_TABLE)


def _without_lenient_punctuation(text: str) -> str:
    """Drop punctuation, yet keep the parts of numbers and compounds apart, which the official rules glue together."""
    text = re.sub(_THOUSANDS, lambda number: number[0].replace(",", ""), text)
    text = re.sub(_BARE_DECIMAL, f"0{_POINT}", re.sub(_DECIMAL, _POINT, text))
    text = re.sub(_SIGN, _MINUS, text).replace("-", " ").replace("/", " ")
    dropped = _one_of(_unicode_punctuation(text))
    text = re.sub(rf"(?<=\d){dropped}+(?=[\d{_MINUS}])", " ", text)
    return re.sub(dropped, "", text).translate(_BACK)


def _unicode_punctuation(text: str) -> list[str]:
    """Return what MLQA's script drops of a text: ASCII punctuation and symbols, and the Unicode categories P*."""
    # Only the characters that occur are looked at: the script's own table of all of Unicode takes longer to build
    # than a benchmark takes to score.
    return [c for c in set(text) if c in string.punctuation or unicodedata.category(c).startswith("P")]


def _one_of(characters: Sequence[str]) -> str:
    """Return a regular expression for any one of the characters; without characters it matches nothing."""
    return f"[{re.escape(''.join(characters))}]" if characters else "(?!)"
