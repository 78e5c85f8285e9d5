"""What may be an answer."""

import pytest
from hypothesis import given
from hypothesis import strategies as st

from spanwise.errors import OptionError
from spanwise.language.annotate import Annotator
from spanwise.language.annotated import Annotated, Entity, TokenSpan
from spanwise.language.constituents import constituents
from spanwise.readers.candidates import CANDIDATE_KINDS, CandidateKind, candidates_of
from tests.readers.tagged import tagged

KEEPER = tagged(
    "The/DET<2 keeper/NOUN<3 left/VERB in/ADP<3 the/DET<7 cold/ADJ<7 winter/NOUN<4 ,/PUNCT<3 at/ADP<3 dawn/NOUN<9"
    " ./PUNCT<3",
    chunks=(TokenSpan(0, 2), TokenSpan(4, 7), TokenSpan(9, 10)),
)


def texts(annotated: Annotated, kind: CandidateKind = "phrases") -> list[str]:
    found = candidates_of(annotated, kind)
    return [found.text(number) for number in range(len(found))]


def test_phrases_are_words_and_words_with_all_that_hangs_on_them() -> None:
    # By hand, from the tree; articles and punctuation are cut from the edges.
    assert texts(KEEPER) == [
        "keeper",
        "keeper left in the cold winter , at dawn",
        "left",
        "in",
        "in the cold winter",
        "cold",
        "cold winter",
        "winter",
        "at",
        "at dawn",
        "dawn",
    ]


def test_noun_phrases_are_those_whose_head_is_a_noun_and_entities() -> None:
    assert texts(KEEPER, "noun-phrases") == ["keeper", "cold winter", "winter", "dawn"]
    named = tagged("At/ADP dawn/NOUN<1", entities=(Entity(0, 2, "TIME"),))
    assert texts(named, "noun-phrases") == ["At dawn", "dawn"]


def test_constituents_are_those_of_the_language_layer(annotator: Annotator) -> None:
    (annotated,) = annotator.annotate(["Ada met Lord Byron in 1815. He liked her machines."])
    found, expected = candidates_of(annotated, "constituents"), constituents(annotated)
    assert found.starts.tolist() == expected.starts.tolist()
    assert found.ends.tolist() == expected.ends.tolist()
    assert found.sentences.tolist() == expected.sentences.tolist()


@pytest.mark.parametrize("kind", CANDIDATE_KINDS)
def test_a_context_without_phrases_has_its_sentences_and_a_blank_one_nothing(kind: CandidateKind) -> None:
    assert texts(tagged("./PUNCT ./PUNCT"), kind) == [". ."]
    assert texts(tagged("./PUNCT", "?/PUNCT"), kind) == [".", "?"]
    assert texts(tagged("the/DET"), kind) == ["the"]
    assert texts(tagged(""), kind) == []
    blank = tagged("x/SPACE")
    assert texts(Annotated(**{n: getattr(blank, n) for n in blank.__struct_fields__} | {"text": " "}), kind) == []


def test_a_kind_that_there_is_not_is_refused() -> None:
    with pytest.raises(OptionError, match="no candidates 'verbs'; one of phrases, noun-phrases, constituents would do"):
        candidates_of(KEEPER, "verbs")  # type: ignore[arg-type]


@given(st.lists(st.lists(st.integers(0, 9), min_size=1, max_size=9), min_size=1, max_size=3))
def test_each_phrase_is_a_word_or_the_reach_of_one(trees: list[list[int]]) -> None:
    sentences = [" ".join(f"w{i}<{1 + h % (i or 1)}" if i else "w0" for i, h in enumerate(tree)) for tree in trees]
    annotated = tagged(*sentences)
    found = candidates_of(annotated)

    def reach(token: int) -> set[int]:
        below = [t for t, head in enumerate(annotated.heads) if head == token != t]
        return {token}.union(*map(reach, below))

    expected = {(t, t + 1) for t in range(len(annotated))}
    expected |= {(min(r), max(r) + 1) for r in map(reach, range(len(annotated)))}
    assert list(zip(found.starts.tolist(), found.ends.tolist(), strict=True)) == sorted(expected)
    assert sorted(found.sentences.tolist()) == found.sentences.tolist()
