"""What reading a benchmark file gives: the dataset, and all that reading it brought to light."""

import msgspec

from spanwise.data.dataset import Dataset
from spanwise.data.finding import Finding
from spanwise.data.places import Places

__all__ = ["Loaded"]


class Loaded(msgspec.Struct, frozen=True):
    """A dataset with what reading it brought to light."""

    dataset: Dataset
    format: str
    """The format found: "squad", "mrqa", "rows" or "parquet"."""
    findings: tuple[Finding, ...] = ()
    places: Places = Places()
