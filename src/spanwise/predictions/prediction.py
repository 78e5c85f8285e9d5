"""What a reader says about each question of a dataset."""

from collections.abc import Mapping
from functools import cached_property

import msgspec

from spanwise.files import fingerprint
from spanwise.text.span import Span

__all__ = ["Candidate", "Prediction", "Predictions"]


_RUN = 4096
"""Predictions that are encoded at once: enough for speed, few enough for memory."""


class Candidate(msgspec.Struct, frozen=True, omit_defaults=True):
    """One entry of an n-best list."""

    text: str
    prob: float | None = None
    score: float | None = None
    """A logit, such as the sum of the start and end scores."""
    span: Span | None = None


class Prediction(msgspec.Struct, frozen=True, omit_defaults=True):
    """One answer of a reader; an empty text abstains, and only an empty text does."""

    id: str
    text: str
    span: Span | None = None
    """Where in the context the text stands, if the file says so."""
    score: float | None = None
    """The reader's logit for this answer."""
    null_score: float | None = None
    """The reader's logit for "no answer"."""
    na_prob: float | None = None
    """What the file gives as probability that there is no answer; not always a probability (see the findings)."""
    nbest: tuple[Candidate, ...] = ()

    @property
    def abstains(self) -> bool:
        """Whether the reader says that the context holds no answer."""
        return self.text == ""

    @property
    def null_odds(self) -> float | None:
        """The log odds of "no answer" against this answer, or None where either logit is missing."""
        if self.null_score is None or self.score is None:
            return None
        return self.null_score - self.score


class Predictions(msgspec.Struct, frozen=True, dict=True):
    """A reader's answers by question id."""

    by_id: Mapping[str, Prediction]
    reader: str = ""
    dataset: str = ""
    """The fingerprint of the dataset they were made on, where known."""
    abstention_strings: tuple[str, ...] = ()
    """Texts that were declared to mean "no answer" and are the empty text by now; a score's signature names them."""

    def __len__(self) -> int:
        """Return how many questions are predicted."""
        return len(self.by_id)

    @cached_property
    def has_na_probs(self) -> bool:
        """Whether any prediction has a no-answer probability."""
        return any(p.na_prob is not None for p in self.by_id.values())

    @cached_property
    def fingerprint(self) -> str:
        """16 hexadecimal digits that change with any prediction or probability, not with their order."""
        encoder = msgspec.json.Encoder()
        by_id = self.by_id
        ids = sorted(by_id)
        runs = (ids[start : start + _RUN] for start in range(0, len(ids), _RUN))
        return fingerprint(encoder.encode([(i, by_id[i].text, by_id[i].na_prob) for i in run]) for run in runs)
