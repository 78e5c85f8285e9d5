"""Constituents of annotated text: the spans that a reader weighs as answers.

SQuAD's first reader took its candidates from a constituency parse (Rajpurkar et al., 2016, section 5), and 77.3 % of
the answers were among them. Here they come from the dependency tree, which every pipeline with a parser has: first
every run of tokens that hangs together in it, or falls into two pieces at most, then those of them that look like
answers. `docs/language/constituents.md` has what each number of candidates reaches.
"""

import unicodedata
from collections.abc import Iterator, Sequence
from typing import TYPE_CHECKING

import msgspec
import numpy as np

from spanwise.language.annotated import Annotated
from spanwise.language.candidate_facts import Spans, answer_scores, candidate_facts, candidate_weights

if TYPE_CHECKING:
    from numpy.typing import NDArray

    BoolArray = NDArray[np.bool_]
    FloatArray = NDArray[np.float64]
    IntArray = NDArray[np.int64]

__all__ = [
    "CANDIDATE_RULES",
    "DEFAULT_RULE",
    "CandidateRule",
    "Constituents",
    "constituents",
    "span_pool",
    "token_depths",
]


class CandidateRule(msgspec.Struct, frozen=True):
    """Which spans are candidates: fewer make a reader fast, more let it find more."""

    name: str
    least: float | None
    """The lowest score, in log-odds, that a candidate may have (`answer_scores`); None: all of the pool."""
    longest: int = 20
    """The most tokens of a span. One "sentence" may be a table of 3,000 tokens, and this keeps it bounded."""
    roots: int = 2
    """The most pieces of the tree a span may fall into: 1 takes what hangs together, and nothing else."""


CANDIDATE_RULES = {
    rule.name: rule
    for rule in (
        CandidateRule("narrow", least=-0.4),
        CandidateRule("default", least=-1.5),
        CandidateRule("wide", least=-2.9),
        CandidateRule("connected", least=None, roots=1),
        CandidateRule("all", least=None),
    )
}
"""The rules by name."""

DEFAULT_RULE = CANDIDATE_RULES["default"]

# Without a tree there are no pieces to count: runs of words this long at most, none over the end of a sentence.
_LONGEST_WITHOUT_TREE = 6
_ARTICLES = frozenset({"a", "an", "the"})
_SENTENCE_ENDS = frozenset({".", "!", "?", "。", "！", "？"})
_OPENING, _CLOSING = frozenset("([{"), frozenset(")]}")
_QUOTES = frozenset({'"', "``", "''", "“", "”"})
_UNITS = frozenset("%‰°")


class Constituents(msgspec.Struct, frozen=True):
    """The candidate answers of one annotated text: c spans ordered by sentence, start and end, each once.

    No span begins or ends with an article or with punctuation, except for the other half of a pair of brackets or
    quotation marks: the official rules ignore both, so that a span with and one without are one answer.
    """

    starts: "IntArray"
    """The first token of each, shape (c,)."""
    ends: "IntArray"
    """The token after the last of each, shape (c,)."""
    heads: "IntArray"
    """The token that the others of the span hang on, shape (c,)."""
    labels: tuple[str, ...]
    """The kind of phrase, in the Penn Treebank's words: "NP", "QP" (a number), "ADJP", "ADVP", "PP", "VP", "S",
    "SBAR", "FRAG" (hangs on two words), "X"; shape (c,)."""
    sentences: "IntArray"
    """The sentence each lies in, shape (c,)."""
    scores: "FloatArray"
    """How much each looks like an answer to some question, in log-odds (`answer_scores`), shape (c,)."""

    def __len__(self) -> int:
        """Return the number of candidates."""
        return len(self.labels)


def constituents(annotated: Annotated, rule: CandidateRule = DEFAULT_RULE) -> Constituents:
    """Return the candidate answers of a text.

    Every sentence with a word gives at least one. In a text without a tree the candidates are all runs of at most 6
    words, since nothing there tells which of them hang together.
    """
    pool = span_pool(annotated, rule)
    scores = answer_scores(candidate_facts(annotated, pool), candidate_weights())
    sentences = np.array(annotated.sentence_index, dtype=np.int64)[pool.starts]
    if rule.least is not None and _has_tree(annotated):
        kept = (scores >= rule.least) | _best_of_each(sentences, scores)
        pool = Spans(pool.starts[kept], pool.ends[kept], pool.heads[kept], pool.roots[kept])
        scores, sentences = scores[kept], sentences[kept]
    labels = _labels(annotated, pool)
    starts, ends = _with_other_halves(annotated, pool)
    order = np.lexsort((ends, starts, sentences))
    return Constituents(
        starts=starts[order],
        ends=ends[order],
        heads=pool.heads[order],
        labels=tuple([labels[place] for place in order.tolist()]),
        sentences=sentences[order],
        scores=scores[order],
    )


def span_pool(annotated: Annotated, rule: CandidateRule) -> Spans:
    """Return the spans that candidates are chosen from, no two of them the same to the official rules."""
    n = len(annotated)
    if not n:
        nothing = np.zeros(0, dtype=np.int64)
        return Spans(nothing, nothing, nothing, nothing)
    tree = _has_tree(annotated)
    longest = rule.longest if tree else min(rule.longest, _LONGEST_WITHOUT_TREE)
    opens, closes = _edges(annotated)
    sentences = np.array(annotated.sentence_index)
    stops = np.cumsum([0, *[word in _SENTENCE_ENDS and not tree for word in annotated.words]])
    parts = []
    for length, roots, heads in _runs(annotated, longest):
        starts = np.arange(n - length + 1)
        ends = starts + length
        kept = opens[starts] & closes[ends - 1] & (sentences[starts] == sentences[ends - 1])
        kept &= (roots <= rule.roots) if tree else (stops[starts] == stops[ends])
        found = starts[kept]
        parts.append((found, found + length, heads[kept], roots[kept] if tree else np.ones(len(found), dtype=np.int64)))
    return Spans(*[np.concatenate(column) for column in zip(*parts, strict=True)])


def _has_tree(annotated: Annotated) -> bool:
    return any(head != token for token, head in enumerate(annotated.heads))


def _runs(annotated: Annotated, longest: int) -> Iterator[tuple[int, "IntArray", "IntArray"]]:
    """Yield, length by length, in how many pieces of the tree each run of tokens falls, and its head.

    A run of k tokens with a arcs of the tree inside falls into k - a pieces. The arcs inside a run are those of the
    run without its first token, and those from that token to the right: one addition of columns a length, for all
    runs of a text at once.
    """
    n = len(annotated)
    longest = min(longest, n)
    tokens = np.arange(n)
    parents = np.array(annotated.heads)
    reach = np.abs(tokens - parents)
    near = (reach > 0) & (reach < longest)
    arcs = np.zeros((longest, n), dtype=np.int64)  # by reach and left end
    np.add.at(arcs, (reach[near], np.minimum(tokens, parents)[near]), 1)
    arcs = np.cumsum(arcs, axis=0)
    depths = np.array(token_depths(annotated.heads))
    inside, heads = arcs[0], tokens
    yield 1, 1 - inside, heads
    for length in range(2, longest + 1):
        runs = n - length + 1
        inside = inside[1:] + arcs[length - 1, :runs]
        added = tokens[length - 1 :]
        heads = np.where(depths[heads[:-1]] <= depths[added], heads[:-1], added)
        yield length, length - inside, heads


def token_depths(heads: Sequence[int]) -> list[int]:
    """Return how many arcs each token is from its root."""
    depths = [0 if head == token else -1 for token, head in enumerate(heads)]
    for token in range(len(heads)):
        path = []
        while depths[token] < 0:
            path.append(token)
            token = heads[token]  # noqa: PLW2901 - climbs
        for distance, below in enumerate(reversed(path), depths[token] + 1):
            depths[below] = distance
    return depths


def _edges(annotated: Annotated) -> tuple["BoolArray", "BoolArray"]:
    """Return which tokens a span may begin with, and which it may end with.

    Neither with what the official rules ignore, nor between a number and its sign: "5" of "$5" and of "5%".
    """
    words, starts, ends = annotated.words, annotated.starts, annotated.ends
    weighty = [any(map(str.isalnum, word)) and word.lower() not in _ARTICLES for word in words]
    opens, closes = weighty.copy(), weighty.copy()
    for token, word in enumerate(words):
        if weighty[token]:
            continue
        if unicodedata.category(word[0]) == "Sc" and token + 1 < len(words) and starts[token + 1] == ends[token]:
            opens[token], opens[token + 1] = weighty[token + 1], False
        elif word in _UNITS and token and starts[token] == ends[token - 1]:
            closes[token], closes[token - 1] = weighty[token - 1], False
    return np.array(opens), np.array(closes)


def _best_of_each(sentences: "IntArray", scores: "FloatArray") -> "BoolArray":
    best = np.zeros(len(scores), dtype=bool)
    order = np.lexsort((-scores, sentences))
    in_order = sentences[order]
    best[order[np.flatnonzero(np.diff(in_order, prepend=-1))]] = True
    return best


def _with_other_halves(annotated: Annotated, spans: Spans) -> tuple["IntArray", "IntArray"]:
    """Return starts and ends moved over the bracket or quotation mark whose other half is inside."""
    words = annotated.words
    opening = np.array([*[word in _OPENING for word in words], False])
    closing = np.array([*[word in _CLOSING for word in words], False])
    quotes = np.array([*[word in _QUOTES for word in words], False])
    starts, ends = spans.starts, spans.ends
    sentence = np.array([*annotated.sentence_index, -1])
    # Slot n, which is in no sentence, also answers for the token before the first one.
    before = np.where(sentence[starts - 1] == sentence[starts], starts - 1, len(words))
    after = np.where(sentence[ends] == sentence[starts], ends, len(words))
    level, marks = np.cumsum([0, *(opening.astype(int) - closing)]), np.cumsum([0, *quotes])
    change, odd = level[ends] - level[starts], (marks[ends] - marks[starts]) % 2 == 1
    left = ((change < 0) & opening[before]) | (odd & quotes[before])
    right = ((change > 0) & closing[after]) | (odd & quotes[after] & ~left)
    return starts - left, ends + right


_LABELS = {"NOUN": "NP", "PROPN": "NP", "PRON": "NP", "DET": "NP", "ADP": "PP", "ADJ": "ADJP", "ADV": "ADVP"}
_LABELS |= {"NUM": "QP", "SYM": "QP", "VERB": "VP", "AUX": "VP", "SCONJ": "SBAR"}
_SUBJECTS = frozenset({"nsubj", "nsubjpass", "nsubj:pass", "csubj", "csubjpass", "csubj:pass", "expl", "sb"})


def _labels(annotated: Annotated, spans: Spans) -> list[str]:
    n = len(annotated)
    # The places of each token's subject and of the word that makes a clause of it depend on another; n: none.
    subject, marker = np.full(n, n), np.full(n, n)
    for token, (relation, head) in enumerate(zip(annotated.dependencies, annotated.heads, strict=True)):
        if relation in _SUBJECTS:
            subject[head] = token
        # "to" is a mark in Universal Dependencies, yet "to win" is no clause.
        if (relation == "mark" and annotated.pos[token] != "PART") or annotated.tags[token] in (
            "WDT",
            "WP",
            "WP$",
            "WRB",
        ):
            marker[head] = token
    names = np.array([_LABELS.get(pos, "X") for pos in annotated.pos], dtype=object)[spans.heads]
    has = [(place[spans.heads] >= spans.starts) & (place[spans.heads] < spans.ends) for place in (subject, marker)]
    clause = np.array([pos in ("VERB", "AUX") for pos in annotated.pos], dtype=bool)[spans.heads]
    names[has[0]] = "S"
    names[has[1] & clause] = "SBAR"
    names[spans.roots > 1] = "FRAG"
    return [str(name) for name in names.tolist()]
