from itertools import combinations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from spanwise.benchmarks.curate.near_duplicates import shingles, similar_pairs
from spanwise.errors import OptionError

TEXTS = st.lists(st.lists(st.sampled_from(["a", "b", "c", "d", "e", "f"]), max_size=9).map(" ".join), max_size=12)


def plain_shingles(text: str, widths: tuple[int, ...]) -> frozenset[tuple[str, ...]]:
    words = text.split()
    cut = [min(width, len(words)) for width in widths]
    return frozenset(tuple(words[i : i + width]) for width in cut if width for i in range(len(words) - width + 1))


@given(TEXTS, st.sampled_from([0.2, 0.5, 0.6, 0.75, 0.8, 1.0]), st.sampled_from([(1,), (2,), (1, 2), (5,)]))
def test_all_pairs_that_reach_the_threshold_are_found_and_no_others(
    texts: list[str], threshold: float, widths: tuple[int, ...]
) -> None:
    sets = [plain_shingles(text, widths) for text in texts]
    exact = {
        (i, j): len(sets[i] & sets[j]) / len(sets[i] | sets[j])
        for i, j in combinations(range(len(texts)), 2)
        if sets[i] and sets[j]
    }
    found = {(p.first, p.second): p.similarity for p in similar_pairs(shingles(texts, widths), threshold=threshold)}
    assert found == pytest.approx({pair: value for pair, value in exact.items() if value >= threshold - 1e-9})


@given(TEXTS)
def test_pairs_within_a_group_do_not_count(texts: list[str]) -> None:
    groups = [place % 2 for place in range(len(texts))]
    sets = shingles(texts, (1,))
    every = {(p.first, p.second) for p in similar_pairs(sets, threshold=0.5)}
    across = {(p.first, p.second) for p in similar_pairs(sets, threshold=0.5, groups=groups)}
    assert across == {(i, j) for i, j in every if groups[i] != groups[j]}


def test_case_and_punctuation_do_not_count_and_scripts_without_blanks_are_compared_by_character() -> None:
    ((found),) = similar_pairs(shingles(["The kite, red.", "the kite RED"], (2,)), threshold=1)
    assert found.similarity == 1
    ((chinese),) = similar_pairs(shingles(["北海的一座岛屿很大", "北海的一座岛屿很小"], (2,)), threshold=0.5)
    assert chinese.similarity == pytest.approx(7 / 9)


@pytest.mark.parametrize("threshold", [0, 1.1, -1])
def test_a_threshold_that_is_no_similarity_is_refused(threshold: float) -> None:
    with pytest.raises(OptionError, match="fraction above 0"):
        list(similar_pairs(shingles(["a"], (1,)), threshold=threshold))
