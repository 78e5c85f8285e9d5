"""Contrast sets: is a reader right on a question and on every small edit of it."""

from collections.abc import Sequence

import msgspec

from spanwise.data.dataset import Dataset
from spanwise.diagnosis.parents import grouping, parents_of
from spanwise.scoring.scores import Scores
from spanwise.scoring.variants import Group, grouped
from spanwise.stats.estimate import Estimate

__all__ = ["Consistency", "consistency"]


class Consistency(msgspec.Struct, frozen=True):
    """One reader on contrast sets; right means an exact match, shares are fractions."""

    reader: str
    benchmark: str
    grouping: str
    """How edits were told from originals, in words."""
    sets: int
    """Sets of a question and at least one edit."""
    edits: int
    without_edits: int
    """Questions of which the file has no edit; they are no sets and are left out."""
    without_original: int
    """Sets whose original is not in the file; they are left out."""
    original: Estimate
    """The share of the sets' originals that are right."""
    edited: Estimate
    """The share of their edits that are right."""
    consistent: Estimate
    """The share of sets in which everything is right."""
    broken: tuple[str, ...]
    """The originals' ids of the sets whose original is right and that are not consistent."""


def consistency(dataset: Dataset, scores: Scores, *, pattern: str | None = None) -> Consistency:
    """Return the contrast consistency of Gardner et al. (2020): the share of sets with every member right.

    A reader that has found a shortcut is right on the original and wrong beside it, and single accuracy over
    originals and edits hides that: half right everywhere and all right on half the sets score the same.

    Args:
        dataset: Questions and their edits together.
        scores: A reader's scores on that dataset.
        pattern: How ids tell edits, a regular expression with one group; see `parents_of`.

    Raises:
        DataError: There are no edits, or questions are each other's origin.
        OptionError: The pattern is not one regular expression with one group.
    """
    columns = scores.columns
    groups = grouped(columns.ids, parents_of(dataset, pattern))
    sets = [group for group in groups if group.variants and group.original is not None]
    right = [value == 1.0 for value in columns.em]
    originals = [_original(group) for group in sets]
    edits = [place for group in sets for place in group.variants]
    whole = [right[_original(group)] and all(right[place] for place in group.variants) for group in sets]
    broken = [group.id for group, all_right in zip(sets, whole, strict=True) if right[_original(group)] > all_right]
    return Consistency(
        reader=scores.reader,
        benchmark=scores.benchmark,
        grouping=grouping(dataset, pattern),
        sets=len(sets),
        edits=len(edits),
        without_edits=sum(not group.variants for group in groups),
        without_original=sum(group.original is None for group in groups),
        original=_share(scores, [right[place] for place in originals], originals),
        edited=_share(scores, [right[place] for place in edits], edits),
        consistent=_share(scores, whole, originals),
        broken=tuple(broken),
    )


def _original(group: Group) -> int:
    assert group.original is not None  # asked of groups that have one
    return group.original


def _share(scores: Scores, values: Sequence[bool], places: Sequence[int]) -> Estimate:
    if not values:
        return Estimate.undefined("no set has both its original and an edit in the file")
    return scores.intervals.means_at({"share": [float(value) for value in values]}, scores.columns, places)[0]
