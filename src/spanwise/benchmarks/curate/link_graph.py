"""Who links to whom, kept in eight bytes a link while an export is read.

Titles are kept as 64-bit digests and only those that are pages count in the end, so that a million links to pages that
do not exist cost no more than others. Two of a million titles having one digest has a chance of one in 10 million.
"""

import hashlib
from array import array
from typing import TYPE_CHECKING

import msgspec

from spanwise.benchmarks.curate.document import Page

if TYPE_CHECKING:
    import numpy as np
    from numpy.typing import NDArray

__all__ = ["LinkGraph", "LinkGraphBuilder"]

_HOPS = 4
_BLOCK = 50_000


class LinkGraph(msgspec.Struct, frozen=True):
    """Links between pages, each pair once and none to itself."""

    sources: "NDArray[np.int32]"
    """Shape (links,): the place of the page that links, ascending."""
    targets: "NDArray[np.int32]"
    """Shape (links,): the place of the page that is linked to."""
    pages: int
    """How many pages there are; places count from 0."""


class LinkGraphBuilder:
    """Takes pages as they are read, and gives their graph in the end."""

    def __init__(self) -> None:
        self._pages = array("Q")
        self._redirects: dict[int, int] = {}
        self._targets = array("Q")
        self._counts = array("I")

    def add(self, page: Page) -> None:
        """Take the next page or redirect; every one must be taken, since places are counted here."""
        key = _digest(page.key)
        self._pages.append(key)
        own = {_digest(link) for link in page.links}
        if page.redirect is not None:
            self._redirects[key] = _digest(page.redirect)
            own = set()
        # Sorted, so that the graph does not depend on the order of a set.
        self._targets.extend(sorted(own))
        self._counts.append(len(own))

    def graph(self) -> LinkGraph:
        """Return the graph; a link to a redirect is one to the page it stands for."""
        import numpy as np

        keys = np.frombuffer(self._pages, np.uint64) if self._pages else np.empty(0, np.uint64)
        order = np.argsort(keys, kind="stable")
        ordered = keys[order]
        where = np.arange(len(keys), dtype=np.int32)
        for key, target in self._redirects.items():
            where[_place(order, ordered, key)] = self._followed(order, ordered, key, target)
        counts = np.frombuffer(self._counts, np.uint32) if self._counts else np.empty(0, np.uint32)
        ends = np.cumsum(counts, dtype=np.int64)
        all_targets = np.frombuffer(self._targets, np.uint64) if self._targets else np.empty(0, np.uint64)
        # Of full length from the start: pieces put together in the end would be there twice for a moment.
        sources, targets = (np.empty(len(all_targets), np.int32) for _ in range(2))
        found_links = 0
        for first in range(0, len(keys), _BLOCK):
            last = min(first + _BLOCK, len(keys))
            start, end = (int(ends[first - 1]) if first else 0), int(ends[last - 1])
            wanted = all_targets[start:end]
            found = np.minimum(np.searchsorted(ordered, wanted), max(len(keys) - 1, 0))
            to = np.where(ordered[found] == wanted, where[order[found]], -1)
            source = np.repeat(np.arange(first, last, dtype=np.int64), counts[first:last])
            real = (to >= 0) & (to != source)
            pairs = np.unique(source[real] * len(keys) + to[real])
            piece = slice(found_links, found_links + len(pairs))
            sources[piece], targets[piece] = pairs // len(keys), pairs % len(keys)
            found_links = piece.stop
        return LinkGraph(sources[:found_links], targets[:found_links], len(keys))

    def _followed(self, order: "NDArray[np.intp]", ordered: "NDArray[np.uint64]", key: int, target: int) -> int:
        """Return the page that a redirect leads to, or -1 where it leads nowhere or round in a circle."""
        for _ in range(_HOPS):
            if target == key:
                return -1
            if target not in self._redirects:
                return _place(order, ordered, target)
            target = self._redirects[target]
        return -1


def _place(order: "NDArray[np.intp]", ordered: "NDArray[np.uint64]", key: int) -> int:
    import numpy as np

    at = int(np.searchsorted(ordered, np.uint64(key)))
    return int(order[at]) if at < len(ordered) and int(ordered[at]) == key else -1


def _digest(key: str) -> int:
    return int.from_bytes(hashlib.blake2b(key.encode("utf-8", "surrogatepass"), digest_size=8).digest(), "little")
