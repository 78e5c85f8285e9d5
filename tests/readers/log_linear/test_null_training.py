import random
from collections.abc import Sequence
from typing import cast

import numpy as np
import pytest

from spanwise.data.dataset import Answer, Article, Dataset, Paragraph, Question
from spanwise.readers.log_linear.considered import Considered
from spanwise.readers.log_linear.context import ContextFacts
from spanwise.readers.log_linear.frequencies import Frequencies
from spanwise.readers.log_linear.null_training import NullRows, null_rows
from spanwise.readers.log_linear.reader import LogLinearReader
from tests.readers.log_linear.by_rule import by_rule
from tests.readers.log_linear.toys import sales


class Asked:
    """What a spy reader makes of a question."""

    def __init__(self, question: Question) -> None:
        self.question = question
        self.context = None


class Spy:
    """Stands for a reader: remembers what it was trained on and asked about."""

    def __init__(self, number: int, trained_on: Dataset) -> None:
        self.number = number
        self.trained_on = trained_on
        self.asked: list[Dataset] = []

    def considered(self, dataset: Dataset) -> list[Asked]:
        self.asked.append(dataset)
        return [Asked(question) for _, _, question in dataset.questions()]

    def null_row(self, one: Asked) -> Sequence[float]:
        return [float(self.number), float(hash(one.question.id) % 1000)]


def spied(dataset: Dataset, folds: int, seed: int = 0) -> tuple[NullRows | None, list[Spy]]:
    spies: list[Spy] = []

    def train(part: Dataset, number: int) -> LogLinearReader:
        assert number == len(spies)
        spies.append(Spy(number, part))
        return cast(LogLinearReader, spies[-1])

    return null_rows(dataset, folds, random.Random(seed), train), spies


@pytest.mark.parametrize("folds", [2, 3, 5])
def test_no_reader_says_anything_of_an_article_that_it_was_trained_on(folds: int) -> None:
    dataset = sales(12, unanswerable=True)
    found, spies = spied(dataset, folds)
    assert found is not None
    assert len(spies) == folds
    described: list[str] = []
    for spy in spies:
        (part,) = spy.asked
        assert not set(part.question_ids) & set(spy.trained_on.question_ids)
        assert set(part.question_ids) | set(spy.trained_on.question_ids) == set(dataset.question_ids)
        described += part.question_ids
    assert sorted(described) == sorted(dataset.question_ids)
    kinds = {question.id: not question.has_answer for _, _, question in dataset.questions()}
    assert found.unanswerable == [kinds[identity] for identity in described]
    rows = [[spy.number, hash(i) % 1000] for spy in spies for i in spy.asked[0].question_ids]
    assert found.rows.tolist() == rows
    assert isinstance(found.rows, np.ndarray)
    assert found.worth == [float(kind) for kind in found.unanswerable]  # the spy never answers


def test_a_dataset_of_one_article_is_dealt_by_its_paragraphs() -> None:
    articles = sales(12, unanswerable=True).articles
    one = Dataset((Article("all", tuple(p for article in articles for p in article.paragraphs)),))
    found, spies = spied(one, 3)
    assert found is not None
    assert [sum(len(a.paragraphs) for a in spy.asked[0].articles) for spy in spies] == [4, 4, 4]


def test_the_same_seed_deals_the_same_parts_and_another_others() -> None:
    def dealt(seed: int) -> list[tuple[str, ...]]:
        return [spy.asked[0].question_ids for spy in spied(sales(12, unanswerable=True), 3, seed)[1]]

    assert dealt(1) == dealt(1) != dealt(2)


@pytest.mark.parametrize(
    "dataset",
    [
        sales(9, unanswerable=True),
        sales(40),
        Dataset(()),
        Dataset((Article("", (sales(12, unanswerable=True).articles[0].paragraphs[0],)),)),
    ],
    ids=["too few", "none unanswerable", "empty", "one paragraph"],
)
def test_too_few_questions_or_articles_give_no_rows_and_train_nothing(dataset: Dataset) -> None:
    assert spied(dataset, 3) == (None, [])


def test_many_questions_on_one_paragraph_give_no_rows() -> None:
    paragraph = sales(1).articles[0].paragraphs[0]
    answered = paragraph.questions[0]
    many = [Question(f"q{n}", answered.text, answered.answers if n % 2 else ()) for n in range(60)]
    dataset = Dataset((Article("", (type(paragraph)(paragraph.context, tuple(many)),)),))
    assert spied(dataset, 3) == (None, [])


def test_without_folds_nothing_is_trained() -> None:
    assert spied(sales(12, unanswerable=True), 0) == (None, [])


def test_what_an_answer_is_worth_is_the_f1_of_its_tokens_with_the_closest_answer() -> None:
    # Readers that take the candidate they are told to; the answer to the last question of each article stands nowhere.
    context = "Ada sold 7 old maps in the market."
    annotated = by_rule(context)
    facts = ContextFacts.of(annotated, Frequencies.of([]))
    assert facts is not None
    bounds = list(zip(facts.candidates.starts.tolist(), facts.candidates.ends.tolist(), strict=True))
    texts = [annotated.span(*one).of(context) for one in bounds]
    answers = (Answer("7 old maps", context.index("7")), Answer("Ada", 0))
    given = (answers[:1], answers, answers[1:], (Answer("maps"),), (Answer("maps in the market. And", 15),))
    questions = [Question(f"q{place}", "What?", one) for place, one in enumerate(given)]
    questions += [Question(f"n{place}", "What?") for place in range(5)]
    dataset = Dataset(tuple([Article(str(n), (Paragraph(context, tuple(questions)),)) for n in range(4)]))

    class Taking(Spy):
        def considered(self, dataset: Dataset) -> list[Considered]:  # type: ignore[override]
            scores = np.array([float(text == "maps") for text in texts])
            return [Considered(q, annotated, facts, scores) for _, _, q in dataset.questions()]

        def null_row(self, one: Considered) -> Sequence[float]:  # type: ignore[override]
            return [float(len(one.scores))]

    found = null_rows(dataset, 2, random.Random(0), lambda part, number: cast(LogLinearReader, Taking(number, part)))
    assert found is not None
    # "maps" is one of three tokens; of no answer; of none with a place; and of "maps in the market ." one of five.
    expected = [2 / 4, 2 / 4, 0, 0, 2 / 6]
    assert found.worth == pytest.approx([*expected, 1, 1, 1, 1, 1] * 4)
