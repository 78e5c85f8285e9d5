from spanwise.report.grid import Entry, entry, shared_axis
from spanwise.stats.estimate import Estimate, mean_estimate

MEAN = mean_estimate([0.0, 1.0, 1.0, 1.0, 0.0, 1.0], [0, 0, 1, 1, 2, 2])


def test_an_estimate_stands_with_its_interval_and_its_drawing() -> None:
    axis = shared_axis([MEAN])
    found = entry(MEAN, axis, classes="c1", link="#s=0", mark="worse")
    assert found is not None
    assert f"{found.text} {found.interval}" == MEAN.percent()
    assert 'class="dot c1"' in found.bar
    assert (found.link, found.mark) == ("#s=0", "worse")
    assert found.why == "only 3 articles: read the interval as approximate"


def test_what_is_undefined_says_why_and_is_never_a_number() -> None:
    found = entry(Estimate.undefined("there is no unanswerable question"), shared_axis([MEAN]))
    assert found == Entry("–", why="undefined: there is no unanswerable question")
    assert entry(None) is None


def test_an_axis_holds_every_interval_and_stands_without_any() -> None:
    axis = shared_axis([MEAN, None, Estimate.undefined("why")], least=(0.0,))
    assert MEAN.high is not None
    assert (axis.low, axis.high >= 100 * MEAN.high) == (0.0, True)
    assert (shared_axis([]).low, shared_axis([]).high) == (0.0, 100.0)
