import math
from pathlib import Path

import numpy as np
import pytest

from spanwise.data.dataset import Question
from spanwise.language.annotate import Annotator
from spanwise.language.lexicon import Lexicon
from spanwise.readers.log_linear.asked import Asked
from spanwise.readers.log_linear.considered import Considered
from spanwise.readers.log_linear.context import ContextFacts
from spanwise.readers.log_linear.frequencies import Frequencies
from spanwise.readers.log_linear.null_features import NULL_FEATURES, null_features
from tests.readers.log_linear.by_rule import ByRule
from tests.wordnet_database import write_database

FREQUENCIES = Frequencies.of([("a", "b"), ("b",)])


def considered(context: str, question: str, answer: str, annotator: Annotator | None = None) -> Considered:
    """Return a question whose best candidate is the one of a text."""
    annotated, asked = (annotator or ByRule()).annotate([context, question])
    facts = ContextFacts.of(annotated, FREQUENCIES)
    assert facts is not None
    bounds = zip(facts.candidates.starts.tolist(), facts.candidates.ends.tolist(), strict=True)
    texts = [annotated.span(*bound).of(context) for bound in bounds]
    scores = np.linspace(0, 1, len(texts))
    scores[texts.index(answer)] = 3.0
    return Considered(Question("q", question), asked, facts, scores)


def row_of(one: Considered, lexicon: Lexicon | None = None) -> dict[str, float]:
    return dict(zip(NULL_FEATURES, null_features(one, FREQUENCIES.idf, lexicon).tolist(), strict=True))


CONTEXT = "Ada sold 7 maps in Rome. Ben left Paris with lamps."


def measured(question: str, answer: str = "Ada") -> dict[str, float]:
    return row_of(considered(CONTEXT, question, answer))


def test_names_are_different_and_as_many_as_the_measures() -> None:
    assert len(set(NULL_FEATURES)) == len(NULL_FEATURES) == len(measured("Who sold maps?"))


def test_confidence_is_that_of_the_softmax_over_candidates() -> None:
    one = considered(CONTEXT, "Who sold maps?", "Ada")
    found = row_of(one)
    assert one.context is not None
    probs = [math.exp(s) / sum(map(math.exp, one.scores)) for s in one.scores]
    sentences = one.context.candidates.sentences.tolist()
    own = [sentence == sentences[int(np.argmax(one.scores))] for sentence in sentences]
    assert found["score of the best answer"] == 3
    assert found["log-probability of the best answer"] == pytest.approx(math.log(max(probs)))
    others = max(s for s, mine in zip(one.scores, own, strict=True) if not mine)
    assert found["lead over the best answer of another sentence"] == pytest.approx(3 - others)
    share = sum(p for p, mine in zip(probs, own, strict=True) if mine)
    assert found["probability of the best answer's sentence"] == pytest.approx(share)


def test_coverage_is_the_weight_of_telling_words_that_are_found() -> None:
    # "maps", "sold" are in the sentence, "paris" in the context only, "zoe" nowhere; all are new to the frequencies.
    found = measured("Who sold Zoe maps in Paris?")
    assert found["weight of the question found in the sentence"] == pytest.approx(2 / 4)
    assert found["weight of the question found in the context"] == pytest.approx(3 / 4)
    assert found["weight of the heaviest word missing from the context"] == pytest.approx(FREQUENCIES.idf("zoe"))
    assert measured("Who sold maps?")["weight of the heaviest word missing from the context"] == 0


def test_missing_words_are_counted_by_kind() -> None:
    found = measured("Who sold Zoe 9 boats and lamps in Paris?")
    assert (found["names missing from the sentence"], found["names missing from the context"]) == (2, 1)
    assert (found["nouns missing from the sentence"], found["nouns missing from the context"]) == (2, 1)
    assert (found["numbers missing from the sentence"], found["numbers missing from the context"]) == (1, 1)
    assert (found["verbs missing from the sentence"], found["verbs missing from the context"]) == (0, 0)
    assert measured("Who met Ada?")["verbs missing from the sentence"] == 1


def test_a_missing_number_counts_where_the_sentence_has_another() -> None:
    name = "numbers missing where the sentence has another"
    assert measured("Who sold 9 maps?")[name] == 1
    assert measured("Who sold 7 maps?")[name] == 0
    assert measured("Who left 9 lamps?", answer="Ben")[name] == 0


def test_a_swapped_entity_counts_where_the_sentence_has_another_of_its_type() -> None:
    swapped = measured("Who sold maps in Berlin?")
    assert swapped["entities missing from the sentence"] == swapped["entities missing from the context"] == 1
    assert swapped["entities missing where the sentence has another of the type"] == 1
    moved = measured("Who sold maps in Paris?")
    assert (moved["entities missing from the sentence"], moved["entities missing from the context"]) == (1, 0)
    other = measured("Who left 9 lamps?", answer="Ben")  # where the sentence has names, and no number
    assert other["entities missing from the context"] == 1
    assert other["entities missing where the sentence has another of the type"] == 0
    there = measured("Who sold maps in Rome?")
    assert there["entities missing from the sentence"] == 0
    assert there["entities missing where the sentence has another of the type"] == 0


@pytest.mark.parametrize(
    ("context", "question", "here", "differ"),
    [
        ("Ada sold maps.", "Who sold maps?", 0, 0),
        ("Ada sold maps.", "Who never sold maps?", 1, 1),
        ("Ada never sold maps.", "Who sold maps?", 0, 1),
        ("Ada never sold maps.", "Who did not sold maps?", 1, 0),
    ],
)
def test_a_negation_on_one_side_only_is_a_mismatch(context: str, question: str, here: int, differ: int) -> None:
    found = row_of(considered(context, question, "Ada"))
    assert found["the question has a negation"] == here
    assert found["question and sentence differ in negation"] == differ


def test_the_answer_is_held_against_the_type_asked_for() -> None:
    names = ("the answer has the type asked for", "the sentence has the type asked for")
    assert [measured("Who sold maps?", "Ada")[n] for n in names] == [1, 1]
    assert [measured("Who sold maps?", "7")[n] for n in names] == [0, 1]
    assert [measured("How many maps did Ada do?", "7")[n] for n in names] == [1, 1]
    assert [measured("When did Ada do?", "7")[n] for n in names] == [0, 0]
    assert [measured("Why did Ada do?", "7")[n] for n in names] == [0.5, 0.5]


def test_bigrams_arcs_and_roots_are_looked_for_in_the_sentence() -> None:
    found = measured("Ada sold maps?")
    # Of "ada sold", "sold maps", "maps ?" the first; all hangs on "sold" in both.
    assert found["bigrams of the question found in the sentence"] == pytest.approx(1 / 3)
    assert found["arcs of the question found in the sentence"] == 1
    assert (found["words of the question"], found["the roots match"]) == (3, 1)
    assert measured("Ada met maps?")["the roots match"] == 0


def test_antonyms_and_synonyms_are_looked_up(tmp_path: Path, annotator: Annotator) -> None:
    lexicon = Lexicon(write_database(tmp_path))
    context = "The small dog found a large box in Rome. Ada Holm left it there."

    def found(question: str, known: Lexicon | None = lexicon) -> dict[str, float]:
        return row_of(considered(context, question, "Rome", annotator), known)

    turned, meant, strange = NULL_FEATURES[-3:]
    assert [found("Where did the small dog find a box?")[n] for n in (turned, meant, strange)] == [0, 0, 0]
    assert found("Where did the small dog lose a box?")[turned] == 1
    related = found("Where did the little animal find a box?")
    assert (related[turned], related[meant], related[strange]) == (0, 2, 0)
    assert found("Where did the officer find a box?")[strange] == 1
    assert [found("Where did the small dog lose a box?", None)[n] for n in (turned, meant, strange)] == [0, 0, 0]


def test_a_question_on_a_context_without_candidate_measures_nothing() -> None:
    (asked,) = ByRule().annotate(["Who?"])
    assert Asked(asked).words == {"who": 0}
    found = null_features(Considered(Question("q", "Who?"), asked, None, np.zeros(0)), FREQUENCIES.idf, None)
    assert found.tolist() == [0] * len(NULL_FEATURES)


def test_an_empty_question_and_a_context_of_one_word_have_finite_measures() -> None:
    one = considered("Ada", "", "Ada")
    found = row_of(one)
    assert all(math.isfinite(value) for value in found.values())
    assert found["words of the question"] == 0
    assert found["probability of the best answer's sentence"] == 1
