"""An operating point: when a reader abstains, why there, and where that was found out; kept in a small JSON file.

A bare threshold is passed on by mouth and then applied to another signal, or to another reader's numbers. The file
holds the signal with it, and what it was tuned on, so that a score can say so.
"""

import math
from typing import TYPE_CHECKING, Literal

import msgspec

from spanwise import files
from spanwise.data.dataset import Dataset
from spanwise.diagnosis.signals import SignalName, signal_values, with_signal
from spanwise.errors import FormatError, OptionError
from spanwise.predictions.prediction import Predictions
from spanwise.scoring.columns import Duplicates
from spanwise.scoring.evaluate import score
from spanwise.scoring.intervals import Intervals
from spanwise.scoring.rules import Rules
from spanwise.scoring.scores import Scores

if TYPE_CHECKING:
    from pathlib import Path

__all__ = [
    "GOALS",
    "Costs",
    "Goal",
    "GoalName",
    "OperatingPoint",
    "operating_point_bytes",
    "predictions_at",
    "read_operating_point",
    "score_at",
    "with_signal_named",
    "write_operating_point",
]

GoalName = Literal["f1", "em", "false-answers", "cost"]

GOALS: dict[GoalName, str] = {
    "f1": "the highest F1",
    "em": "the highest exact match",
    "false-answers": "as few refusals as a limit on the false-answer rate leaves",
    "cost": "the lowest cost a question",
}
"""What a threshold can be chosen for."""


class Costs(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """What each failure costs, in one unit; a right answer and a right abstention cost nothing."""

    false_answer: float = 1.0
    over_refusal: float = 1.0
    wrong_answer: float = 1.0

    def checked(self) -> "Costs":
        """Return the costs if they mean something.

        Raises:
            OptionError: One is negative, NaN or infinite, or all are 0.
        """
        for name, cost in msgspec.structs.asdict(self).items():
            if not (math.isfinite(cost) and cost >= 0):
                raise OptionError(
                    f"the cost {name.replace('_', '-')} is {cost}; it must be 0 or more, and what is worth "
                    "something is left out of the costs of the others"
                )
        if not (self.false_answer or self.over_refusal or self.wrong_answer):
            raise OptionError("all costs are 0, so every threshold costs the same; give at least one above 0")
        return self


class Goal(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """What an operating point is chosen for."""

    name: GoalName = "f1"
    max_false_answer_rate: float | None = None
    """For "false-answers": the greatest share of the unanswerable questions that may be answered."""
    costs: Costs | None = None
    """For "cost"."""

    def checked(self) -> "Goal":
        """Return the goal if its parts go together.

        Raises:
            OptionError: There is no such goal, or a limit or costs are missing, out of range or beside the point.
        """
        if self.name not in GOALS:
            raise OptionError(f"a threshold cannot be chosen for {self.name!r}; one of {', '.join(GOALS)} would do")
        limit = self.max_false_answer_rate
        if (limit is not None) != (self.name == "false-answers"):
            raise OptionError('a greatest false-answer rate goes with the goal "false-answers", and only with it')
        if limit is not None and not 0 <= limit <= 1:
            raise OptionError(f"a false-answer rate of {limit} has no meaning; a fraction such as 0.05 would do")
        if (self.costs is not None) != (self.name == "cost"):
            raise OptionError('costs go with the goal "cost", and only with it')
        if self.costs is not None:
            self.costs.checked()
        return self

    def __str__(self) -> str:
        """Return the goal in words."""
        if self.max_false_answer_rate is not None:
            return f"false-answer rate of at most {self.max_false_answer_rate:g}"
        if self.costs is not None:
            c = self.costs
            return (
                f"cost (false answer {c.false_answer:g}, over-refusal {c.over_refusal:g}, "
                f"wrong answer {c.wrong_answer:g})"
            )
        return {"f1": "F1", "em": "EM"}[self.name]


class OperatingPoint(msgspec.Struct, frozen=True, kw_only=True, forbid_unknown_fields=True):
    """A reader abstains where its signal is greater than the threshold; the rest says where that comes from."""

    format: Literal["spanwise operating point 1"] = "spanwise operating point 1"
    signal: SignalName
    threshold: float
    goal: Goal
    value: float
    """What the goal measures, reached on the very data it was tuned on: an upper bound. A fraction, or a cost."""
    abstains_on_all: bool = False
    """Whether abstaining on every question was the best that could be done there."""
    unanswerable_share: float | None = None
    """The share of unanswerable questions in use that it was corrected for; None: that of the tuning data."""
    reader: str = ""
    benchmark: str = ""
    tuned_on: str = ""
    """The signature of the scores it was tuned on."""

    def __str__(self) -> str:
        """Return the point on one line."""
        return f"abstain where {self.signal} > {self.threshold!r} (tuned for {self.goal})"


def operating_point_bytes(point: OperatingPoint) -> bytes:
    """Return the file's content: indented JSON with a newline at its end.

    Raises:
        OptionError: The threshold is not finite, which JSON cannot say.
    """
    if not math.isfinite(point.threshold):
        raise OptionError(f"a threshold of {point.threshold} cannot be kept in a file; a finite number would do")
    return msgspec.json.format(msgspec.json.encode(point), indent=2) + b"\n"


def write_operating_point(point: OperatingPoint, target: "str | Path") -> None:
    """Write the file whole or not at all."""
    files.write_bytes(target, operating_point_bytes(point))


def read_operating_point(source: "str | Path") -> OperatingPoint:
    """Return the operating point in a file.

    A key that is not known is an error: a misspelt one would be passed over, and the reader abstain elsewhere.

    Raises:
        FormatError: The file is no operating point; the message says what is wrong and where.
    """
    where = files.label(source)
    try:
        point = msgspec.json.decode(files.utf8(files.read_bytes(source), where), type=OperatingPoint)
        point.goal.checked()
    except (msgspec.MsgspecError, OptionError) as error:
        raise FormatError(
            f"{where}: this is no operating point: {str(error)[:1].lower()}{str(error)[1:]}; "
            "make one with: spanwise threshold DATASET PREDICTIONS -o FILE"
        ) from None
    return point


def predictions_at(predictions: Predictions, point: OperatingPoint) -> Predictions:
    """Return the predictions with the empty text wherever the point's signal is above its threshold.

    Scores, signals and n-best lists stay, so that what would have been answered can still be seen.

    Raises:
        OptionError: The predictions do not carry the point's signal.
        PredictionError: Some of them do not, or it is no number for some.
    """
    with_signal(predictions, point.signal)
    by_id = {
        identity: msgspec.structs.replace(prediction, text="", span=None)
        if signal_values(prediction)[point.signal] > point.threshold
        else prediction
        for identity, prediction in predictions.by_id.items()
    }
    return msgspec.structs.replace(predictions, by_id=by_id)


def score_at(
    dataset: Dataset,
    predictions: Predictions,
    point: OperatingPoint,
    *,
    rules: Rules | None = None,
    duplicates: Duplicates = "refuse",
    intervals: Intervals | None = None,
) -> Scores:
    """Return what a reader scores when it abstains as an operating point says.

    Raises:
        OptionError: The predictions do not carry the point's signal.
        PredictionError: Some of them do not, or it is no number for some.
        DataError: As `score`.
    """
    signalled = with_signal(predictions, point.signal)
    made = score(
        dataset, signalled, rules=rules, na_threshold=point.threshold, duplicates=duplicates, intervals=intervals
    )
    return with_signal_named(made, point.signal)


def with_signal_named(scores: Scores, signal: SignalName) -> Scores:
    """Return the scores with the signal's own name in their signature, and without what is odd only in probabilities.

    Scoring reads every signal as a no-answer probability; a logit outside of 0 to 1 is what it should be.
    """
    if signal == "na_prob":
        return scores
    signature = scores.signature
    threshold = signature.threshold.replace("na_prob", signal, 1)
    return msgspec.structs.replace(
        scores,
        signature=msgspec.structs.replace(signature, threshold=threshold),
        findings=tuple(
            msgspec.structs.replace(f, found=f.found.replace("no-answer probabilities", f"values of {signal}"))
            for f in scores.findings
            if f.code != "na-prob-log-odds"
        ),
    )
