"""Dependency paths as keys: from a word to every word of its sentence, by parts of speech and relations."""

from collections.abc import Sequence
from typing import TYPE_CHECKING

import numpy as np

from spanwise.language.annotated import Annotated, TokenSpan
from spanwise.readers.log_linear.keys import Keys

if TYPE_CHECKING:
    from spanwise.readers.log_linear.keys import KeyArray

__all__ = ["TreePaths", "sentence_of"]


class TreePaths:
    """The paths in the trees of one text; each is worked out once."""

    def __init__(self, annotated: Annotated, keys: Keys, what: str) -> None:
        self._annotated = annotated
        self._keys = keys
        self._what = what
        self._found: dict[int, KeyArray] = {}
        self._children: list[list[int]] = [[] for _ in range(len(annotated))]
        for token, head in enumerate(annotated.heads):
            if head != token:
                self._children[head].append(token)

    def from_token(self, token: int, sentence: TokenSpan) -> "KeyArray":
        """Return the key of the path from a token to each token of its sentence, shape (tokens of the sentence,).

        A path is the part of speech of every word on it, with each relation and whether it is gone up or down; the
        words are not in it. Where the tree has no path, the key is that of "no path".
        """
        found = self._found.get(token)
        if found is None:
            to = self._walked(token)
            none = self._keys.key(f"{self._what}: no path")
            found = np.array([to.get(t, none) for t in range(sentence.start, sentence.end)], dtype=np.uint64)
            self._found[token] = found
        return found

    def _walked(self, token: int) -> dict[int, int]:
        pos, relations, heads = self._annotated.pos, self._annotated.dependencies, self._annotated.heads
        to = {token: self._keys.key(f"{self._what}: {pos[token]}")}
        waiting = [token]
        while waiting:
            here = waiting.pop()
            head = heads[here]
            if head not in to:
                to[head] = self._keys.step(to[here], f"up {relations[here]} {pos[head]}")
                waiting.append(head)
            for child in self._children[here]:
                if child not in to:
                    to[child] = self._keys.step(to[here], f"down {relations[child]} {pos[child]}")
                    waiting.append(child)
        return to


def sentence_of(token: int, sentences: Sequence[TokenSpan]) -> TokenSpan:
    """Return the sentence that holds a token."""
    return next(sentence for sentence in sentences if sentence.start <= token < sentence.end)
