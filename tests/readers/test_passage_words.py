"""Words as numbers."""

import math

import numpy as np

from spanwise.readers.candidates import candidates_of
from spanwise.readers.passage_words import passage_words, question_words
from tests.readers.tagged import tagged

CONTEXT = tagged("The/DET tide/NOUN ,/PUNCT the/DET low/ADJ tide/NOUN turned/VERB ./PUNCT", "It/PRON turned/VERB")


def test_words_are_counted_without_case_and_punctuation() -> None:
    passage = passage_words(candidates_of(CONTEXT))
    assert passage.numbers == {"the": 0, "tide": 1, "low": 2, "turned": 3, "it": 4}
    assert passage.words.tolist() == [0, 1, 0, 2, 1, 3, 4, 3]
    assert passage.content.tolist() == [False, True, False, True, True, True, False, True]
    assert passage.sentence_starts.tolist() == [0, 6, 8]
    # By the definition of Richardson et al. (2013): log(1 + 1 / count).
    assert np.allclose(passage.weights, [math.log(1 + 1 / count) for count in (2, 2, 1, 2, 1)])


def test_each_word_and_pair_of_a_sentence_is_kept_once_with_its_first_and_last_place() -> None:
    passage = passage_words(candidates_of(CONTEXT))
    u = passage.unigrams
    assert list(zip(u.sentences.tolist(), u.codes.tolist(), u.firsts.tolist(), u.lasts.tolist(), strict=True)) == [
        (0, 0, 0, 2),
        (0, 1, 1, 4),
        (0, 2, 3, 3),
        (0, 3, 5, 5),
        (1, 3, 7, 7),
        (1, 4, 6, 6),
    ]
    b = passage.bigrams
    # No pair goes from one sentence to the next: "turned it" is none.
    assert b.codes.tolist() == [1, 2, 5, 8, 11, 23]
    assert b.firsts.tolist() == [0, 2, 1, 4, 3, 6]


def test_candidates_keep_their_places_among_the_words() -> None:
    weighed = candidates_of(CONTEXT)
    passage = passage_words(weighed)
    spelt = {number: word for word, number in passage.numbers.items()}
    for number in range(len(weighed)):
        words = [spelt[w] for w in passage.words[passage.starts[number] : passage.ends[number]].tolist()]
        assert words == [w for w in weighed.text(number).lower().split() if w not in (",", ".")]
    assert passage.candidate_starts.tolist()[-1] == len(weighed)


def test_a_question_is_known_by_the_words_of_the_passage() -> None:
    passage = passage_words(candidates_of(CONTEXT))
    asked = question_words(tagged("When/SCONJ did/AUX the/DET low/ADJ tide/NOUN turn/VERB ?/PUNCT"), passage)
    assert asked.size == 6
    assert np.flatnonzero(asked.asked).tolist() == [0, 1, 2]
    assert np.flatnonzero(asked.content).tolist() == [1, 2]
    assert asked.pairs.tolist() == [2, 11]
    assert question_words(tagged(""), passage).size == 0
