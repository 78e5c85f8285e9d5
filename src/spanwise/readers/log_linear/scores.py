"""The scores of candidates from weights, and which way the weights should go: the model and its gradient."""

from typing import TYPE_CHECKING, NamedTuple, Self

import numpy as np

from spanwise.readers.log_linear.buckets import Buckets
from spanwise.readers.log_linear.features import Features
from spanwise.readers.log_linear.measures import ROOTS

if TYPE_CHECKING:
    from numpy.typing import NDArray

    from spanwise.readers.log_linear.buckets import BucketArray
    from spanwise.readers.log_linear.context import FloatArray

__all__ = ["Held", "dense_size", "gradient", "scores"]


def dense_size(buckets: Buckets) -> int:
    """Return the number of dense weights: one a bucket, one a root feature, and one that stays 0."""
    return buckets.size + len(ROOTS) + 1


class Held(NamedTuple):
    """The features of the candidates as a score needs them, with measured features in their buckets."""

    features: Features
    dense: "BucketArray"
    """Places among the dense weights, (q, c, d); a feature that does not hold has the last, whose weight is 0."""

    @classmethod
    def of(cls, features: Features, buckets: Buckets) -> Self:
        """Return features with their measured ones in buckets."""
        kinds = buckets.size + np.arange(features.roots.shape[2], dtype=np.int32)
        rooted = np.where(features.roots, kinds, np.int32(dense_size(buckets) - 1))
        dense = np.concatenate([buckets.places(features.measures), rooted], axis=2)
        return cls(features._replace(measures=features.measures[:, :, :0], roots=features.roots[:, :, :0]), dense)


def scores(held: Held, weights: "NDArray[np.float32]", dense_weights: "NDArray[np.float32]") -> "FloatArray":
    """Return the score of each candidate for each question, shape (q, c).

    Args:
        held: The features.
        weights: The weight of each of the features' keys.
        dense_weights: The weights of buckets and root features.
    """
    features = held.features
    total: FloatArray = dense_weights[held.dense].sum(axis=2, dtype=np.float64)
    for table, of_question, of_candidate, _ in features.crossings:
        total += weights[table][of_question][:, of_candidate]
    if features.paths is not None:
        both = weights[features.paths.places].sum(axis=1)
        total += np.bincount(features.paths.rows, weights=both, minlength=total.size).reshape(total.shape)
    if features.lexical is not None:
        kind_of = features.context.kind_of
        near = (features.lexical.holds @ weights[features.lexical.near])[:, kind_of]
        inside = (features.lexical.holds @ weights[features.lexical.inside])[:, kind_of]
        for block in features.context.blocks:
            total[:, block.candidates] += (
                near[:, block.tokens] @ block.near.T + inside[:, block.tokens] @ block.inside.T
            )
    return total


def gradient(held: Held, pull: "FloatArray", dense_size: int) -> tuple["FloatArray", "FloatArray"]:
    """Return the gradient of the loss by the weights of the keys and by the dense weights.

    Args:
        held: The features.
        pull: The gradient of the loss by the scores, (q, c).
        dense_size: The number of dense weights.
    """
    features = held.features
    found = np.zeros(len(features.keys))
    for table, of_question, of_candidate, _ in features.crossings:
        width = table.shape[1]
        pairs = (of_question[:, None] * width + of_candidate).ravel()
        found[table.ravel()] += np.bincount(pairs, weights=pull.ravel(), minlength=table.size)
    if features.paths is not None:
        pulls = pull.ravel()[features.paths.rows]
        for column in features.paths.places.T:
            found += np.bincount(column, weights=pulls, minlength=len(found))
    if features.lexical is not None:
        kind_of = features.context.kind_of
        near, inside = np.zeros((2, len(pull), len(kind_of)))
        for block in features.context.blocks:
            near[:, block.tokens] = pull[:, block.candidates] @ block.near
            inside[:, block.tokens] = pull[:, block.candidates] @ block.inside
        is_kind = (kind_of[:, None] == np.arange(len(features.context.kinds))).astype(np.float32)
        found[features.lexical.near] += features.lexical.holds.T @ (near @ is_kind)
        found[features.lexical.inside] += features.lexical.holds.T @ (inside @ is_kind)
    times = np.repeat(pull.ravel(), held.dense.shape[2])
    dense: FloatArray = np.bincount(held.dense.ravel(), weights=times, minlength=dense_size).astype(np.float64)
    dense[-1] = 0.0
    return found, dense
