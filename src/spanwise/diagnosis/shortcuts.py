"""How much of a reader's score is left when it is denied what the task should need.

A reader that answers without the question, or from its first word, has learnt habits of the benchmark and not to
read. A score says nothing of that; the same reader on perturbed questions does (Sugawara et al., 2018; Kaushik and
Lipton, 2018).
"""

from collections.abc import Callable, Iterator, Mapping, Sequence

import msgspec

from spanwise.data.dataset import Dataset
from spanwise.diagnosis.perturbations import PERTURBATIONS, perturbed
from spanwise.errors import OptionError
from spanwise.predictions.prediction import Predictions
from spanwise.predictions.reader import Reader
from spanwise.scoring.columns import Columns
from spanwise.scoring.evaluate import score
from spanwise.scoring.scores import Scores
from spanwise.stats.estimate import Estimate
from spanwise.stats.ratio import ratio_estimate

__all__ = ["ORIGINAL", "Shortcut", "Shortcuts", "perturbed_predictions", "shortcuts"]

ORIGINAL = "original"
"""What the dataset is called as it is, among the names of its perturbations."""

Scored = Callable[[Dataset, Predictions], Scores]


class Shortcut(msgspec.Struct, frozen=True):
    """A reader on one perturbation; changes are this score minus the original's, fractions."""

    name: str
    what: str
    em: Estimate
    f1: Estimate
    em_change: Estimate
    f1_change: Estimate
    em_left: Estimate
    f1_left: Estimate
    """The score on the answerable questions as a share of the original one. The unanswerable ones are left out here:
    a reader that abstains for want of a question is right on all of them."""
    no_ans: Estimate | None
    """The score on the unanswerable questions; None where there are none."""
    same_answer: Estimate
    """The share of questions whose answer is the same text as before; abstaining is one too."""
    unchanged: int
    """Questions that the perturbation leaves as they were, such as those on a context of one sentence."""
    signature: str


class Shortcuts(msgspec.Struct, frozen=True):
    """The reader as it is, and on each perturbation."""

    reader: str
    benchmark: str
    seed: int
    total: int
    em: Estimate
    f1: Estimate
    no_ans: Estimate | None
    signature: str
    rows: tuple[Shortcut, ...]


def perturbed_predictions(
    reader: Reader,
    dataset: Dataset,
    names: Sequence[str] = tuple(PERTURBATIONS),
    *,
    seed: int,
    tell: Callable[[str], None] | None = None,
) -> dict[str, Predictions]:
    """Return what a reader says to a dataset as it is ("original") and to each perturbation of it, by name.

    Args:
        reader: Any reader.
        dataset: The benchmark.
        names: Of `PERTURBATIONS`.
        seed: Of what the perturbations draw.
        tell: Told a line when one is answered.

    Raises:
        OptionError: There is no such perturbation.
    """
    predictions = {}
    # All are made before the reader is asked, so that a wrong name costs no time.
    datasets = {ORIGINAL: dataset} | {name: perturbed(dataset, name, seed=seed) for name in names}
    for place, (name, changed) in enumerate(datasets.items(), start=1):
        predictions[name] = reader.predict(changed)
        if tell is not None:
            tell(f"{place} of {len(datasets)}: {name}")
    return predictions


def shortcuts(
    dataset: Dataset, predictions: Mapping[str, Predictions], *, seed: int, scored: Scored = score
) -> Shortcuts:
    """Return how much of a reader's score is left on each perturbation, question by question.

    A share of the score that is left is not by itself a fault: some questions can be answered from their first word
    by anyone who knows what a "when" asks for. It is a ceiling on what the score says about reading.

    Args:
        dataset: The benchmark as it is.
        predictions: The reader's answers by perturbation, "original" among them.
        seed: With which the perturbed datasets were drawn; they are made again here.
        scored: How predictions become scores.

    Raises:
        OptionError: There is no "original", nothing else, or no such perturbation.
        InputError: Predictions cannot be scored.
    """
    if ORIGINAL not in predictions or len(predictions) < 2:
        given = ", ".join(predictions) or "none"
        raise OptionError(
            f'shortcuts are seen between predictions named "{ORIGINAL}" and those of a perturbation; {given} were given'
        )
    said = predictions[ORIGINAL]
    before = scored(dataset, said)
    rows = []
    for name, others in predictions.items():
        if name != ORIGINAL:
            changed = perturbed(dataset, name, seed=seed)
            rows.append(_row(name, (dataset, said, before), (changed, others, scored(changed, others))))
    return Shortcuts(
        reader=said.reader,
        benchmark=dataset.name,
        seed=seed,
        total=before.total,
        em=before.em,
        f1=before.f1,
        no_ans=before.no_ans.f1 if before.no_ans is not None else None,
        signature=str(before.signature),
        rows=tuple(rows),
    )


_Side = tuple[Dataset, Predictions, Scores]


def _row(name: str, before: _Side, after: _Side) -> Shortcut:
    (old_data, old_said, old), (new_data, new_said, new) = before, after
    intervals, columns = old.intervals, old.columns
    texts = zip(_texts(old_said, columns), _texts(new_said, new.columns), strict=True)
    same = {"same": [float(text == other) for text, other in texts]}
    return Shortcut(
        name=name,
        what=PERTURBATIONS[name],
        em=new.em,
        f1=new.f1,
        em_change=intervals.difference(new.columns.em, columns.em, columns),
        f1_change=intervals.difference(new.columns.f1, columns.f1, columns),
        em_left=_left(old, new.columns.em, columns.em),
        f1_left=_left(old, new.columns.f1, columns.f1),
        no_ans=new.no_ans.f1 if new.no_ans is not None else None,
        same_answer=intervals.means(same, columns)[0],
        unchanged=_unchanged(old_data, new_data),
        signature=str(new.signature),
    )


def _texts(predictions: Predictions, columns: Columns) -> Iterator[str | None]:
    """Give what is answered to each question at the threshold: the empty text is nothing, None no prediction."""
    for identity, abstains in zip(columns.ids, columns.abstains, strict=True):
        prediction = predictions.by_id.get(identity)
        yield None if prediction is None else "" if abstains else prediction.text


def _left(old: Scores, after: Sequence[float], before: Sequence[float]) -> Estimate:
    columns: Columns = old.columns
    unit, clusters = old.intervals.clusters(columns)
    answerable = [i for i, has_answer in enumerate(columns.has_answer) if has_answer]
    return ratio_estimate(
        [after[i] for i in answerable],
        [before[i] for i in answerable],
        [clusters[i] for i in answerable],
        level=old.intervals.level,
        cluster_unit=unit,
    )


def _unchanged(old: Dataset, new: Dataset) -> int:
    pairs = zip(old.questions(), new.questions(), strict=True)
    return sum(q.text == r.text and p.context == s.context for (_, p, q), (_, s, r) in pairs)
