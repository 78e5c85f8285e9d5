"""What FuzzySyntheticQA takes its passages from, by kind and file."""

from collections.abc import Iterator
from pathlib import Path
from typing import Literal, get_args

import msgspec

from spanwise.benchmarks.synthetic.drawn_words import UniformPassages
from spanwise.benchmarks.synthetic.found_text import DatasetPassages, SamplePassages
from spanwise.benchmarks.synthetic.grammar import GrammarPassages
from spanwise.benchmarks.synthetic.ngram import NgramPassages
from spanwise.benchmarks.synthetic.passage import PASSAGE_TOKENS, PassageSource, tokens_of
from spanwise.benchmarks.synthetic.treebank import trees
from spanwise.data.formats import read
from spanwise.errors import OptionError
from spanwise.files import label, read_bytes, utf8
from spanwise.language.vectors import WordVectors

__all__ = ["KINDS", "Kind", "TextSettings", "passage_source"]

Kind = Literal["uniform", "3gram", "pcfg", "neural", "wikipedia"]
KINDS: tuple[Kind, ...] = get_args(Kind)
"""The kinds of passages, by the names of the catalog's benchmarks."""


class TextSettings(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """How a source of passages is read."""

    tokens: int = PASSAGE_TOKENS
    """Tokens in a passage."""
    running: bool = False
    """Cut running text into words and marks; without it tokens are what blanks separate, as in WikiText."""
    vocabulary: int = 10_000
    """Without a file, how many of the first words of the vectors are drawn from (uniform)."""
    order: int = 3
    """The order of the n-gram model (3gram)."""


def passage_source(
    kind: Kind, file: str | Path | None, vectors: WordVectors, settings: TextSettings | None = None
) -> PassageSource:
    """Return what gives the passages of a kind.

    Args:
        kind: "uniform" draws from the words of a text file, or from the first words of the vectors; "3gram" fits a
            model to a text file, a line at a time; "pcfg" a grammar to a treebank in Penn's brackets; "neural" takes a
            text file with a sample in each line; "wikipedia" the paragraphs of any dataset.
        file: The file, plain or packed; "-" is standard input.
        vectors: What is asked whether a word has a vector.
        settings: How the file is read.

    Raises:
        OptionError: The kind needs a file, or a setting has no meaning.
        FormatError: The file cannot be read, or a treebank does not parse.
        DataError: The file has too little for one passage.
    """
    settings = settings or TextSettings()
    if kind == "uniform":
        return _uniform(file, vectors, settings)
    if file is None:
        raise OptionError(f"passages of the kind {kind!r} are made from a file; name it with --from")
    if kind == "3gram":
        return NgramPassages(_tokenised(file, settings), order=settings.order, tokens=settings.tokens)
    if kind == "pcfg":
        return GrammarPassages(trees(_lines(file), label(file)), tokens=settings.tokens)
    if kind == "neural":
        return SamplePassages(filter(None, _tokenised(file, settings)), tokens=settings.tokens)
    return DatasetPassages(read(file), tokens=settings.tokens)


def _uniform(file: str | Path | None, vectors: WordVectors, settings: TextSettings) -> UniformPassages:
    if file is None:
        return UniformPassages(vectors.words[: settings.vocabulary], tokens=settings.tokens)
    words = (token for line in _tokenised(file, settings) for token in line)
    return UniformPassages(words, tokens=settings.tokens, known=lambda word: word in vectors or word.lower() in vectors)


def _tokenised(file: str | Path, settings: TextSettings) -> Iterator[tuple[str, ...]]:
    for line in _lines(file):
        yield tokens_of(line)[0] if settings.running else tuple(line.split())


def _lines(file: str | Path) -> list[str]:
    return utf8(read_bytes(file), label(file)).decode("utf-8").replace("\r\n", "\n").split("\n")
