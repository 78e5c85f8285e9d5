import pytest
from hypothesis import given
from hypothesis import strategies as st

from spanwise.data.answer_faults import answer_faults, nothing_left, shown, trimmed
from spanwise.data.dataset import Answer
from spanwise.text.normalize import SQUAD, normalized_alone
from tests.strategies import answers, contexts, texts

CONTEXT = "Rioters in Denver broke 1,250 windows. The Broncos won an A."


def at(text: str) -> Answer:
    return Answer(text, CONTEXT.index(text))


def codes(answer: Answer, *, placed: bool = True) -> list[str]:
    return [fault.code for fault in answer_faults(answer, CONTEXT, placed=placed)]


@pytest.mark.parametrize("text", ["Denver", "1,250", "250", "windows.", "The Broncos", "an A."[:4], "Rioters"])
def test_a_sound_answer_has_no_fault(text: str) -> None:
    assert codes(at(text)) in ([], ["answer-normalises-to-nothing"] if text == "an A" else [])


@pytest.mark.parametrize(
    ("text", "says"),
    [
        ("Bronco", "the answer 'Bronco' ends inside the word 'Broncos'"),
        ("enver", "the answer 'enver' starts inside the word 'Denver'"),
        ("env", "the answer 'env' starts and ends inside the word 'Denver'"),
        ("1,25", "the answer '1,25' ends inside the word '250'"),
    ],
)
def test_a_cut_word_is_named_with_the_side_of_the_cut(text: str, says: str) -> None:
    (fault,) = answer_faults(at(text), CONTEXT, placed=True)
    assert (fault.code, fault.found, fault.mendable) == ("answer-cut-word", says, False)


def test_a_cut_is_told_only_of_an_answer_that_stands_at_its_start() -> None:
    assert codes(Answer("Bronco", 5)) == []
    assert codes(Answer("Bronco", None)) == []
    assert codes(Answer("Bronco", -4)) == []


@pytest.mark.parametrize("text", ["", " ", "\n\t"])
def test_an_empty_answer_is_told_as_such_and_nothing_else(text: str) -> None:
    assert codes(Answer(text, 0)) == ["answer-empty"]


@pytest.mark.parametrize("text", ["A", "the", "An.", "...", "t.h.e", "A, the"])
def test_nothing_is_left_of_articles_and_punctuation(text: str) -> None:
    assert "answer-normalises-to-nothing" in codes(Answer(text, None))


@given(texts() | st.text(alphabet="aAnNtThHeE .,-'ʼé", max_size=8))
def test_nothing_is_left_exactly_where_the_official_rule_leaves_nothing(text: str) -> None:
    assert nothing_left(text) == (normalized_alone(text, SQUAD) == "")


def test_outer_white_space_is_mendable_where_the_place_is_known() -> None:
    answer = Answer(" Denver", 10)
    (placed,) = answer_faults(answer, CONTEXT, placed=True)
    (lost,) = answer_faults(answer, CONTEXT, placed=False)
    assert (placed.code, placed.mendable, lost.mendable) == ("answer-outer-space", True, False)


@given(contexts().flatmap(lambda context: st.tuples(st.just(context), answers(context))))
def test_a_trimmed_answer_stands_where_it_stood_and_has_no_outer_white_space(pair: tuple[str, Answer]) -> None:
    context, answer = pair
    mended = trimmed(answer)
    if answer.text.isspace():
        assert mended == answer
    else:
        assert mended.text == answer.text.strip()
    if answer.start is None:
        assert mended.start is None
    else:
        assert mended.start is not None
        assert context.startswith(mended.text, mended.start)


def test_a_text_is_shown_shortened_with_what_cannot_be_seen_as_escapes() -> None:
    assert shown("a\u00a0b\n") == r"'a\xa0b\n'"
    assert shown("x" * 50) == f"'{'x' * 37}'..."
