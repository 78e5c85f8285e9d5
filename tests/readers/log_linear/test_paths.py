import random

import pytest
from hypothesis import given
from hypothesis import strategies as st

from spanwise.readers.log_linear.keys import Keys
from spanwise.readers.log_linear.paths import TreePaths, sentence_of
from tests.readers.log_linear.by_rule import by_chance, by_rule
from tests.readers.log_linear.slow import walk


@given(st.integers(0, 2**32))
def test_paths_are_those_of_a_walk_over_the_lowest_common_word(seed: int) -> None:
    text = by_chance(random.Random(seed), "ab", 2, most=12)
    keys = Keys(named=True)
    trees = TreePaths(text, keys, "path")
    assert keys.names is not None
    for sentence in text.sentences:
        for token in range(*sentence):
            found = [keys.names[int(key)] for key in trees.from_token(token, sentence)]
            assert found == [walk(text, token, goal, "path") for goal in range(*sentence)]


def test_a_path_by_hand() -> None:
    # "sold" is the root; "the" hangs on "maps".
    text = by_rule("Ada sold the maps.")
    keys = Keys(named=True)
    found = TreePaths(text, keys, "path").from_token(2, text.sentences[0])
    assert keys.names is not None
    assert keys.names[int(found[0])] == "path: DET up dep NOUN up dep VERB down dep PROPN"
    assert keys.names[int(found[2])] == "path: DET"


def test_between_two_trees_of_a_sentence_there_is_no_path() -> None:
    text = by_rule("Ada sold the maps.")
    cut = type(text)(**{name: getattr(text, name) for name in text.__struct_fields__} | {"heads": (1, 1, 2, 2, 1)})
    keys = Keys(named=True)
    found = TreePaths(cut, keys, "path").from_token(0, text.sentences[0])
    assert keys.names is not None
    assert [keys.names[int(key)] for key in found[2:4]] == ["path: no path"] * 2


def test_a_path_is_worked_out_once() -> None:
    text = by_rule("Ada sold the maps.")
    trees = TreePaths(text, Keys(), "path")
    assert trees.from_token(0, text.sentences[0]) is trees.from_token(0, text.sentences[0])


@pytest.mark.parametrize(("token", "number"), [(0, 0), (3, 0), (4, 1), (6, 1)])
def test_a_token_has_its_sentence(token: int, number: int) -> None:
    text = by_rule("Ada sold maps. Ben left.")
    assert sentence_of(token, text.sentences) == text.sentences[number]
