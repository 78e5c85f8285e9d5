"""`spanwise check`: every fault in one pass, and what can be mended."""

from collections.abc import Sequence
from typing import Any

import click

from spanwise.cli.options import json_option, lenient_option
from spanwise.cli.printing import print_json, print_table
from spanwise.data.check import check as findings_of
from spanwise.data.finding import CODES, Finding
from spanwise.data.formats import load
from spanwise.data.writers import write
from spanwise.errors import OptionError
from spanwise.predictions.check import check_predictions
from spanwise.predictions.formats import load_predictions

__all__ = ["check", "print_check"]


@click.command(short_help="Find every fault of a benchmark or predictions file, and mend what can be.")
@click.argument("dataset")
@click.option("--predictions", metavar="FILE", multiple=True, help="Also check predictions. Repeatable.")
@click.option("--na-probs", metavar="FILE", help="No-answer probabilities of the predictions.")
@click.option("--repair", metavar="OUT", help="Write a mended benchmark, and list what was done and what was left.")
@click.option("--strict", is_flag=True, help="Exit with 1 where anything is found.")
@click.option("--all", "show_all", is_flag=True, help="Print every finding, not the first three of a kind.")
@lenient_option
@json_option
def check(dataset: str, predictions: tuple[str, ...], **options: Any) -> None:
    """Check DATASET, and predictions for it, for every fault in one pass.

    Each finding has a stable code, the place in the file, what was found and what would do.
    """
    if options["na_probs"] and len(predictions) != 1:
        raise OptionError("--na-probs belongs to one predictions file; give exactly one --predictions")
    loaded = load(dataset, lenient=options["lenient"])
    found = {dataset: findings_of(loaded)}
    for file in predictions:
        read = load_predictions(file, na_probs=options["na_probs"], lenient=options["lenient"])
        found[file] = (*read.findings, *check_predictions(loaded.dataset, read.predictions))
    repaired = None
    if options["repair"]:
        from spanwise.data.repair import repair

        repaired = repair(loaded)
        write(repaired.dataset, options["repair"], format=loaded.format)
    if options["as_json"]:
        print_json(_plain(loaded.format, found, repaired))
    else:
        for file, findings in found.items():
            print_check(file, findings, most=len(findings) if options["show_all"] else 3)
        if repaired is not None:
            _print_repair(options["repair"], repaired, show_all=options["show_all"])
    if options["strict"] and any(found.values()):
        click.get_current_context().exit(1)


def _plain(format_name: str, found: dict[str, tuple[Finding, ...]], repaired: Any) -> dict[str, Any]:
    from spanwise.report.plain import plain_findings

    files = [
        {"file": file, "counts": _counts(findings), "findings": plain_findings(findings)}
        for file, findings in found.items()
    ]
    plain: dict[str, Any] = {"format": format_name, "files": files}
    if repaired is not None:
        plain["repair"] = {"mended": plain_findings(repaired.mended), "left": plain_findings(repaired.left)}
    return plain


def _by_code(findings: Sequence[Finding]) -> dict[str, list[Finding]]:
    by_code: dict[str, list[Finding]] = {}
    for finding in findings:
        by_code.setdefault(finding.code, []).append(finding)
    return dict(sorted(by_code.items(), key=lambda item: -len(item[1])))


def _counts(findings: Sequence[Finding]) -> dict[str, int]:
    return {code: len(group) for code, group in _by_code(findings).items()}


def print_check(file: str, findings: Sequence[Finding], *, most: int = 3) -> None:
    """Print how many findings of each kind there are, and the first of each."""
    if not findings:
        click.echo(f"{file}: nothing found")
        return
    by_code = _by_code(findings)
    rows = [
        # One finding about predictions holds all the ids it is about, and each of those is one thing found.
        [code, CODES.get(code, ""), f"{sum(len(f.ids) or 1 for f in group):,}", f"{sum(f.mendable for f in group):,}"]
        for code, group in by_code.items()
    ]
    many = "finding" if len(findings) == 1 else "findings"
    print_table(["code", "what it means", "found", "mendable"], rows, title=f"{file}: {len(findings):,} {many}", left=2)
    for code, group in by_code.items():
        for finding in group[:most]:
            click.echo(f"{click.style(code, fg='yellow')} {finding}")
        if len(group) > most:
            click.echo(f"{code}: ... and {len(group) - most:,} more (--all prints them, --json lists them)")


def _print_repair(target: str, repaired: Any, *, show_all: bool) -> None:
    click.echo(f"\n{target}: {len(repaired.mended):,} mended, {len(repaired.left):,} left")
    for title, findings in (("mended", repaired.mended), ("left", repaired.left)):
        for code, group in _by_code(findings).items():
            click.echo(f"  {title} {code}: {len(group):,}")
            for finding in group if show_all else group[:3]:
                click.echo(f"    {finding}")
