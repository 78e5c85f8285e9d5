"""A dataset out, in a named format; what the format cannot hold is said."""

import warnings
from collections.abc import Callable
from pathlib import Path

from spanwise import files
from spanwise.data.dataset import Dataset
from spanwise.data.mrqa import encode_mrqa, mrqa_losses
from spanwise.data.parquet import encode_parquet
from spanwise.data.rows import encode_rows, rows_losses
from spanwise.data.squad import encode_squad
from spanwise.errors import FormatError, OptionError, SpanwiseWarning

__all__ = ["WRITERS", "losses", "write"]

WRITERS: dict[str, Callable[[Dataset], bytes]] = {
    "squad": encode_squad,
    "mrqa": encode_mrqa,
    "rows": encode_rows,
    "parquet": encode_parquet,
}
"""The formats that can be written, by name."""

_LOSSES: dict[str, Callable[[Dataset], tuple[str, ...]]] = {
    "mrqa": mrqa_losses,
    "rows": rows_losses,
    "parquet": rows_losses,
}


def losses(dataset: Dataset, format: str) -> tuple[str, ...]:
    """Return one sentence for each thing of a dataset that a format cannot hold; none: reading gives the same dataset.

    The name is not counted: it is the file's.

    Raises:
        OptionError: No such format.
    """
    _writer(format)
    find = _LOSSES.get(format)
    found = find(dataset) if find else ()
    emptied = sum(
        q.is_impossible and bool(q.answers) and not any(a.text for a in q.answers) for _, _, q in dataset.questions()
    )
    if emptied:
        found = (*found, f"empty answers of unanswerable questions ({emptied:,}) are read back as no answer")
    return found


def write(dataset: Dataset, target: str | Path, *, format: str = "squad") -> None:
    """Write a dataset to a file, whole or not at all; a target ending in .gz or .zst is packed.

    What the format cannot hold is said in a `SpanwiseWarning` each; see `losses`.

    Raises:
        OptionError: No such format.
        FormatError: The file cannot be written, or the format can hold nothing of the dataset.
        MissingExtraError: The format or the packing needs a package that is not installed.
    """
    encode = _writer(format)
    try:
        data = encode(dataset)
    except UnicodeEncodeError as error:
        half = ord(error.object[error.start])
        raise FormatError(
            f"{files.label(target)}: a text of the dataset holds half a character (U+{half:04X}), which UTF-8 cannot "
            "say; replace it by U+FFFD"
        ) from None
    files.write_bytes(target, data)
    for loss in losses(dataset, format):
        warnings.warn(f"{files.label(target)}: {loss}", SpanwiseWarning, stacklevel=2)


def _writer(name: str) -> Callable[[Dataset], bytes]:
    encode = WRITERS.get(name)
    if encode is None:
        raise OptionError(f"there is no format {name!r}; there are {', '.join(WRITERS)}")
    return encode
