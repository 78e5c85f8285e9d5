"""Sentences for people to mend and approve, as JSON lines out and in: AddSent's last step.

The state of a line is "open" until somebody has looked at it, then "approved" or "rejected". A sentence that was mended
stands beside the one it was made from, so that what people changed can be counted.
"""

from collections.abc import Sequence
from pathlib import Path
from typing import Literal

import msgspec

from spanwise import files
from spanwise.benchmarks.adversarial.variant import Adversarial, Variant, added_variant, says_again
from spanwise.data.dataset import Dataset, Origin
from spanwise.errors import DataError, FormatError

__all__ = ["QueueLine", "from_queue", "queue_lines", "read_queue", "write_queue"]


class QueueLine(msgspec.Struct, frozen=True):
    """A sentence to be looked at, with all that is needed to judge it."""

    id: str
    """The variant's id."""
    parent_id: str
    question: str
    answers: tuple[str, ...]
    context: str
    """The original's, without the sentence."""
    sentence: str
    fake_answer: str = ""
    state: Literal["open", "approved", "rejected"] = "open"
    mended: str = ""
    """The sentence as a person would have it; "": as it is."""
    note: str = ""


def queue_lines(dataset: Dataset, found: Adversarial) -> tuple[QueueLine, ...]:
    """Return a line for each variant that has a sentence added.

    Raises:
        DataError: A variant's original is not in the dataset.
    """
    originals = {question.id: (paragraph, question) for _, paragraph, question in dataset.questions()}
    lines = []
    for variant in found.variants:
        origin = variant.question.origin
        if not variant.sentence or origin is None:
            continue
        if origin.parent_id not in originals:
            raise DataError(f"the question {origin.parent_id!r} is not in the dataset; give the one that was attacked")
        paragraph, question = originals[origin.parent_id]
        lines.append(
            QueueLine(
                id=variant.question.id,
                parent_id=question.id,
                question=question.text,
                answers=tuple(dict.fromkeys(answer.text for answer in question.answers)),
                context=paragraph.context,
                sentence=variant.sentence,
                fake_answer=variant.about.get("fake_answer", ""),
            )
        )
    return tuple(lines)


def write_queue(lines: Sequence[QueueLine], target: str | Path) -> None:
    """Write lines for people to look at: a whole file or nothing."""
    encoder = msgspec.json.Encoder()
    files.write_bytes(target, b"".join(encoder.encode(line) + b"\n" for line in lines))


def read_queue(source: str | Path) -> tuple[QueueLine, ...]:
    """Return the lines of a queue file.

    Raises:
        FormatError: A line is not one of a queue, or an id stands twice; names file and line.
    """
    where = files.label(source)
    decoder = msgspec.json.Decoder(QueueLine)
    lines: list[QueueLine] = []
    seen: dict[str, int] = {}
    for number, text in enumerate(files.utf8(files.read_bytes(source), where).splitlines(), start=1):
        if not text.strip():
            continue
        try:
            line = decoder.decode(text)
        except msgspec.MsgspecError as error:
            raise FormatError(
                f"{where}: line {number} is no line of a queue ({error}); mend it or take it out"
            ) from None
        if line.id in seen:
            raise FormatError(
                f"{where}: line {number}: the id {line.id!r} stands on line {seen[line.id]} too; keep one"
            )
        seen[line.id] = number
        lines.append(line)
    return tuple(lines)


def from_queue(
    dataset: Dataset, lines: Sequence[QueueLine], attack: str, *, place: str = "end", seed: int = 0
) -> Adversarial:
    """Return the approved sentences as variants, each checked once more as it is now.

    A question of which no sentence is approved and sound has the reason: not looked at yet, rejected, or what is wrong.

    Args:
        dataset: The dataset that was attacked.
        lines: The queue as it came back.
        attack: The transform that the origins name.
        place: Where the sentences are added.
        seed: What the origins say.

    Raises:
        DataError: A line's question is not in the dataset.
    """
    originals = {question.id: (paragraph, question) for _, paragraph, question in dataset.questions()}
    variants: list[Variant] = []
    reasons: dict[str, str] = {}
    mended = 0
    for line in lines:
        if line.parent_id not in originals:
            raise DataError(
                f"the queue's question {line.parent_id!r} is not in the dataset; give the one it was made of"
            )
        paragraph, question = originals[line.parent_id]
        if line.state != "approved":
            reasons.setdefault(question.id, "rejected" if line.state == "rejected" else "not looked at yet")
            continue
        sentence = line.mended.strip() or line.sentence
        if says_again(question, sentence):
            reasons[question.id] = "the sentence has every word of the question"
            continue
        number = sum(v.question.origin is not None and v.question.origin.parent_id == question.id for v in variants)
        origin = Origin(question.id, attack, seed)
        made = added_variant(paragraph, question, sentence, number=number, origin=origin, place=place)
        if isinstance(made, str):
            reasons[question.id] = made
            continue
        mended += sentence != line.sentence
        variants.append(made)
    for variant in variants:
        if variant.question.origin is not None:
            reasons.pop(variant.question.origin.parent_id, None)
    asked = {line.parent_id for line in lines}
    notes = [f"{mended:,} of {len(variants):,} sentences were mended by people"] if variants else []
    return Adversarial.of(attack, len(asked), variants, reasons, notes)
