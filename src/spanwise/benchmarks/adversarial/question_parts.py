"""A question taken apart by its dependency parse: what is asked, the auxiliary, the subject, the verb, the rest.

A small pipeline often mistakes what hangs on what in questions, so that the finite verb, what stands between it and the
main verb, and a preposition left at the end count for more than the relation that the parser gives the question word.
"""

from typing import NamedTuple

from spanwise.language.annotated import Annotated, TokenSpan

__all__ = ["QuestionParts", "question_parts"]

_WH_TAGS = frozenset(["WP", "WDT", "WRB", "WP$"])
_FINITE = frozenset(["MD", "VBD", "VBZ", "VBP"])
_SUBJECTS = frozenset(["nsubj", "nsubjpass", "csubj", "expl"])
_NOUNS = frozenset(["NOUN", "PROPN", "PRON", "NUM"])
_TIMES = frozenset(["year", "day", "date", "month", "week", "decade", "century", "season", "time", "period", "era"])
_ADVERBS = frozenset(["when", "where", "why", "how"])


class QuestionParts(NamedTuple):
    """Parts of a question as runs of tokens; together with the question mark they hold every token once."""

    clause: str
    """As in `ClauseRule.clause`."""
    gap: str
    """As in `ClauseRule.gap`."""
    asks: str
    """The question word, "+" behind it where it stands before a noun ("what+"), or "how-many", "which-of", ..."""
    front: TokenSpan
    """What stands before what is asked."""
    preposition: TokenSpan
    """The preposition before what is asked."""
    noun: TokenSpan
    """What is asked with the question word: "NFL team" of "What NFL team"."""
    head: int
    """The token of `noun` that the others hang on, or the question word itself."""
    auxiliary: TokenSpan
    subject: TokenSpan
    verb: TokenSpan
    """The main verb, with all that stands between the subject and it."""
    before: TokenSpan
    """What stands between the verb and the gap."""
    rest: TokenSpan


_NONE = TokenSpan(0, 0)


class _Asked(NamedTuple):
    """Where the question word is, what belongs to it, and the finite verb behind it."""

    front: TokenSpan
    preposition: TokenSpan
    wh: int
    noun: TokenSpan
    finite: int
    end: int


def question_parts(question: Annotated) -> QuestionParts | str:
    """Return the parts of a question, or why it cannot be taken apart."""
    end = len(question)
    while end and question.pos[end - 1] in ("PUNCT", "SPACE"):
        end -= 1
    if any(question.tags[i] in (".", ":") for i in range(end)) and len(question.sentences) > 1:
        return "more than one sentence"
    marks = [i for i in range(end) if question.tags[i] in _WH_TAGS and question.words[i].lower() != "that"]
    if not marks:
        return "no question word"
    asked = _asked(question, marks, end)
    if asked is None:
        return "no finite verb"
    if isinstance(asked, QuestionParts):
        return asked
    if (
        question.lemmas[asked.finite] == "do"
        and _main_verb(question, asked) is None
        and _is_auxiliary_do(question, asked)
    ):
        return "no main verb behind the auxiliary"
    parts = _clause(question, asked)
    if parts.clause == "subject" and (_is_adverbial(question, asked) or parts.asks in ("how+", "how-long")):
        return "no subject for what is asked"
    return parts


def _is_adverbial(question: Annotated, asked: "_Asked") -> bool:
    """Whether what is asked cannot be the subject: a bare "when", or what stands behind a preposition."""
    bare = question.words[asked.wh].lower() in _ADVERBS and asked.noun.start == asked.noun.end
    return bare or asked.preposition.end > asked.preposition.start


def _is_auxiliary_do(question: Annotated, asked: "_Asked") -> bool:
    """Whether a "did" stands before a noun: "What did Leo launch", where the verb was taken for a noun."""
    after = asked.finite + 1
    nouns = (*_NOUNS, "DET", "ADJ", "VERB")
    return after < asked.end and question.pos[after] in nouns and question.words[asked.wh].lower() != "who"


def _asked(question: Annotated, marks: list[int], end: int) -> "_Asked | QuestionParts | None":
    wh = marks[0]
    start = wh
    while start and question.pos[start - 1] in ("ADP", "SCONJ") and question.words[start - 1].lower() != "that":
        start -= 1
    opens = start == 0 or question.words[start - 1] in (",", ":", ";") or question.pos[start - 1] in ("CCONJ", "SPACE")
    if not opens:
        return _in_place(question, marks[-1], end)
    preposition = TokenSpan(start, wh)
    finite = _finite(question, wh, end)
    if finite < 0:
        return _in_place(question, wh, end) if start else None
    return _Asked(TokenSpan(0, start), preposition, wh, TokenSpan(wh + 1, finite), finite, end)


def _finite(question: Annotated, wh: int, end: int) -> int:
    """Return the finite verb behind a question word, or the adverb before it; -1 where there is none."""
    found = [i for i in range(wh + 1, end) if question.tags[i] in _FINITE and not _inside_noun(question, wh, i)]
    if not found:
        return -1
    # Of two in a row the first is a plural that was taken for a verb: "which [shows] have been shown".
    finite = found[1] if len(found) > 1 and found[1] == found[0] + 1 and found[0] > wh + 1 else found[0]
    if question.pos[finite] == "VERB":
        while finite - 1 > wh + 1 and question.pos[finite - 1] == "ADV":
            finite -= 1
    return finite


def _inside_noun(question: Annotated, wh: int, verb: int) -> bool:
    """Whether a verb belongs to a clause that hangs on the noun asked for ("which team that won ...")."""
    return question.dependencies[verb] == "relcl" and wh < question.heads[verb] < verb


def _in_place(question: Annotated, wh: int, end: int) -> QuestionParts | None:
    """Return the parts of "X was named after which team?": only what is asked is replaced."""
    stop = wh + 1
    if question.tags[wh] in ("WDT", "WP$") or question.dependencies[wh] == "det" or _asks_amount(question, wh):
        head = question.heads[wh]
        while head < end and question.pos[head] not in ("NOUN", "PROPN") and question.heads[head] > head:
            head = question.heads[head]
        if wh < head < end:
            stop = head + 1
            while stop < end - 1 and question.words[stop].lower() == "of":
                stop = 1 + max(i for i in range(stop, end) if i == stop or stop <= question.heads[i] < i)
    if question.words[wh].lower() in ("when", "where", "why") and stop < end:
        return None
    noun = TokenSpan(wh + 1, stop)
    asks, noun = _asks(question, wh, noun)
    return QuestionParts(
        "in place", "", asks, TokenSpan(0, wh), _NONE, noun, stop - 1, _NONE, _NONE, _NONE, _NONE, TokenSpan(stop, end)
    )


def _asks_amount(question: Annotated, wh: int) -> bool:
    return (
        question.words[wh].lower() == "how" and wh + 1 < len(question) and question.lemmas[wh + 1] in ("many", "much")
    )


def _asks(question: Annotated, wh: int, noun: TokenSpan) -> tuple[str, TokenSpan]:
    """Return how a question asks, and the noun without what belongs to the question word."""
    word = question.words[wh].lower()
    first = question.words[noun.start].lower() if noun.start < noun.end else ""
    if word == "how" and first in ("many", "much"):
        return f"how-{first}", TokenSpan(noun.start + 1, noun.end)
    if word == "which" and first == "of":
        return "which-of", noun
    if noun.start == noun.end or (
        all(question.pos[i] in ("ADV", "PUNCT", "ADP") for i in range(*noun)) and word != "how"
    ):
        return word, noun
    return f"{word}+", noun


def _clause(question: Annotated, asked: _Asked) -> QuestionParts:
    finite = asked.finite
    main = _main_verb(question, asked)
    asks, noun = _asks(question, asked.wh, asked.noun)
    head = _head(question, asked)
    base = QuestionParts(
        "subject", "", asks, asked.front, asked.preposition, noun, head, _NONE, _NONE, _NONE, _NONE,
        TokenSpan(finite, asked.end),
    )  # fmt: skip
    if asks == "how+" and question.words[noun.start].lower() == "long" and question.lemmas[finite] != "be":
        base = base._replace(asks="how-long")
    if main is None:
        return _without_main_verb(question, asked, base)
    subject = _subject(question, finite, main)
    if subject is None:
        return base
    verb = TokenSpan(subject.end, main + 1)
    gap, place = _gap(question, asked, base, main)
    if gap == "object" and question.lemmas[main] == "do" and base.asks == "what":
        gap, verb = "verb", TokenSpan(verb.start, main)
    return base._replace(
        asks="what" if gap == "object" and base.asks == "where" else base.asks,
        clause="do" if question.lemmas[finite] == "do" else "auxiliary",
        gap=gap,
        auxiliary=TokenSpan(finite, finite + 1),
        subject=subject,
        verb=verb,
        before=TokenSpan(main + 1, place),
        rest=TokenSpan(place, asked.end),
    )


def _main_verb(question: Annotated, asked: _Asked) -> int | None:
    """Return the verb that the finite one is the auxiliary of, or None where it is the main verb itself."""
    finite, end = asked.finite, asked.end
    if question.lemmas[finite] not in ("do", "be", "have") and question.tags[finite] != "MD":
        return None
    wanted = {"do": ("VB", "VBP"), "be": ("VBN", "VBG", "VBD"), "have": ("VBN", "VBD")}.get(
        question.lemmas[finite], ("VB",)
    )
    head = question.heads[finite]
    if question.dependencies[finite] in ("aux", "auxpass") and finite < head < end:
        return head
    if question.lemmas[finite] == "be":
        return _participle_of_be(question, asked)
    if question.lemmas[finite] == "have" and question.dependencies[finite] == "ROOT":
        return None
    found = [i for i in range(finite + 1, end) if question.tags[i] in wanted and question.tags[i - 1] != "TO"]
    if found or question.lemmas[finite] != "do":
        return found[0] if found else None
    # "Which city did they visit?": a verb that was taken for a noun closes many a question.
    return end - 1 if end - 1 > finite + 1 and question.tags[end - 1] in ("NN", "JJ", "NNP", "VBN") else None


def _participle_of_be(question: Annotated, asked: _Asked) -> int | None:
    """Return the participle that the parser hung on the subject: "When was [his article published]?"."""
    nouns = [i for i in range(asked.finite + 1, asked.end) if question.pos[i] in _NOUNS]
    first = nouns[0] + 1 if nouns else asked.end
    found = [i for i in range(first, asked.end) if question.tags[i] in ("VBN", "VBD")]
    left = [i for i in range(first, asked.end) if _is_left(question, i, asked.end)]
    if left:
        # "What was [it used for]": the participle that the preposition hangs on, which is the last before it.
        return next((i for i in reversed(found) if i < left[-1]), None)
    if asked.end - 1 in found and question.dependencies[asked.end - 1] != "conj":
        return asked.end - 1
    if asked.noun.end > asked.noun.start or not _is_adverbial(question, asked):
        return None
    hung = [i for i in found if question.dependencies[i] == "acl" and asked.finite < question.heads[i] < i]
    return hung[0] if hung else None


def _head(question: Annotated, asked: _Asked) -> int:
    """Return the token of what is asked that the others hang on."""
    token = asked.wh
    # Never to the left again: a tree that another tool made may go round.
    while token < question.heads[token] < asked.finite:
        token = question.heads[token]
    if token > asked.wh:
        return token
    # The parser hangs many a "which" on its preposition; then the last noun before an "of" is the head.
    run = range(*asked.noun)
    stop = next((i for i in run if question.pos[i] == "ADP"), asked.noun.end)
    return next((i for i in range(stop - 1, asked.wh, -1) if question.pos[i] in ("NOUN", "PROPN")), token)


def _subject(question: Annotated, finite: int, main: int) -> TokenSpan | None:
    """Return what stands between the auxiliary and the verb, less the auxiliaries and adverbs right before the verb."""
    end = main
    while end > finite + 1 and (
        question.dependencies[end - 1] in ("aux", "auxpass", "neg")
        or (question.pos[end - 1] == "ADV" and question.heads[end - 1] == main)
    ):
        end -= 1
    nouns = any(
        question.pos[i] in _NOUNS or question.tags[i] in ("DT", "VBG", "EX", "JJ") for i in range(finite + 1, end)
    )
    return TokenSpan(finite + 1, end) if nouns else None


def _without_main_verb(question: Annotated, asked: _Asked, base: QuestionParts) -> QuestionParts:
    """Return the parts where the finite verb is the only one: a copula before its subject, or what is asked acts."""
    finite = asked.finite
    if question.lemmas[finite] != "be" or finite + 1 == asked.end:
        return base
    after = finite + 1
    if question.tags[after] == "EX" or question.words[after].lower() == "there":
        return base._replace(
            clause="there",
            subject=TokenSpan(after, after + 1),
            auxiliary=TokenSpan(finite, after),
            rest=TokenSpan(after + 1, asked.end),
        )
    subject = any(
        question.dependencies[i] in ("nsubj", "attr", "nsubjpass", "csubj") and question.heads[i] in (finite, asked.wh)
        for i in range(after, asked.end)
    )
    starts = question.pos[after] in ("DET", "PRON", "PROPN", "NOUN", "NUM") or question.tags[after] in ("PRP$", "WP$")
    adjective = question.pos[after] == "ADJ" and subject
    asked_for_number = base.asks in ("how-many", "how-much")
    if not (starts or adjective) or (asked_for_number and not starts):
        return base
    stop = _end_of_copula_subject(question, asked)
    return base._replace(
        clause="copula",
        gap="object" if stop < asked.end else "",
        auxiliary=TokenSpan(finite, after),
        subject=TokenSpan(after, stop),
        before=TokenSpan(stop, asked.end),
        rest=TokenSpan(asked.end, asked.end),
    )


def _end_of_copula_subject(question: Annotated, asked: _Asked) -> int:
    """Return where the subject ends: before the adjective of a preposition that is left ("What is Ann good at?")."""
    start, end = asked.finite + 1, asked.end
    last = end - 1
    adverbial = question.words[asked.wh].lower() in _ADVERBS or asked.preposition.end > asked.preposition.start
    if question.pos[last] != "ADP" or adverbial:
        return end
    predicate = last
    while start < question.heads[predicate] < predicate:
        predicate = question.heads[predicate]
    subjects = [i for i in range(start, predicate) if question.dependencies[i] in _SUBJECTS]
    return predicate if subjects and question.pos[predicate] in ("ADJ", "ADP", "ADV") else end


def _is_left(question: Annotated, token: int, end: int) -> bool:
    """Whether a preposition has lost what it governs to the front: "move in [with] at nine", "used [for]?"."""
    if question.tags[token] not in ("IN", "TO") or question.dependencies[token] in ("mark", "aux", "quantmod"):
        return False
    following = token + 1
    closed = following == end or question.tags[following] == "IN"
    return closed and not any(question.heads[i] == token for i in range(following, end))


def _gap(question: Annotated, asked: _Asked, base: QuestionParts, main: int) -> tuple[str, int]:
    """Return where the answer is missing, and before which token."""
    end = asked.end
    adverbial = asked.preposition.end > asked.preposition.start or base.asks in _ADVERBS
    left = [i for i in range(main + 1, end) if _is_left(question, i, end)]
    if left and (not adverbial or base.asks == "where"):
        # "Where did they leave for?" has its preposition.
        return "object", left[-1] + 1
    if not adverbial and question.tags[end - 1] in ("VB", "VBG") and end - 1 > main:
        # "What have they praised him for doing?"
        return "object", end
    if adverbial or base.asks == "how+" or question.lemmas[base.head] in _TIMES:
        return "end", main + 1
    governor = question.heads[base.head]
    verb = governor if governor > main and question.pos[governor] in ("VERB", "AUX") else main
    place = verb + 1
    while place < end and question.tags[place] == "RP":
        place += 1
    return "object", place
