import json
from pathlib import Path

import pytest

from spanwise.benchmarks.curate.account import Account
from spanwise.benchmarks.curate.json_lines import JsonLines
from spanwise.errors import FormatError


def lines(tmp_path: Path, *values: object) -> JsonLines:
    file = tmp_path / "docs.jsonl"
    file.write_text("\n".join(json.dumps(value) for value in values), "utf-8")
    return JsonLines(file)


def test_lines_are_documents_with_text_or_paragraphs(tmp_path: Path) -> None:
    one = {"title": "A", "text": "First.\n\n- item\n\nSecond.", "links": ["B"], "revision": 12, "url": "x"}
    two = {"title": "B", "paragraphs": ["- kept as\u00a0given"], "revision": "r2", "timestamp": "2024-01-01"}
    source = lines(tmp_path, one, two)
    assert [(page.title, page.links) for page in source.pages(Account())] == [("A", ("B",)), ("B", ())]
    (_, a), (_, b) = source.documents(frozenset((0, 1)), Account())
    assert (a.paragraphs, a.revision, a.left_out) == (("First.", "Second."), "12", (("lists", 1),))
    assert (b.paragraphs, b.revision, b.timestamp) == (("- kept as given",), "r2", "2024-01-01")


def test_titles_that_are_blank_or_stand_twice_are_counted(tmp_path: Path) -> None:
    account = Account()
    source = lines(tmp_path, {"title": "A", "text": "x"}, {"title": " "}, {"title": "A", "text": "y"})
    assert [page.title for page in source.pages(account)] == ["A"]
    assert {note.what: note.examples for note in account.notes()} == {
        "lines without a title": ("line 2",),
        "titles that stand twice": ("A",),
    }


@pytest.mark.parametrize(
    ("second", "message"),
    [(b'{"title": "A"', "line 2"), (b'{"text": "x"}', "line 2: .*title"), (b'{"title": "caf\xe9"}', "line 2")],
)
def test_a_line_that_is_no_document_is_refused_with_its_number(second: bytes, message: str, tmp_path: Path) -> None:
    file = tmp_path / "docs.jsonl"
    file.write_bytes(b'{"title": "Z"}\n' + second)
    with pytest.raises(FormatError, match=message):
        list(JsonLines(file).pages(Account()))
