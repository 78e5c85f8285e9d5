from collections import Counter

import pytest

from spanwise.benchmarks.synthetic.grammar import GrammarPassages
from spanwise.benchmarks.synthetic.treebank import Tree, trees
from spanwise.errors import DataError, OptionError
from tests.benchmarks.synthetic.made import TREEBANK, rng


def toy(text: str = TREEBANK, tokens: int = 40) -> GrammarPassages:
    return GrammarPassages(trees(text.splitlines(), "toy.mrg"), tokens=tokens)


def test_rules_are_as_likely_as_they_are_frequent() -> None:
    rules = toy().rules
    # Counted by hand in the three trees.
    assert rules["S"] == {(("NP",), ("VP",), (".",)): 1}
    assert rules["VP"] == {(("VBZ",), ("NP",)): pytest.approx(1 / 3), (("VBZ",),): pytest.approx(2 / 3)}
    assert rules["DT"] == {("The",): pytest.approx(2 / 3), ("the",): pytest.approx(1 / 3)}
    assert rules["NP"][("NN",), ("-LRB-",), ("NN",), ("-RRB-",)] == pytest.approx(1 / 4)
    for rights in rules.values():
        assert sum(rights.values()) == pytest.approx(1)


def test_sentences_are_drawn_by_these_probabilities() -> None:
    grammar = toy(tokens=4000)
    passage = grammar.passage(4, 9, rng())
    assert passage.title == "pcfg 4"
    assert len(passage.tokens) == 4000
    assert set(passage.tokens) <= set(grammar.vocabulary)
    counts = Counter(passage.tokens)
    assert counts["The"] / (counts["The"] + counts["the"]) == pytest.approx(2 / 3, abs=0.05)
    # A sentence ends with its only full stop, and holds one of three verbs.
    assert counts["."] == pytest.approx(counts["burns"] + counts["falls"] + counts["lights"], abs=1)


def test_a_grammar_that_goes_on_and_on_costs_no_more_than_the_passage() -> None:
    # Fitted to this, half of all X are X X: a sentence can be very long, and recursion would not end.
    assert len(toy("(X (X (N a)) (X (N b)))" * 3, tokens=500).passage(0, 1, rng(8)).tokens) == 500


def test_the_order_of_the_treebank_does_not_matter() -> None:
    read = list(trees(TREEBANK.splitlines(), "toy.mrg"))
    turned = GrammarPassages(reversed(read), tokens=40)
    assert turned.passage(0, 1, rng(3)) == toy().passage(0, 1, rng(3))


def test_an_empty_treebank_is_refused() -> None:
    with pytest.raises(DataError, match="has no tree"):
        toy("")
    with pytest.raises(OptionError, match="a passage of 0 tokens"):
        GrammarPassages([Tree("NN", ("a",))], tokens=0)
