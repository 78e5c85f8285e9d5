import pytest

from spanwise.benchmarks.synthetic.generation import Noted
from spanwise.benchmarks.synthetic.knowledge import Names, knowledge
from spanwise.errors import DataError
from tests.benchmarks.synthetic.facts import ENTITIES, RELATIONS, TRIPLES, small


def test_every_triple_can_be_read_back() -> None:
    known = small()
    labels = {
        (known.entities[s].label, known.relations[v].label, known.entities[o].label)
        for s, v, o in zip(known.subjects, known.verbs, known.objects, strict=True)
    }
    assert labels == {(ENTITIES[s].label, RELATIONS[v].label, ENTITIES[o].label) for s, v, o in TRIPLES}
    assert known.notes == ()


def test_the_triples_of_an_entity_are_those_it_is_the_subject_of() -> None:
    known = small()
    for number, identity in enumerate(known.identifiers):
        found = known.triples_of(number)
        assert set(known.subjects[found.start : found.stop].tolist()) <= {number}
        assert len(found) == sum(subject == identity for subject, _, _ in TRIPLES)


def test_hypernyms_are_the_objects_of_their_relations() -> None:
    known = small()
    shown = {
        known.entities[entity].label: [known.entities[kind].label for kind in kinds]
        for entity, kinds in known.hypernyms.items()
    }
    assert shown == {"Mara Voss": ["human"], "Jonas Voss": ["human"], "Skarn Light": ["lighthouse"]}


def test_what_cannot_be_said_is_left_out_named_and_counted() -> None:
    triples = [*TRIPLES, ("Q1", "P1", "Q404"), ("Q1", "P404", "Q2"), ("Q1", "P1", "Q1"), TRIPLES[0]]
    assert knowledge(triples, ENTITIES, RELATIONS).notes == (
        Noted("triples left out: an entity or the relation has no label", 2, ("Q1 P1 Q404", "Q1 P404 Q2")),
        Noted("triples left out: of an entity with itself", 1, ("Q1 P1 Q1",)),
        Noted("triples left out: they stand twice", 1, ("Q2 P1 Q1",)),
    )


def test_no_triple_at_all_is_refused_with_one_of_them() -> None:
    with pytest.raises(
        DataError, match=r"no triple that can be said \(2 triples left out: .* no label, such as 'A x B'\)"
    ):
        knowledge([("A", "x", "B"), ("A", "x", "C")], {}, {})
    with pytest.raises(DataError, match=r"\(none at all\)"):
        knowledge([], {}, {})


def test_a_name_that_stands_twice_is_one_form() -> None:
    assert Names("a", ("b", "a", "b")).forms == ("a", "b")
