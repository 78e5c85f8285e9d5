"""Counts: those of the published tables on the published files, and those of numpy on anything."""

from collections import Counter
from pathlib import Path

import numpy as np
import pytest
from hypothesis import given

from spanwise.data.dataset import Answer, Article, Dataset, Paragraph, Question
from spanwise.data.describe import Distribution, Lengths, describe
from spanwise.data.formats import load
from tests.strategies import datasets


def test_the_counts_of_squad_2_dev_are_those_of_its_paper(shared: Path) -> None:
    # Rajpurkar et al., 2018, Table 2, development column: 11,873 examples, 5,945 negative, 35 articles, all 35 with
    # negatives. Paragraphs, answers and plausible answers: README.md beside the data.
    found = describe(load(shared / "data" / "squad" / "dev-v2.0.json").dataset)
    assert (found.questions, found.unanswerable, found.articles, found.articles_with_unanswerable) == (
        (11_873, 5_945, 35, 35)
    )
    assert (found.paragraphs, found.answers, found.unanswerable_with_plausible) == (1_204, 20_302, 3_376)
    assert found.paragraphs_without_questions == 0


def test_the_counts_of_squad_1_dev_are_the_published_ones(shared: Path) -> None:
    # Rajpurkar et al., 2016, Table 1: 48 articles (of 536), 2,067 paragraphs, 10,570 questions in development.
    found = describe(load(shared / "data" / "squad" / "dev-v1.1.json").dataset)
    assert (found.articles, found.paragraphs, found.questions, found.answers) == (48, 2_067, 10_570, 34_726)
    assert (found.unanswerable, found.articles_with_unanswerable, found.plausible_share) == (0, 0, None)
    assert found.answers_per_question == pytest.approx(34_726 / 10_570)
    assert sum(answers * questions for answers, questions in found.questions_by_answers) == 34_726


@given(dataset=datasets())
def test_the_counts_are_those_of_a_walk_through_the_dataset(dataset: Dataset) -> None:
    found = describe(dataset)
    questions = [q for _, _, q in dataset.questions()]
    paragraphs = [p for a in dataset.articles for p in a.paragraphs]
    assert (found.articles, found.paragraphs, found.questions) == (
        len(dataset.articles),
        len(paragraphs),
        len(questions),
    )
    assert dict(found.questions_by_answers) == Counter(len(q.answers) for q in questions)
    assert dict(found.categories) == Counter(q.category for q in questions if q.category)
    assert found.unanswerable == sum(q.answers == () for q in questions)
    assert found.paragraphs_without_questions == sum(p.questions == () for p in paragraphs)
    assert found.fingerprint == dataset.fingerprint
    assert found.questions_per_paragraph == by_numpy([len(p.questions) for p in paragraphs])
    assert found.context_lengths == lengths_by_numpy([p.context for p in paragraphs])
    assert found.question_lengths == lengths_by_numpy([q.text for q in questions])
    assert found.answer_lengths == lengths_by_numpy([a.text for q in questions for a in q.answers])


def lengths_by_numpy(texts: list[str]) -> Lengths:
    return Lengths(by_numpy([len(text) for text in texts]), by_numpy([len(text.split()) for text in texts]))


def by_numpy(numbers: list[int]) -> Distribution | None:
    if not numbers:
        return None
    first, median, third = map(float, np.percentile(numbers, [25, 50, 75]))
    return Distribution(len(numbers), min(numbers), first, median, third, max(numbers), float(np.mean(numbers)))


def test_first_words_are_in_lower_case_and_the_most_frequent_come_first() -> None:
    texts = ["What is?", "who was?", "what if", "Who", " When", "", *(f"w{i} x" for i in range(20))]
    questions = tuple(Question(str(i), text) for i, text in enumerate(texts))
    found = describe(Dataset((Article("T", (Paragraph("c", questions),)),)))
    # Equally frequent words stand by the alphabet, so that the list does not depend on the order of the file.
    assert found.first_words[:4] == (("what", 2), ("who", 2), ("w0", 1), ("w1", 1))
    assert len(found.first_words) == 10
    assert found.distinct_questions == len(texts)


def test_equal_questions_count_once_among_the_distinct_ones() -> None:
    questions = tuple(Question(str(i), "When?", (Answer("c", 0),)) for i in range(3))
    found = describe(Dataset((Article("T", (Paragraph("c", questions),)),)))
    assert (found.questions, found.distinct_questions) == (3, 1)


def test_shares_are_of_what_they_say() -> None:
    answered = Question("a", "?", (Answer("c", 0), Answer("c", 0)))
    plausible = Question("b", "?", (), True, (Answer("c", 0),))
    bare = Question("c", "?", (), True)
    found = describe(Dataset((Article("T", (Paragraph("c", (answered, answered, plausible, bare)),)),)))
    assert (found.unanswerable_share, found.plausible_share, found.answers_per_question) == (0.5, 0.5, 2.0)


def test_shares_of_nothing_are_none_and_never_nought() -> None:
    found = describe(Dataset(()))
    assert (found.unanswerable_share, found.plausible_share, found.answers_per_question) == (None, None, None)
    assert (found.questions_per_paragraph, found.context_lengths.code_points) == (None, None)
