"""Constituents from bracketed trees, and from parsers that stand in for benepar and Stanza."""

import sys
from types import ModuleType, SimpleNamespace
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from spanwise.errors import MissingExtraError, OptionError
from spanwise.language.annotated import Annotated, TokenSpan
from spanwise.language.constituency import Bracketing, benepar_trees, bracketings, stanza_trees, tree_constituents

CAT = "(S (NP (DT The) (NN cat)) (VP (VBD sat) (PP (IN on) (NP (DT a) (NN mat)))) (. .))"
CAT_PHRASES = {("S", 0, 7), ("NP", 0, 2), ("VP", 2, 6), ("PP", 3, 6), ("NP", 4, 6)}


def text_of(words: str, heads: list[int], pos: str) -> Annotated:
    """Return words one blank apart; those that begin with "+" stand close to the one before."""
    text, starts, ends = "", [], []
    for word in words.split():
        close = word.startswith("+") and len(word) > 1
        text += ("" if close or not text else " ") + word.removeprefix("+" if close else "")
        starts.append(len(text) - len(word) + close)
        ends.append(len(text))
    n = len(starts)
    return Annotated(
        text=text,
        starts=tuple(starts),
        ends=tuple(ends),
        lemmas=("",) * n,
        pos=tuple(pos.split()),
        tags=("",) * n,
        dependencies=("",) * n,
        heads=tuple(heads),
        entities=(),
        noun_chunks=(),
        sentences=(TokenSpan(0, n),) if n else (),
    )


SAT = text_of("The cat sat on a mat +.", [1, 2, 2, 2, 5, 3, 2], "DET NOUN VERB ADP DET NOUN PUNCT")


def test_a_tree_by_hand() -> None:
    (tree,) = bracketings(CAT)
    assert tree.words == ("The", "cat", "sat", "on", "a", "mat", ".")
    assert set(tree.phrases) == CAT_PHRASES


def test_functions_empty_elements_and_an_outermost_bracket_are_left_out() -> None:
    (tree,) = bracketings("( (S (NP-SBJ=2 (-NONE- *T*-1)) (NP-SBJ (NNP Ada)) (VP (VBD won))))")
    assert tree.words == ("Ada", "won")
    assert set(tree.phrases) == {("NP", 0, 1), ("VP", 1, 2), ("S", 0, 2)}


def test_several_trees_are_read_one_after_the_other() -> None:
    first, second = bracketings("(NP (NN one))\n\n(NP (NN two))")
    assert (first.words, second.words) == (("one",), ("two",))


@pytest.mark.parametrize(
    ("brackets", "message"),
    [("NP (NN one)", "begins with '\\(', and here is 'NP'"), ("(NP (NN one)", "ends with 1 of them open")],
)
def test_brackets_that_are_no_tree_are_refused(brackets: str, message: str) -> None:
    with pytest.raises(OptionError, match=message):
        bracketings(brackets)


Tree = tuple[str, Any]


def written(tree: Tree) -> str:
    label, below = tree
    return f"({label} {below})" if isinstance(below, str) else f"({label} {' '.join(map(written, below))})"


def phrases_of(tree: Tree, start: int = 0) -> tuple[int, list[tuple[str, int, int]]]:
    """Return where a tree ends and its phrases, by walking down it."""
    label, below = tree
    if isinstance(below, str):
        return start + 1, []
    end, found = start, []
    for one in below:
        end, inner = phrases_of(one, end)
        found += inner
    return end, [*found, (label, start, end)]


words_of_trees = st.tuples(st.sampled_from(["NN", "VB", "-LRB-"]), st.sampled_from(["x", "of", "-LRB-", "``", "1.5"]))
random_trees: st.SearchStrategy[Tree] = st.recursive(
    words_of_trees, lambda inner: st.tuples(st.sampled_from(["S", "NP", "VP"]), st.lists(inner, min_size=1, max_size=3))
)


@given(st.tuples(st.just("S"), st.lists(random_trees, min_size=1, max_size=3)))
def test_what_is_written_in_brackets_is_read(tree: Tree) -> None:
    (read,) = bracketings(written(tree))
    end, phrases = phrases_of(tree)
    assert len(read.words) == end
    assert sorted(read.phrases) == sorted(phrases)


def spans_of(text: Annotated, trees: tuple[Bracketing, ...]) -> dict[str, str]:
    found = tree_constituents(text, trees)
    bounds = zip(found.starts.tolist(), found.ends.tolist(), strict=True)
    return dict(zip([text.span(s, e).of(text.text) for s, e in bounds], found.labels, strict=True))


def test_constituents_of_a_tree_are_without_articles_and_punctuation_and_keep_its_labels() -> None:
    assert spans_of(SAT, bracketings(CAT)) == {
        "cat sat on a mat": "S",
        "cat": "NP",
        "sat on a mat": "VP",
        "sat": "VP",
        "on a mat": "PP",
        "on": "X",
        "mat": "NP",
    }
    found = tree_constituents(SAT, bracketings(CAT))
    assert [SAT.words[head] for head in found.heads] == ["cat", "sat", "sat", "sat", "on", "on", "mat"]
    assert len(found.scores) == len(found)


def test_a_parser_may_cut_words_otherwise_and_write_brackets_its_own_way() -> None:
    text = text_of(
        '( Ada-Mae +) cannot say " no +"', [1, 3, 1, 3, 3, 6, 4, 6], "PUNCT PROPN PUNCT AUX VERB PUNCT X PUNCT"
    )
    brackets = (
        "(S (NP (-LRB- -LRB-) (NNP Ada) (HYPH -) (NNP Mae) (-RRB- -RRB-)) (VP (MD can) (RB not) (VP (VB say)"
        " (INTJ (`` ``) (UH no) ('' '')))))"
    )
    assert spans_of(text, bracketings(brackets))["Ada-Mae"] == "NP"
    assert spans_of(text, bracketings(brackets))['cannot say " no'] == "VP"
    assert spans_of(text, bracketings(brackets))["no"] == "INTJ"


def test_a_tree_of_another_text_is_refused() -> None:
    with pytest.raises(OptionError, match="the tree's word 'dog' is not in the text at 4, where 'cat sat"):
        tree_constituents(SAT, bracketings("(S (DT The) (NN dog))"))


def test_a_text_without_words_has_no_constituents() -> None:
    assert len(tree_constituents(text_of("", [], ""), ())) == 0


def test_a_parser_that_is_not_installed_is_named_with_the_command(monkeypatch: pytest.MonkeyPatch) -> None:
    for package, trees in (("benepar", benepar_trees), ("stanza", stanza_trees)):
        monkeypatch.setitem(sys.modules, package, None)
        with pytest.raises(MissingExtraError, match=f"pip install {package}$"):
            trees()


def stand_in(name: str, monkeypatch: pytest.MonkeyPatch, **content: Any) -> None:
    module = ModuleType(name)
    module.__dict__.update(content)
    monkeypatch.setitem(sys.modules, name, module)


def test_stanza_gives_the_trees_of_all_sentences(monkeypatch: pytest.MonkeyPatch) -> None:
    asked: list[Any] = []

    def pipeline(language: str, **settings: Any) -> Any:
        asked.append((language, settings["processors"], settings["download_method"]))
        return lambda text: SimpleNamespace(sentences=[SimpleNamespace(constituency=f"(ROOT (NN {text}))")] * 2)

    stand_in("stanza", monkeypatch, Pipeline=pipeline)
    trees = stanza_trees()("x")
    assert [tree.words for tree in trees] == [("x",), ("x",)]
    assert asked == [("en", "tokenize,pos,constituency", None)]


def test_benepar_is_added_to_a_pipeline_of_its_own(monkeypatch: pytest.MonkeyPatch) -> None:
    spacy = pytest.importorskip("spacy")
    added: list[Any] = []

    class Pipeline:
        def add_pipe(self, name: str, config: dict[str, str]) -> None:
            added.append((name, config))

        def __call__(self, text: str) -> Any:
            said = SimpleNamespace(_=SimpleNamespace(parse_string=f"(S (NN {text}))"))
            return SimpleNamespace(sents=[said])

    stand_in("benepar", monkeypatch)
    monkeypatch.setattr(spacy, "load", lambda _: Pipeline())
    assert [tree.words for tree in benepar_trees()("x")] == [("x",)]
    assert added == [("benepar", {"model": "benepar_en3"})]


def test_a_model_that_is_not_there_is_named_with_the_command(monkeypatch: pytest.MonkeyPatch) -> None:
    def absent(*_: Any, **__: Any) -> Any:
        raise LookupError("Resource not found\nand much more")

    stand_in("stanza", monkeypatch, Pipeline=absent)
    with pytest.raises(OptionError, match=r"stanza finds no model 'en' \(LookupError: Resource not found\); python -c"):
        stanza_trees()
    spacy = pytest.importorskip("spacy")
    stand_in("benepar", monkeypatch)
    monkeypatch.setattr(spacy, "load", lambda _: SimpleNamespace(add_pipe=absent))
    with pytest.raises(OptionError, match=r"benepar\.download\('benepar_en3'\)"):
        benepar_trees()
