"""What every test may ask for."""

import os
import shutil
from collections.abc import Iterator
from pathlib import Path

import pytest
from hypothesis import settings

from spanwise.language.annotate import Annotator

ROOT = Path(__file__).resolve().parent.parent

# No deadline: a test never measures time. In CI the examples are the same each run, so that a red run can be repeated.
settings.register_profile("local", deadline=None)
settings.register_profile("ci", deadline=None, derandomize=True, print_blob=True)
settings.load_profile("ci" if os.environ.get("CI") else "local")


@pytest.fixture(scope="session")
def root() -> Path:
    """Return the root of the checkout."""
    return ROOT


@pytest.fixture(scope="session")
def shared() -> Path:
    """Return the folder of real data and published cases that lies beside the checkout, outside the repository."""
    named = os.environ.get("SPANWISE_SHARED")
    folder = Path(named) if named else ROOT.parent / "shared"
    if not folder.is_dir():
        pytest.skip(f"no real data at {folder}: set SPANWISE_SHARED to the folder that holds data/ and cases/")
    return folder


@pytest.fixture(scope="session", autouse=True)
def kept(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Path]:
    """Return the folder that commands keep annotation in: one for all tests, and never the user's own."""
    folder = tmp_path_factory.mktemp("cache")
    with pytest.MonkeyPatch.context() as patch:
        patch.setenv("SPANWISE_CACHE", str(folder))
        yield folder / "annotations"


@pytest.fixture(scope="session")
def annotator(kept: Path) -> Annotator:
    """Return the default pipeline, loaded once, with the cache that all tests share."""
    return Annotator(cache=kept)


@pytest.fixture(scope="session")
def chromium() -> str:
    """Return the path of the Chromium that the tests of the report drive; `make test` provides it."""
    names = (os.environ.get("SPANWISE_CHROMIUM", ""), "chromium", "chromium-browser", "google-chrome")
    found = next(filter(None, map(shutil.which, filter(None, names))), None)
    if found is None:
        pytest.skip("no Chromium on the path: install chromium, or set SPANWISE_CHROMIUM to where it lies")
    return found
