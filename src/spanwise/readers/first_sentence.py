"""A reader that answers every question with the first sentence: what position alone is worth."""

from collections.abc import Iterator

from spanwise.data.dataset import Dataset
from spanwise.predictions.prediction import Candidate, Prediction, Predictions
from spanwise.readers.ranked import distinct, gathered, ranked_prediction
from spanwise.text.sentences import sentence_spans

__all__ = ["FirstSentence"]


class FirstSentence:
    """Answers with the whole first sentence of the context, and looks at no question.

    The sentence and not a span in it, since every choice of a span would be a rule of its own. So it is nearly never
    an exact match; its F1 says how much of a benchmark's answers stand at the front. Sentences are found by a rule,
    without a language pipeline. The n-th sentence scores 1 / n.
    """

    name = "first-sentence"

    def __init__(self, *, abstain: bool = False) -> None:
        self._abstain = abstain

    def predict(self, dataset: Dataset) -> Predictions:
        """Return the first sentence for every question; the empty text only where the context is blank."""
        return gathered(self.name, dataset, self._answers(dataset))

    def _answers(self, dataset: Dataset) -> Iterator[Prediction]:
        for article in dataset.articles:
            for paragraph in article.paragraphs:
                context = paragraph.context
                sentences = distinct(
                    Candidate(span.of(context), score=1 / number, span=span)
                    for number, span in enumerate(sentence_spans(context), 1)
                )
                for question in paragraph.questions:
                    yield ranked_prediction(question.id, sentences, abstain=self._abstain)
