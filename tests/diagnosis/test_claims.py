import math

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from spanwise.diagnosis.claims import Claim, HumanFigures, Margin, Measure, claim, figures, judged
from spanwise.errors import OptionError
from spanwise.stats.estimate import Estimate

PEOPLE: dict[Measure, float] = {"EM": 0.82304, "F1": 0.91221}


def against(values: dict[Measure, float], n: int | None = None, people: dict[Measure, float] | None = None) -> Claim:
    human = HumanFigures(figures("people", people or PEOPLE, n=n), "one annotator")
    return claim([figures("a", values, n=n)], human)


def test_the_2018_margins_are_those_of_the_figures() -> None:
    # The board of January 2018; the margins are those the essay gives: 0.346, 0.136, 2.7 and 2.6 points.
    systems = [
        figures("r-net+ ensemble", {"EM": 0.82650, "F1": 0.88493}),
        figures("SLQA+ ensemble", {"EM": 0.82440, "F1": 0.88607}),
    ]
    made = claim(systems, HumanFigures(figures("people", PEOPLE), "one annotator"))
    points = [round(100 * float(margin.value), 3) for margin in made.margins]
    assert points == [0.346, -2.728, 0.136, -2.614]
    assert [margin.kind for margin in made.margins] == ["past", "short", "past", "short"]
    assert [verdict.holds for verdict in made.verdicts] == ["does not hold", "does not hold"]
    assert all(margin.p_value is None and not margin.value.has_interval for margin in made.margins)


def test_past_on_everything_is_not_shown_without_a_number_of_questions() -> None:
    verdict = against({"EM": 0.9, "F1": 0.95}).verdicts[0]
    assert (verdict.holds, verdict.because) == ("not shown", "what chance can do to EM and F1 is not known")


def test_past_by_more_than_chance_holds_and_by_less_is_not_shown() -> None:
    assert against({"EM": 0.9, "F1": 0.95}, 10_000).verdicts[0].holds == "holds"
    verdict = against({"EM": 0.9, "F1": 0.9123}, 10_000).verdicts[0]
    assert (verdict.holds, verdict.because) == ("not shown", "chance explains the margin on F1")


def test_level_with_people_is_not_better() -> None:
    made = against({"EM": 0.9, "F1": 0.91221}, 10_000)
    assert made.margins[1].kind == "level"
    assert made.verdicts[0].because == "it is not past people on F1"


def test_exact_match_alone_does_not_show_that_a_system_is_better() -> None:
    verdict = against({"EM": 0.9}, 10_000).verdicts[0]
    assert (verdict.holds, verdict.because) == ("not shown", "nothing is known of F1 of a")


def test_a_system_short_under_attack_is_not_better_than_people() -> None:
    # Human F1 under AddSent is 79.5 (Jia and Liang, 2017); the mean of 16 systems fell to 36.4.
    made = against({"EM": 0.9, "F1": 0.95, "worst-case F1": 0.364}, 10_000, PEOPLE | {"worst-case F1": 0.795})
    assert made.verdicts[0].because == "it is not past people on worst-case F1"
    assert made.margins[2].p_value is None
    assert "the worst case under attack" not in made.unknown


def test_people_of_whom_a_part_is_not_known_are_named() -> None:
    made = against({"EM": 0.9, "F1": 0.95, "NoAns": 0.9, "worst-case F1": 0.4}, 10_000)
    assert made.unknown == ("HasAns", "people on NoAns", "people on the worst case under attack")
    assert made.verdicts[0].because == "nothing is known of people on NoAns"


def test_several_margins_are_corrected_together() -> None:
    systems = [figures(f"s{i}", {"EM": 0.832, "F1": 0.9}, n=10_000) for i in range(5)]
    made = claim(systems, HumanFigures(figures("people", PEOPLE, n=10_000)))
    smallest = min(m.p_value for m in made.margins if m.p_value is not None)
    assert min(m.p_holm for m in made.margins if m.p_holm is not None) == pytest.approx(10 * smallest)


def test_the_interval_of_a_margin_holds_the_true_one_as_often_as_it_says() -> None:
    # Exact match of independent questions on two sides: what the interval supposes.
    rng = np.random.default_rng(0)
    n, ours, theirs, tries = 500, 0.85, 0.82, 400
    held = 0
    for a, b in zip(rng.binomial(n, ours, tries), rng.binomial(n, theirs, tries), strict=True):
        margin = against({"EM": a / n}, n, {"EM": b / n}).margins[0].value
        assert margin.low is not None
        assert margin.high is not None
        held += margin.low <= ours - theirs <= margin.high
    assert 0.92 <= held / tries <= 0.98


@given(st.floats(0, 1), st.floats(0, 1), st.integers(1, 100_000))
def test_p_is_below_the_level_exactly_where_the_interval_leaves_zero_out(ours: float, theirs: float, n: int) -> None:
    margin = against({"EM": ours}, n, {"EM": theirs}).margins[0]
    assert margin.value.low is not None
    assert margin.value.high is not None
    assert margin.p_value is not None
    if abs(margin.p_value - 0.05) > 1e-6:
        assert (margin.p_value < 0.05) == (margin.value.low > 0 or margin.value.high < 0)


def test_a_line_without_a_number_is_taken_as_exact_and_says_so() -> None:
    human = HumanFigures(figures("people", PEOPLE), "vote")
    made = claim([figures("a", {"EM": 0.9, "F1": 0.95}, n=100)], human)
    assert "the human line is taken as exact, which it is not" in made.assumptions
    error = math.sqrt(92 / 104 * (1 - 92 / 104) / 100)
    high = made.margins[0].value.high
    assert high is not None
    assert high == pytest.approx(0.9 - 0.82304 + 1.959964 * error, abs=1e-6)


def test_margins_made_elsewhere_are_judged_alike() -> None:
    value = Estimate(value=0.01, low=0.0, high=0.02, level=0.95, method="m", n=9, clusters=9, cluster_unit="article")
    margins = [Margin("a", "EM", value, 0.03), Margin("a", "F1", value, 0.04)]
    made = judged(margins, HumanFigures(figures("people", PEOPLE)), benchmark="b", level=0.95)
    assert [margin.p_holm for margin in made.margins] == [0.06, 0.06]
    assert made.verdicts[0].because == "chance explains the margin on EM and F1"


@pytest.mark.parametrize(
    ("values", "n", "message"),
    [({"EM": 82.65}, None, "EM of 'a' is 8265 percent"), ({"EM": 0.5}, 0, "0 questions of 'a' have no score")],
)
def test_figures_that_mean_nothing_are_refused(values: dict[Measure, float], n: int | None, message: str) -> None:
    with pytest.raises(OptionError, match=message):
        figures("a", values, n=n)


def test_claims_that_compare_nothing_are_refused() -> None:
    human = HumanFigures(figures("people", PEOPLE))
    with pytest.raises(OptionError, match="at least one system"):
        claim([], human)
    with pytest.raises(OptionError, match="no measure in common"):
        claim([figures("a", {"NoAns": 0.5})], human)
    with pytest.raises(OptionError, match="two systems are called 'a'"):
        claim([figures("a", PEOPLE), figures("a", PEOPLE)], human)
