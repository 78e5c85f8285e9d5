"""A named benchmark in the one form that readers take, from the cache, the network or a file at hand."""

import warnings
from collections.abc import Callable, Sequence
from pathlib import Path, PurePosixPath
from urllib.parse import urlsplit

from spanwise.benchmarks.catalog import benchmark_named, split_named
from spanwise.benchmarks.conversion import Conversion
from spanwise.benchmarks.convert.babi import convert_babi
from spanwise.benchmarks.convert.cbt import convert_cbt
from spanwise.benchmarks.convert.cnn import convert_cnn
from spanwise.benchmarks.convert.lambada import convert_lambada
from spanwise.benchmarks.convert.mrqa import convert_mrqa
from spanwise.benchmarks.convert.qamr import convert_qamr
from spanwise.benchmarks.convert.record import convert_record
from spanwise.benchmarks.convert.squad import convert_squad, convert_squad_sample
from spanwise.benchmarks.digests import digests, known_as
from spanwise.benchmarks.download import Progress, download
from spanwise.benchmarks.entry import SourceFile, Split
from spanwise.benchmarks.material import material, materials
from spanwise.errors import FormatError, OptionError, SpanwiseWarning

__all__ = ["CONVERTERS", "converted", "files_of"]

CONVERTERS: dict[str, Callable[..., Conversion]] = {
    "squad": convert_squad,
    "squad-sample": convert_squad_sample,
    "mrqa": convert_mrqa,
    "qamr": convert_qamr,
    "cbt": convert_cbt,
    "lambada": convert_lambada,
    "cnn": convert_cnn,
    "record": convert_record,
    "babi": convert_babi,
}
"""From the source formats to their converters, each taking the files of a part, a name, and the part's options."""

_PACKED = (".gz", ".zst")


def converted(
    benchmark: str, part: str, *, sources: Sequence[Path] = (), cache: Path, progress: Progress | None = None
) -> Conversion:
    """Return a part of a named benchmark as a dataset, with the account of what was read, dropped and changed.

    Files come from `sources` where given, else from the cache, else from their address. A file that the catalog knows
    as another one, by its checksum, is refused. One whose checksum or number of questions is not the published one is
    converted, and a `SpanwiseWarning` says so.

    Args:
        benchmark: A name of the catalog.
        part: Such as "train" or "dev".
        sources: Files at hand: one for each that the part is made from, in the catalog's order; or a single folder or
            file beside which the others lie.
        cache: The folder where downloads are kept.
        progress: Called while downloading.

    Raises:
        OptionError: There is no such benchmark or part, or the number of sources does not fit.
        FormatError: A file cannot be fetched or is not what it should be.
        MissingExtraError: A download needs the extra ``benchmarks``.
    """
    entry = benchmark_named(benchmark)
    split = split_named(entry, part)
    paths = files_of(split, sources, cache=cache, progress=progress)
    name = f"{entry.name}-{split.name}"
    convert = CONVERTERS[split.converter]
    if "*" in split.member:
        conversion = convert(materials(paths[0], split.member), name=name, **split.options)
    else:
        conversion = convert(*(material(path, split.member) for path in paths), name=name, **split.options)
    found = conversion.report.questions_in
    if split.questions not in (None, found):
        warnings.warn(
            f"{paths[0]}: {found:,} questions, where the makers of {entry.name} state {split.questions:,} for "
            f"{split.name}; is the file whole, and that of this benchmark?",
            SpanwiseWarning,
            stacklevel=2,
        )
    return conversion


def files_of(
    split: Split, sources: Sequence[Path] = (), *, cache: Path, progress: Progress | None = None
) -> tuple[Path, ...]:
    """Return where each file of a part lies: as given, in the cache, or downloaded into it just now.

    Raises:
        OptionError: The number of sources does not fit.
        FormatError: A file is another one of the catalog, or cannot be fetched.
    """
    if not sources:
        return tuple(_cached(file, cache, progress) for file in split.files)
    if len(sources) == len(split.files):
        paths = tuple(_within(source, file) for source, file in zip(sources, split.files, strict=True))
    elif len(sources) == 1:
        folder = _existing(sources[0], split.files[0])
        folder = folder if folder.is_dir() else folder.parent
        paths = tuple(_beside(folder, file, split) for file in split.files)
    else:
        names = ", ".join(file.name for file in split.files)
        raise OptionError(f"{len(sources)} files do not fit; {split.name} is made from {len(split.files)}: {names}")
    for path, file in zip(paths, split.files, strict=True):
        _refuse_another(path, file, pinned=not split.member)
    return paths


def _cached(file: SourceFile, cache: Path, progress: Progress | None) -> Path:
    path = cache / file.name
    if not path.is_file():
        return download(file, cache, progress=progress)
    if file.digest and file.digest not in digests(path):
        # Placed there by hand, or damaged since: a pinned file is fetched anew, as long as there is an address.
        return download(file, cache, progress=progress)
    return path


def _within(source: Path, file: SourceFile) -> Path:
    """Return the file in a folder, or the source itself where it is a file or holds the archive's files unpacked."""
    _existing(source, file)
    return (_named(source, file) or source) if source.is_dir() else source


def _existing(source: Path, file: SourceFile) -> Path:
    if not source.exists():
        raise FormatError(f"{source}: no such file; give {file.name}")
    return source


def _beside(folder: Path, file: SourceFile, split: Split) -> Path:
    found = _named(folder, file)
    if found is None:
        names = ", ".join(f"{other.name} (or {_published_name(other)})" for other in split.files)
        raise FormatError(f"{folder}: there is no {file.name}; the part is made from {names}: give --from for each")
    return found


def _named(folder: Path, file: SourceFile) -> Path | None:
    names = {file.name, _published_name(file)}
    for path in sorted(folder.iterdir()):
        plain = path.with_suffix("").name if path.suffix in _PACKED else path.name
        if path.is_file() and ({path.name, plain} & names):
            return path
    return None


def _published_name(file: SourceFile) -> str:
    return PurePosixPath(urlsplit(file.address).path).name or file.name


def _refuse_another(path: Path, file: SourceFile, *, pinned: bool) -> None:
    """Refuse a file that the catalog knows as another; where its own checksum must be, say that it is not there."""
    if not path.is_file():
        return
    found = digests(path)
    known = known_as(found)
    if known is not None and known.name != file.name:
        raise FormatError(f"{path}: by its checksum this is {known.name}, not {file.name}; give that file")
    if file.digest and known is None and pinned:
        warnings.warn(
            f"{path}: not the checksum that is known for {file.name}; it is another release, packed anew, or edited",
            SpanwiseWarning,
            stacklevel=4,
        )
