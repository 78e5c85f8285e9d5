"""Fake answers for an answer: of its type, in its form, and nowhere in the context."""

import re
from typing import NamedTuple

from spanwise.benchmarks.adversarial.fake_types import FAKE_TYPES, NUMBER_WORDS, FakeType
from spanwise.data.dataset import Answer
from spanwise.language.annotated import Annotated, TokenSpan
from spanwise.language.answer_type import answer_type

__all__ = ["FakeAnswer", "fake_answers"]


class FakeAnswer(NamedTuple):
    """A fake answer, and the type by which it was found."""

    text: str
    type: str
    kind: str


_SHAPES = {row.name: re.compile(row.shape) for row in FAKE_TYPES}
_CLIPPED = re.compile(
    r"^(?:in|on|at|from|between|since|until|during|by|the|about|around|over|under|nearly|almost|approximately)\s+",
    re.IGNORECASE,
)
_DROPPED = frozenset(["year", "day", "month", "century", "hour"])
_PAIRS = (
    "one six two nine three eight four seven five two six five seven four eight three nine thirty ten fourteen "
    "eleven forty twelve sixteen twenty ninety thirty seventy forty eighty fifty twenty sixty ten hundred thousand"
)
_OTHER = _PAIRS.split()
_OTHER_WORDS = dict(zip(_OTHER[::2], _OTHER[1::2], strict=True))


def fake_answers(context: Annotated, answer: Answer) -> tuple[FakeAnswer, ...]:
    """Return fake answers of an answer's type, none of which the context holds; none where the answer has no place.

    Numbers keep their form and their unit and get other digits ("43 percent" for "28 percent"), so that the same answer
    always has the same fakes.
    """
    span = answer.span
    tokens = None if span is None else context.tokens_in(span)
    if span is None or tokens is None:
        return ()
    row = _row(context, answer.text, answer_type(context, span), tokens)
    found = (_made(fake, row, answer.text.strip(), turn) for fake in row.fakes for turn in _turns(fake))
    held = context.text.lower()
    return tuple([FakeAnswer(text, row.name, row.kind) for text in dict.fromkeys(found) if text.lower() not in held])


def _turns(fake: str) -> range:
    return range(3) if "#" in fake else range(1)


def _row(context: Annotated, text: str, type_of: str, tokens: TokenSpan) -> FakeType:
    head = _head(context, tokens)
    entity = context.entity_types[head]
    first = next((i for i in range(*tokens) if context.pos[i] not in ("PUNCT", "SPACE")), tokens.start)

    def fits(row: FakeType) -> bool:
        tags = row.tags.split()
        return (
            (not row.shape or _SHAPES[row.name].fullmatch(text) is not None)
            and (not row.entities or entity in row.entities.split())
            and (not row.types or type_of in row.types.split("|"))
            and (not tags or context.tags[head] in tags or f"^{context.tags[first]}" in tags)
        )

    return next(row for row in FAKE_TYPES if fits(row))


def _head(context: Annotated, tokens: TokenSpan) -> int:
    """Return the token whose head lies outside: the last of several, which is the noun of a phrase cut short."""
    outside = [i for i in range(*tokens) if not tokens.start <= context.heads[i] < tokens.end or context.heads[i] == i]
    full = [i for i in outside if context.pos[i] not in ("PUNCT", "SPACE", "DET", "ADP", "CCONJ")]
    return (full or outside)[-1]


def _made(fake: str, row: FakeType, answer: str, turn: int) -> str:
    if "{first}" in fake:
        return fake.replace("{first}", answer.split(maxsplit=1)[0])
    if fake != "#":
        return fake
    text = _CLIPPED.sub("", answer) if row.kind in _DROPPED else answer
    if not any(map(str.isdigit, text)):
        return re.sub(NUMBER_WORDS, lambda match: _other_word(match[0], turn), text, flags=re.IGNORECASE)
    return re.sub(r"\d+", lambda match: _other_digits(match[0], row.kind, turn), text)


def _other_word(word: str, turn: int) -> str:
    found = word.lower()
    for _ in range(turn + 1):
        found = _OTHER_WORDS.get(found, "seventeen")
    return found


def _other_digits(digits: str, kind: str, turn: int) -> str:
    """Return other digits of the same number: a year becomes an earlier one."""
    if len(digits) == 4 and 1000 < int(digits) < 2100 and kind in ("year", "number"):
        # All by the same, so that of two years the later one stays the later.
        return f"{int(digits) - 137 * (turn + 1):04d}"
    shifted = "".join(str((int(digit) + 3 + 2 * turn + place) % 10) for place, digit in enumerate(digits))
    return ("4" + shifted[1:]) if shifted.startswith("0") else shifted
