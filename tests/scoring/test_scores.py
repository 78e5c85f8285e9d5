import json

import msgspec
import pytest
from hypothesis import given

from spanwise.data.dataset import Answer, Article, Dataset, Paragraph, Question
from spanwise.predictions.prediction import Prediction, Predictions
from spanwise.scoring.evaluate import score
from spanwise.scoring.rules import SQUAD_2
from spanwise.scoring.scores import Scores, Signature
from tests.scoring.drawn import benchmarks_with_predictions

SIGNATURE = Signature(
    rules="squad2",
    threshold="na_prob > 1.0",
    n=3,
    missing=1,
    extra=2,
    dataset="d" * 16,
    predictions="p" * 16,
    version="0.1.0",
)


def scores_of(*rows: tuple[str, tuple[str, ...], str | None, float | None]) -> Scores:
    """Return the scores of rows of (id, answers, prediction, no-answer probability)."""
    questions = tuple(Question(i, "?", tuple(Answer(a) for a in answers)) for i, answers, _, _ in rows)
    said = {i: Prediction(i, text, na_prob=p) for i, _, text, p in rows if text is not None}
    return score(Dataset((Article("T", (Paragraph("c", questions),)),)), Predictions(said), rules=SQUAD_2)


@given(benchmarks_with_predictions())
def test_has_ans_and_no_ans_weighted_by_their_numbers_average_to_the_whole(
    drawn: tuple[Dataset, Predictions],
) -> None:
    scores = score(*drawn, rules=SQUAD_2)
    parts = [part for part in (scores.has_ans, scores.no_ans) if part is not None]
    assert sum(part.total for part in parts) == scores.total == scores.overall.total
    for name in ("em", "f1"):
        weighted = sum(part.total * float(getattr(part, name)) for part in parts) / scores.total
        assert weighted == pytest.approx(float(getattr(scores, name)), abs=1e-12)


@given(benchmarks_with_predictions())
def test_a_part_exists_where_there_are_such_questions(drawn: tuple[Dataset, Predictions]) -> None:
    scores = score(*drawn, rules=SQUAD_2)
    assert (scores.has_ans is not None) == any(scores.columns.has_answer)
    assert (scores.no_ans is not None) == (not all(scores.columns.has_answer))


@given(benchmarks_with_predictions())
def test_the_score_of_the_predicted_questions_leaves_out_those_that_are_missing(
    drawn: tuple[Dataset, Predictions],
) -> None:
    scores = score(*drawn, rules=SQUAD_2)
    part = scores.predicted_only
    assert part.total == scores.total - scores.signature.missing
    assert part.total * float(part.f1) == pytest.approx(scores.total * float(scores.f1), abs=1e-9)


def test_parts_have_intervals_over_their_own_questions() -> None:
    scores = scores_of(
        *((f"a{i}", ("x",), "x" if i % 3 else "y", None) for i in range(9)),
        *((f"n{i}", (), "" if i % 2 else "y", None) for i in range(8)),
    )
    assert scores.has_ans is not None
    assert scores.no_ans is not None
    assert (scores.has_ans.em.n, scores.no_ans.em.n, scores.em.n) == (9, 8, 17)
    for part in (scores.has_ans, scores.no_ans, scores.overall):
        assert part.em.low is not None
        assert part.em.high is not None
        assert part.em.low < float(part.em) < part.em.high


def test_the_auroc_of_abstention_is_that_of_the_predicted_questions() -> None:
    scores = scores_of(("q1", ("x",), "x", 0.2), ("q2", (), "x", 0.9), ("q3", ("x",), None, None), ("q4", (), "x", 0.1))
    # Of the two pairs of an unanswerable with an answerable question one is in order; q3 was never predicted.
    assert scores.na_auroc == 0.5
    inverted = scores_of(("q1", ("x",), "x", 0.95), ("q2", (), "x", 0.1), ("q3", ("x",), "x", 0.9))
    assert inverted.na_auroc == 0.0


def test_the_auroc_of_abstention_needs_both_kinds_of_question() -> None:
    assert scores_of(("q1", ("x",), "x", 0.2)).na_auroc is None
    assert scores_of(("q1", ("x",), "x", None)).na_auroc is None


def test_rows_hold_every_column_of_every_question_and_can_be_written_as_json() -> None:
    rows = scores_of(("q1", ("x", "red kite"), "kite", 0.2), ("q2", (), None, None)).to_rows()
    assert [row["id"] for row in rows] == ["q1", "q2"]
    assert rows[0]["f1"] == pytest.approx(2 / 3)
    assert (rows[0]["reference"], rows[0]["has_answer"], rows[0]["na_prob"]) == (1, True, 0.2)
    assert (rows[1]["predicted"], rows[1]["em"]) == (False, 0.0)
    assert json.loads(json.dumps(rows)) == rows


def test_a_signature_is_one_line_of_everything_the_number_depends_on() -> None:
    assert str(SIGNATURE) == (
        "rules:squad2|threshold:na_prob > 1.0|n:3|missing:1|extra:2|data:dddddddddddddddd|predictions:pppppppppppppppp"
        "|spanwise:0.1.0"
    )


def test_a_signature_names_what_was_done_about_duplicates_and_declared_texts_only_where_something_was() -> None:
    line = str(msgspec.structs.replace(SIGNATURE, duplicates="last kept", mapped="'none'"))
    assert "|duplicates:last kept|mapped:'none'|spanwise:" in line


@given(benchmarks_with_predictions())
def test_every_score_lies_within_its_interval_and_within_0_and_1(drawn: tuple[Dataset, Predictions]) -> None:
    scores = score(*drawn, rules=SQUAD_2)
    for estimate in (scores.em, scores.f1):
        assert 0.0 <= float(estimate) <= 1.0
        if estimate.low is not None and estimate.high is not None:
            assert 0.0 <= estimate.low <= float(estimate) + 1e-12
            assert float(estimate) - 1e-12 <= estimate.high <= 1.0
