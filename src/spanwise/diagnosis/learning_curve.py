"""How a reader's score grows with what it is trained on."""

from collections.abc import Callable, Sequence
from typing import Literal

import msgspec

from spanwise.data.dataset import Dataset
from spanwise.data.subset import filtered, sample
from spanwise.diagnosis.study_runs import StudyRuns
from spanwise.errors import OptionError
from spanwise.predictions.reader import Trainable
from spanwise.scoring.scores import Scores
from spanwise.stats.estimate import Estimate

__all__ = ["By", "CurvePoint", "LearningCurve", "TrainedOn", "default_sizes", "learning_curve", "training_subset"]

By = Literal["article", "question", "unanswerable"]
"""What is counted along the curve."""

_POINTS = 6


class TrainedOn(msgspec.Struct, frozen=True):
    """One run: what its training part holds, and what it scored, fractions."""

    seed: int
    articles: int
    questions: int
    unanswerable: int
    em: float
    f1: float


class CurvePoint(msgspec.Struct, frozen=True):
    """The score at one size, over all seeds."""

    size: int
    em: Estimate
    f1: Estimate
    has_ans_f1: Estimate | None
    """Over the questions with answers; None where there are none."""
    no_ans: Estimate | None
    """Over the questions without; None where there are none."""
    em_gain: Estimate | None
    f1_gain: Estimate | None
    """This point minus the one before, question by question and seed by seed; None at the first."""
    runs: tuple[TrainedOn, ...]

    @property
    def questions(self) -> float:
        """The number of training questions, in the mean over seeds: articles differ in how many they have."""
        return sum(run.questions for run in self.runs) / len(self.runs)

    @property
    def unanswerable(self) -> float:
        """The number of those that are unanswerable, in the mean over seeds."""
        return sum(run.unanswerable for run in self.runs) / len(self.runs)


class LearningCurve(msgspec.Struct, frozen=True):
    """The points, smallest size first."""

    reader: str
    train: str
    benchmark: str
    by: By
    seeds: tuple[int, ...]
    points: tuple[CurvePoint, ...]
    signatures: tuple[str, ...]
    """How the score of each point was made, that of the first seed."""


def learning_curve(
    trainable: Callable[[], Trainable],
    train: Dataset,
    dev: Dataset,
    sizes: Sequence[int] = (),
    *,
    by: By = "article",
    runs: StudyRuns,
) -> LearningCurve:
    """Return exact match and F1 on one benchmark against how much a reader was trained on.

    Each seed draws its own parts of the training data, every part within the next larger one, and trains on each. So
    a point's interval holds three kinds of luck: which articles were asked, which part was drawn, how training went.
    Parts of one dataset overlap, the more the larger they are, and the whole is the same for all seeds: towards the
    right the interval holds less and less of the luck of the draw. It says nothing of another training set.

    Whole articles are the usual unit, since a person who writes more questions writes on new articles. By question,
    even a small part has questions on nearly all articles, which is an easier way to learn, so its curve rises faster
    at the left.

    Args:
        trainable: Gives what is to be trained.
        train: The questions to learn from, the whole being the largest part.
        dev: The questions to be held against.
        sizes: How many of the unit; none given: the whole and its halves, six points at most.
        by: The unit. "unanswerable" keeps all answerable questions and varies the number of the others.
        runs: Seeds, and where finished runs are kept.

    Raises:
        OptionError: The training data have no so many, or no unanswerable question, or there is no such unit.
        InputError: A dataset cannot be scored, or a kept run cannot be read.
    """
    chosen = sorted(set(sizes)) or list(default_sizes(train, by))
    points: list[CurvePoint] = []
    signatures = []
    before: list[Scores] | None = None
    # Before the first training, which may take an hour: every part can be drawn.
    parts = {(size, seed): training_subset(train, size, by=by, seed=seed) for size in chosen for seed in runs.seeds}
    for size in chosen:
        own = [parts[size, seed] for seed in runs.seeds]
        found = [
            runs.scores(trainable, part, (dev,), label=f"{size} {_PLURAL[by]}", seed=seed)[0]
            for part, seed in zip(own, runs.seeds, strict=True)
        ]
        points.append(_point(size, own, found, before, runs))
        signatures.append(str(found[0].signature))
        before = found
    return LearningCurve(
        reader=runs.reader,
        train=train.name,
        benchmark=dev.name,
        by=by,
        seeds=runs.seeds,
        points=tuple(points),
        signatures=tuple(signatures),
    )


def default_sizes(train: Dataset, by: By) -> tuple[int, ...]:
    """Return the whole and its halves, smallest first, six at most; and 0 where it is unanswerable ones that vary.

    Raises:
        OptionError: There is no such unit, or nothing of it.
    """
    size = _most(train, by)
    sizes: list[int] = []
    while size and len(sizes) < _POINTS - (by == "unanswerable"):
        sizes.append(size)
        size //= 2
    return tuple(reversed([*sizes, 0] if by == "unanswerable" else sizes))


def training_subset(train: Dataset, size: int, *, by: By, seed: int) -> Dataset:
    """Return a part of the training data drawn at random; with one seed a smaller part lies within every larger one.

    Args:
        train: What to draw from.
        size: How many articles, questions, or unanswerable questions (then every answerable question is kept).
        by: Which of these.
        seed: Same seed, same part.

    Raises:
        OptionError: The training data have no so many, or there is no such unit.
    """
    most = _most(train, by)
    least = 0 if by == "unanswerable" else 1
    if not least <= size <= most:
        raise OptionError(f"a part of {size:,} {_PLURAL[by]} cannot be drawn; give {least} to {most:,}")
    if by != "unanswerable":
        return sample(train, size, seed=seed, by=by)
    drawn: frozenset[str] = frozenset()
    if size:
        drawn = frozenset(sample(filtered(train, lambda q: not q.has_answer), size, seed=seed).question_ids)
    return filtered(train, lambda q: q.has_answer or q.id in drawn)


_PLURAL = {"article": "articles", "question": "questions", "unanswerable": "unanswerable questions"}


def _most(train: Dataset, by: By) -> int:
    if by not in _PLURAL:
        raise OptionError(f"there is no learning curve by {by!r}; there are {', '.join(_PLURAL)}")
    if by == "article":
        most = len(train.articles)
    elif by == "question":
        most = len(train.question_ids)
    else:
        most = sum(not q.has_answer for _, _, q in train.questions())
    if not most:
        raise OptionError(f"the training data {train.name!r} have no {_PLURAL[by]}; another unit would do")
    return most


def _point(
    size: int, parts: Sequence[Dataset], found: Sequence[Scores], before: Sequence[Scores] | None, runs: StudyRuns
) -> CurvePoint:
    return CurvePoint(
        size=size,
        em=runs.estimate(found, "em"),
        f1=runs.estimate(found, "f1"),
        has_ans_f1=runs.part(found, "f1", has_answer=True),
        no_ans=runs.part(found, "f1", has_answer=False),
        em_gain=None if before is None else runs.change(found, before, "em"),
        f1_gain=None if before is None else runs.change(found, before, "f1"),
        runs=tuple(
            TrainedOn(
                seed=seed,
                articles=len(part.articles),
                questions=len(part.question_ids),
                unanswerable=sum(not q.has_answer for _, _, q in part.questions()),
                em=float(scores.em),
                f1=float(scores.f1),
            )
            for seed, part, scores in zip(runs.seeds, parts, found, strict=True)
        ),
    )
