"""The options of commands that annotate."""

import os
import sys
from pathlib import Path
from typing import Any

import click
import pytest
from click.testing import CliRunner

from spanwise.cli.annotator import annotator_of, annotator_options, cache_folder
from spanwise.language import DEFAULT_PIPELINE


def options(*arguments: str) -> dict[str, Any]:
    """Return what a command with these options is called with."""
    found: dict[str, Any] = {}

    @click.command()
    @annotator_options
    def command(**options: Any) -> None:
        found.update(options)

    done = CliRunner().invoke(command, arguments, catch_exceptions=False)
    assert done.exit_code == 0, done.output
    return found


def test_without_options_there_is_the_default_pipeline_every_cpu_and_the_users_cache(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.delenv("SPANWISE_CACHE", raising=False)
    monkeypatch.setenv("XDG_CACHE_HOME", str(tmp_path))
    monkeypatch.setattr(sys, "platform", "linux")
    annotator = annotator_of(options())
    assert annotator.pipeline == DEFAULT_PIPELINE
    assert annotator.cache == tmp_path / "spanwise" / "annotations"
    assert 1 <= annotator.processes <= (os.cpu_count() or 1)
    assert annotator.progress is None


def test_options_are_taken_as_given(tmp_path: Path) -> None:
    annotator = annotator_of(options("--pipeline", "de", "--cache", str(tmp_path), "--processes", "3"))
    assert (annotator.pipeline, annotator.cache, annotator.processes) == ("de", tmp_path, 3)
    assert annotator_of(options("--no-cache", "--cache", str(tmp_path))).cache is None


@pytest.mark.parametrize(
    ("platform", "environment", "expected"),
    [
        ("linux", {"HOME": "/h"}, "/h/.cache/spanwise/annotations"),
        ("linux", {"HOME": "/h", "XDG_CACHE_HOME": "/x"}, "/x/spanwise/annotations"),
        ("darwin", {"HOME": "/h"}, "/h/Library/Caches/spanwise/annotations"),
        ("win32", {"HOME": "/h", "LOCALAPPDATA": "/l"}, "/l/spanwise/annotations"),
        ("win32", {"HOME": "/h"}, "/h/AppData/Local/spanwise/annotations"),
        ("darwin", {"HOME": "/h", "SPANWISE_CACHE": "/own"}, "/own/annotations"),
    ],
)
def test_the_cache_lies_where_the_platform_keeps_such_or_where_the_environment_says(
    platform: str, environment: dict[str, str], expected: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    for name in ("SPANWISE_CACHE", "XDG_CACHE_HOME", "LOCALAPPDATA", "HOME"):
        monkeypatch.delenv(name, raising=False)
    for name, value in environment.items():
        monkeypatch.setenv(name, value)
    monkeypatch.setattr(sys, "platform", platform)
    assert cache_folder() == Path(expected)
    assert cache_folder("named") == Path("named")


def test_a_bar_is_shown_on_a_terminal_while_there_is_much_to_do_and_then_goes(
    monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    monkeypatch.setattr(sys.stderr, "isatty", lambda: True)
    show = annotator_of(options()).progress
    assert show is not None
    for done in (0, 100, 255):
        show(done, 255)
    assert capsys.readouterr().err == ""
    for done in (0, 100, 256):
        show(done, 256)
    assert "annotating, once" in capsys.readouterr().err
    for done in (0, 300):
        show(done, 300)
    assert "annotating, once" in capsys.readouterr().err


def test_no_bar_is_shown_where_rich_allows_but_one_and_the_command_has_it(
    monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    from rich.errors import LiveError
    from rich.progress import Progress

    monkeypatch.setattr(sys.stderr, "isatty", lambda: True)

    def refused(_: Progress) -> None:
        raise LiveError("Only one live display may be active at once")

    monkeypatch.setattr(Progress, "start", refused)
    show = annotator_of(options()).progress
    assert show is not None
    for done in (0, 100, 300):
        show(done, 300)
    assert capsys.readouterr().err == ""


def test_the_terminal_is_given_back_when_a_command_is_broken_off(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    from rich.progress import Progress

    stopped: list[bool] = []
    monkeypatch.setattr(Progress, "stop", lambda _: stopped.append(True))

    @click.command()
    @annotator_options
    def command(**options: Any) -> None:
        monkeypatch.setattr(sys.stderr, "isatty", lambda: True, raising=False)
        show = annotator_of(options).progress
        assert show is not None
        show(0, 1000)
        raise KeyboardInterrupt

    CliRunner().invoke(command, [])
    assert stopped == [True]
