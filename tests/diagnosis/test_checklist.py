from collections.abc import Sequence
from pathlib import Path

import msgspec
import pytest
from hypothesis import given
from hypothesis import strategies as st

from spanwise.diagnosis.checklist import checklist_report, with_replaced_words
from spanwise.diagnosis.checklist_suite import Item, Kind, Suite, SuiteTest, read_suite, suite_dataset
from spanwise.errors import PredictionError
from spanwise.predictions.prediction import Prediction, Predictions
from spanwise.scoring.rules import SQUAD_2
from tests.diagnosis.overlap_reader import overlap_predictions


def suite_of(kind: Kind, *cases: Sequence[tuple[str, str]]) -> Suite:
    """Return a suite of one test, its cases given as (context, answers joined by "|") pairs."""
    made = tuple(
        tuple(
            Item(f"{c}.{i}", context, "?", tuple(answers.split("|")) if answers else ())
            for i, (context, answers) in enumerate(case)
        )
        for c, case in enumerate(cases)
    )
    return Suite((SuiteTest("test", kind, "Logic", "", made),), "suite")


def said(**answers: str) -> Predictions:
    texts = {key.lstrip("q").replace("_", "."): text for key, text in answers.items()}
    return Predictions({i: Prediction(i, text) for i, text in texts.items()}, reader="r")


FUNCTION = suite_of("MFT", [("a", "Bo"), ("b", "Ann")], [("c", "Di|Di is")], [("d", "Eve")], [("e", "Flo"), ("f", "G")])


def test_a_case_fails_when_any_of_its_questions_is_wrong_or_missing() -> None:
    report = checklist_report(FUNCTION, said(q0_0="Bo", q0_1="Bo", q1_0="the Di is.", q2_0="Adam", q3_0="Flo"))
    (row,) = report.rows
    assert (row.cases, row.questions, row.missing, row.failed) == (4, 6, 1, 3)
    assert row.failure_rate.value == 3 / 4
    assert [(f.id, f.expected, f.answer) for f in row.examples] == [
        ("0.1", ("Ann",), "Bo"),
        ("2.0", ("Eve",), "Adam"),
        ("3.1", ("G",), None),
    ]
    assert (report.reader, report.suite, report.rules, report.extra) == ("r", "suite", "squad1", 0)


def test_as_many_examples_are_kept_as_asked_for() -> None:
    report = checklist_report(FUNCTION, said(q0_0="no"), examples=2)
    assert [f.id for f in report.rows[0].examples] == ["0.0", "1.0"]
    assert report.rows[0].failed == 4


def test_an_invariance_test_fails_where_the_answer_changes_be_it_right_or_wrong() -> None:
    suite = suite_of("INV", *([[("Ann is here.", ""), ("Ann is here.", ""), ("Ann is here. So is Bo.", "")]] * 3))
    report = checklist_report(
        suite, said(q0_0="Ann", q0_1="ann.", q0_2="Ann", q1_0="Ann", q1_1="Ann", q1_2="Bo", q2_0="", q2_1="", q2_2="")
    )
    assert report.rows[0].failed == 1
    assert [(f.id, f.expected, f.answer) for f in report.rows[0].examples] == [("1.2", ("Ann",), "Bo")]


def test_a_missing_answer_to_the_original_or_a_change_fails() -> None:
    suite = suite_of("INV", [("c", ""), ("c", "")], [("c", ""), ("c", "")])
    report = checklist_report(suite, said(q0_0="x", q1_1="x"))
    assert [(f.id, f.expected, f.answer) for f in report.rows[0].examples] == [("0.1", ("x",), None), ("1.0", (), None)]


def test_a_replaced_name_is_replaced_in_the_answer_too() -> None:
    context = "In 1521 Luther spoke in New York. Luther's friends left York."
    changed = "In 1521 James spoke in Lawrence. James's friends left York."
    suite = suite_of("INV", *([[(context, ""), (changed, "")]] * 3))
    report = checklist_report(
        suite,
        said(
            q0_0="Luther",
            q0_1="James",
            q1_0="in New York",
            q1_1="in Lawrence",
            q2_0="Luther",
            q2_1="friends",
        ),
    )
    assert [(f.id, f.expected) for f in report.rows[0].examples] == [("2.1", ("James",))]


@pytest.mark.parametrize(
    ("text", "original", "changed", "expected"),
    [
        ("Luther", "Luther ran.", "James ran.", "James"),
        ("Lutheran", "Luther ran.", "James ran.", "Lutheran"),
        ("St. Paul", "in St. Paul now", "in Rio now", "Rio"),
        ("Rio", "in Rio now", "in St. Paul now", "St. Paul"),
        ("Ann", "Ann ran.", "Ann ran. Bo too.", "Ann"),
        ("Ann", "Ann ran. Bo too.", "Ann ran.", "Ann"),
        ("C++ (1)", "C++ (1) is old", "C++ (1) is new", "C++ (1)"),
    ],
)
def test_words_are_replaced_whole(text: str, original: str, changed: str, expected: str) -> None:
    assert with_replaced_words(text, original, changed) == expected


@given(st.lists(st.sampled_from(["Ann", "Bo", "ran", "to", "Rio."]), min_size=1, max_size=8))
def test_replacing_one_name_everywhere_carries_the_whole_context_over(words: list[str]) -> None:
    original = " ".join(words)
    changed = original.replace("Ann", "Zoe")
    assert with_replaced_words(original, original, changed) == changed


def test_cases_on_one_context_are_one_cluster() -> None:
    suite = suite_of("MFT", [("a", "x")], [("a", "x")], [("b", "x")], [("b", "x")], [("c", "x")])
    rate = checklist_report(suite, said(q0_0="x", q1_0="x", q2_0="y", q3_0="y", q4_0="x")).rows[0].failure_rate
    assert (rate.n, rate.clusters, rate.cluster_unit) == (5, 3, "context")
    assert rate.has_interval


def test_a_test_that_was_not_answered_has_no_failure_rate() -> None:
    tests = (*FUNCTION.tests, *suite_of("MFT", [("z", "x")]).tests)
    second = msgspec.structs.replace(tests[1], cases=((msgspec.structs.replace(tests[1].cases[0][0], id="9.9"),),))
    report = checklist_report(Suite((tests[0], second), "two"), said(q0_0="Bo"))
    row = report.rows[1]
    assert (row.failure_rate.value, row.missing, row.failed, row.examples) == (None, 1, 0, ())
    assert row.failure_rate.reason == "none of its 1 questions has a prediction"


def test_unknown_ids_are_counted_and_nothing_but_unknown_ids_is_refused() -> None:
    assert checklist_report(FUNCTION, said(q0_0="Bo", other="x")).extra == 1
    with pytest.raises(PredictionError, match=r"0 of 6 questions .* '0\.0', a prediction's id is 'other'"):
        checklist_report(FUNCTION, said(other="x"))
    with pytest.raises(PredictionError, match="no predictions at all"):
        checklist_report(FUNCTION, said())


def test_rules_and_level_are_those_asked_for() -> None:
    report = checklist_report(FUNCTION, said(q0_0="Bo"), rules=SQUAD_2, level=0.9)
    assert (report.rules, report.rows[0].failure_rate.level) == ("squad2", 0.9)


def test_the_published_suite_passes_who_has_its_labels_and_shows_a_simple_reader_up(shared: Path) -> None:
    suite = read_suite(shared / "data/adversarial/checklist.jsonl.gz")
    # One test of each kind of change, and three of function, to be quick.
    suite = Suite(tuple(suite.tests[place] for place in (0, 11, 12, 18, 21)), suite.name)
    right = {
        item.id: Prediction(item.id, item.answers[0] if item.answers else "same")
        for test in suite.tests
        for case in test.cases
        for item in case
    }
    assert [row.failed for row in checklist_report(suite, Predictions(right)).rows] == [0] * 5
    report = checklist_report(suite, overlap_predictions(suite_dataset(suite)))
    assert [row.cases for row in report.rows] == [494, 500, 500, 2000, 475]
    # It takes "more" and "less" for the same question, so no case passes; an added sentence moves few answers.
    assert report.rows[0].failed == 494
    assert 0 < float(report.rows[1].failure_rate) < 0.2
    # Answers follow a replaced name, so that few changes of names count as failures.
    assert 0 < float(report.rows[2].failure_rate) < 0.2
