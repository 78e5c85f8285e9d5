"""Each rule that makes a statement of a question, on a question for which it is taken."""

import pytest

from spanwise.benchmarks.adversarial.statement import Statement, statement
from spanwise.benchmarks.adversarial.statement_rules import ANSWER_RULES, CLAUSE_RULES
from spanwise.language.annotate import Annotator

# The rule, a question, the answer with its kind, and the sentence that a person would write.
CLAUSES = {
    "asked in place": ("The lamp was named after whom?", "Ann", "person", "The lamp was named after Ann."),
    "asked for the subject": ("Who painted the bridge?", "Ann", "person", "Ann painted the bridge."),
    "do, object": ("What did Ann see from the tower?", "a hare", "singular", "Ann saw a hare from the tower."),
    "do what": (
        "What did the keeper do in the morning?",
        "polish lanterns",
        "verb",
        "The keeper polished lanterns in the morning.",
    ),
    "do, adverbial": ("When did Ann light the lamp?", "1843", "year", "Ann lit the lamp in 1843."),
    "auxiliary, object": (
        "What has Ann seen in the harbor?",
        "a hare",
        "singular",
        "Ann has seen a hare in the harbor.",
    ),
    "auxiliary, do what": (
        "What can the keeper do in the morning?",
        "polish lanterns",
        "verb",
        "The keeper can polish lanterns in the morning.",
    ),
    "auxiliary, adverbial": (
        "Where was the game played in 1990?",
        "Tallinn",
        "place",
        "The game was played in 1990 in Tallinn.",
    ),
    "copula, preposition left": ("What is Ann afraid of?", "hares", "plural", "Ann is afraid of hares."),
    "copula": ("What is the capital of Denmark?", "Quito", "place", "The capital of Denmark is Quito."),
    "there": (
        "How many lamps are there in the tower?",
        "nineteen",
        "number",
        "There are nineteen lamps in the tower.",
    ),
}
ANSWERS = {
    "year with a preposition": ("In what year did the war begin?", "1706", "year", "The war began in the year 1706."),
    "a century": ("In what century did the war begin?", "9th century", "century", "The war began in the 9th century."),
    "other time": ("In what month did the war begin?", "March", "month", "The war began in March."),
    "a share": (
        "What percentage of the land is covered by forest?",
        "43 percent",
        "percent",
        "43 percent of the land is covered by forest.",
    ),
    "any other amount": ("What price did the farmer ask?", "$40", "money", "The farmer asked $40."),
    "a number as a name": ("Which bus did Ann take?", "47", "number", "Ann took the bus 47."),
    "how many, unit said": (
        "How many people did the village lose?",
        "47 percent",
        "percent",
        "The village lost 47 percent.",
    ),
    "how many": ("How many sheep did the farmer sell?", "nineteen", "number", "The farmer sold nineteen sheep."),
    "how many, no number": ("How many sheep did the farmer sell?", "a herd", "singular", "The farmer sold a herd."),
    "how much, unit said": ("How much money did the farmer earn?", "$47", "money", "The farmer earned $47."),
    "how much of what": ("How much land did the farmer sell?", "much", "number", "The farmer sold much land."),
    "how much": ("How much did the farmer earn?", "a lot", "singular", "The farmer earned a lot."),
    "how long, a time": ("How long did the war last?", "47 years", "unit", "The war lasted for 47 years."),
    "how long": ("How long did the war last?", "the winter of 1687", "date", "The war lasted the winter of 1687."),
    "a measure": ("How tall is the tower?", "47 meters", "unit", "The tower is 47 meters tall."),
    "another measure": ("How large is the tower?", "47 meters", "unit", "The tower is 47 meters."),
    "a place": ("Which city did the ferry reach?", "Quito", "place", "The ferry reached the city of Quito."),
    "a sort": (
        "What kind of fish did the keeper catch?",
        "basalt",
        "singular",
        "The keeper caught the kind of fish called basalt.",
    ),
    "a name behind a long noun": (
        "Which member of the crew drew the map?",
        "Marta Lindqvist",
        "person",
        "The member of the crew called Marta Lindqvist drew the map.",
    ),
    "a name": ("Which sailor drew the map?", "Owen Radley", "person", "The sailor Owen Radley drew the map."),
    "nationality": ("What people built the bridge?", "Peruvian", "people", "The Peruvian people built the bridge."),
    "a quality": (
        "What color did the keeper choose?",
        "crimson",
        "adjective",
        "The keeper chose the crimson color.",
    ),
    "a thing": ("What tool did the keeper use?", "basalt", "singular", "The keeper used the tool called basalt."),
    "an action": (
        "What work did the keeper like?",
        "polishing lanterns",
        "gerund",
        "The keeper liked polishing lanterns.",
    ),
    "one of several": ("Which of the sailors drew the map?", "Owen Radley", "person", "Owen Radley drew the map."),
    "an owner": ("Whose map did the keeper use?", "Owen Radley", "person", "The keeper used Owen Radley's map."),
    "another owner": (
        "Whose map did the keeper use?",
        "the old lantern",
        "singular",
        "The keeper used the map of the old lantern.",
    ),
    "when, with a preposition": (
        "When did the war begin?",
        "after the old lantern",
        "prepositional",
        "The war began after the old lantern.",
    ),
    "when, on a day": ("When did the war begin?", "August 23", "day", "The war began on August 23."),
    "when, in a year": ("When did the war begin?", "1706", "year", "The war began in 1706."),
    "when, in a century": ("When did the war begin?", "9th century", "century", "The war began in the 9th century."),
    "when, at an hour": ("When does the ferry leave?", "4:35 p.m.", "hour", "The ferry leaves at 4:35 p.m."),
    "when, how long": ("When did the war end?", "47 years", "unit", "The war ended after 47 years."),
    "when": ("When did the war end?", "the old lantern", "singular", "The war ended during the old lantern."),
    "where, with a preposition": (
        "Where does the keeper live?",
        "near the old lantern",
        "prepositional",
        "The keeper lives near the old lantern.",
    ),
    "where": ("Where does the keeper live?", "Quito", "place", "The keeper lives in Quito."),
    "why, with a conjunction": (
        "Why did the keeper leave?",
        "because the lanterns were heavy",
        "clause",
        "The keeper left because the lanterns were heavy.",
    ),
    "why, doing": (
        "Why did the keeper leave?",
        "polishing lanterns",
        "gerund",
        "The keeper left because of polishing lanterns.",
    ),
    "why, done": ("Why did the keeper leave?", "polish lanterns", "verb", "The keeper left to polish lanterns."),
    "why": ("Why did the keeper leave?", "the old lantern", "singular", "The keeper left because of the old lantern."),
    "how, with a preposition": (
        "How did the keeper leave?",
        "by the old lantern",
        "prepositional",
        "The keeper left by the old lantern.",
    ),
    "how, being so": ("How did the keeper feel?", "brittle", "adjective", "The keeper felt brittle."),
    "how": ("How did the keeper travel?", "the old boat", "singular", "The keeper traveled by the old boat."),
    "a deed": (
        "What is the goal of the keeper?",
        "polish lanterns",
        "verb",
        "The goal of the keeper is to polish lanterns.",
    ),
    "itself": ("Whom did the keeper meet?", "Owen Radley", "person", "The keeper met Owen Radley."),
}


def said(annotator: Annotator, question: str, answer: str, kind: str) -> Statement:
    [annotated] = annotator.annotate([question])
    found = statement(annotated, answer, kind)
    assert isinstance(found, Statement), found
    return found


def test_every_rule_of_the_tables_has_a_question_here() -> None:
    assert set(CLAUSES) == {rule.name for rule in CLAUSE_RULES}
    assert set(ANSWERS) == {rule.name for rule in ANSWER_RULES}


@pytest.mark.parametrize("rule", CLAUSES)
def test_a_rule_of_clauses_puts_the_parts_in_their_order(annotator: Annotator, rule: str) -> None:
    question, answer, kind, expected = CLAUSES[rule]
    found = said(annotator, question, answer, kind)
    assert (found.text, found.clause_rule) == (expected, rule)


@pytest.mark.parametrize("rule", ANSWERS)
def test_a_rule_of_answers_finds_the_words_for_what_was_asked(annotator: Annotator, rule: str) -> None:
    question, answer, kind, expected = ANSWERS[rule]
    found = said(annotator, question, answer, kind)
    assert (found.text, found.answer_rule) == (expected, rule)
