import json
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from spanwise.data.dataset import Answer, Article, Dataset, Paragraph, Question
from spanwise.predictions.prediction import Prediction, Predictions
from spanwise.report.page_input import PageInput, readers_of
from spanwise.report.questions import question_data, utf16_offset
from spanwise.scoring.columns import Duplicates
from spanwise.scoring.evaluate import score
from tests.strategies import contexts


def data_of(page: PageInput) -> dict[str, Any]:
    found: dict[str, Any] = json.loads(question_data(page.dataset, readers_of(page)))
    return found


def utf16_slice(text: str, start: int, end: int) -> str:
    """Slice as JavaScript does."""
    return text.encode("utf-16-le")[2 * start : 2 * end].decode("utf-16-le")


@pytest.fixture
def odd(odd_page: PageInput) -> dict[str, Any]:
    return data_of(odd_page)


@given(contexts(), st.data())
def test_an_offset_counts_utf16_units(text: str, data: st.DataObject) -> None:
    offset = data.draw(st.integers(0, len(text)))
    assert utf16_slice(text, 0, utf16_offset(text, offset)) == text[:offset]


@given(contexts(), st.data())
def test_a_gold_answer_stands_where_javascript_will_look(context: str, data: st.DataObject) -> None:
    start = data.draw(st.integers(0, len(context) - 1))
    end = data.draw(st.integers(start + 1, len(context)))
    text = context[start:end]
    question = Question("q", "?", (Answer(text, start), Answer(text, start)))
    dataset = Dataset((Article("a", (Paragraph(context, (question,)),)),))
    predictions = Predictions({"q": Prediction("q", text)})
    page = PageInput(dataset=dataset, predictions=(predictions,), scores=(score(dataset, predictions),))
    ((first, last, count),) = data_of(page)["answers"]
    assert count == 2
    assert utf16_slice(context, first, last) == text
    assert first == utf16_offset(context, start)


def test_equal_answers_are_counted_and_absent_ones_are_texts(odd: dict[str, Any]) -> None:
    places = dict(zip(odd["id"], odd["answers"], strict=True))
    context = odd["contexts"][0]
    first, last, count, *_ = places["e1"]
    assert (utf16_slice(context, first, last), count) == ("1871", 2)
    assert places["e3"] == ["twelve pounds", 1]


def test_an_answer_at_a_wrong_offset_is_marked_at_its_nearest_occurrence(odd: dict[str, Any]) -> None:
    first, last, _ = dict(zip(odd["id"], odd["answers"], strict=True))["e2"]
    assert utf16_slice(odd["contexts"][0], first, last) == "the lamp 𝒜 burnt"


def test_a_reader_that_says_where_is_believed_only_where_its_text_stands(odd_page: PageInput) -> None:
    spans = data_of(odd_page)["readers"][1]["span"]
    assert set(spans) == {"0", "1"}
    for place, (start, end) in spans.items():
        said = odd_page.predictions[1].by_id[odd_page.scores[1].columns.ids[int(place)]].text
        assert utf16_slice(odd_page.dataset.articles[0].paragraphs[0].context, start, end) == said


def test_missing_predictions_are_null_and_empty_ones_are_empty(odd: dict[str, Any]) -> None:
    texts = dict(zip(odd["id"], odd["readers"][0]["text"], strict=True))
    assert texts["e3"] is None
    assert texts["h 1/é#&"] == ""


def test_columns_have_one_entry_a_question(sample_page: PageInput) -> None:
    data = data_of(sample_page)
    n = len(sample_page.scores[0].columns)
    assert {len(data[name]) for name in ("id", "text", "paragraph", "answers")} == {n}
    for reader, scores in zip(data["readers"], sample_page.scores, strict=True):
        assert {len(reader[name]) for name in ("outcome", "text", "f1", "na_prob")} == {n}
        assert [f1 / 1000 for f1 in reader["f1"]] == pytest.approx(scores.columns.f1, abs=0.0005)
        assert reader["na_prob"] == pytest.approx(scores.columns.na_prob, rel=5e-4)


def test_texts_are_silenced_exactly_where_the_probability_is_above_the_threshold(sample_page: PageInput) -> None:
    silenced = 0
    for reader, scores in zip(data_of(sample_page)["readers"], sample_page.scores, strict=True):
        facts = zip(scores.columns.answered, scores.columns.na_prob or (), strict=True)
        expected = [i for i, (answered, probability) in enumerate(facts) if answered and probability > 0.45]
        assert reader["silenced"] == expected
        silenced += len(expected)
    assert silenced > 0


@pytest.mark.parametrize(("rule", "texts"), [("first", ["one?"]), ("last", ["two?"]), ("all", ["one?", "two?"])])
def test_each_row_shows_the_question_that_was_scored(rule: Duplicates, texts: list[str]) -> None:
    questions = (Question("q", "one?", (Answer("a", 0),)), Question("q", "two?", (Answer("b", 2),)))
    dataset = Dataset((Article("a", (Paragraph("a b", questions),)),))
    predictions = Predictions({"q": Prediction("q", "b")})
    scores = score(dataset, predictions, duplicates=rule)
    page = PageInput(dataset=dataset, predictions=(predictions,), scores=(scores,))
    assert data_of(page)["text"] == texts
