"""The `spanwise` command: finds a command's file when it is called, and turns errors into one sentence."""

import os
import sys
import warnings
from typing import Any

import click

from spanwise._version import __version__
from spanwise.errors import SpanwiseError, SpanwiseWarning

__all__ = ["COMMANDS", "main", "spanwise"]

# Help texts stand here so that `spanwise --help` opens no command's file, and with it no library.
COMMANDS = {
    "check": "Find every fault of a benchmark or predictions file, and mend what can be.",
    "describe": "Count what is in a benchmark, as the papers' tables do.",
    "train": "Train a reader.",
    "explain": "Show why a trained reader answers as it does.",
    "predict": "Let a reader answer every question of a benchmark.",
    "ask": "Ask a reader questions about a text.",
    "score": "Score readers: exact match and F1 with intervals.",
    "compare": "Test whether one reader is better than another.",
    "abstention": "Tell false answers from refusals: what became of each question.",
    "threshold": "Choose where a reader abstains: for F1, EM, a false-answer rate or costs.",
    "calibrate": "Measure calibration, and fit a map that mends it.",
    "diagnose": "Show where readers fail: mistakes, slices, plausible answers.",
    "variants": "Show how readers stand up to variants of the questions.",
    "attack": "Attack a reader with adversarial variants of the questions.",
    "shift": "Show what a reader loses on other benchmarks.",
    "checklist": "Put a reader to the tests of a CheckList suite.",
    "shortcuts": "Show what is left of a score without the question.",
    "ceiling": "Show how many answers are candidates.",
    "ablate": "Show what each part of a reader is worth.",
    "learning-curve": "Show how a score grows with training data.",
    "human": "Work out the human line, and readers by the same yardstick.",
    "people": "Score people one by one and by vote, and measure how far they agree.",
    "simulate": "Simulate annotators of known habits, to test an analysis of people.",
    "claim": "State what may be claimed of systems against people.",
    "leaderboard": "Show when each metric of a leaderboard passed the human line.",
    "gate": "Fail where a new reader loses more than it may.",
    "power": "Say how many articles and questions show a difference.",
    "annotate": "Annotate a benchmark ahead of time, and show what is kept.",
    "report": "Write one self-contained HTML page about readers on a benchmark.",
    "plot": "Write one figure about readers as SVG or PNG.",
    "benchmark": "List, fetch and convert the named benchmarks.",
    "generate": "Generate a synthetic benchmark.",
    "curate": "Make a benchmark of one's own documents.",
    "negatives": "Make unanswerable questions of answerable ones.",
    "adversarial": "Make adversarial variants of the questions of a benchmark.",
    "convert": "Write a benchmark in another format.",
    "split": "Split a benchmark into parts by article.",
    "sample": "Draw questions or articles from a benchmark.",
    "merge": "Put several benchmarks into one.",
    "demo": "Run the main job on the benchmark that ships with Spanwise.",
}
"""The commands, in the order in which work is done, with what each is for."""


class _Commands(click.Group):
    """Loads a command's file only when that command is asked for."""

    def list_commands(self, ctx: click.Context) -> list[str]:
        """Return the names in the order of `COMMANDS`."""
        del ctx
        return list(COMMANDS)

    def get_command(self, ctx: click.Context, cmd_name: str) -> click.Command | None:
        """Return the command from its file, or None where there is none of that name."""
        del ctx
        if cmd_name not in COMMANDS:
            return None
        from importlib import import_module

        # A module's name has no dash.
        name = cmd_name.replace("-", "_")
        command: click.Command = getattr(import_module(f"spanwise.cli.{name}"), name)
        return command

    def resolve_command(
        self, ctx: click.Context, args: list[str]
    ) -> tuple[str | None, click.Command | None, list[str]]:
        """Find the command, or say which was probably meant."""
        try:
            return super().resolve_command(ctx, args)
        except click.UsageError as error:
            from difflib import get_close_matches

            near = get_close_matches(args[0], COMMANDS, n=1)
            if not near:
                raise
            raise click.UsageError(f"{error.message} Did you mean {near[0]!r}?", ctx) from None

    def format_commands(self, ctx: click.Context, formatter: click.HelpFormatter) -> None:
        """Write the list of commands without loading any."""
        del ctx
        with formatter.section("Commands"):
            formatter.write_dl(list(COMMANDS.items()))


@click.group(cls=_Commands, context_settings={"help_option_names": ["-h", "--help"]})
@click.version_option(__version__, message="spanwise %(version)s")
def spanwise() -> None:
    """Score readers for extractive question answering, exactly and honestly.

    Files may be plain, .gz or .zst; "-" is standard input. Every command takes --json. Exit code 0 means done, 1 that
    something was found that was asked to fail, 2 that the input or the call is wrong.
    """


def _say(message: Warning | str, *where: Any, **more: Any) -> None:
    """Put a warning on standard error as the sentence it is, without the line of code it came from."""
    del where, more
    click.echo(f"warning: {message}", err=True)


def main(arguments: list[str] | None = None) -> Any:
    """Run the command line; expected errors end in one sentence and exit code 2."""
    try:
        with warnings.catch_warnings():
            warnings.simplefilter("always", SpanwiseWarning)
            warnings.showwarning = _say
            # An error that Spanwise expects is a sentence. Anything else is a bug, and its traceback is wanted.
            code = spanwise.main(arguments, prog_name="spanwise", standalone_mode=False)
        sys.stdout.flush()
    except SpanwiseError as error:
        click.echo(f"spanwise: {error}", err=True)
        code = 2
    except click.ClickException as error:
        error.show()
        code = error.exit_code
    except (click.exceptions.Abort, KeyboardInterrupt):
        click.echo("spanwise: stopped", err=True)
        code = 130
    except BrokenPipeError:
        # The reader of our output, such as `head`, has seen enough.
        os.dup2(os.open(os.devnull, os.O_WRONLY), sys.stdout.fileno())
        code = 141
    except OSError as error:
        # Files name themselves in a SpanwiseError: this is standard output, such as a full disk behind ">".
        click.echo(f"spanwise: standard output cannot be written ({error.strerror or error})", err=True)
        os.dup2(os.open(os.devnull, os.O_WRONLY), sys.stdout.fileno())
        code = 2
    sys.exit(code if isinstance(code, int) else 0)
