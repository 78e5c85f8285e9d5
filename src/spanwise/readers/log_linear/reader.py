"""The log-linear reader: answers with the candidate that scores highest."""

import math
from collections.abc import Callable, Iterator, Sequence
from typing import TYPE_CHECKING

import numpy as np

from spanwise.data.dataset import Dataset, Paragraph
from spanwise.language.annotate import Annotator
from spanwise.language.annotated import Annotated
from spanwise.language.lexicon import Lexicon
from spanwise.predictions.prediction import Candidate, Prediction, Predictions
from spanwise.readers.log_linear.considered import Considered
from spanwise.readers.log_linear.context import ContextFacts
from spanwise.readers.log_linear.features import features
from spanwise.readers.log_linear.keys import Keys
from spanwise.readers.log_linear.model import LogLinearModel
from spanwise.readers.log_linear.null_features import null_features
from spanwise.readers.log_linear.scores import Held, scores
from spanwise.text.span import Span

if TYPE_CHECKING:
    from spanwise.readers.log_linear.context import FloatArray

__all__ = ["LogLinearReader", "annotated_paragraphs"]

_LISTED = 5
_AT_ONCE = 4096
"""Paragraphs that are held in memory with their annotation."""


class LogLinearReader:
    """Answers with the candidate that scores highest; never abstains unless asked."""

    def __init__(
        self,
        model: LogLinearModel,
        annotator: Annotator,
        *,
        lexicon: Lexicon | None = None,
        abstain: bool = False,
        progress: Callable[[int, int], None] | None = None,
    ) -> None:
        """Take a model and what annotates texts.

        Args:
            model: What training left.
            annotator: The pipeline that the model was trained with.
            lexicon: Knows antonyms and synonyms, for a model whose null option was trained with one.
            abstain: Give a null score where the model has no null option: that of the second best answer, so that the
                odds of "no answer" are the margin turned round.
            progress: Is told how many of how many paragraphs are done.
        """
        self.model = model
        self.name = "log-linear"
        self._annotator = annotator
        self._lexicon = lexicon
        self._abstain = abstain
        self._progress = progress
        self._keys = Keys()

    def predict(self, dataset: Dataset) -> Predictions:
        """Return the best candidate of each question with its score and the four next.

        Raises:
            OptionError: The pipeline lacks what the features are made of.
        """
        found = {one.question.id: self._prediction(one) for one in self.considered(dataset)}
        return Predictions(found, reader=self.name, dataset=dataset.fingerprint)

    def considered(self, dataset: Dataset) -> Iterator[Considered]:
        """Give every question with the scores of its candidates, in file order.

        Raises:
            OptionError: The pipeline lacks what the features are made of.
        """
        self._annotator.require(*self.model.settings.components, what=f"the reader {self.name}")
        paragraphs = [p for article in dataset.articles for p in article.paragraphs if p.questions]
        for first in range(0, len(paragraphs), _AT_ONCE):
            part = annotated_paragraphs(paragraphs[first : first + _AT_ONCE], self._annotator)
            for number, (paragraph, context, questions) in enumerate(part, start=first + 1):
                yield from self._considered(paragraph, context, questions)
                if self._progress is not None:
                    self._progress(number, len(paragraphs))

    def _considered(self, paragraph: Paragraph, context: Annotated, asked: Sequence[Annotated]) -> Iterator[Considered]:
        facts = ContextFacts.of(context, self.model.frequencies, self.model.settings.rule)
        if facts is None:
            none = np.zeros(0)
            yield from (Considered(q, a, None, none) for q, a in zip(paragraph.questions, asked, strict=True))
            return
        held = self.held(facts, asked, self._keys)
        found = scores(held, self.model.weights_of(held.features.keys), self.model.dense)
        for question, annotated, row in zip(paragraph.questions, asked, found, strict=True):
            yield Considered(question, annotated, facts, row)

    def held(self, context: ContextFacts, asked: Sequence[Annotated], keys: Keys) -> Held:
        """Return the features that the model's weights are for."""
        model = self.model
        found = features(context, asked, model.frequencies, model.settings.groups, keys)
        return Held.of(found, model.buckets)

    def _prediction(self, one: Considered) -> Prediction:
        if one.context is None:
            return Prediction(one.question.id, "")  # no candidate, and so nothing to say
        shifted = np.exp(one.scores - one.scores.max())
        probs = shifted / shifted.sum()
        listed = tuple(
            [
                Candidate(span.of(one.context.annotated.text), float(probs[place]), float(one.scores[place]), span)
                for place, span in _best(one, one.context)
            ]
        )
        null_score, na_prob = self._null(one, listed)
        return Prediction(
            id=one.question.id,
            text=listed[0].text,
            span=listed[0].span,
            score=listed[0].score,
            null_score=null_score,
            na_prob=na_prob,
            nbest=listed,
        )

    def _null(self, one: Considered, listed: Sequence[Candidate]) -> tuple[float | None, float | None]:
        """Return the score of "no answer" and its probability, or None for each where the reader has none."""
        option = self.model.null_option
        best = listed[0].score or 0.0
        if option is not None:
            odds = option.log_odds(self.null_row(one))
            return best + odds, 1 / (1 + math.exp(-odds))
        if self._abstain:
            return (listed[1].score if len(listed) > 1 else best), None
        return None, None

    def null_row(self, one: Considered) -> "FloatArray":
        """Return the measures that the null option reads, shape (m,)."""
        return null_features(one, self.model.frequencies.idf, self._lexicon)


def _best(one: Considered, context: ContextFacts) -> Iterator[tuple[int, Span]]:
    """Give the best candidates and where they stand, each text once: a name may stand in every sentence."""
    seen: set[str] = set()
    for place in np.argsort(-one.scores, kind="stable").tolist():
        span = context.annotated.span(int(context.candidates.starts[place]), int(context.candidates.ends[place]))
        text = span.of(context.annotated.text)
        if text not in seen:
            seen.add(text)
            yield place, span
        if len(seen) == _LISTED:
            return


def annotated_paragraphs(
    paragraphs: Sequence[Paragraph], annotator: Annotator
) -> Iterator[tuple[Paragraph, Annotated, Sequence[Annotated]]]:
    """Give each paragraph with its context and its questions annotated."""
    contexts = annotator.annotate([paragraph.context for paragraph in paragraphs])
    questions = iter(annotator.annotate([q.text for paragraph in paragraphs for q in paragraph.questions]))
    for paragraph, context in zip(paragraphs, contexts, strict=True):
        yield paragraph, context, [next(questions) for _ in paragraph.questions]
