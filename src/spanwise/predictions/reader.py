"""What a reader is: anything that answers the questions of a dataset; and what can be trained into one.

Scoring, comparison and reports know readers by these protocols alone, so that a person's answers, a random guesser, a
remote server and a network are measured by the same code.
"""

import random
from collections.abc import Callable
from typing import Protocol, runtime_checkable

from spanwise.data.dataset import Dataset
from spanwise.predictions.prediction import Predictions

__all__ = ["Reader", "Trainable"]


@runtime_checkable
class Reader(Protocol):
    """Something that answers questions by spans of their contexts, or abstains."""

    @property
    def name(self) -> str:
        """What the reader is called in tables."""
        ...

    def predict(self, dataset: Dataset) -> Predictions:
        """Return an answer to every question of the dataset, under the reader's name and the dataset's fingerprint.

        Nothing of the gold side may be looked at; a question that cannot be answered gets the empty text, never
        nothing.
        """
        ...


@runtime_checkable
class Trainable(Protocol):
    """Something that turns into a reader by seeing answered questions."""

    def train(
        self,
        dataset: Dataset,
        *,
        rng: random.Random,
        development: Dataset | None = None,
        evaluate: Callable[[Predictions], float] | None = None,
    ) -> Reader:
        """Return a reader trained on the dataset.

        Args:
            dataset: The questions to learn from.
            rng: Where randomness comes from: the same state gives the same reader.
            development: Questions to predict while training, so as to stop early or keep the best state.
            evaluate: The score of predictions on the development questions, higher is better. It is an argument
                since readers and scoring are neighbours, and neither imports the other.
        """
        ...
