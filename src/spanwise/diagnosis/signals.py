"""The numbers a reader may abstain by, all turned so that higher means abstain, and what is wrong with them.

Readers say how unsure they are in several ways, and not all of them point the same way: a no-answer probability rises
where there is no answer, the score of an answer falls. A threshold on the wrong way round abstains on the best
answers, so the direction is settled here, once.
"""

import math
from collections import Counter
from collections.abc import Callable, Iterator, Sequence
from typing import Literal

import msgspec

from spanwise.data.finding import counted, numbered
from spanwise.errors import OptionError, PredictionError
from spanwise.predictions.prediction import Prediction, Predictions
from spanwise.stats.ranking import auroc

__all__ = [
    "SIGNALS",
    "SignalName",
    "Trait",
    "signal_traits",
    "signal_values",
    "signals_in",
    "with_signal",
]

SignalName = Literal["na_prob", "null_odds", "answer_score", "nbest_margin"]

SIGNALS: dict[SignalName, str] = {
    "na_prob": "the no-answer probability",
    "null_odds": 'the logit of "no answer" above that of the answer',
    "answer_score": "the score of the answer, turned around",
    "nbest_margin": "the lead of the first n-best entry over the second, turned around",
}
"""The signals and what each is; where a reader has several, the first of them is taken."""

_NEARLY_CHANCE = 0.4
"""An area under the ROC curve below this is hardly that of a number without meaning, which has 0.5."""
_TIED = 0.5
"""With more than this share of equal values a threshold cuts between few groups."""


class Trait(msgspec.Struct, frozen=True):
    """One thing that a signal is and should not be."""

    name: Literal["NaN", "infinite", "constant", "inverted", "tied", "log odds"]
    found: str
    """What was found and what it means for a threshold, as a sentence."""


def signal_values(prediction: Prediction) -> dict[SignalName, float]:
    """Return every signal that one prediction carries, higher meaning abstain.

    The answer's score is its logit, or else the score or probability of the first n-best entry. The margin is taken
    between the two best entries, the empty one among them; a list with one entry has none, unless it gives
    probabilities, where what is not listed has 0.
    """
    found: dict[SignalName, float] = {}
    if prediction.na_prob is not None:
        found["na_prob"] = prediction.na_prob
    if prediction.null_odds is not None:
        found["null_odds"] = prediction.null_odds
    answer = _answer_score(prediction)
    if answer is not None:
        found["answer_score"] = -answer
    margin = _margin(prediction)
    if margin is not None:
        found["nbest_margin"] = -margin
    return found


def _answer_score(prediction: Prediction) -> float | None:
    if prediction.score is not None:
        return prediction.score
    if not prediction.nbest:
        return None
    first = prediction.nbest[0]
    return first.score if first.score is not None else first.prob


def _margin(prediction: Prediction) -> float | None:
    scores = [entry.score for entry in prediction.nbest if entry.score is not None]
    if len(scores) == len(prediction.nbest) > 1:
        second, best = sorted(scores)[-2:]
        return best - second
    probs = [entry.prob for entry in prediction.nbest if entry.prob is not None]
    if probs and len(probs) == len(prediction.nbest):
        second, best = sorted([0.0, *probs])[-2:]
        return best - second
    return None


def signals_in(predictions: Predictions) -> tuple[SignalName, ...]:
    """Return the signals that every prediction of a reader carries, in the order of `SIGNALS`."""
    there = Counter(name for prediction in predictions.by_id.values() for name in signal_values(prediction))
    return tuple(name for name in SIGNALS if there[name] == len(predictions) > 0)


def with_signal(predictions: Predictions, name: SignalName | None = None) -> Predictions:
    """Return the predictions with a signal in the place of the no-answer probability, so that scoring reads it.

    Args:
        predictions: A reader's answers.
        name: The signal; None takes the first of `SIGNALS` that every prediction carries.

    Raises:
        OptionError: There is no such signal, or the reader has none at all.
        PredictionError: Some predictions lack it, or it is NaN or infinite for some; the message names them.
    """
    if name is None:
        present = signals_in(predictions)
        if not present:
            raise OptionError(
                f"the predictions {predictions.reader!r} carry no signal to abstain by: no no-answer probability, "
                "null score, answer score or n-best list for every question; give --na-probs FILE"
            )
        name = present[0]
    if name not in SIGNALS:
        raise OptionError(f"there is no signal {name!r}; one of {', '.join(SIGNALS)} would do")
    values = {identity: signal_values(prediction).get(name) for identity, prediction in predictions.by_id.items()}
    _require(values, name, predictions.reader)
    if name == "na_prob":
        return predictions
    made = {i: msgspec.structs.replace(p, na_prob=values[i]) for i, p in predictions.by_id.items()}
    return msgspec.structs.replace(predictions, by_id=made)


def _require(values: dict[str, float | None], name: SignalName, reader: str) -> None:
    """Refuse a signal that some predictions lack, or that has no place in an order."""
    lacking = tuple(i for i, value in values.items() if value is None)
    what = SIGNALS[name]
    if lacking and len(lacking) == len(values):
        cure = "give it with --na-probs FILE" if name == "na_prob" else "choose another with --signal"
        raise OptionError(f"the predictions {reader!r} do not carry {what} ({name}); {cure}")
    if lacking:
        raise PredictionError(
            f"{len(lacking):,} of {len(values):,} predictions of {reader!r} lack {what}: {counted(lacking)}; filling "
            "in a number would move the curve, so give one for each"
        )
    odd = tuple(i for i, value in values.items() if value is not None and not math.isfinite(value))
    if odd:
        raise PredictionError(
            f"{what} is NaN or infinite for {numbered(len(odd), 'prediction', 'predictions')} of {reader!r}: "
            f"{counted(odd)}; it must be a finite number, so mend the reader"
        )


def signal_traits(
    values: Sequence[float], has_answer: Sequence[bool], *, probability: bool = True
) -> tuple[Trait, ...]:
    """Return what a signal is and should not be: NaN, infinite, constant, inverted, tied, log odds.

    Args:
        values: The signal of each question, shape (n,), higher meaning abstain.
        has_answer: Whether each question has an answer, shape (n,).
        probability: Whether it is called a probability; a logit outside of 0 to 1 is what it should be.
    """
    if len(values) != len(has_answer):
        raise OptionError(f"{len(values)} values but {len(has_answer)} questions; one of each would do")
    return tuple(trait for look in _LOOKS for trait in look(values, has_answer, probability))


def _not_numbers(values: Sequence[float], has_answer: Sequence[bool], probability: bool) -> Iterator[Trait]:
    del has_answer, probability
    nans = sum(map(math.isnan, values))
    if nans:
        yield Trait("NaN", f"{nans:,} of {len(values):,} values are NaN, which has no place in an order")
    endless = sum(map(math.isinf, values))
    if endless:
        yield Trait("infinite", f"{endless:,} of {len(values):,} values are infinite, and no threshold is beyond them")


def _order(values: Sequence[float], has_answer: Sequence[bool], probability: bool) -> Iterator[Trait]:
    del probability
    pairs = [(v, label) for v, label in zip(values, has_answer, strict=True) if not math.isnan(v)]
    different = len({v for v, _ in pairs})
    if different < 2:
        if len(pairs) > 1:
            yield Trait(
                "constant", f"all {len(pairs):,} values are {pairs[0][0]}: a threshold abstains on all or on none"
            )
        return
    area = auroc([v for v, _ in pairs], [not label for _, label in pairs])
    if area is not None and area < _NEARLY_CHANCE:
        yield Trait(
            "inverted",
            f"it is higher where there is an answer (AUROC {area:.2f} for having none, 0.5 is chance); is it the "
            "confidence in the answer, so that 1 - p is meant?",
        )
    if different < _TIED * len(pairs):
        yield Trait(
            "tied",
            f"{len(pairs):,} questions share {different:,} different values: a threshold falls between groups, and "
            "scores that split a group cannot be had",
        )


def _log_odds(values: Sequence[float], has_answer: Sequence[bool], probability: bool) -> Iterator[Trait]:
    del has_answer
    outside = sum(not 0 <= v <= 1 for v in values if math.isfinite(v))
    if outside and probability:
        yield Trait(
            "log odds",
            f"{outside:,} of {len(values):,} values lie outside 0 to 1, as log odds do: thresholds in order, but the "
            "default of 1.0 abstains on some; 1 / (1 + exp(-x)) turns them into probabilities",
        )


_LOOKS: tuple[Callable[[Sequence[float], Sequence[bool], bool], Iterator[Trait]], ...] = (
    _not_numbers,
    _order,
    _log_odds,
)
