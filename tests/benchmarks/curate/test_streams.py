import bz2
import gzip
from pathlib import Path

import pytest

from spanwise.benchmarks.curate.streams import beginning, pieces
from spanwise.errors import FormatError

TEXT = b"<mediawiki>" + bytes(range(256)) * 40


@pytest.mark.parametrize("pack", [bytes, gzip.compress, bz2.compress])
def test_a_file_comes_in_pieces_whatever_it_is_packed_with(pack: type, tmp_path: Path) -> None:
    file = tmp_path / "export"
    file.write_bytes(pack(TEXT))
    told: list[tuple[int, int]] = []
    assert b"".join(pieces(file, lambda *read: told.append(read), size=1000)) == TEXT
    assert all(0 <= done <= total == file.stat().st_size for done, total in told)
    assert beginning(file).startswith(b"<mediawiki>")


@pytest.mark.parametrize(
    ("content", "message"),
    [
        (b"7z\xbc\xaf rest", "7z archive"),
        (b"\x28\xb5\x2f\xfd rest", "Zstandard"),
        (gzip.compress(TEXT)[:-30], "damaged packing"),
        (bz2.compress(TEXT)[:-30], "damaged packing"),
    ],
)
def test_what_cannot_be_unpacked_is_named(content: bytes, message: str, tmp_path: Path) -> None:
    file = tmp_path / "export"
    file.write_bytes(content)
    with pytest.raises(FormatError, match=message):
        list(pieces(file))


def test_what_is_not_there_or_empty_or_standard_input_is_refused(tmp_path: Path) -> None:
    with pytest.raises(FormatError, match="no such file"):
        beginning(tmp_path / "nothing")
    (tmp_path / "empty").touch()
    with pytest.raises(FormatError, match="is empty"):
        beginning(tmp_path / "empty")
    with pytest.raises(FormatError, match="read twice"):
        list(pieces(Path("-")))
