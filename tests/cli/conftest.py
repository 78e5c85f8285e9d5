"""Running the command line inside the test's own process."""

from collections.abc import Callable
from pathlib import Path
from typing import NamedTuple

import pytest

from spanwise.cli.main import main
from spanwise.data.samples import sample_na_probs_path, sample_path, sample_predictions_path


class Outcome(NamedTuple):
    """What a command left behind."""

    code: int
    out: str
    err: str


Run = Callable[..., Outcome]


@pytest.fixture
def run(capfdbinary: pytest.CaptureFixture[bytes]) -> Run:
    """Return a function that runs `spanwise` with arguments."""

    def run(*arguments: str | Path) -> Outcome:
        capfdbinary.readouterr()
        with pytest.raises(SystemExit) as stop:
            main([str(argument) for argument in arguments])
        printed = capfdbinary.readouterr()
        return Outcome(int(stop.value.code or 0), printed.out.decode("utf-8"), printed.err.decode("utf-8"))

    return run


@pytest.fixture(scope="session")
def dev() -> str:
    """Return the path of the development part of the benchmark that ships with the package."""
    return str(sample_path("dev"))


@pytest.fixture(scope="session")
def predicted() -> Callable[[str], str]:
    """Return a function from a made-up reader's name to its predictions file."""
    return lambda reader: str(sample_predictions_path(reader))


@pytest.fixture(scope="session")
def probabilities() -> Callable[[str], str]:
    """Return a function from a made-up reader's name to its file of no-answer probabilities."""
    return lambda reader: str(sample_na_probs_path(reader))


@pytest.fixture(scope="session")
def model(tmp_path_factory: pytest.TempPathFactory) -> str:
    """Return the folder of a log-linear reader trained on what ships with the package, in one pass."""
    folder = tmp_path_factory.mktemp("models") / "model"
    with pytest.raises(SystemExit) as stop:
        main(["train", "log-linear", str(sample_path("train")), "-o", str(folder), "--passes", "1"])
    assert not stop.value.code
    return str(folder)
