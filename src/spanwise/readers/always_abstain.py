"""A reader that never answers: the floor of a benchmark with unanswerable questions."""

from spanwise.data.dataset import Dataset
from spanwise.predictions.prediction import Prediction, Predictions
from spanwise.readers.ranked import gathered

__all__ = ["AlwaysAbstain"]


class AlwaysAbstain:
    """Abstains on every question, which scores the share of unanswerable ones: half of SQuAD 2.0's development set."""

    name = "always-abstain"

    def __init__(self, *, abstain: bool = False) -> None:
        self._abstain = abstain

    def predict(self, dataset: Dataset) -> Predictions:
        """Return the empty text for every question; with ``abstain``, 1 as the probability of no answer."""
        na_prob = 1.0 if self._abstain else None
        answers = (Prediction(identity, "", na_prob=na_prob) for identity in dataset.question_ids)
        return gathered(self.name, dataset, answers)
