"""Files: packing told by content, encodings refused by name, writing whole or not at all."""

import codecs
import gzip
import io
import os
import stat
import sys
from pathlib import Path

import pytest
import zstandard
from hypothesis import given
from hypothesis import strategies as st

from spanwise.errors import FormatError, MissingExtraError
from spanwise.files import _wrong_byte, fingerprint, label, made_folder, open_atomic, read_bytes, utf8, write_bytes

TEXT = 'Brænn lit {"the lamp"} in 1871 🌊\r\n'.encode()


@pytest.mark.parametrize(
    "packed",
    [
        TEXT,
        gzip.compress(TEXT),
        zstandard.compress(TEXT),
        gzip.compress(gzip.compress(TEXT)),
        gzip.compress(zstandard.compress(TEXT)),
        gzip.compress(TEXT[:5]) + gzip.compress(TEXT[5:]),
        zstandard.compress(TEXT[:5]) + zstandard.compress(TEXT[5:]),
    ],
    ids=["plain", "gzip", "zstd", "gzip twice", "gzip of zstd", "two gzip members", "two zstd frames"],
)
def test_content_is_unpacked_whatever_the_name(packed: bytes, tmp_path: Path) -> None:
    (tmp_path / "file.json").write_bytes(packed)
    assert read_bytes(tmp_path / "file.json") == TEXT
    assert read_bytes(str(tmp_path / "file.json")) == TEXT


def test_standard_input_is_unpacked_as_well(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(sys, "stdin", io.TextIOWrapper(io.BytesIO(gzip.compress(TEXT))))
    assert read_bytes("-") == TEXT
    assert label("-") == "standard input"


@pytest.mark.parametrize("pack", [gzip.compress, zstandard.compress])
@pytest.mark.parametrize("cut", [-1, -4, 8])
def test_packed_data_that_is_cut_off_is_an_error_and_never_less_text(pack: object, cut: int, tmp_path: Path) -> None:
    assert callable(pack)
    (tmp_path / "file.json").write_bytes(pack(TEXT)[:cut])
    with pytest.raises(FormatError, match=r"file\.json: damaged (gzip|Zstandard) data .*; fetch or pack"):
        read_bytes(tmp_path / "file.json")


def test_packed_data_with_a_changed_byte_is_an_error(tmp_path: Path) -> None:
    packed = bytearray(gzip.compress(TEXT))
    packed[-6] ^= 1  # within the checksum
    (tmp_path / "file.json").write_bytes(packed)
    with pytest.raises(FormatError, match="damaged gzip data"):
        read_bytes(tmp_path / "file.json")


@pytest.mark.parametrize("magic", [b"PK\x03\x04rest", b"BZh91AY", b"\xfd7zXZ\x00rest", b"7z\xbc\xaf\x27\x1c"])
def test_packing_that_is_not_read_is_named(magic: bytes, tmp_path: Path) -> None:
    (tmp_path / "file.json").write_bytes(magic)
    with pytest.raises(FormatError, match="which is not read; unpack it first"):
        read_bytes(tmp_path / "file.json")


def test_without_zstandard_the_command_that_installs_it_is_given(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    (tmp_path / "file.json").write_bytes(zstandard.compress(TEXT))
    monkeypatch.setitem(sys.modules, "zstandard", None)
    with pytest.raises(MissingExtraError, match=r'pip install "spanwise\[zst\]"'):
        read_bytes(tmp_path / "file.json")
    with pytest.raises(MissingExtraError, match=r'pip install "spanwise\[zst\]"'):
        write_bytes(tmp_path / "file.zst", TEXT)
    assert [entry.name for entry in tmp_path.iterdir()] == ["file.json"]


def test_a_missing_file_is_an_error_that_names_its_neighbour(tmp_path: Path) -> None:
    (tmp_path / "dev-v2.0.json").write_bytes(b"{}")
    with pytest.raises(FormatError, match=r"dev-v20\.json: no such file; the folder holds 'dev-v2\.0\.json'"):
        read_bytes(tmp_path / "dev-v20.json")
    with pytest.raises(FormatError, match=r"nowhere/x: no such file$"):
        read_bytes(tmp_path / "nowhere" / "x")


def test_a_folder_is_no_file(tmp_path: Path) -> None:
    with pytest.raises(FormatError, match="this is a folder; name a file in it"):
        read_bytes(tmp_path)
    with pytest.raises(FormatError, match="this is a folder; name a file in it"):
        write_bytes(tmp_path, b"")


@pytest.mark.parametrize(
    ("mark", "encoding"),
    [
        (b"", "utf-8"),
        (codecs.BOM_UTF8, "utf-8"),
        (codecs.BOM_UTF16_LE, "utf-16-le"),
        (codecs.BOM_UTF16_BE, "utf-16-be"),
        (codecs.BOM_UTF32_LE, "utf-32-le"),
        (b"", "utf-16-le"),
        (b"", "utf-16-be"),
    ],
)
def test_text_of_any_unicode_encoding_becomes_utf8_without_a_mark(mark: bytes, encoding: str) -> None:
    assert utf8(mark + TEXT.decode().encode(encoding), "f") == TEXT


def test_a_mark_inside_the_text_is_text() -> None:
    # U+FEFF stands at the start of a published Thai context: taking it out would move every offset by one.
    assert utf8("{\ufeff}".encode(), "f") == "{\ufeff}".encode()


def test_windows_1252_is_refused_with_the_byte_and_the_cure() -> None:
    with pytest.raises(FormatError, match=r"f: not UTF-8: byte 0xe6 at offset 2; .* iconv -f WINDOWS-1252 -t UTF-8"):
        utf8(TEXT.decode().replace("🌊", "").encode("cp1252"), "f")


def test_the_offset_of_a_wrong_byte_counts_from_the_start_of_the_file() -> None:
    data = codecs.BOM_UTF8 + b"lit\xe6"
    with pytest.raises(FormatError, match=r"byte 0xe6 at offset 6"):
        utf8(data, "f")
    assert data[6] == 0xE6


@given(
    data=st.lists(st.sampled_from([b"a", "é".encode(), "🌊".encode(), b"\xe6", b"\xf0\x9f"])), piece=st.integers(1, 5)
)
def test_the_first_wrong_byte_is_the_one_python_names_however_the_pieces_are_cut(data: list[bytes], piece: int) -> None:
    joined = b"".join(data)
    expected = None
    try:
        joined.decode()
    except UnicodeDecodeError as error:
        expected = error.start
    assert _wrong_byte(joined, piece) == expected


def test_utf16_that_breaks_off_is_an_error() -> None:
    with pytest.raises(FormatError, match="starts as UTF-16 but is not from byte"):
        utf8(codecs.BOM_UTF16_LE + "lit".encode("utf-16-le")[:-1], "f")


def test_an_error_while_writing_leaves_the_old_file_whole_and_nothing_beside_it(tmp_path: Path) -> None:
    path = tmp_path / "out.json"
    path.write_bytes(b"old")

    def write_half() -> None:
        with open_atomic(path) as stream:
            stream.write(b"new, but")
            raise KeyboardInterrupt

    with pytest.raises(KeyboardInterrupt):
        write_half()
    assert path.read_bytes() == b"old"
    assert [entry.name for entry in tmp_path.iterdir()] == ["out.json"]


def test_the_old_file_is_there_until_the_new_one_is_complete(tmp_path: Path) -> None:
    path = tmp_path / "out.json"
    path.write_bytes(b"old")
    with open_atomic(path) as stream:
        stream.write(b"new")
        stream.flush()
        assert path.read_bytes() == b"old"
    assert path.read_bytes() == b"new"
    assert [entry.name for entry in tmp_path.iterdir()] == ["out.json"]


def test_a_disk_that_refuses_is_one_sentence(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    def full(_: int) -> None:
        raise OSError(28, "No space left on device")

    monkeypatch.setattr(os, "fsync", full)
    with pytest.raises(FormatError, match=r"out\.json: cannot be written \(No space left on device\); nothing was"):
        write_bytes(tmp_path / "out.json", b"new")
    assert list(tmp_path.iterdir()) == []


def test_a_folder_that_is_missing_is_named(tmp_path: Path) -> None:
    with pytest.raises(FormatError, match=r"the folder '.*nowhere' does not exist; make it first"):
        write_bytes(tmp_path / "nowhere" / "out.json", b"")


@pytest.mark.parametrize(("name", "magic"), [("out.gz", b"\x1f\x8b"), ("out.zst", b"\x28\xb5\x2f\xfd")])
def test_the_ending_packs_and_equal_content_gives_equal_bytes(name: str, magic: bytes, tmp_path: Path) -> None:
    (tmp_path / "again").mkdir()
    for folder in (tmp_path, tmp_path / "again"):
        write_bytes(folder / name, TEXT)
        assert read_bytes(folder / name) == TEXT
    first = (tmp_path / name).read_bytes()
    assert first.startswith(magic)
    assert (tmp_path / "again" / name).read_bytes() == first


def test_a_new_file_gets_what_the_umask_allows_and_a_replaced_one_keeps_its_mode(tmp_path: Path) -> None:
    old = os.umask(0o027)
    try:
        write_bytes(tmp_path / "new", b"")
        (tmp_path / "kept").write_bytes(b"")
        (tmp_path / "kept").chmod(0o604)
        write_bytes(tmp_path / "kept", b"more")
    finally:
        os.umask(old)
    assert stat.S_IMODE((tmp_path / "new").stat().st_mode) == 0o640
    assert stat.S_IMODE((tmp_path / "kept").stat().st_mode) == 0o604


def test_a_link_stays_a_link_and_its_target_is_written(tmp_path: Path) -> None:
    (tmp_path / "target").write_bytes(b"old")
    (tmp_path / "link").symlink_to("target")
    write_bytes(tmp_path / "link", b"new")
    assert (tmp_path / "link").is_symlink()
    assert (tmp_path / "target").read_bytes() == b"new"


def test_a_device_is_written_to_and_not_replaced(tmp_path: Path) -> None:
    pipe = tmp_path / "pipe"
    os.mkfifo(pipe)
    reader = os.open(pipe, os.O_RDONLY | os.O_NONBLOCK)
    try:
        write_bytes(pipe, b"through")
        assert os.read(reader, 100) == b"through"
    finally:
        os.close(reader)
    assert stat.S_ISFIFO(pipe.stat().st_mode)


def test_a_dash_is_standard_output(capsysbinary: pytest.CaptureFixture[bytes]) -> None:
    write_bytes("-", TEXT)
    assert capsysbinary.readouterr().out == TEXT


def test_a_fingerprint_is_the_start_of_the_sha256_of_all_chunks() -> None:
    # sha256sum of the three letters abc, FIPS 180-2, appendix B.1.
    assert fingerprint([b"a", b"bc"]) == "ba7816bf8f01cfea"


def test_a_folder_is_made_with_those_above_it_and_a_file_in_the_way_is_named(tmp_path: Path) -> None:
    assert made_folder(tmp_path / "a" / "b") == made_folder(str(tmp_path / "a" / "b"))
    assert (tmp_path / "a" / "b").is_dir()
    (tmp_path / "file").write_bytes(b"")
    with pytest.raises(FormatError, match="file: this is a file; name a folder, which may be a new one"):
        made_folder(tmp_path / "file")
    with pytest.raises(FormatError, match="below: no folder can be made there"):
        made_folder(tmp_path / "file" / "below")
