"""What training leaves: weights by key, with all that is needed to work out the features they belong to."""

from typing import TYPE_CHECKING

import msgspec
import numpy as np

from spanwise.readers.log_linear.buckets import Buckets
from spanwise.readers.log_linear.frequencies import Frequencies
from spanwise.readers.log_linear.null_option import NullOption
from spanwise.readers.log_linear.settings import Settings

if TYPE_CHECKING:
    from numpy.typing import NDArray

    from spanwise.readers.log_linear.keys import KeyArray

__all__ = ["LogLinearModel", "Training"]


class Training(msgspec.Struct, frozen=True):
    """Where a model comes from."""

    dataset: str
    """The fingerprint of the dataset it was trained on."""
    questions: int
    """The questions it learnt from."""
    skipped: int
    """Answerable questions with no candidate to aim at."""
    seed: int
    pipeline: str
    """The language pipeline and its version."""
    candidates: str
    """What the weights that prune candidates were fitted on: others give other candidates."""


class LogLinearModel(msgspec.Struct, frozen=True):
    """A trained log-linear model."""

    settings: Settings
    training: Training
    frequencies: Frequencies
    buckets: Buckets
    keys: "KeyArray"
    """The keys of the features with a weight, sorted, (k,)."""
    values: "NDArray[np.float32]"
    """Their weights, (k,)."""
    dense: "NDArray[np.float32]"
    """The weights of buckets and root features, the last 0."""
    null_option: NullOption | None = None
    """What weighs "no answer", where the training set had unanswerable questions."""

    def weights_of(self, keys: "KeyArray") -> "NDArray[np.float32]":
        """Return the weights of keys; 0 where training never met one."""
        if not len(self.keys):
            return np.zeros(len(keys), dtype=np.float32)
        at = np.minimum(np.searchsorted(self.keys, keys), len(self.keys) - 1)
        return np.where(self.keys[at] == keys, self.values[at], np.float32(0))
