import bz2
import gzip
from collections.abc import Callable
from pathlib import Path

import pytest

from spanwise.benchmarks.synthetic.knowledge import Knowledge
from spanwise.benchmarks.synthetic.wikidata_dump import read_dump
from spanwise.errors import DataError, FormatError
from tests.benchmarks.synthetic.facts import dump_lines, small


def as_dump() -> bytes:
    return ("[\n" + ",\n".join(dump_lines()) + "\n]\n").encode()


def facts(known: Knowledge) -> set[tuple[str, str, str]]:
    return {
        (known.identifiers[s], known.relations[v].label, known.identifiers[o])
        for s, v, o in zip(known.subjects, known.verbs, known.objects, strict=True)
    }


@pytest.mark.parametrize("pack", [bytes, gzip.compress, bz2.compress], ids=["plain", "gzip", "bzip2"])
def test_a_dump_is_read_with_its_names_statements_and_hypernyms(tmp_path: Path, pack: Callable[[bytes], bytes]) -> None:
    (tmp_path / "dump.json").write_bytes(pack(as_dump()))
    known, expected = read_dump(tmp_path / "dump.json"), small()
    assert facts(known) == facts(expected)
    assert set(known.entities) == set(expected.entities)
    assert {
        known.identifiers[e]: tuple(known.identifiers[k] for k in kinds) for e, kinds in known.hypernyms.items()
    } == {
        "Q2": ("Q7",),
        "Q3": ("Q7",),
        "Q5": ("Q6",),
    }


def test_lines_without_brackets_and_commas_are_read_too(tmp_path: Path) -> None:
    (tmp_path / "dump.jsonl").write_text("\n".join(dump_lines()))
    assert facts(read_dump(tmp_path / "dump.jsonl")) == facts(small())


def test_a_relation_is_turned_by_its_constraint_and_else_by_its_inverse_label(tmp_path: Path) -> None:
    (tmp_path / "dump.json").write_bytes(as_dump())
    known = read_dump(tmp_path / "dump.json")
    turned = {known.relations[verb].label: names.forms for verb, names in known.inverses.items()}
    assert turned == {"child": ("parent", "child of"), "occupation": ("is kept by",)}


def test_dates_unknown_values_and_deprecated_statements_are_no_triples(tmp_path: Path) -> None:
    (tmp_path / "dump.json").write_bytes(as_dump())
    assert ("Q2", "occupation", "Q7") not in facts(read_dump(tmp_path / "dump.json"))


def test_a_statement_on_what_has_no_label_is_left_out_and_counted(tmp_path: Path) -> None:
    (tmp_path / "dump.json").write_bytes(as_dump())
    [note] = read_dump(tmp_path / "dump.json").notes
    assert (note.count, note.examples) == (1, ("Q3 P1 Q404",))


def test_a_language_without_labels_is_refused(tmp_path: Path) -> None:
    (tmp_path / "dump.json").write_bytes(as_dump())
    with pytest.raises(DataError, match=r"\(9 triples left out: an entity or the relation has no label, such as "):
        read_dump(tmp_path / "dump.json", language="fr")


def test_a_line_that_is_no_entity_is_named(tmp_path: Path) -> None:
    (tmp_path / "dump.json").write_text("[\n" + dump_lines()[0] + ',\n{"id": 7}\n]')
    with pytest.raises(FormatError, match=r"dump.json: line 3: not an entity of a Wikidata dump"):
        read_dump(tmp_path / "dump.json")


def test_a_dump_that_is_cut_off_or_missing_is_said(tmp_path: Path) -> None:
    (tmp_path / "dump.json.gz").write_bytes(gzip.compress(as_dump())[:-20])
    with pytest.raises(FormatError, match=r"dump.json.gz: cannot be read beyond line"):
        read_dump(tmp_path / "dump.json.gz")
    with pytest.raises(FormatError, match=r"none.json: no such file"):
        read_dump(tmp_path / "none.json")
