"""AddAny and AddCommon, against readers whose weakness is known."""

import re

import pytest

from spanwise.benchmarks.adversarial.add_any import Measure, WordSearch, add_words, common_words
from spanwise.benchmarks.adversarial.variant import with_originals
from spanwise.data.check import check
from spanwise.data.dataset import Dataset, Question
from spanwise.data.loaded import Loaded
from spanwise.errors import DataError, OptionError, PredictionError
from spanwise.predictions.prediction import Prediction, Predictions

COMMON = ("and", "but", "fish", "lamp", "Paris", "of", "trap")


class CountsWords:
    """Answers rightly until the words behind the context hold a trap; every "fish" makes it less sure."""

    name = "counts-words"

    def __init__(self) -> None:
        self.calls = 0
        self.contexts: list[str] = []

    def predict(self, dataset: Dataset) -> Predictions:
        self.calls += 1
        found = {}
        for _, paragraph, question in dataset.questions():
            assert question.answers == ()
            self.contexts.append(paragraph.context)
            words = re.findall(r"\w+", paragraph.context)
            found[question.id] = Prediction(question.id, "trap" if "trap" in words else f"{words.count('fish')}")
        return Predictions(found, reader=self.name, dataset=dataset.fingerprint)


def fewer_the_more_fish(prediction: Prediction, question: Question) -> tuple[float, float]:
    del question
    return (0.0, 0.0) if prediction.text == "trap" else (1 / (1 + int(prediction.text)), 1.0)


MEASURE: Measure = fewer_the_more_fish


def test_each_place_takes_the_word_that_lowers_the_measure_most(boats: Dataset) -> None:
    search = WordSearch(words=4, drawn=30, epochs=1, own_words=False)
    found = add_words(boats, CountsWords(), MEASURE, search, common=("and", "but", "fish"))
    assert [v.sentence for v in found.variants] == ["fish fish fish fish."] * 5
    assert {entry.reason: entry.questions for entry in found.not_made} == {"the question has no answer": 1}


def test_a_question_is_left_alone_once_its_answer_is_wrong(boats: Dataset) -> None:
    reader = CountsWords()
    search = WordSearch(words=4, drawn=60, epochs=3, own_words=False)
    found = add_words(boats, reader, MEASURE, search, common=("and", "trap"))
    assert reader.calls <= 2
    assert all("trap" in v.sentence for v in found.variants)


def test_all_candidates_of_all_questions_go_to_the_reader_at_once(boats: Dataset) -> None:
    reader = CountsWords()
    add_words(boats, reader, MEASURE, WordSearch(words=3, drawn=5, epochs=2, own_words=False), common=("and", "but"))
    assert reader.calls == 6


def test_the_questions_own_words_are_tried_by_add_any_alone(boats: Dataset) -> None:
    tried = {}
    for own in (True, False):
        reader = CountsWords()
        found = add_words(
            boats, reader, MEASURE, WordSearch(words=2, drawn=2, epochs=1, own_words=own), common=("and", "but")
        )
        tried[own] = {context.split()[-1] for context in reader.contexts}
        name = "add-any" if own else "add-common"
        assert all(v.question.id.endswith(f"-{name}0") and v.question.origin for v in found.variants)
        assert found.attack == name
    assert tried[False] == {"and.", "but."}
    assert {"steered.", "boat."} <= tried[True]


def test_no_gold_answer_comes_in_and_no_fault_is_made(boats: Dataset) -> None:
    found = add_words(boats, CountsWords(), MEASURE, WordSearch(epochs=1), common=(*COMMON, "robert", "hill", "forty"))
    assert check(Loaded(with_originals(boats, found.variants, "x"), "squad")) == ()
    by_parent = {v.question.id.removesuffix("-add-any0"): v.sentence.lower() for v in found.variants}
    assert "robert hill" not in by_parent["b2"]
    assert "paris" not in by_parent["b1"]
    assert "forty" not in by_parent["t1"]


def test_the_same_seed_gives_the_same_words_and_another_one_others(boats: Dataset) -> None:
    made = [
        add_words(boats, CountsWords(), MEASURE, WordSearch(epochs=1, seed=seed, drawn=1), common=COMMON[:-1])
        for seed in (1, 1, 2)
    ]
    assert made[0] == made[1]
    assert [v.sentence for v in made[0].variants] != [v.sentence for v in made[2].variants]


def test_common_words_are_the_most_frequent_ones() -> None:
    assert common_words(["The cat. The cow, a 12.", "the Cow: cat, dog"], most=3) == ("the", "cat", "cow")


@pytest.mark.parametrize("search", [WordSearch(words=0), WordSearch(drawn=0), WordSearch(epochs=0)])
def test_a_search_for_nothing_is_refused(boats: Dataset, search: WordSearch) -> None:
    with pytest.raises(OptionError, match="one word, one drawn word and one epoch at least"):
        add_words(boats, CountsWords(), MEASURE, search)


def test_without_common_words_there_is_nothing_to_add(boats: Dataset) -> None:
    with pytest.raises(DataError, match="no common words"):
        add_words(boats, CountsWords(), MEASURE, WordSearch(), common=("paris",))


def test_a_reader_that_leaves_a_question_out_is_named(boats: Dataset) -> None:
    class Silent:
        name = "silent"

        def predict(self, dataset: Dataset) -> Predictions:
            return Predictions({}, reader=self.name, dataset=dataset.fingerprint)

    with pytest.raises(PredictionError, match="gives no answer to 'b1'"):
        add_words(boats, Silent(), MEASURE, WordSearch(), common=COMMON)
