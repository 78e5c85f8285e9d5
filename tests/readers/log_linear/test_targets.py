import random

import pytest
from hypothesis import given
from hypothesis import strategies as st

from spanwise.language.annotated import Annotated
from spanwise.readers.log_linear.context import ContextFacts
from spanwise.readers.log_linear.frequencies import Frequencies
from spanwise.readers.log_linear.targets import targets
from spanwise.text.span import Span
from tests.readers.log_linear.by_rule import by_chance, by_rule


def facts_of(text: Annotated) -> ContextFacts:
    found = ContextFacts.of(text, Frequencies.of([]))
    assert found is not None
    return found


CONTEXT = "In 1871 Ada sold the maps of Skerry. Ben (her son) left."
FACTS = facts_of(by_rule(CONTEXT))


def texts(*answers: str) -> list[str]:
    spans = [Span(CONTEXT.index(answer), CONTEXT.index(answer) + len(answer)) for answer in answers]
    text = FACTS.annotated
    bounds = [(int(FACTS.candidates.starts[i]), int(FACTS.candidates.ends[i])) for i in targets(FACTS, spans)]
    return [text.span(*bound).of(CONTEXT) for bound in bounds]


@pytest.mark.parametrize(
    ("answer", "target"),
    [("Ada", "Ada"), ("1871", "1871"), ("the maps", "maps"), ("Skerry.", "Skerry"), ("her son)", "her son")],
)
def test_an_answer_is_looked_for_without_articles_and_punctuation(answer: str, target: str) -> None:
    assert texts(answer) == [target]


def test_of_several_answers_all_that_are_candidates_are_targets_each_once() -> None:
    assert texts("the maps", "Ada", "maps") == ["Ada", "maps"]


def test_an_answer_inside_a_word_aims_at_the_word() -> None:
    assert texts("187") == ["1871"]


@given(st.integers(0, 2**32), st.data())
def test_where_the_answer_is_no_candidate_the_shortest_that_holds_it_or_the_closest_is_the_target(
    seed: int, data: st.DataObject
) -> None:
    facts = facts_of(by_chance(random.Random(seed), "abcd", 2))
    text = facts.annotated
    words = [t for t in range(len(text)) if text.pos[t] not in ("PUNCT", "SPACE") and text.words[t] != "a"]
    if not words:
        return
    start, end = sorted((data.draw(st.sampled_from(words)), data.draw(st.sampled_from(words))))
    answer = set(range(start, end + 1))
    found = targets(facts, [text.span(start, end + 1)]).tolist()
    spans = list(zip(facts.candidates.starts.tolist(), facts.candidates.ends.tolist(), strict=True))
    held = [set(range(*span)) for span in spans]
    holding = [tokens for tokens in held if answer <= tokens]
    closest = max(2 * len(tokens & answer) / (len(tokens) + len(answer)) for tokens in held)
    if not closest:
        assert found == []
        return
    (one,) = found
    if holding:
        assert answer <= held[one]
        assert len(held[one]) == min(map(len, holding))
    else:
        assert 2 * len(held[one] & answer) / (len(held[one]) + len(answer)) == pytest.approx(closest)


def test_an_answer_over_two_sentences_aims_at_what_shares_most_with_it() -> None:
    assert texts("Skerry. Ben") in (["Skerry"], ["Ben"])


def test_an_answer_that_no_candidate_shares_a_word_with_has_no_target() -> None:
    facts = facts_of(by_rule("Ada sold. ... ?"))
    assert targets(facts, [Span(10, 13)]).tolist() == []


def test_an_answer_of_white_space_has_no_target() -> None:
    assert targets(FACTS, [Span(2, 3)]).tolist() == []
    assert targets(FACTS, []).tolist() == []


def test_an_answer_that_is_no_candidate_counts_only_where_no_other_is() -> None:
    assert texts("Ada sold the", "maps") == ["maps"]
