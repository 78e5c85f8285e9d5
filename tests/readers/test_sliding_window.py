"""The sliding window, against the paper's words in plain loops."""

import math
from bisect import bisect_right
from itertools import pairwise
from pathlib import Path

import msgspec
import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

import spanwise as sw
from spanwise.data.dataset import Article, Dataset, Paragraph, Question
from spanwise.language.annotate import Annotator
from spanwise.language.annotated import Annotated
from spanwise.predictions.prediction import Predictions
from spanwise.predictions.reader import Reader
from spanwise.readers import sliding_window
from spanwise.readers.candidates import Candidates, candidates_of
from spanwise.readers.first_sentence import FirstSentence
from spanwise.readers.passage_words import passage_words, question_words
from spanwise.readers.random_guess import RandomGuess
from spanwise.readers.sliding_window import SlidingWindow, ranked_candidates
from spanwise.text.sentences import sentence_spans
from tests.readers.tagged import tagged

FUNCTION = ("ADP", "AUX", "CCONJ", "DET", "PART", "PRON", "SCONJ")
Words = list[tuple[str, bool, int]]
"""Each word in lower case, whether it is a content word, and its token."""


def words_of(annotated: Annotated) -> Words:
    return [
        (word.lower(), pos not in FUNCTION, token)
        for token, (word, pos) in enumerate(zip(annotated.words, annotated.pos, strict=True))
        if pos not in ("PUNCT", "SPACE")
    ]


def overlap(sentence: Words, question: Words, start: int, end: int) -> int:
    """Count the words and pairs that the question shares with a sentence from which a candidate is taken out."""
    before = [word for word, _, token in sentence if token < start]
    after = [word for word, _, token in sentence if token >= end]
    asked = [word for word, _, _ in question]
    pairs = {*pairwise(before), *pairwise(after)}
    return len({*before, *after} & set(asked)) + len(pairs & set(pairwise(asked)))


def window(passage: Words, sentence: Words, question: Words, candidate: set[str]) -> float:
    """Richardson et al. (2013), algorithm 1, over the sentence."""
    wanted = {word for word, _, _ in question} | candidate
    everywhere = [word for word, _, _ in passage]
    best = 0.0
    for first in range(len(sentence)):
        inside = [word for word, _, _ in sentence[first : first + len(wanted)]]
        best = max(best, sum(math.log(1 + 1 / everywhere.count(word)) for word in inside if word in wanted))
    return best


def distance(sentence: Words, question: Words, candidate: set[str]) -> float:
    """Richardson et al. (2013), algorithm 2, over the sentence."""
    asked = {word for word, _, _ in question}
    meant = {word for word, content, _ in question if content}
    here = [place for place, (word, content, _) in enumerate(sentence) if content and word in meant]
    there = [p for p, (word, content, _) in enumerate(sentence) if content and word in candidate and word not in asked]
    if not here or not there:
        return 1.0
    return min(abs(a - b) for a in here for b in there) / max(1, len(sentence) - 1)


def expected(weighed: Candidates, question: Annotated, *, far: bool) -> list[float]:
    """Return the score of every candidate in their order."""
    passage, asked = words_of(weighed.annotated), words_of(question)
    scores = []
    for start, end, number in zip(weighed.starts, weighed.ends, weighed.sentences, strict=True):
        bounds = weighed.annotated.sentences[number]
        sentence = [word for word in passage if bounds.start <= word[2] < bounds.end]
        candidate = {word for word, _, token in passage if start <= token < end}
        score = window(passage, sentence, asked, candidate)
        if far:
            score -= distance(sentence, asked, candidate)
        scores.append(overlap(sentence, asked, int(start), int(end)) + (1 + score / (1 + abs(score))) / 2)
    return scores


def check(weighed: Candidates, question: Annotated, *, far: bool) -> None:
    passage = passage_words(weighed)
    ranked = list(ranked_candidates(weighed, passage, question_words(question, passage), distance=far))
    scores = expected(weighed, question, far=far)
    # Every candidate once, by falling score, and of equals the first.
    order = sorted(range(len(weighed)), key=lambda number: (-round(scores[number], 8), number))
    assert [entry.span for entry in ranked] == [weighed.span(number) for number in order]
    assert np.allclose([entry.score or 0.0 for entry in ranked], [scores[number] for number in order], atol=1e-8)


@pytest.mark.parametrize("far", [False, True])
def test_every_candidate_scores_what_the_papers_say(annotator: Annotator, far: bool) -> None:
    dev = sw.read(sw.sample_path("dev"))
    paragraphs = [paragraph for article in dev.articles[:3] for paragraph in article.paragraphs[:1]]
    contexts = annotator.annotate([paragraph.context for paragraph in paragraphs])
    for paragraph, context in zip(paragraphs, contexts, strict=True):
        weighed = candidates_of(context)
        for question in annotator.annotate([question.text for question in paragraph.questions]):
            check(weighed, question, far=far)


words = st.sampled_from(("tide", "Tide", "low", "the/DET", "of/ADP", "rose/VERB", ",/PUNCT", "it/PRON"))
sentences = st.lists(st.tuples(words, st.integers(0, 9)), min_size=1, max_size=8).map(
    lambda drawn: " ".join(w if not i else f"{w}<{1 + h % i}" for i, (w, h) in enumerate(drawn))
)


@given(st.lists(sentences, min_size=1, max_size=3), sentences, st.booleans())
def test_any_text_scores_what_the_papers_say(context: list[str], question: str, far: bool) -> None:
    check(candidates_of(tagged(*context)), tagged(question), far=far)


@settings(max_examples=20)
@given(sentences, sentences)
def test_a_sentence_that_is_looked_at_in_parts_scores_the_same(context: str, question: str) -> None:
    whole = sliding_window._CELLS
    try:
        sliding_window._CELLS = 3
        check(candidates_of(tagged(context)), tagged(question), far=True)
    finally:
        sliding_window._CELLS = whole


def test_a_rare_word_near_the_question_wins_as_worked_out_by_hand() -> None:
    # "who rang": the first sentence shares "rang" and the second nothing. Without the candidate itself it keeps that
    # for "Holm" and "bells", not for "rang". Each window holds both words and "rang"; "bells" stands twice, so "Holm"
    # counts log 2 and "bells" log 1.5.
    context = tagged("Holm/PROPN<2 rang/VERB bells/NOUN<2", "Many/ADJ<2 bells/NOUN<3 broke/VERB")
    passage = passage_words(weighed := candidates_of(context))
    asked = question_words(tagged("Who/PRON rang/VERB"), passage)
    first = next(ranked_candidates(weighed, passage, asked, distance=False))
    score = 2 * math.log(2)
    assert first.text == "Holm"
    assert first.score == pytest.approx(1 + (1 + score / (1 + score)) / 2)


def asked(context: str, *questions: str) -> Dataset:
    made = tuple(Question(str(number), question) for number, question in enumerate(questions))
    return Dataset((Article("", (Paragraph(context, made),)),))


def test_empty_and_unknown_questions_are_answered_all_the_same(annotator: Annotator) -> None:
    reader: Reader = SlidingWindow(annotator, abstain=True)
    context = "Ada met Lord Byron in 1815. He liked her machines."
    made = reader.predict(asked(context, "", " ", "?", "Zanzibar quux?")).by_id
    assert {prediction.span.of(context) for prediction in made.values() if prediction.span} <= {
        prediction.text for prediction in made.values()
    }
    assert all(prediction.text and prediction.null_odds is not None for prediction in made.values())
    # Nothing is shared, so the window decides alone.
    assert {math.floor(prediction.score or -1) for prediction in made.values()} == {0}


def test_contexts_of_one_character_and_of_none(annotator: Annotator) -> None:
    for context, answer in (("x", "x"), (".", "."), ("", ""), (" ", ""), ("\n\n", ""), ("🌊", "🌊")):
        made = SlidingWindow(annotator, distance=True, abstain=True).predict(asked(context, "What?")).by_id["0"]
        assert (context, made.text) == (context, answer)
        assert made.null_odds is not None


def test_nothing_of_the_gold_side_is_looked_at(annotator: Annotator) -> None:
    dev = sw.read(sw.sample_path("dev"))
    one = msgspec.structs.replace(dev, articles=dev.articles[:1])
    paragraphs = tuple(
        msgspec.structs.replace(p, questions=tuple([Question(q.id, q.text) for q in p.questions]))
        for p in one.articles[0].paragraphs
    )
    blind = Dataset((msgspec.structs.replace(one.articles[0], paragraphs=paragraphs),))
    assert SlidingWindow(annotator).predict(blind).by_id == SlidingWindow(annotator).predict(one).by_id


def in_right_sentence(dataset: Dataset, predictions: Predictions) -> float:
    """Return the share of predictions that start in a sentence in which an answer starts."""
    right = 0
    for _, paragraph, question in dataset.questions():
        ends = [sentence.end for sentence in sentence_spans(paragraph.context)]
        span = predictions.by_id[question.id].span
        starts = [answer.start for answer in question.answers if answer.start is not None]
        right += span is not None and bisect_right(ends, span.start) in {bisect_right(ends, at) for at in starts}
    return right / len(dataset.question_ids)


def test_the_sentence_of_a_real_answer_is_found_more_often_than_by_chance_or_position(
    annotator: Annotator, shared: Path
) -> None:
    squad = sw.read(shared / "data" / "squad" / "dev-v1.1.json")
    few = Dataset((msgspec.structs.replace(squad.articles[4], paragraphs=squad.articles[4].paragraphs[:12]),))
    made = (SlidingWindow(annotator), RandomGuess(annotator), FirstSentence())
    window, chance, position = (in_right_sentence(few, reader.predict(few)) for reader in made)
    # On the whole set 0.797, 0.300 and 0.344 (docs/readers.md).
    assert window > 1.5 * max(chance, position)
