"""Any file in: told by its content, called after its name, its oddities said."""

import gzip
import io
import json
from pathlib import Path
from typing import Any

import pytest
import zstandard

from spanwise.data.formats import load, read
from spanwise.data.writers import WRITERS
from spanwise.errors import SpanwiseWarning
from tests.data.skarn import ENDINGS, ROW, SKARN


@pytest.mark.parametrize(
    ("file_name", "name"),
    [
        ("dev-v1.1.json", "dev-v1.1"),
        ("dev-v1.1.json.gz", "dev-v1.1"),
        ("dev.jsonl.zst", "dev"),
        ("dev.v2", "dev.v2"),
    ],
)
def test_a_dataset_is_called_after_its_file_without_the_endings_of_its_form(
    file_name: str, name: str, tmp_path: Path
) -> None:
    (tmp_path / file_name).write_bytes(WRITERS["squad"](SKARN))
    assert load(tmp_path / file_name).dataset.name == name


def written(format_name: str) -> bytes:
    return WRITERS[format_name](SKARN)


@pytest.mark.parametrize(
    ("format_name", "ending", "says"),
    [
        ("squad", ".json", None),
        ("squad", ".txt", None),
        ("squad", "", None),
        ("squad", ".jsonl", "the name says JSON lines, the content is JSON"),
        ("squad", ".parquet", "the name says Parquet, the content is JSON"),
        ("mrqa", ".jsonl", None),
        ("mrqa", ".json", "the name says JSON, the content is JSON lines"),
        ("rows", ".ndjson", None),
        ("rows", ".json", "the name says JSON, the content is JSON lines"),
        ("parquet", ".parquet", None),
        ("parquet", ".json", "the name says JSON, the content is Parquet"),
    ],
)
def test_the_content_decides_and_a_name_that_says_otherwise_is_noted(
    format_name: str, ending: str, says: str | None, tmp_path: Path
) -> None:
    path = tmp_path / f"skarn{ending}"
    path.write_bytes(written(format_name))
    loaded = load(path)
    assert loaded.dataset.articles == SKARN.articles
    assert loaded.format == format_name
    assert [(finding.code, finding.found) for finding in loaded.findings] == ([("name-mismatch", says)] if says else [])


@pytest.mark.parametrize("pack", [gzip.compress, zstandard.compress, lambda data: gzip.compress(gzip.compress(data))])
@pytest.mark.parametrize("format_name", WRITERS)
def test_packed_content_is_read_whatever_its_name(format_name: str, pack: Any, tmp_path: Path) -> None:
    path = tmp_path / f"skarn{ENDINGS[format_name]}"
    path.write_bytes(pack(written(format_name)))
    assert read(path) == SKARN


def test_standard_input_is_read_under_its_own_name(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("sys.stdin", io.TextIOWrapper(io.BytesIO(gzip.compress(written("squad")))))
    dataset = read("-")
    assert dataset.articles == SKARN.articles
    assert dataset.name == "standard input"


def test_read_says_each_kind_of_oddity_once(tmp_path: Path) -> None:
    rows = [{**ROW, "id": number} for number in range(5)]
    path = tmp_path / "skarn.jsonl"
    path.write_text("".join(json.dumps(row) + "\n" for row in rows), "utf-8")
    with pytest.warns(SpanwiseWarning, match=r"and 4 more") as caught:
        dataset = read(path)
    assert dataset.question_ids == ("0", "1", "2", "3", "4")
    assert len(caught) == 1
