import pytest

from spanwise.benchmarks.synthetic.treebank import Tree, trees
from spanwise.errors import FormatError
from tests.benchmarks.synthetic.made import TREEBANK


def words(tree: Tree) -> list[str]:
    return [word for child in tree.children for word in ([child] if isinstance(child, str) else words(child))]


def test_trees_are_read_without_functions_traces_and_outermost_brackets() -> None:
    first, second, third = trees(TREEBANK.splitlines(), "toy.mrg")
    assert [tree.label for tree in (first, second, third)] == ["S", "S", "S"]
    assert words(first) == ["The", "keeper", "lights", "the", "lamp", "."]
    assert words(third) == ["rain", "(", "hail", ")", "falls", "."]
    # The trace and the phrase that holds nothing else are gone.
    assert second.children[1] == Tree("VP", (Tree("VBZ", ("burns",)),))
    assert second.children[0] == Tree("NP", (Tree("DT", ("The",)), Tree("NN", ("lamp",))))


def test_a_tree_of_nothing_but_traces_is_no_tree() -> None:
    assert list(trees(["( (S (NP (-NONE- *))) )", "(NN\\/X (a b\\/c))"], "toy.mrg")) == [
        Tree("NN\\/X", (Tree("a", ("b/c",)),))
    ]


@pytest.mark.parametrize(
    ("text", "message"),
    [
        ("(S (NP (NN a)))\n(S (NP\n(NN b))", "line 3: the file ends with 1 brackets open; the first is that of line 2"),
        ("(S (NN a)))", r"line 1: '\)' stands outside of every tree"),
        ("(S (NN a))\nword", "line 2: 'word' stands outside of every tree"),
        ("(S\n(NN big dog))", "line 2: the word 'dog' in 'NN', which holds something"),
        ("(S (NN big (JJ dog)))", "line 1: a bracket beside the word 'big'"),
        ("(S (NP (NN a) b))", "line 1: the word 'b' in 'NP', which holds something"),
        ("(S (NP) (VP (VB a)))", "line 1: the bracket 'NP' closes with nothing in it"),
        ("()", "line 1: the bracket '' closes with nothing in it"),
        ("(S ((NN a)))", "line 1: a bracket within a tree has no label"),
    ],
)
def test_what_does_not_parse_is_named_with_its_line(text: str, message: str) -> None:
    with pytest.raises(FormatError, match=f"^toy.mrg: {message}"):
        list(trees(text.splitlines(), "toy.mrg"))
