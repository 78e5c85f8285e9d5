"""The types of answers, with fake answers for each, as a table over shape, entities and parts of speech.

Jia and Liang (2017) have 26 types with one fake answer each. Here each has several, so that one can be chosen that the
context does not hold. The names in it are made up or stand far from most texts.
"""

from typing import NamedTuple

__all__ = ["FAKE_TYPES", "NUMBER_WORDS", "FakeType"]


class FakeType(NamedTuple):
    """A type of answer with what may stand in its place."""

    name: str
    kind: str
    """What the statement's rules go by; see `AnswerRule.answers`."""
    shape: str = ""
    """A regular expression that the whole answer must match; "": any."""
    entities: str = ""
    """Entity types, one of which the answer's head must have, separated by blanks; "": any or none."""
    types: str = ""
    """Types of `answer_type`, separated by "|"; "": any."""
    tags: str = ""
    """Penn tags, one of which the answer's head, or its first word where it begins with "^", must have; "": any."""
    fakes: tuple[str, ...] = ()
    """Texts; "#" stands for the answer with other digits, "{first}" for its first word."""


_MONTHS = "January|February|March|April|May|June|July|August|September|October|November|December"
_WEEKDAYS = "(?:Mon|Tues|Wednes|Thurs|Fri|Satur|Sun)day"
NUMBER_WORDS = (
    "(?:zero|one|two|three|four|five|six|seven|eight|nine|ten|eleven|twelve|thirteen|fourteen|fifteen|sixteen|"
    "seventeen|eighteen|nineteen|twenty|thirty|forty|fifty|sixty|seventy|eighty|ninety|hundred|dozen)"
)
"""A regular expression of a number written as a word."""
_UNITS = "|".join(("hundred", "thousand", "million", "billion", "trillion"))
_DIGITS = r"\d[\d,.]*"

_DAY = r"\d\d?(?:st|nd|rd|th)?"
_LATE = "(?:in )?(?:the )?(?:late |early |mid-)?"
_CURRENCIES = "dollars|pounds|euros|cents"
_ORDINALS = "first|second|third|fourth|fifth|sixth|seventh|eighth|ninth|tenth|last"

FAKE_TYPES = (
    FakeType(
        "month, day and year",
        "day",
        rf"(?:on )?(?:{_MONTHS}) \d\d?,? \d{{4}}",
        fakes=("August 23, 1687", "March 5, 1741", "October 30, 1816"),
    ),
    FakeType(
        "day, month and year",
        "day",
        rf"(?:on )?\d\d? (?:{_MONTHS}),? \d{{4}}",
        fakes=("23 August 1687", "5 March 1741", "30 October 1816"),
    ),
    FakeType(
        "month and year",
        "month",
        rf"(?:in )?(?:{_MONTHS}),?(?: of)? \d{{4}}",
        fakes=("August 1687", "March 1741", "October 1816"),
    ),
    FakeType(
        "month and day",
        "day",
        rf"(?:on )?(?:the )?(?:(?:{_MONTHS}) {_DAY}|{_DAY}(?: of)? (?:{_MONTHS}))",
        fakes=("August 23", "March 5", "October 30"),
    ),
    FakeType("month", "month", rf"(?:in )?(?:late |early |mid-)?(?:{_MONTHS})", fakes=("August", "March", "October")),
    FakeType("weekday", "day", rf"(?:on )?{_WEEKDAYS}s?", fakes=("Tuesday", "Saturday", "Thursday")),
    FakeType("year", "year", r"(?:in )?(?:1\d|20)\d\d", fakes=("#",)),
    FakeType("decade", "century", rf"{_LATE}\d{{3}}0['’]?s", fakes=("1650s", "1740s", "1810s")),
    FakeType(
        "century",
        "century",
        rf"{_LATE}[\w–-]+ centur(?:y|ies)(?: (?:AD|BC|BCE|CE))?",
        fakes=("9th century", "3rd century", "26th century"),
    ),
    FakeType(
        "hour",
        "hour",
        r"(?:at )?\d\d?:\d\d.*|(?:at )?\d\d? ?[ap]\.?m\.?",
        fakes=("4:35 p.m.", "9:20 a.m.", "6:50 p.m."),
    ),
    FakeType("percent", "percent", rf".*{_DIGITS}(?: ?%| percent| per cent).*", fakes=("#",)),
    FakeType("money", "money", rf".*(?:[$£€¥]|US\$|A\$) ?{_DIGITS}.*|.*{_DIGITS}.* (?:{_CURRENCIES}).*", fakes=("#",)),
    FakeType("ordinal", "number", r"(?:the )?\d+(?:st|nd|rd|th)", fakes=("47th", "68th", "94th")),
    FakeType("ordinal in words", "number", rf"(?:the )?(?:{_ORDINALS})", fakes=("eleventh", "fifteenth", "twelfth")),
    FakeType("number with a unit", "unit", rf"[^\d]*{_DIGITS}(?:[- ][^\d]+)", types="Other Numeric|Date", fakes=("#",)),
    FakeType("number", "number", rf"[^\w]*{_DIGITS}(?:[-–—/]{_DIGITS})*[^\w]*|{_DIGITS} (?:{_UNITS})", fakes=("#",)),
    FakeType(
        "number in words with a unit",
        "unit",
        rf"(?:\w+ )?{NUMBER_WORDS}(?:[ -]{NUMBER_WORDS})* [a-zA-Z -]+",
        types="Other Numeric|Date",
        fakes=("#",),
    ),
    FakeType("number in words", "number", rf"(?:{NUMBER_WORDS}[ -]?)+", fakes=("nineteen", "forty-one", "seventy-six")),
    FakeType("date with a number", "year", r".*\d.*", types="Date", fakes=("#",)),
    FakeType("other amount", "number", r".*\d.*", types="Other Numeric", fakes=("#",)),
    FakeType(
        "other date", "date", types="Date", fakes=("the winter of 1687", "the autumn of 1741", "the spring of 1816")
    ),
    FakeType("language", "name", entities="LANGUAGE", fakes=("Estonian", "Tagalog", "Basque")),
    FakeType("nationality", "people", entities="NORP", tags="JJ", fakes=("Estonian", "Peruvian", "Icelandic")),
    FakeType("people", "people", entities="NORP", fakes=("Estonians", "Peruvians", "Icelanders")),
    FakeType("acronym", "acronym", r"[A-Z]{2,6}", fakes=("QVRT", "ZKML", "HWDP")),
    FakeType(
        "full name of a person",
        "person",
        r"\S+ \S.*",
        types="Person",
        fakes=("Marta Lindqvist", "Owen Radley", "Ines Tavares"),
    ),
    FakeType("name of a person", "person", types="Person", fakes=("Lindqvist", "Radley", "Tavares")),
    FakeType("place", "place", types="Location", fakes=("Tallinn", "Quito", "Adelaide")),
    FakeType(
        "organization",
        "organization",
        entities="ORG",
        fakes=("Halden Industries", "the Merrow Group", "the Castell Institute"),
    ),
    FakeType(
        "event", "name", entities="EVENT", fakes=("the Battle of Kessmar", "the Siege of Oldane", "the Revolt of Tarn")
    ),
    FakeType(
        "work of art", "name", entities="WORK_OF_ART", fakes=("The Amber Clock", "A Winter Harbor", "The Glass Orchard")
    ),
    FakeType("law", "name", entities="LAW", fakes=("the Harrow Act", "the Kessmar Accord", "the Oldane Statute")),
    FakeType("product", "name", entities="PRODUCT", fakes=("Zandrix", "Ovelto", "Kembra")),
    FakeType("other name", "name", types="Other Entity", fakes=("Zandria", "Oldane", "Kembra")),
    FakeType(
        "infinitive",
        "infinitive",
        types="Clause|Verb Phrase|Other",
        tags="^TO",
        fakes=("to polish lanterns", "to repair violins", "to collect pebbles"),
    ),
    FakeType(
        "reason",
        "clause",
        r"(?:because|since|as|due to|so that) .*",
        fakes=("because the lanterns were heavy", "because the violins were broken", "because the pebbles were round"),
    ),
    FakeType(
        "doing",
        "gerund",
        types="Clause|Verb Phrase|Adjective Phrase|Common Noun Phrase|Other",
        tags="^VBG",
        fakes=("polishing lanterns", "repairing violins", "collecting pebbles"),
    ),
    FakeType(
        "done",
        "past",
        types="Clause|Verb Phrase|Adjective Phrase|Other",
        tags="^VBD ^VBN",
        fakes=("polished", "repaired", "collected"),
    ),
    FakeType(
        "does",
        "past",
        types="Clause|Verb Phrase|Other",
        tags="^VBZ",
        fakes=("polishes lanterns", "repairs violins", "collects pebbles"),
    ),
    FakeType(
        "do",
        "verb",
        types="Clause|Verb Phrase|Other",
        tags="^VB ^VBP",
        fakes=("polish lanterns", "repair violins", "collect pebbles"),
    ),
    FakeType(
        "prepositional phrase",
        "prepositional",
        types="Other|Location|Other Entity|Common Noun Phrase|Clause",
        tags="^IN",
        fakes=("{first} the old lantern", "{first} the broken violin", "{first} the round pebble"),
    ),
    FakeType(
        "adverb",
        "adverb",
        tags="RB RBR RBS",
        types="Other|Adjective Phrase",
        fakes=("quietly", "backwards", "sideways"),
    ),
    FakeType("adjective", "adjective", types="Adjective Phrase", fakes=("brittle", "crimson", "hollow")),
    FakeType("plural noun", "plural", tags="NNS NNPS", fakes=("lanterns", "violins", "pebbles")),
    FakeType(
        "noun with an article",
        "singular",
        r"(?:an?|the|its|his|her|their) .*",
        types="Common Noun Phrase",
        fakes=("the old lantern", "the broken violin", "the round pebble"),
    ),
    FakeType("noun", "singular", types="Common Noun Phrase", fakes=("basalt", "porcelain", "juniper")),
    FakeType("anything else", "singular", fakes=("the old lantern", "the broken violin", "the round pebble")),
)
"""The first row that fits is taken, so that shape counts before entities and these before parts of speech."""
