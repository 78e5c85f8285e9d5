from collections import Counter
from pathlib import Path

import pytest
from hypothesis import given

from spanwise.data.dataset import Answer, Article, Dataset, Paragraph, Question
from spanwise.data.formats import read
from spanwise.diagnosis.abstention import OUTCOMES, Outcome, abstention, outcomes
from spanwise.predictions.formats import read_predictions
from spanwise.predictions.prediction import Prediction, Predictions
from spanwise.scoring.evaluate import score
from tests.scoring.drawn import benchmarks_with_predictions


def one_article(answers: list[list[str]]) -> Dataset:
    questions = tuple(
        Question(f"q{i}", "?", tuple(map(Answer, texts)), is_impossible=not texts) for i, texts in enumerate(answers)
    )
    return Dataset((Article("one", (Paragraph("red kite", questions),)),), name="made")


def said(*texts: str | None) -> Predictions:
    return Predictions({f"q{i}": Prediction(f"q{i}", text) for i, text in enumerate(texts) if text is not None})


def test_each_question_has_the_outcome_a_person_would_give_it() -> None:
    dataset = one_article([["kite"], ["kite"], [], ["kite"], [], ["kite"], [], []])
    scores = score(dataset, said("The kite", "red kite", "red", "", "", None, None, "the"))
    assert outcomes(scores.columns) == (
        *("answered_rightly", "answered_wrongly", "false_answer", "over_refusal", "abstained_rightly"),
        *("missing", "missing", "abstained_rightly"),
    )


@given(benchmarks_with_predictions())
def test_the_table_adds_up_to_n_and_to_both_scores(drawn: tuple[Dataset, Predictions]) -> None:
    scores = score(*drawn)
    for table in abstention(scores).tables:
        assert table.total == scores.total
        right = table.rows["answered_rightly"].count + table.rows["abstained_rightly"].count
        assert right / scores.total == pytest.approx(table.em.value, abs=1e-12)
        assert sum(row.f1 for row in table.rows.values()) == pytest.approx(table.f1.value, abs=1e-12)
    assert abstention(scores).reader.em == scores.em
    assert abstention(scores).reader.f1 == scores.f1


@given(benchmarks_with_predictions())
def test_always_abstain_refuses_all_and_always_answer_refuses_nothing(drawn: tuple[Dataset, Predictions]) -> None:
    found = abstention(score(*drawn))
    refusing, answering = found.always_abstain.rows, found.always_answer.rows
    assert refusing["answered_wrongly"].count == refusing["false_answer"].count == refusing["missing"].count == 0
    assert answering["over_refusal"].count == 0
    assert answering["missing"] == found.reader.rows["missing"]


# Counted from the two files without Spanwise: empty or not, answers or not, and the official script's exact match.
@pytest.mark.parametrize("reader", ["v2.0-bert-single", "v2.0-docqa-elmo-single"])
def test_on_squad_2_the_five_outcomes_add_up_to_11873(shared: Path, reader: str) -> None:
    dataset = read(shared / "data/squad/dev-v2.0.json")
    predictions = read_predictions(shared / f"data/squad/predictions/{reader}.json")
    found = abstention(score(dataset, predictions))
    counted: Counter[tuple[bool, bool]] = Counter()
    for _, _, question in dataset.questions():
        counted[bool(question.answers), predictions.by_id[question.id].text == ""] += 1
    rows = found.reader.rows
    assert found.reader.total == 11_873
    assert rows["missing"].count == 0
    assert rows["answered_rightly"].count + rows["answered_wrongly"].count == counted[True, False]
    assert rows["over_refusal"].count == counted[True, True]
    assert rows["false_answer"].count == counted[False, False]
    assert rows["abstained_rightly"].count == counted[False, True]
    # 5,945 of 11,873 questions are unanswerable (SQuAD 2.0's Table 2).
    assert found.always_abstain.rows["abstained_rightly"].count == 5_945


def test_what_no_question_could_have_is_undefined_with_its_reason() -> None:
    rates = abstention(score(one_article([["kite"], ["kite"]]), said("kite", "red"))).reader.rates
    assert (rates.false_answers.value, rates.false_answers.reason) == (None, "the set has no unanswerable question")
    assert (rates.wrong_abstentions.value, rates.wrong_abstentions.reason) == (
        None,
        "the reader abstains on no question",
    )
    assert rates.wrong_answers.value == 0.5


def test_one_question_in_one_article_has_rates_without_an_interval() -> None:
    rates = abstention(score(one_article([["kite"]]), said(""))).reader.rates
    assert rates.over_refusals.value == 1.0
    assert rates.over_refusals.low is None
    assert "does not show how" in rates.over_refusals.reason


def test_unknown_answers_of_always_answer_are_counted_in_its_note() -> None:
    found = abstention(score(one_article([["kite"], []]), said("", "")))
    assert found.always_answer.rows["answered_wrongly"].count == 1
    assert found.always_answer.rows["false_answer"].count == 1
    assert found.always_answer.note.startswith("2 answers are not known")


def test_every_outcome_has_a_name_to_read() -> None:
    order: tuple[Outcome, ...] = tuple(OUTCOMES)
    assert order[0] == "answered_rightly"
    assert len(set(OUTCOMES.values())) == len(OUTCOMES)
