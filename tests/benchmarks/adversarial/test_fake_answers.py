"""Fake answers."""

import pytest

from spanwise.benchmarks.adversarial.fake_answers import fake_answers
from spanwise.data.dataset import Answer
from spanwise.language.annotate import Annotator

CASES = (
    ("The tower was built in 1843 by Ann Veal.", "1843", "year", "1706"),
    ("The tower was built in 1843 by Ann Veal.", "in 1843", "year", "1706"),
    ("The war went on from 1910 to 1940.", "1910 to 1940", "date with a number", "1773 to 1803"),
    ("They met on June 12, 1956 in Rome.", "June 12, 1956", "month, day and year", "August 23, 1687"),
    ("It costs $28.50 a day.", "$28.50", "money", "$52.84"),
    ("Of all sheep 28 percent are black.", "28 percent", "percent", "52 percent"),
    ("The wall is 28 meters long.", "28 meters", "number with a unit", "52 meters"),
    ("She kept seven sheep on the hill.", "seven", "number in words", "nineteen"),
    ("The tower was built by Ann Veal in Rome.", "Ann Veal", "full name of a person", "Marta Lindqvist"),
    ("The tower was built by Ann Veal in Rome.", "Rome", "place", "Tallinn"),
    ("The agency is called NASA today.", "NASA", "acronym", "QVRT"),
    ("He wanted to sell sheep.", "to sell sheep", "infinitive", "to polish lanterns"),
    ("They left because it rained.", "because it rained", "reason", "because the lanterns were heavy"),
    ("They ate fresh apples at noon.", "apples", "plural noun", "lanterns"),
    ("They sat under the old tree.", "under the old tree", "prepositional phrase", "under the old lantern"),
)


@pytest.mark.parametrize(("text", "answer", "name", "fake"), CASES)
def test_a_fake_answer_is_of_the_answers_type(
    annotator: Annotator, text: str, answer: str, name: str, fake: str
) -> None:
    [context] = annotator.annotate([text])
    found = fake_answers(context, Answer(answer, text.index(answer)))
    assert (found[0].type, found[0].text) == (name, fake)


def test_a_fake_that_the_context_holds_is_passed_over(annotator: Annotator) -> None:
    text = "The train from Rome arrived in tallinn late."
    [context] = annotator.annotate([text])
    assert [fake.text for fake in fake_answers(context, Answer("Rome", 15))] == ["Quito", "Adelaide"]


def test_an_answer_without_a_place_has_no_fakes(annotator: Annotator) -> None:
    [context] = annotator.annotate(["The train came from Rome."])
    assert fake_answers(context, Answer("Rome")) == ()
    assert fake_answers(context, Answer("", 3)) == ()
    assert fake_answers(context, Answer("Rome", 300)) == ()
