"""Negatives from another paragraph of the same article."""

import pytest

from spanwise.benchmarks.negatives.made import Made, NotMade, Place, annotation_of
from spanwise.benchmarks.negatives.other_paragraph import RandomParagraphs, TfIdfParagraphs
from spanwise.benchmarks.negatives.plausible import PlausibleAnswers
from spanwise.data.dataset import Answer, Article, Paragraph, Question
from spanwise.language.annotate import Annotator

QUESTION = Question("q", "When was the lighthouse of the harbour built?", (Answer("1882", 28),))
CONTEXTS = (
    "The lighthouse was built in 1882.",
    "The harbour has another lighthouse, whose lamp burned oil until 1911.",
    "Fishing boats come home in the evening.",
    "The lighthouse of the harbour was shown to guests in 1882, when it was built.",
)


def place(*contexts: str, others: tuple[Question, ...] = ()) -> Place:
    rest = tuple(Paragraph(context, others) for context in contexts[1:])
    return Place(Article("Harbour", (Paragraph(contexts[0], (QUESTION,)), *rest)), 0, QUESTION)


@pytest.fixture(scope="module")
def plausible(annotator: Annotator) -> PlausibleAnswers:
    return PlausibleAnswers(annotation_of(annotator, CONTEXTS))


def test_the_paragraph_with_the_most_overlap_that_lacks_the_answer_is_taken(plausible: PlausibleAnswers) -> None:
    made = TfIdfParagraphs(plausible).make(place(*CONTEXTS), 0)
    assert made == Made(QUESTION.text, CONTEXTS[1], 1, (Answer("1911", CONTEXTS[1].index("1911")),))


def test_a_further_attempt_takes_the_next_paragraph(plausible: PlausibleAnswers) -> None:
    maker = TfIdfParagraphs(plausible)
    assert maker.make(place(*CONTEXTS), 1) == Made(QUESTION.text, CONTEXTS[2], 2)
    assert maker.make(place(*CONTEXTS), 2) == NotMade("no further paragraph lacks the answer and the question")


@pytest.mark.parametrize(
    ("contexts", "reason"),
    [
        (CONTEXTS[:1], "its article has no other paragraph"),
        ((CONTEXTS[0], CONTEXTS[0]), "its article has no other paragraph"),
        ((CONTEXTS[0], CONTEXTS[3]), "every other paragraph of its article holds an answer's words"),
    ],
)
def test_why_there_is_none(plausible: PlausibleAnswers, contexts: tuple[str, ...], reason: str) -> None:
    assert TfIdfParagraphs(plausible).make(place(*contexts), 0) == NotMade(reason)
    assert RandomParagraphs(plausible, 0).make(place(*contexts), 0) == NotMade(reason)


def test_a_paragraph_that_is_asked_the_same_is_passed_over(plausible: PlausibleAnswers) -> None:
    asked = (Question("other", "When was  the lighthouse of the HARBOUR built?"),)
    found = TfIdfParagraphs(plausible).make(place(*CONTEXTS[:3], others=asked), 0)
    assert found == NotMade("no further paragraph lacks the answer and the question")


def test_random_paragraphs_depend_on_seed_and_id_alone(plausible: PlausibleAnswers) -> None:
    found = {seed: RandomParagraphs(plausible, seed).make(place(*CONTEXTS), 0) for seed in range(12)}
    again = {seed: RandomParagraphs(plausible, seed).make(place(*CONTEXTS), 0) for seed in reversed(range(12))}
    assert found == again
    assert {one.context for one in found.values() if isinstance(one, Made)} == set(CONTEXTS[1:3])
