from itertools import permutations
from statistics import fmean

import pytest
from hypothesis import given
from hypothesis import strategies as st

from spanwise.errors import OptionError
from spanwise.stats.agreement import fleiss_kappa, krippendorff_alpha

# Krippendorff, "Computing Krippendorff's Alpha-Reliability" (2011), example C: four observers, twelve units, nominal
# data with missing values; the paper works it out to 0.743. A dot is a missing rating, a column is a unit.
EXAMPLE_C = ("123321412...", "1233224125.3", ".3332342251.", "12332441251.")
# The same paper, example B: two observers, twelve units, nominal: 0.692. Example A: binary data: 0.095.
EXAMPLE_B = ("aabbdcccedda", "babbbccceddd")
EXAMPLE_A = ("0100000010", "1110010000")
# Fleiss (1971) as worked through in many textbooks: 14 raters, 10 subjects, 5 categories: 0.210.
FLEISS = (
    *((0, 0, 0, 0, 14), (0, 2, 6, 4, 2), (0, 0, 3, 5, 6), (0, 3, 9, 2, 0), (2, 2, 8, 1, 1)),
    *((7, 7, 0, 0, 0), (3, 2, 6, 3, 0), (2, 5, 3, 2, 2), (6, 5, 2, 1, 0), (0, 2, 2, 3, 7)),
)


def columns(rows: tuple[str, ...]) -> list[list[str]]:
    return [[value for value in column if value != "."] for column in zip(*rows, strict=True)]


def from_counts(table: tuple[tuple[int, ...], ...]) -> list[list[int]]:
    return [[category for category, count in enumerate(row) for _ in range(count)] for row in table]


@pytest.mark.parametrize(("rows", "published"), [(EXAMPLE_A, 0.095), (EXAMPLE_B, 0.692), (EXAMPLE_C, 0.743)])
def test_alpha_is_that_of_krippendorffs_worked_examples(rows: tuple[str, ...], published: float) -> None:
    assert round(float(krippendorff_alpha(columns(rows))), 3) == published


def test_kappa_is_that_of_the_worked_example() -> None:
    kappa = fleiss_kappa(from_counts(FLEISS))
    assert round(float(kappa), 3) == 0.210
    assert kappa.n == 10


def test_both_are_those_of_the_libraries_people_use() -> None:
    # krippendorff 0.9 alpha(value_counts=FLEISS, level_of_measurement="nominal"), statsmodels 0.15 fleiss_kappa(FLEISS)
    assert float(krippendorff_alpha(from_counts(FLEISS))) == pytest.approx(0.21557405653322692, abs=1e-12)
    assert float(fleiss_kappa(from_counts(FLEISS))) == pytest.approx(0.20993070442195522, abs=1e-12)


ratings = st.lists(st.sampled_from("abc"), max_size=4)


def slow_alpha(units: list[list[str]]) -> float | None:
    """State alpha by pairs: every ordered pair of ratings of a unit, and every ordered pair of all ratings."""
    units = [unit for unit in units if len(unit) >= 2]
    everything = [value for unit in units for value in unit]
    if len(set(everything)) < 2:
        return None
    within = [(fmean(a != b for a, b in permutations(unit, 2)), len(unit)) for unit in units]
    observed = sum(share * weight for share, weight in within) / len(everything)
    return 1 - observed / fmean(a != b for a, b in permutations(everything, 2))


@given(st.lists(ratings, max_size=8))
def test_alpha_is_what_counting_pairs_gives_and_else_says_why_not(units: list[list[str]]) -> None:
    expected, found = slow_alpha(units), krippendorff_alpha(units)
    if expected is None:
        assert found.value is None
        assert found.reason.startswith(("no unit has two ratings", "all ratings are one category"))
    else:
        assert found.value == pytest.approx(expected, abs=1e-12)


@given(st.integers(2, 4).flatmap(lambda m: st.lists(st.lists(st.sampled_from("abc"), min_size=m, max_size=m))))
def test_kappa_is_agreement_beyond_what_pairs_drawn_with_replacement_have(units: list[list[str]]) -> None:
    found = fleiss_kappa(units)
    everything = [value for unit in units for value in unit]
    if len(set(everything)) < 2:
        assert found.value is None
        assert found.reason
        return
    agreed = fmean(fmean(a == b for a, b in permutations(unit, 2)) for unit in units)
    chance = fmean(a == b for a in everything for b in everything)
    assert found.value == pytest.approx((agreed - chance) / (1 - chance), abs=1e-12)


def test_what_is_undefined_says_why() -> None:
    assert krippendorff_alpha([["x"], []]).reason == "no unit has two ratings"
    assert krippendorff_alpha([["x", "x"], ["x", "x"]]).reason == "all ratings are one category (x)"
    assert fleiss_kappa([["x", "y"], ["x", "y", "y"]]).reason == (
        "units have 2 to 3 ratings, and Fleiss' kappa needs as many for each"
    )
    assert fleiss_kappa([]).reason == "no unit has two ratings"


def test_the_interval_is_the_jackknife_over_clusters() -> None:
    units = [list(u) for u in ("aab", "aaa", "bbb", "aaa", "bbb", "bbb", "aaa", "bba")]
    clusters = [0, 0, 1, 1, 2, 2, 3, 3]
    found = krippendorff_alpha(units, clusters)
    values = [slow_alpha([u for u, c in zip(units, clusters, strict=True) if c != out]) for out in range(4)]
    assert None not in values
    numbers = [v for v in values if v is not None]
    error = (3 / 4 * sum((v - fmean(numbers)) ** 2 for v in numbers)) ** 0.5
    # 3.182446 is Student's t quantile at 0.975 with 3 degrees of freedom, from any printed table.
    assert found.low is not None
    assert found.value is not None
    assert found.value - found.low == pytest.approx(3.182446 * error, abs=1e-5)
    assert found.method == "jackknife over articles"
    assert "only 4 articles" in found.note


@pytest.mark.parametrize(
    ("units", "clusters", "reason"),
    [
        (["ab", "aa"], [0, 0], "one article does not show how articles differ"),
        (["ab", "aa"], [0, 1], "without one of the articles all ratings are one category, so no spread is seen"),
        (["ab", "ab", "ab"], [0, 1, 2], "leaving out any article changes nothing, so no spread is seen"),
        (["ab", "aa"], None, "no clusters were given"),
    ],
)
def test_an_interval_that_cannot_be_says_why(units: list[str], clusters: list[int] | None, reason: str) -> None:
    found = krippendorff_alpha(units, clusters)
    assert found.value is not None
    assert not found.has_interval
    assert found.reason == reason


def test_every_unit_needs_its_cluster() -> None:
    with pytest.raises(OptionError, match="2 units but 1 cluster ids"):
        krippendorff_alpha(["ab", "aa"], [0])
