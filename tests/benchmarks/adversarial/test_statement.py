"""Statements as sentences: words from elsewhere, tenses, articles, blanks, and questions that give none."""

import pytest

from spanwise.benchmarks.adversarial.statement import Statement, statement
from spanwise.language.annotate import Annotator


@pytest.mark.parametrize(
    ("question", "answer", "kind", "expected"),
    [
        ("What did Ann not see?", "a hare", "singular", "Ann did not see a hare."),  # the negation keeps "did"
        ("What does the law require?", "lanterns", "plural", "The law requires lanterns."),
        ("What do keepers eat?", "lanterns", "plural", "Keepers eat lanterns."),
        ("Who wrote Ann's book?", "Owen", "person", "Owen wrote Ann's book."),  # no blank before "'s"
        ("Along with bread, what did Ann eat?", "basalt", "singular", "Along with bread, Ann ate basalt."),
        ("To whom did Ann write the letter?", "Owen", "person", "Ann wrote the letter to Owen."),
        ("What did the keepers use the lamp for?", "hares", "plural", "The keepers used the lamp for hares."),
        ("What is Ann known for?", "hares", "plural", "Ann is known for hares."),
        ("What was it called?", "Zandria", "name", "It was called Zandria."),
        (
            "When was his article published in the journal?",
            "1706",
            "year",
            "His article was published in the journal in 1706.",
        ),
        ("Which city did the keeper visit?", "Quito", "place", "The keeper visited the city of Quito."),
        ("When does the ferry leave?", "4:35 p.m.", "hour", "The ferry leaves at 4:35 p.m."),  # one full stop
        ("What is the lamp found in?", "in the boat", "prepositional", "The lamp is found in the boat."),
    ],
)
def test_a_question_and_an_answer_make_a_sentence(
    annotator: Annotator, question: str, answer: str, kind: str, expected: str
) -> None:
    [annotated] = annotator.annotate([question])
    found = statement(annotated, answer, kind)
    assert isinstance(found, Statement)
    assert found.text == expected


@pytest.mark.parametrize(
    ("question", "reason"),
    [
        ("Name the keeper of the lamp.", "no question word"),
        ("Is the lamp lit?", "no question word"),
        ("The lamp is old. Who lit it first?", "more than one sentence"),
        ("What?", "no finite verb"),
        ("", "no question word"),
        ("???", "no question word"),
    ],
)
def test_a_question_of_another_build_gives_its_reason(annotator: Annotator, question: str, reason: str) -> None:
    [annotated] = annotator.annotate([question])
    assert statement(annotated, "A", "name") == reason


def test_other_words_stand_where_the_questions_stood_and_the_article_follows_them(annotator: Annotator) -> None:
    [annotated] = annotator.annotate(["Who painted a small bridge?"])
    found = statement(annotated, "Ann", "person", words=("Who", "painted", "a", "enormous", "bridge", "?"))
    assert isinstance(found, Statement)
    assert found.text == "Ann painted an enormous bridge."
