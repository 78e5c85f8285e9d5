import string
import unicodedata

import pytest
from hypothesis import given
from hypothesis import strategies as st

from spanwise.text.normalize import LENIENT, MLQA_LANGUAGES, SQUAD, Profile, mlqa_profile, normalized, normalized_alone
from tests.scoring.drawn import awkward_texts
from tests.scoring.official_rules import tokens

STRICT = [SQUAD, *(mlqa_profile(language) for language in MLQA_LANGUAGES)]
ALL = [*STRICT, LENIENT]

any_texts = st.lists(awkward_texts() | st.text(max_size=12), max_size=6)


@pytest.mark.parametrize("profile", STRICT, ids=lambda profile: profile.name)
@given(texts=any_texts)
def test_the_strict_profiles_are_the_official_rules_text_by_text(profile: Profile, texts: list[str]) -> None:
    assert normalized(texts, profile) == [" ".join(tokens(text, profile.name)) for text in texts]


@pytest.mark.parametrize("profile", ALL, ids=lambda profile: profile.name)
@given(texts=any_texts)
def test_texts_normalised_at_once_come_out_as_they_do_alone(profile: Profile, texts: list[str]) -> None:
    assert normalized(texts, profile) == [normalized_alone(text, profile) for text in texts]


@pytest.mark.parametrize("profile", ALL, ids=lambda profile: profile.name)
def test_a_text_that_holds_the_separator_cuts_no_other_in_two(profile: Profile) -> None:
    assert normalized(["red", "blue\0green", "the"], profile)[::2] == [
        normalized_alone("red", profile),
        normalized_alone("the", profile),
    ]
    assert len(normalized(["\0", "\0\0", ""], profile)) == 3


@pytest.mark.parametrize("profile", ALL, ids=lambda profile: profile.name)
def test_no_texts_give_no_forms_and_one_text_gives_one(profile: Profile) -> None:
    assert normalized([], profile) == []
    assert normalized([""], profile) == [""]


@pytest.mark.parametrize("profile", ALL, ids=lambda profile: profile.name)
def test_half_a_surrogate_pair_is_no_reason_to_die(profile: Profile) -> None:
    assert normalized(["\ud83c the"], profile) == [normalized_alone("\ud83c the", profile)]


# Each pair: a text, and what the official rules leave of it.
@pytest.mark.parametrize(
    ("text", "left"),
    [
        ("The End.", "end"),
        ("an apple a day", "apple day"),
        ("the-end", "theend"),
        ("a.m.", "am"),
        ("A", ""),
        ("...", ""),
        ("40_", "40"),
        ("$40", "40"),
        ("1.5 million", "15 million"),
        ("red\u00a0kite", "red kite"),
        ("red\u200bkite", "red\u200bkite"),
        ("ΟΔΟΣ", "οδος"),
        ("ΟΔΟΣ ΣΑΣ", "οδος σας"),
        ("İ", "i̇"),
        ("Brenn’s", "brenn’s"),
        ("《山海经》", "《山海经》"),
        ("\x07a\x07", "\x07 \x07"),
    ],
)
def test_the_official_rules_by_example(text: str, left: str) -> None:
    assert normalized_alone(text, SQUAD) == left


def test_a_capital_sigma_at_the_end_of_a_text_is_a_final_one_also_when_another_text_follows() -> None:
    assert normalized(["ΟΔΟΣ", "ΟΔΟΣ", "Σ"], SQUAD) == ["οδος", "οδος", "σ"]


# Each pair: a text, and what MLQA's script leaves of it in that language.
@pytest.mark.parametrize(
    ("language", "text", "left"),
    [
        ("en", "the “red” kite…", "red kite"),
        ("es", "¿El Niño?", "niño"),
        ("de", "Der Dom", "dom"),
        ("vi", "của Hà Nội", "hà nội"),
        ("hi", "नमस्ते।", "नमस्ते"),
        ("ar", "المال", "م"),
        ("zh", "他读了《山海经》abc。", "他 读 了 山 海 经 abc"),
        ("zh", "the 山", "the 山"),
        ("zh", "一一龥龥", "一 一 龥 龥"),
        ("zh", "㐀㐀 龦龦 한글", "㐀㐀 龦龦 한글"),
    ],
)
def test_mlqa_by_example(language: str, text: str, left: str) -> None:
    assert normalized_alone(text, mlqa_profile(language)) == left


# Each line: texts that no reader would tell apart.
@pytest.mark.parametrize(
    "texts",
    [
        ("1,000", "1000"),
        ("1,234,567.89", "1234567.89"),
        ("1,5", "1.5"),
        (".5", "0.5"),
        ("Brenn’s law", "Brenn's law", "Brenn`s law", "Brenn´s law"),
        ("“Resign”", '"Resign"', "Resign", "«Resign»"),
        ("Café", "Cafe\u0301", "CAFÉ", "CAFE\u0301"),
        ("24–10", "24-10", "24—10", "24 10", "24\u221210", "24/10"),
        ("−3", "-3", "–3"),
        ("(-3)", "-3", "$-3"),
        ("red\u200b kite", "red kite", "\ufeffred kite", "r\u00aded kite"),
        ("ﬁn", "fin"),
        ("１０", "10"),
        ("½", "1/2"),
        ("1½", "1 1/2"),
        ("m²", "m2"),
        ("10²", "10^2"),
        ("the well-known", "well known"),
        ("山海经", "《山海经》"),
        ("U.S.", "US"),
        ("ǰ", "J\u030c"),
    ],
)
def test_the_lenient_rules_forgive(texts: tuple[str, ...]) -> None:
    assert len(set(normalized(texts, LENIENT))) == 1


# Each line: texts that mean different things. The official rules make one of all of them, save where "≠" says so.
@pytest.mark.parametrize(
    ("texts", "official"),
    [
        (("1.5", "15"), "one"),
        (("-3", "3"), "one"),
        ((".5", "5"), "one"),
        (("10^2", "102"), "one"),
        (("10²", "102"), "≠"),
        (("10⁻³", "10³"), "≠"),
        (("10:30", "1030"), "one"),
        (("3-4", "34"), "one"),
        (("24/10", "2410"), "one"),
        (("5'10", "510"), "one"),
        (("1½", "11/2"), "≠"),
        (("1,500", "1,5"), "≠"),
        (("red", "red kite"), "≠"),
    ],
)
def test_the_lenient_rules_keep_apart(texts: tuple[str, str], official: str) -> None:
    assert len(set(normalized(texts, LENIENT))) == 2
    assert len(set(normalized(texts, SQUAD))) == (1 if official == "one" else 2)


@given(st.text(max_size=12) | awkward_texts())
def test_lenient_forms_hold_no_punctuation_but_what_belongs_to_a_number(text: str) -> None:
    form = normalized_alone(text.replace("\ue000", "").replace("\ue001", ""), LENIENT)
    for place, character in enumerate(form):
        if character == ".":
            assert form[place - 1].isdecimal()
            assert form[place + 1].isdecimal()
        elif character == "-":
            assert form[place + 1].isdecimal()
        else:
            assert character not in string.punctuation
            assert not unicodedata.category(character).startswith("P")


@given(st.text(max_size=12) | awkward_texts())
def test_lenient_forms_do_not_depend_on_how_accents_are_composed(text: str) -> None:
    composed, taken_apart = (unicodedata.normalize(form, text) for form in ("NFC", "NFD"))
    assert normalized_alone(composed, LENIENT) == normalized_alone(taken_apart, LENIENT)


@given(st.decimals(0, 10**7, allow_nan=False, places=2), st.decimals(0, 10**7, allow_nan=False, places=2))
def test_two_numbers_are_one_under_the_lenient_rules_only_if_they_are_equal(a: object, b: object) -> None:
    forms = normalized([f"{a:,}", f"{b}", f"-{a}"], LENIENT)
    assert (forms[0] == forms[1]) == (a == b)
    assert forms[2] != forms[0]
