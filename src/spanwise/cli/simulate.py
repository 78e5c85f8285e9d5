"""`spanwise simulate`: made-up people's answers to a benchmark, whose habits are known."""

import random
from typing import Any

import click

from spanwise.cli.options import json_option, lenient_option
from spanwise.cli.printing import print_json
from spanwise.data.formats import load
from spanwise.data.human_answers import write_human_answers
from spanwise.diagnosis.simulate import SimulatedAnnotator
from spanwise.diagnosis.simulate import simulate as simulated
from spanwise.scoring.rules import rules_named

__all__ = ["simulate"]

_CHANCE = click.FloatRange(0, 1)


@click.command(short_help="Simulate annotators of known habits, to test an analysis of people.")
@click.argument("dataset")
@click.option("-o", "--output", metavar="FILE", default="-", help="The file to write [standard output].")
@click.option("--annotators", type=click.IntRange(min=1), default=5, show_default=True, help="How many people.")
@click.option("--error", type=_CHANCE, default=0.1, show_default=True, help="Chance of a wholly wrong answer.")
@click.option("--boundary", type=_CHANCE, default=0.2, show_default=True, help="Chance of a word too many or too few.")
@click.option("--refusal", type=_CHANCE, default=0.05, show_default=True, help="Chance to abstain on the answerable.")
@click.option("--false-answer", type=_CHANCE, default=0.1, show_default=True, help="Chance to answer the unanswerable.")
@click.option("--rules", metavar="NAME", help="What makes two answers the same [what the dataset asks for].")
@click.option("--seed", type=int, default=0, show_default=True, help="Seed of all random numbers.")
@lenient_option
@json_option
def simulate(dataset: str, **options: Any) -> None:
    """Write what simulated people say to every question of DATASET, as JSON lines for `spanwise people`.

    To an answerable question each abstains, else is wrong, else misses the boundary, else gives a right answer, by the
    chances given. They are called w1, w2, ...
    """
    loaded = load(dataset, lenient=options["lenient"])
    rules = rules_named(options["rules"]) if options["rules"] else None
    habits = {name: options[name] for name in ("error", "boundary", "refusal", "false_answer")}
    people = [SimulatedAnnotator(**habits)] * options["annotators"]
    answers = simulated(loaded.dataset, people, rng=random.Random(options["seed"]), rules=rules)
    write_human_answers(answers, options["output"])
    if options["output"] == "-":
        return
    counts = {"questions": len(answers.by_question), "answers": len(answers.answers)}
    if options["as_json"]:
        print_json({"output": options["output"], "seed": options["seed"]} | habits | counts)
    else:
        click.echo(f"{options['output']}: {counts['answers']:,} answers to {counts['questions']:,} questions")
