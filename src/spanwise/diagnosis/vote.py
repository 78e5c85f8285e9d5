"""One answer from several people's: the vote of SQuAD 2.0, with each of its tie rules free to be turned round."""

from collections.abc import Sequence

import msgspec

__all__ = ["SQUAD_2_VOTE", "VOTE_RULES", "Vote", "VoteRule", "vote"]

Option = str | None
"""What one person says: an answer in normal form, or None for "the text does not answer it"."""


class VoteRule(msgspec.Struct, frozen=True):
    """How several answers become one, and what is done about ties."""

    name: str
    ties_answer: bool = True
    """Whether an answer wins over an abstention with as many votes."""
    ties_shorter: bool = True
    """Whether the shorter of two answers with as many votes wins: by tokens, then by code points, then in
    alphabetical order, so that the order of the people never matters."""
    answering_first: bool = False
    """Whether people first vote on answering at all, all answers together against all abstentions."""


SQUAD_2_VOTE = VoteRule("squad2")
"""Rajpurkar, Jia and Liang (2018): "majority vote, breaking ties in favor of answering questions and preferring shorter
answers to longer ones". Read as: each distinct answer and the abstention are the options, the most votes win."""

VOTE_RULES = (
    SQUAD_2_VOTE,
    VoteRule("ties abstain", ties_answer=False),
    VoteRule("ties longer", ties_shorter=False),
    VoteRule("answering first", answering_first=True),
)
"""The rule of SQuAD 2.0, and that rule with one part turned round: what differs is the rule's doing."""


class Vote(msgspec.Struct, frozen=True):
    """What was voted for, and whether it took a tie rule."""

    option: Option
    tied: bool


def vote(options: Sequence[Option], rule: VoteRule = SQUAD_2_VOTE) -> Vote:
    """Return what several people say together.

    Args:
        options: What each says: an answer in normal form, so that case, punctuation and articles split no votes, or
            None for an abstention. One or more.
        rule: How ties are broken.
    """
    first = options[0]
    if options.count(first) == len(options):
        return Vote(first, tied=False)
    counts: dict[Option, int] = {}
    for option in options:
        counts[option] = counts.get(option, 0) + 1
    tied_on_answering = False
    if rule.answering_first:
        abstaining = counts.pop(None, 0)
        answering = len(options) - abstaining
        tied_on_answering = abstaining == answering
        if abstaining > answering or (tied_on_answering and not rule.ties_answer):
            return Vote(None, tied_on_answering)
    most = max(counts.values())
    leading = [option for option, count in counts.items() if count == most]
    tied = len(leading) > 1 or tied_on_answering
    if None in leading and (len(leading) == 1 or not rule.ties_answer):
        return Vote(None, tied)
    answers = [option for option in leading if option is not None]
    ranked = sorted(answers, key=lambda text: (len(text.split()), len(text), text))
    return Vote(ranked[0 if rule.ties_shorter else -1], tied)
