"""What the page is made from, and the readers on it with the letter and colour each keeps throughout."""

from collections.abc import Mapping

import msgspec

from spanwise.data.dataset import Dataset
from spanwise.data.finding import Finding
from spanwise.diagnosis.abstention import Abstention
from spanwise.diagnosis.calibration import Calibration, CalibrationChange
from spanwise.diagnosis.curves import AbstentionCurves
from spanwise.diagnosis.explanations import Explained
from spanwise.diagnosis.mistakes import Mistakes
from spanwise.diagnosis.people import People
from spanwise.diagnosis.plausible import Plausible
from spanwise.diagnosis.question_facts import Facts
from spanwise.diagnosis.slices import Slice
from spanwise.diagnosis.variant_groups import VariantReport
from spanwise.errors import OptionError
from spanwise.predictions.prediction import Predictions
from spanwise.scoring.compare import Matrix
from spanwise.scoring.human import AnswerCurve, HumanLine, Matched
from spanwise.scoring.scores import Scores

__all__ = ["COLOURS", "Calibrated", "PageInput", "ShownReader", "readers_of"]

COLOURS = 8
"""How many colours there are for readers; the ninth reader has the first one's again, and its own letter."""


_BY_READER = (
    "predictions",
    "matched",
    "curves",
    "abstention",
    "abstention_curves",
    "slices",
    "mistakes",
    "plausible",
    "calibration",
    "variants",
    "explanations",
)


class Calibrated(msgspec.Struct, frozen=True):
    """How well a reader's probabilities of one event are calibrated, and what a map would change."""

    before: Calibration
    change: CalibrationChange | None = None
    """None where no map can be fitted."""
    method: str = ""
    """The kind of map, such as "platt"."""


class PageInput(msgspec.Struct, frozen=True, kw_only=True):
    """Everything the page shows. What is not given is left out of the page, with no empty section in its place."""

    dataset: Dataset
    predictions: tuple[Predictions, ...]
    scores: tuple[Scores, ...]
    """Of the predictions, in the same order, all on the same questions."""
    comparison: Matrix | None = None
    """Of the same readers, in the same order."""
    human: HumanLine | None = None
    matched: tuple[Matched, ...] = ()
    """The readers measured as people are, in the same order; empty where there is no human line."""
    curves: tuple[AnswerCurve, ...] = ()
    """The readers' scores by number of answers, in the same order."""
    abstention: tuple[Abstention, ...] = ()
    """Of the readers, in the same order."""
    abstention_curves: tuple[AbstentionCurves | None, ...] = ()
    """Of the readers, in the same order; None for one without a signal."""
    facts: Facts | None = None
    """What is known of each question, to filter by."""
    slices: tuple[tuple[Slice, ...], ...] = ()
    """Those of the same facts, of the readers in the same order."""
    mistakes: tuple[Mistakes, ...] = ()
    """Of the readers, in the same order."""
    plausible: tuple[Plausible, ...] = ()
    """Of the readers, in the same order."""
    calibration: tuple[tuple[Calibrated, ...], ...] = ()
    """Of the readers, in the same order, one for each event that is forecast; none without probabilities."""
    variants: tuple[VariantReport, ...] = ()
    """Of the readers, in the same order; empty where the benchmark has no variants of questions."""
    explanations: tuple[Mapping[str, Explained], ...] = ()
    """Why the readers answer as they do, by question id, of the readers in the same order; an empty mapping for one
    that cannot say."""
    people: People | None = None
    """What people score, from their raw answers."""
    findings: tuple[Finding, ...] = ()
    """What is odd about the benchmark or the predictions, beside what the scores have found."""
    title: str = ""
    """The page's title; the name of the dataset where it is empty."""


class ShownReader(msgspec.Struct, frozen=True):
    """One reader on the page: its letter is shown wherever its colour is, so that colour alone says nothing."""

    index: int
    letter: str
    colour: int
    """From 0 to COLOURS - 1; the style sheet gives each a light and a dark shade."""
    name: str
    predictions: Predictions
    scores: Scores
    explained: Mapping[str, Explained]
    """Why it answers as it does, by question id; empty where that is not known."""


def readers_of(page: PageInput) -> tuple[ShownReader, ...]:
    """Return the readers of a page in the order given.

    Raises:
        OptionError: There are none, there is not one score for each, or they were scored on different questions.
    """
    if not page.scores:
        raise OptionError("a report needs the scores of at least one reader")
    for name in _BY_READER:
        parts = getattr(page, name)
        if len(parts) != len(page.scores) and (parts or name == "predictions"):
            raise OptionError(
                f"{len(page.scores)} scores but {len(parts)} of {name}; a report needs one for each reader"
            )
    ids = page.scores[0].columns.ids
    for scores in page.scores:
        if scores.columns.ids != ids:
            raise OptionError(f"{scores.reader!r} was scored on other questions than {page.scores[0].reader!r}")
    if page.facts is not None and page.facts.ids != ids:
        raise OptionError("the facts are of other questions than the scores")
    return tuple(
        ShownReader(
            index=index,
            letter=_letter(index),
            colour=index % COLOURS,
            name=scores.reader or f"reader {_letter(index)}",
            predictions=predictions,
            scores=scores,
            explained=explained,
        )
        for index, (predictions, scores, explained) in enumerate(
            zip(page.predictions, page.scores, page.explanations or ({},) * len(page.scores), strict=True)
        )
    )


def _letter(index: int) -> str:
    return chr(ord("A") + index) if index < 26 else f"S{index + 1}"
