"""`spanwise threshold`: choose where a reader abstains, and keep the choice in a file."""

from typing import Any

import click
import msgspec

from spanwise.cli.options import duplicates_option, interval_options, intervals_of, json_option, lenient_option
from spanwise.cli.printing import cell, print_json, print_notes, print_table
from spanwise.data.dataset import Dataset
from spanwise.data.formats import load
from spanwise.diagnosis.operating_point import (
    Costs,
    Goal,
    GoalName,
    OperatingPoint,
    score_at,
    with_signal_named,
    write_operating_point,
)
from spanwise.diagnosis.signals import SIGNALS, SignalName, Trait, signal_traits, signals_in, with_signal
from spanwise.diagnosis.tuning import Applied, Tuned, applied, tuned
from spanwise.errors import OptionError
from spanwise.predictions.formats import load_predictions
from spanwise.predictions.prediction import Predictions
from spanwise.scoring.evaluate import score
from spanwise.scoring.rules import rules_named
from spanwise.scoring.scores import Scores
from spanwise.stats.estimate import Estimate

__all__ = ["print_threshold", "threshold"]


@click.command(short_help="Choose where a reader abstains: for F1, EM, a false-answer rate or costs.")
@click.argument("dataset")
@click.argument("predictions")
@click.option("--na-probs", metavar="FILE", help="No-answer probabilities {id: number}.")
@click.option("--signal", type=click.Choice(list(SIGNALS)), help="What to abstain by [the first that is there].")
@click.option(
    "--for", "goal", type=click.Choice(["f1", "em", "false-answers", "cost"]), help="What to choose it for [f1]."
)
@click.option("--max-false-answer-rate", type=float, metavar="X", help="At most this fraction of the unanswerable.")
@click.option("--false-answer-cost", type=float, metavar="C", help="Of answering the unanswerable [1].")
@click.option("--over-refusal-cost", type=float, metavar="C", help="Of abstaining on the answerable [1].")
@click.option("--wrong-answer-cost", type=float, metavar="C", help="Of a wrong answer [1].")
@click.option("--unanswerable-share", type=float, metavar="X", help="Share of unanswerable questions in use [as here].")
@click.option("--cross-fit", type=int, metavar="K", help="Folds of articles; 0: none [5, or as many as there are].")
@click.option("--apply-to", metavar="DATASET", help="Also score on another benchmark, untouched by the choice.")
@click.option("--apply-predictions", metavar="FILE", help="The reader's predictions there.")
@click.option("--apply-na-probs", metavar="FILE", help="Its no-answer probabilities there.")
@click.option("-o", "--output", metavar="FILE", help="Write the operating point, for --operating-point elsewhere.")
@click.option("--rules", metavar="NAME", help="As of `spanwise score` [what the dataset asks for].")
@interval_options
@duplicates_option
@lenient_option
@json_option
def threshold(dataset: str, predictions: str, **options: Any) -> None:
    """Choose the threshold above which the reader of PREDICTIONS abstains, on DATASET.

    What a threshold scores on the data it was chosen on is an upper bound. So each article is also scored with a
    threshold chosen on the other articles, and the difference is shown: it is what tuning on test data pretends.
    """
    goal = _goal(options)
    scores, signal, traits = _scores(dataset, predictions, options["na_probs"], options)
    found = tuned(
        scores,
        goal,
        signal=signal,
        unanswerable_share=options["unanswerable_share"],
        folds=options["cross_fit"],
        seed=options["seed"],
    )
    elsewhere = _elsewhere(found.point, options)
    if options["output"]:
        write_operating_point(found.point, options["output"])
    if options["as_json"]:
        from spanwise.report.abstention_plain import plain_applied, plain_tuned

        plain = plain_tuned(found) | {"signal_traits": [msgspec.to_builtins(trait) for trait in traits]}
        if elsewhere is not None:
            there = plain_applied(applied(elsewhere, goal), goal)
            plain["elsewhere"] = there | {"benchmark": elsewhere.benchmark, "signature": str(elsewhere.signature)}
        print_json(plain)
        return
    print_threshold(found, scores, elsewhere)
    for trait in traits:
        click.echo(f"{click.style(trait.name, fg='yellow')}: {signal}: {trait.found}", err=True)


def _goal(options: dict[str, Any]) -> Goal:
    """Return the goal, told from its own options where --for is not given."""
    limit = options["max_false_answer_rate"]
    costs = {name: options[f"{name}_cost"] for name in Costs.__struct_fields__}
    given = {name: cost for name, cost in costs.items() if cost is not None}
    name: GoalName = options["goal"] or ("false-answers" if limit is not None else "cost" if given else "f1")
    if name == "false-answers" and limit is None:
        raise OptionError("--for false-answers needs --max-false-answer-rate, such as 0.05")
    if given and name != "cost":
        raise OptionError(f"costs were given, and the threshold is to be chosen for {name}; say --for cost")
    if limit is not None and name != "false-answers":
        raise OptionError(f"--max-false-answer-rate was given, and the threshold is to be chosen for {name}")
    return Goal(name, limit, Costs(**given) if name == "cost" else None).checked()


def _scores(
    dataset: str, file: str, na_probs: str | None, options: dict[str, Any]
) -> tuple[Scores, SignalName, tuple[Trait, ...]]:
    """Return the scores with a signal in the place of the probability, its name, and what is odd about it."""
    loaded, read = _read(dataset, file, na_probs, options)
    signal: SignalName | None = options["signal"]
    made = with_signal(read, signal)
    name = signal or signals_in(read)[0]
    scores = with_signal_named(score(loaded, made, **_settings(options)), name)
    columns = scores.columns
    there = [i for i, predicted in enumerate(columns.predicted) if predicted]
    values = columns.na_prob or ()
    traits = signal_traits(
        [values[i] for i in there], [columns.has_answer[i] for i in there], probability=name == "na_prob"
    )
    return scores, name, traits


def _read(dataset: str, file: str, na_probs: str | None, options: dict[str, Any]) -> tuple[Dataset, Predictions]:
    lenient = options["lenient"]
    return load(dataset, lenient=lenient).dataset, load_predictions(
        file, na_probs=na_probs, lenient=lenient
    ).predictions


def _elsewhere(point: OperatingPoint, options: dict[str, Any]) -> Scores | None:
    if options["apply_to"] is None and options["apply_predictions"] is None:
        return None
    if options["apply_to"] is None or options["apply_predictions"] is None:
        raise OptionError("--apply-to DATASET and --apply-predictions FILE go together; give both")
    dataset, read = _read(options["apply_to"], options["apply_predictions"], options["apply_na_probs"], options)
    return score_at(dataset, read, point, **_settings(options))


def _settings(options: dict[str, Any]) -> dict[str, Any]:
    return {
        "rules": rules_named(options["rules"]) if options["rules"] else None,
        "duplicates": options["duplicates"],
        "intervals": intervals_of(options),
    }


def print_threshold(found: Tuned, scores: Scores, elsewhere: Scores | None = None) -> None:
    """Print the point, what it gives here, cross-fitted and elsewhere, and how much of it is luck."""
    point = found.point
    goal = point.goal
    rows = [["no threshold", *_cells(found.untouched, goal)], ["tuned here", *_cells(found.here, goal)]]
    if found.cross_fitted is not None:
        rows.append(["cross-fitted", *_cells(found.cross_fitted, goal)])
    if elsewhere is not None:
        rows.append([f"on {elsewhere.benchmark}", *_cells(applied(elsewhere, goal), goal)])
    rows += [
        ["always answer", *_cells(found.always_answer, goal)],
        ["always abstain", *_cells(found.always_abstain, goal)],
    ]
    columns = ["", "EM", "F1", "false\nanswers", "over-\nrefusals", *(["cost"] if goal.costs else [])]
    print_table(columns, rows, title=f"{scores.reader} on {scores.benchmark}: {scores.total:,} questions, percent")
    click.echo(f"{scores.reader}: {point}")
    if point.abstains_on_all:
        click.echo("No threshold does better than abstaining on all: the signal does not help here.")
    click.echo(f"optimism of tuning on this data: {_shown(found.optimism, goal)}")
    if found.official_value is not None and found.official_value > float(found.here.value) + 1e-12:
        click.echo(
            f"The official sweep promises {100 * found.official_value:.4f}, which no threshold attains: it splits "
            f"equal values; the best attainable is {100 * float(found.here.value):.4f}."
        )
    estimate = found.here.em
    share = point.unanswerable_share
    folds = len(found.fold_thresholds)
    print_notes(
        [
            "tuned here: on the very questions it is scored on, an upper bound",
            f"cross-fitted: each article at the threshold of the others, {folds} folds" if folds else "",
            f"{goal} where {100 * share:g} % are unanswerable: {_shown(found.here.value, goal)}" if share else "",
            f"{100 * estimate.level:g} % intervals: {estimate.method}, {estimate.clusters:,} {estimate.cluster_unit}s"
            if estimate.method
            else estimate.reason,
            estimate.note,
            point.tuned_on,
        ]
    )


def _cells(made: Applied, goal: Goal) -> list[str]:
    cells = [cell(made.em), cell(made.f1), cell(made.rates.false_answers), cell(made.rates.over_refusals)]
    if not goal.costs:
        return cells
    cost = made.value
    ends = "" if cost.low is None or cost.high is None else f"\n[dim]{cost.low:.3f}–{cost.high:.3f}[/dim]"
    return [*cells, "undefined" if cost.value is None else f"{cost.value:.4f}{ends}"]


def _shown(estimate: Estimate, goal: Goal) -> str:
    if estimate.value is None:
        return f"undefined, because {estimate.reason}"
    return str(estimate) if goal.costs else estimate.percent()
