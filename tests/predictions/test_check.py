import json
import math
from collections.abc import Mapping
from pathlib import Path
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from spanwise.data.dataset import Answer, Article, Dataset, Paragraph, Question
from spanwise.data.finding import CODES, Finding
from spanwise.data.formats import load, loaded_from_value
from spanwise.predictions.check import check_predictions
from spanwise.predictions.formats import load_predictions
from spanwise.predictions.prediction import Prediction, Predictions
from spanwise.text.span import Span
from tests.strategies import datasets

CONTEXT = "The river Odra rises in the hills and reaches the sea near Dziwna after 854 km."
ODRA = Answer("Odra", 10)


def made(texts: Mapping[str, str], na_probs: Mapping[str, float] | None = None) -> Predictions:
    return Predictions({i: Prediction(i, text, na_prob=(na_probs or {}).get(i)) for i, text in texts.items()})


def dataset(*answerable: bool, context: str = CONTEXT) -> Dataset:
    """Return a dataset with the questions q1, q2, ..., each with an answer or without."""
    questions = [
        Question(f"q{n}", f"{n}?", (ODRA,) if has_answer else (), not has_answer)
        for n, has_answer in enumerate(answerable, start=1)
    ]
    return Dataset((Article("T", (Paragraph(context, tuple(questions)),)),), version="v2.0")


def codes(findings: tuple[Finding, ...]) -> list[str]:
    return [finding.code for finding in findings]


def only(findings: tuple[Finding, ...], code: str) -> Finding:
    (finding,) = (finding for finding in findings if finding.code == code)
    return finding


# By the id of the case in scoring.jsonl: the code, and the ids it is about.
CASES: dict[str, tuple[str, tuple[str, ...]]] = {
    "missing-prediction-v1": ("prediction-missing", ("q2",)),
    "missing-prediction-v2": ("prediction-missing", ("q2",)),
    "missing-noans-only-v2": ("prediction-missing", ("q2",)),
    "extra-predictions": ("prediction-extra", ("q9", "q8")),
    "punct-prediction-on-noans": ("prediction-blank", ("q2",)),
    "space-prediction-on-noans": ("prediction-blank", ("q2",)),
    "literal-unanswerable": ("prediction-abstention-phrase", ("q2",)),
    "constant-zero-probabilities": ("na-prob-constant", ()),
    "negative-log-odds": ("na-prob-log-odds", ("q1", "q2", "q3")),
    "log-odds-above-one": ("na-prob-log-odds", ("q1", "q2")),
    "all-abstain": ("abstains-on-all", ()),
    "answer-confidence-as-na-probability": ("na-prob-inverted", ()),
}


def case_of(identity: str, shared: Path) -> dict[str, Any]:
    lines = (shared / "cases" / "scoring.jsonl").read_text("utf-8").splitlines()
    found: dict[str, Any] = next(case for case in map(json.loads, lines) if case["id"] == identity)
    return found


@pytest.mark.parametrize("identity", CASES)
def test_published_predictions_have_the_finding_of_their_case(identity: str, shared: Path) -> None:
    case = case_of(identity, shared)
    code, ids = CASES[identity]
    predictions = made(case["predictions"], case["na_probs"])
    finding = only(check_predictions(loaded_from_value(case["dataset"]).dataset, predictions), code)
    assert finding.ids == ids
    # The wording is ours; the facts are the case's. We write "dataset", as the field does.
    facts = [fact.replace("data set", "dataset") for fact in case["expected"]["warning"]]
    assert [fact for fact in facts if fact not in finding.found] == []


def test_no_prediction_matches(shared: Path) -> None:
    case = case_of("no-prediction-matches", shared)
    findings = check_predictions(loaded_from_value(case["dataset"]).dataset, made(case["predictions"]))
    assert codes(findings) == ["prediction-none-matches"]
    assert "a prediction's id is" in findings[0].found
    assert "there are no predictions at all" in check_predictions(dataset(True), made({}))[0].found
    assert check_predictions(Dataset(()), made({"q1": "Odra"})) == ()


def test_predictions_as_good_as_the_answers_have_no_finding() -> None:
    predictions = made({"q1": "Odra", "q2": "", "q3": "the sea"}, {"q1": 0.1, "q2": 0.9, "q3": 0.1})
    assert check_predictions(dataset(True, False, True), predictions) == ()


@given(datasets(), st.data())
def test_any_span_of_the_context_and_any_abstention_has_no_finding_about_spans(
    made_up: Dataset, data: st.DataObject
) -> None:
    texts = {
        question.id: data.draw(st.sampled_from(("", *(answer.text for answer in question.answers))))
        for _, _, question in made_up.questions()
    }
    found = codes(check_predictions(made_up, made(texts)))
    assert set(found) <= {"prediction-blank", "prediction-outer-space", "abstains-on-all"}


def test_a_prediction_for_a_question_asked_twice_counts_once() -> None:
    twice = Dataset(
        (Article("T", (Paragraph(CONTEXT, dataset(True, True).articles[0].paragraphs[0].questions[:1] * 2),)),)
    )
    assert check_predictions(twice, made({"q1": "Odra"})) == ()
    assert only(check_predictions(twice, made({"q1": " Odra"})), "prediction-outer-space").ids == ("q1",)


@pytest.mark.parametrize(
    ("context", "text", "level"),
    [
        ("The river Odra", "the river", "letter case"),
        ("in\u00a0the hills", "in the hills", "white space"),
        ("near Cafe\u0301 Nord", "Café Nord", "Unicode form"),
        ("It is Brenn\u2019s law", "Brenn's law", "typographic marks"),
        ("at Levi's Stadium", "Levi 's Stadium", "spacing"),
    ],
)
def test_a_prediction_that_is_no_span_is_told_with_what_makes_the_difference(
    context: str, text: str, level: str
) -> None:
    findings = check_predictions(dataset(True, context=context), made({"q1": text}))
    assert codes(findings) == ["prediction-no-span"]
    assert f"1 but for {level} is one" in findings[0].found
    assert f"'q1' (\"{text}\")" in findings[0].found
    assert check_predictions(dataset(True, context=context), made({"q1": text}), spans=False) == ()


def test_a_prediction_that_is_nowhere_is_told_without_an_excuse() -> None:
    findings = check_predictions(dataset(True), made({"q1": "the Oder"}))
    assert codes(findings) == ["prediction-no-span"]
    assert "but for" not in findings[0].found


@pytest.mark.parametrize("name", ["v1.1-bert-ensemble", "v2.0-bert-single"])
def test_published_predictions_that_are_no_spans_are_counted(name: str, shared: Path) -> None:
    # reference/scoring.md: 8 of the BERT 2.0 predictions and 10 of the 1.1 ensemble's are not verbatim spans.
    benchmark = load(shared / "data" / "squad" / f"dev-{name[:4]}.json").dataset
    predictions = load_predictions(shared / "data" / "squad" / "predictions" / f"{name}.json").predictions
    finding = only(check_predictions(benchmark, predictions), "prediction-no-span")
    assert len(finding.ids) == (8 if "2.0" in name else 10)


def test_the_published_logistic_regression_lacks_13_predictions_and_has_28_of_another_split(shared: Path) -> None:
    benchmark = load(shared / "data" / "squad" / "dev-v1.1.json").dataset
    predictions = load_predictions(
        shared / "data" / "squad" / "predictions" / "v1.1-logistic-regression.json"
    ).predictions
    findings = check_predictions(benchmark, predictions, spans=False)
    assert "13 of 10,570 questions have no prediction (missing)" in only(findings, "prediction-missing").found
    assert "28 predictions are for questions not in the dataset" in only(findings, "prediction-extra").found


def test_words_of_abstention_that_the_context_holds_are_an_answer() -> None:
    context = "He directed the film Unknown in 2011."
    film = Question("q1", "Which film?", (Answer("Unknown", 21),))
    nobody = Question("q2", "Who played in it?", (), is_impossible=True)
    questions = Dataset((Article("T", (Paragraph(context, (film, nobody)),)),), version="v2.0")
    findings = check_predictions(questions, made({"q1": "Unknown", "q2": "Unknown"}))
    assert only(findings, "prediction-abstention-phrase").ids == ("q2",)


def test_a_reader_that_says_the_same_everywhere_is_told() -> None:
    many = dataset(*[True] * 10)
    same = {f"q{n}": "Odra" for n in range(1, 11)}
    assert only(check_predictions(many, made(same)), "same-answer").ids == tuple(same)
    assert check_predictions(many, made(same | {"q1": "the sea", "q2": "hills"})) == ()
    assert check_predictions(dataset(True, True), made({"q1": "Odra", "q2": "Odra"})) == ()
    assert (
        "50.0%" in only(check_predictions(dataset(True, False), made({"q1": "", "q2": ""})), "abstains-on-all").remedy
    )


def test_pipeline_output(shared: Path) -> None:
    # The case in files.jsonl: start and end point one place too far to the left.
    lines = (shared / "cases" / "files.jsonl").read_text("utf-8").splitlines()
    (case,) = (case for case in map(json.loads, lines) if case["id"] == "pipeline-output")
    (row,) = json.loads(case["content"])
    context = "The lighthouse at Skarn was lit in 1871."
    benchmark = Dataset((Article("T", (Paragraph(context, (Question("a1", "When?", (Answer("1871", 35),)),)),)),))
    prediction = Prediction("a1", row["answer"], Span(row["start"], row["end"]))
    (finding,) = check_predictions(benchmark, Predictions({"a1": prediction}))
    assert (finding.code, finding.ids) == ("prediction-span-disagrees", ("a1",))
    assert "'a1' has 34 to 38, ' 187', and the text '1871', found at 35" in finding.found
    right = Prediction("a1", "1871", Span(35, 39))
    assert check_predictions(benchmark, Predictions({"a1": right})) == ()


def test_probabilities_that_are_missing_or_no_numbers_are_told_by_id() -> None:
    three = dataset(True, False, True)
    texts = {"q1": "Odra", "q2": "hills", "q3": "the sea"}
    missing = check_predictions(three, made(texts, {"q1": 0.1, "q2": 0.9}))
    assert (codes(missing), missing[0].ids) == (["na-prob-missing"], ("q3",))
    unordered = check_predictions(three, made(texts, {"q1": math.nan, "q2": 0.9, "q3": 0.1}))
    assert (codes(unordered), unordered[0].ids) == (["na-prob-nan"], ("q1",))
    assert "NaN" in unordered[0].found


@pytest.mark.parametrize(
    ("na_probs", "expected"),
    [
        ((0.0, 1.0, 0.0), []),
        ((0.5, 0.5, 0.5), ["na-prob-constant"]),
        ((0.9, 0.1, 0.9), ["na-prob-inverted"]),
        # Half of the pairs are turned around, which chance can do.
        ((0.9, 0.5, 0.1), []),
        ((0.2, 1.5, 0.1), ["na-prob-log-odds"]),
        ((-3.0, 2.0, -math.inf), ["na-prob-log-odds"]),
        ((7.0, 7.0, 7.0), ["na-prob-constant", "na-prob-log-odds"]),
    ],
)
def test_probabilities_that_are_none_are_told(na_probs: tuple[float, ...], expected: list[str]) -> None:
    texts = {"q1": "Odra", "q2": "hills", "q3": "the sea"}
    findings = check_predictions(dataset(True, False, True), made(texts, dict(zip(texts, na_probs, strict=True))))
    assert codes(findings) == expected


def test_every_code_is_documented(shared: Path) -> None:
    for path in sorted((shared / "data" / "squad" / "predictions").glob("*-*.json")):
        if "na-prob" not in path.name:
            benchmark = load(shared / "data" / "squad" / f"dev-{path.name[:4]}.json").dataset
            findings = check_predictions(benchmark, load_predictions(path).predictions)
            assert set(codes(findings)) <= CODES.keys()
            assert all(finding.found and finding.remedy and not finding.mendable for finding in findings)
