"""Every format: what is written is read back, whatever the packing, and what is found is said."""

import gzip
import hashlib
import io
import json
import tempfile
import warnings
from pathlib import Path
from typing import Any

import pytest
import zstandard
from hypothesis import given, settings
from hypothesis import strategies as st

from spanwise.data.dataset import Answer, Article, Dataset, Paragraph, Question
from spanwise.data.formats import WRITERS, load, loaded_from_value, losses, read, write
from spanwise.errors import FormatError, OptionError, SpanwiseWarning
from tests.strategies import HOLDABLE, datasets

ENDINGS = {"squad": ".json", "mrqa": ".jsonl", "rows": ".jsonl", "parquet": ".parquet"}
CONTEXT = "The lighthouse at Skarn was lit in 1871."
ROW = {"id": "a1", "context": CONTEXT, "question": "When?", "answers": {"text": ["1871"], "answer_start": [35]}}
SKARN = Dataset(
    (Article("Skarn", (Paragraph(CONTEXT, (Question("a1", "When?", (Answer("1871", 35),)),)),)),), "1.1", "skarn"
)


def through_a_file(dataset: Dataset, format_name: str, packing: str) -> Dataset:
    with tempfile.TemporaryDirectory() as folder, warnings.catch_warnings():
        path = Path(folder) / f"{dataset.name}{ENDINGS[format_name]}{packing}"
        write(dataset, path, format=format_name)
        assert [entry.name for entry in path.parent.iterdir()] == [path.name]
        # A dataset that states no version is odd in SQuAD JSON, and said to be.
        warnings.simplefilter("ignore" if not dataset.version else "error", SpanwiseWarning)
        return read(path)


@pytest.mark.parametrize("format_name", WRITERS)
@given(data=st.data())
@settings(max_examples=100)
def test_what_is_written_is_read_back(format_name: str, data: st.DataObject) -> None:
    dataset = data.draw(datasets(**HOLDABLE[format_name]))
    assert losses(dataset, format_name) == ()
    assert through_a_file(dataset, format_name, "") == dataset


@pytest.mark.parametrize("packing", [".gz", ".zst"])
@pytest.mark.parametrize("format_name", WRITERS)
@given(data=st.data())
@settings(max_examples=5)
def test_what_is_packed_is_read_back(format_name: str, packing: str, data: st.DataObject) -> None:
    dataset = data.draw(datasets(**HOLDABLE[format_name]))
    assert through_a_file(dataset, format_name, packing) == dataset


@pytest.mark.parametrize("format_name", WRITERS)
@given(dataset=datasets())
@settings(max_examples=100)
def test_whatever_does_not_come_back_is_named_as_a_loss(format_name: str, dataset: Dataset) -> None:
    try:
        encoded = WRITERS[format_name](dataset)
    except FormatError:
        # There is nothing that the format could hold: an error, not a loss.
        assert not any(article.paragraphs for article in dataset.articles) or not dataset.question_ids
        return
    with tempfile.TemporaryDirectory() as folder:
        path = Path(folder) / f"drawn{ENDINGS[format_name]}"
        path.write_bytes(encoded)
        assert (load(path).dataset == dataset) == (losses(dataset, format_name) == ())


@pytest.mark.parametrize("format_name", WRITERS)
def test_flags_that_contradict_the_answers_come_back(format_name: str, tmp_path: Path) -> None:
    answered = Question("a1", "When?", (Answer("1871", 35),), is_impossible=True)
    unanswered = Question("a2", "Why?", (), is_impossible=False)
    dataset = Dataset((Article("Skarn", (Paragraph(CONTEXT, (answered, unanswered)),)),), "v2.0", "skarn")
    path = tmp_path / f"skarn{ENDINGS[format_name]}"
    write(dataset, path, format=format_name)
    assert read(path) == dataset


def test_the_official_file_comes_out_byte_for_byte(shared: Path, tmp_path: Path) -> None:
    official = shared / "data" / "squad" / "dev-v1.1.json"
    # The checksum of the file that rajpurkar.github.io publishes as dev-v1.1.json.
    assert hashlib.sha256(official.read_bytes()).hexdigest().startswith("95aa6a52")
    write(read(official), tmp_path / "dev-v1.1.json")
    assert (tmp_path / "dev-v1.1.json").read_bytes() == official.read_bytes()


def test_a_loss_is_a_warning_when_written(tmp_path: Path) -> None:
    empty = Dataset((*SKARN.articles, Article("Empty", ())), "1.1", "skarn")
    with pytest.warns(SpanwiseWarning, match=r"articles without questions \(1\) are left out"):
        write(empty, tmp_path / "skarn.jsonl", format="rows")
    assert read(tmp_path / "skarn.jsonl") == SKARN


def test_empty_answers_of_an_unanswerable_question_are_a_loss() -> None:
    question = Question("a1", "When?", (Answer("", 0),), is_impossible=True)
    dataset = Dataset((Article("T", (Paragraph(CONTEXT, (question,)),)),))
    assert [losses(dataset, name) for name in WRITERS] == [
        ("empty answers of unanswerable questions (1) are read back as no answer",)
    ] * len(WRITERS)


def test_an_unknown_format_is_named_with_those_there_are(tmp_path: Path) -> None:
    with pytest.raises(OptionError, match=r"there is no format 'csv'; there are squad, mrqa, rows, parquet"):
        write(SKARN, tmp_path / "skarn.csv", format="csv")
    assert list(tmp_path.iterdir()) == []


def test_half_a_character_is_refused_when_written_and_nothing_is(tmp_path: Path) -> None:
    question = Question("a1", "cut \ud83d", (Answer("1871", 35),))
    dataset = Dataset((Article("T", (Paragraph(CONTEXT, (question,)),)),))
    with pytest.raises(FormatError, match=r"half a character \(U\+D83D\)"):
        write(dataset, tmp_path / "skarn.jsonl", format="rows")
    assert list(tmp_path.iterdir()) == []


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


@pytest.mark.parametrize(
    ("value", "format_name", "place"),
    [
        ({"version": "1.1", "data": [{"title": "T", "paragraphs": [{"context": CONTEXT, "qas": []}]}]}, "squad", ""),
        ([{"title": "T", "paragraphs": [{"context": CONTEXT, "qas": [ROW]}]}], "squad", "[0].paragraphs[0].qas[0]"),
        ([{"context": CONTEXT, "qas": [ROW]}], "squad", "[0].qas[0]"),
        ({"version": "1", "data": [{"context": CONTEXT, "qas": [ROW]}]}, "squad", "data[0].qas[0]"),
        ({"title": "T", "paragraphs": [{"context": CONTEXT, "qas": [ROW]}]}, "squad", "paragraphs[0].qas[0]"),
        ([ROW], "rows", "[0]"),
        ({"version": "1.1", "data": [ROW]}, "rows", "data[0]"),
        ({key: [value] for key, value in ROW.items()}, "rows", "rows[0]"),
    ],
)
def test_a_decoded_value_of_any_known_shape_is_a_dataset_with_places(value: Any, format_name: str, place: str) -> None:
    loaded = loaded_from_value(value, "here", "given")
    assert loaded.format == format_name
    assert loaded.dataset.name == "given"
    if place:
        assert loaded.dataset.question_ids == ("a1",)
        assert loaded.places.question(0, 0, 0) == place


@pytest.mark.parametrize("value", [[{"paragraphs": [{"context": CONTEXT, "qas": [{"id": 1}]}]}], [{**ROW, "id": []}]])
def test_places_of_findings_and_errors_are_those_that_places_give(value: list[dict[str, Any]]) -> None:
    # The reader builds its places while reading, `Places` from positions: a person must be led to one and the same.
    with pytest.raises(FormatError) as caught:
        loaded_from_value(value, "here")
    place = "[0].paragraphs[0].qas[0]" if "paragraphs" in value[0] else "[0]"
    assert str(caught.value).startswith(f"here: {place}: ")


def test_lines_of_one_row_are_rows(tmp_path: Path) -> None:
    path = tmp_path / "skarn.jsonl"
    path.write_text("\n" + json.dumps(ROW), "utf-8")
    loaded = load(path)
    assert (loaded.format, loaded.findings) == ("rows", ())
    assert loaded.places.question(0, 0, 0) == "line 2"


def test_read_says_each_kind_of_oddity_once(tmp_path: Path) -> None:
    rows = [{**ROW, "id": number} for number in range(5)]
    path = tmp_path / "skarn.jsonl"
    path.write_text("".join(json.dumps(row) + "\n" for row in rows), "utf-8")
    with pytest.warns(SpanwiseWarning, match=r"and 4 more") as caught:
        dataset = read(path)
    assert dataset.question_ids == ("0", "1", "2", "3", "4")
    assert len(caught) == 1


@pytest.mark.parametrize(
    ("content", "message"),
    [
        ("", "the file is empty"),
        (" \n\n", "the file is empty"),
        ("[]", "the file is an empty list; a dataset needs articles"),
        ("{}", "found an object with no keys"),
        ('{"a1": "1871"}', "found an object with 'a1'; a benchmark has \"data\""),
        ('{"data": 3, "version": "1.1"}', "'data' is a number ('3'); it must be a list"),
        ('"text"', "found text ('text') where an object must be"),
        ('[1, {"a": 2}]', "[0]: found a number ('1') where an object must be"),
        ("<!DOCTYPE html>", "line 1, column 1, while reading the top of the file: expecting value"),
        ('{"header": {"dataset": "x"}}', "no line holds a paragraph"),
        ('{"context": "c", "question": "q", "answers": []}', "line 1: there is no 'id'"),
        ('{"question": ["q", "r"], "context": ["c"]}', "the columns differ in length"),
    ],
)
def test_what_is_no_benchmark_is_refused_with_the_place(content: str, message: str, tmp_path: Path) -> None:
    path = tmp_path / "odd.json"
    path.write_text(content, "utf-8")
    with pytest.raises(FormatError) as caught:
        load(path)
    assert str(caught.value).startswith(f"{path}: ")
    assert message in str(caught.value)
