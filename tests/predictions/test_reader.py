import random
from collections.abc import Callable

from spanwise.data.dataset import Answer, Article, Dataset, Paragraph, Question
from spanwise.predictions.prediction import Prediction, Predictions
from spanwise.predictions.reader import Reader, Trainable

DATASET = Dataset(
    (
        Article(
            "Rivers",
            (
                Paragraph(
                    "The river Odra.", (Question("q1", "Which river?", (Answer("Odra", 10),)), Question("q2", "Why?"))
                ),
            ),
        ),
    )
)


class Constant:
    """Answers every question with one text."""

    def __init__(self, text: str) -> None:
        self.name = f"always {text!r}"
        self.text = text

    def predict(self, dataset: Dataset) -> Predictions:
        by_id = {identity: Prediction(identity, self.text) for identity in dataset.question_ids}
        return Predictions(by_id, reader=self.name, dataset=dataset.fingerprint)


class Habit:
    """Trains into the constant reader of the answer that did best."""

    def train(
        self,
        dataset: Dataset,
        *,
        rng: random.Random,
        development: Dataset | None = None,
        evaluate: Callable[[Predictions], float] | None = None,
    ) -> Reader:
        texts = sorted({"", *(answer.text for _, _, question in dataset.questions() for answer in question.answers)})
        if development is None or evaluate is None:
            return Constant(rng.choice(texts))
        return max((Constant(text) for text in texts), key=lambda reader: evaluate(reader.predict(development)))


def test_any_class_with_a_name_and_predict_is_a_reader() -> None:
    reader: Reader = Constant("")  # mypy holds the signatures, and this line the run-time check
    assert isinstance(reader, Reader)
    assert not isinstance(DATASET, Reader)
    predictions = reader.predict(DATASET)
    assert list(predictions.by_id) == ["q1", "q2"]
    assert (predictions.reader, predictions.dataset) == ("always ''", DATASET.fingerprint)


def test_what_can_be_trained_gives_a_reader_and_learns_its_score_from_the_caller() -> None:
    trainable: Trainable = Habit()
    assert isinstance(trainable, Trainable)
    assert not isinstance(Constant(""), Trainable)

    def share_answered(predictions: Predictions) -> float:
        return sum(not p.abstains for p in predictions.by_id.values()) / len(predictions)

    trained = trainable.train(DATASET, rng=random.Random(0), development=DATASET, evaluate=share_answered)
    assert trained.name == "always 'Odra'"
    untold = trainable.train(DATASET, rng=random.Random(0)), trainable.train(DATASET, rng=random.Random(0))
    assert untold[0].name == untold[1].name
