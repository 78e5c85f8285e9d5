import random

import numpy as np
from hypothesis import given
from hypothesis import strategies as st

from spanwise.language.constituents import constituents
from spanwise.readers.log_linear.context import ContextFacts
from spanwise.readers.log_linear.frequencies import Frequencies
from tests.readers.log_linear.by_rule import by_chance, by_rule
from tests.readers.log_linear.slow import distances

FREQUENCIES = Frequencies.of([("a", "b"), ("b", "c")])


@given(st.integers(0, 2**32), st.integers(1, 4))
def test_a_word_is_near_a_candidate_when_a_search_reaches_it_in_two_steps(seed: int, sentences: int) -> None:
    text = by_chance(random.Random(seed), "abcd", sentences, most=12)
    facts = ContextFacts.of(text, FREQUENCIES)
    assert facts is not None
    seen = 0
    for block in facts.blocks:
        for row, candidate in enumerate(range(block.candidates.start, block.candidates.stop)):
            start, end = int(facts.candidates.starts[candidate]), int(facts.candidates.ends[candidate])
            reached = distances(text.heads, range(start, end))
            words = [text.pos[t] not in ("PUNCT", "SPACE") for t in range(len(text))]
            own = range(block.tokens.start, block.tokens.stop)
            assert block.near[row].tolist() == [words[t] and reached.get(t, 9) in (1, 2) for t in own]
            assert block.inside[row].tolist() == [words[t] and start <= t < end for t in own]
            seen += 1
    assert seen == len(facts.candidates)


@given(st.integers(0, 2**32))
def test_every_candidate_has_its_sentence_and_every_token_its_lemma(seed: int) -> None:
    text = by_chance(random.Random(seed), "abcd", 3)
    facts = ContextFacts.of(text, FREQUENCIES)
    assert facts is not None
    assert facts.kinds == list(dict.fromkeys(text.lemmas))
    assert [facts.kinds[kind] for kind in facts.kind_of] == list(text.lemmas)
    bounds = zip(facts.sentence_starts.tolist(), facts.sentence_ends.tolist(), strict=True)
    assert list(bounds) == [tuple(text.sentences[number]) for number in facts.candidates.sentences]
    wordless = [part in ("PUNCT", "SPACE") for part in text.pos]
    expected = [0.0 if w else FREQUENCIES.idf(lemma) for w, lemma in zip(wordless, text.lemmas, strict=True)]
    np.testing.assert_allclose(facts.idf, expected)
    assert facts.is_word.tolist() == [not w for w in wordless]


def test_a_context_without_candidate_has_no_facts() -> None:
    for text in ("", " ", "...", "\n\n"):
        assert not len(constituents(by_rule(text)))
        assert ContextFacts.of(by_rule(text), FREQUENCIES) is None


def test_a_context_of_one_character_has_facts() -> None:
    facts = ContextFacts.of(by_rule("x"), FREQUENCIES)
    assert facts is not None
    assert (len(facts.candidates), facts.kinds, facts.sentence_ends.tolist()) == (1, ["x"], [1])
