from collections.abc import Sequence
from pathlib import Path

import pytest

from spanwise.data.dataset import Answer, Article, Dataset, Paragraph, Question
from spanwise.data.formats import load
from spanwise.diagnosis.shift import shift
from spanwise.errors import OptionError
from spanwise.predictions.prediction import Prediction, Predictions
from spanwise.scoring.evaluate import score
from spanwise.scoring.rules import SQUAD_1, SQUAD_2
from spanwise.scoring.scores import Scores
from spanwise.stats.estimate import difference_estimate
from spanwise.stats.independent import independent_difference
from tests.diagnosis.overlap_reader import overlap_predictions


def scores_of(right: Sequence[bool], *, prefix: str = "q", name: str = "one", backwards: bool = False) -> Scores:
    """Return scores of one question an article."""
    numbers = range(len(right))
    articles = tuple(
        Article(f"T{i}", (Paragraph("red fox", (Question(f"{prefix}{i}", "?", (Answer("red"),)),)),))
        for i in (reversed(numbers) if backwards else numbers)
    )
    said = {f"{prefix}{i}": Prediction(f"{prefix}{i}", "red" if value else "fox") for i, value in enumerate(right)}
    return score(Dataset(articles, name=name), Predictions(said, reader="r"), rules=SQUAD_1)


A = (True, True, False, True, True, False, True, True)
B = (True, False, False, True, False, False, True, False)


def test_other_questions_are_compared_as_independent() -> None:
    here, there = scores_of(A), scores_of(B[:7], prefix="p", name="two")
    table = shift([here, there])
    first, second = table.rows
    assert (first.name, second.name) == ("one", "two")
    assert first.em_difference is first.f1_difference is None
    assert not second.paired
    assert second.shared == 0
    assert second.em_difference == independent_difference(there.em, here.em)
    assert second.questions == 7
    assert table.one_rule


def test_the_same_ids_are_compared_question_by_question_in_any_order() -> None:
    table = shift([scores_of(A), scores_of(B, name="two", backwards=True)])
    row = table.rows[1]
    assert row.paired
    expected = difference_estimate([float(b) for b in B], [float(a) for a in A], range(8))
    assert row.em_difference == expected
    independent = independent_difference(row.em, table.rows[0].em)
    assert row.em_difference is not None
    assert expected.low is not None
    assert independent.low is not None
    assert expected.low > independent.low  # the pairing takes out what both share


def test_some_shared_ids_do_not_make_a_pair() -> None:
    row = shift([scores_of(A), scores_of(B[:5], name="two")]).rows[1]
    assert (row.paired, row.shared) == (False, 5)


def test_different_rules_are_told() -> None:
    other = scores_of(B, prefix="p", name="two")
    data = Dataset((Article("T", (Paragraph("red", (Question("x", "?", (Answer("red"),)),)),)),), name="three")
    third = score(data, Predictions({"x": Prediction("x", "red")}), rules=SQUAD_2)
    assert not shift([other, third]).one_rule


def test_one_benchmark_or_one_name_for_two_is_refused() -> None:
    with pytest.raises(OptionError, match="two or more benchmarks"):
        shift([scores_of(A)])
    with pytest.raises(OptionError, match="different names"):
        shift([scores_of(A), scores_of(B)], ["same", "same"])
    with pytest.raises(OptionError, match="different names"):
        shift([scores_of(A), scores_of(B)], ["one"])


def test_the_languages_of_xquad_are_paired(shared: Path) -> None:
    # XQuAD (Artetxe et al., 2020): the same 1,190 questions on 48 articles in every language.
    both = []
    for language in ("en", "de"):
        data = load(shared / f"data/languages/xquad-{language}.json.gz").dataset
        both.append(score(data, overlap_predictions(data), rules=SQUAD_1))
    row = shift(both, ["en", "de"]).rows[1]
    assert (row.paired, row.questions, row.shared) == (True, 1190, 1190)
    assert row.f1_difference is not None
    assert row.f1_difference.value == pytest.approx(float(both[1].f1) - float(both[0].f1))
    assert row.f1_difference.clusters == 48


def test_new_text_is_another_benchmark_even_where_it_is_one_article(shared: Path) -> None:
    # SQuADShifts (Miller et al., 2020): 9,803 questions on Reddit in one article, so paragraphs are the unit there.
    both = []
    for file in ("adversarial/addonesent.json", "shifts/reddit.json.gz"):
        data = load(shared / "data" / file).dataset
        both.append(score(data, overlap_predictions(data), rules=SQUAD_1))
    row = shift(both, ["squad", "reddit"]).rows[1]
    assert (row.paired, row.shared, row.questions) == (False, 0, 9803)
    assert row.f1_difference is not None
    assert row.f1_difference.has_interval
    assert row.f1_difference.cluster_unit == "cluster"
