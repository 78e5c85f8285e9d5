import msgspec
import pytest

from spanwise.report.page_input import PageInput, readers_of
from spanwise.report.standings import Standings, standings
from spanwise.scoring.evaluate import score


@pytest.fixture
def table(sample_page: PageInput) -> Standings:
    return standings(readers_of(sample_page), sample_page.human)


def test_each_row_has_the_scores_in_percent(table: Standings, sample_page: PageInput) -> None:
    assert [column.label for column in table.columns] == ["EM", "F1", "HasAns EM", "HasAns F1", "NoAns"]
    for row, scores in zip(table.rows, sample_page.scores, strict=False):
        cell = row.cells[1]
        assert cell is not None
        assert f"{cell.value} {cell.interval}" == scores.f1.percent()
        assert cell.sort == scores.f1.value


def test_people_stand_in_the_columns_of_questions_with_answers(table: Standings, sample_page: PageInput) -> None:
    assert sample_page.human is not None
    people = next(row for row in table.rows if row.kind == "human")
    assert [cell is not None for cell in people.cells] == [False, False, True, True, False]
    assert people.cells[3] is not None
    assert people.cells[3].sort == sample_page.human.second.f1.value


def test_always_abstaining_scores_the_share_of_unanswerable_questions(table: Standings, sample_page: PageInput) -> None:
    baseline = next(row for row in table.rows if row.kind == "baseline")
    has_answer = sample_page.scores[0].columns.has_answer
    share = has_answer.count(False) / len(has_answer)
    assert [cell.sort for cell in baseline.cells if cell] == pytest.approx([share, share, 0, 0, 1])
    assert baseline.cells[4] is not None
    assert (baseline.cells[4].value, baseline.cells[4].interval) == ("100.00", "")


def test_few_clusters_and_missing_intervals_are_said_below_the_table(
    table: Standings, odd_page: PageInput, sample_page: PageInput
) -> None:
    articles = len(sample_page.dataset.articles)
    assert f"only {articles} articles: read the interval as approximate" in table.notes
    assert table.method == f"95 % intervals, cluster-robust t over articles; {articles} articles."
    one = msgspec.structs.replace(odd_page.dataset, articles=odd_page.dataset.articles[1:2])
    scores = score(one, odd_page.predictions[0])
    page = PageInput(dataset=one, predictions=odd_page.predictions[:1], scores=(scores,))
    alone = standings(readers_of(page), None)
    assert alone.method == "No intervals: one question does not show how questions differ."
    assert [column.label for column in alone.columns] == ["EM", "F1"]


def test_bars_span_what_readers_reach_and_not_a_baseline_far_off(table: Standings) -> None:
    baseline = next(row for row in table.rows if row.kind == "baseline")
    for column, *cells in zip(table.columns, *(row.cells for row in table.rows), strict=True):
        for row, cell in zip(table.rows, cells, strict=True):
            if cell is not None and row is not baseline:
                assert column.axis.low <= 100 * cell.sort <= column.axis.high
                assert cell.bar
