"""Held to scipy's Mann-Whitney U, and to counting every pair."""

import math

import pytest
from hypothesis import assume, given
from hypothesis import strategies as st
from scipy import stats

from spanwise.errors import OptionError
from spanwise.stats.ranking import auroc

SCORES = st.one_of(st.sampled_from([0.0, 0.25, 0.5, 1.0]), st.floats(-1e6, 1e6))
LABELLED = st.lists(st.tuples(SCORES, st.booleans()), max_size=60)


@given(LABELLED)
def test_it_is_the_share_of_pairs_won_and_ties_count_half(labelled: list[tuple[float, bool]]) -> None:
    high = [score for score, label in labelled if label]
    low = [score for score, label in labelled if not label]
    found = auroc([score for score, _ in labelled], [label for _, label in labelled])
    if not high or not low:
        assert found is None
        return
    won = sum((x > y) + (x == y) / 2 for x in high for y in low)
    assert found == pytest.approx(won / (len(high) * len(low)), abs=1e-12)
    statistic = stats.mannwhitneyu(high, low, method="asymptotic").statistic
    assert found == pytest.approx(statistic / (len(high) * len(low)), abs=1e-12)


@given(LABELLED)
def test_turning_scores_or_labels_around_gives_the_rest_to_1(labelled: list[tuple[float, bool]]) -> None:
    scores, labels = [score for score, _ in labelled], [label for _, label in labelled]
    found = auroc(scores, labels)
    assume(found is not None)
    assert found is not None
    assert auroc([-score for score in scores], labels) == pytest.approx(1.0 - found, abs=1e-12)
    assert auroc(scores, [not label for label in labels]) == pytest.approx(1.0 - found, abs=1e-12)


def test_a_constant_score_says_nothing_whatever_the_order() -> None:
    assert auroc([0.3] * 4, [True, True, False, False]) == 0.5
    assert auroc([0.3] * 4, [False, False, True, True]) == 0.5


def test_infinite_scores_have_their_place() -> None:
    assert auroc([-math.inf, 0.0, math.inf], [False, False, True]) == 1.0
    assert auroc([-math.inf, -math.inf], [False, True]) == 0.5


def test_arguments_without_meaning_are_refused() -> None:
    with pytest.raises(OptionError, match="2 scores but 1 labels"):
        auroc([0.1, 0.2], [True])
    with pytest.raises(OptionError, match="a score is NaN"):
        auroc([0.1, math.nan], [True, False])
