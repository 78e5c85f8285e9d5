import math

import msgspec
import pytest

from spanwise.report.figures import answer_figure, balance_figure, matched_rows, threshold_figures
from spanwise.report.page_input import PageInput, ShownReader, readers_of
from spanwise.scoring.columns import Columns


@pytest.fixture
def readers(sample_page: PageInput) -> tuple[ShownReader, ...]:
    return readers_of(sample_page)


def test_the_threshold_table_has_the_scores_at_each_threshold(readers: tuple[ShownReader, ...]) -> None:
    for reader, figure in zip(readers, threshold_figures(readers), strict=True):
        scores = reader.scores
        assert scores.best_em is not None
        assert scores.best_f1 is not None
        as_scored, best_em, best_f1 = figure.rows
        assert as_scored == ("as scored", "0.45", scores.em.percent(), scores.f1.percent())
        assert best_em[2] == f"{100 * scores.best_em.score:.2f}"
        assert best_f1[3] == f"{100 * scores.best_f1.score:.2f}"
        # The other score at the best threshold: applied by hand, strictly greater.
        columns = scores.columns
        assert columns.na_prob is not None
        at = scores.best_em.threshold
        applied = [
            float(not has) if there and p > at else raw
            for has, there, p, raw in zip(
                columns.has_answer, columns.predicted, columns.na_prob, columns.raw_f1, strict=True
            )
        ]
        assert best_em[3] == f"{100 * math.fsum(applied) / len(applied):.2f}"
        assert "best" in best_em[0]
        assert "tuned on this data" in best_em[0]


def test_readers_without_probabilities_have_no_threshold_curve(odd_page: PageInput) -> None:
    assert threshold_figures(readers_of(odd_page)) == ()


def test_a_threshold_off_the_scale_is_said_to_be(sample_page: PageInput, readers: tuple[ShownReader, ...]) -> None:
    assert "beyond this scale" not in threshold_figures(readers)[0].panels[0].svg
    far = msgspec.structs.replace(readers[0], scores=msgspec.structs.replace(readers[0].scores, na_threshold=7.0))
    assert "as scored: 7, beyond this scale" in threshold_figures([far])[0].panels[0].svg


def with_probabilities(reader: ShownReader, columns: Columns, n: int) -> ShownReader:
    long = msgspec.structs.replace(
        columns,
        **{name: (getattr(columns, name) * n)[:n] for name in columns.__struct_fields__ if getattr(columns, name)},
    )
    long = msgspec.structs.replace(long, na_prob=tuple([i / n for i in range(n)]), na_rank=tuple(range(n)))
    return msgspec.structs.replace(reader, scores=msgspec.structs.replace(reader.scores, columns=long))


def test_a_long_curve_is_thinned_and_keeps_its_best_point(readers: tuple[ShownReader, ...]) -> None:
    long = with_probabilities(readers[0], readers[0].scores.columns, 6000)
    figure = threshold_figures([long])[0]
    path = max(figure.panels[0].svg.split('d="')[1:], key=len).partition('"')[0]
    assert path.count("H") <= 1300
    # The curve's top in the drawing is at the height of the best point's circle.
    heights = [float(part.partition("H")[0]) for part in path.split("V")[1:]]
    circle = float(figure.panels[0].svg.rpartition("cy=")[2].split("%")[0].strip('"'))
    assert min(heights) / 10 <= circle + 0.1


def test_the_balance_shows_both_kinds_and_the_lines_of_equal_f1(
    readers: tuple[ShownReader, ...], sample_page: PageInput
) -> None:
    figure = balance_figure(readers, sample_page.human)
    assert figure is not None
    for reader, row in zip(readers, figure.rows, strict=True):
        assert reader.scores.no_ans is not None
        assert row[3] == reader.scores.no_ans.f1.percent()
    assert figure.panels[0].svg.count('class="line equal"') >= 3
    assert "people, HasAns" in figure.panels[0].svg


def test_there_is_no_balance_where_every_question_has_an_answer(readers: tuple[ShownReader, ...]) -> None:
    columns = readers[0].scores.columns
    answerable = msgspec.structs.replace(columns, has_answer=(True,) * len(columns))
    scores = msgspec.structs.replace(readers[0].scores, columns=answerable)
    assert balance_figure([msgspec.structs.replace(readers[0], scores=scores)], None) is None


def test_the_answer_curve_and_the_people_stand_side_by_side(
    readers: tuple[ShownReader, ...], sample_page: PageInput
) -> None:
    figure = answer_figure(readers, sample_page.curves, sample_page.human)
    assert figure is not None
    assert sample_page.human is not None
    assert figure.rows[0][3:] == tuple(f"{100 * value:.2f}" for value in sample_page.curves[0].em_expected)
    assert figure.rows[-1][-1] == sample_page.human.leave_one_out.f1.percent()
    assert len(figure.panels) == 2
    assert answer_figure(readers, (), None) is None
    alone = answer_figure(readers, sample_page.curves, None)
    assert alone is not None
    assert "people" not in alone.panels[0].svg


def test_people_and_readers_are_listed_by_one_yardstick(
    readers: tuple[ShownReader, ...], sample_page: PageInput
) -> None:
    rows = matched_rows(readers, sample_page.matched, sample_page.human)
    assert [name for _, name, *_ in rows] == ["people", *(s.name for s in readers)]
    assert rows[1][3] == sample_page.matched[0].leave_one_out.f1.percent()
    assert matched_rows(readers, (), sample_page.human) == ()
