"""Plausible answers: a span of the type that the question asks for, near the words of the question."""

from collections.abc import Callable, Iterator

import msgspec
import numpy as np

from spanwise.benchmarks.negatives.made import Place, Texts, sound_answers
from spanwise.benchmarks.negatives.occurrence import words_of
from spanwise.data.dataset import Answer
from spanwise.language.annotated import Annotated, TokenSpan
from spanwise.language.answer_type import answer_type
from spanwise.language.candidate_facts import Spans, answer_scores, candidate_facts, candidate_weights
from spanwise.language.constituents import constituents
from spanwise.text.span import Span

__all__ = ["CONTENT", "PlausibleAnswers", "Wanted"]

CONTENT = frozenset({"NOUN", "PROPN", "VERB", "ADJ", "ADV", "NUM"})
"""The parts of speech of words that say what a text is about."""

# What a phrase must be made of; the other types are names, numbers and noun phrases, which are looked for as such.
_PHRASES = frozenset({"Adjective Phrase", "Verb Phrase", "Clause", "Other"})
_SHARED, _SAME_LABEL = 0.5, 2.0
_LEFT_OUT = frozenset({"DET", "PUNCT", "SPACE", "PRON", "PART"})


Allowed = Callable[[Span], bool]


class Wanted(msgspec.Struct, frozen=True):
    """What a plausible answer must be."""

    question: str
    """As it is asked; a plausible answer has none of its words."""
    type: str
    """One of `ANSWER_TYPES`."""
    label: str = ""
    """The type of name that is preferred among these: "GPE"."""
    excluded: frozenset[tuple[str, ...]] = frozenset()
    """The words of each text that is none."""


class _Candidate(msgspec.Struct, frozen=True):
    tokens: TokenSpan
    sentence: int
    label: str
    """The type of the entity that the last token is in."""
    score: float
    """How much it looks like an answer, in log-odds."""


class PlausibleAnswers:
    """Finds plausible answers in annotated contexts; what it has found out about one is kept."""

    def __init__(self, texts: Texts) -> None:
        self._texts = texts
        self._candidates: dict[tuple[str, bool], tuple[_Candidate, ...]] = {}
        self._types: dict[tuple[str, TokenSpan], str] = {}
        self._sentence_words: dict[str, tuple[frozenset[str], ...]] = {}

    def find(self, place: Place, question: str, context: str, allowed: Allowed | None = None) -> Answer | None:
        """Return the plausible answer of a context to a question whose answer stood elsewhere, or None.

        The type that it must have is that of the first answer where it stood (`answer_type`).

        Args:
            place: Where the question comes from.
            question: The question as it is asked now.
            context: The annotated context to look in.
            allowed: Says which spans may be taken; None is all.
        """
        answers = sound_answers(place)
        if not answers:
            return None
        span = answers[0][1]
        source = self._texts.of(place.paragraph.context)
        tokens = source.tokens_in(span)
        wanted = Wanted(
            question=question,
            type=answer_type(source, span),
            label=source.entity_types[tokens.end - 1] if tokens else "",
            excluded=frozenset(tuple(words_of(answer.text)) for answer in place.question.answers),
        )
        return self.best(wanted, context, allowed)

    def best(self, wanted: Wanted, context: str, allowed: Allowed | None = None) -> Answer | None:
        """Return the span that a careless reader would give, or None where no span is what is wanted.

        The one that looks most like an answer to some question (`answer_scores`, which are log-odds); each content word
        that its sentence shares with the question adds a half to that, and the same kind of name (a city for a city) 2.
        """
        annotated = self._texts.of(context)
        asked = frozenset(words_of(wanted.question))
        overlaps = [len(asked & words) for words in self._words(annotated)]
        found = self._all(annotated, wanted.type)

        def worth(one: _Candidate) -> float:
            named = bool(wanted.label) and one.label == wanted.label
            return one.score + _SHARED * overlaps[one.sentence] + _SAME_LABEL * named

        for one in sorted(found, key=worth, reverse=True):
            span = annotated.span(*one.tokens)
            words = words_of(span.of(context))
            if not words or tuple(words) in wanted.excluded or not asked.isdisjoint(words) or _cuts(context, span):
                continue
            if allowed is not None and not allowed(span):
                continue
            if self._type(annotated, one.tokens) == wanted.type:
                return Answer(span.of(context), span.start)
        return None

    def _type(self, annotated: Annotated, tokens: TokenSpan) -> str:
        key = (annotated.text, tokens)
        if key not in self._types:
            self._types[key] = answer_type(annotated, annotated.span(*tokens))
        return self._types[key]

    def _words(self, annotated: Annotated) -> tuple[frozenset[str], ...]:
        known = self._sentence_words.get(annotated.text)
        if known is None:
            known = self._sentence_words[annotated.text] = tuple(
                frozenset(
                    form.casefold()
                    for i in range(*sentence)
                    if annotated.pos[i] in CONTENT
                    for form in (annotated.words[i], annotated.lemmas[i])
                )
                for sentence in annotated.sentences
            )
        return known

    def _all(self, annotated: Annotated, wanted: str) -> tuple[_Candidate, ...]:
        key = (annotated.text, wanted in _PHRASES)
        if key not in self._candidates:
            scored = _phrases(annotated) if wanted in _PHRASES else _named(annotated)
            sentences, labels = annotated.sentence_index, annotated.entity_types
            self._candidates[key] = tuple(
                _Candidate(tokens, sentences[tokens.start], labels[tokens.end - 1], score) for tokens, score in scored
            )
        return self._candidates[key]


def _cuts(context: str, span: Span) -> bool:
    """Say whether a span begins or ends inside a word, as the token "n't" does."""
    before, after = context[: span.start][-1:], context[span.end : span.end + 1]
    return (before.isalnum() and context[span.start].isalnum()) or (after.isalnum() and context[span.end - 1].isalnum())


def _phrases(annotated: Annotated) -> Iterator[tuple[TokenSpan, float]]:
    found = constituents(annotated)
    for start, end, score in zip(found.starts.tolist(), found.ends.tolist(), found.scores.tolist(), strict=True):
        yield TokenSpan(start, end), score


def _named(annotated: Annotated) -> Iterator[tuple[TokenSpan, float]]:
    """Yield entities and noun chunks without the words at their ends that no answer needs, in the order of the text."""
    runs = dict.fromkeys(_trimmed(annotated))
    if not runs:
        return
    heads = [_heads(annotated, run) for run in runs]
    spans = Spans(
        starts=np.array([run.start for run in runs]),
        ends=np.array([run.end for run in runs]),
        heads=np.array([tops[0] for tops in heads]),
        roots=np.array([len(tops) for tops in heads]),
    )
    yield from zip(runs, answer_scores(candidate_facts(annotated, spans), candidate_weights()).tolist(), strict=True)


def _trimmed(annotated: Annotated) -> Iterator[TokenSpan]:
    runs = [TokenSpan(entity.start, entity.end) for entity in annotated.entities]
    index = annotated.sentence_index
    for start, end in sorted([*runs, *annotated.noun_chunks]):
        first, last = start, end
        while first < last and annotated.pos[first] in _LEFT_OUT:
            first += 1
        while first < last and annotated.pos[last - 1] in _LEFT_OUT:
            last -= 1
        if first < last and index[first] == index[last - 1]:
            yield TokenSpan(first, last)


def _heads(annotated: Annotated, run: TokenSpan) -> list[int]:
    """Return the tokens of a run that hang on nothing in it, the one nearest to the root of the sentence first."""
    tops = [i for i in range(*run) if annotated.heads[i] == i or not run.start <= annotated.heads[i] < run.end]

    def depth(token: int) -> int:
        steps = 0
        while annotated.heads[token] != token:
            token, steps = annotated.heads[token], steps + 1
        return steps

    return sorted(tops, key=depth)
