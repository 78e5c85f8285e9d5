"""A gate for continuous integration: may a new reader take the place of the one before?

Four ways round a gate are shut. A drop hidden in noise is tested, paired and by article, rather than eyed. Abstaining
more and answering more are each limited by themselves, since either can raise exact match and F1 where a benchmark is
mostly unanswerable or mostly answerable. Both have a ceiling, so that a base that says nothing (or always something)
is no licence for another such reader. And predictions that are left out count as worse than wrong: they fail.
"""

from collections.abc import Sequence
from typing import Literal

import msgspec

from spanwise.diagnosis.abstention import Outcome, outcomes
from spanwise.errors import OptionError
from spanwise.scoring.columns import Columns
from spanwise.scoring.compare import compare
from spanwise.scoring.scores import Scores
from spanwise.stats.estimate import Estimate, mean_estimate
from spanwise.stats.permutation import sign_flip_test

__all__ = ["Check", "CheckName", "Gate", "Limits", "gate"]

CheckName = Literal["EM", "F1", "HasAns F1", "false answers", "over-refusals", "missing"]

# Sums of fractions are rounded; a rise of exactly the limit is within it.
_ROUNDING = 1e-9


class Limits(msgspec.Struct, frozen=True):
    """What a new reader may lose, as fractions."""

    max_drop: float = 0.01
    """Of EM, F1 and HasAns F1; a larger drop fails where it is real."""
    max_false_answers: float = 0.02
    """By how much the share of unanswerable questions that get an answer may rise."""
    max_over_refusals: float = 0.02
    """By how much the share of answerable questions that get none may rise."""
    ceiling: float = 0.95
    """The share at which either is too much whatever the base does; a file equal to the base's passes all the same."""

    def __post_init__(self) -> None:
        """Refuse limits that mean nothing.

        Raises:
            OptionError: A limit is not between 0 and 1.
        """
        for name in self.__struct_fields__:
            value = getattr(self, name)
            if not 0.0 <= value <= 1.0:
                raise OptionError(f"a limit {name} of {100 * value:g} points has no meaning; 0 to 100 would do")


class Check(msgspec.Struct, frozen=True):
    """One thing a gate looks at: fractions, and what became of it."""

    name: CheckName
    passed: bool
    base: float | None
    new: float | None
    change: Estimate
    """New minus base, question by question; undefined where there is no such question."""
    limit: float
    """The drop that is allowed, or the rise where less is better."""
    p_value: float | None
    """Of no drop, by flipping the signs of whole articles; None where the limit alone decides."""
    sentence: str
    """What was found, in one clause."""


class Gate(msgspec.Struct, frozen=True):
    """Whether the new reader may pass, and why."""

    base: str
    new: str
    benchmark: str
    passed: bool
    sentence: str
    """One sentence that says why."""
    checks: tuple[Check, ...]
    limits: Limits
    smallest: float | None
    """The smallest true difference in F1 that this benchmark shows in four of five tries: a gate sees no finer."""


def gate(base: Scores, new: Scores, limits: Limits | None = None, *, rounds: int = 10_000, seed: int = 0) -> Gate:
    """Return whether a new reader may take the place of the base, with one sentence why.

    A drop fails where it is larger than allowed and real: the two-sided sign-flip p-value over whole articles is
    below 1 - level. Where a benchmark is too small for any such p (fewer than six questions at 95 %), the size alone
    decides, as otherwise nothing could fail. EM, F1 and HasAns F1 are tested each at that level, uncorrected: they
    are three looks at one thing, and a gate that corrects for them is easier to slip through.

    A rise in false answers or over-refusals fails where it is larger than allowed, or where the share reaches the
    ceiling; no test is asked, since the limit is on these very questions.

    Args:
        base: Scores of the reader in use.
        new: Scores of the one that would follow it.
        limits: What may be lost.
        rounds: Random sign flips, where there are too many articles to count all of them.
        seed: Of those flips; the same seed gives the same p.

    Raises:
        OptionError: The two were scored on different questions or by different rules.
    """
    limits = limits or Limits()
    comparison = compare(new, base, rounds=rounds, seed=seed)
    identical = _same_answers(base.columns, new.columns)
    has_answer = [place for place, there in enumerate(base.columns.has_answer) if there]
    everything = range(len(base.columns))
    drops = _Drops(base, new, limits.max_drop, rounds, seed)
    checks = (
        drops.check("EM", base.columns.em, new.columns.em, everything),
        drops.check("F1", base.columns.f1, new.columns.f1, everything),
        drops.check("HasAns F1", base.columns.f1, new.columns.f1, has_answer),
        _rate("false answers", base, new, limits, identical),
        _rate("over-refusals", base, new, limits, identical),
        _missing(base, new),
    )
    failed = [check.sentence for check in checks if not check.passed]
    if failed:
        sentence = f"{new.reader} fails against {base.reader}: {'; '.join(failed)}."
    elif identical:
        sentence = f"{new.reader} passes against {base.reader}: every question has the same scores and abstentions."
    else:
        sentence = f"{new.reader} passes against {base.reader}: no limit is broken."
    return Gate(
        base=base.reader,
        new=new.reader,
        benchmark=base.benchmark,
        passed=not failed,
        sentence=sentence,
        checks=checks,
        limits=limits,
        smallest=comparison.f1.smallest,
    )


class _Drops(msgspec.Struct, frozen=True):
    """Tests of whether a mean fell."""

    base: Scores
    new: Scores
    limit: float
    rounds: int
    seed: int

    def check(self, name: CheckName, before: Sequence[float], after: Sequence[float], places: Sequence[int]) -> Check:
        """Return whether a column's mean over some questions fell by more than allowed."""
        if not places:
            reason = "the benchmark has no answerable question"
            return _undefined(name, self.limit, reason)
        left, right = [after[i] for i in places], [before[i] for i in places]
        _, clusters = self.base.intervals.clusters(self.base.columns)
        groups = [clusters[i] for i in places]
        change = _change([x - y for x, y in zip(left, right, strict=True)], self.base, places)
        p_value, alpha = self._p_value(left, right, groups), 1.0 - self.base.intervals.level
        blind = 2.0 / 2.0 ** len(set(groups)) >= alpha
        value = change.value or 0.0
        too_much = -value > self.limit + _ROUNDING
        passed = not (too_much and (blind or p_value < alpha))
        how = "which is too few questions to test" if blind else f"p {_p(p_value)}"
        return Check(
            name=name,
            passed=passed,
            base=sum(right) / len(right),
            new=sum(left) / len(left),
            change=change,
            limit=self.limit,
            p_value=p_value,
            sentence=_drop_sentence(name, value, self.limit, how, too_much),
        )

    def _p_value(self, left: Sequence[float], right: Sequence[float], groups: Sequence[int]) -> float:
        import numpy as np

        rng = np.random.default_rng(self.seed)
        return sign_flip_test(left, right, groups, rounds=self.rounds, rng=rng).p_value


def _drop_sentence(name: CheckName, change: float, limit: float, how: str, too_much: bool) -> str:
    if change >= 0.0:
        return f"{name} rose by {100 * change:.2f} points" if change else f"{name} is unchanged"
    fell = f"{name} fell by {-100 * change:.2f} points ({how})"
    return f"{fell}, where {100 * limit:g} is allowed" if too_much else fell


def _rate(name: CheckName, base: Scores, new: Scores, limits: Limits, identical: bool) -> Check:
    """Return whether a reader answers the unanswerable, or refuses the answerable, more than it may."""
    wanted = name == "over-refusals"
    limit = limits.max_over_refusals if wanted else limits.max_false_answers
    places = [place for place, there in enumerate(base.columns.has_answer) if there is wanted]
    if not places:
        return _undefined(name, limit, f"the benchmark has no {'answerable' if wanted else 'unanswerable'} question")
    outcome: Outcome = "over_refusal" if wanted else "false_answer"
    before, after = (_happens(scores.columns, places, outcome) for scores in (base, new))
    change = _change([x - y for x, y in zip(after, before, strict=True)], base, places)
    old, now = sum(before) / len(before), sum(after) / len(after)
    value = change.value or 0.0
    sentence = f"{name} went from {100 * old:.2f} % to {100 * now:.2f} %"
    passed = True
    if value > limit + _ROUNDING:
        passed, sentence = False, f"{sentence}, where a rise of {100 * limit:g} points is allowed"
    elif now >= limits.ceiling and not identical:
        passed, sentence = False, f"{sentence}, and {100 * limits.ceiling:g} % is too many whatever the base does"
    return Check(
        name=name, passed=passed, base=old, new=now, change=change, limit=limit, p_value=None, sentence=sentence
    )


def _happens(columns: Columns, places: Sequence[int], outcome: Outcome) -> list[float]:
    found = outcomes(columns)
    return [float(found[i] == outcome) for i in places]


def _missing(base: Scores, new: Scores) -> Check:
    """Return whether the new reader leaves out questions the base predicts: neither an answer nor an abstention."""
    before, after = ([float(not there) for there in scores.columns.predicted] for scores in (base, new))
    passed = sum(after) <= sum(before)
    sentence = f"{int(sum(after)):,} predictions are missing"
    return Check(
        name="missing",
        passed=passed,
        base=sum(before) / len(before),
        new=sum(after) / len(after),
        change=_change([x - y for x, y in zip(after, before, strict=True)], base, range(len(after))),
        limit=0.0,
        p_value=None,
        sentence=sentence if passed else f"{sentence}, {int(sum(before)):,} were before",
    )


def _change(differences: Sequence[float], base: Scores, places: Sequence[int]) -> Estimate:
    unit, clusters = base.intervals.clusters(base.columns)
    return mean_estimate(
        differences, [clusters[i] for i in places], level=base.intervals.level, cluster_unit=unit, bounded=False
    )


def _undefined(name: CheckName, limit: float, reason: str) -> Check:
    return Check(
        name=name,
        passed=True,
        base=None,
        new=None,
        change=Estimate.undefined(reason),
        limit=limit,
        p_value=None,
        sentence=f"{name} undefined, because {reason}",
    )


def _same_answers(base: Columns, new: Columns) -> bool:
    """Say whether nothing the gate looks at differs on any question."""
    return all(getattr(base, name) == getattr(new, name) for name in ("predicted", "abstains", "em", "f1"))


def _p(value: float) -> str:
    return "< 0.001" if value < 0.001 else f"{value:.3f}"
