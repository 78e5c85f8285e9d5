from scipy.stats import kendalltau

from spanwise.benchmarks.catalog import BENCHMARKS
from spanwise.benchmarks.published import published_em


def test_every_column_of_the_study_has_twenty_approaches_and_one_row_of_the_catalog() -> None:
    columns = [entry.column for entry in BENCHMARKS.values() if entry.column]
    assert len(columns) == len(set(columns)) == 44
    assert {len(published_em(column)) for column in columns} == {20}
    assert len({tuple(published_em(column)) for column in columns}) == 1


def test_figures_are_fractions() -> None:
    # arXiv 2102.01065, appendix: SQuAD (All), BiDAF 67.39, SpanBERT (large) 88.74.
    squad = published_em("SQuAD (All)")
    assert squad["BiDAF"] == 0.6739
    assert squad["SpanBERT (large)"] == 0.8874


def test_what_the_study_does_not_have_has_no_figures() -> None:
    assert published_em("") == {}


def test_the_figures_give_back_the_published_concurrence() -> None:
    # arXiv 2102.01065, Table 1: Kendall's tau of SQuAD with NewsQA 0.87, NaturalQuestions 0.84, QAMR 0.94.
    squad = published_em("SQuAD (All)")
    for column, tau in (("MRQA NewsQA", 0.87), ("MRQA NaturalQuestions", 0.84), ("QAMR", 0.94)):
        other = published_em(column)
        assert round(kendalltau(list(squad.values()), [other[name] for name in squad]).statistic, 2) == tau
