"""Why a reader answers one question as it does, on a terminal."""

from collections.abc import Sequence
from typing import TYPE_CHECKING

import click

from spanwise.cli.printing import escaped, print_table

if TYPE_CHECKING:
    from spanwise.readers.log_linear.explain import Explanation

__all__ = ["print_explanation"]


def print_explanation(found: "Explanation", answers: Sequence[str] = ()) -> None:
    """Print the best candidates, what puts the first before the other, and what speaks for no answer.

    Args:
        found: The explanation.
        answers: The right answers, where they are known.
    """
    if not found.candidates:
        click.echo("the context has no candidate, so there is no answer")
        return
    texts = {candidate.text for candidate in found.candidates}
    if answers and not texts & set(answers) and found.against not in answers:
        click.echo("no right answer is a candidate, word for word")
    rows = [
        [escaped(c.text), ", ".join(_groups(c.by_group)), f"{c.score:.2f}", f"{100 * c.prob:.1f}"]
        for c in found.candidates
    ]
    print_table(["candidate", "what gives most of the score", "score", "%"], rows, title="The best candidates", left=2)
    if found.against is not None:
        # A title is no cell, and a bracket in it is no markup.
        title = f"What puts {found.candidates[0].text!r} before {found.against!r}"
        differences = [[escaped(d.feature), d.group, f"{d.weight:+.2f}"] for d in found.differences]
        print_table(["feature", "group", "adds"], differences, title=title, left=2)
    if found.null_log_odds is not None:
        title = f"No answer: log-odds {found.null_log_odds:+.2f}"
        reasons = [[r.measure, f"{r.value:.2f}", f"{r.weight:+.2f}"] for r in found.null_reasons]
        print_table(["measure", "value", "adds"], reasons, title=title)


def _groups(by_group: dict[str, float]) -> list[str]:
    return [f"{group} {weight:+.1f}" for group, weight in list(by_group.items())[:3]]
