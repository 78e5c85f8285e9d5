import gzip
import io
import json
import tarfile
from pathlib import Path

import pytest

from spanwise.benchmarks.synthetic.graph_files import read_graph, read_names, read_triples
from spanwise.benchmarks.synthetic.knowledge import Names
from spanwise.errors import FormatError


def test_triples_are_read_from_a_file_plain_or_packed(tmp_path: Path) -> None:
    (tmp_path / "plain.txt").write_text("a\tr\tb\r\n\nb\tr\tc\n")
    (tmp_path / "packed.gz").write_bytes(gzip.compress(b"a\tr\tb\nb\tr\tc"))
    expected = [("a", "r", "b"), ("b", "r", "c")]
    assert list(read_triples(tmp_path / "plain.txt")) == expected
    assert list(read_triples(tmp_path / "packed.gz")) == expected


def test_triples_are_read_from_every_part_in_an_archive(tmp_path: Path) -> None:
    with tarfile.open(tmp_path / "facts.tar.gz", "w:gz") as archive:
        for name in ("train", "valid"):
            data = f"{name}\tr\tb\n".encode()
            entry = tarfile.TarInfo(f"{name}.txt")
            entry.size = len(data)
            archive.addfile(entry, io.BytesIO(data))
    assert [triple[0] for triple in read_triples(tmp_path / "facts.tar.gz")] == ["train", "valid"]
    (tmp_path / "empty").mkdir()
    with pytest.raises(FormatError, match=r"holds no \*.txt with triples"):
        list(read_triples(tmp_path / "empty"))


@pytest.mark.parametrize("line", ["a\tr", "a\tr\tb\tc", "a\t\tb"])
def test_a_line_that_is_no_triple_is_named(tmp_path: Path, line: str) -> None:
    (tmp_path / "bad.txt").write_text(f"a\tr\tb\n{line}\n")
    with pytest.raises(FormatError, match=r"bad.txt: line 2: found 'a.*; a triple is subject, relation and object"):
        list(read_triples(tmp_path / "bad.txt"))


def test_names_are_read_in_the_forms_of_both_collections(tmp_path: Path) -> None:
    (tmp_path / "fb.json").write_text(
        json.dumps({"/m/1": {"label": "Denton", "alternatives": ["Denton,  Texas"], "wikidata_id": "Q128306"}})
    )
    (tmp_path / "codex.json").write_text(
        json.dumps({"P1": {"label": "head", "description": "d"}, "P2": {"label": " "}})
    )
    (tmp_path / "lines.txt").write_text("/r/1\tform of government\n\n/r/2\t\n")
    denton = Names("Denton", ("Denton, Texas",))
    assert read_names(tmp_path / "fb.json") == {"/m/1": denton, "Q128306": denton}
    assert read_names(tmp_path / "codex.json") == {"P1": Names("head")}
    assert read_names(tmp_path / "lines.txt") == {"/r/1": Names("form of government")}


def test_files_that_hold_no_names_are_refused(tmp_path: Path) -> None:
    (tmp_path / "bad.json").write_text('{"P1": "head"}')
    with pytest.raises(FormatError, match=r'bad.json: .P1. has "head"; it must be an object with a label'):
        read_names(tmp_path / "bad.json")
    (tmp_path / "bad.txt").write_text("P1\thead\nP2 body\n")
    with pytest.raises(FormatError, match=r"bad.txt: line 2: found 'P2 body'"):
        read_names(tmp_path / "bad.txt")


def test_the_first_file_that_names_an_entity_counts(tmp_path: Path) -> None:
    (tmp_path / "1.txt").write_text("a\tone\n")
    (tmp_path / "2.txt").write_text("a\tother\nb\ttwo\nr\tverb\n")
    (tmp_path / "t.txt").write_text("a\tr\tb\n")
    known = read_graph(tmp_path / "t.txt", [tmp_path / "1.txt", tmp_path / "2.txt"], [tmp_path / "2.txt"])
    assert [names.label for names in known.entities] == ["one", "two"]


def test_codex_is_read_with_the_names_there_are(shared: Path) -> None:
    folder = shared / "data" / "kg"
    known = read_graph(
        folder / "codex-s-train.txt.gz",
        [folder / "entity2wikidata.json.gz", folder / "codex-types-en.json.gz"],
        [folder / "codex-relations-en.json"],
    )
    # The published training part has 32,888 triples (Safavi and Koutra, 2020, Table 2); names of half the entities are
    # at hand.
    assert len(known.subjects) + known.notes[0].count == 32_888
    assert {"occupation", "spouse"} <= {names.label for names in known.relations}
