"""A question and an answer made into a statement: "What did Ann see?" and "a hare" into "Ann saw a hare."."""

from collections.abc import Iterator, Sequence
from typing import NamedTuple

from spanwise.benchmarks.adversarial.question_parts import QuestionParts, question_parts
from spanwise.benchmarks.adversarial.statement_rules import ANSWER_RULES, CLAUSE_RULES, AnswerRule
from spanwise.language.annotated import Annotated, TokenSpan
from spanwise.language.inflection import inflected

__all__ = ["Statement", "statement"]

_TENSES = {"did": "VBD", "does": "VBZ", "do": "VBP"}
_NEGATIONS = frozenset(["neg"])
_PREPOSITIONAL = frozenset(["prepositional", "clause", "infinitive", "adverb"])
_ADVERBIAL = frozenset(["when", "where", "why", "how", "how+", "how-long"])
_DEEDS = frozenset(["verb", "past"])
_VOWELS = "aeiou"
_NO_VOWEL_SOUND = ("uni", "use", "usu", "eur", "one", "once", "ut")


class Statement(NamedTuple):
    """A sentence, and the rules that made it."""

    text: str
    clause_rule: str
    answer_rule: str


class _Piece(NamedTuple):
    """A word of the sentence; `token` is the question's, None where the word comes from elsewhere."""

    word: str
    token: int | None


def statement(question: Annotated, answer: str, kind: str, *, words: Sequence[str] | None = None) -> Statement | str:
    """Return a statement that says an answer is what the question asks, or why there is none.

    Args:
        question: The question, annotated.
        answer: What is to stand for what was asked.
        kind: The kind of the answer, as `FakeAnswer.kind`: "person", "year", "gerund", ...
        words: Words to put in the place of the question's, token by token; the parse stays the question's.
    """
    parts = question_parts(question)
    if isinstance(parts, str):
        return parts
    if kind == "prepositional" and parts.asks not in _ADVERBIAL and parts.preposition.end == parts.preposition.start:
        # "What is it found in?" has its preposition already.
        answer, kind = answer.partition(" ")[2] or answer, "singular"
    if parts.gap == "verb" and kind not in _DEEDS:
        parts = _with_verb(parts)
    clause_rule = next(r for r in CLAUSE_RULES if r.clause == parts.clause and r.gap in ("", parts.gap))
    answer_rule = _answer_rule(question, parts, kind)
    spoken = tuple(question.words if words is None else words)
    phrase = _phrase(question, spoken, parts, answer_rule, answer)
    if parts.gap == "end" and parts.asks in ("what+", "which+") and parts.preposition.end == parts.preposition.start:
        # "What year did it begin?" asks without the preposition that its answer needs.
        phrase = [_Piece("in", None), *phrase]
    prepositional = kind in _PREPOSITIONAL
    if parts.gap == "verb":
        phrase = [_Piece(_deed(question, parts, answer, kind), None)]
    if parts.preposition.end > parts.preposition.start and not prepositional:
        phrase = [*_pieces(spoken, parts.preposition, lower=True), *phrase]
    pieces = [piece for name in clause_rule.order.split() for piece in _part(question, spoken, parts, name, phrase)]
    if not pieces:
        return "nothing is left of the question"
    return Statement(_sentence(question, pieces), clause_rule.name, answer_rule.name)


def _with_verb(parts: QuestionParts) -> QuestionParts:
    """Return the parts with "do" as a verb like any other: "What did Ann do? Ann did a good deed."."""
    return parts._replace(gap="object", verb=TokenSpan(parts.verb.start, parts.verb.end + 1))


def _deed(question: Annotated, parts: QuestionParts, answer: str, kind: str) -> str:
    """Return what was done, in the tense of the question; a deed in the past stays so."""
    if kind != "verb" or parts.clause != "do":
        return answer
    return inflected(answer, _TENSES.get(question.words[parts.auxiliary.start].lower(), "VBD")) or answer


def _answer_rule(question: Annotated, parts: QuestionParts, kind: str) -> AnswerRule:
    noun = question.lemmas[parts.head].lower() if parts.noun.end > parts.noun.start else ""
    of = any(question.words[i].lower() in ("of", "in", "for") for i in range(*parts.noun))

    def fits(rule: AnswerRule) -> bool:
        nouns = rule.nouns.split()
        # After a preposition or inside a sentence "when" asks for a noun, and has its preposition already.
        return (
            parts.asks in rule.asks.split()
            and (not nouns or noun in nouns or (nouns == ["of"] and of))
            and (not rule.answers or kind in rule.answers.split())
        )

    return next((rule for rule in ANSWER_RULES if fits(rule)), ANSWER_RULES[-1])


def _phrase(
    question: Annotated, words: Sequence[str], parts: QuestionParts, rule: AnswerRule, answer: str
) -> list[_Piece]:
    """Return the words that stand for what was asked."""
    inside = parts.noun.start <= parts.head < parts.noun.end
    tail = TokenSpan(parts.head + 1, parts.noun.end) if inside else TokenSpan(0, 0)
    found: list[_Piece] = []
    for word in rule.phrase.split():
        if word.startswith("{answer}"):
            found.append(_Piece(word.replace("{answer}", answer), None))
        elif word == "{noun}":
            found += _pieces(words, parts.noun)
        elif word == "{tail}":
            found += _pieces(words, tail)
        else:
            found.append(_Piece(word, None))
    del question
    return found


def _part(
    question: Annotated, words: Sequence[str], parts: QuestionParts, name: str, phrase: list[_Piece]
) -> Iterator[_Piece]:
    if name in ("answer", "deed"):
        yield from phrase
    elif name == "verb" and parts.clause == "do" and parts.gap != "verb":
        yield from _verb_after_do(question, words, parts)
    elif name == "front":
        yield from _pieces(words, parts.front)
    elif name == "subject":
        # What opens a question and no longer opens the statement loses nothing: it had no capital of its own.
        yield from _pieces(words, parts.subject)
    else:
        yield from _pieces(words, getattr(parts, name))


def _verb_after_do(question: Annotated, words: Sequence[str], parts: QuestionParts) -> Iterator[_Piece]:
    """Yield the verb in the tense of its "did", which goes; before "not" both stay as they are."""
    before = TokenSpan(parts.verb.start, parts.verb.end - 1)
    main = parts.verb.end - 1
    did = parts.auxiliary.start
    if any(question.dependencies[i] in _NEGATIONS for i in range(*before)):
        yield _Piece(words[did], did)
        yield from _pieces(words, parts.verb)
        return
    yield from _pieces(words, before)
    tag = _TENSES.get(question.words[did].lower(), "VBD")
    if question.tags[main] in ("VBD", "VBZ"):
        yield _Piece(words[main], main)
        return
    yield _Piece(inflected(words[main].lower(), tag) or words[main], main)


def _pieces(words: Sequence[str], span: TokenSpan, *, lower: bool = False) -> list[_Piece]:
    return [_Piece(words[i].lower() if lower else words[i], i) for i in range(*span) if words[i].strip()]


def _sentence(question: Annotated, pieces: Sequence[_Piece]) -> str:
    """Return words as a sentence: blanks as in the question, "a" and "an", a capital, a full stop."""
    text = ""
    last: int | None = None
    for place, piece in enumerate(pieces):
        token = piece.token
        word = piece.word
        if word.lower() in ("a", "an") and place + 1 < len(pieces):
            word = _article(word, pieces[place + 1].word)
        # Tokens that touched in the question ("Tesla" and "'s") touch here.
        touching = token is not None and (
            question.tags[token] in ("POS", ",", ".", ":", "-RRB-", "''")
            or (last is not None and last + 1 == token and question.ends[last] == question.starts[token])
        )
        text += word if touching or not text else f" {word}"
        last = token
    text = text.rstrip(" ,;:-")
    return text[:1].upper() + text[1:] + ("" if text.endswith(".") else ".")


def _article(article: str, following: str) -> str:
    """Return "a" or "an" as the word behind it asks for; a letter decides, save for a few well-known beginnings."""
    word = following.lower()
    sounds = word[:1] in _VOWELS and not word.startswith(_NO_VOWEL_SOUND)
    spelled = ("an" if sounds else "a") if word[:1].isalpha() else article.lower()
    return spelled.capitalize() if article[0].isupper() else spelled
