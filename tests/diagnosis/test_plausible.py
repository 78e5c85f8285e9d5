import pytest

import spanwise as sw
from spanwise.data.dataset import Answer, Article, Dataset, Paragraph, Question
from spanwise.data.samples import sample_path, sample_predictions_path
from spanwise.diagnosis.mistakes import mistakes
from spanwise.diagnosis.plausible import plausible
from spanwise.predictions.prediction import Prediction, Predictions

CONTEXT = "The red kite of Ost flew in 1871."


def trap(identity: str, *texts: str) -> Question:
    return Question(identity, "?", plausible_answers=tuple(Answer(text) for text in texts), is_impossible=True)


DATASET = Dataset(
    (
        Article(
            "Kites",
            (
                Paragraph(
                    CONTEXT,
                    (
                        trap("taken", "the red kite", "Ost"),
                        trap("near", "red kite"),
                        trap("resisted", "1871"),
                        trap("missing", "1871"),
                        Question("bare", "?", is_impossible=True),
                        Question("twin", "?", (Answer("1871"),)),
                        Question("shy", "?", (Answer("Red kite."), Answer("kite"))),
                        Question("apart", "?", (Answer("flew"),)),
                    ),
                ),
                Paragraph(CONTEXT, (Question("elsewhere", "?", (Answer("1871"),)),)),
            ),
        ),
    ),
    version="v2.0",
)
SAID = {"taken": "ost", "near": "kite", "resisted": "", "bare": "Ost", "twin": "1871", "shy": "", "elsewhere": "1871"}


def test_table_5_and_its_mirrors_are_counted_by_hand() -> None:
    predictions = Predictions({i: Prediction(i, text) for i, text in SAID.items()}, reader="r")
    found = plausible(DATASET, predictions, sw.score(DATASET, predictions))
    assert (found.questions, found.false_answers, found.twins) == (4, 2, 2)
    assert found.em.value == 0.5
    # "ost" is the plausible answer; "kite" against "red kite" has precision 1 and recall 1/2.
    assert found.f1.value == pytest.approx((1 + 2 / 3) / 2)
    assert (found.taken.value, found.other.value, found.resisted.value) == (0.25, 0.25, 0.25)
    assert (found.twins_right.value, found.twins_refused.value) == (0.5, 0.5)


def test_a_file_without_plausible_answers_is_undefined_with_the_reason() -> None:
    bare = Dataset((Article("K", (Paragraph(CONTEXT, (Question("q", "?"), Question("p", "?", (Answer("Ost"),)))),)),))
    predictions = Predictions({"q": Prediction("q", "Ost"), "p": Prediction("p", "Ost")}, reader="r")
    found = plausible(bare, predictions, sw.score(bare, predictions))
    assert found.questions == found.false_answers == found.twins == 0
    assert found.em.value is found.taken.value is found.twins_right.value is None
    assert "plausible answer" in found.em.reason


def test_a_reader_without_false_answers_has_no_share_of_them() -> None:
    predictions = Predictions({i: Prediction(i, "") for i in SAID}, reader="abstainer")
    found = plausible(DATASET, predictions, sw.score(DATASET, predictions))
    assert found.em.value is found.f1.value is None
    assert "answers none" in found.em.reason
    assert (found.taken.value, found.resisted.value) == (0.0, 0.75)


@pytest.mark.parametrize("reader", ["balanced", "eager", "cautious"])
def test_the_false_answers_taken_are_the_class_of_that_name(reader: str) -> None:
    dev = sw.read(sample_path("dev"))
    predictions = sw.read_predictions(sample_predictions_path(reader))
    scores = sw.score(dev, predictions)
    found = plausible(dev, predictions, scores)
    taken = len(mistakes(dev, predictions, scores).ids_of("plausible_taken"))
    assert found.false_answers
    assert float(found.em) * found.false_answers == pytest.approx(taken)
    assert float(found.taken) * found.questions == pytest.approx(taken)
    assert float(found.taken) + float(found.other) + float(found.resisted) == pytest.approx(1.0)
