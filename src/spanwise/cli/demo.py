"""`spanwise demo`: the main job, from a benchmark file to a page, on what ships with the package."""

import random
import shutil
from importlib.util import find_spec
from pathlib import Path
from typing import Any

import click

from spanwise.cli.annotator import annotator_of
from spanwise.cli.check import print_check
from spanwise.cli.compare import print_matrix
from spanwise.cli.describe import print_description
from spanwise.cli.human import print_human
from spanwise.cli.options import json_option
from spanwise.cli.printing import print_json
from spanwise.cli.score import print_scores
from spanwise.cli.scored import scored_readers
from spanwise.data.check import check
from spanwise.data.describe import describe
from spanwise.data.formats import read
from spanwise.data.samples import SAMPLE_READERS, sample_na_probs_path, sample_path, sample_predictions_path
from spanwise.errors import FormatError
from spanwise.files import made_folder
from spanwise.language import DEFAULT_PIPELINE
from spanwise.predictions.writers import write_predictions
from spanwise.report.gather import gathered
from spanwise.report.page import write_report

__all__ = ["demo"]

_BASELINES = ("random-guess", "sliding-window")


@click.command(short_help="Run the main job on the benchmark that ships with Spanwise.")
@click.option(
    "-o", "--output", metavar="FOLDER", default="spanwise-demo", show_default=True, help="The folder to write to."
)
@json_option
def demo(output: str, *, as_json: bool) -> None:
    """Train a reader on the benchmark that ships with Spanwise, and check, score, compare and report it with others.

    Each step prints the command that does the same on files of your own. Without the extra "language" there is
    nothing to read with, and three made-up readers take the place of the real ones.
    """
    folder = made_folder(output)
    for part in ("train", "dev"):
        shutil.copyfile(sample_path(part), folder / f"{part}.json")
    said: list[str] = []
    real = find_spec("spacy") is not None and find_spec(DEFAULT_PIPELINE) is not None
    files = _real_readers(folder, said) if real else _made_up_readers(folder)
    options: dict[str, Any] = {
        "abstentions": (),
        "duplicates": "refuse",
        "interval": "t",
        "lenient": False,
        "level": 0.95,
        "na_probs": (),
        "na_threshold": None,
        "rounds": 10_000,
        "rules": None,
        "seed": 0,
    }
    readers = scored_readers(str(folder / "dev.json"), [str(folder / file) for file in files], options)
    page = gathered(readers.loaded.dataset, readers.predictions, readers.scores)
    report = folder / "report.html"
    write_report(page, report)
    if as_json:
        from spanwise.report.plain import plain_scores

        print_json({"page": str(report.resolve()), "readers": [plain_scores(s) for s in readers.scores]})
        return
    assert page.comparison is not None, "three readers make three pairs"
    assert page.human is not None, "the development part has three answers a question"
    named = " ".join(files)
    _step("spanwise check dev.json --strict")
    print_check("dev.json", check(readers.loaded))
    _step("spanwise describe dev.json")
    print_description(describe(readers.loaded.dataset))
    for line in said:
        _step(line) if line.startswith("spanwise") else click.echo(line)
    _step(f"spanwise human dev.json {named}")
    print_human(page.human, page.matched)
    _step(f"spanwise score dev.json {named}")
    print_scores(readers.scores)
    _step(f"spanwise compare dev.json {named}")
    print_matrix(page.comparison)
    _step(f"spanwise report dev.json {named} -o report.html")
    if not real:
        click.echo(
            'The readers are made up (docs/samples.md says how): pip install "spanwise[language]" brings what real '
            "ones need."
        )
    click.echo(f"The files are in {folder.resolve()}, for you to run the commands there.")
    click.echo(f"Open the page: {report.resolve()}")


def _real_readers(folder: Path, said: list[str]) -> list[str]:
    """Train and predict; return the names of the files, and add to what is to be said of it."""
    from spanwise.language.lexicon import Lexicon
    from spanwise.readers.log_linear.store import write_model
    from spanwise.readers.log_linear.trainer import LogLinear
    from spanwise.readers.named import reader_named

    annotator = annotator_of({"pipeline": DEFAULT_PIPELINE, "cache": None, "processes": 1})
    try:
        lexicon = Lexicon()
    except FormatError:
        lexicon = None
    trained = LogLinear(annotator, lexicon=lexicon).train(read(folder / "train.json"), rng=random.Random(0))
    write_model(trained, folder / "model")
    said.append("spanwise train log-linear train.json -o model")
    said.append(f"trained on {trained.model.training.questions} questions: far too few, and seconds instead of minutes")
    dev = read(folder / "dev.json")
    files = []
    for name in (*_BASELINES, "model"):
        reader = trained if name == "model" else reader_named(name, annotator=annotator)
        file = f"{reader.name}.jsonl"
        write_predictions(reader.predict(dev), folder / file, format="rows")
        said.append(f"spanwise predict {name} dev.json -o {file}")
        files.append(file)
    return files


def _made_up_readers(folder: Path) -> list[str]:
    files = []
    for reader in SAMPLE_READERS:
        shutil.copyfile(sample_predictions_path(reader), folder / f"{reader}.json")
        shutil.copyfile(sample_na_probs_path(reader), folder / f"{reader}.na-probs.json")
        files.append(f"{reader}.json")
    return files


def _step(command: str) -> None:
    click.echo(f"\n{click.style('$ ' + command, bold=True)}")
