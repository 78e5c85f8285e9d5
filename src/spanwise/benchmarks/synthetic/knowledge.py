"""What is known of some entities: triples between them, and what each entity and relation is called."""

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass, field
from typing import TYPE_CHECKING

import msgspec
import numpy as np

from spanwise.benchmarks.synthetic.generation import Noted, Notes
from spanwise.errors import DataError

if TYPE_CHECKING:
    from numpy.typing import NDArray

    IntArray = NDArray[np.int32]

__all__ = ["HYPERNYMS", "Knowledge", "Names", "Triple", "knowledge"]

HYPERNYMS = ("P31", "P279")
"""Wikidata's "instance of" and "subclass of"."""

Triple = tuple[str, str, str]
"""Subject, relation and object by their identifiers."""


class Names(msgspec.Struct, frozen=True):
    """What an entity or a relation is called: its label, and other names for it."""

    label: str
    aliases: tuple[str, ...] = ()

    @property
    def forms(self) -> tuple[str, ...]:
        """Every different name, the label first."""
        return tuple(dict.fromkeys((self.label, *self.aliases)))


@dataclass(frozen=True, eq=False)
class Knowledge:
    """Triples of entities and relations that all have a label, sorted by subject.

    Entities and relations are numbers from 0; `knowledge` makes one of identifiers.
    """

    identifiers: tuple[str, ...]
    """Of the entities."""
    entities: tuple[Names, ...]
    relations: tuple[Names, ...]
    subjects: "IntArray"
    verbs: "IntArray"
    """The relation of each triple."""
    objects: "IntArray"
    hypernyms: Mapping[int, tuple[int, ...]]
    """What an entity is an instance or a subclass of."""
    inverses: Mapping[int, Names]
    """What a relation is called when read from object to subject."""
    notes: tuple[Noted, ...] = ()
    first: "IntArray" = field(init=False)
    """Where the triples of each subject begin, shape (entities + 1,)."""

    def __post_init__(self) -> None:
        counts = np.bincount(self.subjects, minlength=len(self.entities))
        object.__setattr__(self, "first", np.concatenate([[0], np.cumsum(counts)]).astype(np.int32))

    def triples_of(self, entity: int) -> range:
        """Return the numbers of the triples whose subject is this entity."""
        return range(int(self.first[entity]), int(self.first[entity + 1]))


def knowledge(
    triples: Iterable[Triple],
    entities: Mapping[str, Names],
    relations: Mapping[str, Names],
    *,
    inverses: Mapping[str, Names] | None = None,
    hypernyms: Sequence[str] = HYPERNYMS,
) -> Knowledge:
    """Return triples as numbers, without those that cannot be said.

    A triple of which an entity or the relation has no label is left out, as is one that says something of an entity and
    itself, and one that stands twice; each is counted.

    Args:
        triples: By identifiers.
        entities: Names by identifier.
        relations: Names by identifier.
        inverses: Names of inverse relations by the identifier of the relation.
        hypernyms: Relations whose object is what the subject is a kind of.

    Raises:
        DataError: No triple is left.
    """
    numbers: dict[str, int] = {}
    verbs: dict[str, int] = {}
    kept: dict[tuple[int, int, int], None] = {}
    kinds: dict[int, dict[int, None]] = {}
    notes = Notes()
    for subject, relation, thing in triples:
        shown = f"{subject} {relation} {thing}"
        if subject not in entities or thing not in entities or relation not in relations:
            notes.add("triples left out: an entity or the relation has no label", shown)
        elif subject == thing:
            notes.add("triples left out: of an entity with itself", shown)
        else:
            triple = (
                numbers.setdefault(subject, len(numbers)),
                verbs.setdefault(relation, len(verbs)),
                numbers.setdefault(thing, len(numbers)),
            )
            if triple in kept:
                notes.add("triples left out: they stand twice", shown)
            kept[triple] = None
            if relation in hypernyms:
                kinds.setdefault(triple[0], {})[triple[2]] = None
    if not kept:
        found = [f"{note.count:,} {note.what}, such as {note.examples[0]!r}" for note in notes.all()]
        raise DataError(
            f"there is no triple that can be said ({'; '.join(found) or 'none at all'}); give triples, and names of "
            "their entities and relations"
        )
    table = np.array(sorted(kept), dtype=np.int32)
    turned = inverses or {}
    return Knowledge(
        identifiers=tuple(numbers),
        entities=tuple([entities[identity] for identity in numbers]),
        relations=tuple([relations[identity] for identity in verbs]),
        subjects=table[:, 0],
        verbs=table[:, 1],
        objects=table[:, 2],
        hypernyms={entity: tuple(found) for entity, found in kinds.items()},
        inverses={number: turned[identity] for identity, number in verbs.items() if identity in turned},
        notes=notes.all(),
    )
