"""Whether probabilities mean what they say: of the questions called 70 % likely, do 70 % come true?

Everything is made from sums over clusters and bins, so that resampling articles is a product of two small tables.
"""

import math
from collections.abc import Callable, Sequence
from typing import TYPE_CHECKING

import msgspec

from spanwise.diagnosis.forecasts import CUT, Event, Forecasts, Scale, Signal
from spanwise.errors import OptionError
from spanwise.scoring.intervals import Intervals
from spanwise.stats.bootstrap import times_drawn
from spanwise.stats.estimate import Estimate, mean_estimate, require_level

if TYPE_CHECKING:
    import numpy as np
    from numpy.typing import NDArray

    Floats = NDArray[np.float64]
    Places = NDArray[np.intp]

__all__ = ["Bin", "Binned", "Brier", "Calibration", "CalibrationChange", "calibration", "calibration_change"]

_NOISE_ROUNDS = 200
_NO_SPREAD = 1e-12


class Bin(msgspec.Struct, frozen=True):
    """One point of the reliability diagram: the questions whose probabilities lie close together."""

    low: float
    high: float
    """The least and the greatest probability in the bin."""
    n: int
    mean_prob: float
    """What was forecast for these questions, on average."""
    frequency: Estimate
    """The share of them for which it came true."""


class Binned(msgspec.Struct, frozen=True):
    """The reliability diagram under one way of making bins, and its expected calibration error."""

    bins: tuple[Bin, ...]
    ece: Estimate
    """The mean over questions of how far their bin's frequency is from its mean probability, in [0, 1]."""
    noise: float
    """The ECE that these very probabilities would show on average if each were exactly true, with independent
    questions. An absolute value of noise is no 0, so an ECE of this size is no sign of miscalibration."""


class Brier(msgspec.Struct, frozen=True):
    """The Brier score taken apart over the bins of equal mass (Murphy, 1973; Stephenson, Coelho and Jolliffe, 2008).

    score = reliability - resolution + uncertainty + within_variance - within_covariance, to the rounding of a float.
    Murphy's three terms alone add up only where all the probabilities in a bin are equal; what lies within bins is
    the last two, and leaving them out would make the parts of a score disagree with the score.
    """

    score: float
    """The mean squared distance of probability and outcome."""
    reliability: float
    """Of bins' mean probabilities from their frequencies: miscalibration, 0 is best."""
    resolution: float
    """Of bins' frequencies from the base rate: what the signal tells apart, more is better."""
    uncertainty: float
    """Of the outcomes themselves: the score of always saying the base rate."""
    within_variance: float
    within_covariance: float
    """Twice the covariance of probability and outcome inside the bins."""


class Calibration(msgspec.Struct, frozen=True, kw_only=True):
    """How well a reader's probabilities of one event are calibrated."""

    event: Event
    signal: Signal
    scale: Scale
    n: int
    left_out: int
    base_rate: Estimate
    """How often the event came true."""
    mean_prob: float
    equal_mass: Binned
    equal_width: Binned
    brier: Estimate
    brier_parts: Brier
    log_loss: Estimate
    """Mean of -ln of the probability given to what came true, in nats; probabilities are cut to [CUT, 1 - CUT]."""
    cut: int
    """How many probabilities were cut for the log loss."""
    notes: tuple[str, ...] = ()


class CalibrationChange(msgspec.Struct, frozen=True, kw_only=True):
    """What a map did to the same questions: after minus before, with paired intervals; below 0 is better."""

    before: Calibration
    after: Calibration
    ece: Estimate
    """Of the ECE in bins of equal mass."""
    brier: Estimate
    log_loss: Estimate


def calibration(forecasts: Forecasts, *, bins: int = 15, intervals: Intervals | None = None) -> Calibration:
    """Return reliability diagram, ECE, Brier score with its parts, and log loss, each with an interval over articles.

    ECE depends on the bins (Nixon et al., 2019), so both usual kinds are given: equal mass, each with about as many
    questions, and equal width, as Naeini et al. (2015) have it. Equal probabilities are never parted. The bins
    stay where all questions together put them when articles are drawn anew.

    An ECE is an absolute value, so resampling adds to it what sampling added already. Its interval is the bootstrap's
    turned around (2 ECE minus the percentiles), cut to [0, 1] and widened to hold the ECE where that leaves it out;
    the percentiles themselves would lie above the ECE of a calibrated signal.

    Args:
        forecasts: Probabilities and outcomes.
        bins: The most bins of either kind, 1 or more.
        intervals: Level, rounds and seed of the bootstrap. The frequencies of bins have t intervals, which know what
            to say of a bin in which all came true.

    Raises:
        OptionError: There is no bin, or the level is no fraction.
    """
    settings = intervals or Intervals()
    _require(forecasts, bins)
    table = _Table(forecasts, bins)
    value, drawn = _bootstrap([table], settings)
    ends = _Ends(value[0], None if drawn is None else drawn[0], forecasts, settings)
    noise = table.noise(settings.seed)
    frequency = mean_estimate(
        table.happened.tolist(), forecasts.clusters, level=settings.level, cluster_unit=forecasts.cluster_unit
    )
    mass, width = (
        Binned(table.diagram(which, forecasts, settings), ends.ece(2 + which), noise[which]) for which in (0, 1)
    )
    return Calibration(
        event=forecasts.event,
        signal=forecasts.signal,
        scale=forecasts.scale,
        n=len(forecasts),
        left_out=forecasts.left_out,
        base_rate=frequency,
        mean_prob=math.fsum(forecasts.probs) / len(forecasts),
        equal_mass=mass,
        equal_width=width,
        brier=ends.mean(0),
        brier_parts=table.brier_parts(),
        log_loss=ends.mean(1),
        cut=sum(not CUT <= p <= 1.0 - CUT for p in forecasts.probs),
        notes=_notes(forecasts),
    )


def calibration_change(
    before: Forecasts, after: Forecasts, *, bins: int = 15, intervals: Intervals | None = None
) -> CalibrationChange:
    """Return the calibration of the same questions before and after a map, and the paired differences.

    The same articles are drawn for both, so what makes an article hard cancels. The interval is about this one map: to
    probabilities that are exact already any map does a little harm, so a rise of less than `Binned.noise` may be real
    and still no reason to distrust the way the map was made.

    Args:
        before: The probabilities as they were.
        after: The same questions with mapped probabilities.
        bins: The most bins of either kind.
        intervals: Level, rounds and seed of the bootstrap.

    Raises:
        OptionError: The two are not about the same questions, or there is no bin.
    """
    if before.ids != after.ids or before.happened != after.happened:
        raise OptionError("before and after are about different questions; a map leaves questions as they are")
    settings = intervals or Intervals()
    _require(before, bins)
    value, drawn = _bootstrap([_Table(before, bins), _Table(after, bins)], settings)
    ends = _Ends(value[1] - value[0], None if drawn is None else drawn[1] - drawn[0], before, settings)
    return CalibrationChange(
        before=calibration(before, bins=bins, intervals=settings),
        after=calibration(after, bins=bins, intervals=settings),
        ece=ends.ece(2, least=-1.0),
        brier=ends.mean(0),
        log_loss=ends.mean(1),
    )


def _require(forecasts: Forecasts, bins: int) -> None:
    if bins < 1:
        raise OptionError(f"{bins} bins hold no question; 1 or more would do, 15 are usual")
    if not len(forecasts):
        raise OptionError("there is no question with a probability; nothing can be said of calibration")


def _notes(forecasts: Forecasts) -> tuple[str, ...]:
    notes = []
    if forecasts.is_constant:
        notes.append(f"the signal is constant at {forecasts.values[0]:g}: it tells no question from another")
    if len(set(forecasts.happened)) == 1:
        if forecasts.event == "unanswerable":
            which = "every question is unanswerable" if forecasts.happened[0] else "no question is unanswerable"
        else:
            which = "every answer is right" if forecasts.happened[0] else "no answer is right"
        notes.append(f"{which}: nothing can be told apart, and no map can be fitted")
    if forecasts.scale == "log_odds":
        notes.append("the numbers are read as log odds x: the probability is 1 / (1 + exp(-x))")
    return tuple(notes)


class _Table:
    """The sums of each cluster: questions, squared errors, log losses, and what each bin's forecasts were off by."""

    def __init__(self, forecasts: Forecasts, bins: int) -> None:
        import numpy as np

        self.probs = np.array(forecasts.probs, dtype=np.float64)
        self.happened = np.array(forecasts.happened, dtype=np.float64)
        self.places = (_equal_mass(self.probs, bins), _equal_width(self.probs, bins))
        self.sizes = tuple(int(places.max()) + 1 for places in self.places)
        number = {cluster: i for i, cluster in enumerate(dict.fromkeys(forecasts.clusters))}
        code = np.array([number[cluster] for cluster in forecasts.clusters])
        g, off = len(number), self.probs - self.happened
        cut = np.clip(self.probs, CUT, 1.0 - CUT)
        loss = -np.log(np.where(self.happened > 0, cut, 1.0 - cut))
        columns = [np.bincount(code, weights, g)[:, None] for weights in (np.ones_like(off), off * off, loss)]
        columns += [
            np.bincount(code * size + places, off, g * size).reshape(g, size)
            for places, size in zip(self.places, self.sizes, strict=True)
        ]
        self.sums = np.concatenate(columns, axis=1)  # (G, 3 + bins of equal mass + bins of equal width)

    def measures(self, totals: "Floats") -> "Floats":
        """Return Brier score, log loss and both ECE of each row of totals, shape (rows, 4)."""
        import numpy as np

        first = 3 + self.sizes[0]
        off = [np.abs(part).sum(axis=1) for part in (totals[:, 3:first], totals[:, first:])]
        return np.stack([totals[:, 1], totals[:, 2], *off], axis=1) / totals[:, :1]

    def diagram(self, which: int, forecasts: Forecasts, settings: Intervals) -> tuple[Bin, ...]:
        """Return the bins of one kind that hold a question, lowest first."""
        import numpy as np

        made = []
        for number in range(self.sizes[which]):
            rows = np.flatnonzero(self.places[which] == number)
            if not len(rows):
                continue
            inside = self.probs[rows]
            frequency = mean_estimate(
                self.happened[rows].tolist(),
                [forecasts.clusters[i] for i in rows],
                level=settings.level,
                cluster_unit=forecasts.cluster_unit,
            )
            made.append(Bin(float(inside.min()), float(inside.max()), len(rows), float(inside.mean()), frequency))
        return tuple(made)

    def noise(self, seed: int) -> tuple[float, float]:
        """Return the mean ECE of both kinds where outcomes are drawn from the probabilities themselves."""
        import numpy as np

        rng = np.random.default_rng([seed, 1])
        n = len(self.probs)
        total = [0.0, 0.0]
        for _ in range(_NOISE_ROUNDS):
            off = self.probs - (rng.random(n) < self.probs)
            for which in (0, 1):
                total[which] += float(np.abs(np.bincount(self.places[which], off)).sum()) / n
        return total[0] / _NOISE_ROUNDS, total[1] / _NOISE_ROUNDS

    def brier_parts(self) -> Brier:
        """Return the Brier score in parts, over the bins of equal mass."""
        import numpy as np

        places, n = self.places[0], len(self.probs)
        counts = np.bincount(places)
        inverse = 1.0 / np.maximum(counts, 1)
        mean_prob = np.bincount(places, self.probs) * inverse
        frequency = np.bincount(places, self.happened) * inverse
        base = self.happened.mean()
        within_prob = self.probs - mean_prob[places]
        within_happened = self.happened - frequency[places]
        return Brier(
            score=float(((self.probs - self.happened) ** 2).mean()),
            reliability=float((counts * (mean_prob - frequency) ** 2).sum() / n),
            resolution=float((counts * (frequency - base) ** 2).sum() / n),
            uncertainty=float(base * (1.0 - base)),
            within_variance=float((within_prob**2).mean()),
            within_covariance=float(2.0 * (within_prob * within_happened).mean()),
        )


def _equal_mass(probs: "Floats", bins: int) -> "Places":
    """Return the bin of each probability; edges are probabilities that occur, so equal ones are never parted."""
    import numpy as np

    ordered = np.sort(probs)
    starts = [-(-k * len(ordered) // bins) for k in range(1, bins)]
    edges = np.unique(ordered[[start for start in starts if start < len(ordered)]])
    numbers = np.searchsorted(edges, probs, side="right")
    # The first bin is empty where the least probability fills it and more.
    return np.asarray(numbers - numbers.min(), dtype=np.intp)


def _equal_width(probs: "Floats", bins: int) -> "Places":
    import numpy as np

    return np.asarray(np.searchsorted(np.linspace(0.0, 1.0, bins + 1)[1:-1], probs, side="right"), dtype=np.intp)


def _bootstrap(tables: Sequence[_Table], settings: Intervals) -> tuple[list["Floats"], list["Floats"] | None]:
    """Return the four measures of each table, and those of each round; None where there is nothing to draw from."""
    import numpy as np

    require_level(settings.level)
    values = [table.measures(table.sums.sum(axis=0, keepdims=True))[0] for table in tables]
    g = len(tables[0].sums)
    if g < 2:
        return values, None
    drawn: list[list[Floats]] = [[] for _ in tables]
    for times in times_drawn(g, settings.rounds, np.random.default_rng(settings.seed)):
        for rounds, table in zip(drawn, tables, strict=True):
            rounds.append(table.measures(times @ table.sums))
    return values, [np.concatenate(rounds) for rounds in drawn]


class _Ends:
    """Turns the rounds of a bootstrap into estimates."""

    def __init__(self, value: "Floats", drawn: "Floats | None", forecasts: Forecasts, settings: Intervals) -> None:
        self.value, self.drawn, self.settings = value, drawn, settings
        self.n, self.unit = len(forecasts), forecasts.cluster_unit
        self.clusters = len(set(forecasts.clusters))

    def mean(self, column: int) -> Estimate:
        """Return a mean over questions with the percentile interval."""
        return self._estimate(column, lambda _, low, high: (low, high), "bootstrap")

    def ece(self, column: int, *, least: float = 0.0) -> Estimate:
        """Return an ECE, or a difference of two, with the interval turned around."""

        def turned(value: float, low: float, high: float) -> tuple[float, float]:
            return max(least, min(value, 2 * value - high)), min(1.0, max(value, 2 * value - low))

        return self._estimate(column, turned, "reverse bootstrap")

    def _estimate(
        self, column: int, ends: Callable[[float, float, float], tuple[float, float]], method: str
    ) -> Estimate:
        import numpy as np

        level, value = self.settings.level, float(self.value[column])
        bare = Estimate(
            value=value,
            low=None,
            high=None,
            level=level,
            method="",
            n=self.n,
            clusters=self.clusters,
            cluster_unit=self.unit,
        )
        if self.drawn is None:
            return msgspec.structs.replace(bare, reason=f"one {self.unit} does not show how {self.unit}s differ")
        low, high = np.quantile(self.drawn[:, column], [0.5 - level / 2, 0.5 + level / 2])
        if high - low < _NO_SPREAD and value:
            return msgspec.structs.replace(
                bare, reason=f"the {self.clusters} {self.unit}s are alike: no spread is seen"
            )
        low, high = ends(value, float(low), float(high))
        return bare.with_interval(low, high, f"{method} over {self.unit}s, {self.settings.rounds:,} rounds")
