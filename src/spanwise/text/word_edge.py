"""Whether a word goes on across a position of a text: what an answer that is cut off has at its edge."""

import re
import unicodedata

__all__ = ["inside_word"]

# Scripts that put no space between words, and Hangul, whose particles are written on to the word: there an answer
# rightly ends where the letters go on. (5,774 answers of KorQuAD's development set: 3,419 end before a particle.)
_NO_SPACE_AT_WORD_EDGE = (
    "[\u0e00-\u0fff\u1000-\u109f\u1100-\u11ff\u1780-\u17ff\u1950-\u19ff\u1a20-\u1aaf\u1b00-\u1b7f"
    "\u2e80-\u2fdf\u3005-\u3007\u3021-\u312f\u3130-\u318f\u31f0-\u31ff\u3400-\u4dbf\u4e00-\ua4cf\ua960-\ua9ff"
    "\uaa60-\uaa7f\uac00-\ud7ff\uf900-\ufaff\uff66-\uffdc\U00020000-\U0003ffff]"
)

# "And", "so", "in", "like", "to" are one letter written on to the word in Arabic and Hebrew.
_CLITICS = frozenset("وفبكلسהובכלמש")

# The stroke that draws an Arabic word out: what is written before it is a prefix set apart.
_TATWEEL = "\u0640"


def inside_word(text: str, position: int) -> bool:
    """Return whether a cut at a position goes through a word or a number.

    Letters against digits are no cut, since a number is rightly taken out of "10km"; neither are hyphens,
    apostrophes, a one-letter Arabic or Hebrew clitic, and scripts without spaces between words. A cut between a
    letter and its combining mark is one in every script.

    Args:
        text: The whole text.
        position: A code point offset; the cut lies before this character.
    """
    if not 0 < position < len(text):
        return False
    before, after = text[position - 1], text[position]
    if before.isascii() and after.isascii():
        return (before.isalpha() and after.isalpha()) or (before.isdigit() and after.isdigit())
    if _is_mark(after):
        return before.isalpha() or _is_mark(before)
    if not ((_is_letter(before) and after.isalpha()) or (before.isdigit() and after.isdigit())):
        return False
    if re.match(_NO_SPACE_AT_WORD_EDGE, before) or re.match(_NO_SPACE_AT_WORD_EDGE, after) or before == _TATWEEL:
        return False
    return not (before in _CLITICS and (position == 1 or not _is_letter(text[position - 2])))


def _is_letter(character: str) -> bool:
    return character.isalpha() or _is_mark(character)


def _is_mark(character: str) -> bool:
    return character > "\u02ff" and unicodedata.category(character)[0] == "M"
