import pytest
from hypothesis import given
from hypothesis import strategies as st

from spanwise.data.dataset import Dataset
from spanwise.diagnosis.judge import Judge, mean_pair
from spanwise.predictions.prediction import Predictions
from spanwise.scoring.evaluate import score
from spanwise.scoring.rules import SQUAD_1, SQUAD_2, Rules
from tests.scoring.drawn import benchmarks_with_predictions, golds


@given(st.data(), st.sampled_from((SQUAD_1, SQUAD_2)))
def test_it_scores_as_score_does(data: st.DataObject, chosen: Rules) -> None:
    drawn: tuple[Dataset, Predictions] = data.draw(
        benchmarks_with_predictions(unanswerable=chosen is SQUAD_2, missing=False, probs=False)
    )
    dataset, predictions = drawn
    columns = score(dataset, predictions, rules=chosen).columns
    texts = {i: predictions.by_id[i].text for i, _ in golds(dataset)}
    judge = Judge(chosen, [*texts.values(), *(text for _, answers in golds(dataset) for text in answers)])
    found = [judge.score(judge.normal[texts[i]], [judge.normal[a] for a in answers]) for i, answers in golds(dataset)]
    assert found == list(zip(columns.em, columns.f1, strict=True))


def test_an_abstention_is_right_where_nothing_is() -> None:
    judge = Judge(SQUAD_2, ["The red kite", "kite"])
    assert judge.normal["The red kite"] == "red kite"
    assert judge.score(None, []) == (1.0, 1.0)
    assert judge.score(None, ["kite"]) == judge.score("kite", []) == (0.0, 0.0)
    assert judge.score("red kite", ["kite"]) == pytest.approx((0.0, 2 / 3))


def test_pairs_are_averaged_apart() -> None:
    assert mean_pair([(1.0, 1.0), (0.0, 0.5)]) == (0.5, 0.75)
