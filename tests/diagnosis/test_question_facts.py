import pytest
from hypothesis import given

import spanwise as sw
from spanwise.data.dataset import Answer, Article, Dataset, Paragraph, Question
from spanwise.data.samples import sample_path
from spanwise.diagnosis.question_facts import question_facts
from spanwise.errors import DataError, OptionError
from tests.strategies import datasets

CONTEXT = "The kite flew over the old harbour in 1871. It was red, and the keeper of the light saw it first."


def asked(text: str, *answers: str, context: str = CONTEXT, identity: str = "q") -> Question:
    return Question(identity, text, tuple(Answer(answer, context.index(answer)) for answer in answers))


def fact(question: Question, name: str, context: str = CONTEXT) -> str | None:
    dataset = Dataset((Article("Kites", (Paragraph(context, (question,)),)),))
    return question_facts(dataset).column(name).values[0]


@pytest.mark.parametrize(
    ("text", "word"),
    [
        ("Who flew it?", "who"),
        ("In what year did it fly?", "what"),
        ("With whom, and when?", "who"),
        ("How  many kites?", "how many"),
        ("How old is it?", "how"),
        ("How much?", "how much"),
        ("Name the somewhat whole kite.", "other"),
        ("¿Quién?", "other"),
    ],
)
def test_the_first_question_word_counts_wherever_it_stands(text: str, word: str) -> None:
    assert fact(asked(text), "question_word") == word


def test_lengths_are_words_and_each_chinese_letter_is_one() -> None:
    assert fact(asked("Where?", "the old harbour"), "answer_length") == "3-4"
    assert fact(asked("谁?", "灯塔", context="灯塔很高。"), "answer_length", "灯塔很高。") == "2"
    assert fact(asked("Where did the kite fly in the year 1871, please?"), "question_length") == "8-10"
    assert fact(asked("Where?"), "context_length") == "1-99"
    assert fact(asked("Where?"), "context_length", "word " * 300) == "300+"


def test_the_position_is_the_third_in_which_the_first_answer_starts() -> None:
    assert fact(asked("?", "kite", "light"), "position") == "first third"
    assert fact(asked("?", "1871"), "position") == "middle third"
    assert fact(asked("?", "light"), "position") == "last third"
    assert fact(Question("q", "?", (Answer("light"),)), "position") is None
    assert fact(Question("q", "?", (Answer("light", 5000),)), "position") is None


@pytest.mark.parametrize(
    ("text", "answer", "overlap"),
    [
        ("Who was the pilot of the airship?", "1871", "none"),
        ("Where did the kite go to land with its tail?", "harbour", "up to a third"),
        ("When was the kite over the jetty?", "1871", "up to two thirds"),
        ("When did the kite fly over the old harbour?", "1871", "more than two thirds"),
        ("When did the kite fly over the harbour?", "red", "none"),
        ("Who was it?", "1871", None),
    ],
)
def test_overlap_counts_words_that_say_something_in_the_sentence_of_the_answer_alone(
    text: str, answer: str, overlap: str | None
) -> None:
    assert fact(asked(text, answer), "overlap") == overlap


def test_answers_agree_where_they_are_the_same_after_normalisation() -> None:
    agreeing = Question("q", "?", (Answer("red", 51), Answer("the Red.", None)))
    assert fact(agreeing, "agreement") == "all the same"
    assert fact(asked("?", "red", "kite"), "agreement") == "not all the same"
    assert fact(asked("?", "red"), "agreement") == "one answer"
    assert fact(asked("?", *["red"] * 7), "answers") == "6+"
    assert fact(asked("?", "red", "red"), "answers") == "2"


def test_unanswerable_questions_have_no_facts_about_answers_and_answerable_ones_no_category() -> None:
    trap = Question("q", "?", category="negation", plausible_answers=(Answer("red", 51),))
    assert fact(trap, "answerable") == "unanswerable"
    assert fact(trap, "category") == "negation"
    assert fact(trap, "plausible") == "given"
    assert fact(asked("?"), "plausible") == "not given"
    assert [fact(trap, name) for name in ("answer_length", "position", "overlap", "answers", "agreement")] == [None] * 5
    assert fact(asked("?", "red"), "category") is fact(asked("?", "red"), "plausible") is None


def test_articles_without_a_title_or_with_the_same_are_told_apart_by_number() -> None:
    titles = ("Kites", "", "Kites", "Boats")
    dataset = Dataset(
        tuple(
            Article(title, (Paragraph(CONTEXT, (asked("?", identity=str(place)),)),))
            for place, title in enumerate(titles)
        )
    )
    assert question_facts(dataset).column("article").values == ("Kites (1)", "article (2)", "Kites (3)", "Boats")


def test_a_column_is_found_by_name_or_the_names_are_listed() -> None:
    facts = question_facts(sw.read(sample_path("dev")))
    assert [column.name for column in facts.only(["answers", "article", "answers"]).columns] == ["answers", "article"]
    with pytest.raises(OptionError, match=r"no column 'colour'.*question_word, question_length"):
        facts.column("colour")


def test_two_questions_with_one_id_are_refused_as_when_scoring() -> None:
    dataset = Dataset((Article("Kites", (Paragraph(CONTEXT, (asked("Who?"), asked("What?"))),)),))
    with pytest.raises(DataError, match="stands twice"):
        question_facts(dataset)
    assert len(question_facts(dataset, duplicates="all").ids) == 2


@given(datasets())
def test_every_fact_of_every_question_is_one_of_those_listed(dataset: Dataset) -> None:
    facts = question_facts(dataset, duplicates="all")
    assert facts.ids == dataset.question_ids
    for column in facts.columns:
        assert len(column.values) == len(facts.ids)
        assert {value for value in column.values if value is not None} <= set(column.order)
        assert len(set(column.order)) == len(column.order)
