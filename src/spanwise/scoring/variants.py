"""Variants of a question: which belong together, and their score by the worst of them, as adversarial sets count."""

from collections.abc import Mapping, Sequence

import msgspec

from spanwise.errors import DataError
from spanwise.scoring.scores import Part, Scores

__all__ = ["Group", "WorstCase", "grouped", "worst_case"]


class Group(msgspec.Struct, frozen=True):
    """A question and what was made of it, as positions in the columns."""

    id: str
    """The original's id."""
    original: int | None
    """None where the original is not in the file."""
    variants: tuple[int, ...]

    def worst(self, f1: Sequence[float]) -> int:
        """Return the position that counts: the first variant with the lowest F1, or the original where it has none.

        As in the authors' script, any variant takes the original's place, also a better one.
        """
        if not self.variants:
            assert self.original is not None  # a group is made of at least one question
            return self.original
        return min(self.variants, key=f1.__getitem__)


class WorstCase(msgspec.Struct, frozen=True):
    """Scores of the original questions and of each one's worst variant; fractions over the same `groups`."""

    groups: int
    """Original questions."""
    variants: int
    original: Part
    """The originals' own scores; an original that is not in the file counts 0, as in the authors' script."""
    worst: Part
    """The variant with the lowest F1; a question without variants counts as itself."""


def grouped(ids: Sequence[str], parents: Mapping[str, str] | None = None) -> tuple[Group, ...]:
    """Return the questions by the original they come from, in the order in which the originals appear.

    Args:
        ids: The question ids, shape (n,).
        parents: The original's id for every id that is a variant's; what is not named is an original. None: a
            variant's id is the original's with "-" and more behind it, as in AddSent.

    Raises:
        DataError: There are no variants.
    """
    if parents is None:
        parents = {i: i.split("-", 1)[0] for i in ids if "-" in i}
        missing = 'no question id has a "-", so the file holds no variants of questions'
    else:
        missing = "no question is a variant of another, so the file holds no variants of questions"
    originals: dict[str, int | None] = {}
    variants: dict[str, list[int]] = {}
    for place, identity in enumerate(ids):
        base = parents.get(identity)
        if base is None:
            originals[identity] = place
            variants.setdefault(identity, [])
        else:
            originals.setdefault(base, None)
            variants.setdefault(base, []).append(place)
    if not any(variants.values()):
        raise DataError(missing)
    return tuple([Group(base, place, tuple(variants[base])) for base, place in originals.items()])


def worst_case(scores: Scores, parents: Mapping[str, str] | None = None) -> WorstCase:
    """Return the AddSent and AddOneSent scores of Jia and Liang (2017) from the scores of their files.

    Averaging over all lines of such a file, as the plain script does, counts a question once for every variant. A
    variant without a prediction scores 0, as everywhere; the authors' script passes over it, so that a reader gains
    by leaving variants out.

    Args:
        scores: A reader's scores on a file of originals and variants.
        parents: The original's id for every variant's, as for `grouped`; None goes by the "-" in the ids.

    Raises:
        DataError: There are no variants.
    """
    columns = scores.columns
    groups = grouped(columns.ids, parents)
    worst = [group.worst(columns.f1) for group in groups]
    return WorstCase(
        groups=len(groups),
        variants=sum(len(group.variants) for group in groups),
        original=_part(scores, [group.original for group in groups], worst),
        worst=_part(scores, worst, worst),
    )


def _part(scores: Scores, places: Sequence[int | None], clusters: Sequence[int]) -> Part:
    """Return the mean over groups; a group without a place scores 0, and lies in the cluster of its stand-in."""
    columns = scores.columns
    values = {
        "em": [0.0 if place is None else columns.em[place] for place in places],
        "f1": [0.0 if place is None else columns.f1[place] for place in places],
    }
    em, f1 = scores.intervals.means_at(values, columns, clusters)
    return Part(total=len(places), em=em, f1=f1)
