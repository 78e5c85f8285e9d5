"""`spanwise benchmark`: named benchmarks listed, shown, fetched and converted, and files told by their checksums."""

import sys
from collections import Counter
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import Any

import click
import msgspec

from spanwise.benchmarks.catalog import BENCHMARKS, benchmark_named, checked, run_of
from spanwise.benchmarks.conversion import ConversionReport
from spanwise.benchmarks.converted import converted
from spanwise.benchmarks.digests import digests, known_as, source_files
from spanwise.benchmarks.download import Progress
from spanwise.benchmarks.entry import Benchmark, SourceFile, Split
from spanwise.benchmarks.published import published_em
from spanwise.cli.annotator import cache_folder
from spanwise.cli.options import json_option
from spanwise.cli.printing import escaped, print_json, print_notes, print_table
from spanwise.data.writers import WRITERS, write
from spanwise.errors import OptionError

__all__ = ["benchmark", "get", "list_benchmarks", "show", "verify"]

_SAYS = {"real": "on the real file", "form": "on small files of the true form", "generator": "made by a generator"}
_PINS = {"makers": "its makers publish it", "others": "projects that use it publish it", "computed": "computed"}


@click.group(short_help="List, fetch and convert the named benchmarks.")
def benchmark() -> None:
    """List the named benchmarks, show what is known of one, fetch and convert it, tell files by their checksums."""


def _cache_option(function: Any) -> Any:
    text = "Where downloads are kept [the user's cache folder, or benchmarks in $SPANWISE_CACHE]."
    return click.option("--cache", metavar="DIR", help=text)(function)


def _cache_folder(named: str | None) -> Path:
    return Path(named) if named else cache_folder().parent / "benchmarks"


@benchmark.command(name="list", short_help="List every benchmark, and what was run for real.")
@click.option("--family", type=click.Choice(["human", "cloze", "synthetic"]), help="Only these.")
@json_option
def list_benchmarks(family: str | None, as_json: bool) -> None:
    """List every benchmark with its questions and how its conversion was checked.

    "real" names the parts that were run on the real file; "form" means small files of the true form; "generator" means
    that nothing is converted.
    """
    entries = [entry for entry in BENCHMARKS.values() if family in (None, entry.family)]
    if as_json:
        print_json([_summary(entry) for entry in entries])
        return
    rows = []
    for entry in entries:
        real = [split.name for split in entry.splits if run_of(entry, split)]
        status = f"real: {', '.join(real)}" if real else checked(entry)
        rows.append((entry.name, entry.family, status, _count(entry.split("train")), _count(_evaluated(entry))))
    print_table(("benchmark", "family", "checked", "train", "evaluate"), rows, left=3)
    counts = Counter(checked(entry) for entry in entries)
    summary = (
        f"{len(entries)} benchmarks: {counts['real']} run on real files (the parts named), {counts['form']} only on "
        f"small files of the true form, {counts['generator']} made by generators."
    )
    print_notes(
        [summary, "Questions as their makers count them, before conversion; `spanwise benchmark show NAME` says more."]
    )


def _evaluated(entry: Benchmark) -> Split | None:
    return entry.split("dev") or next((split for split in entry.splits if split.name != "train"), None)


def _count(split: Split | None) -> str:
    return "-" if split is None or split.questions is None else f"{split.questions:,}"


def _summary(entry: Benchmark) -> dict[str, Any]:
    """Return all that is known of a benchmark, for programs."""
    value: dict[str, Any] = msgspec.to_builtins(entry)
    value["checked"] = checked(entry)
    for split, shown in zip(entry.splits, value["splits"], strict=True):
        shown["checked"] = checked(entry, split)
        shown["run"] = msgspec.to_builtins(run_of(entry, split))
    value["published_em"] = published_em(entry.column)
    return value


@benchmark.command(short_help="Show what is known of one benchmark.")
@click.argument("name")
@json_option
def show(name: str, as_json: bool) -> None:
    """Show where benchmark NAME comes from, its parts, what converting them gave, and published figures."""
    entry = benchmark_named(name)
    if as_json:
        print_json(_summary(entry))
        return
    click.secho(f"{entry.name}: {entry.title}", bold=True)
    facts = {"family": entry.family, "licence": entry.licence, "home": entry.home, "cite": entry.citation}
    for key, text in (facts | ({"note": entry.note} if entry.note else {})).items():
        click.echo(click.wrap_text(text, 80, initial_indent=f"{key:9}", subsequent_indent=" " * 9))
    if entry.generator:
        click.echo(f"\nmade with: {entry.generator}")
    for split in entry.splits:
        _show_split(entry, split)
    figures = published_em(entry.column)
    if figures:
        rows = [(escaped(approach), f"{100 * em:.2f}") for approach, em in figures.items()]
        print_table(("approach", "EM"), rows, title=f"Published EM, percent ({entry.column}; arXiv 2102.01065)")


def _show_split(entry: Benchmark, split: Split) -> None:
    stated = "" if split.questions is None else f", {split.questions:,} questions by its makers' count"
    click.secho(f"\n{split.name}: checked {_SAYS[checked(entry, split)]}{stated}", bold=True)
    for file in split.files:
        inside = f" ({split.member} in it)" if split.member else ""
        click.echo(f"  {file.name}{inside}: {file.address or file.hint}")
        click.echo(f"    {file.digest} ({_PINS[file.pinned]})" if file.digest else "    no checksum is known")
    run = run_of(entry, split)
    if run is None:
        return
    click.echo(
        f"  {run.questions_in:,} questions in, {run.questions_out:,} out; {run.articles:,} articles, {run.contexts:,} "
        f"contexts\n  mean words: context {run.context_words:.1f}, question {run.question_words:.1f}, answer "
        f"{run.answer_words:.1f}"
    )
    _print_account(ConversionReport("", run.questions_in, run.questions_out, run.dropped, run.changes))


def _print_account(report: ConversionReport, *, err: bool = False) -> None:
    for entry in report.dropped:
        click.echo(f"  dropped {entry.questions:,}: {entry.reason}", err=err)
    for change in report.changes:
        click.echo(f"  {change.count:,} {change.what}", err=err)


@benchmark.command(short_help="Fetch a benchmark and write it as SQuAD JSON.")
@click.argument("name")
@click.option("--split", "part", metavar="NAME", help="The part [dev, or the first there is].")
@click.option(
    "--from",
    "sources",
    metavar="PATH",
    multiple=True,
    help="A file, archive or folder at hand, not downloaded. Repeatable where a part is made from several files.",
)
@click.option("-o", "--output", metavar="FILE", help="The file to write [NAME-SPLIT.json].")
@click.option(
    "--to", "target", type=click.Choice(list(WRITERS)), default="squad", show_default=True, help="The format."
)
@_cache_option
@json_option
def get(name: str, sources: tuple[str, ...], **options: Any) -> None:
    """Fetch benchmark NAME, convert it, and write it; say what was dropped and why.

    A download that was cut off goes on where it stopped. Without a network, the message says what to fetch and where to
    put it.
    """
    entry = benchmark_named(name)
    part = options["part"] or ("dev" if entry.split("dev") else entry.splits[0].name if entry.splits else "")
    with _bar() as progress:
        conversion = converted(
            name,
            part,
            sources=[Path(source) for source in sources],
            cache=_cache_folder(options["cache"]),
            progress=progress,
        )
    output = options["output"] or f"{entry.name}-{part}.json"
    write(conversion.dataset, output, format=options["target"])
    report = conversion.report
    if options["as_json"]:
        print_json({"output": output, "benchmark": name, "split": part} | msgspec.to_builtins(report))
        return
    to_stderr = output == "-"
    click.echo(f"{output}: {report.questions_in:,} questions in, {report.questions_out:,} out", err=to_stderr)
    _print_account(report, err=to_stderr)


@contextmanager
def _bar() -> Iterator[Progress | None]:
    """Give what draws a bar while bytes arrive, on a terminal."""
    if not sys.stderr.isatty():
        yield None
        return
    from rich.console import Console
    from rich.progress import BarColumn, DownloadColumn, TimeRemainingColumn, TransferSpeedColumn
    from rich.progress import Progress as Bars

    columns = (BarColumn(), DownloadColumn(), TransferSpeedColumn(), TimeRemainingColumn())
    with Bars(*columns, console=Console(stderr=True), transient=True) as bars:
        task = bars.add_task("download", total=None)
        yield lambda there, total: bars.update(task, completed=there, total=total)


@benchmark.command(short_help="Compare checksums, or tell which file this is.")
@click.argument("what", metavar="[NAME|FILE]", required=False)
@_cache_option
@json_option
def verify(what: str | None, cache: str | None, as_json: bool) -> None:
    """Compare the files of benchmark NAME, or all that are in the cache, with their known checksums.

    For a FILE, say which published file it is, packed or not. Exit code 1 where a checksum is wrong or a file is
    unknown.
    """
    if what is not None and what not in BENCHMARKS:
        _verify_file(what, as_json=as_json)
        return
    folder = _cache_folder(cache)
    rows = []
    for file, users in source_files().values():
        if what is None or what in users:
            path = folder / file.name
            if path.is_file() or what is not None:
                rows.append({"file": file.name, "path": str(path), "state": _state(file, path)})
    if as_json:
        print_json(rows)
    elif rows:
        print_table(("file", "state"), [(row["file"], row["state"]) for row in rows], left=2)
    else:
        click.echo(f"{folder}: holds no file of the catalog")
    if any(row["state"] == "checksum wrong" for row in rows):
        sys.exit(1)


def _state(file: SourceFile, path: Path) -> str:
    if not path.is_file():
        return "not in the cache"
    if not file.digest:
        return "no checksum is known"
    return "checksum right" if file.digest in digests(path) else "checksum wrong"


def _verify_file(what: str, *, as_json: bool) -> None:
    path = Path(what)
    if not path.is_file():
        benchmarks = "`spanwise benchmark list` shows the names"
        raise OptionError(f"{what}: neither a file nor a benchmark; {benchmarks}")
    found = digests(path)
    known = known_as(found)
    users = source_files()[known.name][1] if known else ()
    if as_json:
        print_json(
            {"file": what, "known_as": known.name if known else None, "benchmarks": users, "digests": sorted(found)}
        )
    elif known:
        click.echo(f"{what}: {known.name} ({known.digest}), of {', '.join(users)}")
    else:
        click.echo(f"{what}: no file with a known checksum ({', '.join(sorted(found))})")
    if known is None:
        sys.exit(1)
