"""Readers: a dataset in, predictions out.

`READERS` lists them by name; `named.py` makes one. Nothing of a reader is loaded before it is made.
"""

from collections.abc import Mapping

import msgspec

__all__ = ["READERS", "ReaderEntry"]


class ReaderEntry(msgspec.Struct, frozen=True, kw_only=True):
    """Where a reader is, and what must be known before it is made."""

    module: str
    attribute: str
    """What in the module makes the reader: its class, or for one that is trained what reads a model's folder."""
    about: str
    """What it is, in a sentence."""
    settings: Mapping[str, bool] = {}
    """What is passed to it by name."""
    needs_language: bool = True
    """Whether it reads annotated text, so that a language pipeline must be there."""
    trainable: bool = False


READERS: Mapping[str, ReaderEntry] = {
    "random-guess": ReaderEntry(
        module="spanwise.readers.random_guess",
        attribute="RandomGuess",
        about="Any candidate of the paragraph, by chance.",
    ),
    "sliding-window": ReaderEntry(
        module="spanwise.readers.sliding_window",
        attribute="SlidingWindow",
        about="The sentence that shares most words with the question, and the best candidate in it by a window.",
    ),
    "sliding-window+distance": ReaderEntry(
        module="spanwise.readers.sliding_window",
        attribute="SlidingWindow",
        settings={"distance": True},
        about="The same, less the distance between the words of the candidate and those of the question.",
    ),
    "first-sentence": ReaderEntry(
        module="spanwise.readers.first_sentence",
        attribute="FirstSentence",
        about="The first sentence of the context, whatever is asked.",
        needs_language=False,
    ),
    "always-abstain": ReaderEntry(
        module="spanwise.readers.always_abstain",
        attribute="AlwaysAbstain",
        about="No answer to anything: the floor where questions are unanswerable.",
        needs_language=False,
    ),
    "log-linear": ReaderEntry(
        module="spanwise.readers.log_linear.store",
        attribute="read_model",
        about="A logistic regression over the candidates of a paragraph (Rajpurkar et al., 2016).",
        trainable=True,
    ),
}
"""The readers by name."""
