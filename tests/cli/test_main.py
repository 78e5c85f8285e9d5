import subprocess
import sys
from pathlib import Path

import click
import pytest

from spanwise import __version__
from spanwise.cli.main import COMMANDS, main, spanwise
from tests.cli.conftest import Run


def test_help_lists_every_command_in_the_order_of_work(run: Run) -> None:
    outcome = run("--help")
    places = [outcome.out.index(f"\n  {name} ") for name in COMMANDS]
    assert outcome.code == 0
    assert places == sorted(places)


@pytest.mark.parametrize("name", COMMANDS)
def test_every_command_has_a_page_and_json(run: Run, name: str) -> None:
    command = spanwise.get_command(click.Context(spanwise), name)
    parts = command.commands if isinstance(command, click.Group) else {"": command}
    for part in parts:
        outcome = run(name, *([part] if part else []), "--help")
        assert outcome.code == 0
        assert "--json" in outcome.out


def test_every_command_says_the_same_in_both_lists() -> None:
    for name, text in COMMANDS.items():
        command = spanwise.get_command(
            spanwise.make_context("spanwise", [name, "--help"], resilient_parsing=True), name
        )
        assert command is not None
        assert command.short_help == text or text.startswith(str(command.short_help).rstrip("."))


def test_the_version_is_the_packages(run: Run) -> None:
    assert run("--version").out == f"spanwise {__version__}\n"


def test_an_unknown_command_is_met_with_the_nearest_one(run: Run) -> None:
    outcome = run("scroe")
    assert outcome.code == 2
    assert "'score'" in outcome.err


def test_bad_input_is_one_sentence_with_code_2(run: Run, tmp_path: Path) -> None:
    (tmp_path / "dev.json").write_text("{}", "utf-8")
    outcome = run("describe", tmp_path / "dve.json")
    assert outcome.code == 2
    assert outcome.out == ""
    assert outcome.err.count("\n") == 1
    assert "no such file" in outcome.err
    assert "'dev.json'" in outcome.err


def test_an_unknown_option_ends_with_code_2(run: Run) -> None:
    assert run("describe", "--jsn").code == 2


def test_a_closed_pipe_is_no_error(dev: str) -> None:
    script = f"{sys.executable} -m spanwise check {dev} --json --all | head -c 1 > /dev/null; echo ${{PIPESTATUS[0]}}"
    done = subprocess.run(["bash", "-c", script], capture_output=True, check=True)
    assert b"Traceback" not in done.stderr


def test_a_stop_by_hand_ends_with_code_130(monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]) -> None:
    def stop(*_: object, **__: object) -> None:
        raise KeyboardInterrupt

    monkeypatch.setattr(spanwise, "main", stop)
    with pytest.raises(SystemExit) as left:
        main(["describe", "x"])
    assert left.value.code == 130
    assert capsys.readouterr().err == "spanwise: stopped\n"


def test_help_loads_no_library_that_takes_long() -> None:
    program = (
        "import sys\nfrom spanwise.cli.main import main\n"
        "try:\n    main(['--help'])\nexcept SystemExit:\n    pass\n"
        "print([m for m in ('numpy', 'rich', 'jinja2', 'msgspec', 'spanwise.scoring') if m in sys.modules])"
    )
    done = subprocess.run([sys.executable, "-c", program], capture_output=True, check=True, text=True)
    assert done.stdout.splitlines()[-1] == "[]"


def test_scoring_to_json_loads_neither_numpy_nor_rich(dev: str, predicted: object) -> None:
    assert callable(predicted)
    arguments = ["score", dev, predicted("balanced"), "--json"]
    program = (
        "import sys\nfrom spanwise.cli.main import main\n"
        f"try:\n    main({arguments!r})\nexcept SystemExit as stop:\n    assert not stop.code\n"
        "print([m for m in ('numpy', 'rich', 'jinja2') if m in sys.modules])"
    )
    done = subprocess.run([sys.executable, "-c", program], capture_output=True, check=True, text=True)
    assert done.stdout.splitlines()[-1] == "[]"
