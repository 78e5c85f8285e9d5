import pytest
from hypothesis import given
from hypothesis import strategies as st

from spanwise.text.word_edge import inside_word


def cuts(text: str) -> list[str]:
    """Return the text with each cut through a word marked by "|"."""
    return "".join("|" * inside_word(text, i) + c for i, c in enumerate(text)).split("|")


@pytest.mark.parametrize("marked", ["a|t", "1|9|8|7", "Ä|t|n|a", "e|\u0301", "क|ि|त|ा|ब"])
def test_a_cut_between_letters_digits_or_a_letter_and_its_mark_goes_through_a_word(marked: str) -> None:
    assert cuts(marked.replace("|", "")) == marked.split("|")


@pytest.mark.parametrize(
    "text",
    ["1-2", "e-f", "n'", "5m", "1.5", "€5", "漢字", "カナ", "で学", "K放", "서울에", "ไทย", "ລາວ", "ខយ", "🌊a", "👍🏽"],
)
def test_no_word_goes_on_at_a_hyphen_a_unit_a_sign_or_in_scripts_without_spaces(text: str) -> None:
    assert cuts(text) == [text]


def test_a_one_letter_arabic_prefix_is_set_apart_from_its_word() -> None:
    assert not inside_word("و" + "الاتحاد", 1)
    assert not inside_word("في " + "و" + "الاتحاد", 4)
    assert inside_word("الاتحاد", 3)
    assert not inside_word("ـــغورو", 3)


@given(st.text(max_size=6), st.integers(-2, 8))
def test_the_ends_of_a_text_and_places_outside_it_cut_nothing(text: str, position: int) -> None:
    if not 0 < position < len(text):
        assert not inside_word(text, position)


@given(st.text(alphabet=st.characters(categories=("Lu", "Ll", "Nd", "Zs", "Po"), max_codepoint=0x24F), max_size=12))
def test_in_latin_text_a_cut_is_where_two_letters_or_two_digits_meet(text: str) -> None:
    for i in range(1, len(text)):
        two = text[i - 1 : i + 1]
        assert inside_word(text, i) == (two.isalpha() or all(c.isdigit() for c in two))
