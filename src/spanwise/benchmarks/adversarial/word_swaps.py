"""Other words for a question's: antonyms of nouns and adjectives, near words for names and numbers."""

from collections import Counter
from collections.abc import Iterable, Sequence
from typing import NamedTuple

from spanwise.language.annotated import Annotated
from spanwise.language.inflection import cased_like, inflected
from spanwise.language.lexicon import Lexicon
from spanwise.language.neighbours import Neighbours
from spanwise.language.vectors import WordVectors

__all__ = ["ChangedWords", "WordSwaps", "names_differ"]

_NEAREST = 20
"""How many neighbours are looked at: some are forms of the word itself."""
_ALTERNATIVES = 5
_NAME_TAGS = frozenset(["NNP", "NNPS", "CD"])
_KEPT = (
    "other such own same much more most less least whole total "
    "several certain main type types kind kinds term terms state"
)
_NO_OPPOSITE = frozenset(_KEPT.split())
"""Words whose opposite says the same of other things, or is no English in their place."""
_ONE = frozenset(["one", "1"])
"""Another number would ask for another form of the noun."""
_MISLEADING = frozenset([("little", "JJR"), ("little", "JJS")])
"""The least is not the opposite of the biggest."""
_SHARED_START = 4
_POOL = 3
"""How often a word must stand in the texts with a tag to be one of it; rarer ones are often mistagged."""


class ChangedWords(NamedTuple):
    """A question's words with some in the place of others."""

    words: tuple[str, ...]
    changed: tuple[int, ...]
    """The tokens that have other words."""


class WordSwaps:
    """Knows what may stand in the place of a word.

    Antonyms come from the lexicon, the word's most frequent senses alone. Near words come from the vectors, among the
    words that stand in the texts with the same part of speech and the same type of entity. Jia and Liang (2017) ask for
    the part of speech alone; with the type too, a city becomes another city.
    """

    def __init__(self, lexicon: Lexicon, vectors: WordVectors | None, texts: Iterable[Annotated]) -> None:
        """Take the sources; `texts` are those that near words may come from, such as all contexts and questions."""
        self._lexicon = lexicon
        self._vectors = vectors
        self._spelling, self._pools = _pools(texts, vectors)
        self._finders: dict[tuple[str, str], Neighbours | None] = {}
        self._near: dict[tuple[str, str, str], tuple[str, ...]] = {}
        self._opposites: dict[tuple[str, str, str, str], tuple[str, ...]] = {}
        self.without_vector: Counter[str] = Counter()
        """Names and numbers that had no vector, and how often each was asked about."""

    def prepare(self, questions: Sequence[Annotated]) -> None:
        """Look up the neighbours of all names and numbers of many questions at once, which is what makes it quick."""
        wanted: dict[tuple[str, str], set[str]] = {}
        for question in questions:
            for token in range(len(question)):
                key = _key(question, token)
                word = question.words[token].lower()
                if (
                    key is not None
                    and self._vectors is not None
                    and word in self._vectors
                    and (*key, word) not in self._near
                ):
                    wanted.setdefault(key, set()).add(word)
        for key, words in wanted.items():
            finder = self._finder(key)
            ordered = sorted(words)
            if finder is not None:
                for word, found in zip(ordered, finder.nearest(ordered, _NEAREST), strict=True):
                    kept = [near.word for near in found if names_differ(word, near.word)]
                    self._near[(*key, word)] = tuple(kept[:_ALTERNATIVES])

    def changed(
        self, question: Annotated, rank: int, *, fixed: Iterable[int] = (), forbidden: Iterable[str] = ()
    ) -> ChangedWords:
        """Return the question's words with other words where there are any.

        Args:
            question: The question.
            rank: Which of the alternatives is taken, from 0; where there are fewer, they are gone through again.
            fixed: Tokens that stay, such as the question word's noun.
            forbidden: Words in lower case that must not come in, such as those of the answer.
        """
        kept = frozenset(fixed)
        taken = {word.lower() for word in question.words} | set(forbidden)
        words = list(question.words)
        changed = []
        for token in range(len(question)):
            if token in kept:
                continue
            fit = [word for word in self._alternatives(question, token) if word.lower() not in taken]
            if fit:
                words[token] = fit[rank % len(fit)]
                # "San Francisco" must not become "Diego Diego".
                taken.add(words[token].lower())
                changed.append(token)
        return ChangedWords(tuple(words), tuple(changed))

    def _alternatives(self, question: Annotated, token: int) -> tuple[str, ...]:
        word, tag = question.words[token], question.tags[token]
        key = _key(question, token)
        if key is not None:
            near = self._near_words(key, word.lower())
            return tuple([_as_written(self._spelling.get(one, one), word) for one in near])
        named = token > 0 and word[:1].isupper()
        if question.pos[token] not in ("NOUN", "ADJ") or named or word.lower() in _NO_OPPOSITE:
            return ()
        asked = (word.lower(), question.lemmas[token], question.pos[token], tag)
        if asked not in self._opposites:
            self._opposites[asked] = self._opposite_words(*asked)
        return tuple([cased_like(one, word) for one in self._opposites[asked]])

    def _near_words(self, key: tuple[str, str], word: str) -> tuple[str, ...]:
        if self._vectors is None:
            return ()
        if word not in self._vectors:
            self.without_vector[word] += 1
            return ()
        return self._near.get((*key, word), ())

    def _opposite_words(self, word: str, lemma: str, pos: str, tag: str) -> tuple[str, ...]:
        found = self._lexicon.antonyms(word, pos, senses=2, indirect=pos == "ADJ")
        if not found and lemma != word:
            found = self._lexicon.antonyms(lemma, pos, senses=2, indirect=pos == "ADJ")
        ending = {"JJR": ("er", "less", "worse"), "JJS": ("st",)}.get(tag, ())
        forms = [
            # "Best" is an entry of its own, so that its opposite "worst" is in form already.
            one if ending and one.endswith(ending) else inflected(one, tag)
            for one in found
            if " " not in one and (one, tag) not in _MISLEADING
        ]
        return tuple([form for form in forms if form is not None])

    def _finder(self, key: tuple[str, str]) -> Neighbours | None:
        if key not in self._finders:
            pool = self._pools.get(key, frozenset())
            vectors = self._vectors
            self._finders[key] = Neighbours(vectors, among=pool) if vectors is not None and pool else None
        return self._finders[key]


def _key(text: Annotated, token: int) -> tuple[str, str] | None:
    """Return the group that a name or number is replaced within, or None for any other word."""
    if text.entity_types[token] == "ORDINAL" and text.pos[token] == "ADJ":
        return ("ordinal", "")
    if text.pos[token] == "ADJ" and text.entity_types[token] == "NORP":
        return (text.tags[token], "NORP")
    if text.words[token].lower() in _ONE:
        return None
    if text.tags[token] not in _NAME_TAGS or not any(map(str.isalnum, text.words[token])):
        return None
    word = text.words[token]
    if word.isdigit():
        return (f"{len(word)} digits", "")
    return (text.tags[token], text.entity_types[token])


def _pools(
    texts: Iterable[Annotated], vectors: WordVectors | None
) -> tuple[dict[str, str], dict[tuple[str, str], frozenset[str]]]:
    """Return how words are mostly written, and the words of each group."""
    spellings: dict[str, Counter[str]] = {}
    groups: dict[tuple[str, str], Counter[str]] = {}
    for text in texts:
        for token, word in enumerate(text.words):
            key = _key(text, token)
            lower = word.lower()
            if key is not None and vectors is not None and lower in vectors:
                spellings.setdefault(lower, Counter())[word] += 1
                groups.setdefault(key, Counter())[lower] += 1
    # Of equals the first in the alphabet, so that the order of texts makes no difference.
    written = {lower: min(counts, key=lambda word: (-counts[word], word)) for lower, counts in spellings.items()}
    pools = {key: _well_known(counts) for key, counts in groups.items()}
    return written, pools


def _well_known(counts: Counter[str]) -> frozenset[str]:
    """Return the words that stand often enough to be no mistake of the tagger; all where that leaves too few."""
    often = [word for word, times in counts.items() if times >= _POOL]
    return frozenset(often if len(often) >= _NEAREST else counts)


def names_differ(word: str, other: str) -> bool:
    """Return whether two names are different ones: "Germany" and "German" begin alike and are forms of one."""
    if word.isdigit() and other.isdigit():
        return word != other
    # "US" and "U.S." are one.
    word, other = word.replace(".", ""), other.replace(".", "")
    short = min(len(word), len(other), 1 + max(_SHARED_START, min(len(word), len(other)) - 2))
    return word[:short] != other[:short] and not (word in other or other in word)


def _as_written(spelled: str, model: str) -> str:
    """Return a word as it is mostly written, with a capital where the word it stands for has one.

    What "US" is replaced by is "Iraq" and not "IRAQ".
    """
    return spelled if spelled[:1].isupper() else cased_like(spelled, model)
