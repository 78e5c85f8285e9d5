"""The type of an answer by what stands in the context: a date, a person, a common noun phrase, a clause, ..."""

import re
from collections import Counter
from typing import NamedTuple

from spanwise.language.annotated import Annotated, TokenSpan
from spanwise.text.span import Span

__all__ = ["ANSWER_TYPES", "answer_type"]

ANSWER_TYPES = (
    "Date",
    "Other Numeric",
    "Person",
    "Location",
    "Other Entity",
    "Common Noun Phrase",
    "Adjective Phrase",
    "Verb Phrase",
    "Clause",
    "Other",
)
"""The types, in the order of Table 2 of Rajpurkar et al. (2016)."""

# OntoNotes has the first of each, CoNLL the second where there is one; "MISC" is CoNLL's for all other names.
_PERSONS = frozenset(["PERSON", "PER"])
_PLACES = frozenset(["GPE", "LOC", "FAC"])
_OTHER_NAMES = frozenset(["ORG", "NORP", "PRODUCT", "EVENT", "WORK_OF_ART", "LAW", "LANGUAGE", "MISC"])
_NAMES = _PERSONS | _PLACES | _OTHER_NAMES
_PEOPLES = frozenset(["NORP", "MISC"])
_AMOUNTS = frozenset(["CARDINAL", "ORDINAL", "QUANTITY", "MONEY", "PERCENT"])
_MEASURES = _AMOUNTS - {"CARDINAL"}
_TIMES = frozenset(["DATE", "TIME"])

_NOUNS = frozenset(["NOUN", "PROPN", "PRON", "X"])
_VERBS = frozenset(["VERB", "AUX"])
_EMPTY = frozenset(["DET", "ADP", "CCONJ", "SCONJ", "PART", "PUNCT", "SPACE"])
_OUTER = frozenset(["PUNCT", "SPACE"])
_OBJECTS = frozenset(["pobj", "obj", "dobj", "pcomp", "nmod", "obl"])
_NOUN_ROLES = frozenset(["nsubj", "nsubjpass", "nsubj:pass", "dobj", "obj", "iobj", "pobj", "obl", "nmod", "dative"])
_YEAR = re.compile(r"(?:1\d|20)\d\d(?:s|['’]s)?(?:\s?[-–—/]\s?\d{2,4}s?)?")


def answer_type(context: Annotated, span: Span) -> str:
    """Return one of `ANSWER_TYPES` for the answer at a span of a context.

    The order is the paper's: numbers against all else first, then by the tree and the parts of speech, then proper
    nouns by named entity. The paper does not give its rules in full; these are its words made definite:

    - The answer is judged by its head, the token that the rest of it hangs on, and never by the question.
    - A date is a point or stretch of the calendar with a number or a name in it ("1066", "the 1960s", "Monday"). How
      long something lasts and what a clock shows are Other Numeric, as is a noun that is counted ("three schools").
    - "German" is an adjective by its part of speech, as in the Penn Treebank, and not a name.
    - A prepositional phrase is its object where that is a number or a name ("in Wittenberg"), else Other.
    - A verb with a subject, a subordinator, a question word or an infinitive's particle is a Clause ("to avoid
      trivialization"), without them a Verb Phrase.

    Only universal parts of speech are asked, and entity types of OntoNotes or CoNLL. CoNLL has none for numbers, so
    that there a date is known by its year alone.

    Args:
        context: The annotated context.
        span: Where the answer stands in it, code points. A span that holds nothing but punctuation is Other.
    """
    tokens = context.tokens_in(span)
    core = None if tokens is None else _without_outer(context, tokens)
    if core is None:
        return "Other"
    answer = _Answer(context, core, _head(context, core))
    if answer.named_whole:
        return _name_type(answer.type_of(answer.head))
    if answer.pos == "ADP" or (answer.pos == "SCONJ" and answer.object_of(answer.head) is not None):
        return _prepositional(answer)
    return _numeric(answer) or _wordy(answer)


class _Answer(NamedTuple):
    """The tokens of an answer and the one that the others hang on."""

    context: Annotated
    core: TokenSpan
    head: int

    @property
    def pos(self) -> str:
        return self.context.pos[self.head]

    @property
    def label(self) -> str:
        """The entity type of the head."""
        return self.context.entity_types[self.head]

    @property
    def named_whole(self) -> bool:
        """Whether one name holds the whole answer, whatever its words are: "It's the Great Pumpkin"."""
        context = self.context
        for entity in context.entities:
            if entity.start <= self.core.start and self.core.end <= entity.end:
                adjective = self.pos == "ADJ" and entity.type in _PEOPLES
                whole = (self.core.end - self.core.start) > 1 or self.pos in ("PROPN", "NOUN", "NUM", "X", "ADJ")
                return (
                    entity.type in _NAMES
                    and not adjective
                    and whole
                    and any(_capital(context.words[i]) for i in range(*self.core))
                )
        return False

    def children(self, token: int) -> list[int]:
        """The tokens of the answer that hang on one."""
        return [i for i in range(*self.core) if self.context.heads[i] == token != i]

    def object_of(self, token: int) -> int | None:
        """What a preposition governs; the head itself where a tree hangs prepositions under their objects."""
        return next((i for i in self.children(token) if self.context.dependencies[i] in _OBJECTS), None)

    def counted(self, token: int) -> bool:
        """Whether a number says how many or how much of a noun; in "Apollo 1 crew" it is part of a name instead."""
        pos = self.context.pos
        return any(
            pos[i] == "NUM" and not any(pos[j] in ("NOUN", "PROPN") for j in range(self.core.start, i))
            for i in self.children(token)
            if i < token
        )

    def measured(self, token: int) -> bool:
        """Whether a token before the head is a counted noun: "years" in "seven years old"."""
        amount = self.context.entity_types[token] in _MEASURES and self.context.pos[token] == "NOUN"
        return token < self.head and (amount or self.counted(token))

    def type_of(self, token: int) -> str:
        """The type of name that the token's word has most often in the context, its own where that is undecided.

        A small pipeline calls one mention of "Newton" a place and the four others a person.
        """
        own, word = self.context.entity_types[token], self.context.words[token]
        times = Counter(
            label
            for other, label in zip(self.context.words, self.context.entity_types, strict=True)
            if other == word and label in _NAMES
        )
        most = max(times.values(), default=0)
        return own if times[own] == most else next(label for label, count in times.items() if count == most)


def _without_outer(context: Annotated, tokens: TokenSpan) -> TokenSpan | None:
    kept = [i for i in range(*tokens) if context.pos[i] not in _OUTER]
    return TokenSpan(kept[0], kept[-1] + 1) if kept else None


def _head(context: Annotated, core: TokenSpan) -> int:
    """Return the token that the others hang on; of several, what holds the most of the answer.

    An answer that is the front of a longer phrase ("strong Islamist" of "strong Islamist militants") has one head for
    each word, all below a token behind it; then the last word is nearest to it.
    """
    tops: dict[int, int] = {}
    for token in range(*core):
        top = token
        while core.start <= context.heads[top] < core.end and context.heads[top] != top:
            top = context.heads[top]
        tops[top] = tops.get(top, 0) + 1
    full = [top for top in tops if context.pos[top] not in _EMPTY] or list(tops)
    above = {context.heads[top] for top in full}
    if len(above) == 1 and min(above) >= core.end:
        return full[-1]
    return max(full, key=lambda top: (tops[top], -top))


def _prepositional(answer: _Answer) -> str:
    inner = answer.object_of(answer.head)
    if inner is None:
        return "Other"
    below = answer._replace(head=inner)
    numeric = _numeric(below)
    if numeric is not None:
        return numeric
    return _name_type(below.type_of(inner)) if _proper(below) else "Other"


def _numeric(answer: _Answer) -> str | None:
    """Return the type of an answer that is a number or date, or None."""
    if answer.label in _TIMES:
        return _time_type(answer)
    if answer.label in _NAMES:
        return None
    if answer.pos in ("ADV", "ADJ") and any(answer.measured(i) for i in answer.children(answer.head)):
        return "Date" if answer.context.lemmas[answer.head] == "ago" else "Other Numeric"
    if answer.pos == "NUM" or (answer.label in _AMOUNTS and answer.pos != "VERB" and _amounts_to_something(answer)):
        return "Date" if _is_year(answer) else "Other Numeric"
    # The unit of "115 °F" is a proper noun by its capital letter.
    if answer.pos in ("NOUN", "PROPN", "SYM") and answer.counted(answer.head):
        return "Other Numeric"
    return None


def _amounts_to_something(answer: _Answer) -> bool:
    """Whether the answer has the number of its amount: "dollars" of "12 million dollars" has not."""
    context, core = answer.context, answer.core
    entity = next(e for e in context.entities if e.start <= answer.head < e.end)
    return core.start <= entity.start or any(_has_number(context, i) for i in range(*core))


def _time_type(answer: _Answer) -> str | None:
    """Return the type of an answer whose head the pipeline took for a date or time, or None without any number."""
    context, head = answer.context, answer.head
    entity = next(e for e in context.entities if e.start <= head < e.end)
    inside = range(max(entity.start, answer.core.start), min(entity.end, answer.core.end))
    numbers = any(_has_number(context, i) for i in inside)
    if not numbers and not any(context.pos[i] == "PROPN" for i in inside):
        return None
    if entity.type == "TIME":
        return "Other Numeric" if numbers else None
    if _is_year(answer):
        return "Date"
    if answer.pos == "NOUN" and answer.counted(head):
        return "Other Numeric"
    if answer.pos == "NUM":
        # "39" of "39 years", or an age that stands alone, against "15" of "June 15".
        calendar = any(context.pos[i] == "PROPN" for i in range(entity.start, entity.end))
        return "Date" if calendar else "Other Numeric"
    if answer.pos == "ADJ" and any(answer.counted(i) for i in answer.children(head)):
        return "Other Numeric"
    return "Date"


def _is_year(answer: _Answer) -> bool:
    """Whether the head has the form of a year and counts nothing."""
    context, head = answer.context, answer.head
    if not _YEAR.fullmatch(context.words[head]) or answer.label in _MEASURES:
        return False
    above = context.heads[head]
    return answer.label == "DATE" or above == head or context.pos[above] != "NOUN"


def _wordy(answer: _Answer) -> str:
    """Return the type of an answer that is no number."""
    context, head, pos = answer.context, answer.head, answer.pos
    children = answer.children(head)
    if _does_a_nouns_work(answer):
        named = answer.label in _NAMES and _capital(context.words[head])
        return _name_type(answer.type_of(head)) if named else "Common Noun Phrase"
    if pos in _VERBS or any(context.dependencies[i] == "cop" for i in children):
        if pos == "VERB" and context.dependencies[head] == "amod":
            return "Adjective Phrase"
        return "Clause" if any(_makes_clause(context, i, head) for i in children) else "Verb Phrase"
    if _proper(answer):
        return _name_type(answer.type_of(head))
    if pos in _NOUNS or pos == "NUM":
        return "Common Noun Phrase"
    return "Adjective Phrase" if pos == "ADJ" else "Other"


def _does_a_nouns_work(answer: _Answer) -> bool:
    """Whether an adjective or lone verb is what another word governs as its noun.

    So does "the poor", and so do rare nouns which the tagger did not know but the parser made sense of.
    """
    role = answer.context.dependencies[answer.head]
    if answer.pos == "ADJ":
        return role in _NOUN_ROLES
    return answer.pos == "VERB" and role in (_NOUN_ROLES | {"appos", "compound"}) and not answer.children(answer.head)


def _proper(answer: _Answer) -> bool:
    """Whether the head is a proper noun; a small pipeline takes rare words for one, which have no capital letter."""
    word = answer.context.words[answer.head]
    if answer.pos in ("PROPN", "X"):
        return _capital(word) or word == word.upper()
    return answer.pos == "NOUN" and answer.label in _NAMES and _capital(word)


def _makes_clause(context: Annotated, token: int, verb: int) -> bool:
    relation = context.dependencies[token]
    if relation.startswith(("nsubj", "csubj", "expl", "mark")):
        return True
    if token > verb:
        return False
    infinitive = context.pos[token] == "PART" and relation in ("aux", "mark")
    return infinitive or context.pos[token] == "SCONJ" or context.tags[token] in ("WDT", "WP", "WP$", "WRB")


def _name_type(label: str) -> str:
    return "Person" if label in _PERSONS else "Location" if label in _PLACES else "Other Entity"


def _has_number(context: Annotated, token: int) -> bool:
    return context.pos[token] == "NUM" or any(map(str.isdigit, context.words[token]))


def _capital(word: str) -> bool:
    return any(map(str.isupper, word))
