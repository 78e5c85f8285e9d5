import math
from collections.abc import Mapping

import msgspec
import pytest
from hypothesis import given
from hypothesis import strategies as st

import spanwise
from spanwise.data.dataset import Answer, Article, Dataset, Paragraph, Question
from spanwise.errors import DataError, OptionError, PredictionError
from spanwise.predictions.prediction import Prediction, Predictions
from spanwise.scoring.evaluate import OFFICIAL_THRESHOLD, score
from spanwise.scoring.intervals import Intervals
from spanwise.scoring.rules import LENIENT, SQUAD_1, SQUAD_2
from spanwise.scoring.threshold import scores_at
from tests.scoring.drawn import benchmarks_with_predictions

ODRA = "The river Odra rises in the hills."


def dataset(**answers: tuple[str, ...]) -> Dataset:
    questions = tuple(Question(i, "?", tuple(Answer(text) for text in texts)) for i, texts in answers.items())
    return Dataset((Article("T", (Paragraph(ODRA, questions),)),), name="rivers")


def predictions(probs: Mapping[str, float | None] | None = None, **texts: str) -> Predictions:
    return Predictions({i: Prediction(i, t, na_prob=(probs or {}).get(i)) for i, t in texts.items()}, reader="guesser")


TWO = dataset(q1=("Odra",), q2=())


def test_the_result_says_who_was_scored_on_what_and_how() -> None:
    data, said = dataset(q1=("Odra",), q2=("hills",)), predictions(q1="Odra", q3="sea")
    scores = score(data, said)
    assert (scores.reader, scores.benchmark, scores.total) == ("guesser", "rivers", 2)
    assert (scores.em.value, scores.f1.value) == (0.5, 0.5)
    signature = scores.signature
    assert signature.rules == "squad1"
    assert signature.threshold == "none"
    assert (signature.n, signature.missing, signature.extra) == (2, 1, 1)
    assert (signature.dataset, signature.predictions) == (data.fingerprint, said.fingerprint)
    assert signature.version == spanwise.__version__
    assert (signature.duplicates, signature.mapped) == ("", "")


def test_the_rules_are_those_given_else_those_the_dataset_asks_for() -> None:
    assert score(TWO, predictions(q1="x")).signature.rules == "squad2"
    assert score(TWO, predictions(q1="x"), rules=LENIENT).signature.rules == "lenient"


@given(benchmarks_with_predictions(probs=True), st.sampled_from([-1.0, 0.0, 0.5, 1.0, 3.0, math.inf, -math.inf]))
def test_a_threshold_abstains_on_the_predicted_questions_with_a_greater_probability(
    drawn: tuple[Dataset, Predictions], threshold: float
) -> None:
    columns = score(*drawn, rules=SQUAD_2, na_threshold=threshold).columns
    assert columns.em == scores_at(columns, columns.raw_em, threshold)
    for place, identity in enumerate(columns.ids):
        found = drawn[1].by_id.get(identity)
        gone = found is not None and found.na_prob is not None and found.na_prob > threshold
        expected = float(not columns.has_answer[place]) if gone else columns.raw_f1[place]
        assert columns.f1[place] == expected
        assert columns.abstains[place] == (gone or (found is not None and found.text == ""))


@given(benchmarks_with_predictions(probs=True))
def test_the_default_threshold_is_the_official_one(drawn: tuple[Dataset, Predictions]) -> None:
    default = score(*drawn, rules=SQUAD_2)
    given_ = score(*drawn, rules=SQUAD_2, na_threshold=OFFICIAL_THRESHOLD)
    assert OFFICIAL_THRESHOLD == 1.0
    assert default.signature.threshold == "na_prob > 1.0"
    assert default.na_threshold == 1.0
    assert (default.columns, default.signature) == (given_.columns, given_.signature)


@given(benchmarks_with_predictions(probs=True))
def test_the_best_is_at_least_the_score_where_the_default_threshold_abstains_on_none(
    drawn: tuple[Dataset, Predictions],
) -> None:
    said = {
        i: msgspec.structs.replace(p, na_prob=min(max(p.na_prob or 0.0, 0.0), 1.0)) for i, p in drawn[1].by_id.items()
    }
    scores = score(drawn[0], Predictions(said), rules=SQUAD_2)
    assert scores.best_em is not None
    assert scores.best_f1 is not None
    assert scores.best_em.score >= float(scores.em)
    assert scores.best_f1.score >= float(scores.f1) - 1e-12


@given(benchmarks_with_predictions(probs=False))
def test_predictions_without_probabilities_score_without_a_threshold(drawn: tuple[Dataset, Predictions]) -> None:
    scores = score(*drawn, rules=SQUAD_2)
    assert scores.columns.na_prob is scores.columns.na_rank is None
    assert scores.signature.threshold == "none"
    assert scores.na_threshold is None
    assert (scores.best_em, scores.best_f1, scores.average_precision, scores.na_auroc) == (None, None, None, None)
    assert scores.columns.em is scores.columns.raw_em


def test_the_order_of_probabilities_in_their_file_is_kept_for_the_official_sweep() -> None:
    said = predictions({"q2": 0.5, "q1": 0.5}, q2="hills", q1="Odra")
    assert score(TWO, said).columns.na_rank == (1, 0)


def test_a_dataset_without_questions_has_no_score() -> None:
    with pytest.raises(DataError, match=r"'empty' holds no questions; there is nothing to score"):
        score(Dataset((), name="empty"), predictions(q1="x"))


def test_predictions_for_no_question_at_all_are_refused_with_an_id_of_each_side() -> None:
    with pytest.raises(PredictionError, match=r"0 of 2 questions.*'q1'.*'zz1'.*another split"):
        score(TWO, predictions(zz1="Odra"))
    with pytest.raises(PredictionError, match=r"0 of 2 questions.*'q1'.*no predictions at all"):
        score(TWO, predictions())


def test_a_threshold_without_probabilities_is_refused() -> None:
    with pytest.raises(OptionError, match=r"threshold of 0.5.*'guesser' have no no-answer probabilities.*--na-probs"):
        score(TWO, predictions(q1="x"), na_threshold=0.5)


def test_a_threshold_that_is_no_number_is_refused() -> None:
    with pytest.raises(OptionError, match="threshold is NaN"):
        score(TWO, predictions({"q1": 0.5}, q1="x"), na_threshold=math.nan)


@pytest.mark.parametrize(("probability", "said"), [(math.nan, "NaN"), (math.inf, "infinite"), (-math.inf, "infinite")])
def test_a_probability_that_is_no_finite_number_is_refused_with_its_id(probability: float, said: str) -> None:
    with pytest.raises(PredictionError, match=rf"'q2' is {said}"):
        score(TWO, predictions({"q1": 0.1, "q2": probability}, q1="x", q2="y"))


def test_a_missing_probability_is_refused_with_its_ids() -> None:
    with pytest.raises(PredictionError, match=r"1 predicted question has no no-answer probability: 'q2'.*curve"):
        score(TWO, predictions({"q1": 0.1}, q1="x", q2="y"))


def test_a_question_that_is_not_predicted_needs_no_probability() -> None:
    scores = score(TWO, predictions({"q1": 0.1}, q1="Odra"))
    assert scores.em.value == 0.5
    assert scores.best_em is not None
    assert scores.best_em.score == 0.5


def test_questions_with_one_id_are_said_to_have_been_left_out_or_counted() -> None:
    twice = Dataset((TWO.articles[0], Article("U", (Paragraph("Another.", (Question("q1", "Who?"),)),))), name="d")
    with pytest.raises(DataError, match="'q1' stands twice"):
        score(twice, predictions(q1="Odra"))
    for duplicates, n, said in (("first", 2, "first kept"), ("last", 2, "last kept"), ("all", 3, "all counted")):
        scores = score(twice, predictions(q1="Odra"), duplicates=duplicates)  # type: ignore[arg-type]
        assert scores.signature.n == n
        assert scores.signature.duplicates == said
        found = [finding for finding in scores.findings if finding.code == "id-duplicate"]
        assert [finding.ids for finding in found] == [("q1",)]
        assert f"the {duplicates} question" in str(found[0]) or "all their questions count" in str(found[0])


def test_all_is_no_rule_to_sign_where_no_id_stands_twice() -> None:
    assert score(TWO, predictions(q1="x"), duplicates="all").signature.duplicates == ""


def test_declared_abstentions_are_signed() -> None:
    said = Predictions({"q1": Prediction("q1", "")}, abstention_strings=("unanswerable", "n/a"))
    scores = score(TWO, said)
    assert scores.signature.mapped == "'unanswerable', 'n/a'"
    assert "mapped:'unanswerable', 'n/a'" in str(scores.signature)


def test_what_is_odd_about_dataset_predictions_and_matches_is_found() -> None:
    odd = Dataset(
        (
            Article(
                "T",
                (
                    Paragraph(
                        "It moved 1.5 million tonnes.",
                        (Question("q1", "?", (Answer("1.5 million", 8),)), Question("q2", "?", (Answer("It", 0),))),
                    ),
                ),
            ),
        )
    )
    found = {finding.code: finding.ids for finding in score(odd, predictions(q1="15 million"), rules=SQUAD_1).findings}
    assert found == {"answer-offset": ("q1",), "prediction-missing": ("q2",), "numbers-differ": ("q1",)}


def test_intervals_are_made_as_asked() -> None:
    scores = score(TWO, predictions(q1="Odra", q2="x"), intervals=Intervals(level=0.5, method="bootstrap", rounds=200))
    assert scores.em.level == 0.5
    assert "bootstrap" in scores.em.method


@given(benchmarks_with_predictions())
def test_scoring_changes_nothing_it_was_given(drawn: tuple[Dataset, Predictions]) -> None:
    before = msgspec.json.encode(drawn[1].by_id), drawn[0].fingerprint
    score(*drawn, rules=SQUAD_2)
    assert (msgspec.json.encode(drawn[1].by_id), drawn[0].fingerprint) == before
