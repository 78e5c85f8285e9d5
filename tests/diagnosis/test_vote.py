from collections import Counter
from random import Random

import pytest
from hypothesis import given
from hypothesis import strategies as st

from spanwise.diagnosis.vote import SQUAD_2_VOTE, VOTE_RULES, Vote, VoteRule, vote

options = st.lists(st.sampled_from((None, "kite", "red kite", "owl", "fox", "")), min_size=1, max_size=7)
TIES_ABSTAIN, TIES_LONGER, ANSWERING_FIRST = VOTE_RULES[1:]


@pytest.mark.parametrize(
    ("said", "expected"),  # under squad2, ties abstain, ties longer, answering first
    [
        (["kite", "kite", "fox"], ("kite", "kite", "kite", "kite")),
        (["kite", None], ("kite", None, "kite", "kite")),
        (["red kite", "kite"], ("kite", "kite", "red kite", "kite")),
        # Two say that there is no answer, three disagree on which there is.
        (["kite", "fox", "red kite", None, None], (None, None, None, "fox")),
        (["kite", "kite", None, None], ("kite", None, "kite", "kite")),
        (["kite", None, None], (None, None, None, None)),
        # As many tokens: the fewer characters; as many characters: the alphabet.
        (["eagle", "fox"], ("fox", "fox", "eagle", "fox")),
        (["owl", "fox"], ("fox", "fox", "owl", "fox")),
        # Tokens are counted before characters.
        (["up to us", "magnificent"], ("magnificent", "magnificent", "up to us", "magnificent")),
        # An answer of which nothing is left is still an answer.
        (["", None], ("", None, "", "")),
        ([None], (None, None, None, None)),
    ],
)
def test_each_rule_breaks_ties_its_own_way(said: list[str | None], expected: tuple[str | None, ...]) -> None:
    found = [vote(said, rule).option for rule in VOTE_RULES]
    assert tuple(found) == expected


@given(options)
def test_the_vote_is_for_an_option_with_the_most_votes(said: list[str | None]) -> None:
    counts = Counter(said)
    for rule in (SQUAD_2_VOTE, TIES_ABSTAIN, TIES_LONGER):
        found = vote(said, rule)
        assert counts[found.option] == max(counts.values())
        assert found.tied == (list(counts.values()).count(max(counts.values())) > 1)


@given(options)
def test_voting_on_answering_first_abstains_only_with_a_majority(said: list[str | None]) -> None:
    assert (vote(said, ANSWERING_FIRST).option is None) == (2 * said.count(None) > len(said))


@given(options, st.sampled_from(VOTE_RULES), st.randoms())
def test_the_order_of_the_people_never_matters(said: list[str | None], rule: VoteRule, rng: Random) -> None:
    shuffled = list(said)
    rng.shuffle(shuffled)
    assert vote(shuffled, rule) == vote(said, rule)


@given(options)
def test_where_no_tie_was_broken_the_tie_rules_do_nothing(said: list[str | None]) -> None:
    if not vote(said).tied:
        assert vote(said, TIES_ABSTAIN) == vote(said, TIES_LONGER) == vote(said)


def test_a_single_answer_is_its_own_vote() -> None:
    assert vote(["kite"]) == Vote("kite", tied=False)
