import sys
from pathlib import Path

import pytest

from spanwise.cli.own_code import is_own_code, object_named, source_fingerprint
from spanwise.errors import OptionError


@pytest.fixture
def module(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    monkeypatch.chdir(tmp_path)
    monkeypatch.setattr(sys, "path", list(sys.path))
    file = tmp_path / "my_own_reader.py"
    file.write_text("reader = 7\n", "utf-8")
    monkeypatch.delitem(sys.modules, "my_own_reader", raising=False)
    return file


@pytest.mark.parametrize(
    ("name", "own"),
    [
        ("mine:reader", True),
        ("pack.mine:Reader", True),
        ("log-linear", False),
        ("model/", False),
        (r"C:\models\one", False),
        ("mine:", False),
        (":reader", False),
    ],
)
def test_own_code_is_told_by_its_colon(name: str, own: bool) -> None:
    assert is_own_code(name) is own


def test_a_module_in_the_working_folder_is_found(module: Path) -> None:
    assert object_named("my_own_reader:reader") == 7
    before = source_fingerprint("my_own_reader:reader")
    module.write_text("reader = 8\n", "utf-8")
    assert source_fingerprint("my_own_reader:reader") != before


def test_what_is_not_there_is_said(module: Path) -> None:
    with pytest.raises(OptionError, match="there is no module 'no_such_module'"):
        object_named("no_such_module:reader")
    with pytest.raises(OptionError, match=r"my_own_reader\.py\) has no 'writer'"):
        object_named("my_own_reader:writer")


def test_a_module_that_lacks_one_of_its_own_imports_shows_its_traceback(module: Path) -> None:
    module.write_text("import nowhere_at_all\n", "utf-8")
    with pytest.raises(ModuleNotFoundError, match="nowhere_at_all"):
        object_named("my_own_reader:reader")
