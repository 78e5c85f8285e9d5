"""PageRank by the power method: which nodes of a graph many others lead to.

Ours and not a graph library's: the method is one loop, and a library's graph takes some fifty bytes a link where two
arrays take eight, which decides whether an encyclopedia fits in memory.
"""

from typing import TYPE_CHECKING

from spanwise.errors import OptionError

if TYPE_CHECKING:
    import numpy as np
    from numpy.typing import NDArray

    IntArray = NDArray[np.int32]

__all__ = ["pagerank"]

_BLOCK = 1 << 20
_ROUNDS = 1_000


def pagerank(
    sources: "IntArray", targets: "IntArray", nodes: int, *, damping: float = 0.85, tolerance: float = 1e-10
) -> "NDArray[np.float64]":
    """Return each node's share of the visits of who follows links at random and now and then starts anew.

    A node without links leads to all nodes alike (Page and others, 1999), so that the shares add up to 1.

    Args:
        sources: Where each link begins, nodes from 0, shape (links,). A link that stands twice counts twice.
        targets: Where it ends.
        nodes: How many nodes there are.
        damping: The probability of following a link, from 0 to below 1.
        tolerance: Stop when a round changes the shares by less than this in sum.

    Raises:
        OptionError: The damping is no such probability.
    """
    import numpy as np

    if not 0 <= damping < 1:
        raise OptionError(f"a damping of {damping:g} gives no rank; give 0 to below 1, usually 0.85")
    n = nodes
    if n == 0:
        return np.empty(0)
    links = np.bincount(sources, minlength=n) if len(sources) else np.zeros(n, np.int64)
    leaf = links == 0
    rank = np.full(n, 1 / n)
    for _ in range(_ROUNDS):
        share = rank / np.maximum(links, 1)
        flow = np.zeros(n)
        # In blocks: numpy turns places into 64 bits first, and all of them at once would double what the links take.
        for start in range(0, len(sources), _BLOCK):
            piece = slice(start, start + _BLOCK)
            flow += np.bincount(targets[piece], weights=share[sources[piece]], minlength=n)
        new = (1 - damping) / n + damping * (flow + rank[leaf].sum() / n)
        change = float(np.abs(new - rank).sum())
        rank = new
        if change < tolerance:
            break
    return rank
