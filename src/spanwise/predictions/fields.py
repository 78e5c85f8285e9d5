"""Which field of a record is its id, its answer, its probability: anyone's names, told apart once a shape.

The rows of a file nearly always have the same fields, so a layout is worked out once and remembered.
"""

from collections.abc import Hashable
from functools import lru_cache

import msgspec

__all__ = ["Layout", "layout"]

_IDS = ("id", "question_id", "qid", "qas_id", "example_id")
_SURE_TEXTS = (
    "prediction_text",
    "prediction",
    "predicted_answer",
    "predicted_text",
    "pred_text",
    "pred_answer",
    "pred",
)
_LIKELY_TEXTS = ("answer", "text", "answer_text", "output", "response", "generated_text", "completion")
_NA_PROBS = ("no_answer_probability", "na_prob", "no_answer_prob", "na_probability", "null_odds")
_PROBS = ("probability", "prob", "confidence")
_SCORES = ("score", "logit")


class Layout(msgspec.Struct, frozen=True):
    """The names that the fields of one shape of record have, or None where it has no such field."""

    id: str | None
    texts: tuple[str, ...]
    """Fields that may be the answer, all of one rank; where there are two, they must hold the same text."""
    na_prob: str | None
    score: str | None
    """The logit of the answer."""
    null_score: str | None
    prob: str | None
    """The probability of the answer: never that of having no answer."""
    start: str | None
    end: str | None
    logits: tuple[str, str] | None
    """The logits of the answer's start and of its end."""
    nbest: str | None
    is_plain: bool
    """Whether there is nothing but an id, a text and a no-answer probability that anyone would read."""
    is_pipeline: bool
    """Whether this is the output of a question answering pipeline."""
    is_gold: bool
    """Whether this looks like a record of a dataset, and not like a prediction."""

    @property
    def is_row(self) -> bool:
        """Whether a record of this shape says which question it answers, and how."""
        return self.id is not None and bool(self.texts)


@lru_cache(maxsize=256)
def layout(names: tuple[Hashable, ...]) -> Layout:
    """Return which field is what.

    Names are compared without regard to case, and "-" and " " stand for "_". A field that can only be a prediction
    (``prediction_text``) outranks one that may as well be the right answer (``answer``), since many programs write
    both. ``score`` is a logit, save in the output of question answering pipelines (``score``, ``start``, ``end``,
    ``answer``), where it is the probability of the answer.
    """
    known = {
        name.strip().casefold().replace("-", "_").replace(" ", "_"): name for name in names if isinstance(name, str)
    }

    def first(choices: tuple[str, ...]) -> str | None:
        return next((known[name] for name in choices if name in known), None)

    sure = tuple(known[name] for name in _SURE_TEXTS if name in known)
    likely = tuple(known[name] for name in _LIKELY_TEXTS if name in known)
    is_pipeline = not sure and "answer" in known and {"score", "start", "end"} <= set(known)
    score = None if is_pipeline else first(_SCORES)
    prob = known["score"] if is_pipeline else first(_PROBS)
    logits = (known["start_logit"], known["end_logit"]) if {"start_logit", "end_logit"} <= set(known) else None
    null_score, start, nbest = first(("null_score",)), first(("start",)), first(("nbest", "n_best"))
    has_context = {"question", "context"} <= set(known)
    return Layout(
        id=first(_IDS),
        texts=sure or ((known["answer"],) if is_pipeline else likely),
        na_prob=first(_NA_PROBS),
        score=score,
        null_score=null_score,
        prob=prob,
        start=start,
        end=first(("end",)),
        logits=logits,
        nbest=nbest,
        is_plain=not any((score, null_score, prob, start, logits, nbest)),
        is_pipeline=is_pipeline,
        is_gold="paragraphs" in known or "qas" in known or (has_context and not sure and not is_pipeline),
    )
