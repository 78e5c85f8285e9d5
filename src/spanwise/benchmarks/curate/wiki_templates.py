"""Which templates of a wiki are text, which are notes that vanish, and which leave a hole in a sentence.

A table of names and no expansion: templates are programs of their wiki, and an export seldom holds them all.
"""

import re
from collections.abc import Callable

__all__ = ["rendered", "vanishes"]

Argument = Callable[[int], str | None]

_NOTES = re.compile(
    r"(?:cite|citation|harv|sfn|efn|refn|notelist|reflist|ipa|infobox|use |engvar|authority control|coord)\b.*"
    r"|(?:cn|fact|r|rp|ref|note|main|main article|see|see also|further|further information|about|for|other uses"
    r"|hatnote|short description|redirect|distinguish|multiple issues|clear|toc|portal|commons category|audio"
    r"|pron|respell|ipac-en|by whom|who|whom|when|where|which|why|how|clarify|vague|dubious|specify|page needed"
    r"|better source needed|verification needed|failed verification|verify source|full citation needed"
    r"|original research inline|according to whom|update inline|update after|good article|featured article"
    r"|dead link|flag ?icon|refbegin|refend|div col.*|col-.*|italic title|expand .*|official website"
    r"|pp.*|protected|default ?sort|displaytitle|anchor|visible anchor|unreferenced.*|more citations needed.*)"
)

_TEXT: dict[str, int] = {
    **dict.fromkeys(
        ("nowrap", "nobr", "small", "big", "smaller", "larger", "abbr", "sic", "em", "strong", "smallcaps"), 1
    ),
    **dict.fromkeys(("lang", "transl", "transliteration", "linktext", "native name", "script", "language"), -1),
    **dict.fromkeys(("circa", "quote", "blockquote", "cquote", "as written", "zh-tw", "nihongo", "ship", "title"), 1),
}
"""Templates whose text is one of their arguments: the first, or the last."""

_SIGNS = {
    "ndash": "–",
    "en dash": "–",
    "mdash": "—",
    "em dash": "—",
    "emdash": "—",
    "endash": "–",
    "spaced ndash": " – ",
    "snd": " – ",
    "nbsp": " ",
    "'": "’",
    "-": "",
    "pi": "π",
    "minus": "−",
    "times": "×",
    "°": "°",
    "!": "|",
    "=": "=",
}


def vanishes(name: str) -> bool:
    """Whether a template, by its name in small letters, is a note beside the text: its sentence is whole without it."""
    return _NOTES.fullmatch(name) is not None


def rendered(name: str, argument: Argument) -> str | None:
    """Return the text that a template stands for, or None where that is not known.

    Args:
        name: The template's name in small letters.
        argument: Gives the text of the n-th argument without a name, from 1; -1 is the last.
    """
    if name in _SIGNS:
        return _SIGNS[name]
    if name in ("convert", "cvt"):
        number, unit = argument(1), argument(2)
        return f"{number} {unit}" if number and unit else None
    if name.startswith("lang-"):
        return argument(1)
    if name in ("circa", "c."):
        return f"c. {argument(1) or ''}".strip()
    place = _TEXT.get(name)
    return None if place is None else argument(place)
