import re

from spanwise.report.curve_figures import curve_figure
from spanwise.report.page_input import PageInput, readers_of


def test_curves_are_drawn_with_bands_and_the_numbers_are_those_of_diagnosis(sample_page: PageInput) -> None:
    readers = readers_of(sample_page)
    figure = curve_figure(readers, sample_page.abstention_curves, sample_page.abstention)
    assert figure is not None
    risk, exchange = figure.panels
    assert risk.svg.count('class="band ') == len(readers)
    assert exchange.svg.count('class="disc ') == len(readers)
    first = sample_page.abstention_curves[0]
    assert first is not None
    last = next(row for row in reversed(figure.rows) if row[0] == "A")
    point = first.points[-1]
    assert last[2:5] == (point.coverage.percent(), point.risk_em.percent(), point.false_answers.percent())
    assert first.risk_em is not None
    assert f"{100 * first.risk_em.aurc:.2f} %" in figure.notes[0]
    # The first threshold answers nothing, so it has no risk to show.
    assert figure.rows[0][3] == "–"
    numbers = re.findall(r"\b(?:NaN|inf|nan)\b", risk.svg + exchange.svg)
    assert numbers == []


def test_a_reader_without_a_signal_has_its_letter_but_no_curve(sample_page: PageInput) -> None:
    readers = readers_of(sample_page)
    figure = curve_figure(readers, (sample_page.abstention_curves[0], None, None), sample_page.abstention)
    assert figure is not None
    assert figure.panels[0].svg.count('class="band ') == 1
    assert figure.panels[1].svg.count('class="disc ') == 3
    assert curve_figure(readers, (None, None, None), sample_page.abstention) is None
