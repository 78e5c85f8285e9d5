"""Training the log-linear reader: AdaGrad on the log-likelihood of the answer among all candidates of its paragraph."""

import random
from collections.abc import Callable, Iterator, Sequence
from glob import escape
from pathlib import Path
from typing import TYPE_CHECKING, NamedTuple

import msgspec
import numpy as np

from spanwise.data.dataset import Dataset, Paragraph
from spanwise.errors import DataError
from spanwise.language.annotate import Annotator
from spanwise.language.candidate_facts import candidate_weights
from spanwise.language.lexicon import Lexicon
from spanwise.predictions.prediction import Predictions
from spanwise.readers.log_linear.asked import lower_lemmas
from spanwise.readers.log_linear.buckets import Buckets
from spanwise.readers.log_linear.checkpoint import Checkpoint, State
from spanwise.readers.log_linear.context import ContextFacts
from spanwise.readers.log_linear.features import Features, features
from spanwise.readers.log_linear.frequencies import Frequencies
from spanwise.readers.log_linear.keys import Keys
from spanwise.readers.log_linear.measures import measure_names
from spanwise.readers.log_linear.model import LogLinearModel, Training
from spanwise.readers.log_linear.null_option import NullOption
from spanwise.readers.log_linear.null_training import null_rows
from spanwise.readers.log_linear.reader import LogLinearReader, annotated_paragraphs
from spanwise.readers.log_linear.scores import Held, dense_size, gradient, scores
from spanwise.readers.log_linear.settings import Settings
from spanwise.readers.log_linear.targets import targets

if TYPE_CHECKING:
    from numpy.typing import NDArray

    from spanwise.readers.log_linear.context import FloatArray
    from spanwise.readers.log_linear.features import PlaceArray
    from spanwise.readers.log_linear.keys import KeyArray

__all__ = ["LogLinear"]

_SAMPLE = 200
"""Values of each measured feature that a question gives to the edges of the buckets."""


class _Example(NamedTuple):
    """The questions on one paragraph that have a target."""

    features: Features
    targets: tuple["NDArray[np.int64]", ...]


class _Step(NamedTuple):
    held: Held
    places: "PlaceArray"
    """The global weight of each key; the one behind the last, which stays 0, where the key is too rare to have any."""
    goal: "FloatArray"
    """1 at the targets, (q, c)."""


class LogLinear:
    """Trains log-linear readers."""

    def __init__(
        self,
        annotator: Annotator,
        settings: Settings | None = None,
        *,
        lexicon: Lexicon | None = None,
        checkpoint: Path | None = None,
        progress: Callable[[str, int, int], None] | None = None,
    ) -> None:
        """Take what annotates texts and how to train.

        Args:
            annotator: The pipeline; the reader will need the same.
            settings: How to train; the paper's by default.
            lexicon: Knows antonyms and synonyms, which tell the null option of words turned round.
            checkpoint: A file that keeps the state now and then, so that a killed training goes on where it was. It
                stays until `remove_checkpoints`.
            progress: Is told what is being done, and how many of how many are.
        """
        self.settings = settings or Settings()
        self._annotator = annotator
        self._lexicon = lexicon
        self.checkpoint = checkpoint
        self._progress = progress or (lambda *_: None)

    def train(
        self,
        dataset: Dataset,
        *,
        rng: random.Random,
        development: Dataset | None = None,
        evaluate: Callable[[Predictions], float] | None = None,
    ) -> LogLinearReader:
        """Return a reader trained on the answerable questions of a dataset.

        With development questions and their score, the weights after the best pass are kept, else those after the
        last. Where there are unanswerable questions, the reader gets a null option (see `NullOption`).

        Raises:
            DataError: No question has an answer that any candidate holds.
            OptionError: The pipeline lacks what the features are made of.
        """
        self._annotator.require(*self.settings.components, what="the reader log-linear")
        seed = rng.getrandbits(32)
        found = null_rows(dataset, self.settings.folds, rng, lambda part, number: self._fold(part, seed, number))
        model = self._trained(dataset, seed, self.checkpoint, development, evaluate)
        if found is not None:
            option = NullOption.fitted(*found, lexicon=self._lexicon is not None)
            model = msgspec.structs.replace(model, null_option=option)
        return LogLinearReader(model, self._annotator, lexicon=self._lexicon)

    def remove_checkpoints(self) -> None:
        """Remove what was kept for a training that is cut off, once its model is written."""
        for path in self._checkpoints():
            path.unlink(missing_ok=True)
            # What a process that was killed while it wrote has left.
            for part in path.parent.glob(f".{escape(path.name)}.*.part"):
                part.unlink(missing_ok=True)

    def _checkpoints(self) -> list[Path]:
        if self.checkpoint is None:
            return []
        return [self.checkpoint, *[_of_fold(self.checkpoint, number) for number in range(self.settings.folds)]]

    def _fold(self, dataset: Dataset, seed: int, number: int) -> LogLinearReader:
        model = self._trained(dataset, seed, self.checkpoint and _of_fold(self.checkpoint, number), None, None)
        return LogLinearReader(model, self._annotator, lexicon=self._lexicon)

    def _trained(
        self,
        dataset: Dataset,
        seed: int,
        checkpoint: Path | None,
        development: Dataset | None,
        evaluate: Callable[[Predictions], float] | None,
    ) -> LogLinearModel:
        examples, frequencies, skipped = self._examples(dataset)
        if not examples:
            raise DataError(
                f"{dataset.name or 'the training set'}: no question has an answer that stands in its context, so there "
                "is nothing to learn; spanwise check names what is wrong with each"
            )
        buckets = self._buckets(examples, seed)
        keys = _frequent([example.features.keys for example in examples], self.settings.least_paragraphs)
        training = Training(
            dataset=dataset.fingerprint,
            questions=sum(len(example.targets) for example in examples),
            skipped=skipped,
            seed=seed,
            pipeline=self._annotator.identity,
            candidates=candidate_weights().fitted_on,
        )
        steps = [_step(example, buckets, keys) for example in examples]
        del examples

        def model(weights: "NDArray[np.float32]", dense: "NDArray[np.float32]") -> LogLinearModel:
            kept = np.flatnonzero(weights[:-1])
            return LogLinearModel(
                self.settings, training, frequencies, buckets, keys[kept], weights[kept], dense.copy()
            )

        judged_by = development.fingerprint if development is not None and evaluate is not None else ""
        kept = Checkpoint(checkpoint, self.settings, training, development=judged_by)
        state = kept.read() or State(len(keys) + 1, dense_size(buckets), self.settings.first_square)
        for _ in self._passes(state, steps, seed, kept):
            if development is not None and evaluate is not None:
                now = LogLinearReader(model(state.weights, state.dense), self._annotator)
                score = evaluate(now.predict(development))
                if score > state.best_score:
                    state.keep_as_best(score)
            kept.write(state)
        if len(state.best_weights):
            return model(state.best_weights, state.best_dense)
        return model(state.weights, state.dense)

    def _examples(self, dataset: Dataset) -> tuple[list[_Example], Frequencies, int]:
        paragraphs = [
            Paragraph(p.context, tuple([q for q in p.questions if q.has_answer]))
            for article in dataset.articles
            for p in article.paragraphs
        ]
        annotated = list(annotated_paragraphs([p for p in paragraphs if p.questions], self._annotator))
        frequencies = Frequencies.of([lower_lemmas(context) for _, context, _ in annotated])
        keys = Keys()
        found = []
        skipped = 0
        for number, (paragraph, context, questions) in enumerate(annotated, start=1):
            facts = ContextFacts.of(context, frequencies, self.settings.rule)
            if facts is None:
                skipped += len(questions)
                continue
            spans = [[a.span for a in q.answers if a.span is not None] for q in paragraph.questions]
            aims = [targets(facts, [span for span in given if span.end <= len(context.text)]) for given in spans]
            usable = [place for place, aim in enumerate(aims) if len(aim)]
            skipped += len(aims) - len(usable)
            if usable:
                made = features(facts, [questions[i] for i in usable], frequencies, self.settings.groups, keys)
                found.append(_Example(made, tuple([aims[i] for i in usable])))
            self._progress("features", number, len(annotated))
        return found, frequencies, skipped

    def _buckets(self, examples: Sequence[_Example], seed: int) -> Buckets:
        rng = np.random.default_rng(seed)
        names = measure_names(self.settings.groups)
        sampled = []
        for example in examples:
            q, c, m = example.features.measures.shape
            values = example.features.measures.reshape(q * c, m)
            sampled.append(values[rng.integers(len(values), size=min(_SAMPLE, len(values)))])
        return Buckets.of(names, np.concatenate(sampled), self.settings.buckets)

    def _passes(self, state: State, steps: Sequence[_Step], seed: int, kept: Checkpoint) -> Iterator[None]:
        """Change the state pass by pass; the same seed gives the same, whether or not training was cut off between."""
        settings = self.settings
        l2 = settings.l2 / len(steps)
        while state.passes < settings.passes:
            order = np.random.default_rng([seed, state.passes]).permutation(len(steps))
            while state.done < len(steps):
                _update(state, steps[order[state.done]], settings.learning_rate, l2)
                state.done += 1
                self._progress(f"pass {state.passes + 1} of {settings.passes}", state.done, len(steps))
                kept.write_now_and_then(state)
            state.passes, state.done = state.passes + 1, 0
            yield


def _of_fold(checkpoint: Path, number: int) -> Path:
    return checkpoint.with_name(f"{checkpoint.name}-fold-{number + 1}")


def _frequent(arrays: Sequence["KeyArray"], least: int) -> "KeyArray":
    """Return, in order, the keys that stand in as many of the arrays; each array has a key once."""
    # By sorting: numpy's own way takes a table of hashes, several times as long for tens of millions.
    keys = np.concatenate(arrays)
    keys.sort()
    first = np.flatnonzero(np.concatenate([[True], keys[1:] != keys[:-1]]))
    return keys[first[np.diff(first, append=len(keys)) >= least]]


def _step(example: _Example, buckets: Buckets, keys: "KeyArray") -> _Step:
    at = np.searchsorted(keys, example.features.keys)
    known = np.append(keys, np.uint64(0))[at] == example.features.keys
    places = np.where(known & (at < len(keys)), at, len(keys)).astype(np.int32)
    goal = np.zeros((len(example.targets), len(example.features.context.candidates)))
    for row, aim in zip(goal, example.targets, strict=True):
        row[aim] = 1
    return _Step(Held.of(example.features, buckets), places, goal)


def _update(state: State, step: _Step, learning_rate: float, l2: float) -> None:
    """Take one step down the gradient of all questions on a paragraph; weights that no candidate has stay.

    The chance of an answer is the sum over its targets, for questions that several people answered.
    """
    weights = state.weights[step.places]
    probs = _softmax(scores(step.held, weights, state.dense))
    wanted = probs * step.goal
    wanted /= np.maximum(wanted.sum(axis=1, keepdims=True), np.finfo(np.float64).tiny)
    down, dense_down = gradient(step.held, probs - wanted, len(state.dense))
    down += l2 * weights
    dense_down += l2 * state.dense
    squares = state.squares[step.places] + down * down
    state.squares[step.places] = squares
    state.weights[step.places] = weights - learning_rate * down / np.sqrt(squares)
    state.weights[-1] = 0.0
    state.dense_squares += dense_down * dense_down
    state.dense -= (learning_rate * dense_down / np.sqrt(state.dense_squares)).astype(np.float32)


def _softmax(values: "FloatArray") -> "FloatArray":
    raised: FloatArray = np.exp(values - values.max(axis=1, keepdims=True))
    raised /= raised.sum(axis=1, keepdims=True)
    return raised
