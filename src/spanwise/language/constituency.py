"""Constituents from a constituency parser, where one is installed with its model: the paper's own kind of candidate.

benepar is a component of a spaCy pipeline, Stanza a pipeline of its own. Both fetch their models themselves, so neither
comes with Spanwise. Their trees are read from Penn's brackets, which both print, as any treebank does.
"""

import re
from collections.abc import Callable, Iterator, Sequence

import msgspec
import numpy as np

from spanwise.errors import MissingExtraError, OptionError
from spanwise.language import DEFAULT_PIPELINE
from spanwise.language.annotated import Annotated, TokenSpan
from spanwise.language.candidate_facts import Spans, answer_scores, candidate_facts, candidate_weights
from spanwise.language.constituents import Constituents, token_depths
from spanwise.language.pipelines import pipeline_named
from spanwise.text.span import Span

__all__ = ["BENEPAR_MODEL", "Bracketing", "benepar_trees", "bracketings", "stanza_trees", "tree_constituents"]

BENEPAR_MODEL = "benepar_en3"

# What treebanks write for brackets, which are those of the notation itself, and for quotation marks.
_WRITTEN = {
    "-LRB-": ("(",),
    "-RRB-": (")",),
    "-LSB-": ("[",),
    "-RSB-": ("]",),
    "-LCB-": ("{",),
    "-RCB-": ("}",),
    "``": ('"', "“"),
    "''": ('"', "”"),
}
_PIECE = re.compile(r"[()]|[^\s()]+")


class Bracketing(msgspec.Struct, frozen=True):
    """A constituency tree: its words in order, and each constituent as label, first word and end."""

    words: tuple[str, ...]
    phrases: tuple[tuple[str, int, int], ...]
    """Half-open, in words; a word's own part of speech is none of them."""


def bracketings(text: str) -> tuple[Bracketing, ...]:
    """Return the trees written in Penn's brackets, ``(S (NP (DT The) (NN cat)) (VP (VBD sat)))``.

    Functions ("NP-SBJ") are cut off a label; empty elements ("-NONE-") are left out, and so is an outermost bracket
    without a label.

    Raises:
        OptionError: The brackets are no trees.
    """
    return tuple(_trees(_PIECE.findall(text)))


def _trees(pieces: Sequence[str]) -> Iterator[Bracketing]:
    words: list[str] = []
    phrases: list[tuple[str, int, int]] = []
    opened: list[tuple[str, int]] = []
    place = 0
    while place < len(pieces):
        piece = pieces[place]
        if piece == "(":
            label = pieces[place + 1] if place + 1 < len(pieces) and pieces[place + 1] not in "()" else ""
            opened.append((label, len(words)))
            place += 1 + bool(label)
            continue
        if not opened:
            raise OptionError(f"a tree in brackets begins with '(', and here is {piece!r}")
        label, start = opened[-1]
        if piece == ")":
            opened.pop()
            phrase = re.split(r"(?<=.)[-=|]", label)[0]
            # What a bracket holds straight is a word, and its label a part of speech.
            if phrase and len(words) > start and pieces[place - 1] == ")":
                phrases.append((phrase, start, len(words)))
            if not opened:
                yield Bracketing(tuple(words), tuple(phrases))
                words, phrases = [], []
        elif label != "-NONE-":
            words.append(piece.replace("\\/", "/"))
        place += 1
    if opened:
        raise OptionError(f"a tree in brackets ends with {len(opened)} of them open")


def tree_constituents(annotated: Annotated, trees: Sequence[Bracketing]) -> Constituents:
    """Return the constituents of a text's trees as candidate answers, with the trees' labels.

    Words of the trees are found in the text one after the other, whatever the parser's tokens are. Articles and
    punctuation at either end are dropped, as from all candidates; of constituents that are then the same the outermost
    gives the label, and single words are constituents.

    Raises:
        OptionError: A word of the trees is not in the text where it should be.
    """
    found: dict[tuple[int, int], str] = {}
    at = 0
    for tree in trees:
        places, at = _places(annotated, tree.words, at)
        for label, start, end in sorted(tree.phrases, key=lambda phrase: phrase[1] - phrase[2]):
            _keep(annotated, places[start:end], label, found)
    for token, pos in enumerate(annotated.pos):
        _keep(annotated, [TokenSpan(token, token + 1)], _WORD_LABELS.get(pos, "X"), found)
    spans = sorted(found)
    starts, ends = (np.array([span[side] for span in spans], dtype=np.int64) for side in (0, 1))
    depths = token_depths(annotated.heads)
    heads = np.array([min(range(start, end), key=depths.__getitem__) for start, end in spans], dtype=np.int64)
    pool = Spans(starts, ends, heads, np.ones(len(spans), dtype=np.int64))
    return Constituents(
        starts=starts,
        ends=ends,
        heads=heads,
        labels=tuple([found[span] for span in spans]),
        sentences=np.array(annotated.sentence_index, dtype=np.int64)[starts],
        scores=answer_scores(candidate_facts(annotated, pool), candidate_weights()),
    )


_WORD_LABELS = {"NOUN": "NP", "PROPN": "NP", "PRON": "NP", "NUM": "QP", "ADJ": "ADJP", "ADV": "ADVP", "VERB": "VP"}


def _places(annotated: Annotated, words: Sequence[str], at: int) -> tuple[list[TokenSpan], int]:
    """Return the tokens that each word touches, and where in the text the last one ends."""
    text = annotated.text
    places = []
    for word in words:
        while at < len(text) and text[at].isspace():
            at += 1
        here = next((form for form in (word, *_WRITTEN.get(word, ())) if text.startswith(form, at)), None)
        if here is None:
            raise OptionError(
                f"the tree's word {word!r} is not in the text at {at}, where {text[at : at + 20]!r} stands"
            )
        places.append(annotated.tokens_in(Span.at(at, here)) or TokenSpan(0, 0))
        at += len(here)
    return places, at


def _keep(annotated: Annotated, places: Sequence[TokenSpan], label: str, found: dict[tuple[int, int], str]) -> None:
    start, end = places[0].start, places[-1].end
    ignored = [
        not any(map(str.isalnum, word)) or word.lower() in ("a", "an", "the") for word in annotated.words[start:end]
    ]
    if all(ignored):
        return
    first = ignored.index(False)
    last = len(ignored) - ignored[::-1].index(False)
    found.setdefault((start + first, start + last), label)


def benepar_trees(
    pipeline: str = DEFAULT_PIPELINE, model: str = BENEPAR_MODEL
) -> Callable[[str], tuple[Bracketing, ...]]:
    """Return a function from a text to its trees by benepar, added to a spaCy pipeline.

    Raises:
        MissingExtraError: benepar or spaCy is not installed.
        OptionError: The pipeline or benepar's model is not there.
    """
    try:
        import benepar  # noqa: F401 - makes the component known to spaCy
        import spacy
    except ImportError:
        raise MissingExtraError(_missing("benepar")) from None
    # One of our own: the pipeline that annotates must not get a further component.
    language = spacy.load(pipeline_named(pipeline).folder)
    try:
        language.add_pipe("benepar", config={"model": model})
    except (OSError, LookupError, ValueError) as error:
        raise OptionError(_no_model("benepar", model, error)) from None

    def trees(text: str) -> tuple[Bracketing, ...]:
        return tuple([one for sentence in language(text).sents for one in bracketings(sentence._.parse_string)])

    return trees


def stanza_trees(language: str = "en") -> Callable[[str], tuple[Bracketing, ...]]:
    """Return a function from a text to its trees by Stanza.

    Raises:
        MissingExtraError: Stanza is not installed.
        OptionError: Its models for the language are not there.
    """
    try:
        import stanza
    except ImportError:
        raise MissingExtraError(_missing("stanza")) from None
    try:
        # Without a download: a missing model is an error here, never a wait for the network.
        pipeline = stanza.Pipeline(
            language, processors="tokenize,pos,constituency", download_method=None, verbose=False
        )
    except Exception as error:  # noqa: BLE001 - which of its own exceptions it raises differs from version to version
        raise OptionError(_no_model("stanza", language, error)) from None

    def trees(text: str) -> tuple[Bracketing, ...]:
        return tuple([one for sentence in pipeline(text).sentences for one in bracketings(str(sentence.constituency))])

    return trees


def _missing(package: str) -> str:
    return (
        f"constituents by {package} need that package, which is not installed; install it with: pip install {package}"
    )


def _no_model(package: str, model: str, error: Exception) -> str:
    reason = (str(error).splitlines() or [""])[0]
    return (
        f"{package} finds no model {model!r} ({type(error).__name__}: {reason}); "
        f'python -c "import {package}; {package}.download({model!r})" fetches it'
    )
