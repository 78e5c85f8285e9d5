"""Trees in Penn's brackets, read with their parts of speech, and with the line of every fault."""

import re
from collections.abc import Iterable, Iterator

import msgspec

from spanwise.errors import FormatError

__all__ = ["Tree", "trees"]

_PIECE = re.compile(r"[()]|[^\s()]+")
_FUNCTION = re.compile(r"[-=|].*")
_BRACKETS = {"-LRB-": "(", "-RRB-": ")", "-LSB-": "[", "-RSB-": "]", "-LCB-": "{", "-RCB-": "}"}


class Tree(msgspec.Struct, frozen=True):
    """A constituent with its parts, or a part of speech with its word."""

    label: str
    children: "tuple[Tree | str, ...]"


class _Open(msgspec.Struct):
    """A bracket that is not closed yet."""

    line: int
    label: str = ""
    children: list[Tree | str] = []
    held: int = 0
    """What stood in it, with what is left out."""


def trees(lines: Iterable[str], where: str) -> Iterator[Tree]:
    """Give each tree of a treebank's lines, one after the other.

    Functions ("NP-SBJ", "NP=2") are cut off the labels, empty elements ("-NONE-") and what holds nothing else are left
    out, an outermost bracket without a label is opened, and "-LRB-" is "(". What reads a parser's brackets
    (`spanwise.language.constituency`) drops the parts of speech, which a grammar needs, and knows of no lines, which
    whoever edits a treebank needs.

    Args:
        lines: The lines of the file.
        where: How the file is called in messages.

    Raises:
        FormatError: The brackets are no trees; names the line.
    """
    opened: list[_Open] = []
    number = 0
    for number, line in enumerate(lines, 1):
        place = f"{where}: line {number}"
        for piece in _PIECE.findall(line):
            if piece == "(":
                if opened:
                    _refuse_mixture(opened[-1], "a bracket", place, word=False)
                    opened[-1].held += 1
                opened.append(_Open(number))
            elif not opened:
                raise FormatError(f"{place}: {piece!r} stands outside of every tree; a tree begins with '('")
            elif piece == ")":
                tree = _closed(opened.pop(), place, outermost=not opened)
                if tree is None:
                    continue
                if opened:
                    opened[-1].children.append(tree)
                else:
                    yield from _without_outermost(tree, place)
            else:
                _take(opened[-1], piece, place)
    if opened:
        raise FormatError(
            f"{where}: line {number}: the file ends with {len(opened)} brackets open; the first is that of line "
            f"{opened[0].line}"
        )


def _take(bracket: _Open, piece: str, place: str) -> None:
    """Take a piece as the bracket's label if it is the first in it, else as its word."""
    if not bracket.label and not bracket.held:
        bracket.label = piece
        return
    _refuse_mixture(bracket, repr(piece), place, word=True)
    bracket.children.append(_BRACKETS.get(piece, piece.replace("\\/", "/")))
    bracket.held += 1


def _refuse_mixture(bracket: _Open, piece: str, place: str, *, word: bool) -> None:
    """Refuse a bracket beside a word, a word beside a bracket, and a second word."""
    if word and bracket.held:
        raise FormatError(f"{place}: the word {piece} in {bracket.label!r}, which holds something; give it a bracket")
    if bracket.children and isinstance(bracket.children[0], str):
        raise FormatError(
            f"{place}: {piece} beside the word {bracket.children[0]!r}; one word is all a bracket may hold"
        )


def _closed(bracket: _Open, place: str, *, outermost: bool) -> Tree | None:
    """Return the tree of a bracket, or None where all in it is left out."""
    if not bracket.held:
        raise FormatError(f"{place}: the bracket {bracket.label!r} closes with nothing in it; it needs a word")
    if not bracket.label and not outermost:
        raise FormatError(f"{place}: a bracket within a tree has no label; write it as (NP ...)")
    if bracket.label == "-NONE-" or not bracket.children:
        return None
    # The parts of speech of brackets begin with a dash themselves: "-LRB-".
    label = bracket.label if bracket.label.startswith("-") else _FUNCTION.sub("", bracket.label)
    return Tree(label, tuple(bracket.children))


def _without_outermost(tree: Tree, place: str) -> Iterator[Tree]:
    """Give a tree, or those in an outermost bracket without a label."""
    if tree.label:
        yield tree
        return
    for child in tree.children:
        if isinstance(child, str):
            raise FormatError(f"{place}: the word {child!r} has no part of speech; write (NN {child})")
        yield child
