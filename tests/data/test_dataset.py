"""The gold side: what a dataset says of itself agrees with a walk through it by hand."""

import msgspec
import pytest
from hypothesis import given

from spanwise.data.dataset import Answer, Article, Dataset, Origin, Paragraph, Question
from spanwise.text.span import Span
from tests.strategies import datasets

CONTEXT = "The lighthouse at Skarn was lit in 1871."


def replaced(dataset: Dataset, **changes: object) -> Dataset:
    return msgspec.structs.replace(dataset, **changes)


def with_question(**changes: object) -> Dataset:
    question = msgspec.structs.replace(Question("a1", "When?", (Answer("1871", 35),)), **changes)
    return Dataset((Article("Skarn", (Paragraph(CONTEXT, (question,)),)),), "1.1", "skarn")


@given(dataset=datasets())
def test_the_indices_say_which_article_and_paragraph_each_question_belongs_to(dataset: Dataset) -> None:
    paragraphs = [paragraph for article in dataset.articles for paragraph in article.paragraphs]
    rows = zip(dataset.questions(), dataset.question_ids, dataset.article_index, dataset.paragraph_index, strict=True)
    seen = 0
    for (article, paragraph, question), identity, article_index, paragraph_index in rows:
        assert identity == question.id
        assert dataset.articles[article_index] is article
        assert paragraphs[paragraph_index] is paragraph
        assert question in paragraph.questions
        seen += 1
    assert seen == sum(len(paragraph.questions) for paragraph in paragraphs)


@given(dataset=datasets())
def test_the_fingerprint_is_that_of_the_content_not_of_name_version_or_object(dataset: Dataset) -> None:
    copy = msgspec.convert(msgspec.to_builtins(dataset), Dataset)
    assert copy == dataset
    assert copy.fingerprint == dataset.fingerprint
    assert replaced(dataset, name="other", version="3").fingerprint == dataset.fingerprint


@pytest.mark.parametrize(
    "changed",
    [
        with_question(id="a2"),
        with_question(text="When"),
        with_question(answers=(Answer("1871", 36),)),
        with_question(answers=(Answer("1871"),)),
        with_question(answers=(Answer("1872", 35),)),
        with_question(answers=(Answer("1871", 35), Answer("1871", 35))),
        with_question(is_impossible=True),
        with_question(plausible_answers=(Answer("lit", 28),)),
        with_question(category="negation"),
        with_question(origin=Origin("a0", "add-sentence")),
        Dataset((Article("Other", with_question().articles[0].paragraphs),)),
        Dataset((Article("Skarn", (Paragraph(f"{CONTEXT} ", with_question().articles[0].paragraphs[0].questions),)),)),
        Dataset((*with_question().articles, Article("Empty", ()))),
    ],
)
def test_the_fingerprint_changes_with_anything_in_the_content(changed: Dataset) -> None:
    assert changed.fingerprint != with_question().fingerprint


def test_a_question_has_an_answer_if_the_list_has_one_whatever_the_flag_says() -> None:
    # evaluate-v2.0.py goes by bool(qa['answers']) and never looks at the flag.
    assert Question("q", "?", (Answer("1871", 35),), is_impossible=True).has_answer
    assert not Question("q", "?", (), is_impossible=False).has_answer


def test_a_dataset_has_unanswerable_questions_if_one_has_no_answer() -> None:
    assert not with_question().has_unanswerable
    assert with_question(answers=()).has_unanswerable
    assert not Dataset(()).has_unanswerable


def test_an_answer_claims_a_span_only_where_there_is_one_to_claim() -> None:
    assert Answer("1871", 35).span == Span(35, 39)
    assert Answer("1871").span is None
    assert Answer("1871", -1).span is None
    assert Answer("", 35).span is None


def test_values_are_frozen() -> None:
    dataset = with_question()
    with pytest.raises(AttributeError):
        dataset.articles[0].paragraphs[0].questions[0].text = "changed"  # type: ignore[misc]
