"""Fitting calibration maps, always on other articles than those they are judged by; needs scikit-learn."""

import math
import random
from types import ModuleType
from typing import TYPE_CHECKING, Any

from spanwise.diagnosis.calibration_map import METHODS, CalibrationMap, Method, log_odds_of
from spanwise.diagnosis.forecasts import EVENTS, Forecasts
from spanwise.errors import DataError, MissingExtraError, OptionError, PredictionError

if TYPE_CHECKING:
    import numpy as np
    from numpy.typing import NDArray

    Floats = NDArray[np.float64]

__all__ = ["cross_fitted", "fit_map", "split_by_article"]

_FAR = 100
_SAYS_NOTHING = "the signal does not rise with the event, so every question gets one probability; is it inverted?"


def fit_map(forecasts: Forecasts, method: Method = "platt") -> CalibrationMap:
    """Return the map that makes these forecasts likeliest; judge it on articles it has not seen.

    - "temperature" (Guo et al., 2017): log odds divided by one number. It mends a reader that is too sure or not sure
      enough; it cannot mend one that is sure of the wrong base rate.
    - "platt" (Platt, 1999): log odds times a slope plus an intercept.
    - "isotonic" (Zadrozny and Elkan, 2002): the best steps that never fall; free of form, so in need of more questions.

    Outcomes are Platt's (N + 1) / (N + 2) and 1 / (M + 2) in place of 1 and 0, and steps stay between 1 / (n + 2) and
    (n + 1) / (n + 2): a signal that parts the fitted questions without a fault must not promise certainty for the
    next one. No map falls where the signal rises; of an inverted signal nothing is left but the base rate, and the
    map's note says so.

    Args:
        forecasts: What to fit to, all of it.
        method: temperature, platt or isotonic.

    Raises:
        OptionError: There is no such method.
        PredictionError: The signal is constant.
        DataError: The event came true always or never.
        MissingExtraError: scikit-learn is not installed.
    """
    if method not in METHODS:
        raise OptionError(f"there is no calibration map {method!r}; there are {', '.join(METHODS)}")
    _require_both(forecasts, method)
    slope, intercept = 1.0, 0.0
    knots: tuple[tuple[float, float], ...] = ()
    if method == "isotonic":
        knots = _steps(forecasts)
        notes = [_SAYS_NOTHING if knots[0][1] == knots[-1][1] else ""]
    else:
        slope, intercept = _line(forecasts, with_intercept=method == "platt")
        notes = ["" if slope else _SAYS_NOTHING, _far(forecasts)]
    return CalibrationMap(
        method=method,
        formula=METHODS[method],
        event=forecasts.event,
        signal=forecasts.signal,
        scale=forecasts.scale,
        slope=slope,
        intercept=intercept,
        knots=knots,
        n=len(forecasts),
        articles=len(set(forecasts.articles)),
        dataset=forecasts.dataset,
        predictions=forecasts.predictions,
        note="; ".join(filter(None, notes)),
    )


def split_by_article(forecasts: Forecasts, *, seed: int, folds: int = 2) -> tuple[Forecasts, ...]:
    """Return the forecasts in parts of whole articles, at random, as many articles in each as goes.

    Args:
        forecasts: What to split.
        seed: Same seed, same parts.
        folds: How many parts, 2 or more.

    Raises:
        OptionError: There are fewer than two parts.
        DataError: There are fewer articles than parts.
    """
    return tuple(forecasts.at(places) for places in _folds(forecasts, seed, folds))


def cross_fitted(forecasts: Forecasts, method: Method = "platt", *, seed: int, folds: int = 5) -> Forecasts:
    """Return the same questions with the probabilities of maps that were fitted without their articles.

    Every question is judged by a map that has not seen its article, and no question is lost to fitting. What comes out
    is not one map's: it says what to expect of a map fitted on all these articles, on articles to come.

    Args:
        forecasts: What to map.
        method: temperature, platt or isotonic.
        seed: Same seed, same parts.
        folds: How many parts; each is mapped by what the others fit.

    Raises:
        OptionError: No such method, or fewer than two parts.
        DataError: Fewer articles than parts, or the event came true always or never without one of the parts.
        PredictionError: The signal is constant.
        MissingExtraError: scikit-learn is not installed.
    """
    _require_both(forecasts, method)
    probs = [0.0] * len(forecasts)
    for places in _folds(forecasts, seed, folds):
        inside = set(places)
        fitted = fit_map(forecasts.at([i for i in range(len(forecasts)) if i not in inside]), method)
        for i, prob in zip(places, fitted.at([forecasts.values[i] for i in places]), strict=True):
            probs[i] = prob
    return forecasts.with_probs(probs)


def _require_both(forecasts: Forecasts, method: str) -> None:
    if forecasts.is_constant:
        shown = f", {forecasts.values[0]:g}" if len(forecasts) else ""
        raise PredictionError(
            f"the signal is one and the same number everywhere{shown}: no {method} map can be fitted to it"
        )
    if len(set(forecasts.happened)) < 2:
        never = "always" if forecasts.happened[0] else "never"
        raise DataError(
            f"among {len(forecasts):,} questions, {EVENTS[forecasts.event]} {never}: no map can be fitted where both "
            "outcomes are not seen; fit it on a benchmark that has both"
        )


def _far(forecasts: Forecasts) -> str:
    """Return a note where one number is so far out that it alone decides the slope, as a stand-in for infinity does."""
    sizes = sorted(map(abs, forecasts.values))
    usual = sizes[len(sizes) // 2]
    if forecasts.scale == "probability" or sizes[-1] <= _FAR * usual:
        return ""
    return f"one number is {sizes[-1]:g} from 0 and half are within {usual:g}: it decides the slope; is it a stand-in?"


def _folds(forecasts: Forecasts, seed: int, folds: int) -> list[list[int]]:
    """Return the places of each part: articles in an order that the seed decides, dealt out one by one."""
    if folds < 2:
        raise OptionError(f"{folds} parts leave nothing to judge by; 2 or more would do, 5 are usual")
    articles = list(dict.fromkeys(forecasts.articles))
    if len(articles) < folds:
        have = "there is one article" if len(articles) == 1 else f"there are {len(articles)} articles"
        raise DataError(
            f"{have}, too few for {folds} parts: a map must be judged on articles it has not seen; fit it on another "
            "benchmark, or give fewer parts"
        )
    rng = random.Random(seed)
    drawn = {article: rng.random() for article in articles}
    fold_of = {article: place % folds for place, article in enumerate(sorted(articles, key=drawn.__getitem__))}
    parts: list[list[int]] = [[] for _ in range(folds)]
    for i, article in enumerate(forecasts.articles):
        parts[fold_of[article]].append(i)
    return parts


def _line(forecasts: Forecasts, *, with_intercept: bool) -> tuple[float, float]:
    """Return slope and intercept of the log odds by maximum likelihood, the slope 0 or more."""
    import numpy as np

    _, linear_model = _sklearn()
    z = np.array(
        forecasts.values if forecasts.scale == "log_odds" else [log_odds_of(value) for value in forecasts.values]
    )
    # The solver does badly on log odds in the hundreds, so they are brought to a spread of 1 and back.
    spread = float(np.abs(z).max())
    happened = np.array(forecasts.happened)
    yes, no = int(happened.sum()), int((~happened).sum())
    target = np.where(happened, (yes + 1) / (yes + 2), 1 / (no + 2))
    model = linear_model.LogisticRegression(C=np.inf, fit_intercept=with_intercept, tol=1e-10, max_iter=10_000)
    # scikit-learn takes no fractions for outcomes: each question is both, weighted by its fraction.
    _fit(
        model,
        np.concatenate([z, z])[:, None] / spread,
        np.repeat([1, 0], len(z)),
        np.concatenate([target, 1.0 - target]),
    )
    slope = float(model.coef_[0, 0]) / spread
    if slope > 0:
        return slope, float(model.intercept_[0]) if with_intercept else 0.0
    base = (yes + 1) / (yes + no + 2)
    return 0.0, math.log(base / (1.0 - base)) if with_intercept else 0.0


def _steps(forecasts: Forecasts) -> tuple[tuple[float, float], ...]:
    """Return the knots of the isotonic fit."""
    import numpy as np

    isotonic, _ = _sklearn()
    edge = 1.0 / (len(forecasts) + 2)
    model = isotonic.IsotonicRegression(y_min=edge, y_max=1.0 - edge, increasing=True, out_of_bounds="clip")
    _fit(model, np.array(forecasts.values), np.array(forecasts.happened, dtype=np.float64), None)
    return tuple(
        (float(number), float(prob)) for number, prob in zip(model.X_thresholds_, model.y_thresholds_, strict=True)
    )


def _fit(model: Any, numbers: "Floats", outcomes: "Floats", weights: "Floats | None") -> None:
    """Fit on one thread: how sums are shared out among threads decides their last digits."""
    from threadpoolctl import threadpool_limits

    with threadpool_limits(limits=1):
        model.fit(numbers, outcomes, sample_weight=weights)


def _sklearn() -> tuple[ModuleType, ModuleType]:
    try:
        from sklearn import isotonic, linear_model
    except ImportError:
        raise MissingExtraError(
            'fitting a calibration map needs scikit-learn; install it with: pip install "spanwise[calibration]"'
        ) from None
    return isotonic, linear_model
