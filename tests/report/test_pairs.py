import pytest

from spanwise.report.page_input import PageInput, readers_of
from spanwise.report.pairs import Pair, matrix_rows, pairs
from spanwise.scoring.compare import compare_all


@pytest.fixture
def found(sample_page: PageInput) -> tuple[Pair, ...]:
    assert sample_page.comparison is not None
    return pairs(sample_page.comparison, readers_of(sample_page))


def test_every_pair_is_there_in_the_order_of_the_readers(found: tuple[Pair, ...]) -> None:
    assert [(pair.a.letter, pair.b.letter) for pair in found] == [("A", "B"), ("A", "C"), ("B", "C")]


def test_a_reader_is_called_better_only_where_holms_p_is_below_five_percent(
    found: tuple[Pair, ...], sample_page: PageInput
) -> None:
    matrix = sample_page.comparison
    assert matrix is not None
    told = []
    for pair, comparison, holm in zip(found, matrix.comparisons, matrix.holm_f1, strict=True):
        ahead = comparison.f1.estimate.value
        assert ahead is not None
        better = (pair.a if ahead > 0 else pair.b) if holm < 0.05 else None
        assert pair.f1.better == better
        told.append(better is not None)
    assert set(told) == {True, False}, "the sample shows both"


def test_signs_are_written_out(found: tuple[Pair, ...], sample_page: PageInput) -> None:
    assert sample_page.comparison is not None
    for pair, comparison in zip(found, sample_page.comparison.comparisons, strict=True):
        value = 100 * (comparison.em.estimate.value or 0.0)
        assert pair.em.value == (f"+{value:.2f}" if value >= 0 else f"−{-value:.2f}")
        assert "-" not in pair.em.interval


def test_equal_readers_are_not_told_apart(sample_page: PageInput) -> None:
    twice = (sample_page.scores[0], sample_page.scores[0])
    page = PageInput(
        dataset=sample_page.dataset,
        predictions=sample_page.predictions[:1] * 2,
        scores=twice,
    )
    (pair,) = pairs(compare_all(twice, rounds=100), readers_of(page))
    assert pair.f1.better is None
    assert (pair.f1.value, pair.f1.p_value, pair.mcnemar) == ("+0.00", "1.0000", "1.0000")


def test_the_square_has_each_pair_once_above_the_diagonal(found: tuple[Pair, ...], sample_page: PageInput) -> None:
    readers = readers_of(sample_page)
    rows = matrix_rows(found, readers)
    assert [[None if pair is None else pair.a.letter + pair.b.letter for pair in cells] for _, cells in rows] == [
        ["AB", "AC"],
        [None, "BC"],
    ]
