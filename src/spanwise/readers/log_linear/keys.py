"""Names of features as 64-bit keys, made by hashing: a model has millions, and no table of strings would hold them.

Two of ten million names share a key with a chance of 3 in a million. The same name has the same key on any machine.
"""

import hashlib
from collections.abc import Iterable
from typing import TYPE_CHECKING

import numpy as np

if TYPE_CHECKING:
    from numpy.typing import NDArray

    KeyArray = NDArray[np.uint64]

__all__ = ["Keys"]

_MOST = 1_000_000
"""Names whose keys are remembered, for speed alone: a corpus has no end of them."""

# Odd constants of the mixing function splitmix64 (Steele, Lea and Flood, 2014), and the golden ratio.
_GOLDEN_INT, _FIRST_INT, _SECOND_INT = 0x9E3779B97F4A7C15, 0xBF58476D1CE4E5B9, 0x94D049BB133111EB
_GOLDEN, _FIRST, _SECOND = np.uint64(_GOLDEN_INT), np.uint64(_FIRST_INT), np.uint64(_SECOND_INT)
_MASK = (1 << 64) - 1


class Keys:
    """Makes keys, and remembers their names where they will be read by people."""

    def __init__(self, *, named: bool = False) -> None:
        self._known: dict[str, int] = {}
        self.names: dict[int, str] | None = {} if named else None

    def key(self, name: str) -> int:
        """Return the key of a name."""
        known = self._known.get(name)
        if known is None:
            if len(self._known) >= _MOST:
                self._known.clear()
            digest = hashlib.blake2b(name.encode("utf-8", "surrogatepass"), digest_size=8).digest()
            known = self._known[name] = int.from_bytes(digest, "little")
            if self.names is not None:
                self.names[known] = name
        return known

    def array(self, names: Iterable[str]) -> "KeyArray":
        """Return the keys of names, shape (n,)."""
        return np.array([self.key(name) for name in names], dtype=np.uint64)

    def step(self, key: int, name: str) -> int:
        """Return the key of a name that goes on after the one of the key: a path is one step after another."""
        last = self.key(name)
        mixed = ((key * _GOLDEN_INT) & _MASK) ^ ((last + _FIRST_INT) & _MASK)
        mixed = ((mixed ^ (mixed >> 30)) * _FIRST_INT) & _MASK
        mixed = ((mixed ^ (mixed >> 27)) * _SECOND_INT) & _MASK
        mixed ^= mixed >> 31
        if self.names is not None:
            self.names[mixed] = f"{self.names[key]} {name}"
        return mixed

    def crossed(self, a: "KeyArray", b: "KeyArray", join: str = " & ") -> "KeyArray":
        """Return keys of pairs, by numpy's rules of broadcasting; (a, b) is another pair than (b, a)."""
        mixed: KeyArray = (a * _GOLDEN) ^ (b + _FIRST)
        mixed = (mixed ^ (mixed >> np.uint64(30))) * _FIRST
        mixed = (mixed ^ (mixed >> np.uint64(27))) * _SECOND
        mixed = mixed ^ (mixed >> np.uint64(31))
        if self.names is not None:
            for first, second, key in np.nditer([*np.broadcast_arrays(a, b), mixed]) if mixed.size else ():
                self.names[int(key)] = f"{self.names[int(first)]}{join}{self.names[int(second)]}"
        return mixed
