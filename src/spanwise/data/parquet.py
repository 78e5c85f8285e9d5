"""Rows in Parquet files, in and out; needs pyarrow, which is imported only when such a file is met."""

from types import ModuleType
from typing import Any

from spanwise.data.dataset import Dataset
from spanwise.data.rows import rows_of
from spanwise.errors import FormatError, MissingExtraError

__all__ = ["PARQUET_MAGIC", "encode_parquet", "rows_from_parquet"]

PARQUET_MAGIC = b"PAR1"
"""What every Parquet file begins and ends with."""

_READ = (
    *("id", "title", "context", "question", "answers", "answer_text", "answer_start", "is_impossible"),
    *("plausible_answers", "category", "origin", "version"),
)
_NEEDED = ("id", "context", "question")


def _pyarrow(where: str) -> tuple[ModuleType, ModuleType]:
    try:
        import pyarrow as pa
        import pyarrow.parquet as pq
    except ImportError:
        raise MissingExtraError(
            f'{where}: Parquet needs an extra; install it with: pip install "spanwise[parquet]"'
        ) from None
    return pa, pq


def rows_from_parquet(data: bytes, where: str) -> list[tuple[str, Any]]:
    """Return the rows of a Parquet file, each with its place; columns that say nothing here are not read.

    Raises:
        FormatError: The file is damaged or lacks a column.
        MissingExtraError: pyarrow is not installed.
    """
    arrow, parquet = _pyarrow(where)
    try:
        file = parquet.ParquetFile(arrow.BufferReader(data))
        names = file.schema_arrow.names
        table = file.read(columns=[name for name in _READ if name in names]).to_pylist()
    except (arrow.ArrowException, OSError, ValueError) as error:
        reason = str(error).strip().partition("\n")[0]
        raise FormatError(f"{where}: damaged Parquet data ({reason}); fetch or write the file again") from None
    missing = [name for name in _NEEDED if name not in names]
    if missing:
        shown = ", ".join(map(repr, names[:12]))
        raise FormatError(f"{where}: there is no column {missing[0]!r} (it has {shown}); name the column so")
    return [(f"rows[{i}]", row) for i, row in enumerate(table)]


def encode_parquet(dataset: Dataset) -> bytes:
    """Return a dataset as a Parquet file with the column types of the hubs' SQuAD; see `rows_of` for the columns.

    Raises:
        FormatError: The dataset has no question, or an answer_start that 64 bits do not hold.
        MissingExtraError: pyarrow is not installed.
    """
    arrow, parquet = _pyarrow("the dataset")
    rows = rows_of(dataset)
    try:
        table = arrow.Table.from_pylist(rows, schema=_schema(arrow, dataset, rows[0]))
    except (arrow.ArrowException, OverflowError) as error:
        raise FormatError(f"the dataset does not fit into Parquet ({error}); write it as JSON") from None
    sink = arrow.BufferOutputStream()
    parquet.write_table(table, sink)
    return bytes(sink.getvalue())


def _schema(arrow: ModuleType, dataset: Dataset, row: dict[str, Any]) -> Any:
    """Return the schema; given, not inferred, since a column of empty lists would get no type at all."""
    text = arrow.string()
    farthest = max(
        (abs(a.start or 0) for _, _, q in dataset.questions() for a in (*q.answers, *q.plausible_answers)), default=0
    )
    # The hubs' SQuAD has 32 bits here, and tables are joined only where their types are equal.
    start = arrow.int32() if farthest < 2**31 else arrow.int64()
    answers = arrow.struct([("text", arrow.list_(text)), ("answer_start", arrow.list_(start))])
    types = {
        "answers": answers,
        "plausible_answers": answers,
        "is_impossible": arrow.bool_(),
        "origin": arrow.struct([("parent_id", text), ("transform", text), ("seed", arrow.int64())]),
    }
    return arrow.schema([(key, types.get(key, text)) for key in row])
