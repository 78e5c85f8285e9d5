import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

import spanwise as sw
from spanwise.data.dataset import Answer, Article, Dataset, Paragraph, Question
from spanwise.diagnosis.mistakes import MISTAKES, mistakes
from spanwise.predictions.prediction import Prediction, Predictions
from tests.scoring.drawn import awkward_texts, benchmarks_with_predictions
from tests.strategies import datasets

CONTEXT = (
    "The old kite flew over the well-known harbour in 1871. A keeper of the light saw the red tail first. "
    "Later the old kite of Sir Ost sank."
)
RIGHT = Question("q", "Over what?", (Answer("the well-known harbour", CONTEXT.index("the well")), Answer("red tail")))
TRAP = Question("q", "Over what sea?", plausible_answers=(Answer("the well-known harbour", 23),), is_impossible=True)
OTHER = Question("other", "What?", (Answer("kite", 8),))


def class_of(question: Question, text: str | None) -> str:
    dataset = Dataset((Article("Kites", (Paragraph(CONTEXT, (question, OTHER)),)),), version="v2.0")
    said = {"other": Prediction("other", "kite")} | ({} if text is None else {"q": Prediction("q", text)})
    predictions = Predictions(said, reader="r")
    return mistakes(dataset, predictions, sw.score(dataset, predictions)).keys[0]


@pytest.mark.parametrize(
    ("text", "key"),
    [
        (None, "missing"),
        ("The well-known harbour.", "right"),
        ("", "over_refusal"),
        ("well known harbour", "form"),
        ("harbor", "not_a_span"),
        (" ", "not_a_span"),
        ("over the well-known harbour in 1871", "longer"),
        ("harbour", "shorter"),
        ("known", "shorter"),
        ("harbour in 1871", "overlapping"),
        ("1871", "same_sentence"),
        ("keeper", "same_sentence"),
        ("Sir Ost", "other_sentence"),
    ],
)
def test_a_wrong_answer_is_of_the_first_class_that_fits(text: str | None, key: str) -> None:
    assert class_of(RIGHT, text) == key


@pytest.mark.parametrize(
    ("text", "key"),
    [
        (None, "missing"),
        ("", "right"),
        ("The well-known harbour!", "plausible_taken"),
        ("harbour", "false_answer"),
        ("red tail", "false_answer"),
        ("a lake", "not_a_span"),
    ],
)
def test_an_answer_where_there_is_none_is_of_a_class_of_its_own(text: str | None, key: str) -> None:
    assert class_of(TRAP, text) == key


def test_words_of_a_right_answer_at_another_place_are_longer_or_shorter_all_the_same() -> None:
    right = Question("q", "What?", (Answer("old kite", 4),))
    assert class_of(right, "the old kite of Sir Ost") == "longer"
    right = Question("q", "What?", (Answer("old kite flew", 4),))
    assert class_of(right, "kite of Sir") == "other_sentence"


def test_an_answer_without_a_place_leaves_others_unplaced() -> None:
    assert class_of(Question("q", "What?", (Answer("a lamp"),)), "red tail") == "unplaced"


def test_a_threshold_turns_a_wrong_answer_into_an_over_refusal() -> None:
    dataset = Dataset((Article("Kites", (Paragraph(CONTEXT, (RIGHT, TRAP.__class__("t", "?"))),)),), version="v2.0")
    predictions = Predictions({i: Prediction(i, "1871", na_prob=0.9) for i in ("q", "t")}, reader="r")
    assert mistakes(dataset, predictions, sw.score(dataset, predictions)).keys == ("same_sentence", "false_answer")
    strict = sw.score(dataset, predictions, na_threshold=0.5)
    assert mistakes(dataset, predictions, strict).keys == ("over_refusal", "right")


def assert_adds_up(dataset: Dataset, predictions: Predictions) -> None:
    scores = sw.score(dataset, predictions)
    found = mistakes(dataset, predictions, scores)
    assert len(found.keys) == scores.total == sum(count.count for count in found.counts)
    assert [count.key for count in found.counts] == [kind.key for kind in MISTAKES]
    counts = {count.key: count for count in found.counts}
    assert counts["right"].count == scores.columns.em.count(1.0)
    assert counts["missing"].count == scores.signature.missing
    for key, count in counts.items():
        assert float(count.share) == pytest.approx(count.count / scores.total)
        assert len(found.ids_of(key)) == count.count


@given(benchmarks_with_predictions())
def test_the_classes_of_any_awkward_text_add_up(drawn: tuple[Dataset, Predictions]) -> None:
    assert_adds_up(*drawn)


@st.composite
def read_datasets(draw: st.DrawFn) -> tuple[Dataset, Predictions]:
    """Draw a dataset with contexts, and answers that are pieces of them or anything at all."""
    dataset = draw(datasets().filter(lambda d: d.question_ids))
    said = {}
    for _, paragraph, question in dataset.questions():
        start = draw(st.integers(0, len(paragraph.context)))
        piece = paragraph.context[start : draw(st.integers(start, len(paragraph.context)))]
        said[question.id] = Prediction(
            question.id, draw(st.sampled_from((piece, piece.upper(), draw(awkward_texts()))))
        )
    return dataset, Predictions(said, reader="drawn")


@settings(max_examples=60)
@given(read_datasets())
def test_the_classes_of_any_piece_of_a_context_add_up(drawn: tuple[Dataset, Predictions]) -> None:
    assert_adds_up(*drawn)
