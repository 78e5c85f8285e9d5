"""Findings: one line each, and one line a kind where there are many."""

import re
from pathlib import Path

from spanwise.data.finding import CODES, Finding, counted, numbered, said_once_a_kind


def test_a_finding_reads_place_then_what_was_found_then_what_would_do() -> None:
    finding = Finding("id-not-text", "the id 17 is a number", "it is read as text", place="data[0]")
    assert str(finding) == "data[0]: the id 17 is a number; it is read as text"
    assert str(Finding("x", "found", "")) == "found"


def test_the_first_ids_are_shown_and_the_others_counted() -> None:
    assert counted(("a",)) == "'a'"
    assert counted(("a", "b", "c")) == "'a', 'b', 'c'"
    assert counted(tuple(map(str, range(1234)))) == "'0', '1', '2' and 1,231 more"
    assert counted(("a", "b"), most=1) == "'a' and 1 more"


def test_many_findings_of_a_kind_are_one_line_with_each_id_once() -> None:
    findings = [
        Finding("b", "found b", "do b", ids=("q1",)),
        Finding("a", "found a", "do a"),
        Finding("b", "found b again", "do b", ids=("q1",)),
        Finding("b", "found b again", "do b", ids=("q2",)),
    ]
    assert said_once_a_kind(findings) == ("found b; do b (and 2 more like it) ['q1', 'q2'] (b)", "found a; do a (a)")
    assert said_once_a_kind([]) == ()


def test_every_code_that_the_package_gives_is_explained(root: Path) -> None:
    package = root / "src" / "spanwise"
    given = set()
    for path in package.rglob("*.py"):
        # In data, Record.note makes findings as well.
        maker = r"(?:Finding|\.note)" if path.is_relative_to(package / "data") else "Finding"
        given |= set(re.findall(maker + r'\(\s*(?:code=)?"([^"]+)"', path.read_text("utf-8")))
    assert {"name-mismatch", "title-missing", "half-character"} <= given
    assert given - CODES.keys() == set()


def test_codes_are_words_joined_by_dashes_and_explained_in_a_few_words() -> None:
    assert [code for code in CODES if not re.fullmatch(r"[a-z0-9]+(-[a-z0-9]+)*", code)] == []
    assert [code for code, text in CODES.items() if not text or text.endswith(".")] == []


def test_a_count_has_the_words_that_go_with_it() -> None:
    assert numbered(1, "answer has", "answers have") == "1 answer has"
    assert numbered(1204, "answer has", "answers have") == "1,204 answers have"
