"""Where the sentences of a text lie.

A small rule for prose, which needs no model: good enough to say whether an answer lies in the sentence of the right
one, and the same on every machine.
"""

import re

from spanwise.text.span import Span

__all__ = ["sentence_spans"]

# A full stop ends a sentence only before white space, since "3.5", "U.S.A" and "file.txt" have none; the full stops of
# Chinese, Japanese and Hindi end one anywhere. What closes a quotation or a note still belongs to the sentence.
_CLOSING = r"""["'”’»)\]」』）]*(?:\[\d+\])*"""
_END = re.compile(rf"(?:[.!?…؟]+{_CLOSING}(?=\s)|[。！？｡।॥]+{_CLOSING}|\n[ \t\r]*(?=\n))")


def _words(text: str) -> frozenset[str]:
    return frozenset(text.split())


# Before a name, never at the end of a sentence.
_TITLES = _words(
    "mr mrs ms dr prof st gen col lt sgt capt cmdr adm maj rev hon sen rep gov pres fr sr mt ft messrs vs cf al eg ie"
    " e.g i.e viz approx ca"
)
# Before a number, and else at the end of a sentence: "No. 5", "He said no."
_COUNTED = _words("no nos vol vols fig figs p pp art sec ch chap jan feb mar apr jun jul aug sep sept oct nov dec")
# At either place; only a word that begins sentences tells.
_EITHER = _words("inc ltd co corp jr bros etc dept est univ a.m p.m b.c a.d ph.d")
_BEGINNERS = _words(
    "the a an in on at it its he she his her they their we this that these those there when while after before as for"
    " from by with although however but and or if since during one some many most both another such"
)
_DOTTED = re.compile(r"(?:[^\W\d]\.)+[^\W\d]")
_WORD_BEFORE = re.compile(r"[\w.’'-]*\Z")
_WORD_AFTER = re.compile(r"\s*[\"'“‘«(\[「『（]*(\w*)")
_LETTERS_BEFORE = 24


def sentence_spans(text: str) -> tuple[Span, ...]:
    """Return the span of every sentence, outer white space left out, in order; a text of white space has none.

    A full stop after a title ("Dr."), an initial ("J."), an abbreviation before a number ("No. 5") or before a small
    letter ends nothing; after "U.S." or "Inc." it does where the next word is one that begins sentences, such as
    "The". A blank line ends a sentence. The words known are English ones; the full stops are those of many scripts.
    """
    spans: list[Span] = []
    start = 0
    for match in _END.finditer(text):
        if _ends_sentence(text, match):
            _add(spans, text, start, match.end())
            start = match.end()
    _add(spans, text, start, len(text))
    return tuple(spans)


def _add(spans: list[Span], text: str, start: int, end: int) -> None:
    piece = text[start:end]
    inner = piece.strip()
    if inner:
        begin = start + len(piece) - len(piece.lstrip())
        spans.append(Span(begin, begin + len(inner)))


def _ends_sentence(text: str, match: re.Match[str]) -> bool:
    mark = match[0]
    if mark[0] not in ".!?…؟":
        return True
    found = _WORD_AFTER.match(text, match.end())
    after = found[1] if found else ""
    if after[:1].islower():
        return False
    if not mark.startswith(".") or mark.startswith(".."):
        return True
    before = text[max(0, match.start() - _LETTERS_BEFORE) : match.start()]
    found_before = _WORD_BEFORE.search(before)
    word = found_before[0] if found_before else ""
    known = word.lower()
    if known in _TITLES or (len(word) == 1 and word.isupper()):
        return False
    if known in _COUNTED:
        return not after[:1].isdigit()
    if known in _EITHER or _DOTTED.fullmatch(word):
        return not after or after.lower() in _BEGINNERS
    return True
