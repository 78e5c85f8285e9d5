"""A claim in one paragraph, and as a dictionary in percent."""

from collections.abc import Sequence
from typing import Any

from spanwise.diagnosis.claims import Claim, Margin, Verdict
from spanwise.report.plain import plain_estimate

__all__ = ["claim_paragraph", "plain_claim"]


def claim_paragraph(claim: Claim) -> str:
    """Return what holds and what does not, in one paragraph: each margin, the verdict, chance, and the human line."""
    said = [_system(verdict) for verdict in claim.verdicts]
    said[0] = f"On {claim.benchmark}, {said[0]}"
    said += [_verdict(verdict) for verdict in claim.verdicts]
    said.append(_chance(claim))
    said.append(_human(claim))
    if claim.assumptions:
        said.append(f"Taken for granted: {'; '.join(claim.assumptions)}.")
    if claim.unknown:
        said.append(f"Not given, so nothing is said of it: {'; '.join(claim.unknown)}.")
    return " ".join(said)


def _system(verdict: Verdict) -> str:
    parts = []
    for kind, words in (("past", "past the human"), ("level", "level with the human"), ("short", "short of the human")):
        margins = [margin for margin in verdict.margins if margin.kind == kind]
        if margins:
            parts.append(f"{words} {_listed([_margin(margin) for margin in margins])}")
    return f"{verdict.system} is {' and '.join(parts)}."


def _listed(names: Sequence[str]) -> str:
    return " and ".join([", ".join(names[:-1]), names[-1]] if len(names) > 1 else names)


def _margin(margin: Margin) -> str:
    points = 100 * (margin.value.value or 0.0)
    name = f"{margin.measure} with the same answers" if margin.matched else margin.measure
    if margin.kind == "level":
        return name
    # A published margin under a point is told to the last digit of the figures; of a larger one the first decides.
    shown = f"{name} by {abs(points):.3f}" if abs(points) < 1 else f"{name} by {abs(points):.1f}"
    if margin.value.low is None or margin.value.high is None:
        return f"{shown} points"
    return f"{shown} points ({100 * margin.value.low:+.2f} to {100 * margin.value.high:+.2f})"


def _verdict(verdict: Verdict) -> str:
    words = {"holds": "It holds", "does not hold": "It does not hold", "not shown": "It is not shown"}
    return f"{words[verdict.holds]} that {verdict.system} is better than people: {verdict.because}."


def _chance(claim: Claim) -> str:
    margins = claim.margins
    tested = [margin for margin in margins if margin.p_holm is not None]
    if not tested:
        reasons = list(dict.fromkeys(margin.value.reason for margin in margins if margin.value.reason))
        return f"What chance can do is not known ({'; '.join(reasons)}): these are margins of figures, nothing more."
    alpha = 1 - claim.level
    shown = [margin for margin in tested if margin.p_holm is not None and margin.p_holm < alpha]
    names = _names(shown)
    of = f"Of the {len(tested)} margins that can be tested" if len(tested) > 1 else "The margin"
    how = f" after Holm's correction for {len(tested)} margins" if len(tested) > 1 else ""
    if len(tested) == 1:
        return f"{of} is {'larger' if shown else 'not larger'} than chance explains at level {claim.level:g}."
    if not shown:
        return f"{of} none is larger than chance explains at level {claim.level:g}{how}."
    return f"{of} these are larger than chance explains at level {claim.level:g}{how}: {names}."


def _names(margins: Sequence[Margin]) -> str:
    same = " with the same answers"
    return ", ".join(f"{m.system} {m.measure}{same if m.matched else ''} ({m.kind})" for m in margins)


def _human(claim: Claim) -> str:
    human = claim.human
    answers = "" if human.answers is None else f", with {human.answers:.3g} answers a question"
    one = "it says what one person scores, not what people can do"
    said = {
        "one annotator": f"The human line is one person's answers scored against the others'{answers}: {one}, and a "
        "system that is scored against all answers has one more to hit",
        "leave one out": f"The human line is the mean of each person scored against the others{answers}: {one}",
        "vote": f"The human line is a vote of several people{answers}, which scores more than one of them does",
        "unknown": f"How the human line was made was not given{answers}; one person's answers and a vote of several "
        "differ by points",
    }
    return said[human.protocol] + "."


def plain_claim(claim: Claim) -> dict[str, Any]:
    """Return a claim in percent and percentage points, the paragraph among it."""
    human = claim.human
    return {
        "benchmark": claim.benchmark,
        "unit": "percent",
        "level": claim.level,
        "human": {
            "protocol": human.protocol,
            "answers_a_question": human.answers,
            "scores": {measure: plain_estimate(f.estimate) for measure, f in human.figures.values.items()},
        },
        "systems": [
            {
                "system": verdict.system,
                "better_than_people": verdict.holds,
                "because": verdict.because,
                "margins": [_plain_margin(margin, claim.level) for margin in verdict.margins],
            }
            for verdict in claim.verdicts
        ],
        "assumptions": list(claim.assumptions),
        "unknown": list(claim.unknown),
        "paragraph": claim_paragraph(claim),
    }


def _plain_margin(margin: Margin, level: float) -> dict[str, Any]:
    return {
        "measure": margin.measure,
        "kind": margin.kind,
        "same_answers": margin.matched,
        "margin": plain_estimate(margin.value),
        "p_value": margin.p_value,
        "p_holm": margin.p_holm,
        "shown": None if margin.p_holm is None else margin.p_holm < 1 - level,
    }
