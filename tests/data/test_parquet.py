"""Parquet: rows in columns, with the hubs' types, and damaged files in one sentence."""

import io
import subprocess
import sys
from typing import Any

import pyarrow as pa
import pyarrow.parquet as pq
import pytest

from spanwise.data.dataset import Answer, Article, Dataset, Origin, Paragraph, Question
from spanwise.data.parquet import PARQUET_MAGIC, encode_parquet, rows_from_parquet
from spanwise.data.rows import rows_to_dataset
from spanwise.errors import FormatError, MissingExtraError

CONTEXT = "The lighthouse at Skarn was lit in 1871."


def of(*questions: Question) -> Dataset:
    return Dataset((Article("T", (Paragraph(CONTEXT, questions),)),))


def table_of(dataset: Dataset) -> Any:
    return pq.read_table(io.BytesIO(encode_parquet(dataset)))


def parquet(**columns: Any) -> bytes:
    sink = io.BytesIO()
    pq.write_table(pa.table(columns), sink)
    return sink.getvalue()


def test_the_columns_have_the_types_of_the_hubs_squad() -> None:
    # huggingface.co/datasets/rajpurkar/squad, file schema: strings, and a struct of list<string> and list<int32>.
    schema = table_of(of(Question("a1", "When?", (Answer("1871", 35),)))).schema
    assert schema.names == ["id", "title", "context", "question", "answers"]
    assert {schema.field(name).type for name in ("id", "title", "context", "question")} == {pa.string()}
    assert schema.field("answers").type == pa.struct(
        [("text", pa.list_(pa.string())), ("answer_start", pa.list_(pa.int32()))]
    )


def test_types_are_the_same_where_no_question_has_an_answer() -> None:
    answered, unanswered = of(Question("a1", "?", (Answer("lit", 28),))), of(Question("a2", "?", is_impossible=True))
    assert table_of(unanswered).schema.field("answers") == table_of(answered).schema.field("answers")


def test_a_start_beyond_32_bits_widens_the_column_and_one_beyond_64_is_refused() -> None:
    far = of(Question("a1", "?", (Answer("x", 2**31),)))
    assert table_of(far).to_pylist()[0]["answers"]["answer_start"] == [2**31]
    with pytest.raises(FormatError, match=r"does not fit into Parquet .*; write it as JSON"):
        encode_parquet(of(Question("a1", "?", (Answer("x", 2**63),))))


def test_nulls_of_columns_that_a_row_does_not_need_are_nothing() -> None:
    plain = Question("a1", "?", (Answer("lit"),))
    extra = Question("a2", "?", (), True, (Answer("lit", 28),), "negation", Origin("a1", "typo"))
    dataset = of(plain, extra)
    assert rows_to_dataset(rows_from_parquet(encode_parquet(dataset), "f"), "f")[0] == dataset


def test_columns_that_say_nothing_here_are_not_read() -> None:
    data = parquet(id=["a"], context=["c"], question=["?"], answers=[{"text": ["c"]}], embedding=[[0.1, 0.2]])
    assert rows_from_parquet(data, "f") == [
        ("rows[0]", {"id": "a", "context": "c", "question": "?", "answers": {"text": ["c"]}})
    ]


def test_text_kept_as_bytes_large_strings_or_dictionaries_is_text() -> None:
    data = parquet(
        id=pa.array(["a"], pa.large_string()),
        context=pa.array(["Brænn".encode()], pa.binary()),
        question=pa.array(["?"]).dictionary_encode(),
        answer_text=["Brænn"],
        answer_start=pa.array([0.0]),
    )
    dataset, _, _ = rows_to_dataset(rows_from_parquet(data, "f"), "f")
    assert dataset.articles[0].paragraphs == (Paragraph("Brænn", (Question("a", "?", (Answer("Brænn", 0),)),)),)


def test_a_missing_column_is_named_with_those_there_are() -> None:
    with pytest.raises(FormatError, match=r"f: there is no column 'context' \(it has 'id', 'passage', 'question'\)"):
        rows_from_parquet(parquet(id=["a"], passage=["c"], question=["?"]), "f")


@pytest.mark.parametrize("cut", [4, 20, -1, -30])
def test_a_damaged_file_is_one_sentence(cut: int) -> None:
    data = encode_parquet(of(Question("a1", "?", (Answer("lit", 28),))))[:cut]
    assert data.startswith(PARQUET_MAGIC)
    with pytest.raises(FormatError, match=r"^f: damaged Parquet data \(.*\); fetch or write the file again$") as caught:
        rows_from_parquet(data, "f")
    assert "\n" not in str(caught.value)


def test_without_pyarrow_the_command_that_installs_it_is_given(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setitem(sys.modules, "pyarrow", None)
    for use in (lambda: rows_from_parquet(PARQUET_MAGIC, "f.parquet"), lambda: encode_parquet(of())):
        with pytest.raises(MissingExtraError, match=r'pip install "spanwise\[parquet\]"'):
            use()


def test_pyarrow_is_loaded_only_for_parquet() -> None:
    code = "import sys, spanwise.data.formats; print('pyarrow' in sys.modules, 'numpy' in sys.modules)"
    done = subprocess.run([sys.executable, "-c", code], capture_output=True, text=True, check=True)
    assert done.stdout.split() == ["False", "False"]
