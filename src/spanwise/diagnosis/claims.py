"""What may be claimed of systems against the human line: margins, what chance can do, and what does not follow.

"Better than people" was said of SQuAD 1.1 in January 2018 for two systems that were past the human exact match by
0.346 and 0.136 points, short of the human F1 by 2.7 and 2.6, and measured against one person's answers. Here such a
sentence is taken apart: each measure by itself, with the interval of the margin where one can be had, corrected for
how many margins were looked at, and with the protocol of the human line beside it.
"""

import math
from collections.abc import Mapping, Sequence
from typing import Literal, get_args

import msgspec

from spanwise.errors import OptionError
from spanwise.stats.distributions import normal_cdf, normal_quantile, student_t_cdf, student_t_quantile
from spanwise.stats.estimate import Estimate, require_level
from spanwise.stats.multiple import holm

__all__ = [
    "MEASURES",
    "Claim",
    "Figure",
    "Figures",
    "HumanFigures",
    "Margin",
    "Measure",
    "Protocol",
    "Verdict",
    "claim",
    "figures",
    "judged",
]

Measure = Literal["EM", "F1", "HasAns EM", "HasAns F1", "NoAns", "worst-case EM", "worst-case F1"]
MEASURES: tuple[Measure, ...] = get_args(Measure)
"""In the order in which they are told."""

Protocol = Literal["one annotator", "vote", "leave one out", "unknown"]
"""Whose answers the human line scores: one person's a question, a vote's, each person's in turn."""

_BY_HAND: tuple[Measure, ...] = ("EM", "F1")
"""The measures over all questions, to which the number of questions belongs."""


class Figure(msgspec.Struct, frozen=True):
    """A score, and what its uncertainty is worked out from."""

    estimate: Estimate
    error: float | None = None
    """Standard error; None where nothing is known of it."""
    df: float = math.inf
    """Degrees of freedom of the error: clusters - 1, or infinite for the normal distribution."""


class Figures(msgspec.Struct, frozen=True):
    """What is known of one system, or of people, by measure."""

    name: str
    values: Mapping[Measure, Figure]


class HumanFigures(msgspec.Struct, frozen=True):
    """The human line and how it was made."""

    figures: Figures
    protocol: Protocol = "unknown"
    answers: float | None = None
    """Answers a question, the scored one among them; None where it is not known."""


class Margin(msgspec.Struct, frozen=True):
    """By how much a system is past the human line on one measure (below 0: short of it)."""

    system: str
    measure: Measure
    value: Estimate
    """System minus people, a fraction; the interval is missing where nothing but two numbers is known."""
    p_value: float | None = None
    """Two-sided, of no margin; None where there is no interval."""
    p_holm: float | None = None
    """The same corrected for all margins of the claim."""
    matched: bool = False
    """Whether the system was scored against the very answers that the person was scored against."""

    @property
    def kind(self) -> Literal["past", "level", "short"]:
        """Which side of the line the figure is on, whatever chance may do."""
        value = self.value.value or 0.0
        # Figures are published with a few digits; the rounding of their difference is no margin.
        return "level" if abs(value) < 1e-9 else "past" if value > 0 else "short"


class Verdict(msgspec.Struct, frozen=True):
    """Whether "better than people on this benchmark" may be said of a system."""

    system: str
    margins: tuple[Margin, ...]
    holds: Literal["holds", "does not hold", "not shown"]
    because: str


class Claim(msgspec.Struct, frozen=True):
    """What holds of the systems against people, what does not, and what it rests on."""

    benchmark: str
    human: HumanFigures
    verdicts: tuple[Verdict, ...]
    level: float
    assumptions: tuple[str, ...]
    """What was taken for granted, a clause each."""
    unknown: tuple[str, ...]
    """What was not given, so that nothing is said of it."""

    @property
    def margins(self) -> tuple[Margin, ...]:
        """Every margin of every system: what the p-values are corrected for."""
        return tuple(margin for verdict in self.verdicts for margin in verdict.margins)


def figures(name: str, values: Mapping[Measure, float], *, n: int | None = None, level: float = 0.95) -> Figures:
    """Return figures known from a paper or a leaderboard, with the interval that a number of questions allows.

    All that is known is a mean of n numbers in [0, 1], whose variance is at most p(1 - p): reached by exact match,
    an upper bound for F1. Questions are taken as independent, which makes the interval too narrow by what articles
    have in common (more than three times on SQuAD 2.0). The number belongs to EM and F1 over all questions; the other
    measures are means over fewer, and get no interval.

    Args:
        name: What the system is called.
        values: Fractions in [0, 1] by measure.
        n: The number of questions; None where it is not known.
        level: Of the intervals.

    Raises:
        OptionError: A value is no fraction, or there is no question.
    """
    if n is not None and n < 1:
        raise OptionError(f"{n} questions of {name!r} have no score; 1 or more would do")
    made = {}
    for measure in MEASURES:
        if measure not in values:
            continue
        # A plain float, since figures also come from numpy.
        value = float(values[measure])
        if not 0.0 <= value <= 1.0:
            raise OptionError(f"{measure} of {name!r} is {100 * value:g} percent; 0 to 100 would do")
        made[measure] = _by_hand(value, n if measure in _BY_HAND else None, level)
    return Figures(name, made)


def _by_hand(value: float, n: int | None, level: float) -> Figure:
    require_level(level)
    bare = Estimate(
        value=value, low=None, high=None, level=level, method="", n=n or 0, clusters=n or 0, cluster_unit="question",
        reason="" if n else "the number of questions is not known",
    )  # fmt: skip
    if n is None:
        return Figure(bare)
    # Two right and two wrong ones more (Agresti and Coull, 1998): a score of 0 or 100 % is not certain either.
    centre = (value * n + 2) / (n + 4)
    error = math.sqrt(centre * (1 - centre) / n)
    half = normal_quantile(0.5 + level / 2) * error
    low, high = max(0.0, value - half), min(1.0, value + half)
    return Figure(bare.with_interval(low, high, "binomial over questions, taken as independent"), error)


def claim(
    systems: Sequence[Figures], human: HumanFigures, *, benchmark: str = "the benchmark", level: float = 0.95
) -> Claim:
    """Return what may be said of systems against people when all that is known are figures.

    The margin's interval takes the two as measured on different questions. On the same questions the true one is
    narrower by what makes a question hard for both, which no pair of figures shows.

    Args:
        systems: Each with its figures.
        human: The line, with its protocol.
        benchmark: What it is called in the text.
        level: Of the intervals; a margin is shown where its corrected p is below 1 - level.

    Raises:
        OptionError: There is no system, two have one name, or a system has no measure in common with the human line.
    """
    _refuse_unnamed(systems)
    margins = []
    for system in systems:
        found = [m for m in MEASURES if m in system.values and m in human.figures.values]
        if not found:
            raise OptionError(f"{system.name!r} and the human line have no measure in common; give EM and F1 of both")
        margins += [_margin(system, human, measure, level) for measure in found]
    return judged(
        margins,
        human,
        benchmark=benchmark,
        level=level,
        assumptions=_assumptions(margins),
        unknown=_unknown(systems, human),
    )


def _refuse_unnamed(systems: Sequence[Figures]) -> None:
    names = [system.name for system in systems]
    if not names:
        raise OptionError("a claim needs at least one system")
    if len(set(names)) < len(names):
        raise OptionError(f"two systems are called {max(names, key=names.count)!r}; give each a name of its own")


def _margin(system: Figures, human: HumanFigures, measure: Measure, level: float) -> Margin:
    ours, theirs = system.values[measure], human.figures.values[measure]
    value = float(ours.estimate) - float(theirs.estimate)
    bare = msgspec.structs.replace(
        ours.estimate, value=value, low=None, high=None, level=level, method="", reason="", note=""
    )
    if ours.error is None:
        reason = ours.estimate.reason or "the number of questions is not known"
        return Margin(system.name, measure, msgspec.structs.replace(bare, reason=reason))
    error = math.hypot(ours.error, theirs.error or 0.0)
    df = min(ours.df, theirs.df)
    if error == 0.0:
        return Margin(system.name, measure, msgspec.structs.replace(bare, reason="no spread is seen"))
    finite = math.isfinite(df)
    quantile = student_t_quantile(0.5 + level / 2, df) if finite else normal_quantile(0.5 + level / 2)
    below = student_t_cdf(-abs(value) / error, df) if finite else normal_cdf(-abs(value) / error)
    how = "the human line taken as exact" if theirs.error is None else "the two taken as unpaired"
    estimate = bare.with_interval(value - quantile * error, value + quantile * error, f"{ours.estimate.method}; {how}")
    return Margin(system.name, measure, estimate, p_value=min(1.0, 2 * below))


def _assumptions(margins: Sequence[Margin]) -> tuple[str, ...]:
    methods = [margin.value.method for margin in margins]
    said = {
        "independent": "questions are taken as independent; those of one article are not, so true intervals are wider",
        "unpaired": "the two sides are taken as unpaired; if they share questions, true intervals are narrower",
        "exact": "the human line is taken as exact, which it is not",
    }
    return tuple(sentence for word, sentence in said.items() if any(word in method for method in methods))


def _unknown(systems: Sequence[Figures], human: HumanFigures) -> tuple[str, ...]:
    unknown = []
    for measure in ("EM", "F1"):
        lacking = [s.name for s in (*systems, human.figures) if measure not in s.values]
        if lacking:
            unknown.append(f"{measure} of {', '.join(lacking)}")
    for part, measures in _PARTS.items():
        if not any(m in s.values for m in measures for s in systems):
            unknown.append(part)
        elif not any(m in human.figures.values for m in measures):
            unknown.append(f"people on {part}")
    return tuple(unknown)


_PARTS: Mapping[str, tuple[Measure, ...]] = {
    "HasAns": ("HasAns EM", "HasAns F1"),
    "NoAns": ("NoAns",),
    "the worst case under attack": ("worst-case EM", "worst-case F1"),
}


def judged(
    margins: Sequence[Margin],
    human: HumanFigures,
    *,
    benchmark: str,
    level: float,
    assumptions: tuple[str, ...] = (),
    unknown: tuple[str, ...] = (),
) -> Claim:
    """Return the claim that margins make: Holm's correction over all of them, then a verdict a system.

    Better than people needs every margin to be past the line and shown, EM and F1 among them (or HasAns EM and F1,
    where a file tells of no more). One margin short is enough for the claim not to hold, shown or not: it is a claim
    about all of them.
    """
    tested = [margin.p_value for margin in margins if margin.p_value is not None]
    corrected = iter(holm(tested))
    done = [
        margin if margin.p_value is None else msgspec.structs.replace(margin, p_holm=next(corrected))
        for margin in margins
    ]
    names = dict.fromkeys(margin.system for margin in done)
    verdicts = tuple(_verdict(name, tuple(m for m in done if m.system == name), level, unknown) for name in names)
    return Claim(benchmark, human, verdicts, level, assumptions, unknown)


def _verdict(system: str, margins: tuple[Margin, ...], level: float, unknown: tuple[str, ...]) -> Verdict:
    short = [_called(margin) for margin in margins if margin.kind != "past"]
    if short:
        return Verdict(system, margins, "does not hold", f"it is not past people on {_listed(short)}")
    untold = [name for name in unknown if name.startswith(("EM of", "F1 of", "people on NoAns"))]
    if untold:
        return Verdict(system, margins, "not shown", f"nothing is known of {_listed(untold)}")
    unsure = [_called(margin) for margin in margins if margin.p_holm is None]
    if unsure:
        return Verdict(system, margins, "not shown", f"what chance can do to {_listed(unsure)} is not known")
    chance = [_called(margin) for margin in margins if margin.p_holm is not None and margin.p_holm >= 1 - level]
    if chance:
        return Verdict(system, margins, "not shown", f"chance explains the margin on {_listed(chance)}")
    return Verdict(system, margins, "holds", "it is past people on every measure, by more than chance explains")


def _called(margin: Margin) -> str:
    return f"{margin.measure} with the same answers" if margin.matched else margin.measure


def _listed(names: Sequence[str]) -> str:
    return " and ".join([", ".join(names[:-1]), names[-1]] if len(names) > 1 else names)
