"""Forecasts made up for a purpose: known probabilities, and outcomes drawn from known others."""

from collections.abc import Callable, Sequence

import numpy as np

from spanwise.diagnosis.forecasts import Forecasts, probability_of


def forecasts_of(
    probs: Sequence[float], happened: Sequence[bool], articles: Sequence[int] | None = None, **more: object
) -> Forecasts:
    """Return forecasts of "unanswerable" with these columns; an article each where none are given."""
    n = len(probs)
    where = tuple(range(n)) if articles is None else tuple(articles)
    columns: dict[str, object] = {
        "event": "unanswerable",
        "signal": "na_prob",
        "scale": "probability",
        "ids": tuple(f"q{i}" for i in range(n)),
        "values": tuple(probs),
        "probs": tuple(probs),
        "happened": tuple(happened),
        "articles": where,
        "clusters": where,
        "cluster_unit": "article",
    }
    return Forecasts(**(columns | more))  # type: ignore[arg-type]


def drawn(
    seed: int, told: Callable[[float], float] = lambda z: z, *, articles: int = 40, each: int = 60, spread: float = 2.0
) -> Forecasts:
    """Return forecasts whose true log odds are z and that tell the log odds told(z)."""
    rng = np.random.default_rng(seed)
    z = rng.normal(0.0, spread, articles * each)
    happened = rng.random(len(z)) < 1.0 / (1.0 + np.exp(-z))
    probs = [probability_of(told(float(value))) for value in z]
    return forecasts_of(probs, happened.tolist(), [i // each for i in range(len(z))])
