"""Sentences put into contexts."""

import pytest
from hypothesis import given
from hypothesis import strategies as st

from spanwise.benchmarks.adversarial.placement import PLACES, placed, shifted
from spanwise.data.dataset import Answer, Question
from spanwise.errors import OptionError
from spanwise.text.span import Span

TEXT = "The lamp is old. Ann lit it. Bob left."


@pytest.mark.parametrize(
    ("place", "expected"),
    [
        ("end", "The lamp is old. Ann lit it. Bob left. Cod swim."),
        ("start", "Cod swim. The lamp is old. Ann lit it. Bob left."),
        ("middle", "The lamp is old. Cod swim. Ann lit it. Bob left."),
    ],
)
def test_a_sentence_stands_where_it_was_asked_for(place: str, expected: str) -> None:
    found = placed(TEXT, "Cod swim.", place)
    assert found is not None
    assert found.context == expected
    assert found.added.of(found.context) == "Cod swim."


def test_an_answer_over_two_sentences_is_not_torn() -> None:
    found = placed(TEXT, "Cod swim.", "middle", whole=[Span(12, 23)])
    assert found is not None
    assert found.context == "The lamp is old. Ann lit it. Cod swim. Bob left."


def test_a_context_of_one_sentence_has_no_middle() -> None:
    assert placed("The lamp is old.", "Cod swim.", "middle") is None


def test_a_context_that_ends_in_white_space_gets_no_second_blank() -> None:
    found = placed("Old. ", "Cod swim.", "end")
    assert found is not None
    assert found.context == "Old. Cod swim."


def test_another_place_is_refused() -> None:
    with pytest.raises(OptionError, match="at 'top'; give one of end, start, middle"):
        placed(TEXT, "Cod swim.", "top")


@given(st.data(), st.sampled_from(PLACES), st.sampled_from(["Cod swim.", "Ünder 🜁 water."]))
def test_answers_stand_where_they_say_wherever_a_sentence_is_put(
    data: st.DataObject, place: str, sentence: str
) -> None:
    sentences = st.sampled_from(["The lamp is old.", "Ann lit it!", "Öl 🜂 brennt.", "Who left?"])
    context = data.draw(st.sampled_from(["", " "])) + " ".join(data.draw(st.lists(sentences, min_size=1, max_size=5)))
    starts = data.draw(st.lists(st.integers(0, len(context) - 1), max_size=3))
    spans = [(a, data.draw(st.integers(a + 1, len(context)))) for a in starts]
    answers = tuple(Answer(context[a:b], a) for a, b in spans)
    found = placed(context, sentence, place, whole=[Span(a, b) for a, b in spans])
    if found is None:
        assert place == "middle"
        return
    assert found.added.of(found.context) == sentence
    moved = shifted(Question("q", "Who?", answers), found.added, found.context)
    assert [a.text for a in moved.answers] == [a.text for a in answers]
    for answer in moved.answers:
        assert answer.start is not None
        assert found.context.startswith(answer.text, answer.start)
    without = found.context[: found.added.start] + found.context[found.added.end :]
    assert without.replace(" ", "") == context.replace(" ", "")
