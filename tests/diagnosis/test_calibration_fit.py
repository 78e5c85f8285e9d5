"""Maps mend what they have not seen, recover what was put in, and refuse what no map can be fitted to."""

import math
import sys

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from scipy.optimize import minimize

from spanwise.diagnosis.calibration import calibration_change
from spanwise.diagnosis.calibration_fit import cross_fitted, fit_map, split_by_article
from spanwise.diagnosis.calibration_map import METHODS, Method
from spanwise.diagnosis.forecasts import Forecasts
from spanwise.errors import DataError, MissingExtraError, OptionError, PredictionError
from spanwise.scoring.intervals import Intervals
from tests.diagnosis.made_forecasts import drawn, forecasts_of

EVERY = pytest.mark.parametrize("method", list(METHODS))


def halves_mapped(made: Forecasts, method: Method, seed: int) -> tuple[Forecasts, Forecasts]:
    """Return one half before and after a map that was fitted on the other half's articles."""
    fitted_on, held = split_by_article(made, seed=seed)
    assert set(fitted_on.articles).isdisjoint(held.articles)
    return held, held.with_probs(fit_map(fitted_on, method).at(held.values))


@EVERY
@pytest.mark.parametrize("seed", range(4))
def test_a_map_from_one_half_of_the_articles_lowers_ece_on_the_other(method: Method, seed: int) -> None:
    # Twice too sure: temperature, the poorest map, can mend all of it.
    held, after = halves_mapped(drawn(seed, lambda z: 2.5 * z), method, seed)
    change = calibration_change(held, after, intervals=Intervals(rounds=1000))
    assert change.ece.high is not None
    assert change.ece.high < 0
    assert change.brier.high is not None
    assert change.brier.high < 0


@pytest.mark.parametrize("seed", range(4))
def test_a_shift_is_mended_by_platt_and_isotonic_and_not_by_temperature(seed: int) -> None:
    made = drawn(seed, lambda z: z + 2)
    held, warm = halves_mapped(made, "temperature", seed)
    left = {"temperature": calibration_change(held, warm, intervals=Intervals(rounds=100)).after}
    for method in ("platt", "isotonic"):
        left[method] = calibration_change(*halves_mapped(made, method, seed), intervals=Intervals(rounds=100)).after
    assert float(left["platt"].equal_mass.ece) < 0.5 * float(left["temperature"].equal_mass.ece)
    assert float(left["isotonic"].equal_mass.ece) < 0.5 * float(left["temperature"].equal_mass.ece)


@EVERY
@pytest.mark.parametrize("each", [60, 300])
def test_a_map_raises_the_ece_of_a_calibrated_signal_by_less_than_its_noise(method: Method, each: int) -> None:
    # Whatever a map learns from exact probabilities is the noise of the half it was fitted on, which is as large as
    # the other half's: the ECE that exact probabilities show there, by simulation. So that is the most it can add to
    # the ECE of each seed. On average it adds much less: seeds 0 to 29 gave, in parts of the noise, 0.05 for
    # temperature, 0.08 for Platt and 0.2 (1,200 questions) and 0.33 (6,000) for isotonic, which is free to learn more.
    rises = []
    for seed in range(8):
        held, after = halves_mapped(drawn(seed, each=each), method, seed)
        change = calibration_change(held, after, intervals=Intervals(rounds=50))
        rises.append(float(change.ece) / change.before.equal_mass.noise)
        assert float(change.brier) < 0.005
    assert max(rises) < 1.0
    assert sum(rises) / len(rises) < 0.5


def test_the_temperature_of_a_calibrated_signal_is_1() -> None:
    made = drawn(11, articles=100, each=100)
    temperature = fit_map(made, "temperature").temperature
    assert temperature == pytest.approx(1.0, abs=0.05)


def test_temperature_and_platt_recover_what_was_put_in() -> None:
    made = drawn(12, lambda z: 2 * z - 1, articles=100, each=200)
    fitted = fit_map(made, "platt")
    # z' = 2 z - 1 is undone by z = 0.5 z' + 0.5.
    assert fitted.slope == pytest.approx(0.5, abs=0.03)
    assert fitted.intercept == pytest.approx(0.5, abs=0.06)
    assert fit_map(drawn(12, lambda z: 3 * z, articles=100, each=200), "temperature").temperature == pytest.approx(
        3.0, abs=0.15
    )


@pytest.mark.parametrize("scale", [1.0, 300.0])
def test_platt_is_the_maximum_of_platts_own_likelihood(scale: float) -> None:
    rng = np.random.default_rng(2)
    z = rng.normal(0, 2, 400)
    happened = rng.random(400) < 1 / (1 + np.exp(-(0.7 * z - 0.4)))
    made = forecasts_of((scale * z).tolist(), happened.tolist(), scale="log_odds")
    yes, no = int(happened.sum()), int((~happened).sum())
    target = np.where(happened, (yes + 1) / (yes + 2), 1 / (no + 2))

    def loss(parameters: np.ndarray) -> float:
        line = parameters[0] * z + parameters[1]
        return float(np.sum(np.logaddexp(0, line) - target * line))

    best = minimize(loss, np.zeros(2), method="BFGS", options={"gtol": 1e-8})
    fitted = fit_map(made, "platt")
    assert (fitted.slope * scale, fitted.intercept) == pytest.approx(tuple(best.x), abs=1e-4)


@settings(max_examples=25)
@given(
    st.lists(st.tuples(st.floats(0, 1), st.booleans()), min_size=4, max_size=30),
    st.sampled_from(list(METHODS)),
    st.lists(st.floats(0, 1), min_size=2, max_size=10),
)
def test_no_map_falls_or_leaves_0_to_1(made: list[tuple[float, bool]], method: Method, asked: list[float]) -> None:
    probs, happened = zip(*made, strict=True)
    if len(set(probs)) < 2 or len(set(happened)) < 2:
        return
    mapped = fit_map(forecasts_of(probs, happened), method).at(sorted(asked))
    assert list(mapped) == sorted(mapped)
    assert all(0.0 <= p <= 1.0 for p in mapped)


@EVERY
def test_a_faultless_signal_does_not_become_certainty(method: Method) -> None:
    made = forecasts_of([0.2] * 10 + [0.8] * 10, [False] * 10 + [True] * 10)
    low, high = fit_map(made, method).at([0.2, 0.8])
    assert 0.01 < low < 0.2
    assert 0.8 < high < 0.99


@EVERY
def test_nothing_is_left_of_an_inverted_signal_and_the_map_says_so(method: Method) -> None:
    made = drawn(1, lambda z: -z)
    fitted = fit_map(made, method)
    assert "inverted" in fitted.note
    mapped = fitted.at(made.values)
    assert max(mapped) - min(mapped) < 0.05
    assert fit_map(drawn(1), method).note == ""


def test_a_stand_in_for_infinity_among_log_odds_is_named() -> None:
    made = drawn(4, articles=10, each=20)
    z = [8 * p - 4 for p in made.probs]
    plain = forecasts_of(z, made.happened, scale="log_odds")
    spoiled = forecasts_of([-1e6, *z[1:]], made.happened, scale="log_odds")
    straight: tuple[Method, ...] = ("temperature", "platt")
    for method in straight:
        assert fit_map(plain, method).note == ""
        assert "1e+06 from 0" in fit_map(spoiled, method).note
    assert fit_map(spoiled, "isotonic").note == ""


def test_cross_fitting_maps_each_article_by_the_others() -> None:
    made = drawn(6, lambda z: 2 * z, articles=6, each=30)
    mapped = cross_fitted(made, "platt", seed=5, folds=3)
    parts = split_by_article(made, seed=5, folds=3)
    assert sorted(i for part in parts for i in part.ids) == sorted(made.ids)
    assert [len(set(part.articles)) for part in parts] == [2, 2, 2]
    found = dict(zip(mapped.ids, mapped.probs, strict=True))
    held = parts[1]
    others = made.at([i for i, article in enumerate(made.articles) if article not in set(held.articles)])
    assert [found[i] for i in held.ids] == list(fit_map(others, "platt").at(held.values))


def test_same_seed_same_parts_and_another_seed_others() -> None:
    made = drawn(6)
    assert split_by_article(made, seed=1) == split_by_article(made, seed=1)
    assert split_by_article(made, seed=1) != split_by_article(made, seed=2)


@EVERY
def test_a_constant_signal_is_refused(method: Method) -> None:
    with pytest.raises(PredictionError, match=r"same number everywhere, 0\.5"):
        fit_map(forecasts_of([0.5] * 4, [True, False] * 2), method)
    with pytest.raises(PredictionError, match="same number"):
        cross_fitted(forecasts_of([0.5] * 4, [True, False] * 2), method, seed=0, folds=2)


@EVERY
def test_a_set_without_unanswerable_questions_is_refused(method: Method) -> None:
    with pytest.raises(DataError, match="unanswerable never"):
        fit_map(forecasts_of([0.1, 0.2, 0.3], [False] * 3), method)


def test_one_article_cannot_be_held_out_from_itself() -> None:
    one = forecasts_of([0.1, 0.8, 0.3], [False, True, False], [0, 0, 0])
    with pytest.raises(DataError, match="one article, too few for 5 parts"):
        cross_fitted(one, seed=0)
    with pytest.raises(OptionError, match="1 parts"):
        split_by_article(one, seed=0, folds=1)


def test_an_unknown_method_is_refused() -> None:
    with pytest.raises(OptionError, match="temperature, platt, isotonic"):
        fit_map(drawn(0), "beta")  # type: ignore[arg-type]


def test_without_scikit_learn_the_extra_is_named(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setitem(sys.modules, "sklearn", None)
    with pytest.raises(MissingExtraError, match=r'pip install "spanwise\[calibration\]"'):
        fit_map(drawn(0))


def test_a_map_says_what_it_was_fitted_on() -> None:
    made = drawn(0, articles=12, each=10)
    fitted = fit_map(made, "isotonic")
    assert (fitted.n, fitted.articles, fitted.scale, fitted.event) == (120, 12, "probability", "unanswerable")
    assert fitted.formula == METHODS["isotonic"]
    assert math.isfinite(fitted.knots[0][0])
