from pathlib import Path

import pytest
from hypothesis import given

from spanwise.data.dataset import Answer, Article, Dataset, Paragraph, Question
from spanwise.data.formats import load
from spanwise.data.glance import glance, nearest_start
from tests.strategies import datasets

CONTEXT = "The kite saw a kite, and the kite left."


def dataset(*questions: Question, context: str = CONTEXT) -> Dataset:
    return Dataset((Article("T", (Paragraph(context, questions),)),))


@given(datasets())
def test_nothing_is_said_of_a_dataset_whose_answers_stand_where_they_say(drawn: Dataset) -> None:
    assert glance(drawn) == ()


def test_a_wrong_start_is_named_with_the_nearest_right_one() -> None:
    (finding,) = glance(dataset(Question("q1", "?", (Answer("kite", 16), Answer("kite", 4)))))
    assert (finding.code, finding.ids) == ("answer-offset", ("q1",))
    assert (
        finding.found == "1 answer does not stand at its answer_start: 'q1' has answer_start 16, 'kite' is found at 15"
    )
    assert "scores go by the texts" in finding.remedy


def test_wrong_starts_are_counted_by_answer_and_named_by_question() -> None:
    (finding,) = glance(
        dataset(Question("q1", "?", (Answer("kite", 5), Answer("The", 1))), Question("q2", "?", (Answer("left", -1),)))
    )
    assert finding.found.startswith("3 answers do not stand at their answer_start: 'q1'")
    assert finding.ids == ("q1", "q2")


def test_an_answer_that_is_nowhere_is_named() -> None:
    (finding,) = glance(dataset(Question("q1", "?", (Answer("fox", 4),)), Question("q2", "?", (Answer("kite", 4),))))
    assert (finding.code, finding.ids) == ("answer-not-in-context", ("q1",))
    assert "1 question has an answer that is nowhere in the context: 'q1'" in finding.found


def test_an_answer_that_says_no_start_or_is_empty_is_not_looked_for() -> None:
    assert glance(dataset(Question("q1", "?", (Answer("fox"), Answer("", 99), Answer("", 0))))) == ()


def test_a_flag_that_contradicts_the_answers_is_named() -> None:
    flagged = Question("q1", "?", (Answer("kite", 4),), is_impossible=True)
    (finding,) = glance(dataset(flagged))
    assert (finding.code, finding.ids) == ("flag-contradicts", ("q1",))
    assert "1 question has is_impossible true beside answers: 'q1'" in finding.found
    assert "answerable" in finding.remedy


def test_every_kind_is_said_once_whatever_the_number_of_faults() -> None:
    questions = [Question(f"q{i}", "?", (Answer("fox", 0), Answer("kite", 0)), is_impossible=True) for i in range(5)]
    findings = glance(dataset(*questions))
    assert [finding.code for finding in findings] == ["answer-offset", "answer-not-in-context", "flag-contradicts"]
    assert all(finding.ids == ("q0", "q1", "q2", "q3", "q4") for finding in findings)


@pytest.mark.parametrize(
    ("start", "nearest"), [(-5, 4), (0, 4), (4, 4), (9, 4), (10, 15), (14, 15), (23, 29), (29, 29), (35, 29), (999, 29)]
)
def test_the_nearest_start_is_the_nearest(start: int, nearest: int) -> None:
    assert CONTEXT.startswith("kite", nearest)
    everywhere = [place for place in range(len(CONTEXT)) if CONTEXT.startswith("kite", place)]
    assert abs(nearest - start) == min(abs(place - start) for place in everywhere)
    assert nearest_start(CONTEXT, Answer("kite", start)) == nearest


def test_there_is_no_nearest_start_of_what_is_nowhere() -> None:
    assert nearest_start(CONTEXT, Answer("fox", 4)) is None
    assert nearest_start("", Answer("kite", 0)) is None


@pytest.mark.parametrize(
    ("file", "expected"),
    [
        ("squad/dev-v1.1.json", {}),
        ("squad/dev-v2.0.json", {}),
        ("domain/covid-qa.json.gz", {"answer-offset": "234 answers do"}),
        ("languages/squad-it-test.json.gz", {"answer-offset": "98 answers do"}),
        ("languages/arcd-test.json.gz", {"answer-not-in-context": "3 questions have"}),
    ],
)
def test_real_files_have_the_faults_that_are_known_of_them(shared: Path, file: str, expected: dict[str, str]) -> None:
    # Counted, by those who gathered the files, as answers that the context at answer_start is not.
    findings = {finding.code: finding.found for finding in glance(load(shared / "data" / file).dataset)}
    assert findings.keys() == expected.keys()
    assert all(findings[code].startswith(words) for code, words in expected.items())
