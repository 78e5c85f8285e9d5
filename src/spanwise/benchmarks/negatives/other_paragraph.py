"""Negatives from another paragraph of the same article: the one that overlaps most by TF-IDF, or any."""

import random
from abc import ABC, abstractmethod
from collections.abc import Sequence

from spanwise.benchmarks.negatives.made import Made, NotMade, Place, question_key
from spanwise.benchmarks.negatives.occurrence import holds_any
from spanwise.benchmarks.negatives.plausible import PlausibleAnswers
from spanwise.benchmarks.negatives.tfidf import TfIdf
from spanwise.data.dataset import Article

__all__ = ["RandomParagraphs", "TfIdfParagraphs"]


class _OtherParagraphs(ABC):
    """Puts a question to another paragraph of its article that lacks the words of all its answers."""

    def __init__(self, plausible: PlausibleAnswers) -> None:
        self._plausible = plausible

    def make(self, place: Place, attempt: int) -> Made | NotMade:
        """Return the question with the paragraph that is next in order and lacks the answer."""
        paragraphs, own = place.article.paragraphs, place.paragraph.context
        others = [number for number in self.order(place) if paragraphs[number].context != own]
        if not others:
            return NotMade("its article has no other paragraph")
        text, skipped, lacking = place.question.text, 0, False
        key = question_key(text)
        for number in others:
            context = paragraphs[number].context
            if holds_any(context, place.question.answers):
                continue
            lacking = True
            if any(question_key(question.text) == key for question in paragraphs[number].questions):
                continue
            if skipped < attempt:
                skipped += 1
                continue
            plausible = self._plausible.find(place, text, context)
            return Made(text, context, number, (plausible,) if plausible else ())
        if not lacking:
            return NotMade("every other paragraph of its article holds an answer's words")
        return NotMade("no further paragraph lacks the answer and the question")

    @abstractmethod
    def order(self, place: Place) -> Sequence[int]:
        """Return the article's paragraphs, the one to be tried first before all others."""


class TfIdfParagraphs(_OtherParagraphs):
    """The paragraph of the article that overlaps most with the question, as Clark and Gardner (2018) sample them."""

    def __init__(self, plausible: PlausibleAnswers) -> None:
        super().__init__(plausible)
        self._article: Article | None = None
        self._ranker = TfIdf(())

    def order(self, place: Place) -> Sequence[int]:
        """Return the article's paragraphs by TF-IDF, which is worked out once an article."""
        if self._article is not place.article:
            self._article = place.article
            self._ranker = TfIdf([paragraph.context for paragraph in place.article.paragraphs])
        return self._ranker.ranking(place.question.text)


class RandomParagraphs(_OtherParagraphs):
    """Any other paragraph of the article. What a question gets depends on its id and the seed alone."""

    def __init__(self, plausible: PlausibleAnswers, seed: int) -> None:
        super().__init__(plausible)
        self._seed = seed

    def order(self, place: Place) -> Sequence[int]:
        """Return the article's paragraphs in an order that the seed decides."""
        rng = random.Random(f"{self._seed} {place.question.id}")
        drawn = [rng.random() for _ in place.article.paragraphs]
        return sorted(range(len(drawn)), key=drawn.__getitem__)
