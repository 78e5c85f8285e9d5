"""What each part of a reader is worth: the reader trained without it, against the reader trained with all.

Table 6 of the SQuAD paper (Rajpurkar et al., 2016) is of this kind: logistic regression without each of its groups of
features, F1 on the training and on the development questions.
"""

from collections.abc import Callable, Sequence

import msgspec

from spanwise.data.dataset import Dataset
from spanwise.diagnosis.study_runs import StudyRuns
from spanwise.errors import OptionError
from spanwise.predictions.reader import Trainable
from spanwise.scoring.scores import Scores
from spanwise.stats.estimate import Estimate

__all__ = ["Ablation", "AblationRow", "ablation"]


class AblationRow(msgspec.Struct, frozen=True):
    """A reader without some of its groups; the changes are this row minus the whole reader, fractions."""

    without: tuple[str, ...]
    """The groups that were left out; none: the whole reader."""
    train_em: Estimate
    train_f1: Estimate
    dev_em: Estimate
    dev_f1: Estimate
    em_change: Estimate | None
    f1_change: Estimate | None
    """Paired on the development questions; None for the whole reader."""


class Ablation(msgspec.Struct, frozen=True):
    """The table: the whole reader, then the others, the largest loss of F1 on the development questions first."""

    reader: str
    train: str
    benchmark: str
    seeds: tuple[int, ...]
    rows: tuple[AblationRow, ...]
    signatures: tuple[str, ...]
    """How the scores of the rows on the development questions were made, those of the first seed."""


def ablation(
    trainable: Callable[[frozenset[str]], Trainable],
    left_out: Sequence[Sequence[str]],
    train: Dataset,
    dev: Dataset,
    *,
    runs: StudyRuns,
) -> Ablation:
    """Return what a reader scores without each of some sets of its groups, on the questions it learnt from and others.

    Every row is trained with the same seeds as the whole reader, and the difference is taken question by question and
    seed by seed, so that what is hard for both cancels. Where two groups tell the same, leaving out either costs
    little and leaving out both costs much; hence sets, and not only single groups.

    Training questions say how far a reader learns by heart. Their intervals hold other articles of the same kind that
    it would be trained on, so they mean less than those of the development questions.

    Args:
        trainable: Gives a reader to be trained without the groups named; the empty set is the whole reader.
        left_out: The sets of groups to leave out, one a row.
        train: The questions to learn from.
        dev: The questions to be held against.
        runs: Seeds, and where finished runs are kept.

    Raises:
        OptionError: There is nothing to leave out, an empty set, or one set twice.
        InputError: A dataset cannot be scored, or a kept run cannot be read.
    """
    sets = [frozenset(groups) for groups in left_out]
    if not sets or not all(sets) or len(set(sets)) < len(sets):
        raise OptionError(
            "an ablation leaves out different sets of one or more groups; name some groups, each set once"
        )
    whole = _scores(trainable, frozenset(), train, dev, runs)
    rows = [_row((), whole, whole, runs)]
    signatures: dict[tuple[str, ...], str] = {(): str(whole[0][1].signature)}
    for groups in left_out:
        found = _scores(trainable, frozenset(groups), train, dev, runs)
        rows.append(_row(tuple(groups), found, whole, runs))
        signatures[tuple(groups)] = str(found[0][1].signature)
    rows[1:] = sorted(rows[1:], key=_loss)
    return Ablation(
        reader=runs.reader,
        train=train.name,
        benchmark=dev.name,
        seeds=runs.seeds,
        rows=tuple(rows),
        signatures=tuple(signatures[row.without] for row in rows),
    )


_Found = list[tuple[Scores, ...]]
"""Of each seed, the scores on the training and on the development questions."""


def _scores(
    trainable: Callable[[frozenset[str]], Trainable],
    without: frozenset[str],
    train: Dataset,
    dev: Dataset,
    runs: StudyRuns,
) -> _Found:
    # The order in which a person names groups makes no other reader, so it makes no other file.
    label = f"without {' and '.join(sorted(without))}" if without else "all"
    return [runs.scores(lambda: trainable(without), train, (train, dev), label=label, seed=seed) for seed in runs.seeds]


def _row(without: tuple[str, ...], found: _Found, whole: _Found, runs: StudyRuns) -> AblationRow:
    trained, dev = ([pair[place] for pair in found] for place in (0, 1))
    before = [pair[1] for pair in whole]
    return AblationRow(
        without=without,
        train_em=runs.estimate(trained, "em"),
        train_f1=runs.estimate(trained, "f1"),
        dev_em=runs.estimate(dev, "em"),
        dev_f1=runs.estimate(dev, "f1"),
        em_change=runs.change(dev, before, "em") if without else None,
        f1_change=runs.change(dev, before, "f1") if without else None,
    )


def _loss(row: AblationRow) -> float:
    change = row.f1_change.value if row.f1_change is not None else None
    return 0.0 if change is None else change
