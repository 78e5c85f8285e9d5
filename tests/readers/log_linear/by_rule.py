"""Annotation without a pipeline: by a few rules, or by chance, so that a test knows what each token is."""

import random
import re
from collections.abc import Sequence

from spanwise.errors import OptionError
from spanwise.language.annotate import Annotator
from spanwise.language.annotated import Annotated, Entity, TokenSpan

VERBS = frozenset(["has", "sold", "built", "left", "met", "is", "did", "do", "not"])
CLOSED = {"the": "DET", "a": "DET", "of": "ADP", "in": "ADP", "on": "ADP", "many": "ADJ"}
TAGS = {"NOUN": "NN", "PROPN": "NNP", "VERB": "VBD", "DET": "DT", "ADP": "IN", "NUM": "CD", "PUNCT": ".", "PRON": "WP"}
RELATIONS = ("nsubj", "obj", "amod", "prep", "pobj")
TYPES = ("PERSON", "GPE", "DATE")


class ByRule(Annotator):
    """Annotates by rule: every token hangs on the first verb of its sentence, determiners on the next token."""

    def __init__(self, identity: str = "rules 1", *, lacks: tuple[str, ...] = ()) -> None:
        super().__init__("by-rule")
        self._identity = identity
        self._lacks = lacks

    @property
    def identity(self) -> str:
        return self._identity

    def require(self, *components: str, what: str) -> None:
        """Do all that is asked for but what was said to be lacking."""
        if lacking := [component for component in components if component in self._lacks]:
            raise OptionError(f"{what} needs {lacking}")

    def annotate(self, texts: Sequence[str]) -> tuple[Annotated, ...]:
        return tuple([by_rule(text) for text in texts])


def part_of(word: str) -> str:
    """Return the part of speech of a word."""
    if not word.strip():
        return "SPACE"
    if not word[0].isalnum():
        return "PUNCT"
    if word[0].isdigit():
        return "NUM"
    known = "VERB" if word in VERBS else CLOSED.get(word.lower())
    return known or ("PROPN" if word[0].isupper() else "NOUN")


def by_rule(text: str) -> Annotated:
    """Return the annotation of a text by rule."""
    found = list(re.finditer(r"\w+|[^\w\s]|\s(?=\s)|^\s|(?<=\s)\s", text))
    words = [match.group() for match in found]
    pos = [part_of(word) for word in words]
    heads: list[int] = []
    sentences = []
    start = 0
    for place, word in enumerate(words):
        if word in (".", "?", "!") or place == len(words) - 1:
            own = range(start, place + 1)
            root = next((token for token in own if pos[token] == "VERB"), start)
            heads += [t + 1 if pos[t] == "DET" and t < place else root for t in own]
            heads[root] = root
            sentences.append(TokenSpan(start, place + 1))
            start = place + 1
    types = {"NUM": "CARDINAL", "PROPN": "PERSON"}
    return Annotated(
        text=text,
        starts=tuple([match.start() for match in found]),
        ends=tuple([match.end() for match in found]),
        lemmas=tuple([word.lower() for word in words]),
        pos=tuple(pos),
        tags=tuple([TAGS.get(part, "XX") for part in pos]),
        dependencies=tuple(["ROOT" if head == place else "dep" for place, head in enumerate(heads)]),
        heads=tuple(heads),
        entities=tuple([Entity(t, t + 1, types[part]) for t, part in enumerate(pos) if part in types]),
        noun_chunks=(),
        sentences=tuple(sentences),
    )


def by_chance(rng: random.Random, vocabulary: Sequence[str], sentences: int, most: int = 9) -> Annotated:
    """Return sentences of words of a vocabulary with any parts of speech, trees and entities."""
    words: list[str] = []
    heads: list[int] = []
    bounds: list[TokenSpan] = []
    entities: list[Entity] = []
    for _ in range(sentences):
        first, size = len(words), rng.randint(1, most)
        words += [rng.choice(vocabulary) for _ in range(size)]
        order = rng.sample(range(first, first + size), size)
        above = {token: rng.choice(order[: max(place, 1)]) for place, token in enumerate(order)}
        heads += [above[token] for token in range(first, first + size)]
        bounds.append(TokenSpan(first, first + size))
        if rng.random() < 0.7:
            start = rng.randrange(first, first + size)
            entities.append(Entity(start, rng.randint(start + 1, first + size), rng.choice(TYPES)))
    pos = [rng.choice(tuple(TAGS)) for _ in words]
    if words:
        # Or there may be no candidate, which is another case.
        kept = rng.randrange(len(pos))
        words[kept], pos[kept] = next(word for word in vocabulary if word not in CLOSED), "NOUN"
    starts = [sum(len(word) + 1 for word in words[:place]) for place in range(len(words))]
    return Annotated(
        text=" ".join(words),
        starts=tuple(starts),
        ends=tuple([start + len(word) for start, word in zip(starts, words, strict=True)]),
        lemmas=tuple(words),
        pos=tuple(pos),
        tags=tuple([TAGS[part] for part in pos]),
        dependencies=tuple(["ROOT" if h == t else rng.choice(RELATIONS) for t, h in enumerate(heads)]),
        heads=tuple(heads),
        entities=tuple(entities),
        noun_chunks=(),
        sentences=tuple(bounds),
    )
