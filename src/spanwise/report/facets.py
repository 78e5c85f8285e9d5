"""The ways of parting the questions that diagnosis found, as the question browser filters by them."""

from collections.abc import Sequence

from spanwise.diagnosis.mistakes import MISTAKES, Mistakes
from spanwise.diagnosis.question_facts import Facts
from spanwise.diagnosis.variant_groups import DESTINATIONS, VariantReport
from spanwise.report.explained import STANDINGS, explained_key
from spanwise.report.page_input import ShownReader
from spanwise.report.questions import MOST_VALUES, Facet

__all__ = ["facets"]

_LABELS = {kind.key: kind.label for kind in MISTAKES}


def facets(
    facts: Facts | None,
    mistakes: Sequence[Mistakes],
    variants: Sequence[VariantReport] = (),
    readers: Sequence[ShownReader] = (),
) -> tuple[Facet, ...]:
    """Return the facts of the questions, the mistakes and the flips of each reader, and what of it is explained.

    Values that no question has are left out.
    """
    found = []
    for column in facts.columns if facts is not None else ():
        there = set(column.values)
        values = [value for value in column.order if value in there]
        if 1 < len(values) <= MOST_VALUES:
            place = {value: position for position, value in enumerate(values)}
            of = tuple(-1 if value is None else place[value] for value in column.values)
            found.append(Facet(column.name, column.label, tuple(values), of))
    for index, one in enumerate(mistakes):
        keys = [kind.key for kind in MISTAKES if kind.key in set(one.keys)]
        place = {key: position for position, key in enumerate(keys)}
        of = tuple(place[key] for key in one.keys)
        labels = tuple(_LABELS[key] for key in keys)
        found.append(Facet(f"mistake-{index}", "mistake", labels, of, reader=index, keys=tuple(keys)))
    for index, report in enumerate(variants):
        where = {flip.variant: DESTINATIONS.index(flip.where) for flip in report.flips}
        if where and facts is not None:
            of = tuple(where.get(identity, -1) for identity in facts.ids)
            found.append(Facet(f"flip-{index}", "flip", DESTINATIONS, of, reader=index))
    return (*found, *(_explained(reader) for reader in readers if reader.explained))


def _explained(reader: ShownReader) -> Facet:
    there = {one.standing for one in reader.explained.values()}
    keys = [key for key in STANDINGS if key in there]
    of = [reader.explained.get(identity) for identity in reader.scores.columns.ids]
    return Facet(
        key=explained_key(reader.index),
        label="right answer",
        values=tuple([STANDINGS[key] for key in keys]),
        of=tuple([-1 if one is None else keys.index(one.standing) for one in of]),
        keys=tuple(keys),
        reader=reader.index,
    )
