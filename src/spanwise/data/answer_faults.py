"""What can be wrong with one answer's text: empty, outer white space, cut inside a word, nothing left to compare."""

import re
from typing import NamedTuple

from spanwise.data.dataset import Answer
from spanwise.text.normalize import SQUAD, normalized_alone
from spanwise.text.word_edge import inside_word

__all__ = ["AnswerFault", "answer_faults", "nothing_left", "shown", "trimmed"]

MENDS = "spanwise check --repair mends this"

# Any character but these is left after normalisation. The rare text that has none is looked at by the rule itself.
_LEFT_AFTER_NORMALISATION = re.compile(r"[^\s!-/:-@\[-`{-~aAnNtThHeE]")


class AnswerFault(NamedTuple):
    """A fault of one answer: the parts of a finding that do not depend on where the answer stands."""

    code: str
    found: str
    remedy: str
    mendable: bool = False


def shown(text: str, most: int = 40) -> str:
    """Return a text in quotation marks, shortened, with what cannot be seen written as escapes."""
    return repr(text) if len(text) <= most else f"{text[: most - 3]!r}..."


def nothing_left(text: str) -> bool:
    """Return whether nothing is left of a text after the normalisation of the official SQuAD scripts."""
    return not _LEFT_AFTER_NORMALISATION.search(text) and not normalized_alone(text, SQUAD)


def answer_faults(answer: Answer, context: str, *, placed: bool) -> tuple[AnswerFault, ...]:
    """Return what is wrong with an answer's text.

    Args:
        answer: The answer.
        context: The context it belongs to.
        placed: Whether it stands at its start, or where it belongs is known. White space is trimmed only then.
    """
    text = answer.text
    if not text or text.isspace():
        found = "the answer is empty" if not text else f"the answer {shown(text)} is white space only"
        found += ", yet the question counts as answerable for having it"
        return (AnswerFault("answer-empty", found, "give its text, or remove it and correct is_impossible"),)
    faults: list[AnswerFault] = []
    if text[0].isspace() or text[-1].isspace():
        remedy = f"{MENDS}: it is trimmed and its start is moved" if placed else "its place must be mended first"
        found = f"the answer {shown(text)} has outer white space"
        faults.append(AnswerFault("answer-outer-space", found, remedy, placed))
    if nothing_left(text):
        # Facts of the official scripts: 1.1 keeps such an answer, so that an empty prediction matches it exactly;
        # 2.0 drops it.
        found = f"the answer {shown(text)} is empty after normalisation"
        remedy = "scores cannot tell it from no answer; give an answer with a word in it"
        faults.append(AnswerFault("answer-normalises-to-nothing", found, remedy))
    start = answer.start
    if start is not None and start >= 0:
        end = start + len(text)
        cut = inside_word(context, end), inside_word(context, start)
        if True in cut and context.startswith(text, start):
            sides = "starts and ends" if all(cut) else "ends" if cut[0] else "starts"
            word = shown(_around(context, end if cut[0] else start))
            found = f"the answer {shown(text)} {sides} inside the word {word}"
            faults.append(AnswerFault("answer-cut-word", found, "take the whole word, unless the cut is meant"))
    return tuple(faults)


def trimmed(answer: Answer) -> Answer:
    """Return an answer without outer white space, its start moved along."""
    core = answer.text.strip()
    if core == answer.text or not core:
        return answer
    lead = len(answer.text) - len(answer.text.lstrip())
    return Answer(core, None if answer.start is None else answer.start + lead)


def _around(context: str, position: int) -> str:
    """Return the word that goes on across a position."""
    start = end = position
    while inside_word(context, start):
        start -= 1
    while inside_word(context, end):
        end += 1
    return context[start:end]
