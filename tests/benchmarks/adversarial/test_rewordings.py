"""Questions in other words."""

import random

import pytest
from hypothesis import given
from hypothesis import strategies as st

from spanwise.benchmarks.adversarial.rewordings import REWORDINGS, rephrased, reworded, with_synonym, with_typo
from spanwise.benchmarks.adversarial.variant import with_originals
from spanwise.data.check import check
from spanwise.data.dataset import Dataset
from spanwise.data.loaded import Loaded
from spanwise.errors import OptionError
from spanwise.language.annotate import Annotator
from spanwise.language.lexicon import Lexicon


@given(st.text(), st.integers(0, 1000))
def test_a_typo_swaps_two_neighbours_and_nothing_else(text: str, seed: int) -> None:
    found = with_typo(text, random.Random(seed))
    if found is None:
        return
    [first, second] = [i for i, (a, b) in enumerate(zip(text, found, strict=True)) if a != b]
    assert second == first + 1
    assert (found[first], found[second]) == (text[second], text[first])


def test_a_typo_leaves_the_ends_of_words_and_short_words_alone() -> None:
    assert {with_typo("Who lit lamp?", random.Random(seed)) for seed in range(20)} == {"Who lit lmap?"}
    assert with_typo("Who was it in 1990?", random.Random(0)) is None
    assert with_typo("aaaa", random.Random(0)) is None


@pytest.mark.parametrize(
    ("question", "expected"),
    [
        ("What city did the keeper visit?", "Which city did the keeper visit?"),
        ("In what city did the keeper live?", "In which city did the keeper live?"),
        ("Who is the keeper?", "Who's the keeper?"),
        ("Who's the keeper?", "Who is the keeper?"),
        ("Why did it not burn when it was not lit?", "Why did it not burn when it wasn't lit?"),
        ("Why didn't it burn?", "Why did not it burn?"),
        ("Who lit the lamp?", None),
    ],
)
def test_rules_put_a_question_in_other_words(annotator: Annotator, question: str, expected: str | None) -> None:
    [annotated] = annotator.annotate([question])
    assert rephrased(question, annotated) == expected


def test_a_synonym_takes_the_form_of_its_word(annotator: Annotator, lexicon: Lexicon) -> None:
    [annotated] = annotator.annotate(["Which men found large dogs?"])
    found = {with_synonym(annotated.text, annotated, lexicon, random.Random(seed)) for seed in range(20)}
    assert found == {"Which men established large dogs?", "Which men found big dogs?"}


def test_a_question_without_a_word_that_has_a_synonym_stays(annotator: Annotator, lexicon: Lexicon) -> None:
    [annotated] = annotator.annotate(["Who was it?"])
    assert with_synonym(annotated.text, annotated, lexicon, random.Random(0)) is None


@pytest.mark.parametrize("name", REWORDINGS)
def test_context_answers_and_parent_are_kept(boats: Dataset, annotator: Annotator, lexicon: Lexicon, name: str) -> None:
    made = [reworded(boats, name, seed=seed, annotator=annotator, lexicon=lexicon) for seed in (3, 3)]
    assert made[0] == made[1]
    assert made[0].attacked + sum(entry.questions for entry in made[0].not_made) == 6
    originals = {q.id: (p.context, q) for _, p, q in boats.questions()}
    for variant in made[0].variants:
        assert variant.question.origin is not None
        context, question = originals[variant.question.origin.parent_id]
        assert (variant.context, variant.question.answers) == (context, question.answers)
        assert variant.question.text != question.text
    assert check(Loaded(with_originals(boats, made[0].variants, name), "squad")) == ()


def test_what_a_rewording_needs_is_asked_for(boats: Dataset, annotator: Annotator) -> None:
    with pytest.raises(OptionError, match="no rewording 'slang'; there are typos, rephrase, synonyms"):
        reworded(boats, "slang")
    with pytest.raises(OptionError, match="'rephrase' needs annotated questions"):
        reworded(boats, "rephrase")
    with pytest.raises(OptionError, match="needs a lexicon"):
        reworded(boats, "synonyms", annotator=annotator)
