"""Everything the page shows about readers on a benchmark, asked of scoring and diagnosis in one call."""

from collections.abc import Sequence

import msgspec

from spanwise.data.dataset import Dataset
from spanwise.data.finding import Finding
from spanwise.data.human_answers import HumanAnswers
from spanwise.diagnosis.abstention import abstention
from spanwise.diagnosis.calibration import calibration, calibration_change
from spanwise.diagnosis.calibration_fit import cross_fitted
from spanwise.diagnosis.calibration_map import Method
from spanwise.diagnosis.curves import abstention_curves
from spanwise.diagnosis.forecasts import EVENTS, Forecasts, forecasts
from spanwise.diagnosis.mistakes import mistakes
from spanwise.diagnosis.parents import parents_of
from spanwise.diagnosis.people import people
from spanwise.diagnosis.plausible import plausible
from spanwise.diagnosis.question_facts import Facts, question_facts
from spanwise.diagnosis.scored_rows import duplicates_of
from spanwise.diagnosis.slices import slices
from spanwise.diagnosis.variant_groups import VariantReport, variant_report
from spanwise.errors import DataError, MissingExtraError, OptionError, PredictionError
from spanwise.predictions.prediction import Predictions
from spanwise.report.page_input import Calibrated, PageInput
from spanwise.scoring.compare import compare_all
from spanwise.scoring.human import answer_curve, human_line, matched
from spanwise.scoring.rules import rules_named
from spanwise.scoring.scores import Scores

__all__ = ["gathered", "with_facts"]

_MAP: Method = "platt"
"""The map that the page compares with: two numbers, so that it can be fitted on few articles."""


def gathered(
    dataset: Dataset,
    predictions: Sequence[Predictions],
    scores: Sequence[Scores],
    *,
    findings: Sequence[Finding] = (),
    title: str = "",
    answers: HumanAnswers | None = None,
) -> PageInput:
    """Return what the page is made from: with the human line where a question has two answers, and comparisons.

    Intervals, rounds and seed are those that the scores were made with.

    Args:
        dataset: The benchmark.
        predictions: Those of the readers.
        scores: Of the predictions, in the same order.
        findings: What reading the benchmark brought to light.
        answers: Raw human answers to questions of the benchmark, where there are any.
        title: The page's title; empty: the benchmark's name.

    Raises:
        OptionError: The scores do not fit together, such as by their rules.
    """
    rules, intervals = rules_named(scores[0].signature.rules), scores[0].intervals
    most = max((len(question.answers) for _, _, question in dataset.questions()), default=0)
    comparison = None
    if len(scores) > 1:
        comparison = compare_all(scores, rounds=intervals.rounds, seed=intervals.seed)
    facts = question_facts(dataset, duplicates=duplicates_of(scores[0]))
    pairs = list(zip(predictions, scores, strict=True))
    several = most > 1
    return PageInput(
        dataset=dataset,
        predictions=tuple(predictions),
        scores=tuple(scores),
        comparison=comparison,
        human=human_line(dataset, rules=rules, intervals=intervals) if several else None,
        matched=tuple(matched(dataset, p, rules=rules, intervals=intervals) for p in predictions) if several else (),
        curves=tuple(answer_curve(dataset, p, rules=rules) for p in predictions) if most else (),
        abstention=tuple(abstention(found) for found in scores),
        abstention_curves=tuple(abstention_curves(found) if found.has_na_probs else None for found in scores),
        facts=facts,
        slices=tuple(slices(found, facts) for found in scores),
        mistakes=tuple(mistakes(dataset, p, found) for p, found in pairs),
        plausible=tuple(plausible(dataset, p, found) for p, found in pairs),
        calibration=tuple(_calibrated(found) for found in scores),
        variants=_variants(dataset, pairs),
        people=None if answers is None else people(dataset, answers, rules=rules, level=intervals.level),
        findings=tuple(findings),
        title=title,
    )


def with_facts(page: PageInput, facts: Facts) -> PageInput:
    """Return what the page is made from with other facts of the questions, and the slices that they cut.

    Such as columns of one's own, or those that need a language pipeline.

    Raises:
        OptionError: The facts are those of other questions than the scores.
    """
    return msgspec.structs.replace(page, facts=facts, slices=tuple(slices(found, facts) for found in page.scores))


def _calibrated(scores: Scores) -> tuple[Calibrated, ...]:
    """Return the calibration of a reader for each event, with a map fitted on other articles where one can be."""
    if not scores.has_na_probs:
        return ()
    found = []
    for event in EVENTS:
        try:
            own = forecasts(scores, event)
        except (OptionError, PredictionError):
            # Numbers that are no probabilities, or a reader that answers nothing: there is nothing to calibrate.
            continue
        found.append(_before_and_after(own, scores))
    return tuple(found)


def _before_and_after(own: Forecasts, scores: Scores) -> Calibrated:
    try:
        after = cross_fitted(own, _MAP, seed=scores.intervals.seed)
    except (DataError, MissingExtraError, OptionError, PredictionError):
        return Calibrated(calibration(own, intervals=scores.intervals))
    change = calibration_change(own, after, intervals=scores.intervals)
    return Calibrated(change.before, change, _MAP)


def _variants(dataset: Dataset, pairs: Sequence[tuple[Predictions, Scores]]) -> tuple[VariantReport, ...]:
    """Return how readers stand up to variants; nothing where no question is known to come from another of the file."""
    try:
        parents = parents_of(dataset)
    except DataError:
        return ()
    # Many benchmarks have a "-" in every id; it makes a variant only where the original is there as well.
    if not set(parents.values()) & set(dataset.question_ids):
        return ()
    return tuple(variant_report(dataset, predictions, scores) for predictions, scores in pairs)
