"""Numbers near a number, of the same form: a year for a year, "1,250" for "1,200", "third" for "second"."""

import re

__all__ = ["near_numbers", "near_words"]

_DIGITS = re.compile(r"(?<![\d.,])(\d{1,3}(?:,\d{3})+|\d+)(\.\d+)?(st|nd|rd|th)?(?![\d])", re.IGNORECASE)
_YEAR = re.compile(r"1\d{3}|20\d\d")
_STEPS = (1, -1, 2, -2, 3, -3, 4, -4, 5, -5)


def _rows(text: str) -> tuple[tuple[str, ...], ...]:
    return tuple(tuple(row.split()) for row in text.strip().splitlines())


# Words that stand for one another, in their order.
_SERIES = _rows("""
one two three four five six seven eight nine ten eleven twelve thirteen fourteen fifteen sixteen seventeen
twenty thirty forty fifty sixty seventy eighty ninety
hundred thousand million billion trillion
hundreds thousands millions billions
first second third fourth fifth sixth seventh eighth ninth tenth eleventh twelfth
once twice thrice
half third quarter
january february march april may june july august september october november december
monday tuesday wednesday thursday friday saturday sunday
spring summer autumn winter
i ii iii iv v vi vii viii ix x xi xii xiii xiv xv xvi
""")
_ROMAN = frozenset(_SERIES[-1])


def near_numbers(word: str) -> tuple[str, ...]:
    """Return numbers near the first one of a word, nearest first, each in the word's place and form.

    A four-digit number that can be a year stays one; "3rd" becomes "4th", "0.5" "0.6", "1,200" "1,300", "'90s"
    "'80s". A word without a digit has none.
    """
    match = _DIGITS.search(word)
    if match is None:
        return ()
    whole, fraction, ordinal = match[1], match[2] or "", match[3]
    plain = whole.replace(",", "")
    found = []
    for step in _STEPS:
        number = _moved(plain, fraction, step, _unit(whole, word[match.end() :]))
        if number is None:
            continue
        shown = _grouped(number) if "," in whole else number
        if ordinal:
            shown += ordinal if fraction else _ordinal(int(number))
        found.append(word[: match.start()] + shown + word[match.end() :])
    return tuple(dict.fromkeys(one for one in found if one != word))


def _unit(whole: str, after: str) -> int:
    """Return what one step is worth: a year or a small number 1, a decade 10, a long number a hundredth or more of it.

    As many digits stay round as were: 1,300 for 1,200, not 1,201.
    """
    digits = len(whole.replace(",", ""))
    if after.startswith(("s", "'s", "’s")) and whole.isdigit() and digits in (2, 4):
        return 10
    if digits < 3 or _YEAR.fullmatch(whole):
        return 1
    zeros = len(whole) - len(whole.rstrip("0"))
    return int(10 ** min(max(zeros, digits - 2), digits - 1))


def _moved(plain: str, fraction: str, step: int, unit: int) -> str | None:
    """Return the number some steps away, in its last place if it has a fraction; None where the length would change."""
    places = max(len(fraction) - 1, 0)
    value = int(plain + fraction[1:]) + step * (1 if fraction else unit)
    text = str(value).rjust(len(plain) + places, "0")
    if value <= 0 or len(text) != len(plain) + places:
        return None
    return f"{text[:-places]}.{text[-places:]}" if fraction else text


def _grouped(number: str) -> str:
    """Return a number with a comma before each three digits."""
    return re.sub(r"(?<=\d)(?=(?:\d{3})+$)", ",", number)


def _ordinal(number: int) -> str:
    if 10 <= number % 100 <= 20:
        return "th"
    return {1: "st", 2: "nd", 3: "rd"}.get(number % 10, "th")


def near_words(word: str) -> tuple[str, ...]:
    """Return the words near a number, month, day or season written as a word, nearest first; none for other words.

    Roman numerals count in capitals alone ("XIV"): in small letters "i" and "v" are words.
    """
    low = word.lower()
    found: dict[str, None] = {}
    for series in _SERIES:
        if low not in series or (low in _ROMAN and series[0] == "i" and not word.isupper()):
            continue
        at = series.index(low)
        order = sorted((i for i in range(len(series)) if i != at), key=lambda i: (abs(i - at), -i))
        found |= dict.fromkeys(series[i] for i in order)
    return tuple(found)
