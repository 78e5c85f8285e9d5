"""The state of a training on disk, so that one that is killed goes on where it was."""

import io
import time
import warnings
from collections.abc import Callable
from pathlib import Path
from typing import TYPE_CHECKING, Self

import msgspec
import numpy as np

from spanwise.errors import SpanwiseWarning
from spanwise.files import fingerprint, write_bytes
from spanwise.readers.log_linear.model import Training
from spanwise.readers.log_linear.settings import FEATURES_VERSION, Settings

if TYPE_CHECKING:
    from numpy.typing import NDArray

    FloatArray = NDArray[np.float32]

__all__ = ["Checkpoint", "State"]

_ARRAYS = ("weights", "squares", "dense", "dense_squares", "best_weights", "best_dense")
_PRINT = len(fingerprint([]))


class State:
    """Weights, sums of squared gradients, and how far training is; changed in place, since a copy a step costs more."""

    def __init__(self, size: int, dense: int, first_square: float) -> None:
        """Start before the first step, with all weights 0."""
        self.weights: FloatArray = np.zeros(size, dtype=np.float32)
        self.squares: FloatArray = np.full(size, first_square, dtype=np.float32)
        self.dense: FloatArray = np.zeros(dense, dtype=np.float32)
        self.dense_squares: FloatArray = np.full(dense, first_square, dtype=np.float32)
        self.passes = 0
        """Finished passes."""
        self.done = 0
        """Steps of the pass that goes on."""
        self.best_score = float("-inf")
        """The best score on development questions so far, with the weights that got it."""
        self.best_weights: FloatArray = np.zeros(0, dtype=np.float32)
        self.best_dense: FloatArray = np.zeros(0, dtype=np.float32)

    def keep_as_best(self, score: float) -> None:
        """Remember the weights of now with their score on development questions."""
        self.best_score = score
        self.best_weights, self.best_dense = self.weights.copy(), self.dense.copy()

    def to_bytes(self, owner: bytes) -> bytes:
        """Return the state as an uncompressed .npz archive, with whose it is, behind the archive's fingerprint."""
        stream = io.BytesIO()
        numbers = np.array([self.passes, self.done, self.best_score])
        arrays = {name: getattr(self, name) for name in _ARRAYS}
        np.savez(stream, owner=np.frombuffer(owner, dtype=np.uint8), numbers=numbers, **arrays)
        archive = stream.getvalue()
        return fingerprint([archive]).encode() + archive

    @classmethod
    def from_bytes(cls, data: bytes, owner: bytes) -> Self | None:
        """Return the state of an archive, or None where it is that of another training.

        Raises:
            ValueError: The archive is damaged.
        """
        # Looked at first, since the readers of archives and arrays fail in a dozen ways.
        if fingerprint([data[_PRINT:]]).encode() != data[:_PRINT]:
            raise ValueError("its content is not what was written")
        with np.load(io.BytesIO(data[_PRINT:]), allow_pickle=False) as archive:
            if archive["owner"].tobytes() != owner:
                return None
            state = cls(0, 0, 1.0)
            for name in _ARRAYS:
                setattr(state, name, archive[name])
            passes, done, best = archive["numbers"].tolist()
        state.passes, state.done, state.best_score = int(passes), int(done), best
        return state


class Checkpoint:
    """The file that holds the state of one training, or no file."""

    def __init__(
        self,
        path: Path | None,
        settings: Settings,
        training: Training,
        *,
        development: str = "",
        seconds: float = 30.0,
        clock: Callable[[], float] = time.monotonic,
    ) -> None:
        """Take where the state is kept, whose it is, and how often it is written.

        Whose it is goes by the fingerprint of the development questions too: the best weights are best on those.
        """
        self._path = path
        self._owner = msgspec.json.encode([FEATURES_VERSION, settings, training, development])
        self._seconds = seconds
        self._clock = clock
        self._last = clock()

    def read(self) -> State | None:
        """Return the state that was kept, or None; that of another training is left aside with a warning."""
        if self._path is None or not self._path.is_file():
            return None
        try:
            state = State.from_bytes(self._path.read_bytes(), self._owner)
            reason = "it is of other training or development questions, another seed or pipeline, or other settings"
        except (ValueError, OSError) as error:
            state, reason = None, f"it is damaged ({error})"
        if state is None:
            warnings.warn(f"{self._path}: not gone on with, since {reason}; training starts anew", SpanwiseWarning, 2)
        return state

    def write_now_and_then(self, state: State) -> None:
        """Keep the state if the last time is long enough ago."""
        if self._path is not None and self._clock() - self._last >= self._seconds:
            self.write(state)

    def write(self, state: State) -> None:
        """Keep the state, whole or not at all."""
        if self._path is not None:
            write_bytes(self._path, state.to_bytes(self._owner))
            self._last = self._clock()

    def remove(self) -> None:
        """Remove the file, once the model is written."""
        if self._path is not None:
            self._path.unlink(missing_ok=True)
