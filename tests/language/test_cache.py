"""Annotation on disk: what is written is read, by whoever is at it, and what is broken is no hindrance."""

import contextlib
import os
import sqlite3
import subprocess
import sys
from collections.abc import Callable
from pathlib import Path

import pytest
from hypothesis import given
from hypothesis import strategies as st

from spanwise.errors import SpanwiseWarning
from spanwise.language.cache import AnnotationCache, Kept, cache_files, key_of

BATCH = [Kept(key_of(str(n)), "en", bytes([n]) * n) for n in range(1, 40)]


def read(cache: AnnotationCache) -> list[Kept]:
    return sorted(cache.read([kept.key for kept in BATCH]))


@pytest.fixture
def filled(tmp_path: Path) -> AnnotationCache:
    """Return a cache that holds the batch."""
    cache = AnnotationCache(tmp_path / "new" / "folder", "pipeline 1.0")
    cache.write(BATCH)
    return cache


def test_what_is_written_is_read_also_by_another_and_nothing_else(filled: AnnotationCache) -> None:
    assert read(filled) == sorted(BATCH)
    assert read(AnnotationCache(filled.path.parent, "pipeline 1.0")) == sorted(BATCH)
    assert list(filled.read([key_of("other"), BATCH[3].key])) == [BATCH[3]]
    assert list(filled.read([])) == []


def test_another_pipeline_has_another_file(filled: AnnotationCache) -> None:
    other = AnnotationCache(filled.path.parent, "pipeline 1.1")
    assert read(other) == []
    other.write(BATCH[:2])
    found = {file.identity: (file.texts, file.path, file.size) for file in cache_files(filled.path.parent)}
    assert found == {
        "pipeline 1.0": (len(BATCH), filled.path, filled.path.stat().st_size),
        "pipeline 1.1": (2, other.path, other.path.stat().st_size),
    }
    assert cache_files(filled.path.parent / "nowhere") == ()


def test_more_keys_than_a_query_takes_are_read(tmp_path: Path) -> None:
    cache = AnnotationCache(tmp_path, "pipeline")
    batch = [Kept(key_of(str(n)), "", b"x") for n in range(2345)]
    cache.write(batch)
    assert {kept.key for kept in cache.read([kept.key for kept in batch])} == {kept.key for kept in batch}


@given(st.lists(st.text(st.characters(exclude_categories=()), max_size=5), unique=True))
def test_texts_of_any_code_points_have_keys_of_their_own(texts: list[str]) -> None:
    assert len({key_of(text) for text in texts}) == len(texts)


def test_a_value_that_changed_on_disk_counts_as_not_kept(filled: AnnotationCache) -> None:
    with sqlite3.connect(filled.path) as connection:
        connection.execute("UPDATE annotation SET value = ? WHERE key = ?", (b"\x07\x07!", BATCH[6].key))
    connection.close()
    assert read(filled) == sorted(kept for kept in BATCH if kept != BATCH[6])


DAMAGE = {
    "no database": lambda data: b"no database" * len(data),
    "cut off": lambda data: data[: len(data) // 2],
    "zeros in the middle": lambda data: data[:4096] + bytes(len(data) - 4096),
}


@pytest.mark.parametrize("damage", DAMAGE.values(), ids=DAMAGE)
def test_a_damaged_file_is_said_to_be_so_once_and_then_passed_over(
    filled: AnnotationCache, damage: Callable[[bytes], bytes]
) -> None:
    filled.path.write_bytes(damage(filled.path.read_bytes()))
    cache = AnnotationCache(filled.path.parent, "pipeline 1.0")
    message = r"annotation-\w{16}\.sqlite3: the cache of annotations can't be used \((file is not a database|"
    message += r"database disk image is malformed)\); texts are annotated without it; delete the file$"
    with pytest.warns(SpanwiseWarning, match=message):
        assert read(cache) == []
    cache.write(BATCH)
    assert read(cache) == []
    assert [file.identity in ("", "pipeline 1.0") for file in cache_files(filled.path.parent)] == [True]


@pytest.mark.parametrize("place", ["file", "file/below"])
def test_a_place_where_nothing_can_be_written_is_said_and_passed_over(tmp_path: Path, place: str) -> None:
    (tmp_path / "file").write_text("in the way")
    cache = AnnotationCache(tmp_path / place, "pipeline")
    with pytest.warns(
        SpanwiseWarning, match=r"can't be used \(.+\); texts are annotated without it; make room, or name"
    ):
        cache.write(BATCH)
    assert read(cache) == []


def test_a_cache_that_may_only_be_read_is_read(filled: AnnotationCache) -> None:
    if os.geteuid() == 0:
        # Root may write where the mode says no; the file opened by a query of its own can still be refused.
        with sqlite3.connect(filled.path) as connection:
            connection.execute("CREATE TRIGGER refuse BEFORE INSERT ON annotation BEGIN SELECT RAISE(FAIL, 'no'); END")
        connection.close()
    else:
        filled.path.chmod(0o444)
        filled.path.parent.chmod(0o555)
    assert read(filled) == sorted(BATCH)
    with pytest.warns(SpanwiseWarning, match="can't be used"):
        filled.write([Kept(key_of("new"), "en", b"new")])
    filled.path.parent.chmod(0o755)


def test_a_full_disk_is_said_and_leaves_what_was_there(filled: AnnotationCache) -> None:
    # A limit on the size of files does what a full disk does: a write fails half way.
    code = f"""
import resource, warnings
from pathlib import Path
from spanwise.language.cache import AnnotationCache, Kept, key_of
resource.setrlimit(resource.RLIMIT_FSIZE, ({filled.path.stat().st_size}, resource.RLIM_INFINITY))
cache = AnnotationCache(Path({str(filled.path.parent)!r}), "pipeline 1.0")
with warnings.catch_warnings(record=True) as said:
    warnings.simplefilter("always")
    cache.write([Kept(key_of(f"more {{n}}"), "en", bytes(10000)) for n in range(100)])
print(len(said), said[0].message)
"""
    done = subprocess.run([sys.executable, "-c", code], capture_output=True, text=True, check=True)
    assert done.stdout.startswith("1 ")
    assert "the cache of annotations can't be used (" in done.stdout
    assert "make room, or name another folder for the cache" in done.stdout
    assert read(filled) == sorted(BATCH)


def test_processes_that_begin_the_same_file_at_once_all_write_to_it(tmp_path: Path) -> None:
    code = f"""
import sys
from collections.abc import Callable
from pathlib import Path
from spanwise.language.cache import AnnotationCache, Kept, key_of
sys.stdin.readline()
for start in range(0, 60, 3):
    batch = [Kept(key_of(f"{{sys.argv[1]}} {{n}}"), "en", b"mine") for n in range(start, start + 3)]
    AnnotationCache(Path({str(tmp_path)!r}), "pipeline").write([*batch, Kept(key_of("ours"), "en", b"ours")])
"""
    command = [sys.executable, "-W", "error", "-c", code]
    running = [subprocess.Popen([*command, str(n)], stdin=subprocess.PIPE, text=True) for n in range(3)]
    for process in running:
        assert process.stdin is not None
        process.stdin.write("go\n")
        process.stdin.flush()
    assert [process.wait() for process in running] == [0, 0, 0]
    for process in running:
        assert process.stdin is not None
        process.stdin.close()
    kept = AnnotationCache(tmp_path, "pipeline").read([key_of(f"{p} {n}") for p in range(3) for n in range(60)])
    assert len(list(kept)) == 180
    assert cache_files(tmp_path)[0].texts == 181


@pytest.mark.parametrize("value", ["'text'", "7", "NULL", "x'00'"])
def test_a_value_that_is_not_what_was_written_counts_as_not_kept(filled: AnnotationCache, value: str) -> None:
    with contextlib.closing(sqlite3.connect(filled.path)) as connection, connection:
        connection.execute(f"UPDATE annotation SET value = {value} WHERE key = ?", (BATCH[0].key,))
    assert read(filled) == sorted(BATCH[1:])
