import json
import shutil
from pathlib import Path

import pytest

import spanwise as sw
from spanwise.benchmarks.catalog import BENCHMARKS
from tests.cli.conftest import Run


def test_the_list_shows_every_benchmark_within_80_columns_and_what_was_run_for_real(
    run: Run, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv("COLUMNS", "80")
    lines = run("benchmark", "list").out.splitlines()
    assert max(map(len, lines[:-2])) <= 80
    shown = {line.split()[0]: line for line in lines if line.strip()}
    assert set(BENCHMARKS) <= set(shown)
    assert "real: dev, test" in shown["qamr"]
    assert "form" in shown["record"].split()
    assert "generator" in shown["fuzzy-pcfg"].split()


def test_the_list_can_be_of_one_family_and_in_json(run: Run) -> None:
    listed = json.loads(run("benchmark", "list", "--family", "cloze", "--json").out)
    assert [entry["name"] for entry in listed] == ["cbt-cn", "cbt-ne", "lambada", "cnn-100k", "record"]
    assert [entry["checked"] for entry in listed] == ["form", "form", "real", "form", "form"]


def test_show_says_where_it_comes_from_what_was_dropped_and_the_published_figures(run: Run) -> None:
    out = run("benchmark", "show", "lambada").out
    assert "test: checked on the real file, 5,153 questions" in out
    assert "dropped 913: its last word occurs nowhere before" in out
    assert "no checksum is known" in out
    assert "71.95" in out  # RaSoR on LAMBADA, arXiv 2102.01065
    assert "published" in run("benchmark", "show", "squad", "--json").out


def test_an_unknown_name_gets_a_hint(run: Run) -> None:
    outcome = run("benchmark", "show", "sqad")
    assert outcome.code == 2
    assert "did you mean 'squad'" in outcome.err


def test_get_converts_a_file_at_hand_and_gives_the_account(run: Run, shared: Path, tmp_path: Path) -> None:
    source = shared / "data" / "babi" / "babi-v1.2.tar.gz"
    outcome = run("benchmark", "get", "babi-15", "--from", source, "-o", tmp_path / "out.json")
    assert outcome.out.splitlines() == [
        f"{tmp_path / 'out.json'}: 100 questions in, 100 out",
        "  78 answers in the plural, where only that stands in the supporting fact",
    ]
    assert len(sw.read(tmp_path / "out.json").question_ids) == 100
    printed = run("benchmark", "get", "babi-15", "--from", source, "-o", tmp_path / "out.json", "--json")
    assert json.loads(printed.out)["questions_out"] == 100


def test_get_can_write_to_standard_output_in_another_format(run: Run, shared: Path) -> None:
    source = shared / "data" / "babi" / "babi-v1.2.tar.gz"
    outcome = run("benchmark", "get", "babi-4", "--from", source, "-o", "-", "--to", "rows")
    assert len(outcome.out.splitlines()) == 100
    assert "-: 100 questions in, 100 out" in outcome.err


def test_get_writes_nothing_where_the_file_is_malformed(run: Run, tmp_path: Path) -> None:
    (tmp_path / "bad.txt").write_text("1 One.\nnot a line\n")
    outcome = run("benchmark", "get", "babi-1", "--from", tmp_path / "bad.txt", "-o", tmp_path / "out.json")
    assert outcome.code == 2
    assert "line 2: found 'not a line'" in outcome.err
    assert not (tmp_path / "out.json").exists()


def test_get_without_an_address_says_what_to_fetch_and_where_to_put_it(run: Run, tmp_path: Path) -> None:
    outcome = run("benchmark", "get", "cnn-100k", "--cache", tmp_path)
    assert outcome.code == 2
    assert f"put it at {tmp_path / 'cnn.tgz'}, or give it with --from" in outcome.err


def test_verify_tells_a_file_by_its_checksum(run: Run, shared: Path, tmp_path: Path) -> None:
    source = shared / "data" / "adversarial" / "addsent.json"
    assert "addsent.json (sha256:40e3602aa5195cda" in run("benchmark", "verify", source).out
    assert json.loads(run("benchmark", "verify", source, "--json").out)["benchmarks"] == ["addsent"]
    (tmp_path / "x").write_bytes(b"x")
    unknown = run("benchmark", "verify", tmp_path / "x")
    assert unknown.code == 1
    assert "no file with a known checksum" in unknown.out
    assert run("benchmark", "verify", tmp_path / "none").code == 2


def test_verify_compares_the_cache_and_fails_on_a_wrong_checksum(
    run: Run, shared: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv("SPANWISE_CACHE", str(tmp_path))
    folder = tmp_path / "benchmarks"
    assert run("benchmark", "verify").out == f"{folder}: holds no file of the catalog\n"
    folder.mkdir()
    shutil.copy(shared / "data" / "adversarial" / "addsent.json", folder)
    (folder / "new_wiki_v1.0.json").write_text("{}")
    outcome = run("benchmark", "verify", "--json")
    assert outcome.code == 0
    states = {row["file"]: row["state"] for row in json.loads(outcome.out)}
    assert states == {"addsent.json": "checksum right", "new_wiki_v1.0.json": "no checksum is known"}
    (folder / "addsent.json").write_text("{}")
    wrong = run("benchmark", "verify", "addsent")
    assert wrong.code == 1
    assert "checksum wrong" in wrong.out
    assert "not in the cache" in run("benchmark", "verify", "addonesent").out


def test_get_and_show_say_how_a_generated_benchmark_is_made(run: Run) -> None:
    command = "spanwise generate fuzzy uniform -o fuzzy-uniform.json"
    assert f"made with: {command}\n" in run("benchmark", "show", "fuzzy-uniform").out
    outcome = run("benchmark", "get", "fuzzy-uniform")
    assert outcome.code == 2
    assert outcome.err.endswith(f"make it with: {command}\n")
