"""A passage made of tokens, and what gives passages: drawn words, a model, a grammar, samples, real paragraphs."""

import random
import re
from collections.abc import Sequence
from typing import Protocol

import msgspec

from spanwise.benchmarks.synthetic.generation import Noted

__all__ = ["PASSAGE_TOKENS", "Passage", "PassageSource", "index", "spaced", "tokens_of"]

PASSAGE_TOKENS = 150
"""Tokens in a passage, as the study has it."""

_TOKEN = re.compile(r"\w+(?:[.,\-]\w+)*|(?<=\w)['’](?:s|t|re|ve|ll|d|m)\b|[^\w\s]", re.IGNORECASE)


class Passage(msgspec.Struct, frozen=True, gc=False):
    """A text with its tokens, each at its place."""

    title: str
    """What passages that share text have in common, such as their article."""
    text: str
    tokens: tuple[str, ...]
    starts: tuple[int, ...]
    """Where each token begins in the text, in code points."""


class PassageSource(Protocol):
    """Gives a passage for each number, the same one whenever and in whichever process it is asked."""

    @property
    def name(self) -> str:
        """What the passages are called in ids: "uniform", "3gram", ..."""
        ...

    def passage(self, number: int, of: int, rng: random.Random) -> Passage:
        """Return the passage of one of `of` questions, numbered from 0; all randomness comes from `rng`."""
        ...

    def notes(self) -> tuple[Noted, ...]:
        """Return what was left out of the source and why."""
        ...


def spaced(title: str, tokens: Sequence[str]) -> Passage:
    """Return the passage of tokens with a blank between two."""
    starts = []
    place = 0
    for token in tokens:
        starts.append(place)
        place += len(token) + 1
    return Passage(title, " ".join(tokens), tuple(tokens), tuple(starts))


def tokens_of(text: str) -> tuple[tuple[str, ...], tuple[int, ...]]:
    """Return the words and marks of running text, and where each begins.

    A word holds the hyphens, points and commas between its letters and digits, as in "3,000"; what English puts behind
    an apostrophe is a token of its own, as in the vectors of GloVe.
    """
    found = list(_TOKEN.finditer(text))
    return tuple([one.group() for one in found]), tuple([one.start() for one in found])


def index(rng: random.Random, size: int) -> int:
    """Return a number from 0 below `size`, each as likely.

    Python promises the same `random()` for a seed in every version, and of no other method so much.
    """
    return int(rng.random() * size)
