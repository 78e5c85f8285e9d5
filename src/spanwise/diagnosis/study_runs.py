"""The runs of a study that trains readers: each is made once, kept in a folder, and found there after a kill.

What is kept are predictions, not scores: they can be scored by other rules, compared and diagnosed later, and a score
is made anew from them in a second.
"""

from collections.abc import Callable, Sequence
from pathlib import Path
from random import Random

import msgspec

from spanwise import files
from spanwise._version import __version__
from spanwise.data.dataset import Dataset
from spanwise.errors import FormatError, OptionError
from spanwise.predictions.formats import load_predictions
from spanwise.predictions.prediction import Predictions
from spanwise.predictions.reader import Reader, Trainable
from spanwise.predictions.writers import write_predictions
from spanwise.scoring.compare import Metric
from spanwise.scoring.evaluate import score
from spanwise.scoring.scores import Scores
from spanwise.stats.crossed import crossed_estimate
from spanwise.stats.estimate import Estimate

__all__ = ["StudyRuns"]

_SLUG = 48
"""The most characters of a file's name that say what a run was."""


class StudyRuns(msgspec.Struct, frozen=True):
    """With which seeds a study trains, where it keeps what it has made, and how it scores."""

    reader: str = ""
    """What is trained, with every setting that changes what comes out: part of the name under which a run is kept.
    The code itself is not: whoever changes it between two calls takes another folder."""
    seeds: tuple[int, ...] = (0,)
    folder: Path | None = None
    """Where predictions are kept, a file for each run and dataset; None keeps nothing."""
    level: float = 0.95
    """Of the intervals."""
    scored: Callable[[Dataset, Predictions], Scores] = score
    tell: Callable[[str], None] | None = None
    """Told a line when a run is finished."""

    def __post_init__(self) -> None:
        """Refuse no seed, and one seed twice, which would look like two trainings that agree.

        Raises:
            OptionError: There is no seed, or one stands twice.
        """
        if not self.seeds or len(set(self.seeds)) < len(self.seeds):
            given = ", ".join(map(str, self.seeds)) or "none"
            raise OptionError(f"the seeds are {given}; one or more different ones would do")

    def scores(
        self,
        trainable: Callable[[], Trainable],
        train: Dataset,
        on: Sequence[Dataset],
        *,
        label: str,
        seed: int,
    ) -> tuple[Scores, ...]:
        """Return what a reader trained on a dataset scores on others; it is trained only where a file is not there.

        Args:
            trainable: Gives what is to be trained; called only if training is needed.
            train: The questions to learn from.
            on: The datasets to answer.
            label: What makes this run differ from the study's others; part of its name.
            seed: Of the training's random numbers.

        Raises:
            FormatError: A kept file cannot be read or was made on other questions, or none can be written.
        """
        reader: Reader | None = None
        found = []
        for dataset in on:
            file = self._file(label, seed, train, dataset)
            if file is not None and file.is_file():
                predictions = _kept(file, dataset)
            else:
                if reader is None:
                    reader = trainable().train(train, rng=Random(seed))
                predictions = reader.predict(dataset)
                if file is not None:
                    file.parent.mkdir(parents=True, exist_ok=True)
                    write_predictions(predictions, file, format="rows")
            found.append(self.scored(dataset, predictions))
        if self.tell is not None:
            means = ", ".join(f"F1 {100 * float(s.f1):.2f} on {s.benchmark or 'the dataset'}" for s in found)
            self.tell(f"{label}, seed {seed}: {means}{' (kept from before)' if reader is None else ''}")
        return tuple(found)

    def estimate(self, found: Sequence[Scores], metric: Metric) -> Estimate:
        """Return the mean of a metric over seeds, with its interval over articles and seeds."""
        return self._crossed([_column(scores, metric) for scores in found], found[0], range(len(found[0].columns)))

    def part(self, found: Sequence[Scores], metric: Metric, *, has_answer: bool) -> Estimate | None:
        """Return the same over the questions with answers, or those without; None where there are none of these."""
        places = [i for i, has in enumerate(found[0].columns.has_answer) if has is has_answer]
        columns = [[column[i] for i in places] for column in (_column(scores, metric) for scores in found)]
        return self._crossed(columns, found[0], places) if places else None

    def change(self, after: Sequence[Scores], before: Sequence[Scores], metric: Metric) -> Estimate:
        """Return how much the mean of a metric changes, question by question and seed by seed."""
        pairs = [(_column(a, metric), _column(b, metric)) for a, b in zip(after, before, strict=True)]
        columns = [[x - y for x, y in zip(left, right, strict=True)] for left, right in pairs]
        return self._crossed(columns, after[0], range(len(columns[0])), bounded=False)

    def _crossed(
        self, columns: Sequence[Sequence[float]], of: Scores, places: Sequence[int], *, bounded: bool = True
    ) -> Estimate:
        """Return the mean of one column a seed; the i-th value of each belongs to the question ``places[i]``."""
        unit, clusters = of.intervals.clusters(of.columns)
        own = [clusters[i] for i in places]
        return crossed_estimate(columns, own, level=self.level, cluster_unit=unit, bounded=bounded)

    def _file(self, label: str, seed: int, train: Dataset, dataset: Dataset) -> Path | None:
        if self.folder is None:
            return None
        key = (__version__, self.reader, label, str(seed), train.fingerprint, dataset.fingerprint)
        digest = files.fingerprint([msgspec.json.encode(key)])
        words = "".join(c if c.isascii() and c.isalnum() else "-" for c in f"{label}.{dataset.name}"[:_SLUG])
        return self.folder / f"{words}-seed-{seed}-{digest}.jsonl.gz"


def _kept(file: Path, dataset: Dataset) -> Predictions:
    predictions = load_predictions(file).predictions
    if lacking := [i for i in dataset.question_ids if i not in predictions.by_id]:
        raise FormatError(
            f"{file}: {len(lacking):,} of {len(dataset.question_ids):,} questions have no prediction here, as if the "
            "file were changed by hand; remove it, and the run is made anew"
        )
    return predictions


def _column(scores: Scores, metric: Metric) -> tuple[float, ...]:
    return scores.columns.em if metric == "em" else scores.columns.f1
