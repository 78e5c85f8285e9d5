import pytest

from spanwise.data.dataset import Answer, Article, Dataset, Paragraph, Question
from spanwise.data.human_answers import HumanAnswer, HumanAnswers
from spanwise.diagnosis.asked import asked_questions
from spanwise.errors import DataError
from spanwise.scoring.rules import SQUAD_1, SQUAD_2

questions = (
    Question("q0", "?", (Answer("The red kite"),)),
    Question("q1", "?", is_impossible=True),
    Question("q2", "?", (Answer("owl"),)),
)
birds = Dataset((Article("T", (Paragraph("The red kite, the owl.", questions),)),), name="birds")
said = HumanAnswers((HumanAnswer("q1", "b"), HumanAnswer("q0", "a", "A kite!"), HumanAnswer("q0", "b", "red kite")))


def test_the_questions_come_in_file_order_with_everything_in_normal_form() -> None:
    asked = asked_questions(birds, said, SQUAD_2, 0.95)
    assert [row.question.id for row in asked.rows] == ["q0", "q1"]
    assert asked.unasked == 1
    assert asked.options == (("kite", "red kite"), (None,))
    assert asked.golds == (("red kite",), ())
    assert asked.single == [[(0.0, pytest.approx(2 / 3)), (1.0, 1.0)], [(1.0, 1.0)]]


def test_a_split_averages_over_the_questions_that_have_a_score() -> None:
    asked = asked_questions(birds, said, SQUAD_2, 0.9)
    split = asked.split([(0.0, 0.5), (1.0, 1.0)])
    assert [line.f1.value for line in (split.overall, split.has_ans, split.no_ans)] == [0.75, 0.5, 1.0]
    assert split.overall.em.level == 0.9
    none = asked.split([(0.0, 0.5), None])
    assert none.overall.em.n == 1
    assert none.no_ans.em.value is None
    assert none.no_ans.em.reason == "there is no unanswerable question among those"


def test_no_answers_and_answers_to_other_questions_are_refused() -> None:
    with pytest.raises(DataError, match="the human answers: there are none"):
        asked_questions(birds, HumanAnswers(()), SQUAD_2, 0.95)
    with pytest.raises(DataError, match="answers to 1 question that is not in birds: 'q9'"):
        asked_questions(birds, HumanAnswers((HumanAnswer("q9", "a"),)), SQUAD_2, 0.95)


def test_rules_without_a_meaning_for_unanswerable_questions_refuse_them() -> None:
    with pytest.raises(DataError, match="question 'q1' has no gold answer, and the rules 'squad1' have no meaning"):
        asked_questions(birds, said, SQUAD_1, 0.95)
    answerable = HumanAnswers(said.answers[1:])
    assert asked_questions(birds, answerable, SQUAD_1, 0.95).rules == SQUAD_1
