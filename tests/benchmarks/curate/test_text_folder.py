from pathlib import Path

import pytest

from spanwise.benchmarks.curate.account import Account
from spanwise.benchmarks.curate.text_folder import TextFolder
from spanwise.errors import FormatError


def folder(tmp_path: Path, files: dict[str, bytes]) -> TextFolder:
    for name, content in files.items():
        (tmp_path / name).parent.mkdir(parents=True, exist_ok=True)
        (tmp_path / name).write_bytes(content)
    return TextFolder(tmp_path)


def test_files_are_documents_and_links_between_them_are_paths(tmp_path: Path) -> None:
    files = {
        "a/one.md": b"# Eins\n\n[x](../two_b.md#s) [y](https://example.org/z) [z](%C3%BC.txt)",
        "a/ü.txt": b"plain",
        "two_b.md": b"[back](a/one.md)",
    }
    pages = list(folder(tmp_path, files).pages(Account()))
    assert [(page.key, page.title) for page in pages] == [
        ("a/one.md", "Eins"),
        ("a/ü.txt", "ü"),
        ("two_b.md", "two b"),
    ]
    assert [page.links for page in pages] == [("two_b.md", "a/ü.txt"), (), ("a/one.md",)]


def test_files_that_cannot_be_read_are_named_with_the_byte_and_the_rest_is_taken(tmp_path: Path) -> None:
    files = {"bad.txt": b"caf\xe9", "good.txt": b"Text.", "none.txt": b" \n", "pic.png": b"x", ".hidden/h.txt": b"h"}
    account = Account()
    source = folder(tmp_path, files)
    assert [page.key for page in source.pages(account)] == ["good.txt"]
    notes = {note.what: note.examples for note in account.notes()}
    assert "bad.txt: not UTF-8: byte 0xe9 at offset 3" in notes["files that cannot be read"][0]
    assert notes["empty files"] == ("none.txt",)
    assert notes["files of other kinds"] == ("pic.png",)
    ((place, document),) = source.documents(frozenset((0,)), Account())
    assert (place, document.page, document.paragraphs) == (0, "good.txt", ("Text.",))


def test_two_files_of_one_title_are_told_apart(tmp_path: Path) -> None:
    files = {"a.md": b"# Same\n\nx", "b.md": b"# Same\n\ny"}
    assert [page.title for page in folder(tmp_path, files).pages(Account())] == ["Same", "Same (b.md)"]


def test_the_revision_changes_with_the_content(tmp_path: Path) -> None:
    source = folder(tmp_path, {"a.txt": b"one"})
    before = [document.revision for _, document in source.documents(frozenset((0,)), Account())]
    (tmp_path / "a.txt").write_bytes(b"two")
    after = [document.revision for _, document in source.documents(frozenset((0,)), Account())]
    assert before != after
    assert len(before[0]) == 16


@pytest.mark.parametrize("files", [{}, {"a.pdf": b"x"}])
def test_a_folder_without_texts_is_refused(files: dict[str, bytes], tmp_path: Path) -> None:
    with pytest.raises(FormatError, match=r"ends in \.txt, \.md, \.markdown"):
        folder(tmp_path, files)
