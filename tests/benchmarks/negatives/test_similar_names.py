"""Names like a name, of the same type."""

import numpy as np
import pytest

from spanwise.benchmarks.negatives.similar_names import SimilarWords, name_tokens, names_in
from spanwise.language.annotate import Annotator
from spanwise.language.vectors import WordVectors

TEXTS = (
    "Marie Curie moved from Warsaw to Paris. Paris was larger than Warsaw.",
    "Marie Curie met Pierre Janet in Berlin. Berlin is in Germany.",
    "The BBC and NBC asked Marie Curie.",
)
VECTORS = {
    "paris": (1, 0, 0),
    "berlin": (0.9, 0.1, 0),
    "warsaw": (0.7, 0.3, 0),
    "germany": (0.99, 0.01, 0),
    "parisian": (1, 0.01, 0),
    "marie": (0, 1, 0),
    "curie": (0, 0.99, 0.1),
    "pierre": (0, 0.9, 0.2),
    "bbc": (0, 0, 1),
    "nbc": (0.1, 0, 1),
}


@pytest.fixture(scope="module")
def similar(annotator: Annotator) -> SimilarWords:
    vectors = WordVectors(tuple(VECTORS), np.array(list(VECTORS.values()), dtype=np.float32))
    asked = annotator.annotate(["When did Marie Curie leave Paris?", "Did Janet work for the BBC?"])
    return SimilarWords(vectors, [*annotator.annotate(TEXTS), *asked], asked)


def test_the_nearest_words_are_those_of_names_of_the_same_type(similar: SimilarWords) -> None:
    # "germany" is nearer, but a form of no city's; it is a GPE all the same, as are the cities.
    assert similar.nearest("Paris", "GPE PROPN") == ("Germany", "Berlin", "Warsaw")
    assert similar.nearest("Paris", "PERSON PROPN") == ()


def test_a_word_of_the_same_name_is_none(similar: SimilarWords) -> None:
    assert similar.nearest("Marie", "PERSON PROPN") == ("Pierre",)
    assert similar.nearest("Curie", "PERSON PROPN") == ("Pierre",)


def test_an_acronym_gets_an_acronym(similar: SimilarWords) -> None:
    assert similar.nearest("BBC", "ORG PROPN") == ("NBC",)


def test_words_without_a_vector_are_named(similar: SimilarWords) -> None:
    assert similar.without_vector == ("janet",)
    assert similar.nearest("Janet", "PERSON PROPN") == ()


def test_names_of_an_article_come_by_type_the_most_frequent_first(annotator: Annotator) -> None:
    names = names_in(annotator.annotate(TEXTS))
    assert names["PERSON"][0] == "Marie Curie"
    assert set(names["GPE"]) == {"Warsaw", "Paris", "Berlin", "Germany"}


def test_tokens_of_names_have_the_kind_of_name_and_the_part_of_speech(annotator: Annotator) -> None:
    [question] = annotator.annotate(["Who showed Marie Curie the house in Paris in 1911?"])
    found = {question.words[token]: kind for token, kind in name_tokens(question)}
    assert found == {"Marie": "PERSON PROPN", "Curie": "PERSON PROPN", "Paris": "GPE PROPN"}
