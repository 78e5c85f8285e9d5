"""Write the predictions of the three made-up readers of the sample benchmark, from its gold, by a fixed rule.

No system gave these answers: docs/samples.md states the rule. All chance comes from SHA-256 over the question's id,
and all arithmetic is exact to the last bit everywhere, so every machine writes the same files.
"""

import hashlib
import json
import re
import sys
from collections.abc import Iterator
from dataclasses import dataclass

from spanwise import files
from spanwise.data.dataset import Dataset, Paragraph, Question
from spanwise.data.samples import SAMPLE_READERS, sample_na_probs_path, sample_path, sample_predictions_path
from spanwise.data.typed_squad import decode_squad
from spanwise.text.normalize import SQUAD, normalized_alone

SEED = "spanwise-samples-1"
HARD = 0.6  # how much of a question's difficulty all readers share; the rest is each reader's own luck
LURED = 0.75  # how often the candidate for an unanswerable question is its plausible answer
PULL = 0.2  # how far difficulty pulls the no-answer probability to the wrong side, from easiest to hardest

WORD = re.compile(r"\S+")
EDGE = ".,;:?!()[]\"'“”"
# Marks that a boundary mistake does not step over: readers mostly end a span where a clause ends.
STOP = re.compile(r"[.,;:?!()\"“”](?:\s|$)|\s[(\"“]")
# A span that begins or ends with one of these is a mistake that trained readers seldom make.
LOOSE_WORDS = """
a an the and or but nor so if than that when where which while who whose
as at by for from in into of off on onto to upon with without
is are was were be been had has have can could may might must shall should will would not
its their his her it he she they
"""
DANGLING = frozenset(LOOSE_WORDS.split())


@dataclass(frozen=True)
class Character:
    """What tells one made-up reader from another; strain and probabilities are fractions in [0, 1]."""

    right: float
    """Up to this strain the candidate is one of the answers."""
    near: float
    """Above `right` and up to this strain it is an answer with a wrong boundary; above, another span."""
    centre: float
    """The no-answer probability in the middle between answerable and unanswerable questions."""
    gap: float
    """How far apart the two kinds lie in the mean: the quality of the signal."""
    noise: float
    """The most by which chance moves a probability either way."""
    threshold: float
    """The reader abstains where its no-answer probability is greater."""


CHARACTERS = {
    "eager": Character(right=0.62, near=0.78, centre=0.40, gap=0.08, noise=0.22, threshold=1.0),
    "cautious": Character(right=0.60, near=0.74, centre=0.50, gap=0.18, noise=0.22, threshold=0.42),
    "balanced": Character(right=0.66, near=0.84, centre=0.50, gap=0.20, noise=0.22, threshold=0.50),
}


def draw(*key: str) -> float:
    """Return a number in [0, 1) that depends on the key alone, evenly spread over keys."""
    digest = hashlib.sha256("/".join((SEED, *key)).encode("utf-8")).digest()
    return (int.from_bytes(digest[:8], "big") >> 11) / 2**53


def chosen(options: list[str], *key: str) -> str:
    """Return the option that the key draws."""
    return options[int(draw(*key) * len(options))]


def strain(reader: str, identity: str) -> float:
    """Return how hard a question is for a reader, in [0, 1): partly the same for all readers, partly its own luck."""
    return HARD * draw("difficulty", identity) + (1 - HARD) * draw("luck", reader, identity)


def na_prob(reader: str, question: Question) -> float:
    """Return the reader's no-answer probability: gap, pull of the difficulty, and triangular noise."""
    character = CHARACTERS[reader]
    side = -1 if question.answers else 1
    pull = PULL * (strain(reader, question.id) - 0.5)
    noise = character.noise * (draw("noise-1", reader, question.id) + draw("noise-2", reader, question.id) - 1)
    return round(character.centre + side * (character.gap / 2 - pull) + noise, 5)


def candidate(reader: str, paragraph: Paragraph, question: Question) -> str:
    """Return the text that the reader gives if it answers at all: always a span of the context."""
    identity = question.id
    others = other_spans(paragraph, question)
    if not question.answers:
        lured = draw("lured", reader, identity) < LURED
        return question.plausible_answers[0].text if lured else chosen(others, "other", identity)
    hardness = strain(reader, identity)
    if hardness < CHARACTERS[reader].right:
        return chosen([answer.text for answer in question.answers], "annotator", reader, identity)
    near = sorted(misjudged(paragraph.context, question))
    if near and hardness < CHARACTERS[reader].near:
        return chosen(near, "boundary", reader, identity)
    # Drawn without the reader, so that readers also make the same mistake, as real ones do.
    return chosen(others, "other", identity)


def other_spans(paragraph: Paragraph, question: Question) -> list[str]:
    """Return answers to other questions on the paragraph, of the same kind as this question's where there are any."""
    own = {normalized_alone(a.text, SQUAD) for a in (*question.answers, *question.plausible_answers)}
    texts = [(q.answers or q.plausible_answers)[0].text for q in paragraph.questions if q.id != question.id]
    others = sorted({text for text in texts if normalized_alone(text, SQUAD) not in own})
    wanted = kind((question.answers or question.plausible_answers)[0].text)
    return [text for text in others if kind(text) == wanted] or others


def kind(text: str) -> str:
    """Return a rough kind of a span: "number", "name" or "phrase"."""
    if any(character.isdigit() for character in text):
        return "number"
    words = [word for word in text.split() if word.lower() not in DANGLING]
    return "name" if words and words[0][:1].isupper() else "phrase"


def misjudged(context: str, question: Question) -> Iterator[str]:
    """Give the spans that miss the first answer by up to three words at either end and equal no answer."""
    answer = question.answers[0]
    start, end = answer.start or 0, (answer.start or 0) + len(answer.text)
    words = [(m.start(), m.end()) for m in WORD.finditer(context)]
    first = next(i for i, (_, to) in enumerate(words) if to > start)
    last = next(i for i, (_, to) in enumerate(words) if to >= end)
    golds = {normalized_alone(a.text, SQUAD) for a in question.answers}
    texts = [context[from_:to] for from_, to in words]
    for i in range(max(first - 3, 0), min(first + 3, last + 1)):
        for j in range(max(last - 2, i, first), min(last + 4, len(words))):
            text = context[words[i][0] : words[j][1]].strip(EDGE)
            added = (context[words[i][0] : start], context[end : words[j][1]])
            torn = (i != first and tears(texts[i - 1 : i + 1])) or (j != last and tears(texts[j : j + 2]))
            if torn or not text or dangles(text) or any(map(crosses, added)):
                continue
            if normalized_alone(text, SQUAD) not in golds:
                yield text


def tears(pair: list[str]) -> bool:
    """Say whether a boundary between two words would tear a name apart, or a number from what is counted."""
    return len(pair) == 2 and (pair[0][0].isdigit() or (pair[0][0].isupper() and pair[1][0].isupper()))


def crosses(added: str) -> bool:
    """Say whether the words added to an answer lie beyond a mark that ends a clause."""
    return STOP.search(added.rstrip(EDGE)) is not None


def dangles(text: str) -> bool:
    """Say whether a span begins or ends with a word that leaves it hanging."""
    words = text.lower().split()
    return words[-1] in DANGLING or (words[0] in DANGLING and words[0] not in ("a", "an", "the", "to", "by"))


def made_up(reader: str, dataset: Dataset) -> tuple[dict[str, str], dict[str, float]]:
    """Return a reader's predictions and its no-answer probabilities, both by id, in the order of the dataset."""
    texts: dict[str, str] = {}
    na_probs: dict[str, float] = {}
    for _, paragraph, question in dataset.questions():
        na_probs[question.id] = na_prob(reader, question)
        abstains = na_probs[question.id] > CHARACTERS[reader].threshold
        texts[question.id] = "" if abstains else candidate(reader, paragraph, question)
    return texts, na_probs


def encoded(values: dict[str, str] | dict[str, float]) -> bytes:
    """Return the bytes of a file: JSON, one question a line, letters as they are."""
    return (json.dumps(values, ensure_ascii=False, indent=1) + "\n").encode("utf-8")


def sample_dataset() -> Dataset:
    """Return the part of the sample benchmark that the readers answer.

    Raises:
        SystemExit: The file is not clean SQuAD JSON.
    """
    dataset = decode_squad(sample_path("dev").read_bytes())
    if dataset is None:
        raise SystemExit(f"{sample_path('dev')}: no clean SQuAD file; spanwise check says why")
    return dataset


def main() -> int:
    """Write the files of all readers."""
    dataset = sample_dataset()
    for reader in SAMPLE_READERS:
        texts, na_probs = made_up(reader, dataset)
        files.write_bytes(sample_predictions_path(reader), encoded(texts))
        files.write_bytes(sample_na_probs_path(reader), encoded(na_probs))
        print(f"{reader}: {len(texts)} predictions, {sum(not text for text in texts.values())} of them abstain")
    return 0


if __name__ == "__main__":
    sys.exit(main())
