import math
from pathlib import Path

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

import spanwise as sw
from spanwise.diagnosis.sample_size import Components, SampleSize, sample_size, variance_components
from spanwise.errors import OptionError
from spanwise.stats.estimate import cluster_sums, difference_estimate, standard_error
from spanwise.stats.power import smallest_difference

LIMIT = 10_000


def pilot(one: str = "balanced", other: str = "eager") -> tuple[sw.Scores, sw.Scores]:
    dev = sw.read(sw.sample_path("dev"))
    a, b = (sw.score(dev, sw.read_predictions(sw.sample_predictions_path(reader))) for reader in (one, other))
    return a, b


def needed_for(difference: float, questions: float | None = None) -> SampleSize:
    a, b = pilot()
    return sample_size(a, b, difference, questions=questions)


def seen(components: Components, articles: int, questions: float) -> float:
    return smallest_difference(components.standard_error(articles, questions), articles - 1)


def drawn(rng: np.random.Generator, articles: int, questions: int, mean: float) -> tuple[list[float], list[int]]:
    """Draw paired differences with known variance components: 0.02^2 between articles, 0.3^2 within."""
    values = mean + rng.normal(0, 0.02, (articles, 1)) + rng.normal(0, 0.3, (articles, questions))
    return values.ravel().tolist(), [a for a in range(articles) for _ in range(questions)]


def test_components_of_a_known_model_are_found() -> None:
    rng = np.random.default_rng(1)
    found = [variance_components(*drawn(rng, 40, 60, 0.1)) for _ in range(40)]
    assert np.mean([c.within for c in found]) == pytest.approx(0.09, rel=0.02)
    assert np.mean([c.between for c in found]) == pytest.approx(0.0004, rel=0.35)


def test_a_benchmark_of_the_size_asked_for_shows_the_difference_as_often_as_asked() -> None:
    # The whole way: the need is worked out from true components, then benchmarks of that size are drawn and tested.
    components = Components(between=0.0004, within=0.09, articles=20, questions=400, unevenness=1.0)
    difference, power, questions = 0.02, 0.8, 20
    articles = next(g for g in range(6, LIMIT) if seen(components, g, questions) <= difference)
    rng = np.random.default_rng(2)
    tries = 400
    found = 0
    for _ in range(tries):
        values, clusters = drawn(rng, articles, questions, difference)
        estimate = difference_estimate(values, [0.0] * len(values), clusters)
        found += estimate.low is not None and estimate.low > 0.0
    # Three standard errors of a share over 400 tries are 0.06.
    assert abs(found / tries - power) < 0.06


def test_the_first_design_is_the_smallest_that_will_do() -> None:
    needed = needed_for(0.03)
    for design in needed.designs:
        m = design.questions_an_article
        assert seen(needed.components, design.articles, m) <= 0.03
        assert design.articles == 6 or seen(needed.components, design.articles - 1, m) > 0.03
        assert design.questions == math.ceil(design.articles * m)


def test_smaller_differences_need_more_and_more_questions_an_article_need_fewer_articles() -> None:
    a, b = pilot()
    needs = [sample_size(a, b, points / 100).designs[0].articles for points in (10, 5, 2, 1)]
    assert needs == sorted(needs)
    designs = sorted(sample_size(a, b, 0.01).designs, key=lambda design: design.questions_an_article)
    articles = [design.articles for design in designs]
    assert articles == sorted(articles, reverse=True)
    assert [d.questions for d in designs] == sorted(d.questions for d in designs)


def test_the_pilot_itself_shows_about_what_its_clustered_error_says(shared: Path) -> None:
    folder = shared / "data" / "squad"
    dataset = sw.read(folder / "dev-v2.0.json")
    names = ("v2.0-bert-single", "v2.0-docqa-elmo-single")
    a, b = (sw.score(dataset, sw.read_predictions(folder / "predictions" / f"{name}.json")) for name in names)
    needed = sample_size(a, b, 0.01)
    differences = [x - y for x, y in zip(a.columns.f1, b.columns.f1, strict=True)]
    clustered = standard_error(*cluster_sums(differences, a.columns.article))
    components = needed.components
    assert components.standard_error(35, 11_873 / 35) == pytest.approx(clustered, rel=0.1)
    assert needed.pilot_shows == pytest.approx(float(sw.compare(a, b).f1.smallest or 0), rel=0.1)
    # 35 articles cannot show one point, however many questions they have.
    assert needed.designs[0].articles > 100


@given(st.lists(st.lists(st.floats(-1, 1, width=32), min_size=1, max_size=5), min_size=2, max_size=6))
@settings(max_examples=50)
def test_components_are_never_negative_and_do_not_depend_on_order(articles: list[list[float]]) -> None:
    if sum(map(len, articles)) == len(articles):
        return
    values = [value for article in articles for value in article]
    groups = [place for place, article in enumerate(articles) for _ in article]
    found = variance_components(values, groups)
    assert min(found.between, found.within) >= 0.0
    assert found.unevenness >= 1.0 - 1e-12
    turned = variance_components(values[::-1], groups[::-1])
    assert turned.between == pytest.approx(found.between, abs=1e-9)
    assert turned.within == pytest.approx(found.within, abs=1e-9)


def test_readers_that_never_differ_tell_nothing() -> None:
    a, b = pilot("eager", "eager")
    with pytest.raises(OptionError, match="does not show how differences vary"):
        sample_size(a, b, 0.01)


def test_one_article_is_no_pilot() -> None:
    with pytest.raises(OptionError, match="a pilot of 1 article does not show how articles differ"):
        variance_components([0.1, 0.2], [0, 0])


def test_one_question_an_article_does_not_tell_the_spread_within() -> None:
    with pytest.raises(OptionError, match="spread within articles"):
        variance_components([0.1, 0.2], [0, 1])


@pytest.mark.parametrize(("difference", "questions"), [(0.0, None), (-0.01, None), (1.5, None), (0.01, 0.5)])
def test_settings_that_mean_nothing_are_refused(difference: float, questions: float | None) -> None:
    with pytest.raises(OptionError, match="would do"):
        needed_for(difference, questions)


def test_a_difference_that_no_benchmark_shows_is_refused() -> None:
    with pytest.raises(OptionError, match="would take more than 10,000,000 articles"):
        needed_for(0.000001)


def test_few_articles_in_the_pilot_are_said() -> None:
    assert needed_for(0.01).note == "the pilot has only 9 articles: take the numbers as an order of size"
