"""The scores of one reader on one benchmark: columns, signature, and the numbers made from them."""

from functools import cached_property
from typing import Any

import msgspec

from spanwise.data.finding import Finding
from spanwise.scoring.columns import Columns
from spanwise.scoring.intervals import Intervals
from spanwise.scoring.threshold import AveragePrecision, Best, average_precision, best_threshold
from spanwise.stats.estimate import Estimate
from spanwise.stats.ranking import auroc

__all__ = ["Part", "Scores", "Signature"]


class Signature(msgspec.Struct, frozen=True):
    """How a number was made: printed beside it, never parsed back."""

    rules: str
    threshold: str
    """The threshold rule, such as "na_prob > 1.0", or "none"."""
    n: int
    missing: int
    extra: int
    dataset: str
    """The dataset's fingerprint."""
    predictions: str
    """The predictions' fingerprint."""
    version: str
    """Spanwise's version."""
    duplicates: str = ""
    """What was done about ids that stand twice; empty where none do."""
    mapped: str = ""
    """Texts that were declared to mean "no answer"; empty where none were."""

    def __str__(self) -> str:
        """Return the signature on one line."""
        parts = [
            f"rules:{self.rules}",
            f"threshold:{self.threshold}",
            f"n:{self.n}",
            f"missing:{self.missing}",
            f"extra:{self.extra}",
            f"data:{self.dataset}",
            f"predictions:{self.predictions}",
            *([f"duplicates:{self.duplicates}"] if self.duplicates else []),
            *([f"mapped:{self.mapped}"] if self.mapped else []),
            f"spanwise:{self.version}",
        ]
        return "|".join(parts)


class Part(msgspec.Struct, frozen=True):
    """Exact match and F1 over some of the questions."""

    total: int
    em: Estimate
    f1: Estimate


class Scores(msgspec.Struct, frozen=True, dict=True):
    """What a reader scored: fractions in [0, 1], each with its interval; percent only where people read it."""

    columns: Columns
    signature: Signature
    intervals: Intervals = Intervals()
    na_threshold: float | None = None
    """Abstained where the probability is greater; None where the reader gives no probabilities."""
    reader: str = ""
    benchmark: str = ""
    findings: tuple[Finding, ...] = ()
    """What was odd about the input or the matches, each with its ids."""

    @property
    def total(self) -> int:
        """How many questions were scored."""
        return len(self.columns)

    @property
    def em(self) -> Estimate:
        """Exact match over all questions."""
        return self.overall.em

    @property
    def f1(self) -> Estimate:
        """F1 over all questions."""
        return self.overall.f1

    @cached_property
    def overall(self) -> Part:
        """Exact match and F1 over all questions."""
        return self._part(None)

    @cached_property
    def has_ans(self) -> Part | None:
        """The same over the questions with answers (the official HasAns); None where there are none."""
        return self._part(True) if any(self.columns.has_answer) else None

    @cached_property
    def no_ans(self) -> Part | None:
        """The same over the questions without answers (the official NoAns); None where there are none."""
        return None if all(self.columns.has_answer) else self._part(False)

    @cached_property
    def predicted_only(self) -> Part:
        """The same over the predicted questions: tells a wrong reader from a pipeline that dropped some."""
        return self._estimates([i for i, there in enumerate(self.columns.predicted) if there])

    def _part(self, has_answer: bool | None) -> Part:
        if has_answer is None:
            return self._estimates(None)
        return self._estimates([i for i, value in enumerate(self.columns.has_answer) if value is has_answer])

    def _estimates(self, chosen: list[int] | None) -> Part:
        em, f1 = self.intervals.means({"em": self.columns.em, "f1": self.columns.f1}, self.columns, chosen)
        return Part(total=len(self.columns) if chosen is None else len(chosen), em=em, f1=f1)

    @property
    def has_na_probs(self) -> bool:
        """Whether the reader gives no-answer probabilities."""
        return self.columns.na_prob is not None

    @cached_property
    def best_em(self) -> Best | None:
        """The best exact match any threshold reaches on this very data; None without probabilities."""
        return best_threshold(self.columns, self.columns.raw_em) if self.has_na_probs else None

    @cached_property
    def best_f1(self) -> Best | None:
        """The best F1 any threshold reaches on this very data; None without probabilities."""
        return best_threshold(self.columns, self.columns.raw_f1) if self.has_na_probs else None

    @cached_property
    def average_precision(self) -> AveragePrecision | None:
        """The official areas under precision-recall; None without probabilities or answerable questions."""
        return average_precision(self.columns) if self.has_na_probs else None

    @cached_property
    def na_auroc(self) -> float | None:
        """How well the probabilities tell unanswerable from answerable questions: 0.5 is chance, under it inverted."""
        columns = self.columns
        if columns.na_prob is None:
            return None
        there = [i for i, predicted in enumerate(columns.predicted) if predicted]
        return auroc([columns.na_prob[i] for i in there], [not columns.has_answer[i] for i in there])

    def to_rows(self) -> list[dict[str, Any]]:
        """Return one dictionary a question, with every column."""
        return self.columns.rows()
