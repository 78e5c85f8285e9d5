"""`spanwise adversarial`."""

import json
from pathlib import Path

import pytest

import spanwise as sw
from spanwise.cli.adversaries import READERLESS
from tests.cli.conftest import Run
from tests.wordnet_database import EXCEPTIONS, write_database

VECTORS = "rome 1 0.1\nparis 0.9 0.2\n1843 0 1\n1851 0.1 1\n"
TEXT = "The large boat left Rome in 1843. Robert Hill steered it to Paris. In 1851 it burned."


@pytest.fixture
def files(tmp_path: Path) -> tuple[str, ...]:
    """Return a benchmark, and the options that name small resources."""
    asked = (
        sw.Question("b1", "Who steered the large boat from Rome?", (sw.Answer("Robert Hill", TEXT.index("Robert")),)),
        sw.Question("b2", "When did the large boat leave Rome?", (sw.Answer("1843", TEXT.index("1843")),)),
        sw.Question("b3", "Name the captain.", (sw.Answer("Robert Hill", TEXT.index("Robert")),)),
    )
    sw.write(sw.Dataset((sw.Article("Boats", (sw.Paragraph(TEXT, asked),)),), version="1.1"), tmp_path / "boats.json")
    (tmp_path / "vectors.txt").write_text(VECTORS, "utf-8")
    folder = write_database(tmp_path / "wordnet", exceptions=EXCEPTIONS)
    options = ("--wordnet", folder, "--vectors", tmp_path / "vectors.txt", "--cache", tmp_path / "cache")
    return (str(tmp_path / "boats.json"), *map(str, options), "--processes", "1")


def test_originals_and_variants_are_written_with_an_account(run: Run, files: tuple[str, ...], tmp_path: Path) -> None:
    out = tmp_path / "out.json"
    found = run("adversarial", *files, "-o", out, "--most", "1")
    assert found.code == 0, found.err
    assert "add-sent: 2 variants of 2 of 3 questions (66.7 %)" in found.out
    assert "none: 1: no question word (b3)" in found.out
    made = sw.read(out)
    assert made.question_ids == ("b1", "b2", "b3", "b1-add-sent0", "b2-add-sent0")
    contexts = [paragraph.context for paragraph in made.articles[0].paragraphs]
    assert contexts[1] == f"{TEXT} Marta Lindqvist steered the small boat from Paris."
    assert run("check", out).code == 0


@pytest.mark.parametrize("attack", READERLESS)
def test_every_attack_gives_a_file_without_faults_and_an_account_as_json(
    run: Run, files: tuple[str, ...], tmp_path: Path, attack: str
) -> None:
    out = tmp_path / "out.json"
    found = run("adversarial", *files, "-o", out, "--attack", attack, "--json", "--seed", "3")
    assert found.code == 0, found.err
    plain = json.loads(found.out)
    assert (plain["attack"], plain["questions"], plain["output"]) == (attack, 3, str(out))
    assert plain["attacked"] + sum(entry["questions"] for entry in plain["not_made"]) == 3
    assert run("check", out).code == 0


def test_people_approve_and_what_they_approve_comes_in(run: Run, files: tuple[str, ...], tmp_path: Path) -> None:
    queue, out = tmp_path / "queue.jsonl", tmp_path / "out.json"
    assert run("adversarial", *files, "--queue", queue, "--most", "1").code == 0
    lines = [json.loads(line) for line in queue.read_text("utf-8").splitlines()]
    lines[0] |= {"state": "approved", "mended": "Marta Lindqvist steered a small boat away from Paris."}
    queue.write_text("".join(json.dumps(line) + "\n" for line in lines), "utf-8")
    found = run("adversarial", *files, "--from-queue", queue, "-o", out)
    assert found.code == 0, found.err
    assert "1 variants of 1 of 2 questions" in found.out
    assert "not looked at yet" in found.out
    assert "a small boat away from Paris." in out.read_text("utf-8")


def test_a_sample_is_attacked_where_one_is_asked_for(run: Run, files: tuple[str, ...], tmp_path: Path) -> None:
    found = run("adversarial", *files, "-o", tmp_path / "out.json", "--attack", "typos", "--questions", "2")
    assert "of 2 questions" in found.out


@pytest.mark.parametrize(
    ("arguments", "message"),
    [
        ((), "there is nothing to write; give -o FILE"),
        (("-o", "out.json", "--no-vectors"), "--vectors names word vectors and --no-vectors asks for none"),
        (("-o", "no/such/folder/out.json", "--attack", "typos"), "no/such/folder/out.json: the folder"),
    ],
)
def test_what_does_not_go_together_is_refused(
    run: Run, files: tuple[str, ...], arguments: tuple[str, ...], message: str
) -> None:
    found = run("adversarial", *files, *arguments)
    assert found.code == 2
    assert message in " ".join(found.err.split())
