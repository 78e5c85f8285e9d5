"""PageRank of a graph's nodes (Page et al., 1999)."""

from typing import TYPE_CHECKING

import numpy as np

if TYPE_CHECKING:
    from numpy.typing import NDArray

    FloatArray = NDArray[np.float64]
    IntArray = NDArray[np.int32]

__all__ = ["page_rank"]

_ENOUGH = 1e-12
_ROUNDS = 1000


def page_rank(sources: "IntArray", targets: "IntArray", nodes: int, *, damping: float = 0.85) -> "FloatArray":
    """Return the PageRank of each node, shape (nodes,), which sum to 1.

    Ours, since it is a dozen lines on numpy, and a library for it would be one more to install: networkx asks scipy for
    it. A node without links passes its rank on to all. Several links between two nodes count once.

    Args:
        sources: Where each link begins, nodes from 0.
        targets: Where it ends.
        nodes: How many nodes there are.
        damping: How likely a link is followed, instead of going on anywhere.
    """
    links = np.unique(sources.astype(np.int64) * nodes + targets)
    begins, ends = links // nodes, links % nodes
    degrees = np.bincount(begins, minlength=nodes)
    rank = np.full(nodes, 1 / nodes)
    for _ in range(_ROUNDS):
        shares = rank / np.maximum(degrees, 1)
        passed = np.bincount(ends, weights=shares[begins], minlength=nodes)
        following = damping * (passed + rank[degrees == 0].sum() / nodes) + (1 - damping) / nodes
        change = np.abs(following - rank).sum()
        rank = following
        if change < _ENOUGH:
            break
    return rank
