"""The features of every candidate for every question on a context: millions of names, of which few hold at a time.

Nothing is laid out candidate by candidate. Features that pair something of the question with something of the
candidate are tables, lexicalised ones are two products of small matrices, and only paths are listed one by one.
"""

from collections.abc import Iterator, Sequence
from typing import TYPE_CHECKING, NamedTuple

import numpy as np

from spanwise.language.annotated import Annotated, TokenSpan
from spanwise.readers.log_linear.asked import Asked
from spanwise.readers.log_linear.context import ContextFacts
from spanwise.readers.log_linear.frequencies import Frequencies
from spanwise.readers.log_linear.keys import Keys
from spanwise.readers.log_linear.measures import measures, roots
from spanwise.readers.log_linear.paths import TreePaths, sentence_of

if TYPE_CHECKING:
    from numpy.typing import NDArray

    from spanwise.readers.log_linear.context import BoolArray, FloatArray, IntArray
    from spanwise.readers.log_linear.keys import KeyArray

    PlaceArray = NDArray[np.int32]

__all__ = ["Crossing", "Features", "Lexical", "PathRows", "features"]


class Crossing(NamedTuple):
    """Features of pairs: one of a kinds of something of a question with one of b kinds of something of a candidate."""

    table: "PlaceArray"
    """Places among the keys, (a, b)."""
    of_question: "IntArray"
    """The row of each question, (q,)."""
    of_candidate: "IntArray"
    """The column of each candidate, (c,)."""
    group: str


class Lexical(NamedTuple):
    """Pairs of the w lemmas of all questions with the k of the context, near a candidate and inside of it."""

    near: "PlaceArray"
    """Places among the keys, (w, k)."""
    inside: "PlaceArray"
    holds: "FloatArray"
    """1 where a question holds a lemma, (q, w)."""


class PathRows(NamedTuple):
    """Paths from shared words to candidates, r of them."""

    rows: "PlaceArray"
    """The question and candidate of each, (r,): question x c + candidate."""
    places: "PlaceArray"
    """Places among the keys without and with the path in the question, (r, 2)."""


class Features(NamedTuple):
    """The features of q questions and c candidates of one context."""

    context: ContextFacts
    measures: "FloatArray"
    """(q, c, m)."""
    roots: "BoolArray"
    """(q, c, 3), or (q, c, 0) without the group."""
    keys: "KeyArray"
    """Every key that any of the features below has, sorted, each once."""
    crossings: tuple[Crossing, ...]
    lexical: Lexical | None
    paths: PathRows | None


def features(
    context: ContextFacts, questions: Sequence[Annotated], frequencies: Frequencies, groups: tuple[str, ...], keys: Keys
) -> Features:
    """Return the features of all candidates of a context for questions on it.

    Args:
        context: The context.
        questions: The questions, q of them.
        frequencies: The counts of the training set.
        groups: The groups of features to work out.
        keys: Makes the keys.
    """
    asked = [Asked(question) for question in questions]
    crossed = [
        (group, *cross) for group, make in _CROSSED.items() if group in groups for cross in make(context, asked, keys)
    ]
    lexical = _lexical_keys(context, asked, keys) if "lexicalised" in groups else ()
    rows, path_keys = _path_keys(context, asked, keys) if "dependency-paths" in groups else (None, ())
    unique, placed = _placed([*[table for _, table, _, _ in crossed], *lexical, *path_keys])
    crossings = [
        Crossing(next(placed), of_question, of_candidate, group) for group, _, of_question, of_candidate in crossed
    ]
    return Features(
        context=context,
        measures=np.array([measures(context, one, frequencies, groups) for one in asked]),
        roots=np.array([roots(context, one)[:, : 3 * ("root-match" in groups)] for one in asked]),
        keys=unique,
        crossings=tuple(crossings),
        lexical=Lexical(next(placed), next(placed), _holds(asked)) if lexical else None,
        paths=None if rows is None else PathRows(rows, np.stack([next(placed), next(placed)], axis=1)),
    )


def _placed(arrays: Sequence["KeyArray"]) -> tuple["KeyArray", Iterator["PlaceArray"]]:
    """Return every key once, and for each array where its keys stand among them."""
    none = np.zeros(0, dtype=np.uint64)
    unique, inverse = np.unique(np.concatenate([none, *[array.ravel() for array in arrays]]), return_inverse=True)
    ends = np.cumsum([array.size for array in arrays])
    parts = np.split(inverse.astype(np.int32), ends[:-1]) if arrays else []
    return unique, (part.reshape(array.shape) for part, array in zip(parts, arrays, strict=True))


_Cross = tuple["KeyArray", "IntArray", "IntArray"]


def _crossed(keys: Keys, asked: Sequence[str], of_candidates: Sequence[str]) -> _Cross:
    """Return the keys of one attribute of questions with one of candidates, and who has which."""
    rows: dict[str, int] = {}
    columns: dict[str, int] = {}
    of_question = np.array([rows.setdefault(value, len(rows)) for value in asked])
    of_candidate = np.array([columns.setdefault(value, len(columns)) for value in of_candidates])
    return keys.crossed(keys.array(rows)[:, None], keys.array(columns)), of_question, of_candidate


def _with_wh_word(asked: Sequence[Asked]) -> tuple[Sequence[str], Sequence[str]]:
    return ["any question"] * len(asked), [f"wh-word {one.wh_word}" for one in asked]


def _labels(context: ContextFacts, asked: Sequence[Asked], keys: Keys) -> list[_Cross]:
    relations = context.annotated.dependencies
    heads = context.candidates.heads.tolist()
    labels = [
        f"phrase {label} as {relations[head]}" for label, head in zip(context.candidates.labels, heads, strict=True)
    ]
    return [_crossed(keys, of_question, labels) for of_question in _with_wh_word(asked)]


def _tags(context: ContextFacts, asked: Sequence[Asked], keys: Keys) -> list[_Cross]:
    bounds = zip(context.candidates.starts.tolist(), context.candidates.ends.tolist(), strict=True)
    tags = [f"tags {' '.join(context.annotated.tags[start:end])}" for start, end in bounds]
    return [_crossed(keys, of_question, tags) for of_question in _with_wh_word(asked)]


def _entities(context: ContextFacts, asked: Sequence[Asked], keys: Keys) -> list[_Cross]:
    types = context.annotated.entity_types
    exact = {(entity.start, entity.end) for entity in context.annotated.entities}
    found = []
    for bounds in zip(context.candidates.starts.tolist(), context.candidates.ends.tolist(), strict=True):
        inside = "+".join(sorted(set(types[slice(*bounds)]) - {""})) or "none"
        found.append(f"entity {inside}" if bounds in exact else f"words with entity {inside}")
    phrases = [f"{one}, phrase {label}" for one, label in zip(found, context.candidates.labels, strict=True)]
    everyone, wh_words = _with_wh_word(asked)
    sought = [f"asked for {one.focus}" for one in asked]
    return [
        _crossed(keys, everyone, found),
        _crossed(keys, wh_words, found),
        _crossed(keys, wh_words, phrases),
        _crossed(keys, sought, phrases),
    ]


_CROSSED = {"constituent-label": _labels, "span-tags": _tags, "entity-types": _entities}


def _question_lemmas(asked: Sequence[Asked]) -> list[str]:
    return list(dict.fromkeys(lemma for one in asked for lemma in one.words))


def _holds(asked: Sequence[Asked]) -> "FloatArray":
    lemmas = _question_lemmas(asked)
    return np.array([[lemma in one.words for lemma in lemmas] for one in asked], dtype=np.float32)


def _lexical_keys(context: ContextFacts, asked: Sequence[Asked], keys: Keys) -> tuple["KeyArray", "KeyArray"]:
    """Return the keys of pairs of lemmas, near and inside, each (w, k)."""
    of_question = keys.array([f"question {lemma}" for lemma in _question_lemmas(asked)])[:, None]
    near = keys.array([f"near {kind}" for kind in context.kinds])
    inside = keys.array([f"answer {kind}" for kind in context.kinds])
    return keys.crossed(of_question, near), keys.crossed(of_question, inside)


def _path_keys(
    context: ContextFacts, asked: Sequence[Asked], keys: Keys
) -> tuple["PlaceArray", tuple["KeyArray", "KeyArray"]]:
    """Return question and candidate of each path, and its keys without and with the question's path, each (r,)."""
    c = len(context.candidates)
    trees = TreePaths(context.annotated, keys, "path")
    inside_mark = keys.array(["from inside the span"])
    rows, alone, with_question = [], [], []
    for number, one in enumerate(asked):
        to_shared = _paths_in_question(one, keys)
        for block in context.blocks:
            candidates = np.arange(block.candidates.start, block.candidates.stop)
            sentence = TokenSpan(block.tokens.start, block.tokens.stop)
            heads = context.candidates.heads[block.candidates] - sentence.start
            for token in range(*sentence):
                lemma = context.lemmas[token]
                if lemma not in to_shared or not context.is_word[token]:
                    continue
                path = trees.from_token(token, sentence)[heads]
                inside = block.inside[:, token - sentence.start]
                path = np.where(inside, keys.crossed(path, inside_mark), path)
                rows.append(number * c + candidates)
                alone.append(path)
                with_question.append(keys.crossed(path, to_shared[lemma]))
    if not rows:
        return np.zeros(0, dtype=np.int32), (np.zeros(0, dtype=np.uint64), np.zeros(0, dtype=np.uint64))
    return np.concatenate(rows).astype(np.int32), (np.concatenate(alone), np.concatenate(with_question))


def _paths_in_question(asked: Asked, keys: Keys) -> dict[str, "KeyArray"]:
    """Return the key of the path from the wh-word to each telling word of the question, an array of one."""
    none = keys.array(["in question: no path"])
    found = dict.fromkeys(asked.telling_words, none)
    if asked.wh_token is None:
        return found
    sentence = sentence_of(asked.wh_token, asked.annotated.sentences)
    to = TreePaths(asked.annotated, keys, "in question").from_token(asked.wh_token, sentence)
    for lemma, token in asked.telling_words.items():
        if sentence.start <= token < sentence.end:
            found[lemma] = to[token - sentence.start : token - sentence.start + 1]
    return found
