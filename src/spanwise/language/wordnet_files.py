"""WordNet's own database files, wndb(5), looked up in place: a binary search in the index, one line of the data.

The files are made for this: the index is sorted, and an entry holds the byte offset of each synset's line. So nothing
is parsed ahead and nothing has to be kept in a cache that could grow stale; opening takes a millisecond, and what is
read stays in memory. `WordNetFiles.check` reads everything once, for whoever doubts a copy.
"""

import mmap
import re
from collections.abc import Iterator
from pathlib import Path
from typing import NamedTuple

from spanwise.errors import FormatError

__all__ = ["ENDINGS", "Pointer", "Synset", "WordNetCounts", "WordNetFiles"]

ENDINGS = {"n": "noun", "v": "verb", "a": "adj", "r": "adv"}
"""The file ending of each part of speech; adjective satellites ("s") are among the adjectives."""

_MARKER = re.compile(r"\((?:a|p|ip)\)$")
_REFETCH = "fetch the database again, byte for byte"


class Pointer(NamedTuple):
    """A relation of a synset to another."""

    symbol: str
    """"!" antonym, "@" hypernym, "@i" hypernym of an instance, "~" hyponym, "&" similar to, ..."""
    offset: int
    pos: str
    source: int
    """The word of this synset that the relation is one of, from 1; 0 where it is one of the whole synset."""
    target: int
    """The word of the other synset, from 1, or 0."""


class Synset(NamedTuple):
    """Words that share a meaning."""

    offset: int
    pos: str
    """"n", "v", "a", "r", or "s" for an adjective satellite: one that hangs on a head adjective of near meaning."""
    words: tuple[str, ...]
    """As they are written, with blanks, without the marks of where an adjective may stand."""
    pointers: tuple[Pointer, ...]
    gloss: str


class WordNetCounts(NamedTuple):
    """How much a database holds: WordNet 3.0 has 117,659 synsets, 155,287 entries and 7,979 antonym pointers."""

    synsets: int
    entries: int
    antonym_pointers: int


class WordNetFiles:
    """An open database: `index.*` and `data.*` of nouns, verbs, adjectives and adverbs, and `*.exc` where they are.

    Raises:
        FormatError: A file is missing, empty or cut off.
    """

    def __init__(self, folder: Path) -> None:
        self.folder = folder
        self._index = {pos: _mapped(folder / f"index.{ending}") for pos, ending in ENDINGS.items()}
        self._data = {pos: _mapped(folder / f"data.{ending}") for pos, ending in ENDINGS.items()}
        self._synsets: dict[tuple[str, int], Synset] = {}
        self._exceptions: dict[str, dict[str, tuple[str, ...]]] = {}

    def senses(self, lemma: str, pos: str) -> tuple[int, ...]:
        """Return the offsets of a lemma's synsets, the most frequent sense first; none where it has no entry.

        Args:
            lemma: As the index has it: lower case, with "_" for a blank.
            pos: "n", "v", "a" or "r".
        """
        data = self._index[pos]
        key = lemma.encode("utf-8", "surrogatepass")
        low, high = 0, len(data) if key else 0
        # Invariant: the line sought, if any, begins in [low, high), and both stand at beginnings of lines.
        while low < high:
            start = data.rfind(b"\n", low, (low + high) // 2) + 1 or low
            end = data.find(b"\n", start) + 1
            line = data[start:end]
            # The licence at the top is indented by two blanks, and its lines come before all words.
            found = b"" if line.startswith(b"  ") else line.partition(b" ")[0]
            if found == key:
                return _senses_of(line, self._place("index", pos, start))
            if found < key:
                low = end
            else:
                high = start
        return ()

    def synset(self, pos: str, offset: int) -> Synset:
        """Return the synset whose line begins at an offset of the data file.

        Raises:
            FormatError: There is no such line, or it does not hold what it should.
        """
        pos = "a" if pos == "s" else pos
        known = self._synsets.get((pos, offset))
        if known is None:
            data = self._data[pos]
            line = data[offset : data.find(b"\n", offset) + 1]
            known = self._synsets[pos, offset] = _synset_of(line, offset, self._place("data", pos, offset))
        return known

    def exceptions(self, pos: str) -> dict[str, tuple[str, ...]]:
        """Return the irregular forms of a part of speech, each with its lemmas; empty without the `.exc` file."""
        if pos not in self._exceptions:
            path = self.folder / f"{ENDINGS[pos]}.exc"
            lines = path.read_bytes().decode("utf-8", "replace").splitlines() if path.is_file() else []
            table: dict[str, tuple[str, ...]] = {}
            for number, line in enumerate(lines, 1):
                form, *lemmas = line.split() or [""]
                if not lemmas:
                    raise FormatError(f"{path}, line {number}: no form with its lemma: {line[:60]!r}; {_REFETCH}")
                table[form] = (*table.get(form, ()), *lemmas)
            self._exceptions[pos] = table
        return self._exceptions[pos]

    def entries(self, pos: str) -> Iterator[tuple[str, tuple[int, ...]]]:
        """Yield each lemma of a part of speech with its senses, in the order of the index."""
        for start, line in _records(self._index[pos]):
            place = self._place("index", pos, start)
            yield line.partition(b" ")[0].decode("utf-8", "replace"), _senses_of(line, place)

    def check(self) -> WordNetCounts:
        """Read the whole database and count it; takes seconds.

        Raises:
            FormatError: At the first line that is malformed, out of order, or points to where no synset begins.
        """
        starts = {pos: {start for start, _ in _records(data)} for pos, data in self._data.items()}
        entries = antonyms = 0
        for pos, ending in ENDINGS.items():
            self.exceptions(pos)
            for offset, line in _records(self._data[pos]):
                place = self._place("data", pos, offset)
                for pointer in _synset_of(line, offset, place).pointers:
                    antonyms += pointer.symbol == "!"
                    if pointer.offset not in starts["a" if pointer.pos == "s" else pointer.pos]:
                        raise FormatError(
                            f"{_at(*place)}: points to {pointer.offset:08d}, where no synset begins; {_REFETCH}"
                        )
            before = ""
            for lemma, offsets in self.entries(pos):
                if lemma <= before or not starts[pos].issuperset(offsets):
                    wrong = f"stands after {before!r}" if lemma <= before else "names a synset that is not in the data"
                    raise FormatError(f"{self.folder / f'index.{ending}'}: {lemma!r} {wrong}; {_REFETCH}")
                before = lemma
                entries += 1
        return WordNetCounts(sum(map(len, starts.values())), entries, antonyms)

    def _place(self, kind: str, pos: str, offset: int) -> "_Place":
        data = self._index[pos] if kind == "index" else self._data[pos]
        return _Place(self.folder / f"{kind}.{ENDINGS[pos]}", data, offset)


class _Place(NamedTuple):
    """A line of a file by its offset; its number is counted only when it is to be told."""

    path: Path
    data: mmap.mmap
    offset: int


def _at(path: Path, data: mmap.mmap, offset: int) -> str:
    if offset >= len(data):
        return f"{path}, byte {offset} (the file ends at {len(data)})"
    number = data[:offset].count(b"\n") + 1
    return f"{path}, line {number}"


def _mapped(path: Path) -> mmap.mmap:
    try:
        with path.open("rb") as file:
            data = mmap.mmap(file.fileno(), 0, access=mmap.ACCESS_READ)
    except FileNotFoundError:
        raise FormatError(
            f"{path}: no such file, so {str(path.parent)!r} is not a whole WordNet database; {_REFETCH}"
        ) from None
    except ValueError:
        raise FormatError(f"{path}: this file is empty; {_REFETCH}") from None
    except OSError as error:
        raise FormatError(f"{path}: cannot be read ({error.strerror or error})") from None
    if data[-1:] != b"\n":
        line = data[:].count(b"\n") + 1
        raise FormatError(f"{path}, line {line}: the file is cut off in this line; {_REFETCH}")
    return data


def _records(data: mmap.mmap) -> Iterator[tuple[int, bytes]]:
    """Yield the lines below the licence, each with its offset."""
    start = 0
    while start < len(data):
        end = data.find(b"\n", start) + 1
        line = data[start:end]
        if not line.startswith(b"  "):
            yield start, line
        start = end


def _senses_of(line: bytes, place: _Place) -> tuple[int, ...]:
    # lemma pos synset_cnt p_cnt [ptr_symbol...] sense_cnt tagsense_cnt synset_offset...
    fields = line.split()
    try:
        count, symbols = int(fields[2]), int(fields[3])
        offsets = tuple(map(int, fields[6 + symbols :]))
        if len(offsets) != count or count == 0:
            raise ValueError
    except (ValueError, IndexError):
        raise _malformed("an index entry", line, place) from None
    return offsets


def _synset_of(line: bytes, offset: int, place: _Place) -> Synset:
    # synset_offset lex_filenum ss_type w_cnt word lex_id [...] p_cnt [symbol offset pos source/target...] | gloss
    head, _, gloss = line.decode("utf-8", "replace").partition("|")
    fields = head.split()
    try:
        if int(fields[0]) != offset:
            raise ValueError
        pos, count = fields[2], int(fields[3], 16)
        words = [_MARKER.sub("", word).replace("_", " ") for word in fields[4 : 4 + 2 * count : 2]]
        rest = fields[4 + 2 * count :]
        pointers = []
        for at in range(1, 1 + 4 * int(rest[0]), 4):
            symbol, target, target_pos, ends = rest[at : at + 4]
            pointers.append(Pointer(symbol, int(target), target_pos, *divmod(int(ends, 16), 256)))
        if not words or pos not in "nvasr" or any(pointer.pos not in "nvasr" for pointer in pointers):
            raise ValueError
    except (ValueError, IndexError):
        raise _malformed("a synset", line, place) from None
    return Synset(offset, pos, tuple(words), tuple(pointers), gloss.strip())


def _malformed(what: str, line: bytes, place: _Place) -> FormatError:
    shown = line[:60].decode("utf-8", "replace").strip()
    # Every offset is off by the number of lines above it as soon as line endings were turned into CR LF.
    cause = "; its line endings were changed" if b"\r\n" in place.data[:4096] else ""
    return FormatError(f"{_at(*place)}: {what} should stand here, not {shown!r}{cause}; {_REFETCH}")
