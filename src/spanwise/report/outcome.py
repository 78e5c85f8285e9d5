"""What became of a question: one of six outcomes, so that the counts of a reader add up to all questions."""

import msgspec

from spanwise.scoring.columns import Columns

__all__ = ["OUTCOMES", "Outcome", "outcome_indices"]


class Outcome(msgspec.Struct, frozen=True):
    """One thing that can become of a question."""

    key: str
    """The word in links: ``#f=wrong``."""
    label: str
    meaning: str
    glyph: str


OUTCOMES = (
    Outcome("right", "right", "exact match is 1: an answer was hit, or rightly none was given", "✓"),
    Outcome("partly", "partly right", "the answer shares words with a gold answer: F1 between 0 and 1", "≈"),
    Outcome("wrong", "wrong", "the question has an answer and the one given shares no word with it", "✗"),
    Outcome("answered", "answered, but unanswerable", "the context holds no answer and one was given", "!"),
    Outcome("abstained", "abstained, but answerable", "the context holds an answer and none was given", "∅"),
    Outcome("missing", "missing", "there is no prediction", "–"),
)
"""In the order of the keys 1 to 6."""

_RIGHT, _PARTLY, _WRONG, _ANSWERED, _ABSTAINED, _MISSING = range(6)


def outcome_indices(columns: Columns) -> tuple[int, ...]:
    """Return the position in OUTCOMES of each question to one reader, shape (n,)."""
    indices = []
    facts = zip(columns.predicted, columns.em, columns.f1, columns.has_answer, columns.abstains, strict=True)
    for predicted, em, f1, has_answer, abstained in facts:
        if not predicted:
            indices.append(_MISSING)
        elif em == 1.0:
            indices.append(_RIGHT)
        elif f1 > 0.0:
            indices.append(_PARTLY)
        elif not has_answer:
            indices.append(_ANSWERED)
        else:
            indices.append(_ABSTAINED if abstained else _WRONG)
    return tuple(indices)
