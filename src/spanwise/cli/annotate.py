"""`spanwise annotate`: a benchmark's texts annotated ahead of time, and what the cache of annotation holds."""

from collections.abc import Sequence
from pathlib import Path
from typing import Any

import click
import msgspec

from spanwise.cli.annotator import annotator_of, cache_folder, pipeline_options
from spanwise.cli.options import json_option, lenient_option
from spanwise.cli.printing import print_json, print_notes, print_table
from spanwise.data.dataset import Dataset
from spanwise.data.formats import load
from spanwise.errors import OptionError
from spanwise.language.annotate import Annotator
from spanwise.language.annotated import Annotated
from spanwise.language.cache import CacheFile, cache_files, clear

__all__ = ["AnnotatedCounts", "annotate"]


class AnnotatedCounts(msgspec.Struct, frozen=True):
    """What a pipeline found in texts; equal texts count each."""

    texts: int
    tokens: int
    sentences: int
    entities: int
    noun_chunks: int


@click.command(short_help="Annotate a benchmark ahead of time, and show what is kept.")
@click.argument("dataset", required=False)
@click.option("--clear", "clearing", is_flag=True, help="Delete the annotation that is kept, of every pipeline.")
@pipeline_options
@lenient_option
@json_option
def annotate(dataset: str | None, *, clearing: bool, as_json: bool, **options: Any) -> None:
    """Annotate the contexts and questions of DATASET, keep what is found, and count it.

    Commands that need annotation make and keep it themselves; this does so ahead of them. Without DATASET it shows what
    is kept.
    """
    folder = cache_folder(options["cache"])
    if dataset and clearing:
        raise OptionError("--clear deletes what is kept, and DATASET would be annotated; give one of them")
    if dataset:
        _annotate(load(dataset, lenient=options["lenient"]).dataset, annotator_of(options), folder, as_json=as_json)
        return
    found = clear(folder) if clearing else cache_files(folder)
    if as_json:
        print_json({"cache": str(folder), "deleted" if clearing else "files": [_plain(file) for file in found]})
        return
    if clearing:
        click.echo(f"{folder}: deleted {_files(found)}")
    elif not found:
        click.echo(f"{folder}: nothing is kept")
    else:
        rows = [[file.identity or "cannot be read", f"{file.texts:,}", f"{file.size / 1e6:,.1f}"] for file in found]
        print_table(["pipeline", "texts", "MB"], rows)
        print_notes([f"kept in {folder}"])


def _annotate(dataset: Dataset, annotator: Annotator, folder: Path, *, as_json: bool) -> None:
    paragraphs = [paragraph for article in dataset.articles for paragraph in article.paragraphs]
    questions = [question.text for paragraph in paragraphs for question in paragraph.questions]
    found = annotator.annotate([*(paragraph.context for paragraph in paragraphs), *questions])
    counts = {
        "contexts": _counts(found[: len(paragraphs)]),
        "questions": _counts(found[len(paragraphs) :]),
    }
    files = [file for file in cache_files(folder) if file.identity == annotator.identity]
    if as_json:
        plain = {"pipeline": annotator.pipeline, "identity": annotator.identity, "language": annotator.language}
        print_json(plain | msgspec.to_builtins(counts) | {"cache": str(folder), "files": [_plain(f) for f in files]})
        return
    names = AnnotatedCounts.__struct_fields__
    rows = [[what, *(f"{getattr(count, name):,}" for name in names)] for what, count in counts.items()]
    print_table(["", *(name.replace("_", " ") for name in names)], rows, title=annotator.identity)
    print_notes([f"kept in {folder}: {_files(files)}"])


def _counts(found: Sequence[Annotated]) -> AnnotatedCounts:
    return AnnotatedCounts(
        texts=len(found),
        tokens=sum(map(len, found)),
        sentences=sum(len(one.sentences) for one in found),
        entities=sum(len(one.entities) for one in found),
        noun_chunks=sum(len(one.noun_chunks) for one in found),
    )


def _files(files: Sequence[CacheFile]) -> str:
    texts, size = sum(file.texts for file in files), sum(file.size for file in files)
    return f"{texts:,} texts, {size / 1e6:,.1f} MB" if files else "nothing"


def _plain(file: CacheFile) -> dict[str, Any]:
    return {"file": str(file.path), "identity": file.identity, "texts": file.texts, "bytes": file.size}
