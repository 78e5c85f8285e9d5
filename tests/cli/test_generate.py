import json
from pathlib import Path

import pytest

import spanwise as sw
from spanwise.data.check import check
from spanwise.data.formats import load
from spanwise.language.vector_files import write_vectors
from tests.benchmarks.synthetic.facts import dump_lines
from tests.benchmarks.synthetic.made import TREEBANK, vectors
from tests.cli.conftest import Run


@pytest.fixture
def space(tmp_path: Path) -> Path:
    """Return a file of vectors."""
    write_vectors(vectors(), tmp_path / "vectors.npy")
    return tmp_path / "vectors.npy"


SMALL = ("--neighbours", "10", "--tokens", "20")


def test_a_fuzzy_benchmark_has_no_fault_and_its_account_is_printed(run: Run, space: Path, tmp_path: Path) -> None:
    out = tmp_path / "fuzzy.json"
    outcome = run("generate", "fuzzy", "uniform", "--vectors", space, "-o", out, "--questions", "300", *SMALL)
    assert outcome.out == f"{out}: 300 questions on 300 contexts of 300 articles, seed 0\n"
    assert check(load(out)) == ()
    assert len(sw.read(out).question_ids) == 300


def test_the_same_call_writes_the_same_bytes_on_any_number_of_processes(run: Run, space: Path, tmp_path: Path) -> None:
    (tmp_path / "words.txt").write_text("w1 w2 w3 w4 unheard\nw5 w6")
    call = ("generate", "fuzzy", "uniform", "--from", tmp_path / "words.txt", "--vectors", space, *SMALL, "--json")
    told = [
        json.loads(run(*call, "-o", tmp_path / f"{n}.json", "--questions", "450", "--processes", f"{n}").out)
        for n in (1, 2)
    ]
    assert (tmp_path / "1.json").read_bytes() == (tmp_path / "2.json").read_bytes()
    assert told[0]["notes"] == [
        {"what": "words of the vocabulary left out: they have no vector", "count": 1, "examples": ["unheard"]}
    ]
    assert told[0]["settings"]["drop"] == 0.2
    assert told[0] | {"output": ""} == told[1] | {"output": ""}


def test_a_benchmark_can_go_to_standard_output(run: Run, space: Path, tmp_path: Path) -> None:
    (tmp_path / "bank.mrg").write_text(TREEBANK)
    call = ("generate", "fuzzy", "pcfg", "--from", tmp_path / "bank.mrg", "--vectors", space, *SMALL)
    outcome = run(*call, "--unknown", "keep", "-o", "-", "--questions", "3")
    assert len(json.loads(outcome.out)["data"]) == 3
    assert outcome.err.startswith("-: 3 questions on 3 contexts of 3 articles, seed 0\n")
    assert "tokens of questions kept as they are: they have no vector: '" in outcome.err


def test_what_does_not_parse_is_one_sentence_and_nothing_is_written(run: Run, space: Path, tmp_path: Path) -> None:
    (tmp_path / "bank.mrg").write_text("(S (NN a))\n(S")
    outcome = run(
        "generate", "fuzzy", "pcfg", "--from", tmp_path / "bank.mrg", "--vectors", space, "-o", tmp_path / "o"
    )
    assert outcome.code == 2
    assert outcome.err.endswith("bank.mrg: line 2: the file ends with 1 brackets open; the first is that of line 2\n")
    assert not (tmp_path / "o").exists()


def test_a_benchmark_of_triples_has_no_fault(run: Run, tmp_path: Path) -> None:
    (tmp_path / "dump.json").write_text("\n".join(dump_lines()))
    out = tmp_path / "wikidata.json"
    call = ("generate", "wikidata", "--dump", tmp_path / "dump.json", "--per-passage", "3", "--questions", "250")
    for processes in ("1", "2"):
        outcome = run(*call, "-o", out, "--processes", processes)
        assert outcome.out.startswith(f"{out}: 250 questions on ")
        assert "1 triples left out: an entity or the relation has no label: 'Q3 P1 Q404'" in outcome.out
        assert [finding.code for finding in check(load(out)) if finding.code != "question-duplicate"] == []
    told = json.loads(run(*call, "-o", out, "--no-aliases", "--json").out)
    assert told["settings"]["aliases"] is False
    assert "Keeper Voss" not in out.read_text()


def test_triples_come_from_one_place(run: Run, tmp_path: Path) -> None:
    for names, text in (("t", "a\tr\tb\nb\tr\ta\n"), ("n", "a\tone\nb\ttwo\nr\tverb\n")):
        (tmp_path / names).write_text(text)
    call = ("generate", "wikidata", "-o", tmp_path / "out.json", "--questions", "2", "--per-passage", "2")
    files = ("--triples", tmp_path / "t", "--entities", tmp_path / "n", "--relations", tmp_path / "n")
    assert run(*call, *files).code == 0
    both = run(*call, *files, "--dump", tmp_path / "t")
    assert both.code == 2
    assert "give one" in both.err
    assert run(*call).code == 2
