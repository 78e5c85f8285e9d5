import click

from spanwise.cli import options
from spanwise.cli.main import COMMANDS, spanwise
from spanwise.scoring.intervals import Intervals


def test_intervals_are_made_of_what_was_given() -> None:
    given = {"level": 0.9, "interval": "bootstrap", "rounds": 7, "seed": 3}
    assert options.intervals_of(given) == Intervals(level=0.9, method="bootstrap", rounds=7, seed=3)


def test_the_defaults_of_the_command_line_are_those_of_the_library() -> None:
    @click.command
    @options.interval_options
    def command(**_: object) -> None: ...

    defaults = {parameter.name: parameter.default for parameter in command.params}
    assert options.intervals_of(defaults) == Intervals()


def test_one_option_has_one_explanation_everywhere() -> None:
    seen: dict[str, set[str]] = {}
    for name in COMMANDS:
        command = spanwise.get_command(click.Context(spanwise), name)
        assert command is not None
        for parameter in command.params:
            if isinstance(parameter, click.Option) and parameter.opts[0] in (
                "--lenient",
                "--json",
                "--rounds",
                "--level",
            ):
                seen.setdefault(parameter.opts[0], set()).add(str(parameter.help))
    assert {option: len(texts) for option, texts in seen.items()} == dict.fromkeys(seen, 1)
