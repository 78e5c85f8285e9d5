"""Names like a name: the nearest words that are part of names of the same type, or another name of the article."""

from collections import Counter, defaultdict
from collections.abc import Iterable, Mapping

from spanwise.language.annotated import Annotated
from spanwise.language.neighbours import Neighbours
from spanwise.language.vectors import WordVectors

__all__ = ["NAME_TYPES", "SimilarWords", "name_tokens", "names_in"]

NAME_TYPES = frozenset(
    ["PERSON", "PER", "GPE", "LOC", "FAC", "ORG", "NORP", "PRODUCT", "EVENT", "WORK_OF_ART", "LAW", "LANGUAGE", "MISC"]
)
"""The entity types that are names, of OntoNotes and of CoNLL."""

_IN_NAMES = frozenset({"PROPN", "NOUN", "ADJ"})
_MOST = 40
"""Nearest words that are looked at for one that will do."""


def name_tokens(annotated: Annotated) -> Iterable[tuple[int, str]]:
    """Yield the tokens that make up names, with the type of the name and the part of speech: "GPE PROPN".

    A proper noun outside of any entity is one too; there the type is empty.
    """
    for token, (label, pos) in enumerate(zip(annotated.entity_types, annotated.pos, strict=True)):
        word = annotated.words[token]
        named = label in NAME_TYPES and pos in _IN_NAMES and any(map(str.isupper, word))
        if (named or (pos == "PROPN" and not label)) and word.isalpha() and len(word) > 1:
            yield token, f"{label} {pos}"


class SimilarWords:
    """The words nearest to a word of a name, among those that stand in the dataset in names of the same type.

    That keeps a city a city and a surname a surname, which the nearest of all 400,000 words does not.
    """

    def __init__(self, vectors: WordVectors, texts: Iterable[Annotated], asked: Iterable[Annotated]) -> None:
        """Find the neighbours of all words that are asked about, at once."""
        forms: dict[str, Counter[str]] = defaultdict(Counter)
        known: dict[str, set[str]] = defaultdict(set)
        self._fellows: dict[str, set[str]] = defaultdict(set)
        for annotated in texts:
            for token, kind in name_tokens(annotated):
                word = annotated.words[token]
                forms[word.lower()][word] += 1
                known[kind].add(word.lower())
            for start, end, _ in annotated.entities:
                whole = [word.lower() for word in annotated.words[start:end]]
                for word in whole:
                    self._fellows[word].update(whole)
        self._forms = {low: min(counts, key=lambda form: (-counts[form], form)) for low, counts in forms.items()}
        wanted: dict[str, set[str]] = defaultdict(set)
        for annotated in asked:
            for token, kind in name_tokens(annotated):
                wanted[kind].add(annotated.words[token].lower())
        self._nearest = {
            kind: _nearest(vectors, words, known[kind]) for kind, words in sorted(wanted.items()) if known[kind]
        }
        unknown = {word for words in wanted.values() for word in words if word not in vectors}
        self.without_vector = tuple(sorted(unknown))
        """The words of names in questions that have no vector, in small letters."""

    def nearest(self, word: str, kind: str) -> tuple[str, ...]:
        """Return words as they are mostly written, the nearest first; none for a word without a vector.

        A word that stands with it in one name is none of them, since "Nikola" is no one else than "Tesla"; an
        acronym gets acronyms where there are any.
        """
        low = word.lower()
        fellows = self._fellows.get(low, set())
        found = [self._forms[near] for near in self._nearest.get(kind, {}).get(low, ()) if near not in fellows]
        acronyms = [form for form in found if form.isupper()] if word.isupper() else []
        return tuple(acronyms or found)


def _nearest(vectors: WordVectors, words: set[str], known: set[str]) -> Mapping[str, tuple[str, ...]]:
    asked = sorted(word for word in words if word in vectors and vectors.vector(word).any())
    among = [word for word in known if word in vectors and vectors.vector(word).any()]
    if not asked or not among:
        return {}
    found = Neighbours(vectors, among=among).nearest(asked, _MOST)
    return {
        word: tuple([near.word for near in nearest if not _kin(word, near.word)])
        for word, nearest in zip(asked, found, strict=True)
    }


def _kin(word: str, other: str) -> bool:
    """Say whether two words look like forms of one: "german" and "germany", "broncos" and "bronco"."""
    shorter = min(len(word), len(other))
    shared = next((i for i in range(shorter) if word[i] != other[i]), shorter)
    return shared >= max(3, 0.6 * shorter)


def names_in(texts: Iterable[Annotated]) -> Mapping[str, tuple[str, ...]]:
    """Return the names of an article by type, each once, the most frequent first."""
    counts: dict[str, Counter[str]] = defaultdict(Counter)
    for annotated in texts:
        for start, end, label in annotated.entities:
            if label in NAME_TYPES:
                first = start + (annotated.pos[start] == "DET")
                last = end - (annotated.words[end - 1] in ("'s", "’s", "'", "’"))
                if first < last:
                    counts[label][annotated.span(first, last).of(annotated.text)] += 1
    return {label: tuple(sorted(names, key=lambda name: (-names[name], name))) for label, names in counts.items()}
