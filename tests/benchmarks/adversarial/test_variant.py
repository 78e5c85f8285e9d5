"""Variants: what is checked in them, and the dataset they make with their originals."""

import msgspec
import pytest

from spanwise.benchmarks.adversarial.variant import (
    Adversarial,
    Variant,
    added_variant,
    changed_question,
    holds_answer,
    says_again,
    with_originals,
)
from spanwise.data.dataset import Answer, Dataset, Origin, Paragraph, Question

TEXT = "Ann lit the old lamp at dusk. Bob left."
ASKED = Question("q", "Who lit the old lamp?", (Answer("Ann", 0), Answer("Ann lit", 0)))
ORIGIN = Origin("q", "add-sent", 7)


def added(sentence: str, place: str = "start") -> Variant | str:
    return added_variant(Paragraph(TEXT, (ASKED,)), ASKED, sentence, number=2, origin=ORIGIN, place=place)


def test_a_variant_has_the_question_and_its_answers_on_the_new_context() -> None:
    found = added("Zed lit the new lamp.")
    assert isinstance(found, Variant)
    assert found.question.id == "q-add-sent2"
    assert (found.question.text, found.question.origin) == (ASKED.text, ORIGIN)
    assert found.context == f"Zed lit the new lamp. {TEXT}"
    assert [answer.start for answer in found.question.answers] == [22, 22]


@pytest.mark.parametrize(
    ("sentence", "fault"),
    [
        ("Then ANN lit the new lamp!", "the sentence would hold a gold answer"),
        ("Bob left.", "the sentence stands in the context already"),
        (" the ...", "the sentence is empty"),
    ],
)
def test_a_sentence_that_would_spoil_the_question_is_refused(sentence: str, fault: str) -> None:
    assert added(sentence) == fault


def test_part_of_a_word_is_no_gold_answer() -> None:
    assert not holds_answer(ASKED, "Annabel lit the new lamp.")
    assert holds_answer(ASKED, "Annabel and the ann.")


@pytest.mark.parametrize(
    ("sentence", "again"),
    [
        ("Zed lit the old lamps.", True),
        ("Zed lit the new lamp.", False),
        ("Zed lit the oldest lamp of all.", True),
        ("", False),
    ],
)
def test_a_sentence_with_every_word_of_the_question_says_it_again(sentence: str, again: bool) -> None:
    assert says_again(ASKED, sentence) is again


def test_a_changed_question_keeps_context_and_answers() -> None:
    found = changed_question(Paragraph(TEXT, (ASKED,)), ASKED, "Who lit it?", ORIGIN)
    assert (found.context, found.sentence, found.question.text) == (TEXT, "", "Who lit it?")
    assert (found.question.id, found.question.answers) == ("q-add-sent0", ASKED.answers)


def test_an_answer_that_stood_elsewhere_before_is_named() -> None:
    wrong = msgspec.structs.replace(ASKED, answers=(Answer("Ann", 5),))
    found = added_variant(Paragraph(TEXT, (wrong,)), wrong, "Zed left.", number=0, origin=ORIGIN, place="end")
    assert found == "an answer does not stand where the question says"


def test_a_context_without_a_middle_is_named() -> None:
    asked = msgspec.structs.replace(ASKED, answers=(Answer(TEXT, 0),))
    found = added_variant(Paragraph(TEXT, (asked,)), asked, "Zed left.", number=0, origin=ORIGIN, place="middle")
    assert found == "the context has no place between two sentences that no answer spans"


def test_every_question_has_a_variant_or_a_reason() -> None:
    variant = added("Zed lit the new lamp.")
    assert isinstance(variant, Variant)
    found = Adversarial.of("add-sent", 3, [variant], {"a": "no verb", "b": "no verb"}, ["said"])
    assert (found.attacked, found.not_made[0].questions, found.not_made[0].examples) == (1, 2, ("a", "b"))
    assert found.attacked + sum(entry.questions for entry in found.not_made) == found.questions


def test_originals_stand_before_their_variants_and_variants_on_one_context_share_it(boats: Dataset) -> None:
    paragraph = boats.articles[1].paragraphs[0]
    one = Variant(Question("t1-a", "Who?", origin=Origin("t1", "typos")), paragraph.context)
    two = Variant(Question("t1-b", "Who?", origin=Origin("t1", "add-sent")), paragraph.context + " More.")
    three = Variant(Question("t1-c", "Whom?", origin=Origin("t1", "typos")), paragraph.context)
    made = with_originals(boats, [one, two, three], "attacked")
    assert made.name == "attacked"
    assert made.articles[0] == boats.articles[0]
    assert [[q.id for q in p.questions] for p in made.articles[1].paragraphs] == [["t1"], ["t1-a", "t1-c"], ["t1-b"]]
