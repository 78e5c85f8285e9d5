"""A skeleton as a folder: its parts, where each article came from, and what was left out; all of it or nothing."""

import contextlib
import shutil
import tempfile
from collections.abc import Iterator, Sequence
from pathlib import Path

import msgspec

from spanwise._version import __version__
from spanwise.benchmarks.curate.skeleton import Skeleton, SkeletonSettings
from spanwise.data.dataset import Dataset
from spanwise.data.subset import split
from spanwise.data.writers import write
from spanwise.errors import DataError, FormatError, OptionError
from spanwise.files import write_bytes

__all__ = ["refuse_taken", "write_skeleton"]


def refuse_taken(folder: Path) -> None:
    """Refuse a folder that holds something: what people have added to a skeleton must not be written over.

    Raises:
        OptionError: It is there and not empty, or cannot be made.
    """
    if folder.exists() and (not folder.is_dir() or any(folder.iterdir())):
        raise OptionError(f"{folder}: there is something already; name a new folder")
    if not folder.absolute().parent.is_dir():
        raise OptionError(f"{folder}: the folder {str(folder.parent)!r} does not exist; make it first")


def write_skeleton(
    made: Skeleton, folder: Path, settings: SkeletonSettings, parts: Sequence[tuple[str, float]]
) -> dict[str, Dataset]:
    """Write a skeleton's parts, ``sources.jsonl`` and ``curation.json`` to a new folder, and return the parts.

    ``sources.jsonl`` has a line an article: its part, source, page, revision, time and rank. ``curation.json`` has
    the settings and everything that was left out. Until all is written it lies in a hidden folder beside, so that a
    kill or a full disk leaves no half of it under the name.

    Args:
        made: The skeleton.
        folder: Where to; it must not be there, or be empty.
        settings: What it was made with, to be written down, and the seed of the split.
        parts: The name and share of each part, by article; a single one is not split.

    Raises:
        OptionError: The folder holds something, or the shares are none.
        DataError: There are fewer articles than parts.
        FormatError: It cannot be written.
    """
    refuse_taken(folder)
    named = _parts(made.dataset, parts, settings.seed)
    part_of = {article.title: name for name, part in named.items() for article in part.articles}
    lines = [{"part": part_of[record.title]} | msgspec.to_builtins(record) for record in made.records]
    counts = [
        {"part": name, "articles": len(part.articles), "paragraphs": sum(len(a.paragraphs) for a in part.articles)}
        for name, part in named.items()
    ]
    account = {
        "spanwise": __version__,
        "settings": settings,
        "source": made.records[0].source,
        "pages": made.pages,
        "links": made.links,
        "parts": counts,
        "left_out": made.notes,
    }
    with _whole(folder) as hidden:
        for name, part in named.items():
            write(part, hidden / f"{name}.json", format="squad")
        encoder = msgspec.json.Encoder()
        write_bytes(hidden / "sources.jsonl", b"".join(encoder.encode(line) + b"\n" for line in lines))
        write_bytes(hidden / "curation.json", msgspec.json.format(encoder.encode(account), indent=2) + b"\n")
    return named


def _parts(dataset: Dataset, parts: Sequence[tuple[str, float]], seed: int) -> dict[str, Dataset]:
    if len(parts) == 1:
        return {parts[0][0]: msgspec.structs.replace(dataset, name=parts[0][0])}
    try:
        made = split(dataset, [share for _, share in parts], seed=seed)
    except DataError as error:
        raise DataError(f"{error}; --shares 100 writes all of it as one file") from None
    return {name: msgspec.structs.replace(part, name=name) for (name, _), part in zip(parts, made, strict=True)}


@contextlib.contextmanager
def _whole(folder: Path) -> Iterator[Path]:
    """Give a hidden folder that takes its place when the block ends well, and is gone otherwise."""
    try:
        hidden = Path(tempfile.mkdtemp(dir=folder.absolute().parent, prefix=f".{folder.name}.", suffix=".part"))
    except OSError as error:
        raise FormatError(f"{folder}: cannot be made ({error.strerror or error})") from None
    try:
        yield hidden
        hidden.chmod(0o755)
        hidden.replace(folder)
    except BaseException as error:
        shutil.rmtree(hidden, ignore_errors=True)
        if isinstance(error, OSError):
            raise FormatError(f"{folder}: cannot be written ({error.strerror or error}); nothing was left") from None
        if isinstance(error, FormatError):
            # Its message names the hidden folder, which nobody knows.
            raise FormatError(str(error).replace(str(hidden), str(folder))) from None
        raise
