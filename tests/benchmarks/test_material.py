import gzip
import io
import tarfile
import zipfile
from pathlib import Path

import pytest

from spanwise.benchmarks.material import Material, material, materials
from spanwise.errors import FormatError


def tar(path: Path, files: dict[str, bytes]) -> Path:
    with tarfile.open(path, "w:gz") as archive:
        for name, data in files.items():
            entry = tarfile.TarInfo(name)
            entry.size = len(data)
            archive.addfile(entry, io.BytesIO(data))
    return path


@pytest.fixture
def forms(tmp_path: Path) -> dict[str, Path]:
    """Return the same two files as a folder, a tar archive and a zip archive."""
    files = {"set/en/one.txt": b"first\r\n", "set/hi/one.txt": b"second\n"}
    folder = tmp_path / "folder"
    for name, data in files.items():
        (folder / name).parent.mkdir(parents=True, exist_ok=True)
        (folder / name).write_bytes(data)
    with zipfile.ZipFile(tmp_path / "files.zip", "w") as archive:
        for name, data in files.items():
            archive.writestr(name, data)
    return {"folder": folder, "tar": tar(tmp_path / "files.tar.gz", files), "zip": tmp_path / "files.zip"}


@pytest.mark.parametrize("form", ["folder", "tar", "zip"])
def test_a_member_is_found_by_the_end_of_its_path(forms: dict[str, Path], form: str) -> None:
    assert material(forms[form], "en/one.txt").text() == "first\n"
    assert material(forms[form], "hi/one.txt").text() == "second\n"
    assert [found.text() for found in materials(forms[form], "*/*.txt")] == ["first\n", "second\n"]


def test_a_folder_within_the_unpacked_archive_will_do(forms: dict[str, Path]) -> None:
    assert material(forms["folder"] / "set" / "en", "en/one.txt").text() == "first\n"


@pytest.mark.parametrize("form", ["folder", "tar", "zip"])
def test_a_missing_member_is_named(forms: dict[str, Path], form: str) -> None:
    with pytest.raises(FormatError, match=r"holds no 'de/one\.txt'; is it another dataset"):
        material(forms[form], "de/one.txt")


def test_a_plain_file_is_taken_for_the_member_packed_or_not(tmp_path: Path) -> None:
    (tmp_path / "one.txt").write_bytes(b"text")
    (tmp_path / "one.txt.gz").write_bytes(gzip.compress(b"text"))
    assert material(tmp_path / "one.txt", "en/one.txt").content == b"text"
    assert material(tmp_path / "one.txt.gz", "en/one.txt").content == b"text"


def test_a_packed_member_is_unpacked(tmp_path: Path) -> None:
    archive = tar(tmp_path / "a.tar.gz", {"en/one.txt.gz": gzip.compress(b"text")})
    assert material(archive, "en/one.txt").content == b"text"


def test_an_archive_that_is_cut_off_is_named(forms: dict[str, Path]) -> None:
    whole = forms["tar"].read_bytes()
    forms["tar"].write_bytes(whole[: len(whole) // 2])
    with pytest.raises(FormatError, match=r"damaged (archive|gzip data)"):
        material(forms["tar"], "hi/one.txt")


def test_a_folder_where_a_file_must_be_is_refused(tmp_path: Path) -> None:
    with pytest.raises(FormatError, match="this is a folder; name the file in it"):
        material(tmp_path)


def test_many_files_need_a_folder_or_an_archive(tmp_path: Path) -> None:
    (tmp_path / "one.txt").write_bytes(b"text")
    with pytest.raises(FormatError, match="neither a folder nor a tar or zip archive"):
        list(materials(tmp_path / "one.txt", "*.question"))


def test_what_is_not_utf8_is_refused_with_its_place() -> None:
    with pytest.raises(FormatError, match=r"a\.txt: not UTF-8: byte 0xff at offset 1"):
        Material("a.txt", b"a\xff").text()
