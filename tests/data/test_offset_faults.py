from collections.abc import Callable

import pytest
from hypothesis import given

from spanwise.data.dataset import Answer, Article, Dataset, Paragraph, Question
from spanwise.data.finding import Finding
from spanwise.data.offset_faults import OFFSET_CODES, AnswerKey, diagnosis, offset_faults
from tests.strategies import datasets

CONTEXT = "The river Odra rises in the hills and reaches the sea near Dziwna after 854 km. The sea is grey."


def dataset(*paragraphs: tuple[str, list[Answer]]) -> Dataset:
    """Return a dataset with one question for each answer."""
    made = tuple(
        Paragraph(context, tuple(Question(f"q{i}-{j}", "?", (answer,)) for j, answer in enumerate(answers)))
        for i, (context, answers) in enumerate(paragraphs)
    )
    return Dataset((Article("T", made),), version="1.1")


def one(text: str, start: int | None, context: str = CONTEXT) -> tuple[str, str, Answer | None]:
    """Return the code, what was found and the mended answer of the only fault."""
    (fault,) = diagnosis(dataset((context, [Answer(text, start)]))).faults
    return fault.code, f"{fault.found}; {fault.remedy}", fault.mended


@given(datasets())
def test_answers_that_stand_at_their_start_are_no_fault(made: Dataset) -> None:
    found = diagnosis(made)
    # What says no start is no mismatch.
    assert [fault for fault in found.faults if fault.code in OFFSET_CODES] == []
    assert found.contexts == {}
    assert found.lost == frozenset()


def test_a_wrong_start_is_told_with_what_it_points_at_and_where_the_answer_is() -> None:
    code, found, mended = one("Odra", 11)
    assert code == "answer-offset"
    assert "answer_start 11 points at 'dra ', not at 'Odra', which is found at 10" in found
    assert mended == Answer("Odra", 10)


@pytest.mark.parametrize(
    ("start", "says"),
    [
        (-3, "answer_start -3 of 'Odra' is before the context"),
        (500, "answer_start 500 of 'Odra' is past the end of the context (96 code points)"),
        (95, "answer_start 95 points at '.', not at 'Odra'"),
    ],
)
def test_a_start_outside_the_context_is_told_as_such(start: int, says: str) -> None:
    code, found, mended = one("Odra", start)
    assert (code, mended) == ("answer-offset", Answer("Odra", 10))
    assert says in found


def test_of_several_occurrences_the_nearest_is_offered_and_none_is_taken() -> None:
    code, found, mended = one("sea", 45)
    assert (code, mended) == ("answer-offset", None)
    assert "which occurs 2 times, the nearest found at 50" in found


def test_an_occurrence_inside_a_word_is_none_where_there_is_a_whole_one() -> None:
    assert one("art", 0, "The party saw art.")[2] == Answer("art", 14)
    assert one("art", 0, "The party saw parts.")[2] is None
    assert one("art", 0, "The party.")[2] == Answer("art", 5)


def test_an_answer_that_is_nowhere_is_told_as_such() -> None:
    code, found, mended = one("Oder", 10)
    assert (code, mended) == ("answer-not-in-context", None)
    assert "points at 'Odra', not at 'Oder', which is nowhere in the context" in found


@pytest.mark.parametrize(
    ("text", "context", "start", "differs", "own"),
    [
        (" Odra", "river Odra rises", 6, "without its outer white space", Answer("Odra", 6)),
        ("in the hills", "rises in\u00a0the  hills.", 6, "white space", Answer("in\u00a0the  hills", 6)),
        ("Café Nord", "Met at Cafe\u0301 Nord.", 7, "Unicode form", Answer("Cafe\u0301 Nord", 7)),
        ("Café Nord", "Met at Cafe\u0301 Nord.", 2, "Unicode form", Answer("Cafe\u0301 Nord", 7)),
        ("the river", "The river Odra", 0, "letter case", Answer("The river", 0)),
        ("Brenn's law", "It is Brenn\u2019s law.", 6, "typographic marks", Answer("Brenn\u2019s law", 6)),
        ("Brenn 's law", "It is Brenn's law.", 0, "spacing", Answer("Brenn's law", 6)),
    ],
)
def test_an_answer_that_differs_in_form_is_mended_to_the_context_s_own(
    text: str, context: str, start: int, differs: str, own: Answer
) -> None:
    _, found, mended = one(text, start, context)
    assert differs in found
    assert mended == own


def test_words_in_another_case_at_the_start_and_the_same_words_elsewhere_are_two_places() -> None:
    # As in SQuAD-it, whose starts were searched for without regard to case.
    context = "Oggi il Regno Unito esporta. Il Regno Unito importa."
    code, found, mended = one("Il Regno Unito", 5, context)
    assert (code, mended) == ("answer-offset", None)
    assert "two places fit" in found
    assert "found at 29" in found
    # No word begins at the start here, so that one place is left.
    assert one("V", 5, "Dopo viaggi Apollo V parte.")[2] == Answer("V", 19)


def test_a_missing_start_is_found_where_there_is_one_place() -> None:
    assert one("Odra", None)[::2] == ("answer-start-missing", Answer("Odra", 10))
    assert one("sea", None)[::2] == ("answer-start-missing", None)
    assert one("Oder", None)[::2] == ("answer-not-in-context", None)


RULES: dict[str, Callable[[str, int], int]] = {
    "the offsets count UTF-8 bytes": lambda context, start: len(context[:start].encode()),
    "the offsets count UTF-16 units": lambda context, start: len(context[:start].encode("utf-16-le")) // 2,
    "the offsets are off by 3 (too large)": lambda _, start: start + 3,
    "the offsets are off by 1 (too small)": lambda _, start: start - 1,
}


@pytest.mark.parametrize("rule", RULES)
def test_a_pattern_decides_where_a_text_with_several_occurrences_belongs(rule: str) -> None:
    context = "Là 🌊 le café sert, là le café dort, là le café lit."
    places = {"café": context.index("café dort"), "lit": context.index("lit"), "le": context.index("le café lit")}
    right = [Answer(text, place) for text, place in places.items()]
    wrong = [Answer(answer.text, RULES[rule](context, answer.start or 0)) for answer in right]
    found = diagnosis(dataset((context, wrong)))
    assert [fault.pattern for fault in found.faults] == [rule] * 3
    assert [fault.mended for fault in found.faults] == right


def test_under_a_pattern_that_all_answers_have_one_that_fits_by_chance_is_moved_too() -> None:
    # Counted in bytes, the first "a" of "yaa" is where the second one stands.
    found = diagnosis(dataset(("é yaa day", [Answer("a", 4), Answer("day", 7)])))
    assert [fault.key.question for fault in found.faults] == [1]
    assert [found.mended[AnswerKey(0, 0, k, False, 0)] for k in (0, 1)] == [Answer("a", 3), Answer("day", 6)]


def test_one_answer_is_no_evidence_of_a_shift_and_neither_are_answers_within_each_other() -> None:
    context = "sulla terra e la terra"
    assert one("terra", 5, context)[2] is None
    nested = diagnosis(dataset((context, [Answer("la terra", 2), Answer("terra", 5)])))
    assert {fault.pattern for fault in nested.faults} == {""}


def test_what_two_patterns_place_differently_is_left() -> None:
    # Two bytes too far for "é", or one too far for the line end: "ab" stands at either.
    context = "é🌊 ab ab ab"
    bytes_says, units_says = 7 - 4, 7 - 1
    assert context[bytes_says : bytes_says + 2] == context[units_says : units_says + 2] == "ab"
    code, found, mended = one("ab", 7, context)
    assert (code, mended) == ("answer-offset", None)
    assert "several patterns fit and disagree" in found


def test_a_text_is_not_moved_by_a_pattern_of_another_context() -> None:
    bytes_context, plain = "café du thé noir", "a b a b"
    right = [Answer("du", 5), Answer("noir", 12)]
    wrong = [Answer(a.text, len(bytes_context[: a.start].encode())) for a in right]
    found = diagnosis(dataset((bytes_context, wrong), (plain, [Answer("b", 1)])))
    assert [fault.mended for fault in found.faults] == [*right, None]
    assert [fault.pattern for fault in found.faults] == ["the offsets count UTF-8 bytes"] * 2 + [""]


def test_entities_are_unescaped_only_where_that_makes_every_answer_fit() -> None:
    context = "Storms &amp; lamps &amp; oil, lit in 1871."
    sound = diagnosis(dataset((context, [Answer("Storms & lamps", 0), Answer("1871", 37)])))
    assert sound.contexts == {(0, 0): "Storms & lamps & oil, lit in 1871."}
    assert list(sound.mended.values()) == [Answer("Storms & lamps", 0), Answer("1871", 29)]
    mixed = diagnosis(dataset((context, [Answer("Storms & lamps", 0), Answer("1872", 37)])))
    assert mixed.contexts == {}


def test_each_answer_counts_as_one_offset_fault() -> None:
    findings = [Finding(code, "", "") for code in (*OFFSET_CODES, "answer-cut-word", "answer-offset", "offset-pattern")]
    assert offset_faults(findings) == 3
