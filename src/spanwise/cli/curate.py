"""`spanwise curate`: from documents to paragraphs to be asked about, and from raw questions to clean parts."""

import sys
from collections.abc import Iterator, Sequence
from pathlib import Path
from typing import TYPE_CHECKING, Any

import click
import msgspec

from spanwise.cli.options import interval_options, intervals_of, json_option, lenient_option
from spanwise.cli.printing import cell, counting, escaped, print_json, print_notes, print_table, working
from spanwise.data.formats import load
from spanwise.data.writers import write
from spanwise.errors import OptionError

if TYPE_CHECKING:
    from spanwise.benchmarks.curate.leaks import LeakReport
    from spanwise.benchmarks.curate.question_filter import FilteredQuestions
    from spanwise.data.dataset import Dataset
    from spanwise.scoring.scores import Scores

__all__ = ["curate", "filter_questions", "leaks", "skeleton", "table"]

_SHOWN = 3


@click.group(short_help="Make a benchmark of one's own documents.")
def curate() -> None:
    """Make a benchmark of your own documents: paragraphs to ask about, then clean parts of what was asked.

    The steps are those of the SQuAD papers; docs/benchmarks/curation.md goes through them.
    """


@curate.command(short_help="Choose articles and paragraphs, and write parts without questions.")
@click.argument("source")
@click.option("-o", "--output", metavar="FOLDER", required=True, help="A new folder for the parts and the records.")
@click.option("--top", type=click.IntRange(min=1), default=10_000, show_default=True, help="Draw from these, by rank.")
@click.option("--articles", type=click.IntRange(min=1), default=536, show_default=True, help="Draw so many, at random.")
@click.option("--titles", metavar="FILE", help="Take these articles instead, one title a line.")
@click.option("--shortest", type=click.IntRange(min=0), default=500, show_default=True, help="Characters a paragraph.")
@click.option(
    "--similarity",
    type=click.FloatRange(0, 1),
    default=0.8,
    show_default=True,
    help="Leave out a paragraph this much like an earlier one; 0: none.",
)
@click.option("--keep-holes", is_flag=True, help="Keep paragraphs that a template or formula was cut out of.")
@click.option("--shares", default="80/10/10", show_default=True, help="The parts' sizes, by article; 100: one part.")
@click.option("--names", default="train,dev,test", show_default=True, help="The parts' names.")
@click.option("--seed", type=int, default=0, show_default=True, help="Seed of the draw and of the split.")
@json_option
def skeleton(source: str, output: str, **options: Any) -> None:
    """Choose articles and paragraphs of SOURCE, and write them as a benchmark that lacks only its questions.

    SOURCE is a folder of .txt and .md files, JSON lines with title and text, or a MediaWiki XML export; files may be
    packed with gzip or bzip2. Articles are drawn at random from those of highest PageRank over the links.

    Writes FOLDER/train.json, dev.json and test.json; sources.jsonl, which revision each article is of; and
    curation.json, the settings and what was left out.
    """
    from spanwise.benchmarks.curate.skeleton import SkeletonSettings
    from spanwise.benchmarks.curate.skeleton import skeleton as made_from
    from spanwise.benchmarks.curate.skeleton_files import refuse_taken, write_skeleton
    from spanwise.benchmarks.curate.source_files import document_source

    parts = _parts(options["shares"], options["names"])
    refuse_taken(Path(output))
    titles = _titles(options["titles"]) if options["titles"] else ()
    settings = SkeletonSettings(
        titles=titles, **{name: options[name] for name in ("top", "articles", "shortest", "similarity", "seed")}
    )
    documents = document_source(source, keep_holes=options["keep_holes"])
    with counting("reading") as show:
        made = made_from(documents, settings, progress=show)
    written = write_skeleton(made, Path(output), settings, parts)
    if options["as_json"]:
        print_json({"output": output} | msgspec.json.decode((Path(output) / "curation.json").read_bytes()))
        return
    click.echo(f"{source}: {made.pages:,} articles, {made.links:,} links between them")
    for name, part in written.items():
        paragraphs = sum(len(article.paragraphs) for article in part.articles)
        click.echo(f"{Path(output) / name}.json: {len(part.articles):,} articles, {paragraphs:,} paragraphs")
    for note in made.notes:
        more = ", ..." if note.count > len(note.examples) > 0 else ""
        examples = f" ({', '.join(note.examples)}{more})" if note.examples else ""
        click.echo(f"  {note.what}: {note.count:,}{examples}")


def _parts(shares: str, names: str) -> list[tuple[str, float]]:
    try:
        sizes = [float(part) for part in shares.split("/")]
    except ValueError:
        raise OptionError(f"--shares {shares!r} is not readable; write numbers with slashes, as in 80/10/10") from None
    if min(sizes) <= 0:
        raise OptionError(f"--shares {shares!r} gives a part nothing; give positive numbers, as in 80/10/10")
    called = [name.strip() for name in names.split(",")] if len(sizes) > 1 else ["skeleton"]
    if len(called) != len(sizes) or len(set(called)) < len(called) or not all(map(_is_name, called)):
        raise OptionError(f"--names {names!r} does not fit {len(sizes)} shares; give one plain name for each")
    return [(name, size / sum(sizes)) for name, size in zip(called, sizes, strict=True)]


def _is_name(name: str) -> bool:
    return bool(name) and Path(name).name == name and name not in ("sources", "curation")


def _titles(file: str) -> tuple[str, ...]:
    from spanwise.files import read_bytes, utf8

    lines = utf8(read_bytes(file), file).decode("utf-8").splitlines()
    titles = tuple(line.strip() for line in lines if line.strip())
    if not titles:
        raise OptionError(f"{file}: there is no title in it; write one a line")
    return titles


@curate.command(name="filter", short_help="Apply SQuAD 2.0's filters, and show what each changes.")
@click.argument("dataset")
@click.option("-o", "--output", metavar="FILE", help="Write what is left.")
@click.option("--workers", metavar="FILE", help="Who wrote each question: a table or JSON lines with id and worker.")
@click.option(
    "--fewest", type=click.IntRange(min=0), default=25, show_default=True, help="So many on an article are too few."
)
@click.option("--need-unanswerable", is_flag=True, help="Remove articles without an unanswerable question.")
@click.option("--predictions", metavar="FILE", multiple=True, help="Score these before and after. Repeatable.")
@interval_options
@lenient_option
@json_option
def filter_questions(dataset: str, output: str | None, **options: Any) -> None:
    """Remove questions of DATASET as SQuAD 2.0 did, and show what each step changes.

    --workers removes all questions of a worker on an article of which the worker wrote 25 or fewer. --need-unanswerable
    is for development and test parts. With --predictions the scores before and after each step stand beside the counts.
    """
    from spanwise.benchmarks.curate.question_filter import filtered_questions
    from spanwise.benchmarks.curate.writers_of_questions import read_writers

    loaded = load(dataset, lenient=options["lenient"])
    workers = read_writers(options["workers"], loaded.dataset) if options["workers"] else None
    result = filtered_questions(
        loaded.dataset, workers, fewest=options["fewest"], need_unanswerable=options["need_unanswerable"]
    )
    scored = [_scores(loaded.dataset, file, options) for file in options["predictions"]]
    if output:
        write(result.dataset, output, format=loaded.format)
    rows = [_means(scores, result) for scores in scored]
    if options["as_json"]:
        print_json(_plain_steps(result, scored, rows) | {"output": output})
    else:
        _print_steps(result, scored, rows)
        if output:
            click.echo(f"{output}: {len(result.dataset.question_ids):,} questions")


def _scores(dataset: "Dataset", file: str, options: dict[str, Any]) -> "Scores":
    from spanwise.predictions.formats import load_predictions
    from spanwise.scoring.evaluate import score

    predictions = load_predictions(file, lenient=options["lenient"]).predictions
    return score(dataset, predictions, intervals=intervals_of(options))


def _means(scores: "Scores", result: "FilteredQuestions") -> list[tuple[Any, ...]]:
    """Return exact match and F1 after each step. Each question is scored once, and then taken or left."""
    gone: set[str] = set()
    means = []
    for step in result.steps:
        gone.update(step.removed)
        chosen = [i for i, identity in enumerate(scores.columns.ids) if identity not in gone]
        columns = scores.columns
        means.append(scores.intervals.means({"em": columns.em, "f1": columns.f1}, columns, chosen))
    return means


def _plain_steps(
    result: "FilteredQuestions", scored: Sequence["Scores"], rows: Sequence[Sequence[tuple[Any, ...]]]
) -> dict[str, Any]:
    from spanwise.report.plain import plain_estimate

    steps = []
    for number, step in enumerate(result.steps):
        readers = {
            scores.reader: dict(zip(("em", "f1"), map(plain_estimate, own[number]), strict=True))
            for scores, own in zip(scored, rows, strict=True)
        }
        steps.append(msgspec.to_builtins(step) | ({"readers": readers} if readers else {}))
    return {"steps": steps, "unit": "percent"} if scored else {"steps": steps}


def _print_steps(
    result: "FilteredQuestions", scored: Sequence["Scores"], rows: Sequence[Sequence[tuple[Any, ...]]]
) -> None:
    contents = [step.contents for step in result.steps]
    table = [
        ["articles", *(f"{now.articles:,}" for now in contents)],
        ["  with unanswerable", *(f"{now.articles_with_unanswerable:,}" for now in contents)],
        ["paragraphs", *(f"{now.paragraphs:,}" for now in contents)],
        ["questions", *(f"{now.questions:,}" for now in contents)],
        ["  unanswerable", *(f"{now.unanswerable:,} ({_percent(now.unanswerable_share)})" for now in contents)],
    ]
    if contents[0].workers is not None:
        table.append(["workers", *(f"{now.workers:,}" for now in contents)])
        table.append(["  of the busiest tenth", *(_percent(now.questions_of_most) for now in contents)])
    for scores, own in zip(scored, rows, strict=True):
        for place, metric in enumerate(("EM", "F1")):
            table.append([f"{escaped(scores.reader)} {metric}, percent", *(cell(step[place]) for step in own)])
    print_table(["", *(step.name for step in result.steps)], table)
    print_notes(f"{step.name}: removes {step.what}" for step in result.steps[1:])


def _percent(share: float | None) -> str:
    return "-" if share is None else f"{100 * share:.1f} %"


@curate.command(short_help="Count the parts as the papers' tables do.")
@click.argument("parts", nargs=-1, required=True)
@lenient_option
@json_option
def table(parts: tuple[str, ...], *, lenient: bool, as_json: bool) -> None:
    """Count PARTS side by side: SQuAD 2.0's Table 2, then paragraphs and lengths."""
    from spanwise.benchmarks.curate.part_table import part_table

    counted = part_table([load(part, lenient=lenient).dataset for part in parts])
    if as_json:
        print_json({"parts": counted.parts, "rows": dict(counted.rows)})
        return
    rows = [[name, *(_number(value) for value in values)] for name, values in counted.rows]
    print_table(["", *map(escaped, counted.parts)], rows)


def _number(value: float | None) -> str:
    if value is None:
        return "-"
    return f"{value:,}" if isinstance(value, int) else f"{value:,.2f}"


@curate.command(short_help="Find what parts share: paragraphs, questions, or nearly so.")
@click.argument("parts", nargs=-1, required=True)
@click.option(
    "--paragraphs", type=click.FloatRange(0, 1, min_open=True), default=0.6, show_default=True, help="Nearly the same."
)
@click.option(
    "--questions", type=click.FloatRange(0, 1, min_open=True), default=0.8, show_default=True, help="Nearly the same."
)
@click.option("--strict", is_flag=True, help="Exit with 1 where a part shares anything with an earlier one.")
@lenient_option
@json_option
def leaks(parts: tuple[str, ...], **options: Any) -> None:
    """Find what each of PARTS shares with those before it: give the part to train on first.

    Texts are the same when only case, punctuation, English articles and blanks tell them apart. Nearly the same are
    paragraphs by the share of their sequences of five words, questions by that of their words and pairs of words.
    """
    from spanwise.benchmarks.curate.leaks import LeakSettings
    from spanwise.benchmarks.curate.leaks import leaks as leaks_between

    settings = LeakSettings(options["paragraphs"], options["questions"])
    with working("comparing", *parts):
        datasets = [load(part, lenient=options["lenient"]).dataset for part in parts]
        reports = leaks_between(datasets, settings)
    if options["as_json"]:
        print_json({"settings": msgspec.to_builtins(settings), "pairs": msgspec.to_builtins(reports)})
    else:
        _print_leaks(reports)
    if options["strict"] and any(report.leaks for report in reports):
        sys.exit(1)


def _print_leaks(reports: "Sequence[LeakReport]") -> None:
    from spanwise.benchmarks.curate.leaks import KINDS

    rows = []
    for report in reports:
        shared = [kind for kind in KINDS if report.of(kind)]
        pair = escaped(f"{report.second}, of {report.first}")
        for place, kind in enumerate(shared):
            same = f"{_with_answer(report, kind):,}" if kind.endswith("question") else ""
            rows.append([pair if place == 0 else "", KINDS[kind], f"{report.affected(kind):,}", same])
        if not shared:
            rows.append([pair, "nothing", "", ""])
    print_table(["in the later part", "shared", "count", "same answer"], rows, left=2)
    print_notes(_examples(reports))


def _with_answer(report: "LeakReport", kind: str) -> int:
    return len({leak.second for leak in report.of(kind) if leak.same_answer})


def _examples(reports: "Sequence[LeakReport]") -> Iterator[str]:
    for report in reports:
        for kind in ("near-paragraph", "near-question"):
            for leak in sorted(report.of(kind), key=lambda leak: -leak.similarity)[:_SHOWN]:
                one, other = f"{leak.second} {leak.text[:60]!r}", f"{leak.first} {leak.earlier_text[:60]!r}"
                yield f"{100 * leak.similarity:.0f} %: {one}, {other}"
