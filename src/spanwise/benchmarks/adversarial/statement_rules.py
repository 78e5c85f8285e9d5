"""The rules that make a statement of a question and an answer, as tables: where what was asked goes, and in what words.

Jia and Liang (2017) have some fifty rules over the constituency parse, which their paper does not list. These are our
own, over the dependency parse: `CLAUSE_RULES` put the parts of the question in order, `ANSWER_RULES` word the answer.
"""

from typing import NamedTuple

__all__ = ["ANSWER_RULES", "CLAUSE_RULES", "AnswerRule", "ClauseRule"]


class ClauseRule(NamedTuple):
    """How the parts of a question are ordered in the statement."""

    name: str
    clause: str
    """What the question is built like: "in place", "subject", "do", "auxiliary", "copula", "there"."""
    gap: str
    """Where the answer is missing: "object" (behind a verb or preposition), "end" (as an adverbial), "verb" (the verb
    itself is asked for), "" (it makes no difference)."""
    order: str
    """Names of parts, the answer among them."""
    example: str


CLAUSE_RULES = (
    ClauseRule("asked in place", "in place", "", "front answer rest", "It was named after whom? It was named after A."),
    ClauseRule("asked for the subject", "subject", "", "front answer rest", "Who won the game? A won the game."),
    ClauseRule(
        "do, object",
        "do",
        "object",
        "front subject verb before answer rest",
        "What did Ann see in it? Ann saw A in it.",
    ),
    ClauseRule("do what", "do", "verb", "front subject verb deed rest", "What did Ann do in it? Ann saw a hare in it."),
    ClauseRule("do, adverbial", "do", "end", "front subject verb rest answer", "When did Ann come? Ann came in A."),
    ClauseRule(
        "auxiliary, object",
        "auxiliary",
        "object",
        "front subject auxiliary verb before answer rest",
        "What has Ann seen in it? Ann has seen A in it.",
    ),
    ClauseRule(
        "auxiliary, do what",
        "auxiliary",
        "verb",
        "front subject auxiliary verb deed rest",
        "What can Ann do in it? Ann can see a hare in it.",
    ),
    ClauseRule(
        "auxiliary, adverbial",
        "auxiliary",
        "end",
        "front subject auxiliary verb rest answer",
        "Where was the game played in 1990? The game was played in 1990 in A.",
    ),
    ClauseRule(
        "copula, preposition left",
        "copula",
        "object",
        "front subject auxiliary before answer rest",
        "What is Ann good at? Ann is good at A.",
    ),
    ClauseRule("copula", "copula", "", "front subject auxiliary answer rest", "What is the capital? The capital is A."),
    ClauseRule("there", "there", "", "front subject auxiliary answer rest", "How many are there? There are A."),
)
"""One rule for each way a question is built; the first whose clause and gap fit is taken."""


class AnswerRule(NamedTuple):
    """The words that stand for what was asked."""

    name: str
    asks: str
    """The question words, separated by blanks, with "+" behind those that stand before a noun or adjective: "what+"."""
    nouns: str
    """What the noun must be, separated by blanks; "of": there is an "of" behind it; "": any or none."""
    answers: str
    """Kinds of answer, as `FakeAnswer.kind`, separated by blanks; "": any."""
    phrase: str
    """Words with "{answer}", "{noun}" (all that was asked with it), "{tail}" (what stands behind the noun)."""


_TIMES = "year years day date month week decade century season time era period"
_PLACES = "city town village state country county province region district continent island borough kingdom"
_SORTS = "kind type sort form class category kinds types forms term word name title"
_SHARES = "percentage percent proportion share fraction number amount"

ANSWER_RULES = (
    # What a clock or calendar shows.
    AnswerRule("year with a preposition", "what+ which+", _TIMES, "year", "the {noun} {answer}"),
    AnswerRule("a century", "what+ which+", _TIMES, "century", "the {answer}"),
    AnswerRule("other time", "what+ which+", _TIMES, "date number month day", "{answer}"),
    # Amounts.
    AnswerRule("a share", "what+ which+", _SHARES, "number percent", "{answer} {tail}"),
    AnswerRule("any other amount", "what+ which+", "", "percent money", "{answer}"),
    AnswerRule("a number as a name", "what+ which+", "", "number year", "the {noun} {answer}"),
    AnswerRule("how many, unit said", "how-many", "", "unit percent money", "{answer}"),
    AnswerRule("how many", "how-many", "", "number year", "{answer} {noun}"),
    AnswerRule("how many, no number", "how-many", "", "", "{answer}"),
    AnswerRule("how much, unit said", "how-much", "", "unit percent money", "{answer}"),
    AnswerRule("how much of what", "how-much", "", "number", "{answer} {noun}"),
    AnswerRule("how much", "how-much", "", "", "{answer}"),
    AnswerRule("how long, a time", "how-long", "", "unit number", "for {answer}"),
    AnswerRule("how long", "how-long", "", "", "{answer}"),
    AnswerRule("a measure", "how+", "long tall old high deep wide thick", "unit", "{answer} {noun}"),
    AnswerRule("another measure", "how+", "", "", "{answer}"),
    # Names.
    AnswerRule("a place", "what+ which+", _PLACES, "place", "the {noun} of {answer}"),
    AnswerRule("a sort", "what+ which+", _SORTS, "", "the {noun} called {answer}"),
    AnswerRule(
        "a name behind a long noun",
        "what+ which+",
        "of",
        "person place organization name",
        "the {noun} called {answer}",
    ),
    AnswerRule("a name", "what+ which+", "", "person place organization name acronym", "the {noun} {answer}"),
    AnswerRule("nationality", "what+ which+", "", "people", "the {answer} {noun}"),
    AnswerRule("a quality", "what+ which+", "", "adjective", "the {answer} {noun}"),
    AnswerRule("a thing", "what+ which+", "", "singular plural", "the {noun} called {answer}"),
    AnswerRule("an action", "what+ which+", "", "", "{answer}"),
    AnswerRule("one of several", "which-of", "", "", "{answer}"),
    AnswerRule("an owner", "whose+", "", "person place organization name people", "{answer}'s {noun}"),
    AnswerRule("another owner", "whose+", "", "", "the {noun} of {answer}"),
    # Adverbials.
    AnswerRule("when, with a preposition", "when", "", "prepositional clause adverb", "{answer}"),
    AnswerRule("when, on a day", "when", "", "day", "on {answer}"),
    AnswerRule("when, in a year", "when", "", "year month number", "in {answer}"),
    AnswerRule("when, in a century", "when", "", "century", "in the {answer}"),
    AnswerRule("when, at an hour", "when", "", "hour", "at {answer}"),
    AnswerRule("when, how long", "when", "", "unit", "after {answer}"),
    AnswerRule("when", "when", "", "", "during {answer}"),
    AnswerRule("where, with a preposition", "where", "", "prepositional adverb clause", "{answer}"),
    AnswerRule("where", "where", "", "", "in {answer}"),
    AnswerRule("why, with a conjunction", "why", "", "clause infinitive prepositional", "{answer}"),
    AnswerRule("why, doing", "why", "", "gerund", "because of {answer}"),
    AnswerRule("why, done", "why", "", "verb past", "to {answer}"),
    AnswerRule("why", "why", "", "", "because of {answer}"),
    AnswerRule("how, with a preposition", "how", "", "prepositional clause adverb infinitive", "{answer}"),
    AnswerRule("how, being so", "how", "", "adjective", "{answer}"),
    AnswerRule("how", "how", "", "", "by {answer}"),
    # Everything else: what, who, whom, which.
    AnswerRule("a deed", "what which", "", "verb", "to {answer}"),
    AnswerRule("itself", "what who whom which", "", "", "{answer}"),
)
"""The first whose question word, noun and kind of answer fit is taken."""
