import pytest
from hypothesis import given
from hypothesis import strategies as st

from spanwise.predictions.abstention import ABSTENTION_PHRASES, is_abstention_phrase
from spanwise.text.normalize import SQUAD, normalized_alone


@pytest.mark.parametrize("phrase", sorted(ABSTENTION_PHRASES))
def test_every_phrase_is_known_in_any_case_with_articles_and_punctuation(phrase: str) -> None:
    assert normalized_alone(phrase, SQUAD) == phrase
    for form in (phrase, phrase.upper(), f"<{phrase}>", f"The {phrase}.", f'"{phrase.capitalize()}"'):
        assert is_abstention_phrase(form)


@pytest.mark.parametrize(
    "text",
    ["N/A", "n/a.", "I don't know", "Can't answer", "Not in the text.", "There is no answer!", "[CLS]", "No answer"],
)
def test_the_forms_that_readers_write_are_known(text: str) -> None:
    assert is_abstention_phrase(text)


@pytest.mark.parametrize("text", ["", "no", "Norway", "unknown soldier", "Nantes", "the nothing", "answer", "Canberra"])
def test_other_words_are_no_abstention(text: str) -> None:
    assert not is_abstention_phrase(text)


@given(st.text(max_size=30) | st.sampled_from(sorted(ABSTENTION_PHRASES)).map(lambda phrase: f"a {phrase} -"))
def test_the_quick_look_never_misses_what_the_rule_knows(text: str) -> None:
    assert is_abstention_phrase(text) == (normalized_alone(text, SQUAD) in ABSTENTION_PHRASES)
