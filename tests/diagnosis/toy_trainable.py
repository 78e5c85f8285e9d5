"""Something to train in tests of studies: it learns by heart, and it learns which words questions are asked with."""

import random
import re
from collections.abc import Callable

import msgspec

from spanwise.data.dataset import Dataset
from spanwise.predictions.prediction import Prediction, Predictions
from spanwise.predictions.reader import Reader

GROUPS = ("memory", "words")


def words(text: str) -> set[str]:
    return set(re.findall(r"\w+", text.lower()))


class ToyReader(msgspec.Struct, frozen=True):
    """Says what it has learnt by heart; else a name from the sentence with most of the words it knows."""

    by_heart: dict[str, str]
    known: set[str]
    luck: float
    abstaining: bool
    name: str = "toy"

    def predict(self, dataset: Dataset) -> Predictions:
        said = {q.id: Prediction(q.id, self.answer(p.context, q.text)) for _, p, q in dataset.questions()}
        return Predictions(said, reader=self.name, dataset=dataset.fingerprint)

    def answer(self, context: str, question: str) -> str:
        if question in self.by_heart:
            return self.by_heart[question]
        asked = words(question) & self.known
        sentences = re.split(r"(?<=[.?!])\s+", context)
        best = max(sentences, key=lambda sentence: len(asked & words(sentence)))
        if self.abstaining and len(words(question) & words(best)) < 3:
            return ""
        runs = re.findall(r"[A-Z0-9]\w*(?: [A-Z0-9]\w*)*", best)
        return str(runs[int(self.luck * len(runs))]) if runs else best


class Toy(msgspec.Struct, frozen=True):
    """Trains a `ToyReader`, with some of its groups left out; counts how often it was asked to."""

    without: frozenset[str] = frozenset()
    trainings: list[int] = []

    def train(
        self,
        dataset: Dataset,
        *,
        rng: random.Random,
        development: Dataset | None = None,
        evaluate: Callable[[Predictions], float] | None = None,
    ) -> Reader:
        del development, evaluate
        self.trainings.append(len(dataset.question_ids))
        answered = [q for _, _, q in dataset.questions() if q.answers]
        return ToyReader(
            by_heart={} if "memory" in self.without else {q.text: q.answers[0].text for q in answered},
            known=set() if "words" in self.without else set().union(*(words(q.text) for q in answered)),
            luck=0.3 * rng.random(),
            abstaining=any(not q.answers for _, _, q in dataset.questions()),
        )


UNTRAINED = ToyReader(by_heart={}, known=set(), luck=0.0, abstaining=False)
