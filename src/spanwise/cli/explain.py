"""`spanwise explain`: why a trained reader answers as it does."""

import contextlib
from pathlib import Path
from typing import TYPE_CHECKING, Any

import click
import msgspec

from spanwise import files
from spanwise.cli.annotator import annotator_of, annotator_options
from spanwise.cli.explanation import print_explanation
from spanwise.cli.options import json_option, lenient_option
from spanwise.cli.printing import print_json
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
    click.secho(found.question, bold=True)
    if answers:
        click.echo(f"right: {' | '.join(answers)}")
    print_explanation(found, answers)


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
