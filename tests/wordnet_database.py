"""Writes small WordNet databases in the true form of wndb(5), so that tests need none installed."""

from collections.abc import Iterable, Mapping
from pathlib import Path
from typing import NamedTuple

# The first lines of every file of the database are its licence, each begun by two blanks and its number.
LICENCE = "".join(f"  {number} This software and database is being provided to you  \n" for number in range(1, 30))
ENDINGS = {"n": "noun", "v": "verb", "a": "adj", "r": "adv"}


class Entry(NamedTuple):
    """A synset to be written."""

    key: str
    """What pointers of others call it."""
    pos: str
    words: tuple[str, ...]
    pointers: tuple[tuple[str, str, int, int], ...] = ()
    """Symbol, key of the target, word of this synset from 1, word of the target; 0 and 0 for whole synsets."""


SMALL = (
    Entry("entity", "n", ("entity",), (("~", "animal", 0, 0),)),
    Entry("animal", "n", ("animal", "beast"), (("@", "entity", 0, 0), ("~", "dog", 0, 0))),
    Entry("dog", "n", ("dog", "domestic_dog"), (("@", "animal", 0, 0),)),
    Entry("frump", "n", ("frump", "dog")),
    Entry("capital", "n", ("national_capital",), (("@", "entity", 0, 0), ("~i", "paris", 0, 0))),
    Entry("paris", "n", ("Paris", "City_of_Light"), (("@i", "capital", 0, 0),)),
    Entry("man", "n", ("man", "adult_male"), (("!", "woman", 1, 1),)),
    Entry("woman", "n", ("woman", "adult_female"), (("!", "man", 1, 1),)),
    Entry("boxful", "n", ("boxful", "box")),
    Entry("glass", "n", ("glass",)),
    Entry("officer", "n", ("police_officer",)),
    Entry("increase", "v", ("increase",), (("!", "decrease", 1, 1),)),
    Entry("decrease", "v", ("decrease", "lessen"), (("!", "increase", 1, 1),)),
    Entry("find", "v", ("find",), (("!", "lose", 1, 1),)),
    Entry("lose", "v", ("lose",), (("!", "find", 1, 1),)),
    Entry("establish", "v", ("found", "establish")),
    Entry("on", "v", ("switch_on", "turn_on"), (("!", "off", 1, 1), ("!", "off", 2, 2))),
    Entry("off", "v", ("switch_off", "turn_off"), (("!", "on", 1, 1), ("!", "on", 2, 2))),
    # A loop, each a kind of the other: WordNet 3.0 has none, another database may.
    Entry("inhibit", "v", ("inhibit",), (("@", "restrain", 0, 0), ("~", "restrain", 0, 0))),
    Entry("restrain", "v", ("restrain",), (("@", "inhibit", 0, 0), ("~", "inhibit", 0, 0))),
    Entry("large", "a", ("large", "big"), (("!", "small", 1, 1), ("!", "small", 2, 2), ("&", "huge", 0, 0))),
    Entry("small", "a", ("small", "little"), (("!", "large", 1, 1), ("!", "large", 2, 2))),
    Entry("huge", "s", ("gigantic", "mammoth(a)"), (("&", "large", 0, 0),)),
    Entry("hot", "a", ("hot",), (("!", "cold", 1, 1), ("&", "torrid", 0, 0), ("&", "heated", 0, 0))),
    Entry("cold", "a", ("cold",), (("!", "hot", 1, 1),)),
    Entry("torrid", "s", ("torrid",), (("&", "hot", 0, 0),)),
    Entry("heated", "s", ("heated", "cold"), (("&", "hot", 0, 0),)),
    Entry("alive", "a", ("alive(p)", "live"), (("!", "dead", 1, 1),)),
    Entry("dead", "a", ("dead",), (("!", "alive", 1, 1),)),
    Entry("quickly", "r", ("quickly", "rapidly"), (("!", "slowly", 1, 1),)),
    Entry("slowly", "r", ("slowly",), (("!", "quickly", 1, 1),)),
)
"""A few words with every relation that is read, senses in the order given."""

EXCEPTIONS = {"noun": "men man\nwomen woman\n", "verb": "found find\nlost lose\n", "adj": "bigger big\n", "adv": ""}


def write_database(folder: Path, entries: Iterable[Entry] = SMALL, exceptions: Mapping[str, str] | None = None) -> Path:
    """Write `index.*`, `data.*` and, where there are exceptions, `*.exc`; return the folder."""
    entries = tuple(entries)
    folder.mkdir(parents=True, exist_ok=True)
    offsets: dict[str, int] = {}
    parts = {entry.key: entry.pos.replace("s", "a") for entry in entries}
    # Every offset has eight digits, so the length of a line is known before its offsets are.
    for part in ENDINGS:
        end = len(LICENCE)
        for entry in entries:
            if parts[entry.key] == part:
                offsets[entry.key] = end
                end += len(data_line(entry, dict.fromkeys(parts, 0), parts))
    for part, ending in ENDINGS.items():
        own = [entry for entry in entries if parts[entry.key] == part]
        data = "".join(data_line(entry, offsets, parts) for entry in own)
        (folder / f"data.{ending}").write_bytes((LICENCE + data).encode())
        index = "".join(sorted(index_lines(own, offsets, part), key=lambda line: line.split(" ", 1)[0].encode()))
        (folder / f"index.{ending}").write_bytes((LICENCE + index).encode())
        if exceptions is not None:
            (folder / f"{ending}.exc").write_text(exceptions.get(ending, ""), "utf-8")
    return folder


def data_line(entry: Entry, offsets: Mapping[str, int], parts: Mapping[str, str]) -> str:
    words = " ".join(f"{word} 0" for word in entry.words)
    pointers = "".join(
        f" {symbol} {offsets[target]:08d} {parts[target]} {source:02x}{to:02x}"
        for symbol, target, source, to in entry.pointers
    )
    frames = " 01 + 02 00" if entry.pos == "v" else ""
    head = f"{offsets[entry.key]:08d} 03 {entry.pos} {len(entry.words):02x} {words} {len(entry.pointers):03d}{pointers}"
    return f'{head}{frames} | what is meant; "an example"  \n'


def index_lines(entries: Iterable[Entry], offsets: Mapping[str, int], part: str) -> list[str]:
    senses: dict[str, list[Entry]] = {}
    for entry in entries:
        for word in entry.words:
            senses.setdefault(word.partition("(")[0].lower(), []).append(entry)
    lines = []
    for lemma, found in senses.items():
        symbols = sorted({pointer[0] for entry in found for pointer in entry.pointers})
        fields = [lemma, part, len(found), len(symbols), *symbols, len(found), 0]
        lines.append(" ".join(map(str, [*fields, *(f"{offsets[entry.key]:08d}" for entry in found)])) + "  \n")
    return lines
