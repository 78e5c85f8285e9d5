import pytest
from hypothesis import given

from spanwise.data.dataset import Answer, Article, Dataset, Paragraph, Question
from spanwise.data.finding import CODES, Finding
from spanwise.predictions.prediction import Prediction, Predictions
from spanwise.scoring.columns import kept_rows, normal_forms, score_columns
from spanwise.scoring.evaluate import score
from spanwise.scoring.oddities import odd_matches, odd_scores
from spanwise.scoring.rules import LENIENT, MRQA, SQUAD_1, SQUAD_2, Rules, mlqa
from tests.scoring.drawn import benchmarks_with_predictions


def found(prediction: str, *answers: str, rules: Rules = SQUAD_1) -> dict[str, Finding]:
    """Return what is odd about one prediction to one question, by code."""
    question = Question("q1", "?", tuple(Answer(text) for text in answers))
    dataset = Dataset((Article("T", (Paragraph("c", (question,)),)),))
    predictions = Predictions({"q1": Prediction("q1", prediction)})
    rows, _ = kept_rows(dataset)
    normal = normal_forms(rows, predictions, rules)
    columns = score_columns(rows, predictions, rules, normal)
    return {finding.code: finding for finding in odd_matches(rows, predictions, columns, normal, rules)}


@pytest.mark.parametrize(
    ("prediction", "answers", "code"),
    [
        ("15 million", ("1.5 million",), "numbers-differ"),
        ("102", ("10^2",), "numbers-differ"),
        ("2410", ("24-10", "24 to 10"), "numbers-differ"),
        ("hepatitis", ("hepatitis A",), "gold-lost-article"),
        ("vitamin A", ("vitamin",), "gold-lost-article"),
        ("Coruña", ("A Coruña",), "gold-lost-article"),
        ("Brenn's law", ("Brenn’s law",), "differs-by-unicode-punctuation"),
        ("24-10", ("24–10",), "differs-by-unicode-punctuation"),
        ("Cafe\u0301", ("Café",), "differs-by-unicode-form"),
        ("ﬁn", ("fin",), "differs-by-unicode-form"),
        ("red\u200b kite", ("red kite",), "differs-by-invisible"),
        ("red\u00adkite", ("redkite",), "differs-by-invisible"),
        ("\ufeffkite", ("kite",), "differs-by-invisible"),
    ],
)
def test_a_match_or_a_miss_that_a_person_would_judge_otherwise_is_named(
    prediction: str, answers: tuple[str, ...], code: str
) -> None:
    findings = found(prediction, *answers)
    assert list(findings) == [code]
    assert findings[code].ids == ("q1",)
    assert "'q1'" in findings[code].found
    assert repr(prediction) in findings[code].found


@pytest.mark.parametrize(
    ("prediction", "answers"),
    [
        ("1.5 million", ("1.5 million",)),
        ("1,000", ("1000",)),
        ("1000", ("1,000 tonnes", "1,000")),
        ("The 1.5 million.", ("1.5 million",)),
        ("construction project", ("A construction project",)),
        ("a kite", ("kite",)),
        ("hepatitis A.", ("hepatitis A",)),
        ("", ("hepatitis A",)),
        ("kite", ("fox",)),
        ("Łódź", ("Kraków",)),
        ("café bar", ("café-bar",)),
        ("", ("Brenn’s law",)),
    ],
)
def test_an_ordinary_match_or_miss_is_not_named(prediction: str, answers: tuple[str, ...]) -> None:
    assert found(prediction, *answers) == {}


def test_only_the_answers_that_were_matched_are_compared_by_their_numbers() -> None:
    assert list(found("15", "1.5", "15 m")) == ["numbers-differ"]
    assert found("15", "1.5", "15.") == {}


def test_the_lenient_rules_leave_nothing_of_unicode_to_name() -> None:
    assert found("Brenn's law", "Brenn’s law", rules=LENIENT) == {}
    assert found("15 million", "1.5 million", rules=LENIENT) == {}


def test_an_answer_of_which_nothing_is_left_is_named_with_what_the_rules_make_of_it() -> None:
    kept = found("", "interventionism", ".", rules=SQUAD_1)
    assert set(kept) == {"answer-normalises-to-nothing", "em-above-f1"}
    assert "'.'" in str(kept["answer-normalises-to-nothing"])
    assert "kept" in str(kept["answer-normalises-to-nothing"])
    dropped = found("", "interventionism", ".", rules=SQUAD_2)
    assert set(dropped) == {"answer-normalises-to-nothing"}
    assert "dropped" in str(dropped["answer-normalises-to-nothing"])


def test_an_answer_of_which_nothing_is_left_is_named_however_long_it_is() -> None:
    assert set(found("kite", "kite", "the ... a, an; the (the) a")) == {"answer-normalises-to-nothing"}


def test_a_question_of_whose_answers_nothing_is_left_is_named_with_what_the_rules_make_of_it() -> None:
    kept = found("A", "A", "the", rules=SQUAD_1)
    assert set(kept) == {"gold-all-empty", "em-above-f1"}
    assert "EM 1 and F1 0" in str(kept["gold-all-empty"])
    dropped = found("kite", "A", rules=SQUAD_2)
    assert set(dropped) == {"gold-all-empty"}
    assert "the empty prediction is right" in str(dropped["gold-all-empty"])


def test_a_word_that_arabic_rules_cut_is_named_where_the_match_came_of_it() -> None:
    assert set(found("م", "مال", rules=mlqa("ar"))) == {"word-cut-by-article"}
    assert found("مال", "مال", rules=mlqa("ar")) == {}
    assert found("البيت", "بيت", rules=mlqa("ar")) == {}
    assert found("مال", "م", rules=MRQA) == {}


def test_ids_of_one_kind_are_gathered_in_one_finding() -> None:
    questions = tuple(Question(f"q{i}", "?", (Answer("1.5"),)) for i in range(5))
    dataset = Dataset((Article("T", (Paragraph("c", questions),)),))
    said = Predictions({f"q{i}": Prediction(f"q{i}", "15" if i else "1.5") for i in range(5)})
    (finding,) = [f for f in score(dataset, said, rules=SQUAD_1).findings if f.code == "numbers-differ"]
    assert finding.ids == ("q1", "q2", "q3", "q4")
    assert "'q1', 'q2', 'q3' and 1 more" in finding.found


def tuned(*rows: tuple[bool, str, float]) -> tuple[Finding, ...]:
    """Return what is odd about the scores of rows of (has an answer, prediction, probability); the answer is "x"."""
    questions = tuple(Question(f"q{i}", "?", (Answer("x"),) if has else ()) for i, (has, _, _) in enumerate(rows))
    dataset = Dataset((Article("T", (Paragraph("c", questions),)),))
    said = {f"q{i}": Prediction(f"q{i}", text, na_prob=p) for i, (_, text, p) in enumerate(rows)}
    return odd_scores(score(dataset, Predictions(said), rules=SQUAD_2))


def test_ties_that_the_official_sweep_splits_are_told_with_both_numbers() -> None:
    em, f1 = tuned((True, "x", 0.1), (True, "x", 0.5), (False, "y", 0.5), (False, "y", 0.9))
    assert em.code == f1.code == "na-prob-tied"
    assert "best EM of 100.0000 splits tied probabilities" in em.found
    assert "no threshold gives more than 75.0000" in em.found
    assert "best F1" in f1.found


def test_a_best_score_that_is_the_always_abstain_baseline_is_told() -> None:
    (finding,) = tuned((True, "x", 0.8), (False, "y", 0.3), (False, "z", 0.4))
    assert finding.code == "best-is-abstain-all"
    assert "always-abstain baseline (66.67 EM)" in finding.found


def test_nothing_is_told_where_a_threshold_helps_or_there_is_nothing_to_tune() -> None:
    assert tuned((True, "x", 0.1), (False, "y", 0.9)) == ()
    assert tuned((False, "x", 0.1), (False, "y", 0.9)) == ()
    assert tuned((True, "x", 0.1), (True, "x", 0.9)) == ()


@pytest.mark.parametrize("rules", [SQUAD_2, LENIENT], ids=lambda rules: rules.name)
@given(drawn=benchmarks_with_predictions())
def test_every_finding_has_a_known_code_and_names_questions_of_the_dataset(
    rules: Rules, drawn: tuple[Dataset, Predictions]
) -> None:
    dataset, predictions = drawn
    scores = score(dataset, predictions, rules=rules)
    known = {*dataset.question_ids, *predictions.by_id}
    for finding in scores.findings:
        assert finding.code in CODES
        assert set(finding.ids) <= known
        assert len(set(finding.ids)) == len(finding.ids)


@given(drawn=benchmarks_with_predictions(unanswerable=False))
def test_exact_match_is_above_f1_exactly_on_the_questions_that_are_named_for_it(
    drawn: tuple[Dataset, Predictions],
) -> None:
    scores = score(*drawn, rules=SQUAD_1)
    columns = scores.columns
    above = [i for i, em, f1 in zip(columns.ids, columns.raw_em, columns.raw_f1, strict=True) if em > f1]
    named = [i for finding in scores.findings if finding.code == "em-above-f1" for i in finding.ids]
    assert above == named
