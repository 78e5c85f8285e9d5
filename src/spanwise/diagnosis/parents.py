"""Which questions were made from which: by their origin, by the pattern of their ids."""

import re
from collections.abc import Mapping

from spanwise.data.dataset import Dataset
from spanwise.errors import DataError, OptionError

__all__ = ["grouping", "parents_of"]


def grouping(dataset: Dataset, pattern: str | None = None) -> str:
    """Return in words how `parents_of` finds the originals."""
    if pattern is not None:
        return f"ids that match {pattern!r}"
    return "the questions' origin" if _origins(dataset) else 'ids up to the first "-"'


def parents_of(dataset: Dataset, pattern: str | None = None) -> dict[str, str]:
    """Return the original's id for every question that is a variant of another.

    Where any question says its origin, origins decide, and a variant of a variant belongs to the first original. Else
    ids do: as in AddSent, up to the first "-"; or by a regular expression whose one group is the original's id.

    Args:
        dataset: Originals and variants together.
        pattern: The regular expression, matched from the start of the id; an id that it does not match, or whose
            group is the whole id, is an original's.

    Raises:
        OptionError: The pattern is no regular expression, or has not exactly one group.
        DataError: There are no variants, or questions are each other's origin.
    """
    if pattern is not None:
        found = _by_pattern(dataset.question_ids, pattern)
        parents = {identity: _root(identity, found) for identity in found}
        looked = f"the pattern {pattern!r} makes no id a variant's"
    elif origins := _origins(dataset):
        parents = {identity: _root(identity, origins) for identity in origins}
    else:
        parents = {i: i.split("-", 1)[0] for i in dataset.question_ids if "-" in i}
        looked = 'no question has an origin and no id a "-"'
    if not parents:
        example = dataset.question_ids[0] if dataset.question_ids else ""
        raise DataError(
            f"{dataset.name or 'the dataset'}: {looked} (an id is {example!r}), so the file holds no variants of "
            "questions; a regular expression with one group for the original's id would tell them"
        )
    return parents


def _origins(dataset: Dataset) -> dict[str, str]:
    return {q.id: q.origin.parent_id for _, _, q in dataset.questions() if q.origin is not None}


def _by_pattern(ids: tuple[str, ...], pattern: str) -> dict[str, str]:
    try:
        compiled = re.compile(pattern)
    except re.error as error:
        raise OptionError(f"the pattern {pattern!r} is no regular expression: {error}") from None
    if compiled.groups != 1:
        raise OptionError(
            f"the pattern {pattern!r} has {compiled.groups} groups; give it one, around the original's id, "
            r"such as '(.+)-edit\d+'"
        )
    matches = {identity: compiled.match(identity) for identity in ids}
    found = {identity: match[1] for identity, match in matches.items() if match is not None}
    # A group that took no part in the match gives None.
    return {identity: base for identity, base in found.items() if base and base != identity}


def _root(identity: str, origins: Mapping[str, str]) -> str:
    seen = {identity}
    parent = origins[identity]
    while parent in origins:
        if parent in seen:
            raise DataError(
                f"the questions {identity!r} and {parent!r} come from each other, so neither is the original; "
                "mend their origins"
            )
        seen.add(parent)
        parent = origins[parent]
    return parent
