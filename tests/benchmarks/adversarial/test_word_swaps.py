"""Words that stand for others."""

import pytest

from spanwise.benchmarks.adversarial.word_swaps import WordSwaps, names_differ
from spanwise.language.annotate import Annotator
from spanwise.language.lexicon import Lexicon
from spanwise.language.vectors import WordVectors

TEXTS = (
    "The men left Rome in 1843 and reached Paris.",
    "Berlin is hot, and so is Paris.",
    "In 1851 the boat reached Berlin.",
)


@pytest.fixture
def swaps(annotator: Annotator, lexicon: Lexicon, vectors: WordVectors) -> WordSwaps:
    return WordSwaps(lexicon, vectors, annotator.annotate(TEXTS))


def changed(swaps: WordSwaps, annotator: Annotator, text: str, rank: int = 0, **more: list[str]) -> str:
    [question] = annotator.annotate([text])
    swaps.prepare([question])
    return " ".join(swaps.changed(question, rank, **more).words)  # type: ignore[arg-type]  # tests pass lists of words


def test_nouns_and_adjectives_become_their_opposites_in_their_form(swaps: WordSwaps, annotator: Annotator) -> None:
    assert changed(swaps, annotator, "Which men were cold?") == "Which women were hot ?"
    assert changed(swaps, annotator, "Who found the larger lamp?") == "Who found the smaller lamp ?"


def test_names_and_numbers_become_the_nearest_of_their_kind(swaps: WordSwaps, annotator: Annotator) -> None:
    assert changed(swaps, annotator, "Who left Rome in 1843?") == "Who left Paris in 1851 ?"


def test_the_next_rank_takes_the_next_word(swaps: WordSwaps, annotator: Annotator) -> None:
    assert changed(swaps, annotator, "Who left Rome in 1843?", 1) == "Who left Berlin in 1851 ?"


def test_a_word_of_the_answer_never_comes_in(swaps: WordSwaps, annotator: Annotator) -> None:
    assert changed(swaps, annotator, "Who left Rome in 1843?", forbidden=["paris"]) == "Who left Berlin in 1851 ?"


def test_two_names_do_not_become_one(swaps: WordSwaps, annotator: Annotator) -> None:
    text = changed(swaps, annotator, "Who went from Rome to Berlin?")
    assert text == "Who went from Paris to Berlin ?"


def test_names_without_a_vector_are_counted(swaps: WordSwaps, annotator: Annotator) -> None:
    assert changed(swaps, annotator, "Who left Zembla?") == "Who left Zembla ?"
    assert set(swaps.without_vector) == {"zembla"}


def test_without_vectors_only_opposites_come_in(annotator: Annotator, lexicon: Lexicon) -> None:
    swaps = WordSwaps(lexicon, None, annotator.annotate(TEXTS))
    assert changed(swaps, annotator, "Who left cold Rome in 1843?") == "Who left hot Rome in 1843 ?"


@pytest.mark.parametrize(
    ("word", "other", "expected"),
    [
        ("us", "u.s.", False),
        ("germany", "german", False),
        ("america", "american", False),
        ("1843", "1848", True),
        ("1843", "1843", False),
        ("rome", "paris", True),
        ("san", "santa", False),
    ],
)
def test_forms_of_a_name_are_no_other_name(word: str, other: str, expected: bool) -> None:
    assert names_differ(word, other) is expected
