"""Why the answers to a benchmark are what they are, on a toy of which everything is known."""

import random
from collections.abc import Mapping

import msgspec
import pytest

from spanwise.data.dataset import Answer, Article, Dataset, Paragraph, Question
from spanwise.diagnosis.explanations import Explained, explanations
from spanwise.errors import OptionError
from spanwise.predictions.prediction import Candidate, Prediction, Predictions
from spanwise.readers.log_linear.explain import explain
from spanwise.readers.log_linear.reader import LogLinearReader
from spanwise.readers.log_linear.trainer import LogLinear
from spanwise.scoring.evaluate import score
from spanwise.scoring.pair import exact_match
from spanwise.scoring.rules import SQUAD_2
from tests.readers.log_linear.by_rule import ByRule
from tests.readers.log_linear.toys import asked, sales


@pytest.fixture(scope="module")
def toy() -> LogLinearReader:
    """Return a reader trained on a toy set."""
    return LogLinear(ByRule()).train(sales(8), rng=random.Random(0))


DATASET = Dataset(
    (
        asked("Ada sold 7 maps. Ben left.", ("How many maps did Ada do?", "7"), ("Who left?", "Ada"), title="a"),
        asked("Cleo sold 9 nets. Ada met Ben.", ("How many nets did Cleo do?", "nets. Ada"), title="b"),
        asked("… …", ("Who?", "…"), title="c"),
        asked("Fay sold 5, and left.", ("How many maps did Zoe do?", None), ("How many did Fay do?", "5,"), title="d"),
    ),
    version="v2.0",
)


def explained(
    reader: LogLinearReader, dataset: Dataset = DATASET, said: Mapping[str, str] | None = None, *, most: int = 200
) -> dict[str, Explained]:
    """Return the explanations of what the reader says, or of what it is said to say."""
    made = reader.predict(dataset)
    if said is not None:
        changed = {identity: Prediction(identity, text) for identity, text in said.items()}
        made = msgspec.structs.replace(made, by_id={**made.by_id, **changed})
    return explanations(dataset, made, score(dataset, made, rules=SQUAD_2, duplicates="last"), reader, most=most)


def test_each_question_is_explained_as_it_is_alone(toy: LogLinearReader) -> None:
    found = explained(toy)
    assert tuple(found) == DATASET.question_ids
    for _, paragraph, question in DATASET.questions():
        one = found[question.id].explanation
        assert one == explain(toy, question.text, paragraph.context, against=one.against)


def test_the_answer_is_held_against_the_best_right_candidate_and_else_the_next(toy: LogLinearReader) -> None:
    found = explained(toy)
    assert {identity: one.standing for identity, one in found.items()} == {
        "a-0": "first",
        "a-1": "lower",
        "b-0": "none",
        "c-0": "none",
        "d-0": "unanswerable",
        "d-1": "first",
    }
    lower = found["a-1"].explanation
    assert lower.candidates[0].text != "Ada"
    assert lower.against == "Ada"
    for identity in ("a-0", "b-0", "d-0", "d-1"):
        why = found[identity].explanation
        assert why.against == why.candidates[1].text
    assert found["c-0"].explanation.candidates == ()


def test_candidates_are_right_by_the_rules_of_the_scores(toy: LogLinearReader) -> None:
    answers = {q.id: [answer.text for answer in q.answers] for _, _, q in DATASET.questions()}
    for identity, one in explained(toy).items():
        golds = answers[identity]
        expected = [any(exact_match(c.text, gold, SQUAD_2) for gold in golds) for c in one.explanation.candidates]
        assert list(one.right) == expected
    assert explained(toy)["d-1"].right[0]  # "5" for "5,"


def test_wrong_answers_come_first_and_are_taken_through_the_whole_file(toy: LogLinearReader) -> None:
    wrong = [identity for identity, one in explained(toy).items() if one.standing != "first"]
    assert len(wrong) == 4
    assert list(explained(toy, most=4)) == wrong
    assert list(explained(toy, most=2)) == wrong[::2]
    assert list(explained(toy, most=5)) == sorted([*wrong, "a-0"])
    many = sales(30, first=8)
    right = explained(toy, many, most=6)
    assert len({identity.partition("-")[0] for identity in right}) == 6


def test_predictions_of_another_model_are_refused(toy: LogLinearReader) -> None:
    with pytest.raises(OptionError) as error:
        explained(toy, said={"a-0": "Ben"})
    assert str(error.value) == (
        "question 'a-0': the model answers '7', and the predictions of 'log-linear' say 'Ben'; explain them by the "
        "model that made them"
    )
    with pytest.raises(OptionError, match="question 'c-0': the model finds no candidate, and the predictions of"):
        explained(toy, said={"c-0": "…"})


def test_an_abstention_is_no_other_answer_unless_its_runners_up_are(toy: LogLinearReader) -> None:
    found = explained(toy, said=dict.fromkeys(DATASET.question_ids, ""))
    assert found["a-0"].explanation.candidates[0].text == "7"
    assert found["a-0"].standing == "first"
    made = toy.predict(DATASET)
    for first in ("7", "Ben"):
        abstained = Prediction("a-0", "", nbest=(Candidate(""), Candidate(first)))
        changed = msgspec.structs.replace(made, by_id={**made.by_id, "a-0": abstained})
        scores = score(DATASET, changed)
        if first == "7":
            assert "a-0" in explanations(DATASET, changed, scores, toy)
        else:
            with pytest.raises(OptionError, match="say 'Ben'"):
                explanations(DATASET, changed, scores, toy)


def test_questions_without_prediction_or_with_a_shared_id_are_left_out(toy: LogLinearReader) -> None:
    twice = Paragraph("Ben sold 8 lamps.", (Question("a-0", "Who sold the lamps?", (Answer("Ben", 0),)),))
    dataset = Dataset((*DATASET.articles, Article("e", (twice,))))
    assert "a-0" not in explained(toy, dataset)
    made = toy.predict(DATASET)
    fewer = Predictions({identity: one for identity, one in made.by_id.items() if identity != "a-1"}, reader="toy")
    assert "a-1" not in explanations(DATASET, fewer, score(DATASET, fewer), toy)


def test_scores_of_another_dataset_are_refused(toy: LogLinearReader) -> None:
    made = toy.predict(DATASET)
    with pytest.raises(OptionError, match="another dataset"):
        explanations(sales(2), made, score(DATASET, made), toy)
