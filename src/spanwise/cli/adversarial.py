"""`spanwise adversarial`: a benchmark with adversarial variants of its questions, and the queue for people."""

from typing import Any

import click

from spanwise.benchmarks.adversarial.add_sent import ADD_SENT
from spanwise.benchmarks.adversarial.human_queue import from_queue, queue_lines, read_queue, write_queue
from spanwise.benchmarks.adversarial.variant import with_originals
from spanwise.cli.adversaries import READERLESS, adversary_options, attacked_part, plain_made, print_made, readerless
from spanwise.cli.annotator import annotator_options
from spanwise.cli.options import json_option, lenient_option
from spanwise.cli.printing import print_json
from spanwise.data.formats import load
from spanwise.data.writers import write
from spanwise.errors import OptionError

__all__ = ["adversarial"]


@click.command(short_help="Make adversarial variants of the questions of a benchmark.")
@click.argument("dataset")
@click.option("-o", "--output", metavar="FILE", help="The file to write: the originals and their variants.")
@click.option(
    "--attack", type=click.Choice(READERLESS), default=ADD_SENT, show_default=True, help="What variants are made."
)
@click.option("--queue", metavar="FILE", help="Also write the sentences for people to mend and approve, as JSON lines.")
@click.option("--from-queue", metavar="FILE", help="Take the approved sentences of such a file, and make none.")
@adversary_options
@annotator_options
@lenient_option
@json_option
def adversarial(dataset: str, **options: Any) -> None:
    """Write DATASET with variants of its questions that should make no difference to a reader.

    add-sent adds up to --most sentences, each in a variant of its own, that answer another question than the one asked;
    add-one-sent adds one of them. Nobody has read them: --queue is for that. typos, rephrase and synonyms change the
    question instead. `spanwise attack` does it all for one reader, `spanwise variants` reads what is written here.
    """
    if not (options["output"] or options["queue"]):
        raise OptionError("there is nothing to write; give -o FILE, --queue FILE, or both")
    whole = load(dataset, lenient=options["lenient"]).dataset
    part = attacked_part(whole, options)
    if options["from_queue"]:
        lines = read_queue(options["from_queue"])
        made = from_queue(part, lines, options["attack"], place=options["place"], seed=options["seed"])
    else:
        [made] = readerless([options["attack"]], whole, part, options)
    if options["queue"]:
        write_queue(queue_lines(part, made), options["queue"])
    if options["output"]:
        write(with_originals(part, made.variants, made.attack), options["output"])
    if options["output"] == "-" or options["queue"] == "-":
        return
    if options["as_json"]:
        print_json({"source": dataset, "output": options["output"], "queue": options["queue"], **plain_made(made)})
        return
    print_made(made)
    if options["output"]:
        click.echo(f"next: spanwise check {options['output']}")
