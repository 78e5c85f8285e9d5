"""`spanwise claim`: what may be said of systems against people."""

import textwrap
from collections.abc import Mapping, Sequence
from typing import Any

import click

from spanwise.cli.options import interval_options, json_option, lenient_option, reader_options
from spanwise.cli.printing import cell, escaped, print_json, print_table
from spanwise.diagnosis.claims import (
    Claim,
    Figures,
    HumanFigures,
    Margin,
    Measure,
    Protocol,
    figures,
)
from spanwise.diagnosis.claims import (
    claim as claim_of,
)
from spanwise.errors import OptionError

__all__ = ["claim", "print_claim"]

_MORE: Mapping[str, Measure] = {
    "has-ans-em": "HasAns EM",
    "has-ans-f1": "HasAns F1",
    "no-ans": "NoAns",
    "worst-em": "worst-case EM",
    "worst-f1": "worst-case F1",
}
_PROTOCOLS: Mapping[str, Protocol] = {
    "one": "one annotator",
    "leave-one-out": "leave one out",
    "vote": "vote",
    "unknown": "unknown",
}
_HUMAN = "human"


@click.command(short_help="State what may be claimed of systems against people.")
@click.argument("dataset", required=False)
@click.argument("predictions", nargs=-1)
@click.option("--system", "systems", nargs=3, multiple=True, metavar="NAME EM F1", help="A system's figures, percent.")
@click.option("--human", nargs=2, type=float, metavar="EM F1", help="The human line, percent.")
@click.option(
    "--n", type=click.IntRange(min=1), metavar="N", help="Questions behind EM and F1 of the --system figures."
)
@click.option("--human-n", type=click.IntRange(min=1), metavar="N", help="Questions behind the human line [--n].")
@click.option(
    "--protocol",
    type=click.Choice(list(_PROTOCOLS)),
    default="unknown",
    show_default=True,
    help="Whose answers --human scores: one person's, each person's in turn, or a vote's.",
)
@click.option("--answers", type=float, metavar="K", help="Answers a question behind the human line.")
@click.option(
    "--more",
    nargs=3,
    multiple=True,
    metavar="WHO MEASURE PERCENT",
    help=f'Another figure of a system or of "{_HUMAN}": {", ".join(_MORE)}. Repeatable.',
)
@click.option("--attack", nargs=2, multiple=True, metavar="DATASET FILE", help="A reader's answers under attack.")
@click.option("--benchmark", metavar="NAME", help="What the benchmark is called in the text.")
@reader_options
@interval_options
@lenient_option
@json_option
def claim(dataset: str | None, predictions: tuple[str, ...], **options: Any) -> None:
    """State what may be claimed of systems against people, in one paragraph.

    Either of figures (--system, --human), or of PREDICTIONS on DATASET. Files are set against the people whose answers
    DATASET holds, question by question, or against --human. Each measure is told by itself, with the interval of its
    margin where one can be had, and corrected for how many margins there are. --attack names a file of variants and a
    reader's predictions for it, in the order of PREDICTIONS.
    """
    made = _from_figures(options) if dataset is None else _from_files(dataset, predictions, options)
    if options["as_json"]:
        from spanwise.report.claim_text import plain_claim

        print_json(plain_claim(made))
    else:
        print_claim(made)


def _from_figures(options: dict[str, Any]) -> Claim:
    if not options["systems"] or not options["human"]:
        raise OptionError("a claim needs --system NAME EM F1 and --human EM F1, or a dataset and predictions")
    if options["attack"]:
        raise OptionError("--attack goes with predictions; give figures as --more NAME worst-f1 PERCENT")
    more = _more(options["more"], [name for name, _, _ in options["systems"]])
    systems = []
    for name, em, f1 in options["systems"]:
        values = {"EM": _fraction(em, f"--system {name}"), "F1": _fraction(f1, f"--system {name}")}
        systems.append(_figures(name, values | more.get(name, {}), options["n"], options))
    return claim_of(
        systems, _human(options, more), benchmark=options["benchmark"] or "the benchmark", level=options["level"]
    )


def _figures(name: str, values: Mapping[Any, float], n: int | None, options: dict[str, Any]) -> Figures:
    return figures(name, values, n=n, level=options["level"])


def _human(options: dict[str, Any], more: Mapping[str, Mapping[Measure, float]]) -> HumanFigures:
    em, f1 = options["human"]
    values: dict[Measure, float] = {"EM": em / 100, "F1": f1 / 100, **more.get(_HUMAN, {})}
    made = _figures("people", values, options["human_n"] or options["n"], options)
    return HumanFigures(made, _PROTOCOLS[options["protocol"]], options["answers"])


def _more(given: Sequence[tuple[str, str, str]], names: Sequence[str]) -> dict[str, dict[Measure, float]]:
    """Return the other figures by who has them."""
    found: dict[str, dict[Measure, float]] = {}
    for who, measure, value in given:
        where = f"--more {who} {measure} {value}"
        if who != _HUMAN and who not in names:
            raise OptionError(f"{where}: there is no {who!r}; there is {', '.join([_HUMAN, *names])}")
        if measure not in _MORE:
            raise OptionError(f"{where}: there is no measure {measure!r}; there is {', '.join(_MORE)}")
        found.setdefault(who, {})[_MORE[measure]] = _fraction(value, where)
    return found


def _fraction(text: str, where: str) -> float:
    try:
        return float(text) / 100
    except ValueError:
        raise OptionError(f"{where}: {text!r} is no number; a percentage would do") from None


def _from_files(dataset: str, files: Sequence[str], options: dict[str, Any]) -> Claim:
    from spanwise.cli.scored import scored_readers
    from spanwise.diagnosis.measured_claim import claim_against, claim_on

    if not files or options["systems"]:
        raise OptionError("give either predictions on a dataset, or --system figures alone")
    readers = scored_readers(dataset, files, options | {"duplicates": "refuse"})
    if options["human"]:
        names = [scores.reader for scores in readers.scores]
        human = _human(options, _more(options["more"], []))
        made = claim_against(readers.scores, human, attacked=_attacked(names, options))
    elif options["attack"] or options["more"]:
        raise OptionError("--attack and --more need a human line to stand beside; give --human EM F1")
    else:
        thresholds = [s.na_threshold for s in readers.scores if s.na_threshold is not None]
        made = claim_on(
            readers.loaded.dataset,
            readers.predictions,
            rules=_rules(options["rules"]),
            na_threshold=thresholds[0] if thresholds else None,
            intervals=readers.scores[0].intervals,
        )
    return made


def _rules(name: str | None) -> Any:
    from spanwise.scoring.rules import rules_named

    return rules_named(name) if name else None


def _attacked(names: Sequence[str], options: dict[str, Any]) -> dict[str, Any]:
    from spanwise.cli.scored import scored_readers
    from spanwise.scoring.variants import worst_case

    given = options["attack"]
    if given and len(given) != len(names):
        raise OptionError(f"--attack names {len(given)} files for {len(names)} readers; give one for each, in order")
    plain = options | {"duplicates": "refuse", "na_probs": (), "na_threshold": None, "operating_point": None}
    found = {}
    for name, (dataset, file) in zip(names, given, strict=False):
        found[name] = worst_case(scored_readers(dataset, (file,), plain).scores[0])
    return found


def print_claim(made: Claim) -> None:
    """Print the margins as a table, then the paragraph."""
    from spanwise.report.claim_text import claim_paragraph

    people = made.human.figures.values
    rows = [
        [
            escaped(margin.system),
            margin.measure + (", same answers" if margin.matched else ""),
            cell(people[margin.measure].estimate),
            _points(margin),
            "-" if margin.p_holm is None else "< 0.001" if margin.p_holm < 0.001 else f"{margin.p_holm:.3f}",
        ]
        for margin in made.margins
    ]
    title = f"{made.benchmark}: systems against people, percent, margins in points"
    print_table(["system", "measure", "people", "margin", "p (Holm)"], rows, title=title, left=2)
    click.echo(textwrap.fill(claim_paragraph(made), width=100, break_long_words=False, break_on_hyphens=False))


def _points(margin: Margin) -> str:
    value = f"{100 * (margin.value.value or 0.0):+.3f}"
    if margin.value.low is None or margin.value.high is None:
        return value
    return f"{value}\n[dim]{100 * margin.value.low:+.1f} to {100 * margin.value.high:+.1f}[/dim]"
