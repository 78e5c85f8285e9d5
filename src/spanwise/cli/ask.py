"""`spanwise ask`: questions on one text, answered where it says so."""

import re
from typing import TYPE_CHECKING, Any

import click
import msgspec

from spanwise import files
from spanwise.cli.annotator import annotator_options
from spanwise.cli.asked_reader import asked_reader, explaining_reader
from spanwise.cli.explanation import print_explanation
from spanwise.cli.options import json_option
from spanwise.cli.printing import print_json
from spanwise.data.dataset import Article, Dataset, Paragraph, Question
from spanwise.predictions.prediction import Prediction
from spanwise.text.sentences import sentence_spans
from spanwise.text.span import Span

if TYPE_CHECKING:
    from spanwise.readers.log_linear.explain import Explanation

__all__ = ["ask"]

_LONGEST = 60
"""Characters of a runner-up that are shown: enough to find it by."""


@click.command(short_help="Ask a reader questions about a text.")
@click.argument("reader")
@click.option("--context", metavar="FILE", required=True, help='The text, UTF-8; "-" is standard input.')
@click.option("--question", "questions", metavar="TEXT", multiple=True, required=True, help="Repeatable.")
@click.option("--explain", "explains", is_flag=True, help="Say why; for the folder of a log-linear model.")
@click.option("--seed", type=int, default=0, show_default=True, help="Seed of all random numbers.")
@annotator_options
@json_option
def ask(reader: str, context: str, questions: tuple[str, ...], **options: Any) -> None:
    """Answer questions about a text with READER, and show where each answer stands.

    READER is as of `spanwise predict`. Places are counted in Unicode code points from 0.
    """
    text = files.utf8(files.read_bytes(context), files.label(context)).decode()
    asked = tuple(Question(f"question {number}", question) for number, question in enumerate(questions, 1))
    made = explaining_reader(reader, options) if options["explains"] else asked_reader(reader, options, abstain=True)
    predictions = made.predict(Dataset((Article(files.label(context), (Paragraph(text, asked),)),)))
    answers = [predictions.by_id[question.id] for question in asked]
    reasons = [_explanation(made, question.text, text) if options["explains"] else None for question in asked]
    if options["as_json"]:
        print_json(
            {
                "reader": predictions.reader,
                "offsets": "Unicode code points, half-open",
                "answers": [
                    _plain(q.text, p, text) | _plain_reason(why)
                    for q, p, why in zip(asked, answers, reasons, strict=True)
                ],
            }
        )
        return
    for question, prediction, why in zip(asked, answers, reasons, strict=True):
        _print(question.text, prediction, text)
        if why is not None:
            print_explanation(why)


def _explanation(reader: Any, question: str, context: str) -> "Explanation":
    from spanwise.readers.log_linear.explain import explain

    return explain(reader, question, context)


def _plain_reason(why: "Explanation | None") -> dict[str, Any]:
    if why is None:
        return {}
    plain: dict[str, Any] = msgspec.to_builtins(why)
    del plain["question"]
    return {"explanation": plain}


def _plain(question: str, prediction: Prediction, context: str) -> dict[str, Any]:
    sentence = _sentence(prediction.span, context)
    plain: dict[str, Any] = msgspec.to_builtins(msgspec.structs.replace(prediction, id=""))
    del plain["id"]
    return {"question": question} | plain | {"sentence": msgspec.to_builtins(sentence)}


def _sentence(span: Span | None, context: str) -> Span | None:
    """Return what of the context to show an answer in: from the sentence it begins in to the one it ends in."""
    if span is None:
        return None
    around = [s for s in sentence_spans(context) if s.start < span.end and span.start < s.end]
    return Span(min(span.start, around[0].start), max(span.end, around[-1].end)) if around else span


def _print(question: str, prediction: Prediction, context: str) -> None:
    click.secho(f"\n{_line(question)}", bold=True)
    span = prediction.span
    sentence = _sentence(span, context)
    if span is None or sentence is None:
        click.echo("  no answer")
        return
    others = [entry for entry in prediction.nbest if entry.text not in ("", prediction.text)]
    lead = _lead(prediction.score, others[0].score) if others else ""
    score = "" if prediction.score is None else f", score {prediction.score:.3f}{lead}"
    click.echo(
        f"  {_line(prediction.text)}  {click.style(f'(characters {span.start} to {span.end}{score})', dim=True)}"
    )
    before, after = context[sentence.start : span.start], context[span.end : sentence.end]
    click.echo(f"  {_line(before)}{click.style(f'[{_line(prediction.text)}]', bold=True)}{_line(after)}")
    if others:
        click.secho("  then: " + "; ".join(_runner_up(e.text, e.score) for e in others), dim=True)


def _lead(best: float | None, second: float | None) -> str:
    return "" if best is None or second is None else f", {best - second:.3f} ahead of the next"


def _runner_up(text: str, score: float | None) -> str:
    line = _line(text)
    short = line if len(line) <= _LONGEST else f"{line[: _LONGEST - 1]}…"
    return short if score is None else f"{short} ({score:.3f})"


def _line(text: str) -> str:
    """Return text on one line: each run of white space one blank, at the edges too, so that words stay apart."""
    return re.sub(r"\s+", " ", text)
