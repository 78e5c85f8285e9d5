"""Candidate answers from dependency trees."""

from collections.abc import Sequence
from itertools import pairwise
from pathlib import Path

import msgspec
import pytest
from hypothesis import given
from hypothesis import strategies as st

from spanwise.data.formats import read
from spanwise.language.annotate import Annotator
from spanwise.language.annotated import Annotated, Entity, TokenSpan
from spanwise.language.constituents import CANDIDATE_RULES, DEFAULT_RULE, CandidateRule, constituents, span_pool
from spanwise.text.normalize import SQUAD, normalized

ALL = CANDIDATE_RULES["all"]


def tree(
    words: str,
    heads: Sequence[int],
    pos: str = "",
    relations: str = "",
    *,
    tags: str = "",
    entities: tuple[Entity, ...] = (),
) -> Annotated:
    """Return the words, one blank apart, with the tree that the heads draw; what is left out is a noun."""
    parts = words.split(" ") if words else []
    n = len(parts)
    starts = [sum(len(part) + 1 for part in parts[:place]) for place in range(n)]
    usual = ["ROOT" if token == head else "dep" for token, head in enumerate(heads)]
    return Annotated(
        text=words,
        starts=tuple(starts),
        ends=tuple([start + len(part) for start, part in zip(starts, parts, strict=True)]),
        lemmas=tuple(parts),
        pos=tuple(pos.split() or ["NOUN"] * n),
        tags=tuple(tags.split() or ["NN"] * n),
        dependencies=tuple(relations.split() or usual),
        heads=tuple(heads),
        entities=entities,
        noun_chunks=(),
        sentences=(TokenSpan(0, n),) if n else (),
    )


def of_nouns(heads: Sequence[int]) -> Annotated:
    return tree(" ".join("x" * len(heads)), heads)


def texts_of(annotated: Annotated, rule: CandidateRule = DEFAULT_RULE) -> list[str]:
    found = constituents(annotated, rule)
    bounds = zip(found.starts.tolist(), found.ends.tolist(), strict=True)
    return [annotated.span(start, end).of(annotated.text) for start, end in bounds]


def labelled(annotated: Annotated, rule: CandidateRule = ALL) -> dict[str, str]:
    return dict(zip(texts_of(annotated, rule), constituents(annotated, rule).labels, strict=True))


@st.composite
def trees(draw: st.DrawFn, most: int = 9) -> list[int]:
    """Give the heads of a random tree, projective or not: each token hangs on one before it in a random order."""
    n = draw(st.integers(1, most))
    order = draw(st.permutations(range(n)))
    heads = [0] * n
    heads[order[0]] = order[0]
    for k in range(1, n):
        heads[order[k]] = order[draw(st.integers(0, k - 1))]
    return heads


@st.composite
def projective_trees(draw: st.DrawFn, most: int = 9) -> list[int]:
    """Give the heads of a random tree without crossing arcs: cut each run at its head, and go on in both parts."""
    n = draw(st.integers(1, most))
    heads = [0] * n

    def hang(start: int, end: int, above: int | None) -> None:
        while start < end:
            stop = draw(st.integers(start + 1, end)) if above is not None else end
            head = draw(st.integers(start, stop - 1))
            heads[head] = head if above is None else above
            hang(start, head, head)
            hang(head + 1, stop, head)
            start = stop

    hang(0, n, None)
    return heads


def subtree(heads: Sequence[int], top: int) -> set[int]:
    return {top}.union(*[subtree(heads, token) for token, head in enumerate(heads) if head == top != token])


def pieces(heads: Sequence[int], start: int, end: int) -> int:
    """Return how many tokens of a run hang on something outside of it, each looked at alone."""
    return sum(head == token or not start <= head < end for token, head in enumerate(heads) if start <= token < end)


@given(trees(), st.integers(1, 3), st.integers(1, 9))
def test_the_pool_is_every_run_that_falls_into_few_pieces(heads: list[int], roots: int, longest: int) -> None:
    n = len(heads)
    pool = span_pool(of_nouns(heads), CandidateRule("", least=None, longest=longest, roots=roots))
    found = list(zip(pool.starts.tolist(), pool.ends.tolist(), pool.roots.tolist(), strict=True))
    runs = [(start, end, pieces(heads, start, end)) for start in range(n) for end in range(start + 1, n + 1)]
    if n > 1:
        assert sorted(found) == sorted(run for run in runs if run[1] - run[0] <= longest and run[2] <= roots)
    else:
        assert found == [(0, 1, 1)]


@given(projective_trees())
def test_what_hangs_together_holds_every_contiguous_projection(heads: list[int]) -> None:
    # Of a head with its nearest k dependents to the left and l to the right, each with all that hangs on it.
    found = constituents(of_nouns(heads), CANDIDATE_RULES["connected"])
    spans = set(zip(found.starts.tolist(), found.ends.tolist(), strict=True))
    for top in range(len(heads)):
        below = [token for token, head in enumerate(heads) if head == top != token]
        left = [token for token in reversed(below) if token < top]
        right = [token for token in below if token > top]
        for taken in range(len(left) + 1):
            for also in range(len(right) + 1):
                parts = [subtree(heads, token) for token in (*left[:taken], *right[:also])]
                whole = {top}.union(*parts)
                assert (min(whole), max(whole) + 1) in spans


@given(trees(), st.sampled_from(list(CANDIDATE_RULES.values())))
def test_candidates_are_in_order_and_each_once_with_the_head_inside(heads: list[int], rule: CandidateRule) -> None:
    found = constituents(of_nouns(heads), rule)
    spans = list(zip(found.sentences.tolist(), found.starts.tolist(), found.ends.tolist(), strict=True))
    assert all(a < b for a, b in pairwise(spans))
    assert all(0 <= start <= head < end <= len(heads) for (_, start, end), head in zip(spans, found.heads, strict=True))
    assert len({len(found), len(found.heads), len(found.labels), len(found.scores)}) == 1


@given(trees())
def test_the_head_of_what_hangs_together_is_the_word_that_hangs_outside(heads: list[int]) -> None:
    found = constituents(of_nouns(heads), CANDIDATE_RULES["connected"])
    for start, end, head in zip(found.starts.tolist(), found.ends.tolist(), found.heads.tolist(), strict=True):
        assert heads[head] == head or not start <= heads[head] < end or len(heads) == 1


@given(trees(), st.sampled_from(["narrow", "default", "wide"]))
def test_each_rule_takes_of_the_pool_what_scores_enough_and_the_best(heads: list[int], name: str) -> None:
    text, rule = of_nouns(heads), CANDIDATE_RULES[name]
    kept, pool = constituents(text, rule), constituents(text, ALL)
    if len(heads) == 1:
        return
    every = dict(zip(zip(pool.starts, pool.ends, strict=True), pool.scores, strict=True))
    taken = set(zip(kept.starts, kept.ends, strict=True))
    assert {span for span, score in every.items() if score >= rule.least} <= taken
    assert max(every.values()) in kept.scores


def test_a_sentence_by_hand() -> None:
    text = tree(
        "the old dog bit a man",
        [2, 2, 3, 3, 5, 3],
        "DET ADJ NOUN VERB DET NOUN",
        "det amod nsubj ROOT det dobj",
    )
    assert labelled(text, CANDIDATE_RULES["connected"]) == {
        "old": "ADJP",
        "old dog": "NP",
        "old dog bit": "S",
        "old dog bit a man": "S",
        "dog": "NP",
        "dog bit": "S",
        "dog bit a man": "S",
        "bit": "VP",
        "bit a man": "VP",
        "man": "NP",
    }


def test_labels_tell_clauses_phrases_numbers_and_fragments_apart() -> None:
    text = tree(
        "who won in 1953 there",
        [1, 1, 1, 2, 1],
        "PRON VERB ADP NUM ADV",
        "nsubj ROOT prep pobj advmod",
        tags="WP VBD IN CD RB",
    )
    found = labelled(text)
    assert found["who won in 1953"] == "SBAR"
    assert (found["won in 1953"], found["in 1953"], found["1953"]) == ("VP", "PP", "QP")
    assert (found["there"], found["in 1953 there"], found["1953 there"]) == ("ADVP", "FRAG", "FRAG")


def test_spans_that_are_one_to_the_official_rules_are_one_candidate() -> None:
    text = tree('" the cat , " he said', [2, 2, 6, 2, 2, 6, 6], "PUNCT DET NOUN PUNCT PUNCT PRON VERB")
    found = texts_of(text, ALL)
    assert len(set(normalized(found, SQUAD))) == len(found)
    assert "cat" in found


def test_a_pair_of_brackets_or_quotation_marks_is_taken_whole() -> None:
    text = tree(
        'League ( NFL ) and " Gold " day',
        [0, 2, 0, 2, 0, 6, 8, 6, 0],
        "PROPN PUNCT PROPN PUNCT CCONJ PUNCT NOUN PUNCT NOUN",
    )
    found = texts_of(text, ALL)
    assert "League ( NFL )" in found
    assert '" Gold " day' in found
    assert "League ( NFL" not in found
    assert "NFL" in found


def test_a_number_keeps_its_sign() -> None:
    text = Annotated(
        text="$5 and 6%",
        starts=(0, 1, 3, 7, 8),
        ends=(1, 2, 6, 8, 9),
        lemmas=("$", "5", "and", "6", "%"),
        pos=("SYM", "NUM", "CCONJ", "NUM", "NOUN"),
        tags=("$", "CD", "CC", "CD", "NN"),
        dependencies=("ROOT", "nummod", "cc", "nummod", "conj"),
        heads=(0, 0, 0, 4, 0),
        entities=(),
        noun_chunks=(),
        sentences=(TokenSpan(0, 5),),
    )
    found = texts_of(text, ALL)
    assert {"$5", "6%"} <= set(found)
    assert not {"5", "6", "$", "%"} & set(found)


def test_a_span_that_cuts_a_name_in_two_scores_less() -> None:
    words, heads, pos = "Marie Curie won", [1, 2, 2], "PROPN PROPN VERB"
    plain, named = tree(words, heads, pos), tree(words, heads, pos, entities=(Entity(0, 2, "PERSON"),))
    gain = [float(constituents(text, ALL).scores[0]) for text in (plain, named)]
    assert texts_of(named, ALL)[0] == "Marie"
    assert gain[1] < gain[0]


def test_no_candidate_reaches_over_the_end_of_a_sentence() -> None:
    text = tree("a1 ( b ) c d", [0, 0, 0, 4, 5, 5])
    text = msgspec.structs.replace(text, sentences=(TokenSpan(0, 3), TokenSpan(3, 6)))
    found = constituents(text, ALL)
    index = text.sentence_index
    for start, end, number in zip(found.starts, found.ends, found.sentences, strict=True):
        assert index[start] == index[end - 1] == number


@pytest.mark.parametrize("rule", CANDIDATE_RULES.values(), ids=list(CANDIDATE_RULES))
def test_a_text_without_words_has_no_candidates(rule: CandidateRule) -> None:
    assert len(constituents(tree("", []), rule)) == 0
    assert len(constituents(tree(". -- ( the )", [0, 0, 0, 0, 0], "PUNCT PUNCT PUNCT DET PUNCT"), rule)) == 0


@pytest.mark.parametrize("rule", CANDIDATE_RULES.values(), ids=list(CANDIDATE_RULES))
def test_every_sentence_with_a_word_has_a_candidate(rule: CandidateRule) -> None:
    assert texts_of(tree("and", [0], "CCONJ", "cc"), rule) == ["and"]
    text = tree("and of", [1, 1], "CCONJ ADP", "cc prep")
    assert len(constituents(text, rule)) >= 1


def test_without_a_tree_the_candidates_are_short_runs_within_sentences() -> None:
    text = tree("a1 b . c d e f g h i", range(10), "NOUN NOUN PUNCT NOUN NOUN NOUN NOUN NOUN NOUN NOUN")
    found = texts_of(text)
    assert {"a1 b", "c d e f g h"} <= set(found)
    assert not [span for span in found if "." in span or len(span.split()) > 6]


def test_a_long_sentence_has_no_more_candidates_a_token_than_a_short_one() -> None:
    # A table taken for one sentence, a chain: every run hangs together, which would be n squared of them.
    chain = of_nouns([0, *range(2999)])
    assert len(constituents(chain, ALL)) <= ALL.longest * 3000


def test_candidates_of_real_text_hold_the_answers_a_reader_would_give(annotator: Annotator) -> None:
    (text,) = annotator.annotate(
        ["Tesla moved to New York City in 1884, where he worked for Thomas Edison and was paid $18 a week."]
    )
    wanted = {"Tesla", "New York City", "1884", "Thomas Edison", "$18 a week"}
    assert wanted <= set(texts_of(text, CANDIDATE_RULES["narrow"]))


def test_few_candidates_hold_most_answers_of_unseen_articles(shared: Path, annotator: Annotator) -> None:
    # The whole dev set: 97.0 % of 10,570 questions at 40 candidates a sentence (docs/language/constituents.md).
    dataset = read(shared / "data" / "squad" / "dev-v1.1.json")
    paragraphs = dataset.articles[30].paragraphs[:6]
    texts = annotator.annotate([paragraph.context for paragraph in paragraphs])
    reached, candidates = [], 0
    for paragraph, text in zip(paragraphs, texts, strict=True):
        found = texts_of(text)
        candidates += len(found)
        known = set(normalized(found, SQUAD))
        reached += [
            bool(known & set(normalized([answer.text for answer in question.answers], SQUAD)))
            for question in paragraph.questions
        ]
    assert sum(reached) / len(reached) > 0.9
    assert candidates < 60 * sum(len(text.sentences) for text in texts)
