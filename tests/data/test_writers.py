"""What is written is read back, whatever the packing, and what is not is said."""

import hashlib
import tempfile
import warnings
from pathlib import Path

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from spanwise.data.dataset import Answer, Article, Dataset, Paragraph, Question
from spanwise.data.formats import load, read
from spanwise.data.writers import WRITERS, losses, write
from spanwise.errors import FormatError, OptionError, SpanwiseWarning
from tests.data.skarn import CONTEXT, ENDINGS, SKARN
from tests.strategies import HOLDABLE, datasets


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
