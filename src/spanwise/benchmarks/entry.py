"""What the catalog says of a benchmark: its parts, their files, and what is known of each."""

from typing import Any, Literal

import msgspec

__all__ = ["Benchmark", "Family", "Pinned", "SourceFile", "Split"]

Family = Literal["human", "cloze", "synthetic"]
"""Who wrote the questions: people; people, with a word left out by machine; a generator."""

Pinned = Literal["", "makers", "others", "computed"]
"""Where a checksum comes from: the makers of the file publish it; projects that use the file do, and agree; it was
computed from a file that is the published one. "": there is no checksum."""


class SourceFile(msgspec.Struct, frozen=True):
    """A published file. A checksum stands here only where it is known; nothing is guessed."""

    name: str
    """Its name in the cache, unlike that of any other benchmark's file."""
    address: str = ""
    """Where it is downloaded from; empty where there is no address that a program can use."""
    sha256: str = ""
    md5: str = ""
    """Where that is what the makers publish."""
    pinned: Pinned = ""
    hint: str = ""
    """How a person gets it, where a program cannot."""

    @property
    def digest(self) -> str:
        """The checksum with its method before a colon, or an empty text where none is known."""
        if self.sha256:
            return f"sha256:{self.sha256}"
        return f"md5:{self.md5}" if self.md5 else ""


class Split(msgspec.Struct, frozen=True):
    """A part of a benchmark: which files it is made from, how, and how many questions its makers state."""

    name: str
    files: tuple[SourceFile, ...]
    converter: str
    member: str = ""
    """The file inside the archive, where the published file is one."""
    options: dict[str, Any] = {}
    """What the converter is told."""
    questions: int | None = None
    """Questions in the source as its makers count them; None where they do not say, or not in one voice."""


class Benchmark(msgspec.Struct, frozen=True):
    """A named benchmark."""

    name: str
    title: str
    family: Family
    licence: str
    citation: str
    home: str
    splits: tuple[Split, ...] = ()
    column: str = ""
    """How the concurrence study's tables call it; empty where it is not among theirs."""
    note: str = ""
    """What to know before using its figures."""
    generator: str = ""
    """The command that makes it, where it has no files."""

    def split(self, name: str) -> Split | None:
        """Return the part of this name, or None."""
        return next((split for split in self.splits if split.name == name), None)
