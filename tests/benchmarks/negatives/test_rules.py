"""Questions changed by rule: similar names and numbers, antonyms."""

from pathlib import Path

import numpy as np
import pytest

from spanwise.benchmarks.negatives.made import Made, NotMade, Place, annotation_of
from spanwise.benchmarks.negatives.rules import ReplacedWords
from spanwise.benchmarks.negatives.similar_names import SimilarWords
from spanwise.data.dataset import Answer, Article, Paragraph, Question
from spanwise.language.annotate import Annotator
from spanwise.language.lexicon import Lexicon
from spanwise.language.vectors import WordVectors
from tests.wordnet_database import EXCEPTIONS, write_database

CONTEXT = (
    "In 1911 Ada King opened a large mill in Paris with three wheels. The men who worked there came from Berlin. "
    "A small mill in Rome burned in 1913."
)
VECTORS = {"paris": (1, 0), "berlin": (0.9, 0.1), "rome": (0.8, 0.3), "oslo": (0.5, 0.5)}


@pytest.fixture(scope="module")
def lexicon(tmp_path_factory: pytest.TempPathFactory) -> Lexicon:
    return Lexicon(write_database(tmp_path_factory.mktemp("wordnet"), exceptions=EXCEPTIONS))


class Rules:
    """Changes questions on the context above."""

    def __init__(self, annotator: Annotator, lexicon: Lexicon, *, vectors: bool) -> None:
        self.annotator = annotator
        self.lexicon = lexicon
        self.vectors = WordVectors(tuple(VECTORS), np.array(list(VECTORS.values()), dtype=np.float32))
        self.with_vectors = vectors

    def __call__(self, text: str, answer: str, *others: str, attempt: int = 0) -> Made | NotMade:
        question = Question("q", text, (Answer(answer, CONTEXT.index(answer)),))
        asked = (question, *[Question(f"o{i}", other) for i, other in enumerate(others)])
        texts = annotation_of(self.annotator, [CONTEXT, text])
        similar = SimilarWords(self.vectors, texts.annotated.values(), [texts.of(text)]) if self.with_vectors else None
        place = Place(Article("Mill", (Paragraph(CONTEXT, asked),)), 0, question)
        return ReplacedWords(texts, self.lexicon, similar).make(place, attempt)


@pytest.fixture(scope="module")
def rules(annotator: Annotator, lexicon: Lexicon) -> Rules:
    return Rules(annotator, lexicon, vectors=True)


def text_of(made: Made | NotMade) -> str:
    assert isinstance(made, Made), made
    return made.text


def test_names_numbers_nouns_and_adjectives_are_replaced(rules: Rules) -> None:
    found = rules("Who opened a large mill for men in Paris in 1911?", "Ada King")
    # The antonym "small" and "woman" by WordNet, inflected; Berlin is the city nearest to Paris; 1912 the next year.
    assert text_of(found) == "Who opened a small mill for women in Berlin in 1912?"
    assert isinstance(found, Made)
    assert sorted(found.changes) == ["adjectives", "nouns", "numbers", "words of names"]
    assert found.plausible == (Answer("Ada King", CONTEXT.index("Ada King")),)
    assert (found.context, found.number) == (CONTEXT, 0)


def test_no_word_is_put_in_that_stands_beside_the_answer(rules: Rules) -> None:
    # "Berlin" is nearest but stands in the sentence of the answer.
    assert text_of(rules("Who came to work in Paris?", "men")) == "Who came to work in Rome?"


def test_what_is_put_in_stands_in_the_question_once(rules: Rules) -> None:
    assert text_of(rules("Was it between 1920 and 1921?", "Ada King")) == "Was it between 1919 and 1922?"


def test_a_further_attempt_takes_other_words(rules: Rules) -> None:
    assert text_of(rules("Who opened a mill in Paris?", "Ada King", attempt=1)) == "Who opened a mill in Rome?"
    found = rules("Who opened a mill in Paris?", "Ada King", attempt=2)
    assert found == NotMade("there is no further way to change it")


def test_how_many_asks_for_a_degree_and_stays(rules: Rules) -> None:
    assert rules("How large was it?", "Ada King") == NotMade("it has no name, number, or word with an antonym")


def test_an_article_fits_the_word_that_follows(annotator: Annotator, tmp_path: Path) -> None:
    from tests.wordnet_database import Entry

    entries = (
        Entry("usual", "a", ("usual",), (("!", "unusual", 1, 1),)),
        Entry("unusual", "a", ("unusual",), (("!", "usual", 1, 1),)),
    )
    lexicon = Lexicon(write_database(tmp_path, entries=entries))
    rules = Rules(annotator, lexicon, vectors=False)
    assert text_of(rules("Who opened a usual mill?", "Ada King")) == "Who opened an unusual mill?"
    assert text_of(rules("Who opened an unusual mill?", "Ada King")) == "Who opened a usual mill?"


def test_without_vectors_a_name_becomes_another_of_the_article(annotator: Annotator, lexicon: Lexicon) -> None:
    rules = Rules(annotator, lexicon, vectors=False)
    assert text_of(rules("Who opened a mill in Paris?", "Ada King")) == "Who opened a mill in Berlin?"
    assert text_of(rules("Who came to work in Paris?", "men")) == "Who came to work in Rome?"


def test_a_question_that_is_asked_already_is_none(rules: Rules) -> None:
    found = rules("Who opened a mill in Paris?", "Ada King", "Who opened a mill in Berlin?")
    assert found == NotMade("the changed question is asked of its paragraph already")


def test_an_answer_that_stands_nowhere_makes_none(rules: Rules) -> None:
    question = Question("q", "Who opened a mill in Paris?", (Answer("Ada King"),))
    place = Place(Article("Mill", (Paragraph(CONTEXT, (question,)),)), 0, question)
    texts = annotation_of(rules.annotator, [CONTEXT, question.text])
    found = ReplacedWords(texts, rules.lexicon, None).make(place, 0)
    assert found == NotMade("no answer stands in the paragraph where it says")
