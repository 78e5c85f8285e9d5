"""`spanwise demo`: the main job, from a benchmark file to a page, on what ships with the package."""

from pathlib import Path
from typing import Any

import click

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
from spanwise.data.samples import SAMPLE_READERS, sample_na_probs_path, sample_path, sample_predictions_path
from spanwise.report.gather import gathered
from spanwise.report.page import write_report

__all__ = ["demo"]


@click.command(short_help="Run the main job on the benchmark that ships with Spanwise.")
@click.option(
    "-o", "--output", metavar="FILE", default="spanwise-demo.html", show_default=True, help="The page to write."
)
@json_option
def demo(output: str, *, as_json: bool) -> None:
    """Check, describe, score, compare and report three made-up readers on the benchmark that ships with Spanwise.

    Each step prints the command that does the same on files of your own.
    """
    dataset = str(sample_path("dev"))
    files = [str(sample_predictions_path(reader)) for reader in SAMPLE_READERS]
    na_probs = tuple(f"{reader}={sample_na_probs_path(reader)}" for reader in SAMPLE_READERS)
    options: dict[str, Any] = {
        "abstentions": (),
        "duplicates": "refuse",
        "interval": "t",
        "lenient": False,
        "level": 0.95,
        "na_probs": na_probs,
        "na_threshold": None,
        "rounds": 10_000,
        "rules": None,
        "seed": 0,
    }
    readers = scored_readers(dataset, files, options)
    page = gathered(readers.loaded.dataset, readers.predictions, readers.scores)
    write_report(page, output)
    if as_json:
        from spanwise.report.plain import plain_scores

        print_json({"page": str(Path(output).resolve()), "readers": [plain_scores(s) for s in readers.scores]})
        return
    assert page.comparison is not None, "three readers make three pairs"
    assert page.human is not None, "the development part has three answers a question"
    _step("spanwise check dev.json --strict")
    print_check("dev.json", check(readers.loaded))
    _step("spanwise describe dev.json")
    print_description(describe(readers.loaded.dataset))
    _step("spanwise human dev.json eager.json cautious.json balanced.json")
    print_human(page.human, page.matched)
    _step("spanwise score dev.json eager.json cautious.json balanced.json --na-probs ...")
    print_scores(readers.scores)
    _step("spanwise compare dev.json eager.json cautious.json balanced.json")
    print_matrix(page.comparison)
    _step(f"spanwise report dev.json eager.json cautious.json balanced.json -o {output}")
    click.echo(f"The files are in {Path(dataset).parent}; how they were made is in docs/samples.md.")
    click.echo(f"Open the page: {Path(output).resolve()}")


def _step(command: str) -> None:
    click.echo(f"\n{click.style('$ ' + command, bold=True)}")
