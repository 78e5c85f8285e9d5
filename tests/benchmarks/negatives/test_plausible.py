"""Plausible answers have the type that is asked for and stand near the words of a question."""

import pytest

from spanwise.benchmarks.negatives.made import Place, annotation_of
from spanwise.benchmarks.negatives.plausible import PlausibleAnswers, Wanted
from spanwise.data.dataset import Answer, Article, Paragraph, Question
from spanwise.language.annotate import Annotator

CONTEXT = (
    "Marie Curie moved to Paris in 1891. The laboratory in Warsaw was opened by Henri Becquerel in 1913. "
    "It had three rooms, and its windows weren't large."
)


@pytest.fixture(scope="module")
def plausible(annotator: Annotator) -> PlausibleAnswers:
    return PlausibleAnswers(annotation_of(annotator, [CONTEXT, "The bridge was opened in 1932 by Ada King."]))


@pytest.mark.parametrize(
    ("question", "kind", "text"),
    [
        ("When was the laboratory closed?", "Date", "1913"),
        ("When did Curie leave?", "Date", "1891"),
        ("Who moved in later?", "Person", "Marie Curie"),
        ("Who closed the laboratory?", "Person", "Henri Becquerel"),
        ("Where did Curie live before Paris?", "Location", "Warsaw"),  # "Paris" is asked with
        ("How many doors are there?", "Other Numeric", "three"),
    ],
)
def test_what_stands_near_the_words_of_the_question_comes_first(
    plausible: PlausibleAnswers, question: str, kind: str, text: str
) -> None:
    found = plausible.best(Wanted(question, kind), CONTEXT)
    assert found == Answer(text, CONTEXT.index(text))


def test_what_is_excluded_or_not_allowed_is_none(plausible: PlausibleAnswers) -> None:
    question = "When was the laboratory closed?"
    one = plausible.best(Wanted(question, "Date", excluded=frozenset({("1913",)})), CONTEXT)
    assert one == Answer("1891", CONTEXT.index("1891"))
    assert plausible.best(Wanted(question, "Date"), CONTEXT, lambda span: span.end < 40) == one
    assert plausible.best(Wanted(question, "Date"), CONTEXT, lambda span: span.start > 120) is None


def test_the_type_is_that_of_the_answer_where_it_stood(plausible: PlausibleAnswers) -> None:
    context = "The bridge was opened in 1932 by Ada King."
    asked = {
        answer: Question("q", "Was it the bridge?", (Answer(answer, context.index(answer)),))
        for answer in ("1932", "Ada King")
    }
    article = Article("a", (Paragraph(context, tuple(asked.values())),))
    found = {
        answer: plausible.find(Place(article, 0, question), question.text, CONTEXT)
        for answer, question in asked.items()
    }
    assert found["1932"] == Answer("1891", CONTEXT.index("1891"))
    assert found["Ada King"] == Answer("Henri Becquerel", CONTEXT.index("Henri"))


def test_without_an_answer_that_stands_where_it_says_there_is_no_type(plausible: PlausibleAnswers) -> None:
    question = Question("q", "When?", (Answer("1932"),))
    article = Article("a", (Paragraph("The bridge was opened in 1932 by Ada King.", (question,)),))
    assert plausible.find(Place(article, 0, question), "When?", CONTEXT) is None
