"""Negatives by rule: names and numbers become similar ones, nouns and adjectives their antonyms.

As Jia and Liang (2017) change a question for AddSent, whose rules the SQuAD 2.0 paper took for its comparison: every
word that can be replaced is replaced.
"""

import re
from collections.abc import Iterator, Mapping, Sequence

import msgspec

from spanwise.benchmarks.negatives.made import Made, NotMade, Place, Texts, question_key, sound_answers
from spanwise.benchmarks.negatives.near_numbers import near_numbers, near_words
from spanwise.benchmarks.negatives.occurrence import words_of
from spanwise.benchmarks.negatives.similar_names import NAME_TYPES, SimilarWords, name_tokens, names_in
from spanwise.data.dataset import Article
from spanwise.language.annotated import Annotated
from spanwise.language.inflection import cased_like, inflected
from spanwise.language.lexicon import Lexicon
from spanwise.text.span import Span

__all__ = ["ReplacedWords"]

_COUNTED = frozenset(["DATE", "TIME", "CARDINAL", "ORDINAL", "QUANTITY", "MONEY", "PERCENT"])
_INFLECTED = frozenset(["NN", "NNS", "JJ", "JJR", "JJS"])
_DEGREE = frozenset(["how", "as", "so", "too", "more", "most", "less", "least"])
_NO_PROPERTY = frozenset(["other", "same", "many", "most", "type", "one"])
"""Words whose antonyms make no sense in a question: "what same reason", "what antitype of"."""
_SENSES = 2
_BEFORE_VOWEL = re.compile(r"(?!eu|uni(?![nm])|us[aeu]|one|once)[aeiou]", re.IGNORECASE)


class _Change(msgspec.Struct, frozen=True):
    start: int
    """Where the replaced words stand in the question, code points, half-open."""
    end: int
    choices: tuple[str, ...]
    """What may stand there, the best first."""
    what: str


class ReplacedWords:
    """Replaces words of a question, so that its paragraph no longer answers it, and its answers are plausible ones.

    No word is put in that stands in a sentence of an answer or in the question: that question could be answered.
    """

    def __init__(self, texts: Texts, lexicon: Lexicon, similar: SimilarWords | None) -> None:
        self._texts = texts
        self._lexicon = lexicon
        self._similar = similar
        self._article: Article | None = None
        self._names: Mapping[str, tuple[str, ...]] = {}

    def make(self, place: Place, attempt: int) -> Made | NotMade:
        """Return the question changed, with the next best words for each further attempt."""
        answers = sound_answers(place)
        if not answers:
            return NotMade("no answer stands in the paragraph where it says")
        question = self._texts.of(place.question.text)
        possible = list(self._changes(place, question))
        if not possible:
            return NotMade("it has no name, number, or word with an antonym")
        taken = self._taken(place, question, [span for _, span in answers])
        changes = _chosen(possible, taken, attempt)
        if not changes:
            return NotMade("all that could replace its words stands in the question or beside the answer")
        if attempt and changes == _chosen(possible, taken, attempt - 1):
            return NotMade("there is no further way to change it")
        text = _replaced(question.text, changes)
        if any(question_key(text) == question_key(other.text) for other in place.paragraph.questions):
            return NotMade("the changed question is asked of its paragraph already")
        plausible = tuple(answer for answer, _ in answers)
        return Made(text, place.paragraph.context, place.number, plausible, tuple(change.what for change in changes))

    def _taken(self, place: Place, question: Annotated, spans: Sequence[Span]) -> frozenset[str]:
        context = self._texts.of(place.paragraph.context)
        taken = set(words_of(question.text))
        for span in spans:
            tokens = context.tokens_in(span)
            if tokens is not None:
                first = context.sentences[context.sentence_index[tokens.start]].start
                last = context.sentences[context.sentence_index[tokens.end - 1]].end
                taken.update(words_of(context.span(first, last).of(context.text)))
        return frozenset(taken)

    def _changes(self, place: Place, question: Annotated) -> Iterator[_Change]:
        """Yield what can be changed, in the order of the question, no word twice."""
        done: set[int] = set()
        for token in range(len(question)):
            words = _numbers(question, token)
            if words:
                done.add(token)
                yield _Change(question.starts[token], question.ends[token], words, "numbers")
        yield from self._name_changes(place, question, done)
        for token in range(len(question)):
            if token not in done and not question.entity_types[token]:
                words = self._antonyms(question, token)
                if words:
                    what = "nouns" if question.pos[token] == "NOUN" else "adjectives"
                    yield _Change(question.starts[token], question.ends[token], words, what)

    def _name_changes(self, place: Place, question: Annotated, done: set[int]) -> Iterator[_Change]:
        own = dict(name_tokens(question))
        changed = set()
        for token, kind in own.items():
            near = self._similar.nearest(question.words[token], kind) if self._similar and token not in done else ()
            if near:
                changed.add(token)
                yield _Change(question.starts[token], question.ends[token], near, "words of names")
        for start, end, label in question.entities:
            inside = set(range(start, end))
            if label not in NAME_TYPES or inside & (changed | done):
                continue
            first = start + (question.pos[start] == "DET")
            last = end - (question.words[end - 1] in ("'s", "’s", "'", "’"))
            others = self._others(place, label, question.span(first, last).of(question.text)) if first < last else ()
            if others:
                done |= inside
                where = question.span(first, last)
                yield _Change(where.start, where.end, others, "whole names, by another of the article")
        done |= changed

    def _others(self, place: Place, label: str, name: str) -> tuple[str, ...]:
        if self._article is not place.article:
            self._article = place.article
            self._names = names_in([self._texts.of(paragraph.context) for paragraph in place.article.paragraphs])
        own = set(words_of(name))
        return tuple([other for other in self._names.get(label, ()) if own.isdisjoint(words_of(other))])

    def _antonyms(self, question: Annotated, token: int) -> tuple[str, ...]:
        tag, pos, word = question.tags[token], question.pos[token], question.words[token]
        if pos not in ("NOUN", "ADJ") or tag not in _INFLECTED or _asks_for_degree(question, token):
            return ()
        if word.lower() in _NO_PROPERTY:
            return ()
        # Direct ones of the frequent senses: by way of a similar adjective "main" is "mild", and of roots "radical" is
        # "cauline".
        found = self._lexicon.antonyms(word, pos, indirect=False, senses=_SENSES)
        forms = [inflected(antonym, tag) for antonym in found]
        return tuple([cased_like(form, word) for form in forms if form and form.lower() != word.lower()])


def _numbers(question: Annotated, token: int) -> tuple[str, ...]:
    word, label = question.words[token], question.entity_types[token]
    if any(map(str.isdigit, word)):
        return near_numbers(word)
    roman = word.isupper() and len(word) > 1 and (bool(label) or question.pos[token] == "NUM")
    if word.lower() == "one":
        return ()
    if question.pos[token] == "NUM" or label in _COUNTED or roman:
        return tuple([cased_like(near, word) for near in near_words(word)])
    return ()


def _asks_for_degree(question: Annotated, token: int) -> bool:
    """Say whether an adjective is asked for its degree ("how many") or is part of a comparison ("more important")."""
    return token > 0 and question.words[token - 1].lower() in _DEGREE


def _chosen(changes: Sequence[_Change], taken: frozenset[str], attempt: int) -> list[_Change]:
    """Return the changes with one choice each: not of the words taken, and none twice in a question.

    A further attempt leaves as many of the best choices out, as far as there are others.
    """
    used, chosen = set(taken), []
    for change in changes:
        free = [choice for choice in change.choices if used.isdisjoint(words_of(choice))]
        if free:
            one = free[min(attempt, len(free) - 1)]
            used.update(words_of(one))
            chosen.append(msgspec.structs.replace(change, choices=(one,)))
    return chosen


def _replaced(text: str, changes: Sequence[_Change]) -> str:
    """Return a text with the changes made, and "a" or "an" before them as the new word asks for."""
    parts, end = [], 0
    for change in sorted(changes, key=lambda change: change.start):
        word = change.choices[0]
        before = text[end : change.start]
        article = re.search(r"\b(an?) \Z", before, re.IGNORECASE)
        if article:
            new = article[1][0] + ("n" if _BEFORE_VOWEL.match(word) else "")
            before = before[: article.start(1)] + new + " "
        parts += [before, word]
        end = change.end
    return "".join([*parts, text[end:]])
