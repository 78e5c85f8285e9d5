import unicodedata

import pytest
from hypothesis import given
from hypothesis import strategies as st

from spanwise.benchmarks.curate.clean_text import clean_text, mended


@pytest.mark.parametrize(
    ("raw", "clean"),
    [
        ("a\u00a0b\u2009c\n\td", "a b c d"),
        ("co\u00adop\u200berate\ufeff", "cooperate"),
        ("cafe\u0301", "caf\u00e9"),
        ("\u202bشمال\u202c \U0001f469\u200d\U0001f680", "شمال \U0001f469\u200d\U0001f680"),
        ("می\u200cخواهم", "می\u200cخواهم"),
        ("a\x00b\x1fc\ud800d\x85e", "ab cd e"),
        ("e\u200b\u0301", "\u00e9"),
    ],
)
def test_text_is_what_is_seen(raw: str, clean: str) -> None:
    assert clean_text(raw) == clean


@given(st.text())
def test_clean_text_is_composed_has_single_blanks_and_stays_as_it_is(text: str) -> None:
    clean = clean_text(text)
    assert clean == clean_text(clean)
    assert unicodedata.is_normalized("NFC", clean)
    assert clean == " ".join(clean.split())
    clean.encode("utf-8")


@pytest.mark.parametrize(
    ("cut", "whole"),
    [
        ("Marr ( ) saw ( ; born 1889) it .", "Marr saw (born 1889) it."),
        ("Marr (1889–1971; ), here", "Marr (1889–1971), here"),
        ("a ([ ]) b", "a b"),
        ("priced at .5 and ( a )", "priced at .5 and (a)"),
    ],
)
def test_traces_of_what_was_cut_out_are_gone(cut: str, whole: str) -> None:
    assert mended(cut) == whole
