import gzip
import hashlib
from pathlib import Path

import pytest

from spanwise.benchmarks.catalog import BENCHMARKS
from spanwise.benchmarks.digests import digests, known_as, source_files, unpacked_sha256
from spanwise.errors import FormatError


def test_a_packed_file_has_the_checksums_of_its_content_as_well(tmp_path: Path) -> None:
    (tmp_path / "plain").write_bytes(b"text")
    (tmp_path / "packed").write_bytes(gzip.compress(b"text"))
    plain, packed = digests(tmp_path / "plain"), digests(tmp_path / "packed")
    assert plain == {f"sha256:{hashlib.sha256(b'text').hexdigest()}", f"md5:{hashlib.md5(b'text').hexdigest()}"}
    assert plain < packed
    assert len(packed) == 4


def test_a_damaged_packed_file_has_at_least_its_own_checksums(tmp_path: Path) -> None:
    (tmp_path / "cut").write_bytes(gzip.compress(b"text" * 1000)[:-4])
    assert f"sha256:{hashlib.sha256((tmp_path / 'cut').read_bytes()).hexdigest()}" in digests(tmp_path / "cut")


def test_a_missing_file_is_named(tmp_path: Path) -> None:
    with pytest.raises(FormatError, match="cannot be read"):
        digests(tmp_path / "none")


def test_several_files_have_one_digest_whether_packed_or_not(tmp_path: Path) -> None:
    (tmp_path / "a").write_bytes(gzip.compress(b"one"))
    (tmp_path / "b").write_bytes(b"two")
    assert unpacked_sha256(tmp_path / "a", tmp_path / "b") == hashlib.sha256(b"onetwo").hexdigest()


def test_a_file_of_the_catalog_is_known_by_its_checksum(shared: Path) -> None:
    known = known_as(digests(shared / "data" / "languages" / "xquad-en.json.gz"))
    assert known is not None
    assert known.name == "xquad.en.json"
    assert known_as(frozenset({"sha256:00"})) is None


def test_every_file_knows_the_benchmarks_made_from_it() -> None:
    files = source_files()
    assert len(files["babi_tasks_1-20_v1-2.tar.gz"][1]) == 22
    assert files["train-v1.1.json"][1] == ("squad", "squad-1k", "squad-10k", "squad-20k", "squad-40k", "squad-60k")
    assert {user for _, users in files.values() for user in users} == {b.name for b in BENCHMARKS.values() if b.splits}
