"""Questions in other words, or with a slip of the pen: whoever reads them should answer as before.

They are simple, and no promise that the meaning stays. "typos" swaps two letters of one word. "rephrase" has rules that
change no meaning but touch few questions: "which" for "what" before a noun, contractions made and undone. "synonyms"
puts a word of the same WordNet synset in the place of one; often it is a word for another sense than the one meant.
"""

import random
import re
from collections.abc import Callable, Mapping

import msgspec

from spanwise.benchmarks.adversarial.question_parts import question_parts
from spanwise.benchmarks.adversarial.variant import Adversarial, Variant, changed_question
from spanwise.data.dataset import Dataset, Origin, Question
from spanwise.errors import OptionError
from spanwise.language.annotate import Annotator
from spanwise.language.annotated import Annotated
from spanwise.language.inflection import cased_like, inflected
from spanwise.language.lexicon import Lexicon

__all__ = ["REWORDINGS", "rephrased", "reworded", "with_synonym", "with_typo"]

_WORD = re.compile(r"[^\W\d_]{4,}")
_CONTRACTIONS = (
    (r"\b(What|Who|Where|When|How) is\b", r"\1's"),
    (r"\b([Dd]id|[Dd]oes|[Dd]o|[Ii]s|[Aa]re|[Ww]as|[Ww]ere|[Cc]ould|[Ww]ould|[Hh]as|[Hh]ad) not\b", r"\1n't"),
    (r"\b(What|Who|Where|When|How)['’]s\b", r"\1 is"),
    (r"\b([Dd]id|[Dd]oes|[Dd]o|[Ii]s|[Aa]re|[Ww]as|[Ww]ere|[Cc]ould|[Ww]ould|[Hh]as|[Hh]ad)n['’]t\b", r"\1 not"),
)
_OPEN = frozenset(["NOUN", "VERB", "ADJ"])


def with_typo(text: str, rng: random.Random) -> str | None:
    """Return a text with two neighbouring letters of one word swapped, neither its first nor its last; None: no word.

    A word of four letters or more, whose letters differ there, so that something is always changed.
    """
    places = [
        place
        for match in _WORD.finditer(text)
        for place in range(match.start() + 1, match.end() - 2)
        if text[place] != text[place + 1]
    ]
    if not places:
        return None
    place = places[int(rng.random() * len(places))]
    return text[:place] + text[place + 1] + text[place] + text[place + 2 :]


def rephrased(text: str, question: Annotated) -> str | None:
    """Return a question put in other words by the first rule that fits, or None where none does."""
    parts = question_parts(question)
    if not isinstance(parts, str) and parts.asks == "what+":
        swapped = {"What": "Which", "what": "which"}
        wh = parts.noun.start - 1
        if question.words[wh] in swapped:
            start, end = question.starts[wh], question.ends[wh]
            return text[:start] + swapped[question.words[wh]] + text[end:]
    for pattern, instead in _CONTRACTIONS:
        changed = re.sub(pattern, instead, text, count=1)
        if changed != text:
            return changed
    return None


def with_synonym(text: str, question: Annotated, lexicon: Lexicon, rng: random.Random) -> str | None:
    """Return a question with one noun, verb or adjective replaced by a word of its most frequent synset, or None."""
    found: list[tuple[int, str]] = []
    for token, pos in enumerate(question.pos):
        word = question.words[token]
        if pos not in _OPEN or (token and word[:1].isupper()) or question.tags[token] == "MD":
            continue
        for other in lexicon.synonyms(word, pos, senses=1):
            form = inflected(other, question.tags[token]) if other.islower() and " " not in other else None
            if form is not None and form != word.lower():
                found.append((token, cased_like(form, word)))
                break
    if not found:
        return None
    token, form = found[int(rng.random() * len(found))]
    return text[: question.starts[token]] + form + text[question.ends[token] :]


class _Tools(msgspec.Struct, frozen=True):
    annotator: Annotator | None
    lexicon: Lexicon | None


_Change = Callable[[Question, Annotated | None, "_Tools", random.Random], str | None]


def _typo(question: Question, annotated: Annotated | None, tools: "_Tools", rng: random.Random) -> str | None:
    del annotated, tools
    return with_typo(question.text, rng)


def _rephrased(question: Question, annotated: Annotated | None, tools: "_Tools", rng: random.Random) -> str | None:
    del tools, rng
    assert annotated is not None  # asked for where the attack was named
    return rephrased(question.text, annotated)


def _synonym(question: Question, annotated: Annotated | None, tools: "_Tools", rng: random.Random) -> str | None:
    assert annotated is not None
    assert tools.lexicon is not None
    return with_synonym(question.text, annotated, tools.lexicon, rng)


REWORDINGS: Mapping[str, tuple[_Change, str]] = {
    "typos": (_typo, "no word of four letters that differ"),
    "rephrase": (_rephrased, "no rule fits the question"),
    "synonyms": (_synonym, "no word of the question has a synonym"),
}
"""By name: how a question is changed, and the reason where it cannot be."""


def reworded(
    dataset: Dataset,
    name: str,
    *,
    seed: int = 0,
    annotator: Annotator | None = None,
    lexicon: Lexicon | None = None,
) -> Adversarial:
    """Return a variant of each question with other words on the same context, answers and all.

    Args:
        dataset: The questions.
        name: One of `REWORDINGS`.
        seed: Of what is drawn; what is drawn for a question depends on the seed and its id alone.
        annotator: For "rephrase" and "synonyms".
        lexicon: For "synonyms".

    Raises:
        OptionError: There is no such rewording, or it lacks what it needs.
    """
    if name not in REWORDINGS:
        raise OptionError(f"there is no rewording {name!r}; there are {', '.join(REWORDINGS)}")
    if name != "typos" and annotator is None:
        raise OptionError(f"the rewording {name!r} needs annotated questions; give an annotator")
    if name == "synonyms" and lexicon is None:
        raise OptionError("the rewording 'synonyms' needs a lexicon; give spanwise.Lexicon()")
    change, reason = REWORDINGS[name]
    tools = _Tools(annotator, lexicon)
    asked = [(paragraph, question) for _, paragraph, question in dataset.questions()]
    annotated: list[Annotated | None] = [None] * len(asked)
    if annotator is not None and name != "typos":
        annotated = list(annotator.annotate([question.text for _, question in asked]))
    variants: list[Variant] = []
    reasons: dict[str, str] = {}
    for (paragraph, question), parse in zip(asked, annotated, strict=True):
        text = change(question, parse, tools, random.Random(f"{seed} {question.id}"))
        if text is None:
            reasons[question.id] = reason
        else:
            variants.append(changed_question(paragraph, question, text, Origin(question.id, name, seed)))
    return Adversarial.of(name, len(asked), variants, reasons)
