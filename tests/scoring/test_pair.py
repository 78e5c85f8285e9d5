import pytest
from hypothesis import given
from hypothesis import strategies as st

from spanwise.scoring.pair import best_match, exact_match, f1, token_f1
from spanwise.scoring.rules import MRQA, RULES, SQUAD_1, SQUAD_2, Rules
from tests.scoring import official_rules
from tests.scoring.drawn import awkward_texts

bags = st.lists(st.sampled_from("abcd"), max_size=6)
kept = [rules for rules in RULES.values() if rules.empty_answers == "kept"]


@pytest.mark.parametrize("rules", kept, ids=lambda rules: rules.name)
@given(prediction=awkward_texts(), answer=awkward_texts())
def test_a_pair_scores_as_under_the_official_rules_that_keep_empty_answers(
    rules: Rules, prediction: str, answer: str
) -> None:
    em, f = official_rules.pair_1(prediction, [answer], rules.profile.name)
    assert exact_match(prediction, answer, rules) == em
    assert f1(prediction, answer, rules) == pytest.approx(float(f), abs=1e-15)


@given(awkward_texts(), awkward_texts())
def test_a_pair_scores_as_under_the_rules_of_squad_2(prediction: str, answer: str) -> None:
    em, f = official_rules.pair_2(prediction, [answer])
    assert exact_match(prediction, answer, SQUAD_2) == em
    assert f1(prediction, answer, SQUAD_2) == pytest.approx(float(f), abs=1e-15)


def test_two_empty_texts_have_f1_0_under_squad_1_and_1_under_squad_2() -> None:
    # SQuAD 1.1's script says EM 100 and F1 0 for the answer "A" to "A"; 2.0's says 100 and 100.
    for rules, expected in ((SQUAD_1, 0.0), (MRQA, 0.0), (SQUAD_2, 1.0)):
        assert exact_match("the", "A", rules) == 1.0
        assert f1("the", "A", rules) == expected
        assert f1("kite", "A", rules) == f1("A", "kite", rules) == 0.0


@given(bags, bags)
def test_f1_is_a_fraction_that_does_not_care_for_order_or_side(predicted: list[str], gold: list[str]) -> None:
    value = token_f1(predicted, gold)
    assert 0.0 <= value <= 1.0
    assert value == pytest.approx(token_f1(gold, predicted), abs=1e-15)
    assert value == token_f1(sorted(predicted), gold[::-1])
    assert (value == 1.0) == (sorted(predicted) == sorted(gold) != [])
    assert (value == 0.0) == set(predicted).isdisjoint(gold)


def test_f1_counts_a_word_as_often_as_both_have_it() -> None:
    # By hand: one shared of two and of three words: precision 1/2, recall 1/3, F1 2/5.
    assert token_f1(["red", "red"], ["red", "kite", "kite"]) == pytest.approx(0.4)


@given(
    st.sampled_from(["", "red", "red kite", "kite"]),
    st.lists(st.sampled_from(["", "red", "kite red", "x"]), max_size=4),
)
def test_the_best_match_is_the_greatest_of_all_pairs_and_says_which(text: str, golds: list[str]) -> None:
    em, f, reference = best_match(text, golds, {})
    values = [token_f1(text.split(), gold.split()) for gold in golds]
    assert em == float(text in golds)
    assert f == max(values, default=0.0)
    if reference >= 0:
        assert values[reference] == f
        assert f > 0 or golds[reference] == text == ""
    else:
        assert (em, f) == (0.0, 0.0)


def test_the_memory_of_pairs_changes_nothing() -> None:
    memory: dict[tuple[str, str], float] = {}
    first = best_match("red kite", ["kite", "red fox"], memory)
    assert memory
    assert best_match("red kite", ["kite", "red fox"], memory) == first
    assert first == (0.0, token_f1(["kite"], ["red", "kite"]), 0)
