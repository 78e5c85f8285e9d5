"""Syntactic divergence: how differently a question and the sentence of its answer are built around shared words."""

from collections.abc import Iterator, Sequence
from typing import NamedTuple

import msgspec

from spanwise.language.annotated import Annotated, TokenSpan
from spanwise.text.span import Span

__all__ = ["QUESTION_WORDS", "Anchor", "Divergence", "edit_distance", "syntactic_divergence"]

QUESTION_WORDS = frozenset(["who", "whom", "whose", "what", "which", "when", "where", "why", "how"])
"""The wh-words of English; another language's can be given instead."""

# Words of these kinds name something. "The" or "of" stand in every sentence, and say nothing of how two are alike.
_CONTENT = frozenset(["NOUN", "PROPN", "VERB", "ADJ", "ADV", "NUM", "X"])
# A wh-word below one of these opens a clause about a word of the question, and does not ask.
_SUBORDINATE = frozenset(["relcl", "acl:relcl", "advcl", "advcl:relcl", "acl"])

# Where a pipeline makes the preposition the head of its object; in Universal Dependencies it hangs below it.
_PREPOSITIONS = frozenset(["prep", "agent"])
_OBJECTS = frozenset(["pobj", "pcomp"])


class Anchor(NamedTuple):
    """A word that question and sentence share, and where it leads in each."""

    question_token: int
    context_token: int
    question_path: tuple[str, ...]
    """The relations from the shared word to the wh-word: "up nsubj" to a head, "down dobj" to a dependent."""
    context_path: tuple[str, ...]
    """The relations from the shared word to the answer."""
    distance: int
    """The edit distance of the two paths."""


class Divergence(msgspec.Struct, frozen=True):
    """The divergence of a question from the sentence of its answer, or why it is undefined."""

    value: int | None
    """The smallest distance over all shared words, from 0; None: undefined."""
    reason: str = ""
    """Why it is undefined; empty where it is not."""
    anchors: tuple[Anchor, ...] = ()
    """Every shared word, in the order of the question, then of the context."""

    @property
    def best(self) -> Anchor | None:
        """The shared word with the smallest distance, the first of several; None where the divergence is undefined."""
        return min(self.anchors, key=lambda anchor: anchor.distance, default=None)


def syntactic_divergence(
    question: Annotated, context: Annotated, answer: Span, *, question_words: frozenset[str] = QUESTION_WORDS
) -> Divergence:
    """Return the syntactic divergence of a question from the sentence in which its answer stands.

    As in Rajpurkar et al. (2016), section 4: for each word that both share, the path through the dependency tree to
    the wh-word in the question, and to the answer in the sentence; the edit distance of the two paths, by insertions
    and deletions alone; the least of these. Paths hold no words, so that a question that only renames things has
    divergence 0. What the paper leaves open is done so:

    - A path is made of relations with their direction, up to a head or down to a dependent. A preposition is no step
      of its own, as in the Universal Dependencies of the paper's figures: "went to Wittenberg" is one "nmod".
    - A shared word is one with the same lemma or form, letter case aside, and a content word in both: noun, proper
      noun, verb, adjective, adverb, number. "The" would be shared by nearly all.
    - A word in the answer is no anchor: its path would be empty, though the sentence around it may be anything.
    - The path ends at the first token of the answer that it reaches.
    - The wh-word is the first one that opens no relative or adverbial clause, else the first.
    - An answer that runs over a full stop is looked for from every sentence it touches, within each.

    A relation's name depends on the pipeline, so values of two pipelines are not to be laid side by side.

    Args:
        question: The annotated question.
        context: The annotated context.
        answer: Where the answer stands in the context, code points.
        question_words: Lower-case wh-words of the question's language.
    """
    target = context.tokens_in(answer)
    if target is None:
        return Divergence(None, "the answer holds no token")
    asked = _question_word(question, question_words)
    if asked is None:
        return Divergence(None, "the question has no wh-word")
    shared = list(_shared_words(question, context, asked, target))
    if not shared:
        return Divergence(None, "no shared word")
    goal = TokenSpan(asked, asked + 1)
    anchors = []
    for here, there in shared:
        own, other = _path(question, here, goal), _path(context, there, target)
        if own is not None and other is not None:
            anchors.append(Anchor(here, there, own, other, edit_distance(own, other)))
    if not anchors:
        return Divergence(None, "shared words stand in another sentence than the wh-word or answer")
    return Divergence(min(anchor.distance for anchor in anchors), "", tuple(anchors))


def edit_distance(a: Sequence[str], b: Sequence[str]) -> int:
    """Return how many insertions and deletions make one sequence the other; a substitution is one of each.

    It is the two lengths less twice the length of the longest common subsequence.
    """
    row = [0] * (len(b) + 1)
    for item in a:
        diagonal = 0
        for place, other in enumerate(b, start=1):
            above = row[place]
            row[place] = diagonal + 1 if item == other else max(above, row[place - 1])
            diagonal = above
    return len(a) + len(b) - 2 * row[-1]


def _question_word(question: Annotated, words: frozenset[str]) -> int | None:
    found = [i for i, word in enumerate(question.words) if word.casefold() in words]
    return next((i for i in found if not _subordinate(question, i)), found[0] if found else None)


def _subordinate(question: Annotated, token: int) -> bool:
    while question.heads[token] != token:
        if question.dependencies[token] in _SUBORDINATE:
            return True
        token = question.heads[token]
    return False


def _shared_words(question: Annotated, context: Annotated, asked: int, answer: TokenSpan) -> Iterator[tuple[int, int]]:
    sentences = range(context.sentence_index[answer.start], context.sentence_index[answer.end - 1] + 1)
    places: dict[str, list[int]] = {}
    for number in sentences:
        for token in range(*context.sentences[number]):
            if context.pos[token] in _CONTENT and not answer.start <= token < answer.end:
                for form in _forms(context, token):
                    places.setdefault(form, []).append(token)
    for token in range(len(question)):
        if question.pos[token] in _CONTENT and token != asked:
            for other in sorted({place for form in _forms(question, token) for place in places.get(form, ())}):
                yield token, other


def _forms(annotated: Annotated, token: int) -> set[str]:
    return {annotated.words[token].casefold(), annotated.lemmas[token].casefold()}


def _path(annotated: Annotated, start: int, goal: TokenSpan) -> tuple[str, ...] | None:
    """Return the relations from a token to the first token of the goal that the tree leads to; None: none does."""
    above = _upward(annotated, start)
    depth = {token: steps for steps, token in enumerate(above)}
    best: tuple[int, list[int], int] | None = None
    for token in range(*goal):
        line = _upward(annotated, token)
        meeting = next((steps for steps, one in enumerate(line) if one in depth), None)
        if meeting is not None and (best is None or depth[line[meeting]] + meeting < best[0]):
            best = depth[line[meeting]] + meeting, line[:meeting], depth[line[meeting]]
    if best is None:
        return None
    _, down, ups = best
    relations = annotated.dependencies
    return (
        *(f"up {name}" for name in _merged([relations[i] for i in above[:ups]])),
        *(f"down {name}" for name in reversed(_merged([relations[i] for i in down]))),
    )


def _merged(relations: Sequence[str]) -> list[str]:
    """Return relations, bottom up, with a preposition and its object as the one "nmod" of Universal Dependencies."""
    merged: list[str] = []
    previous = ""
    for relation in relations:
        preposition = relation in _PREPOSITIONS
        if preposition and previous in _OBJECTS:
            merged.pop()
        merged.append("nmod" if preposition else relation)
        previous = relation
    return merged


def _upward(annotated: Annotated, token: int) -> list[int]:
    tokens = [token]
    while annotated.heads[token] != token:
        token = annotated.heads[token]
        tokens.append(token)
    return tokens
