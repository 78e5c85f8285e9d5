"""`spanwise calibrate`: whether a reader's probabilities mean what they say, and a map that mends them."""

from collections.abc import Sequence
from typing import Any

import click

from spanwise.cli.options import duplicates_option, interval_options, intervals_of, json_option, lenient_option
from spanwise.cli.printing import cell, print_findings, print_json, print_notes, print_table
from spanwise.cli.scored import ScoredReaders, scored_readers
from spanwise.diagnosis.calibration import Calibration, CalibrationChange, calibration, calibration_change
from spanwise.diagnosis.calibration_map import (
    METHODS,
    CalibrationMap,
    Method,
    map_na_probs,
    read_map,
    write_map,
    write_na_probs,
)
from spanwise.diagnosis.forecasts import CUT, EVENTS, Forecasts, Scale, forecasts
from spanwise.errors import DataError, OptionError
from spanwise.scoring.intervals import Intervals
from spanwise.stats.estimate import Estimate

__all__ = ["calibrate"]


@click.command(short_help="Measure calibration, and fit a map that mends it.")
@click.argument("dataset")
@click.argument("predictions")
@click.option("--na-probs", metavar="FILE", help="No-answer probabilities {id: number}, or log odds.")
@click.option(
    "--method",
    type=click.Choice([*METHODS, "all"]),
    help="Fit this map and show it on articles it has not seen; needs scikit-learn.",
)
@click.option("--folds", type=click.IntRange(min=2), default=5, show_default=True, help="Parts of whole articles.")
@click.option(
    "--fit-on",
    nargs=3,
    metavar="DATASET PREDICTIONS NA-PROBS",
    help="Fit on another benchmark instead of on the other parts of this one.",
)
@click.option("-o", "--output", metavar="FILE", help="Write the map, fitted on all there is to fit on, as JSON.")
@click.option("--apply", "applied", metavar="MAP", help="Apply a map from a file.")
@click.option("--out", metavar="FILE", help="With --apply: write the mapped probabilities as {id: number}.")
@click.option("--bins", type=click.IntRange(min=1), default=15, show_default=True, help="Bins for ECE and diagram.")
@click.option(
    "--scale",
    type=click.Choice(["probability", "log-odds"]),
    help="What the no-answer numbers are [told by the numbers].",
)
@click.option("--rules", metavar="NAME", help="The rules to compare answers by [what the dataset asks for].")
@interval_options
@duplicates_option
@lenient_option
@json_option
def calibrate(dataset: str, predictions: str, **options: Any) -> None:
    """Measure whether the probabilities of PREDICTIONS on DATASET mean what they say.

    Two events: that a question is unanswerable, and that the answer given is right. For each: expected calibration
    error, Brier score and log loss, with intervals over articles. With --method or --apply, the same after a map of
    the no-answer probabilities.
    """
    _require(options)
    readers = _read(dataset, predictions, options["na_probs"], options)
    scale: Scale | None = {None: None, "probability": "probability", "log-odds": "log_odds"}[options["scale"]]
    intervals, bins = intervals_of(options), options["bins"]
    unanswerable = forecasts(readers.scores[0], scale=scale)
    measured = [calibration(f, bins=bins, intervals=intervals) for f in (unanswerable, *_right(readers, scale))]
    fitted: list[CalibrationMap] = []
    changes: dict[str, CalibrationChange] = {}
    if options["applied"]:
        fitted, changes = _applied(readers, unanswerable, options)
    elif options["method"]:
        fitted, changes = _fitted(unanswerable, scale, options)
    if options["as_json"]:
        _print_json(readers, measured, fitted, changes)
        return
    _print(readers, measured, changes, intervals)
    print_notes(
        [
            *(f"{m.method}: {m.note}" for m in fitted if m.note),
            _how(options, unanswerable) if changes else "",
            *(f"{name} written" for name in (options["output"], options["out"]) if name),
        ]
    )
    print_findings(readers.scores[0].findings)


def _require(options: dict[str, Any]) -> None:
    if options["applied"] and (options["method"] or options["fit_on"] or options["output"]):
        raise OptionError("--apply takes a map that is there, so --method, --fit-on and -o have no meaning with it")
    if options["out"] and not options["applied"]:
        raise OptionError("--out writes what a map makes of the probabilities; name the map with --apply")
    if (options["output"] or options["fit_on"]) and not options["method"]:
        raise OptionError(f"there is no map to fit; name one with --method: {', '.join(METHODS)}")
    if options["output"] and options["method"] == "all":
        raise OptionError(f"-o writes one map; name it with --method: {', '.join(METHODS)}")


def _read(dataset: str, predictions: str, na_probs: str | None, options: dict[str, Any]) -> ScoredReaders:
    given = {"na_probs": (na_probs,) if na_probs else (), "na_threshold": None, "abstentions": ()}
    return scored_readers(dataset, (predictions,), options | given)


def _right(readers: ScoredReaders, scale: Scale | None) -> list[Forecasts]:
    """Return what is forecast of the answers, by each signal there is."""
    scores, predictions = readers.scores[0], readers.predictions[0]
    if not any(scores.columns.answered):
        return []
    made = [forecasts(scores, "right", scale=scale)]
    if any(p.nbest and p.nbest[0].prob is not None for p in predictions.by_id.values()):
        made.append(forecasts(scores, "right", predictions=predictions, signal="answer_prob"))
    return made


def _fitted(
    own: Forecasts, scale: Scale | None, options: dict[str, Any]
) -> tuple[list[CalibrationMap], dict[str, CalibrationChange]]:
    """Return the maps, each fitted on all there is, and what to expect of them on articles they have not seen."""
    from spanwise.diagnosis.calibration_fit import cross_fitted, fit_map

    methods: Sequence[Method] = list(METHODS) if options["method"] == "all" else [options["method"]]
    source = own
    if options["fit_on"]:
        dataset, predictions, na_probs = options["fit_on"]
        source = forecasts(_read(dataset, predictions, na_probs, options).scores[0], scale=scale)
        both = len(set(source.ids) & set(own.ids))
        if both:
            raise DataError(
                f"{both:,} questions are in both benchmarks; a map must be judged on questions it was not fitted to"
            )
        if source.scale != own.scale:
            raise DataError(
                f"the numbers to fit on are {_SCALES[source.scale]}, those to map are {_SCALES[own.scale]}; "
                "give one kind of both, or say it with --scale"
            )
    maps = [fit_map(source, method) for method in methods]
    changes: dict[str, CalibrationChange] = {}
    for made in maps:
        if options["fit_on"]:
            after = own.with_probs(made.at(own.values))
        else:
            after = cross_fitted(own, made.method, seed=options["seed"], folds=options["folds"])
        changes[made.method] = calibration_change(own, after, bins=options["bins"], intervals=intervals_of(options))
    if options["output"]:
        write_map(maps[0], options["output"])
    return maps, changes


def _applied(
    readers: ScoredReaders, own: Forecasts, options: dict[str, Any]
) -> tuple[list[CalibrationMap], dict[str, CalibrationChange]]:
    made = read_map(options["applied"])
    probs = map_na_probs(made, readers.predictions[0])
    after = own.with_probs([probs[identity] for identity in own.ids])
    if options["out"]:
        write_na_probs(probs, options["out"])
    change = calibration_change(own, after, bins=options["bins"], intervals=intervals_of(options))
    return [made], {f"{made.method} (applied)": change}


def _how(options: dict[str, Any], own: Forecasts) -> str:
    if options["applied"]:
        made = read_map(options["applied"])
        if made.dataset == own.dataset:
            return "the map was fitted on this very benchmark: what it shows here flatters it"
        return f"the map was fitted on {made.n:,} questions of {made.articles:,} articles of another benchmark"
    if options["fit_on"]:
        return f"fitted on {options['fit_on'][0]}, shown on this benchmark"
    return f"each question is mapped by what the articles of the other {options['folds'] - 1} parts fit"


def _print_json(
    readers: ScoredReaders,
    measured: Sequence[Calibration],
    fitted: Sequence[CalibrationMap],
    changes: dict[str, CalibrationChange],
) -> None:
    import msgspec

    from spanwise.report.calibration_plain import plain_calibration, plain_calibration_change
    from spanwise.report.plain import plain_findings

    scores = readers.scores[0]
    print_json(
        {
            "reader": scores.reader,
            "benchmark": scores.benchmark,
            "calibration": [plain_calibration(c) for c in measured],
            "maps": [
                {"map": msgspec.to_builtins(made)} | plain_calibration_change(change)
                for made, change in zip(fitted, changes.values(), strict=True)
            ],
            "findings": plain_findings(scores.findings),
            "signature": msgspec.to_builtins(scores.signature),
        }
    )


def _print(
    readers: ScoredReaders,
    measured: Sequence[Calibration],
    changes: dict[str, CalibrationChange],
    intervals: Intervals,
) -> None:
    scores = readers.scores[0]
    rows = [_row(_LABELS[measured[0].signal, measured[0].event], measured[0])]
    for name, change in changes.items():
        rows += [
            _row(f"  after {name}", change.after),
            ["    change", cell(change.ece), "", cell(change.brier), _nats(change.log_loss)],
        ]
    rows += [_row(_LABELS[c.signal, c.event], c) for c in measured[1:]]
    print_table(
        ["event, by signal", "ECE", "of noise", "Brier", "log loss"],
        rows,
        title=f"{scores.reader} on {scores.benchmark}: calibration, percent (log loss in nats)",
    )
    first = measured[0]
    shown = list(changes.values())[-1].after if changes else None
    _print_diagram(first, shown)
    parts = first.brier_parts
    within = parts.within_variance - parts.within_covariance
    click.echo(
        f"Brier {100 * parts.score:.2f} = reliability {100 * parts.reliability:.2f} - resolution "
        f"{100 * parts.resolution:.2f} + uncertainty {100 * parts.uncertainty:.2f} + within bins {100 * within:.2f}"
    )
    estimate = first.brier
    print_notes(
        [
            "of noise: the ECE that the same probabilities would show if each were exactly true",
            f"{100 * intervals.level:g} % intervals: {estimate.method}" if estimate.method else estimate.reason,
            estimate.note,
            *(f"{EVENTS[c.event]}: {note}" for c in measured for note in c.notes),
            f"{first.cut:,} probabilities were cut to [{CUT:g}, 1 - {CUT:g}] for the log loss" if first.cut else "",
            f"{first.left_out:,} questions without a prediction are left out" if first.left_out else "",
            str(scores.signature),
        ]
    )


def _print_diagram(before: Calibration, after: Calibration | None) -> None:
    """Print the reliability diagram as a table."""
    for name, shown in (("", before), (", after the last map", after)):
        if shown is not None:
            rows = [
                [f"{b.low:.4f} to {b.high:.4f}", f"{b.n:,}", f"{100 * b.mean_prob:.2f}", cell(b.frequency)]
                for b in shown.equal_mass.bins
            ]
            title = f"{EVENTS[shown.event]}{name}: forecast and frequency, percent"
            print_table(["probability", "questions", "forecast", "came true"], rows, title=title)


def _row(label: str, measured: Calibration) -> list[str]:
    return [
        label,
        cell(measured.equal_mass.ece),
        f"{100 * measured.equal_mass.noise:.2f}",
        cell(measured.brier),
        _nats(measured.log_loss),
    ]


def _nats(estimate: Estimate) -> str:
    if estimate.value is None or estimate.low is None or estimate.high is None:
        return "undefined" if estimate.value is None else f"{estimate.value:.4f}"
    return f"{estimate.value:.4f}\n[dim]{estimate.low:.3f}–{estimate.high:.3f}[/dim]"


_SCALES = {"probability": "probabilities", "log_odds": "log odds"}
_LABELS = {
    ("na_prob", "unanswerable"): "unanswerable, by na_prob",
    ("na_prob", "right"): "right, by 1 - na_prob",
    ("answer_prob", "right"): "right, by its own prob",
}
