"""Measured features cut into buckets of equal mass, so that a linear score can rise and fall along them."""

from typing import TYPE_CHECKING

import msgspec
import numpy as np

if TYPE_CHECKING:
    from numpy.typing import NDArray

    from spanwise.readers.log_linear.context import FloatArray

    BucketArray = NDArray[np.int32]

__all__ = ["Buckets"]


class Buckets(msgspec.Struct, frozen=True):
    """The edges between the buckets of each measured feature; a bucket's place is its number among those of all."""

    names: tuple[str, ...]
    edges: tuple[tuple[float, ...], ...]

    @classmethod
    def of(cls, names: tuple[str, ...], values: "FloatArray", count: int, *, apart: int = 0) -> "Buckets":
        """Return the edges that cut values, shape (n, m), into parts of equal mass.

        Many values are 0 (no shared word), so that some parts fall together and there are fewer buckets.

        Args:
            names: What is measured, m names.
            values: The measures.
            count: The buckets of each.
            apart: A measure of at most so many values has a bucket for each: in parts of equal mass what is rare, such
                as a negation, would share one with what is not.
        """
        edges = [_edges(column, count, apart) for column in values.T] if len(values) else [()] * len(names)
        return cls(names, tuple([tuple(map(float, found)) for found in edges]))

    @property
    def size(self) -> int:
        """The number of buckets of all features."""
        return sum(len(edges) + 1 for edges in self.edges)

    def places(self, values: "FloatArray") -> "BucketArray":
        """Return the place of the bucket of each value, for values of shape (..., m)."""
        found = np.empty(values.shape, dtype=np.int32)
        first = 0
        for column, edges in enumerate(self.edges):
            found[..., column] = first + np.searchsorted(edges, values[..., column], side="right")
            first += len(edges) + 1
        return found

    def name(self, place: int) -> str:
        """Return what the bucket at a place holds."""
        for name, edges in zip(self.names, self.edges, strict=True):
            if place <= len(edges):
                low = f"from {edges[place - 1]:.3g} " if place else ""
                high = f"below {edges[place]:.3g}" if place < len(edges) else "up"
                return f"{name} {low}{high}".strip()
            place -= len(edges) + 1
        raise IndexError(f"there are {self.size} buckets")


def _edges(values: "FloatArray", count: int, apart: int) -> "FloatArray":
    distinct = np.unique(values)
    if len(distinct) <= apart:
        return (distinct[1:] + distinct[:-1]) / 2
    return np.unique(np.quantile(values, np.linspace(0, 1, count + 1)[1:-1]))
