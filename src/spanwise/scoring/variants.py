"""Adversarial variants of a question scored as their authors do: by the worst of them."""

import msgspec

from spanwise.errors import DataError
from spanwise.scoring.scores import Part, Scores

__all__ = ["WorstCase", "worst_case"]


class WorstCase(msgspec.Struct, frozen=True):
    """Scores of the original questions and of each one's worst variant; fractions over the same `groups`."""

    groups: int
    """Original questions: ids up to the first "-"."""
    variants: int
    original: Part
    """The originals' own scores; an original that is not in the file counts 0, as in the authors' script."""
    worst: Part
    """The variant with the lowest F1; a question without variants counts as itself."""


def worst_case(scores: Scores) -> WorstCase:
    """Return the AddSent and AddOneSent scores of Jia and Liang (2017) from the scores of their files.

    A variant's id is the original's with "-" and more behind it. Averaging over all lines of such a file, as the
    plain script does, counts a question once for every variant. A variant without a prediction scores 0, as everywhere;
    the authors' script passes over it, so that a reader gains by leaving variants out.

    Raises:
        DataError: No id has a "-", so there are no variants.
    """
    columns = scores.columns
    originals: dict[str, int] = {}
    worst: dict[str, int] = {}
    variants = 0
    for place, identity in enumerate(columns.ids):
        base = identity.split("-", 1)[0]
        if base == identity:
            originals[base] = place
            worst.setdefault(base, place)
            continue
        variants += 1
        now = worst.get(base)
        # As in the authors' script, any variant takes the original's place, and among variants the lowest F1 counts.
        if now is None or columns.ids[now] == base or columns.f1[place] < columns.f1[now]:
            worst[base] = place
    if not variants:
        raise DataError('no question id has a "-", so the file holds no variants of questions')
    return WorstCase(
        groups=len(worst),
        variants=variants,
        original=_part(scores, [originals.get(base) for base in worst], list(worst.values())),
        worst=_part(scores, list(worst.values()), list(worst.values())),
    )


def _part(scores: Scores, places: list[int | None] | list[int], clusters: list[int]) -> Part:
    """Return the mean over groups; a group without a place scores 0, and lies in the cluster of its stand-in."""
    columns = scores.columns
    values = {
        "em": [0.0 if place is None else columns.em[place] for place in places],
        "f1": [0.0 if place is None else columns.f1[place] for place in places],
    }
    em, f1 = scores.intervals.means_at(values, columns, clusters)
    return Part(total=len(places), em=em, f1=f1)
