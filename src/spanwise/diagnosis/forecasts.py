"""Probabilities beside what came true: the rows that calibration is measured on and fitted to.

Two things can be forecast about a question: that it has no answer, and that the answer given is right. They are
different events over different questions, and one signal may be honest about the first and not about the second.
"""

import math
from collections.abc import Sequence
from typing import Literal

import msgspec

from spanwise.data.finding import counted
from spanwise.errors import OptionError, PredictionError
from spanwise.predictions.prediction import Prediction, Predictions
from spanwise.scoring.columns import Columns
from spanwise.scoring.intervals import Intervals
from spanwise.scoring.scores import Scores

__all__ = ["CUT", "EVENTS", "Event", "Forecasts", "Scale", "Signal", "forecasts", "probability_of"]

Event = Literal["unanswerable", "right"]
"""What is forecast: that the question has no answer, or that the answer given is right by exact match."""
Signal = Literal["na_prob", "answer_prob"]
"""Where the forecast is taken from: the no-answer probability, or the probability of the answer itself."""
Scale = Literal["probability", "log_odds"]
"""What the numbers in the file are; log odds x stand for the probability 1 / (1 + exp(-x))."""

EVENTS: dict[Event, str] = {"unanswerable": "the question is unanswerable", "right": "the answer given is right"}
"""The events in words."""
_PROBABILITY: Scale = "probability"
CUT = 1e-6
"""Probabilities are cut to [CUT, 1 - CUT] where a logarithm is taken; a 0 that came true would cost infinitely much."""


class Forecasts(msgspec.Struct, frozen=True, kw_only=True):
    """One probability a question, and whether what it forecasts came true; one tuple of length n a fact."""

    event: Event
    signal: Signal
    scale: Scale
    """What the file's numbers were."""
    ids: tuple[str, ...]
    values: tuple[float, ...]
    """The file's numbers, turned towards the event: a probability or log odds that grow with it. Maps take these."""
    probs: tuple[float, ...]
    """The probability of the event, in [0, 1]."""
    happened: tuple[bool, ...]
    articles: tuple[int, ...]
    """The article of each question: fitting and testing never share one."""
    clusters: tuple[int, ...]
    """The cluster of each question for intervals: its article, where there are enough of them."""
    cluster_unit: str
    left_out: int = 0
    """Questions that forecast nothing: no prediction, or (for "right") no answer that could be right."""
    dataset: str = ""
    predictions: str = ""
    """Fingerprints of what the forecasts were made from."""

    def __len__(self) -> int:
        """Return n."""
        return len(self.ids)

    @property
    def is_constant(self) -> bool:
        """Whether the signal is one and the same number everywhere, and so says nothing of any question."""
        return len(set(self.values)) < 2

    def at(self, places: Sequence[int]) -> "Forecasts":
        """Return the forecasts at these positions."""
        chosen = {
            name: tuple([getattr(self, name)[i] for i in places])
            for name in ("ids", "values", "probs", "happened", "articles", "clusters")
        }
        return msgspec.structs.replace(self, **chosen)

    def with_probs(self, probs: Sequence[float]) -> "Forecasts":
        """Return the same questions with other probabilities, such as a map's."""
        made = tuple(probs)
        return msgspec.structs.replace(self, scale="probability", values=made, probs=made)


def probability_of(log_odds: float) -> float:
    """Return the probability that log odds stand for, without overflow for any number."""
    if log_odds >= 0:
        return 1.0 / (1.0 + math.exp(-log_odds))
    power = math.exp(log_odds)
    return power / (1.0 + power)


def forecasts(
    scores: Scores,
    event: Event = "unanswerable",
    *,
    predictions: Predictions | None = None,
    signal: Signal = "na_prob",
    scale: Scale | None = None,
) -> Forecasts:
    """Return what a reader's probabilities say of an event, and what came true.

    "unanswerable" is asked of every question that has a prediction. "right" is asked of the questions that the reader
    gives an answer to, before any threshold, and means exact match; it is forecast by 1 - the no-answer probability,
    or by the answer's own probability in the n-best list. A reader that is sure there is *an* answer need not be sure
    of *its* answer, which is what the comparison of the two shows.

    Args:
        scores: A reader's scores; the official answerability and exact match are taken from them.
        event: What is forecast.
        predictions: Needed for the answer's own probability: the predictions that were scored.
        signal: Where the forecast is taken from.
        scale: What the no-answer numbers are. None tells it by the numbers: any below 0 makes them log odds.

    Raises:
        OptionError: There are no such probabilities, or the answer's probability is to forecast "unanswerable".
        PredictionError: Numbers outside 0..1 that cannot be log odds by their looks, or an answer without probability.
    """
    columns = scores.columns
    if event not in EVENTS:
        raise OptionError(f"there is no event {event!r} to forecast; there are {', '.join(EVENTS)}")
    places = [i for i, there in enumerate(columns.predicted) if there and (event != "right" or columns.answered[i])]
    if not places:
        raise PredictionError(
            f"{scores.reader!r} gives no answer to any question, so there is none that could be right"
        )
    if signal == "answer_prob":
        values, kind = _answer_probs(columns, places, event, predictions), _PROBABILITY
        probs = values
    else:
        values = _na_probs(columns, places)
        kind = _scale(values, [columns.ids[i] for i in places], scale)
        if event == "right":
            values = [-value if kind == "log_odds" else 1.0 - value for value in values]
        probs = [probability_of(value) for value in values] if kind == "log_odds" else values
    unit, clusters = Intervals().clusters(columns)
    return Forecasts(
        event=event,
        signal=signal,
        scale=kind,
        ids=tuple([columns.ids[i] for i in places]),
        values=tuple(values),
        probs=tuple(probs),
        happened=tuple([columns.raw_em[i] == 1.0 if event == "right" else not columns.has_answer[i] for i in places]),
        articles=tuple([columns.article[i] for i in places]),
        clusters=tuple([clusters[i] for i in places]),
        cluster_unit=unit,
        left_out=len(columns) - len(places),
        dataset=scores.signature.dataset,
        predictions=scores.signature.predictions,
    )


def _na_probs(columns: Columns, places: Sequence[int]) -> list[float]:
    if columns.na_prob is None:
        raise OptionError("there are no no-answer probabilities, so nothing is forecast; give them with --na-probs")
    return [columns.na_prob[i] for i in places]


def _scale(values: Sequence[float], ids: Sequence[str], given: Scale | None) -> Scale:
    """Return what the numbers are, and refuse those that are no probabilities and may be anything."""
    if given == "log_odds":
        return given
    outside = [i for i, value in enumerate(values) if not 0.0 <= value <= 1.0]
    if not outside:
        return "probability"
    if given is None and min(values) < 0:
        return "log_odds"
    first = outside[0]
    raise PredictionError(
        f"{len(outside):,} of {len(values):,} no-answer numbers lie outside 0..1 ({ids[first]!r} has {values[first]}), "
        "so they are no probabilities; divide percent by 100, or say that they are log odds (--scale log-odds)"
    )


def _answer_probs(
    columns: Columns, places: Sequence[int], event: Event, predictions: Predictions | None
) -> list[float]:
    if event != "right":
        raise OptionError('the probability of an answer forecasts that it is right; for "unanswerable" take na_prob')
    if predictions is None:
        raise OptionError("the answers' own probabilities stand in the predictions; hand them in with the scores")
    found = [_own_prob(predictions.by_id.get(columns.ids[i])) for i in places]
    without = tuple([columns.ids[i] for i, p in zip(places, found, strict=True) if p is None])
    if len(without) == len(places):
        raise OptionError("no answer has a probability of its own; they are read from n-best lists and from pipelines")
    if without:
        raise PredictionError(
            f"{len(without):,} answers have no probability of their own: {counted(without)}; give all"
        )
    probs = [p for p in found if p is not None]
    outside = [(columns.ids[i], p) for i, p in zip(places, probs, strict=True) if not 0.0 <= p <= 1.0]
    if outside:
        raise PredictionError(f"the answer to {outside[0][0]!r} has probability {outside[0][1]}; 0 to 1 would do")
    return probs


def _own_prob(prediction: Prediction | None) -> float | None:
    """Return the probability of the answer given; where the best entry is another text, that of the answer's entry."""
    if prediction is None:
        return None
    return next((c.prob for c in prediction.nbest if c.text == prediction.text), None)
