"""Facts about spans, and what they count."""

import numpy as np
import pytest

from spanwise.language.annotated import Annotated, Entity, TokenSpan
from spanwise.language.candidate_facts import (
    CandidateWeights,
    Fact,
    Spans,
    answer_scores,
    candidate_facts,
    candidate_weights,
)

# "He met Ada Lovelace , a poet . He left": two sentences, an entity of two tokens.
TEXT = Annotated(
    text="He met Ada Lovelace , a poet . He left",
    starts=(0, 3, 7, 11, 20, 22, 24, 29, 31, 34),
    ends=(2, 6, 10, 19, 21, 23, 28, 30, 33, 38),
    lemmas=("he", "meet", "Ada", "Lovelace", ",", "a", "poet", ".", "he", "leave"),
    pos=("PRON", "VERB", "PROPN", "PROPN", "PUNCT", "DET", "NOUN", "PUNCT", "PRON", "VERB"),
    tags=("PRP", "VBD", "NNP", "NNP", ",", "DT", "NN", ".", "PRP", "VBD"),
    dependencies=("nsubj", "ROOT", "compound", "dobj", "punct", "det", "appos", "punct", "nsubj", "ROOT"),
    heads=(1, 1, 3, 1, 3, 6, 3, 1, 9, 9),
    entities=(Entity(2, 4, "PERSON"),),
    noun_chunks=(),
    sentences=(TokenSpan(0, 8), TokenSpan(8, 10)),
)


def facts_of(start: int, end: int, head: int, roots: int = 1) -> dict[str, str]:
    columns = [np.array([number]) for number in (start, end, head, roots)]
    return {name: fact.values[int(fact.index[0])] for name, fact in candidate_facts(TEXT, Spans(*columns)).items()}


def test_facts_of_a_whole_name() -> None:
    assert facts_of(2, 4, 3) == {
        "first": "PROPN",
        "last": "PROPN",
        "before": "VERB",
        "after": "punct",
        "left_out_before": "",
        "left_out_after": "punct",
        "head": "dobj",
        "entity": "PERSON",
        "cut_before": "",
        "cut_after": "",
        "commas": "0",
        "roots": "1",
        "length": "2",
    }


def test_facts_of_half_a_name_with_what_hangs_on_it() -> None:
    found = facts_of(3, 7, 3)
    assert (found["cut_before"], found["cut_after"]) == ("yes", "")
    assert (found["left_out_before"], found["commas"], found["length"]) == ("compound", "1", "4")


def test_what_lies_in_another_sentence_is_not_seen() -> None:
    found = facts_of(8, 10, 9)
    assert (found["before"], found["after"]) == ("edge", "edge")
    assert (found["left_out_before"], found["left_out_after"]) == ("", "")
    assert facts_of(0, 8, 1)["after"] == "edge"


def test_a_score_is_the_intercept_and_what_each_fact_counts() -> None:
    weights = CandidateWeights(fitted_on="", intercept=1.0, facts={"a": {"x": 0.5, "y": -2.0}, "b": {"z": 4.0}})
    facts = {"a": Fact(("x", "y", "new"), np.array([0, 1, 2])), "b": Fact(("z",), np.array([0, 0, 0]))}
    assert answer_scores(facts, weights).tolist() == [5.5, 3.0, 5.0]


def test_the_weights_know_every_fact_and_say_what_they_were_fitted_on() -> None:
    weights = candidate_weights()
    one = np.array([0])
    assert list(weights.facts) == list(candidate_facts(TEXT, Spans(one, one + 1, one, one + 1)))
    assert "training part" in weights.fitted_on


@pytest.mark.parametrize(
    ("fact", "likelier", "less_likely"),
    [
        ("last", "PROPN", "ADP"),
        ("first", "NUM", "PRON"),
        ("cut_before", "", "yes"),
        ("cut_after", "", "yes"),
        ("roots", "1", "2"),
        ("length", "2", "20"),
        ("entity", "DATE", ""),
    ],
)
def test_the_weights_say_what_one_would_expect(fact: str, likelier: str, less_likely: str) -> None:
    known = candidate_weights().facts[fact]
    assert known[likelier] > known[less_likely]
