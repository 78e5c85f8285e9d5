import re

import pytest
from hypothesis import given
from hypothesis import strategies as st

from spanwise.report.charts import Axis, frame, line, marker, rounded_axis, whisker, whiskers

numbers = st.floats(-1e4, 1e4).map(lambda value: round(value, 3))
TEN = Axis(0.0, 10.0, (0.0, 5.0, 10.0), "x")


@given(st.lists(numbers, min_size=1, max_size=8), st.integers(2, 10))
def test_an_axis_holds_all_values_between_round_ends(values: list[float], most: int) -> None:
    axis = rounded_axis(values, most=most)
    slack = 1e-6 * max(1.0, *map(abs, values))
    assert axis.low <= min(values) + slack
    assert axis.high >= max(values) - slack
    assert axis.low < axis.high
    assert axis.ticks[0] == pytest.approx(axis.low)
    assert axis.ticks[-1] == pytest.approx(axis.high)
    assert len(axis.ticks) <= most + 3
    step = axis.ticks[1] - axis.ticks[0]
    assert float(f"{step:.6e}".partition("e")[0]) in (pytest.approx(1), pytest.approx(2), pytest.approx(5))


def test_an_axis_that_is_not_padded_ends_where_the_values_do() -> None:
    axis = rounded_axis([0.13, 0.87], padded=False)
    assert (axis.low, axis.high) == (0.13, 0.87)
    assert axis.ticks == pytest.approx((0.2, 0.4, 0.6, 0.8))


@pytest.mark.parametrize(
    ("ticks", "value", "text"), [((0.0, 20.0), 80, "80"), ((0.0, 0.2), 0.4, "0.4"), ((0.0, 0.05), -0.1, "−0.10")]
)
def test_a_tick_has_as_many_digits_as_the_step(ticks: tuple[float, ...], value: float, text: str) -> None:
    assert Axis(0, 1, ticks).text(value) == text


@given(numbers)
def test_a_share_stays_within_the_axis(value: float) -> None:
    assert 0.0 <= TEN.share(value) <= 1.0
    assert TEN.share(2.5) == 0.25


def test_a_line_goes_through_its_points_and_a_step_holds_until_the_next() -> None:
    points = [(0.0, 0.0), (5.0, 10.0), (10.0, 5.0)]
    assert 'd="M0 1000L500 0L1000 500"' in line(points, TEN, TEN, classes="c0")
    assert 'd="M0 1000H500V0H1000V500"' in line(points, TEN, TEN, classes="c0", steps=True)


def test_a_whisker_spans_its_interval_around_its_value() -> None:
    drawn = whisker(TEN, 5.0, (2.0, 9.0), classes="c3")
    assert 'x1="20%" x2="90%"' in drawn
    assert 'cx="50%"' in drawn
    assert "whisker" not in whisker(TEN, 5.0, None, classes="c3")


def test_a_cross_goes_through_its_point_even_where_the_interval_is_cut() -> None:
    drawn = whiskers(TEN, TEN, (9.0, 5.0), (8.0, 10.0), (4.0, 6.0), classes="c0")
    assert drawn.count('y1="50%" y2="50%"') == 1
    assert drawn.count('x1="90%" x2="90%"') == 1
    assert whiskers(TEN, TEN, (9.0, 5.0), None, None, classes="c0") == ""


def test_titles_descriptions_and_letters_are_escaped() -> None:
    drawn = frame(TEN, TEN, [marker(0.5, 0.5, "<", classes="c0")], title="a < b", description="</desc><script>")
    assert "<title>a &lt; b</title><desc>&lt;/desc&gt;&lt;script&gt;</desc>" in drawn
    assert re.findall(r"<script", drawn) == []
