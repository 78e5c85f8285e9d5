import random

import numpy as np
import pytest

from spanwise.readers.log_linear.context import ContextFacts
from spanwise.readers.log_linear.features import features
from spanwise.readers.log_linear.frequencies import Frequencies
from spanwise.readers.log_linear.keys import Keys
from spanwise.readers.log_linear.settings import GROUPS
from tests.readers.log_linear.by_rule import by_chance, by_rule
from tests.readers.log_linear.slow import Listing

FREQUENCIES = Frequencies.of([("a", "b"), ("b", "c")])
KEYED = ("constituent-label", "span-tags", "lexicalised", "dependency-paths", "entity-types")


@pytest.mark.parametrize("group", KEYED)
def test_the_keys_are_those_of_the_features_that_some_candidate_has(group: str) -> None:
    # Lexicalised pairs are listed as tables, so that pairs no candidate has are among them; nothing may be missing.
    rng = random.Random(3)
    text = by_chance(rng, "abcd", 3)
    questions = [by_chance(rng, ("a", "c", "who"), 1) for _ in range(3)]
    facts = ContextFacts.of(text, FREQUENCIES)
    assert facts is not None
    keys = Keys(named=True)
    found = features(facts, questions, FREQUENCIES, (group,), keys)
    assert np.all(np.diff(found.keys.astype(object)) > 0)
    assert keys.names is not None
    names = {keys.names[int(key)] for key in found.keys}
    listings = [Listing(facts, question, FREQUENCIES) for question in questions]
    listed = {name for one in listings for c in range(len(facts.candidates)) for name in one.names(group, c)}
    assert listed
    assert listed <= names if group == "lexicalised" else listed == names


def test_groups_that_are_left_out_have_no_feature() -> None:
    facts = ContextFacts.of(by_rule("Ada sold 7 maps in the market."), FREQUENCIES)
    assert facts is not None
    question = [by_rule("Who sold the maps?")]
    whole = features(facts, question, FREQUENCIES, tuple(GROUPS), Keys())
    assert whole.measures.shape[2] == 13
    assert whole.roots.shape == (1, len(facts.candidates), 3)
    for group in GROUPS:
        found = features(facts, question, FREQUENCIES, (group,), Keys())
        assert set(found.keys.tolist()) < set(whole.keys.tolist())
        assert {crossing.group for crossing in found.crossings} <= {group}
        assert (found.lexical is None, found.paths is None) == (group != "lexicalised", group != "dependency-paths")
        assert found.roots.shape[2] == (3 if group == "root-match" else 0)
        assert len(found.keys) + found.measures.size + found.roots.size > 0


def test_questions_are_worked_out_together_as_alone() -> None:
    rng = random.Random(9)
    facts = ContextFacts.of(by_chance(rng, "abcd", 2), FREQUENCIES)
    assert facts is not None
    questions = [by_chance(rng, ("a", "b", "who"), 1) for _ in range(3)]
    together = features(facts, questions, FREQUENCIES, tuple(GROUPS), Keys())
    alone = [features(facts, [question], FREQUENCIES, tuple(GROUPS), Keys()) for question in questions]
    assert together.measures.tolist() == [one.measures[0].tolist() for one in alone]
    assert together.roots.tolist() == [one.roots[0].tolist() for one in alone]
    assert set().union(*[one.keys.tolist() for one in alone]) == set(together.keys.tolist())


def test_an_empty_question_has_features_of_candidates_alone() -> None:
    facts = ContextFacts.of(by_rule("Ada sold 7 maps."), FREQUENCIES)
    assert facts is not None
    found = features(facts, [by_rule("")], FREQUENCIES, tuple(GROUPS), Keys())
    assert found.lexical is not None
    assert found.lexical.near.size == 0
    assert found.paths is not None
    assert found.paths.places.shape == (0, 2)
    assert len(found.keys) > 0
