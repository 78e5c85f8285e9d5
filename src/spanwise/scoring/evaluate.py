"""(Dataset, Predictions) -> Scores."""

import math

import msgspec

from spanwise._version import __version__
from spanwise.data.dataset import Dataset
from spanwise.data.finding import Finding, counted
from spanwise.data.glance import glance
from spanwise.errors import DataError, OptionError, PredictionError
from spanwise.predictions.check import check_predictions
from spanwise.predictions.prediction import Predictions
from spanwise.scoring.columns import Columns, Duplicates, kept_rows, normal_forms, score_columns
from spanwise.scoring.intervals import Intervals
from spanwise.scoring.oddities import odd_matches, odd_scores
from spanwise.scoring.rules import Rules, rules_for
from spanwise.scoring.scores import Scores, Signature
from spanwise.scoring.threshold import scores_at, silenced

__all__ = ["OFFICIAL_THRESHOLD", "score"]

OFFICIAL_THRESHOLD = 1.0
"""The official 2.0 script's default: no probability is greater, so nothing abstains that did not already."""


def score(
    dataset: Dataset,
    predictions: Predictions,
    *,
    rules: Rules | None = None,
    na_threshold: float | None = None,
    duplicates: Duplicates = "refuse",
    intervals: Intervals | None = None,
) -> Scores:
    """Return what a reader scored on a benchmark: exact match and F1, with intervals, signature and oddities.

    Every question of the dataset counts. One without a prediction scores 0, as in the official 1.1 script (the 2.0
    script dies on it); it does not count as abstaining, which is said with an empty text.

    Args:
        dataset: The benchmark.
        predictions: A reader's answers.
        rules: How texts are compared; None takes what the dataset asks for (see `rules_for`).
        na_threshold: Where there are no-answer probabilities: abstain where the probability is greater than this.
            None means 1.0, the official default.
        duplicates: What to do about different questions with one id.
        intervals: How uncertainty is worked out; the default is a t interval over articles.

    Raises:
        DataError: The dataset has no questions, ids that stand twice, or questions the rules have no meaning for.
        PredictionError: No prediction is for a question of the dataset; a probability is NaN, infinite or missing.
        OptionError: A threshold without probabilities.
    """
    rules = rules or rules_for(dataset)
    rows, repeated = kept_rows(dataset, duplicates)
    if not rows:
        raise DataError(f"the dataset {dataset.name!r} holds no questions; there is nothing to score")
    _refuse_other_split(dataset, predictions)
    normal = normal_forms(rows, predictions, rules)
    raw = score_columns(rows, predictions, rules, normal)
    columns, threshold = _at_threshold(raw, predictions, na_threshold)
    found = (*_repeated(repeated, duplicates), *glance(dataset), *check_predictions(dataset, predictions, spans=False))
    scores = Scores(
        columns=columns,
        signature=Signature(
            rules=rules.name,
            threshold="none" if threshold is None else f"na_prob > {threshold!r}",
            n=len(columns),
            missing=columns.predicted.count(False),
            extra=len(predictions.by_id.keys() - set(raw.ids)),
            dataset=dataset.fingerprint,
            predictions=predictions.fingerprint,
            version=__version__,
            duplicates=_duplicate_rule(repeated, duplicates),
            mapped=", ".join(map(repr, predictions.abstention_strings)),
        ),
        intervals=intervals or Intervals(),
        na_threshold=threshold,
        reader=predictions.reader,
        benchmark=dataset.name,
        findings=(*found, *odd_matches(rows, predictions, columns, normal, rules)),
    )
    return msgspec.structs.replace(scores, findings=(*scores.findings, *odd_scores(scores)))


def _refuse_other_split(dataset: Dataset, predictions: Predictions) -> None:
    ids = dataset.question_ids
    if not predictions.by_id.keys().isdisjoint(ids):
        return
    theirs = next(iter(predictions.by_id), None)
    seen = "there are no predictions at all" if theirs is None else f"a prediction's id is {theirs!r}"
    raise PredictionError(
        f"0 of {len(ids):,} questions have a prediction: the ids do not match (a question's id is {ids[0]!r}, {seen}); "
        "the predictions are for another split, or the ids were rewritten"
    )


def _at_threshold(raw: Columns, predictions: Predictions, na_threshold: float | None) -> tuple[Columns, float | None]:
    """Return the columns with the no-answer threshold applied, and the threshold; None: there is none to apply."""
    if not predictions.has_na_probs:
        if na_threshold is not None:
            raise OptionError(
                f"a threshold of {na_threshold} was given, and the predictions {predictions.reader!r} have no "
                "no-answer probabilities; give them with --na-probs"
            )
        return raw, None
    threshold = OFFICIAL_THRESHOLD if na_threshold is None else na_threshold
    if math.isnan(threshold):
        raise OptionError("the threshold is NaN; it must be a number")
    rank = {identity: place for place, identity in enumerate(predictions.by_id)}
    columns = msgspec.structs.replace(
        raw,
        na_prob=_na_probs(raw, predictions),
        na_rank=tuple([rank.get(identity, -1) for identity in raw.ids]),
    )
    em, f1 = (scores_at(columns, values, threshold) for values in (raw.raw_em, raw.raw_f1))
    gone = zip(raw.abstains, silenced(columns, threshold), strict=True)
    abstains = tuple([empty or by_threshold for empty, by_threshold in gone])
    return msgspec.structs.replace(columns, em=em, f1=f1, abstains=abstains), threshold


def _na_probs(raw: Columns, predictions: Predictions) -> tuple[float, ...]:
    """Return the probability of each question; where a prediction is missing, 0.0 stands in and is never read."""
    probabilities: list[float] = []
    without: list[str] = []
    for identity in raw.ids:
        prediction = predictions.by_id.get(identity)
        probability = prediction.na_prob if prediction is not None else 0.0
        if probability is None:
            without.append(identity)
            continue
        if not math.isfinite(probability):
            shown = "NaN, which has no place in an order" if math.isnan(probability) else "infinite"
            raise PredictionError(
                f"the no-answer probability of {identity!r} is {shown}; it must be a finite number, so mend the reader"
            )
        probabilities.append(probability)
    if without:
        have = "question has" if len(without) == 1 else "questions have"
        raise PredictionError(
            f"{len(without):,} predicted {have} no no-answer probability: {counted(tuple(without))}; "
            "filling in a number would move the curve, so give one for each"
        )
    return tuple(probabilities)


def _duplicate_rule(repeated: tuple[str, ...], duplicates: Duplicates) -> str:
    if not repeated:
        return ""
    return {"all": "all counted", "last": "last kept"}.get(duplicates, "first kept")


def _repeated(repeated: tuple[str, ...], duplicates: Duplicates) -> tuple[Finding, ...]:
    if not repeated:
        return ()
    stand = "id stands" if len(repeated) == 1 else "ids stand"
    found = f"{len(repeated):,} {stand} more than once: {counted(repeated)}"
    counts = {"all": "all their questions count", "last": "the last question of each counts"}
    done = counts.get(duplicates, "the first question of each counts")
    return (Finding("id-duplicate", found, f"{done}, as the signature says", ids=repeated),)
