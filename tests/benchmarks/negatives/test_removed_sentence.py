"""Negatives by taking the answer's sentence out of the paragraph."""

from collections.abc import Callable

import pytest
from hypothesis import given
from hypothesis import strategies as st

from spanwise.benchmarks.negatives.made import Made, NotMade, Place, annotation_of
from spanwise.benchmarks.negatives.occurrence import holds_any
from spanwise.benchmarks.negatives.plausible import PlausibleAnswers
from spanwise.benchmarks.negatives.removed_sentence import RemovedSentences
from spanwise.data.dataset import Answer, Article, Paragraph, Question
from spanwise.language.annotate import Annotator
from spanwise.text.span import Span

CONTEXT = "Ada came in 1843.  The mill burned in 1850. Nobody knows why. It was rebuilt in 1843. Ada left in 1861."


def made(annotator: Annotator, context: str, *answers: tuple[str, int], attempt: int = 0) -> Made | NotMade:
    question = Question("q", "When did the mill burn?", tuple(Answer(*answer) for answer in answers))
    texts = annotation_of(annotator, [context])
    place = Place(Article("Mill", (Paragraph(context, (question,)),)), 0, question)
    return RemovedSentences(PlausibleAnswers(texts)).make(place, attempt)


def test_the_sentence_of_the_answer_goes_and_a_plausible_answer_moves(annotator: Annotator) -> None:
    found = made(annotator, CONTEXT, ("1850", CONTEXT.index("1850")))
    left = "Ada came in 1843. Nobody knows why. It was rebuilt in 1843. Ada left in 1861."
    assert found == Made(
        "When did the mill burn?", left, 0, (Answer("1843", left.index("1843")),), ("one sentence removed",)
    )


def test_every_sentence_with_the_words_of_an_answer_goes(annotator: Annotator) -> None:
    found = made(annotator, CONTEXT, ("1850", CONTEXT.index("1850")), ("1843", CONTEXT.index("1843")))
    assert isinstance(found, Made)
    assert found.context == "Nobody knows why. Ada left in 1861."
    assert found.plausible == (Answer("1861", found.context.index("1861")),)
    assert found.changes == ("several sentences removed",)


@pytest.mark.parametrize(
    ("context", "answers", "reason"),
    [
        ("It burned in 1850.", [("1850", 13)], "every sentence of its paragraph holds an answer"),
        ("It burned in 1850. Why?", [("1850", 5)], "no answer stands in the paragraph where it says"),
    ],
)
def test_why_there_is_none(annotator: Annotator, context: str, answers: list[tuple[str, int]], reason: str) -> None:
    assert made(annotator, context, *answers) == NotMade(reason)


def test_there_is_but_one(annotator: Annotator) -> None:
    assert isinstance(made(annotator, CONTEXT, ("1850", CONTEXT.index("1850")), attempt=1), NotMade)


class FirstAllowed(PlausibleAnswers):
    """Takes the first of some spans that it may take, whatever stands there."""

    def __init__(self, spans: list[Span]) -> None:
        self.spans = spans

    def find(
        self, place: Place, question: str, context: str, allowed: Callable[[Span], bool] | None = None
    ) -> Answer | None:
        del place, question
        assert allowed is not None
        return next((Answer(span.of(context), span.start) for span in self.spans if allowed(span)), None)


SENTENCES = st.sampled_from(
    ["Ann came.", " 𝒳 ran!", "  Why?\n\n", "It was «odd».", " Bob met Ann at 3.", "\tNo one knew. "]
)


@given(st.lists(SENTENCES, min_size=1, max_size=7).map("".join), st.data())
def test_a_plausible_answer_stands_where_it_says_and_no_answer_is_left(context: str, data: st.DataObject) -> None:
    def drawn() -> Span:
        start = data.draw(st.integers(0, len(context) - 1))
        return Span(start, data.draw(st.integers(start + 1, min(len(context), start + 12))))

    gold = drawn()
    question = Question("q", "Who?", (Answer(gold.of(context), gold.start),))
    place = Place(Article("a", (Paragraph(context, (question,)),)), 0, question)
    found = RemovedSentences(FirstAllowed([drawn() for _ in range(5)])).make(place, 0)
    if isinstance(found, Made):
        assert not holds_any(found.context, question.answers)
        for answer in found.plausible:
            assert answer.start is not None
            assert found.context.startswith(answer.text, answer.start)
