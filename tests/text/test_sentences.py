from itertools import pairwise

import pytest
from hypothesis import given

from spanwise.text.sentences import sentence_spans
from tests.strategies import texts


def sentences(text: str) -> list[str]:
    return [span.of(text) for span in sentence_spans(text)]


@pytest.mark.parametrize(
    "expected",
    [
        ["The keeper left.", "The lamp went out!", "Why?", "Nobody knows."],
        ["Dr. J. R. Lamb met Mr. Ost.", "They spoke of St. Elmo's fire."],
        ["It grew by 3.5 percent to 1,000.25.", "Then it fell."],
        ["She lives in the U.S. Virgin Islands.", "He is from the U.S.", "The others stayed."],
        ["He bought Kite Inc. shares.", "He sold Kite Inc.", "In 1990 it failed."],
        ["See No. 5 and vol. 3 of it.", "The answer was no.", "He left."],
        ['"Why now?" he asked.', '"Because."', "She turned away."],
        ["She called it “the end.”", "It was not.[12]", "More came (much later.)", "So it goes."],
        ["It was seen, e.g. in Rome, ca. 1200, by Ost et al. and others.", "It is gone."],
        ["Wait... what was it?", "Nothing…", "Then it rained."],
        ["See item 1.2.", "It was not there."],
        ["One line", "another paragraph"],
        ["It happened on Nov. 5.", "It was cold in Nov.", "Snow fell."],
    ],
)
def test_english_prose_is_cut_where_a_person_would(expected: list[str]) -> None:
    assert sentences(("\n\n" if "One line" in expected else " ").join(expected)) == expected


@pytest.mark.parametrize(
    "expected",
    [
        ["灯塔建于1871年。", "它很高！", "谁建的？", "没有人知道。"],
        ["「終わりだ。」", "彼は言った。"],
        ["यह एक दीपस्तंभ है।", "यह ऊँचा है।"],
    ],
)
def test_full_stops_of_other_scripts_need_no_space_behind_them(expected: list[str]) -> None:
    assert sentences("".join(expected)) == expected


def test_a_text_of_nothing_has_no_sentence() -> None:
    assert sentence_spans("") == sentence_spans(" \n\t ") == ()


def test_quoted_speech_and_its_speaker_are_one_sentence() -> None:
    assert sentences('"Stop!" she said. He did.') == ['"Stop!" she said.', "He did."]


@given(texts(max_pieces=30))
def test_sentences_hold_every_letter_once_and_in_order(text: str) -> None:
    spans = sentence_spans(text)
    assert all(a.end <= b.start for a, b in pairwise(spans))
    outside = list(text)
    for span in spans:
        assert span.of(text) == span.of(text).strip()
        outside[span.start : span.end] = " " * (span.end - span.start)
    assert "".join(outside).strip() == ""
