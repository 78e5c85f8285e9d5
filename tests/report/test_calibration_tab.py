import pytest

from spanwise.report.calibration_tab import calibration_view
from spanwise.report.page_input import Calibrated, PageInput, readers_of


def test_both_events_stand_before_and_after_with_the_numbers_of_diagnosis(sample_page: PageInput) -> None:
    view = calibration_view(readers_of(sample_page), sample_page.calibration)
    assert view is not None
    assert [event.key for event in view.events] == ["unanswerable", "right"]
    for place, event in enumerate(view.events):
        lines = event.grid.lines
        for reader, own in enumerate(sample_page.calibration):
            before, after, change = lines[3 * reader : 3 * reader + 3]
            found = own[place].change
            assert found is not None
            for line, estimate in (
                (before, found.before.equal_mass.ece),
                (after, found.after.equal_mass.ece),
                (change, found.ece),
            ):
                entry = line.entries[2]
                assert entry is not None
                assert f"{entry.text} {entry.interval}" == estimate.percent().replace("-", "−")


def test_a_diagram_has_a_point_for_each_bin_and_its_numbers(sample_page: PageInput) -> None:
    view = calibration_view(readers_of(sample_page), sample_page.calibration)
    assert view is not None
    change = sample_page.calibration[0][0].change
    assert change is not None
    figure = view.events[0].figures[0]
    bins = (*change.before.equal_mass.bins, *change.after.equal_mass.bins)
    assert figure.panels[0].svg.count("<circle") == len(bins)
    assert [row[1] for row in figure.rows] == [f"{found.n:,}" for found in bins]
    assert figure.rows[0][5] == bins[0].frequency.percent()


def test_without_a_map_there_is_no_after_and_without_probabilities_no_tab(sample_page: PageInput) -> None:
    readers = readers_of(sample_page)
    bare = tuple(tuple(Calibrated(one.before) for one in own) for own in sample_page.calibration)
    view = calibration_view(readers, bare)
    assert view is not None
    assert not view.fitted
    assert [line.reader for line in view.events[0].grid.lines] == list(readers)
    assert calibration_view(readers, ((), (), ())) is None
    assert calibration_view(readers, ()) is None


@pytest.mark.parametrize("key", ["unanswerable", "right"])
def test_what_is_forecast_is_said_on_the_axis(sample_page: PageInput, key: str) -> None:
    view = calibration_view(readers_of(sample_page), sample_page.calibration)
    assert view is not None
    event = next(event for event in view.events if event.key == key)
    assert f"probability that {event.title}, %" in event.figures[0].panels[0].svg
