"""Every answer that does not stand where the file says, why, and where it does stand.

First the whole file, then each context is asked whether one of the `READINGS`, or one shift, makes its answers fit;
only what fits none is searched for by its text. A pattern decides where a text that occurs several times belongs; a
search cannot.
"""

from collections.abc import Iterable, Iterator, Mapping, Sequence
from typing import NamedTuple

import msgspec

from spanwise.data.answer_faults import shown
from spanwise.data.dataset import Answer, Dataset, Question
from spanwise.data.finding import Finding
from spanwise.data.offsets import READINGS, Reading, shift, unescaped
from spanwise.text.loose import (
    LEVELS,
    cuts_word,
    exactly,
    loose_match,
    loose_span_at,
    nearest_match,
    spaced_span_at,
)
from spanwise.text.span import Span

__all__ = ["OFFSET_CODES", "AnswerKey", "Diagnosis", "OffsetFault", "QuestionKey", "diagnosis", "offset_faults"]

OFFSET_CODES = ("answer-offset", "answer-not-in-context")
"""The codes of a mismatch: the context at answer_start is not the answer. Each finding is about one answer."""


def offset_faults(findings: Iterable[Finding]) -> int:
    """Return how many answers do not stand at their answer_start, plausible answers among them."""
    return sum(finding.code in OFFSET_CODES for finding in findings)


class QuestionKey(NamedTuple):
    """Where a question is in its dataset, counted from 0."""

    article: int
    paragraph: int
    question: int


class AnswerKey(NamedTuple):
    """Where an answer is in its dataset, counted from 0."""

    article: int
    paragraph: int
    question: int
    plausible: bool
    answer: int


class OffsetFault(msgspec.Struct, frozen=True):
    """One answer that does not stand where the file says."""

    key: AnswerKey
    id: str
    code: str
    found: str
    remedy: str
    pattern: str = ""
    """What it has in common with other faults, in words."""
    mended: Answer | None = None
    """The answer as it should be, where that is certain."""


class Diagnosis(msgspec.Struct, frozen=True):
    """The offset faults of a dataset and all that mending them changes."""

    faults: tuple[OffsetFault, ...] = ()
    mended: Mapping[AnswerKey, Answer] = {}
    """Answers as they should be, those that fitted by chance among them."""
    by_chance: tuple[tuple[str, str], ...] = ()
    """Pattern and question id of answers that stand at their start by chance: under a pattern that all answers of
    the file or context have, they are moved with the others."""
    contexts: Mapping[tuple[int, int], str] = {}
    """Contexts with their HTML entities unescaped, by article and paragraph, where the answers say so."""

    @property
    def lost(self) -> frozenset[AnswerKey]:
        """The answers whose start is wrong, and of which nobody can say where they belong."""
        return frozenset(f.key for f in self.faults if f.mended is None and f.code != "answer-start-missing")


class _Entry(NamedTuple):
    """A text and a start that one or more answers of a paragraph have."""

    text: str
    start: int | None


class _Case:
    """A paragraph with its answers, gathered by text and start, and what has been found out about them."""

    def __init__(self, at: tuple[int, int], context: str, questions: Sequence[Question]) -> None:
        self.at = at
        self.context = context
        self.keys: dict[_Entry, list[tuple[AnswerKey, str]]] = {}
        for k, question in enumerate(questions):
            for plausible, answers in ((False, question.answers), (True, question.plausible_answers)):
                for i, answer in enumerate(answers):
                    # Blank answers stand everywhere and nowhere; they are a fault of their own.
                    if answer.text and not answer.text.isspace():
                        entry = _Entry(answer.text, answer.start)
                        self.keys.setdefault(entry, []).append((AnswerKey(*at, k, plausible, i), question.id))
        self.faulty = [e for e in self.keys if not _fits(context, e.text, e.start)]
        # What stands at its start up to white space is placed by that; the rest has to be explained.
        self.open = [e for e in self.faulty if e.start is not None and not spaced_span_at(e.text, context, e.start)]
        self.placed: dict[_Entry, tuple[Span, str]] = {}
        self.disputed: set[_Entry] = set()
        self.unescaped: str | None = None

    def under(self, reading: Reading) -> dict[_Entry, Span]:
        """Return where the answers stand under a reading; those that do not fit are left out."""
        starts = sorted({e.start for e in self.keys if e.start is not None and (reading.signed or e.start >= 0)})
        places = dict(zip(starts, reading.convert(self.context, starts), strict=True))
        spans: dict[_Entry, Span] = {}
        for entry in self.keys:
            place = None if entry.start is None else places.get(entry.start)
            span = None if place is None else spaced_span_at(entry.text, self.context, place)
            if span is not None:
                spans[entry] = span
        return spans

    def fits_all(self, spans: Mapping[_Entry, Span]) -> bool:
        """Whether every answer with a start fits."""
        return all(e in spans for e in self.keys if e.start is not None)

    def take(self, spans: Mapping[_Entry, Span], phrase: str) -> None:
        """Place what is open, and where all answers fit, all that this moves."""
        for entry in self.keys if self.fits_all(spans) else self.open:
            if entry in spans and spans[entry] != spaced_span_at(entry.text, self.context, entry.start or 0):
                self.placed[entry] = (spans[entry], phrase)
        self.open = []


def _fits(context: str, text: str, start: int | None) -> bool:
    return start is not None and start >= 0 and context.startswith(text, start)


def diagnosis(dataset: Dataset) -> Diagnosis:
    """Return the offset faults of a dataset with their patterns, and what mends them.

    Linear in the size of the file: what needs more than one look at a context is done only where a fault is.
    """
    cases = [case for case in _cases(dataset) if case.faulty]
    if not cases:
        return Diagnosis()
    for case in cases:
        _unescape(case)
    others = _explain_file(dataset, cases)
    for case in cases:
        _explain(case, READINGS)
        _explain(case, [shift(by) for by in _shifts([case])])
    faults = {
        key: _fault(case, entry, key, identity)
        for case in cases
        for entry in case.faulty
        for key, identity in case.keys[entry]
    }
    mended = {key: fault.mended for key, fault in faults.items() if fault.mended is not None}
    by_chance: list[tuple[str, str]] = []
    for case in (*cases, *others):
        for entry, (span, phrase) in case.placed.items():
            mended |= dict.fromkeys([key for key, _ in case.keys[entry]], _as_it_stands(case, span))
            if case.unescaped is None:
                by_chance += [(phrase, identity) for key, identity in case.keys[entry] if key not in faults]
    contexts = {case.at: case.unescaped for case in cases if case.unescaped is not None}
    return Diagnosis(tuple(faults[key] for key in sorted(faults)), mended, tuple(by_chance), contexts)


def _cases(dataset: Dataset, *, without_fault: bool = False) -> Iterator[_Case]:
    """Give the paragraphs with a fault, or those without one."""
    for a, article in enumerate(dataset.articles):
        for p, paragraph in enumerate(article.paragraphs):
            if _has_fault(paragraph.context, paragraph.questions) is not without_fault:
                yield _Case((a, p), paragraph.context, paragraph.questions)


def _has_fault(context: str, questions: Sequence[Question]) -> bool:
    """Whether an answer does not stand at its start: the quick look that decides who gets a close one."""
    starts_with = context.startswith
    for question in questions:
        for answer in question.answers:
            start = answer.start
            if start is None or start < 0 or not starts_with(answer.text, start):
                return True
        for answer in question.plausible_answers:
            start = answer.start
            if start is None or start < 0 or not starts_with(answer.text, start):
                return True
    return False


def _unescape(case: _Case) -> None:
    """Unescape a context whose answers are in plain text: where they all fit then, and one did not before."""
    if "&" not in case.context or not any(e.text not in case.context for e in case.faulty):
        return
    entries = [e for e in case.keys if e.start is not None and e.start >= 0]
    text, moved = unescaped(case.context, [e.start or 0 for e in entries])
    plain = [unescaped(e.text)[0] for e in entries]
    if text == case.context or len(entries) < len(case.keys):
        return
    ways: list[list[Span]] = []
    for starts in (moved, [e.start for e in entries]):
        spans = [None if s is None else spaced_span_at(t, text, s) for t, s in zip(plain, starts, strict=True)]
        certain = [span for span in spans if span is not None]
        if len(certain) == len(entries) and certain not in ways:
            ways.append(certain)
    if len(ways) == 1:
        case.unescaped = text
        case.placed = {e: (s, _ENTITIES) for e, s in zip(entries, ways[0], strict=True)}
        case.open = []


_ENTITIES = "the context holds HTML entities that the answers do not"


def _explain_file(dataset: Dataset, cases: Sequence[_Case]) -> list[_Case]:
    """Try what explains all open faults of the file; return the paragraphs without a fault that it moves too."""
    open_cases = [case for case in cases if case.open]
    if not open_cases:
        return []
    # A context at a time, so that what fails at the first one costs nothing at the others.
    fitting = [r for r in READINGS if all(_explains(case, r) for case in open_cases)]
    if not fitting:
        fitting = [shift(by) for by in _shifts(open_cases)]
    for case in open_cases:
        _explain(case, fitting)
    if len(fitting) != 1:
        return []
    # Under a reading that every answer of the file fits, those that seem right fit by chance: all are moved.
    reading = fitting[0]
    if not all(case.fits_all(case.under(reading)) for case in cases if case.unescaped is None):
        return []
    others: list[_Case] = []
    for case in _cases(dataset, without_fault=True):
        spans = case.under(reading)
        if not case.fits_all(spans):
            return []
        case.take(spans, reading.phrase)
        others.append(case)
    for case in cases:
        if case.unescaped is None:
            case.take(case.under(reading), reading.phrase)
    return others


def _explains(case: _Case, reading: Reading) -> bool:
    spans = case.under(reading)
    return all(entry in spans for entry in case.open)


def _explain(case: _Case, readings: Sequence[Reading]) -> None:
    """Place the open answers of a context by the readings that fit them all, where these agree."""
    if not case.open:
        return
    tried = [(case.under(reading), reading.phrase) for reading in readings]
    fitting = [(spans, phrase) for spans, phrase in tried if all(e in spans for e in case.open)]
    if not fitting:
        return
    # Where one of them explains the right-looking answers too, it is the better explanation.
    spans, phrase = next((f for f in fitting if case.fits_all(f[0])), fitting[0])
    case.disputed = {e for e in case.open if any(other[e] != spans[e] for other, _ in fitting)}
    if case.disputed:
        case.placed |= {e: (spans[e], phrase) for e in case.open if e not in case.disputed}
        case.open = []
    else:
        case.take(spans, phrase)


_MOST_SHIFTS = 64
"""How many shifts are tried, the nearest first; a text that occurs more often tells little about where it belongs."""


def _shifts(cases: Sequence[_Case]) -> list[int]:
    """Return the shifts that make every open answer fit, given two that are no part of each other.

    For a single answer some shift always fits, and the same one fits the answers within it.
    """
    entries = [(case, entry) for case in cases for entry in case.open]
    ends = {case.at: min((e.start or 0) + len(e.text) for e in case.open) for case in cases if case.open}
    if len(ends) < 2 and all((entry.start or 0) < ends[case.at] for case, entry in entries):
        return []
    # The longest text is the one that fits at the fewest places.
    first, (text, start) = max(entries, key=lambda item: len(item[1].text))
    core, lead = text.strip(), len(text) - len(text.lstrip())
    places = [span.start - (start or 0) for span in exactly(first.context).spans_from(core)]
    candidates = sorted({by for place in places for by in (place, place - lead) if by}, key=abs)[:_MOST_SHIFTS]
    for case, (text, start) in entries:
        candidates = [k for k in candidates if spaced_span_at(text, case.context, (start or 0) + k) is not None]
    return candidates


def _as_it_stands(case: _Case, span: Span) -> Answer:
    return Answer(span.of(case.context if case.unescaped is None else case.unescaped), span.start)


class _Verdict(NamedTuple):
    span: Span | None
    pattern: str = ""
    clue: str = ""
    remedy: str = ""


def _fault(case: _Case, entry: _Entry, key: AnswerKey, identity: str) -> OffsetFault:
    verdict = _verdict(case, entry)
    absent = entry.text.strip() not in case.context
    code = "answer-not-in-context" if absent else "answer-offset" if entry.start is not None else "answer-start-missing"
    clue = verdict.clue or (f"which is found at {verdict.span.start}" if verdict.span else "")
    found = f"{_points_at(case.context, entry)}{', ' if clue else ''}{clue}"
    if verdict.pattern:
        found += f"; {verdict.pattern}"
    mended = None if verdict.span is None else _as_it_stands(case, verdict.span)
    remedy = verdict.remedy or "spanwise check --repair mends this"
    return OffsetFault(key, identity, code, found, remedy, verdict.pattern, mended)


def _points_at(context: str, entry: _Entry) -> str:
    text, start = entry
    if start is None:
        return f"there is no answer_start for {shown(text)}"
    if start < 0:
        return f"answer_start {start} of {shown(text)} is before the context"
    if start >= len(context):
        return f"answer_start {start} of {shown(text)} is past the end of the context ({len(context):,} code points)"
    return f"answer_start {start} points at {shown(context[start : start + len(text)])}, not at {shown(text)}"


def _verdict(case: _Case, entry: _Entry) -> _Verdict:
    """Return where an answer belongs and why, or why nobody can say."""
    text, start = entry
    if entry in case.placed:
        span, phrase = case.placed[entry]
        return _Verdict(span, phrase)
    core = text.strip()
    spaced = None if start is None else spaced_span_at(text, case.context, start)
    if spaced is not None:
        same = spaced.of(case.context) == core
        outer = "answer_start is that of the answer without its outer white space"
        return _Verdict(spaced, outer if same else "the answer's white space is not the context's")
    near = loose_span_at(core, case.context, start) if start is not None else None
    if near and near[0] in LEVELS[:2]:
        return _Verdict(near[1], f"the answer's {near[0]} is not the context's")
    match = nearest_match(core, case.context, start, exactly(case.context))
    if match is None:
        return _loose_verdict(case, core, start)
    nearest = match.span.start
    if near and not cuts_word(case.context, near[1]):
        remedy = f"two places fit: the words at {start} but for {near[0]}, and those at {nearest}; choose one"
        return _Verdict(None, f"the {near[0]} differs at answer_start", f"which is found at {nearest}", remedy)
    if entry in case.disputed:
        return _Verdict(None, "", f"the nearest is found at {nearest}", "several patterns fit and disagree; choose one")
    if match.alone:
        return _Verdict(match.span)
    clue = f"which occurs {match.times:,} times" + ("" if start is None else f", the nearest found at {nearest}")
    return _Verdict(None, "", clue, "choose one of the places")


def _loose_verdict(case: _Case, core: str, start: int | None) -> _Verdict:
    """Look for an answer that is nowhere in the context as it is written."""
    match = loose_match(core, case.context, start)
    if match is None:
        return _Verdict(None, "", "which is nowhere in the context", "give the answer as it stands in the context")
    clue = f"which is found at {match.span.start}"
    pattern = f"the answer's {match.level} is not the context's"
    return (
        _Verdict(match.span, pattern, clue)
        if match.alone
        else _Verdict(None, pattern, clue, "choose one of the places")
    )
