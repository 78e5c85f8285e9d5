import random

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from spanwise.readers.log_linear.asked import Asked
from spanwise.readers.log_linear.context import ContextFacts
from spanwise.readers.log_linear.frequencies import Frequencies
from spanwise.readers.log_linear.measures import MEASURES, ROOTS, measure_names, measures, roots
from spanwise.readers.log_linear.settings import GROUPS
from tests.readers.log_linear.by_rule import by_chance, by_rule
from tests.readers.log_linear.slow import Listing

FREQUENCIES = Frequencies.of([("a", "b", "c"), ("b", "c"), ("d", "a"), ("x",), ("y",), ("z", "b")])


@given(st.integers(0, 2**32), st.sampled_from(sorted(MEASURES)))
def test_measures_are_sums_over_the_tokens(seed: int, group: str) -> None:
    rng = random.Random(seed)
    facts = ContextFacts.of(by_chance(rng, "abcd", 3), FREQUENCIES)
    assert facts is not None
    question = by_chance(rng, "abc", rng.randint(0, 2))
    found = measures(facts, Asked(question), FREQUENCIES, (group,))
    listing = Listing(facts, question, FREQUENCIES)
    expected = [listing.measured(group, candidate) for candidate in range(len(facts.candidates))]
    np.testing.assert_allclose(found, expected, atol=1e-12)
    assert found.shape[1] == len(MEASURES[group])


@given(st.integers(0, 2**32))
def test_roots_are_compared_as_listed(seed: int) -> None:
    rng = random.Random(seed)
    facts = ContextFacts.of(by_chance(rng, "abcd", 3), FREQUENCIES)
    assert facts is not None
    question = by_chance(rng, "abc", rng.randint(0, 2))
    listing = Listing(facts, question, FREQUENCIES)
    expected = [list(listing.roots(candidate)) for candidate in range(len(facts.candidates))]
    assert roots(facts, Asked(question)).tolist() == expected
    assert len(ROOTS) == 3


def test_one_sentence_by_hand() -> None:
    # "ada sold 7 maps": the question shares "sold", "maps" and no bigram but "sold 7"; of "7", sold is left of it.
    text = by_rule("Ada sold 7 maps.")
    facts = ContextFacts.of(text, FREQUENCIES)
    assert facts is not None
    bounds = zip(facts.candidates.starts.tolist(), facts.candidates.ends.tolist(), strict=True)
    place = [text.span(*bound).of(text.text) for bound in bounds].index("7")
    row = measures(facts, Asked(by_rule("Who sold 7 of the maps?")), FREQUENCIES, tuple(GROUPS))[place]
    new = FREQUENCIES.idf("never met")
    bigram = FREQUENCIES.bigram_idf(("sold", "7"))
    assert row == pytest.approx([new, new, new, 3 * new, 0, 0, 0, bigram, 2, 1, 1, 4, new])


def test_names_go_with_the_columns() -> None:
    names = measure_names(tuple(GROUPS))
    assert len(names) == len(set(names)) == 13
    assert measure_names(("span-words", "lengths"))[:1] == ("number of words left of the span",)
    assert measure_names(("lexicalised",)) == ()
    assert set(MEASURES) < set(GROUPS)


def test_the_same_words_measure_the_same_wherever_they_stand() -> None:
    # Sums as differences of running sums end in other digits, and would fall into other buckets.
    frequencies = Frequencies.of([("a", "b", "c"), ("b", "c"), ("d", "a"), ("c",), ("e", "f")])
    text = by_rule("e f sold a b c. " * 40)
    facts = ContextFacts.of(text, frequencies)
    assert facts is not None
    found = measures(facts, Asked(by_rule("Who sold a b c?")), frequencies, tuple(GROUPS))
    each = len(found) // 40
    assert np.unique(found.reshape(40, each, -1), axis=0).shape[0] == 1
