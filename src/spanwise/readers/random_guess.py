"""A reader that knows nothing: any constituent of the paragraph, by chance."""

import random
from collections.abc import Callable, Iterator

from spanwise.data.dataset import Dataset
from spanwise.language.annotate import Annotator
from spanwise.predictions.prediction import Candidate, Prediction, Predictions
from spanwise.readers.candidates import CandidateKind, Candidates, candidates_of
from spanwise.readers.ranked import distinct, gathered, ranked_prediction

__all__ = ["RandomGuess"]


class RandomGuess:
    """Answers with a candidate of the paragraph drawn at random: the floor of Table 5 (Rajpurkar et al., 2016).

    Each question has a generator of its own, made from the seed and its id, so that its answer is the same whatever
    else is in the file and in which order. Every candidate draws a number, which is its score.
    """

    name = "random-guess"

    def __init__(
        self,
        annotator: Annotator,
        *,
        seed: int = 0,
        abstain: bool = False,
        candidates: CandidateKind = "phrases",
        progress: Callable[[int, int], None] | None = None,
    ) -> None:
        self._annotator = annotator
        self._seed = seed
        self._abstain = abstain
        self._kind: CandidateKind = candidates
        self._progress = progress

    def predict(self, dataset: Dataset) -> Predictions:
        """Return a candidate for every question; the empty text only where the context is blank.

        Raises:
            OptionError: The pipeline has no parser or no tagger.
        """
        self._annotator.require("parser", "tagger", what=f"the reader {self.name}")
        return gathered(self.name, dataset, self._answers(dataset))

    def _answers(self, dataset: Dataset) -> Iterator[Prediction]:
        paragraphs = [paragraph for article in dataset.articles for paragraph in article.paragraphs]
        annotated = self._annotator.annotate([paragraph.context for paragraph in paragraphs])
        for number, (paragraph, context) in enumerate(zip(paragraphs, annotated, strict=True)):
            weighed = candidates_of(context, self._kind)
            for question in paragraph.questions:
                drawn = distinct(self._drawn(weighed, question.id))
                yield ranked_prediction(question.id, drawn, abstain=self._abstain)
            if self._progress:
                self._progress(number + 1, len(paragraphs))

    def _drawn(self, weighed: Candidates, identity: str) -> Iterator[Candidate]:
        rng = random.Random(f"{self._seed} {identity}")
        scores = [rng.random() for _ in range(len(weighed))]
        for number in sorted(range(len(weighed)), key=scores.__getitem__, reverse=True):
            yield Candidate(weighed.text(number), score=scores[number], span=weighed.span(number))
