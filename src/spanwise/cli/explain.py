"""`spanwise explain`: why a trained reader answers as it does."""

import contextlib
from pathlib import Path
from typing import TYPE_CHECKING, Any

import click
import msgspec

from spanwise import files
from spanwise.cli.annotator import annotator_of, annotator_options
from spanwise.cli.options import json_option, lenient_option
from spanwise.cli.printing import escaped, print_json, print_table
from spanwise.data.formats import read
from spanwise.errors import OptionError

if TYPE_CHECKING:
    from spanwise.readers.log_linear.explain import Explanation

__all__ = ["explain"]


@click.command(short_help="Show why a trained reader answers as it does.")
@click.argument("model")
@click.option("--dataset", metavar="FILE", help="A benchmark, whose question --id names.")
@click.option("--id", "question_id", metavar="ID", help="The question's id.")
@click.option("--context", metavar="FILE", help='A text instead of a benchmark; "-" is standard input.')
@click.option("--question", metavar="TEXT", help="The question on the text.")
@click.option(
    "--against", metavar="TEXT", help="The candidate to hold the answer against [the right one, else the next]."
)
@click.option("--most", type=click.IntRange(min=1), default=12, show_default=True, help="Features to show.")
@annotator_options
@lenient_option
@json_option
def explain(model: str, **options: Any) -> None:
    """Show the candidates that the log-linear reader in the folder MODEL weighs, and the features that decide.

    Name a question of a benchmark (--dataset, --id), or give a text and a question of your own (--context,
    --question).
    """
    from spanwise.readers.log_linear.explain import explain as explained
    from spanwise.readers.log_linear.store import read_model

    context, question, answers = _asked(options)
    reader = read_model(Path(model), annotator=annotator_of(options))
    found = explained(reader, question, context, against=options["against"], most=options["most"])
    right = _right(found, answers)
    if right is not None and options["against"] is None:
        # Where the right answer is none of the candidates, that is why it was not given, and the next best stays.
        with contextlib.suppress(OptionError):
            found = explained(reader, question, context, against=right, most=options["most"])
    if options["as_json"]:
        print_json(msgspec.to_builtins(found) | {"answers": answers})
        return
    _print(found, answers)


def _asked(options: dict[str, Any]) -> tuple[str, str, list[str]]:
    """Return context, question and right answers that a command line names."""
    own = options["context"] is not None and options["question"] is not None
    listed = options["dataset"] is not None and options["question_id"] is not None
    if own == listed:
        raise OptionError("name one question: --dataset FILE --id ID, or --context FILE --question TEXT")
    if own:
        where = files.label(options["context"])
        return files.utf8(files.read_bytes(options["context"]), where).decode(), options["question"], []
    dataset = read(options["dataset"], lenient=options["lenient"])
    for _, paragraph, question in dataset.questions():
        if question.id == options["question_id"]:
            return paragraph.context, question.text, list(dict.fromkeys(answer.text for answer in question.answers))
    raise OptionError(f"{options['dataset']}: there is no question {options['question_id']!r}")


def _right(found: "Explanation", answers: list[str]) -> str | None:
    """Return a right answer that the reader did not give, or None."""
    texts = [candidate.text for candidate in found.candidates]
    return answers[0] if texts and answers and texts[0] not in answers else None


def _print(found: "Explanation", answers: list[str]) -> None:
    click.secho(found.question, bold=True)
    if answers:
        click.echo(f"right: {' | '.join(answers)}")
    if not found.candidates:
        click.echo("the context has no candidate, so there is no answer")
        return
    texts = {candidate.text for candidate in found.candidates}
    if answers and not texts & set(answers) and found.against not in answers:
        click.echo("no right answer is a candidate, word for word")
    rows = [
        [escaped(c.text), ", ".join(_groups(c.by_group)), f"{c.score:.2f}", f"{100 * c.prob:.1f}"]
        for c in found.candidates
    ]
    print_table(["candidate", "what gives most of the score", "score", "%"], rows, title="The best candidates", left=2)
    if found.against is not None:
        title = f"What puts {escaped(found.candidates[0].text)!r} before {escaped(found.against)!r}"
        differences = [[escaped(d.feature), d.group, f"{d.weight:+.2f}"] for d in found.differences]
        print_table(["feature", "group", "adds"], differences, title=title, left=2)
    if found.null_log_odds is not None:
        title = f"No answer: log-odds {found.null_log_odds:+.2f}"
        reasons = [[r.measure, f"{r.value:.2f}", f"{r.weight:+.2f}"] for r in found.null_reasons]
        print_table(["measure", "value", "adds"], reasons, title=title)


def _groups(by_group: dict[str, float]) -> list[str]:
    return [f"{group} {weight:+.1f}" for group, weight in list(by_group.items())[:3]]
