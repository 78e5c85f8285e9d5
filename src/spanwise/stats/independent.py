"""The difference of two estimates made on different questions."""

import math

import msgspec

from spanwise.errors import OptionError
from spanwise.stats.estimate import Estimate

__all__ = ["independent_difference"]


def independent_difference(a: Estimate, b: Estimate) -> Estimate:
    """Return by how much one estimate is above another that was made on other questions.

    The interval is put together from the two intervals (Newcombe, 1998, method 10; Zou and Donner, 2008): each end
    lies as far from the difference as the root of the summed squares of the ends it depends on. So it takes over
    what made them, clusters, bootstrap or exact bounds, and stays honest where a score is 0 or 1 and has no standard
    error. For estimates on the same questions it is too wide; `difference_estimate` is for those.

    Raises:
        OptionError: The two have intervals of different levels.
    """
    if a.value is None or b.value is None:
        return Estimate.undefined((a if a.value is None else b).reason, n=a.n + b.n)
    unit = a.cluster_unit if a.cluster_unit == b.cluster_unit else "cluster"
    value = a.value - b.value
    bare = msgspec.structs.replace(
        a, value=value, low=None, high=None, method="", n=a.n + b.n, clusters=a.clusters + b.clusters, note=""
    )
    bare = msgspec.structs.replace(bare, cluster_unit=unit, reason="")
    if a.low is None or a.high is None or b.low is None or b.high is None:
        return msgspec.structs.replace(bare, reason=(b if a.has_interval else a).reason)
    if a.level != b.level:
        raise OptionError(f"intervals of {a.level:g} and {b.level:g} cannot be put together; use one level for both")
    return msgspec.structs.replace(
        bare,
        low=value - math.hypot(a.value - a.low, b.high - b.value),
        high=value + math.hypot(a.high - a.value, b.value - b.low),
        method="both intervals put together, taken as independent",
        note="; ".join(dict.fromkeys(note for note in (a.note, b.note) if note)),
    )
