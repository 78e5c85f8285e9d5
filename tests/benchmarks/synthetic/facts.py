"""A small world of triples, and the same as a part of a Wikidata dump."""

import json
from typing import Any

from spanwise.benchmarks.synthetic.knowledge import Knowledge, Names, knowledge

ENTITIES = {
    "Q1": Names("Skarn", ("Skarn Island", "the island")),
    "Q2": Names("Mara Voss", ("Keeper Voss",)),
    "Q3": Names("Jonas Voss"),
    "Q4": Names("lighthouse keeper", ("keeper",)),
    "Q5": Names("Skarn Light", ("the light",)),
    "Q6": Names("lighthouse"),
    "Q7": Names("human"),
}
RELATIONS = {
    "P1": Names("residence", ("lives in",)),
    "P2": Names("child"),
    "P3": Names("parent", ("child of",)),
    "P31": Names("instance of"),
    "P106": Names("occupation"),
    "P276": Names("location"),
}
TRIPLES = (
    ("Q2", "P1", "Q1"),
    ("Q3", "P1", "Q1"),
    ("Q3", "P2", "Q2"),
    ("Q2", "P106", "Q4"),
    ("Q5", "P276", "Q1"),
    ("Q5", "P31", "Q6"),
    ("Q2", "P31", "Q7"),
    ("Q3", "P31", "Q7"),
)


def small() -> Knowledge:
    return knowledge(TRIPLES, ENTITIES, RELATIONS, inverses={"P2": RELATIONS["P3"]})


def item_value(identity: str) -> dict[str, Any]:
    value = {"entity-type": "item", "numeric-id": int(identity[1:]), "id": identity}
    return {"snaktype": "value", "datavalue": {"value": value, "type": "wikibase-entityid"}}


def record(identity: str, label: str, *aliases: str, **claims: list[Any]) -> dict[str, Any]:
    """Return an entity in the form of the dump, which has other languages and keys besides."""
    return {
        "type": "property" if identity.startswith("P") else "item",
        "id": identity,
        "labels": {"de": {"language": "de", "value": "x"}, "en": {"language": "en", "value": label}} if label else [],
        "aliases": {"en": [{"language": "en", "value": one} for one in aliases]} if aliases else [],
        "descriptions": {},
        "claims": claims or [],
        "sitelinks": {},
        "lastrevid": 7,
    }


def dump_lines() -> list[str]:
    date = {"snaktype": "value", "datavalue": {"value": {"time": "+1871-00-00T00:00:00Z"}, "type": "time"}}
    unknown = {"snaktype": "somevalue"}
    inverse = {
        "mainsnak": item_value("Q21510855"),
        "qualifiers": {"P2306": [item_value("P3")]},
        "rank": "normal",
    }
    of: dict[str, dict[str, list[Any]]] = {identity: {} for identity in ENTITIES}
    for subject, relation, thing in TRIPLES:
        of[subject].setdefault(relation, []).append({"mainsnak": item_value(thing), "rank": "normal"})
    of["Q2"]["P569"] = [{"mainsnak": date}, {"mainsnak": unknown}]
    of["Q2"]["P106"].append({"mainsnak": item_value("Q7"), "rank": "deprecated"})
    of["Q3"]["P1"].append({"mainsnak": item_value("Q404"), "rank": "normal"})
    records = [record(identity, names.label, *names.aliases, **of[identity]) for identity, names in ENTITIES.items()]
    records.append(record("Q99", "is kept by"))
    for identity, names in RELATIONS.items():
        claims: dict[str, list[Any]] = {}
        if identity == "P2":
            claims = {"P2302": [{"mainsnak": item_value("Q1"), "qualifiers": []}, inverse]}
        elif identity == "P106":
            claims = {"P7087": [{"mainsnak": item_value("Q99")}]}
        records.append(record(identity, names.label, *names.aliases, **claims))
    return [json.dumps(one) for one in records]
