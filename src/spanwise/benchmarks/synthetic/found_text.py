"""Passages that were there before: samples of a language model, or the paragraphs of a dataset."""

import random
from collections.abc import Iterable, Sequence

from spanwise.benchmarks.synthetic.generation import Noted, noted
from spanwise.benchmarks.synthetic.passage import PASSAGE_TOKENS, Passage, spaced, tokens_of
from spanwise.data.dataset import Dataset
from spanwise.errors import DataError, OptionError

__all__ = ["DatasetPassages", "SamplePassages"]

_SHORT = 60
"""Code points of a text that is left out, as it is shown."""


class SamplePassages:
    """Passages that some model wrote: the first tokens of each sample.

    Questions go through the samples in order, as evenly as their number allows, so that each sample has its share.
    """

    name = "neural"

    def __init__(self, samples: Iterable[Sequence[str]], *, tokens: int = PASSAGE_TOKENS) -> None:
        """Take the tokens of each sample.

        Raises:
            OptionError: A passage has no token.
            DataError: No sample is as long as a passage.
        """
        _refuse_none(tokens)
        self._samples: list[tuple[str, ...]] = []
        short: list[str] = []
        for sample in samples:
            if len(sample) >= tokens:
                self._samples.append(tuple(sample[:tokens]))
            else:
                short.append(" ".join(sample)[:_SHORT])
        self._notes = noted(f"samples left out: shorter than {tokens} tokens", short)
        if not self._samples:
            raise DataError(f"none of {len(short)} samples has the {tokens} tokens of a passage; give longer ones")

    def passage(self, number: int, of: int, rng: random.Random) -> Passage:
        """Return the passage of a sample."""
        del rng
        place = number * len(self._samples) // of
        return spaced(f"{self.name} {place}", self._samples[place])

    def notes(self) -> tuple[Noted, ...]:
        """Return which samples were too short."""
        return self._notes


class DatasetPassages:
    """Passages of real paragraphs, as they stand: their text, cut after so many tokens.

    A passage begins with a paragraph and, where that is short, runs on into those after it in the article. Questions go
    through the paragraphs in order, as evenly as their number allows. The articles keep their titles, since passages of
    one article share text and subject.
    """

    name = "wikipedia"

    def __init__(self, dataset: Dataset, *, tokens: int = PASSAGE_TOKENS) -> None:
        """Take the paragraphs of a dataset; its questions are not looked at.

        Raises:
            OptionError: A passage has no token.
            DataError: No article is as long as a passage.
        """
        _refuse_none(tokens)
        self._tokens = tokens
        self._begins: list[tuple[str, tuple[str, ...], int]] = []
        short: list[str] = []
        for article in dataset.articles:
            contexts = tuple([paragraph.context for paragraph in article.paragraphs])
            left = 0
            for place in reversed(range(len(contexts))):
                left += len(tokens_of(contexts[place])[0])
                if left >= tokens:
                    begins = [(article.title, contexts, start) for start in range(place + 1)]
                    self._begins += begins
                    break
            else:
                place = -1
            short += [context[:_SHORT] for context in contexts[place + 1 :]]
        self._notes = noted(f"paragraphs left out: fewer than {tokens} tokens to the end of the article", short)
        if not self._begins:
            raise DataError(f"{dataset.name}: no article has the {tokens} tokens of a passage; give longer ones")

    def passage(self, number: int, of: int, rng: random.Random) -> Passage:
        """Return the passage that begins with some paragraph."""
        del rng
        title, contexts, first = self._begins[number * len(self._begins) // of]
        text, last = contexts[first], first
        words, starts = tokens_of(text)
        while len(words) < self._tokens:
            last += 1
            text = f"{text}\n{contexts[last]}"
            words, starts = tokens_of(text)
        words, starts = words[: self._tokens], starts[: self._tokens]
        return Passage(title, text[: starts[-1] + len(words[-1])], words, starts)

    def notes(self) -> tuple[Noted, ...]:
        """Return which paragraphs stand too near to the end of their article."""
        return self._notes


def _refuse_none(tokens: int) -> None:
    if tokens < 1:
        raise OptionError(f"a passage of {tokens} tokens; it needs 1 or more")
