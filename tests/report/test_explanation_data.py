"""Explanations as the page's script reads them."""

from spanwise.report.explanation_data import explanation_data
from spanwise.report.questions import utf16_offset
from tests.report.conftest import ARABIC, EMOJI
from tests.report.made_explanations import HOSTILE_FEATURE, explained

FOUND = {
    "e1": explained(EMOJI, ("1871", "the keeper 🎉", "dawn"), right="dawn", odds=-1.5),
    "a1": explained(ARABIC, ("دمشق", "بيروت"), standing="none"),
    "z": explained(ARABIC, (), standing="none"),
}
IDS = ("other", "e1", "a1", "z")
OFFSETS = [lambda offset: offset, lambda offset: utf16_offset(EMOJI, offset), *[lambda offset: offset] * 2]


def test_a_reader_that_is_not_explained_has_nothing() -> None:
    assert explanation_data({}, IDS, OFFSETS) is None


def test_places_are_those_that_javascript_counts() -> None:
    data = explanation_data(FOUND, IDS, OFFSETS)
    assert data is not None
    units = EMOJI.encode("utf-16-le")
    places = [(start, end) for start, end, *_ in data["of"]["1"]["candidates"]]
    texts = [units[2 * start : 2 * end].decode("utf-16-le") for start, end in places]
    assert texts == ["1871", "the keeper 🎉", "dawn"]
    assert (
        places[0][0] == FOUND["e1"].explanation.candidates[0].span.start + 3
    )  # three points past U+FFFF stand before it


def test_numbers_lead_back_to_names() -> None:
    data = explanation_data(FOUND, IDS, OFFSETS)
    assert data is not None
    assert set(data["of"]) == {"1", "2", "3"}
    one = data["of"]["1"]
    _, _, score, prob, groups = one["candidates"][1]
    assert (score, prob) == (1.75, 0.5)
    assert [(data["groups"][groups[at]], groups[at + 1]) for at in (0, 2)] == [("lexicalised", 2.0), ("lengths", -0.25)]
    named = [(*data["features"][one["differences"][at]], one["differences"][at + 1]) for at in (0, 2)]
    assert [(name, data["groups"][group], weight) for name, group, weight in named] == [
        (HOSTILE_FEATURE, "lexicalised", 1.5),
        ("number of words inside the span below 2", "lengths", -0.5),
    ]
    reasons = one["reasons"]
    assert [(data["measures"][reasons[at]], *reasons[at + 1 : at + 3]) for at in (0, 3)] == [
        ("words of the question", 4.0, 1.25),
        ("the roots match", 1.0, -0.75),
    ]
    assert (one["right"], one["against"], one["odds"]) == ([2], 2, -1.5)


def test_each_name_stands_once() -> None:
    data = explanation_data(FOUND, IDS, OFFSETS)
    assert data is not None
    assert data["groups"] == ["lexicalised", "lengths"]
    assert len(data["features"]) == 2
    assert data["of"]["2"]["odds"] is None


def test_a_context_without_candidates_is_told() -> None:
    data = explanation_data(FOUND, IDS, OFFSETS)
    assert data is not None
    one = data["of"]["3"]
    assert [one[name] for name in ("candidates", "right", "differences", "reasons")] == [[]] * 4
    assert (one["against"], one["odds"]) == (None, None)
