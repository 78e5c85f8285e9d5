"""A reader's answers to one question, best first, and what becomes of them in its predictions."""

from collections.abc import Iterable, Iterator, Sequence

from spanwise.data.dataset import Dataset
from spanwise.errors import DataError
from spanwise.predictions.prediction import Candidate, Prediction, Predictions

__all__ = ["MOST", "distinct", "gathered", "ranked_prediction"]

MOST = 5
"""How many answers a prediction lists."""


def distinct(answers: Iterable[Candidate], most: int = MOST) -> tuple[Candidate, ...]:
    """Return the first answers of different texts: one that stands at two places is one answer, at its first."""
    found: dict[str, Candidate] = {}
    for answer in answers:
        found.setdefault(answer.text, answer)
        if len(found) == most:
            break
    return tuple(found.values())


def ranked_prediction(identity: str, answers: Sequence[Candidate], *, abstain: bool) -> Prediction:
    """Return the first of the answers as a prediction that lists them all; without any, the empty text.

    With ``abstain`` the runner-up's score stands as the score of "no answer", so that the log odds of no answer are
    the lead of the answer over the runner-up, turned around: these readers know no answerless question, but they are
    unsure where the second answer is as good as the first. Without a runner-up the lead is taken over 0; without an
    answer it is 0. The text stays: where to abstain is for a threshold to say.

    Args:
        identity: The question's id.
        answers: Different texts, best first, each with span and score.
        abstain: Whether the prediction is to carry that signal.
    """
    if not answers:
        return Prediction(identity, "", score=0.0 if abstain else None, null_score=0.0 if abstain else None)
    best = answers[0]
    runner_up = answers[1].score if len(answers) > 1 else 0.0
    return Prediction(
        identity,
        best.text,
        span=best.span,
        score=best.score,
        null_score=runner_up if abstain else None,
        nbest=tuple(answers),
    )


def gathered(name: str, dataset: Dataset, predictions: Iterator[Prediction]) -> Predictions:
    """Return predictions of all questions in file order as those of a reader.

    Raises:
        DataError: Different questions share an id, so that one's answer would stand for the other.
    """
    by_id: dict[str, Prediction] = {}
    asked: dict[str, tuple[str, str]] = {}
    for (_, paragraph, question), prediction in zip(dataset.questions(), predictions, strict=True):
        ask = (question.text, paragraph.context)
        if asked.setdefault(question.id, ask) != ask:
            raise DataError(
                f"the id {question.id!r} stands twice, for different questions, and a prediction is found by its id; "
                "give each question an id of its own"
            )
        by_id[question.id] = prediction
    return Predictions(by_id, reader=name, dataset=dataset.fingerprint)
