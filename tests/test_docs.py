"""The documentation is true: its code runs, its output is what comes out, its links lead somewhere."""

import doctest
import os
import re
import shutil
import subprocess
import sys
from collections.abc import Iterator
from dataclasses import dataclass
from pathlib import Path

import click
import pytest

from spanwise.data.check import check
from spanwise.data.finding import CODES
from spanwise.data.formats import load
from spanwise.predictions.formats import load_predictions
from tools import module_list
from tools.cli_reference import commands, reference, root_command

ROOT = Path(__file__).resolve().parent.parent
PACKAGE = ROOT / "src" / "spanwise"
SAMPLES = PACKAGE / "data" / "samples"
PAGES = [ROOT / "README.md", *sorted((ROOT / "docs").rglob("*.md"))]
TEXTS = [*PAGES, ROOT / "CHANGELOG.md", ROOT / "CONTRIBUTING.md", *sorted((ROOT / "bench").glob("*.md"))]

FENCE = re.compile(r"^```(\w+)\n(.*?)^```$", re.MULTILINE | re.DOTALL)
CODE = ("python", "console", "bash")
CODE_ROW = re.compile(r"^\| `([a-z0-9-]+)` \| ([^|]+) \|", re.MULTILINE)
FORMAT_HEADING = re.compile(r"^### `(\w+)`", re.MULTILINE)
LINK = re.compile(r"\[[^\]]*\]\(([^)\s]+)\)")


@dataclass(frozen=True)
class Block:
    """A fenced block: its language, its text, and the line it begins on."""

    language: str
    text: str
    line: int


def relative(path: Path) -> str:
    return path.relative_to(ROOT).as_posix()


def blocks(page: Path, *languages: str) -> list[Block]:
    text = page.read_text("utf-8")
    found = (Block(m[1], m[2], text.count("\n", 0, m.start()) + 2) for m in FENCE.finditer(text))
    return [block for block in found if block.language in languages]


def console_commands(block: Block) -> Iterator[tuple[str, str]]:
    """Read a block into commands and what each prints.

    In ```console a command begins with "$ " and its output follows; in ```bash every line is a command.
    Only `spanwise` commands are run: set-up (`make`, `pip`, `git`) is what CI itself begins with.
    """
    text = block.text.replace("\\\n", "")
    if block.language == "bash":
        found = [(line, "") for line in text.splitlines() if line]
    else:
        parts = re.split(r"^\$ (.*)\n", text, flags=re.MULTILINE)
        found = list(zip(parts[1::2], parts[2::2], strict=True))
    return ((command, output) for command, output in found if command.startswith("spanwise "))


@pytest.fixture
def folder(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """Return a working folder that holds the benchmark that ships with the package, as a reader of the page would."""
    if SAMPLES.is_dir():
        shutil.copytree(SAMPLES, tmp_path, dirs_exist_ok=True, ignore=shutil.ignore_patterns("*.py", "__pycache__"))
    monkeypatch.chdir(tmp_path)
    return tmp_path


def matches(expected: str, printed: str) -> bool:
    """Compare output as doctest does: "..." stands for anything, and the width of blanks does not count."""
    flags = doctest.ELLIPSIS | doctest.NORMALIZE_WHITESPACE
    return doctest.OutputChecker().check_output(expected.strip() + "\n", printed.strip() + "\n", flags)


def run_python(block: Block, names: dict[str, object], place: str) -> None:
    if ">>>" in block.text:
        test = doctest.DocTestParser().get_doctest(block.text, names, place, place, block.line)
        runner = doctest.DocTestRunner(optionflags=doctest.ELLIPSIS | doctest.NORMALIZE_WHITESPACE)
        assert runner.run(test, clear_globs=False).failed == 0, place
        names |= test.globs
    else:
        exec(compile(block.text, place, "exec"), names)


def run_commands(block: Block, folder: Path, place: str) -> None:
    path = f"{Path(sys.executable).parent}{os.pathsep}{os.environ['PATH']}"
    # What a page annotates is kept beside the page's other files, and not with the user's.
    kept = str(folder / ".cache")
    environment = os.environ | {"PATH": path, "SPANWISE_CACHE": kept, "COLUMNS": "100", "NO_COLOR": "1", "TERM": "dumb"}
    for command, output in console_commands(block):
        done = subprocess.run(
            ["bash", "-c", command], cwd=folder, env=environment, capture_output=True, text=True, check=False
        )
        assert done.returncode == 0, f"{place}: {command}\n{done.stderr}"
        assert not output.strip() or matches(output, done.stdout), f"{place}: {command}\n{done.stdout}"


@pytest.mark.parametrize("page", [page for page in PAGES if blocks(page, *CODE)], ids=relative)
def test_code_on_a_page_runs_from_top_to_bottom_and_prints_what_it_says(page: Path, folder: Path) -> None:
    """Python and commands share one folder, so that a page can make a file and hand it to a command."""
    names: dict[str, object] = {"__name__": "__main__"}
    for block in blocks(page, *CODE):
        place = f"{relative(page)}:{block.line}"
        if block.language == "python":
            run_python(block, names, place)
        else:
            run_commands(block, folder, place)


def test_the_readme_shows_both_python_and_the_command_line() -> None:
    assert blocks(ROOT / "README.md", "python")
    assert [command for block in blocks(ROOT / "README.md", "console", "bash") for command in console_commands(block)]


def example_files(name: str) -> list[tuple[str, Block]]:
    """Return the example files of a page, each with the format that the heading above it names."""
    page = ROOT / "docs" / f"{name}.md"
    lines = page.read_text("utf-8").splitlines()
    examples = blocks(page, "json", "jsonl", "csv")
    return [(FORMAT_HEADING.findall("\n".join(lines[: block.line - 1]))[-1], block) for block in examples]


@pytest.mark.parametrize(("named", "block"), example_files("data"))
def test_every_example_of_a_benchmark_is_read_as_its_heading_says_and_is_clean(
    named: str, block: Block, tmp_path: Path
) -> None:
    file = tmp_path / f"example.{block.language}"
    file.write_text(block.text, "utf-8")
    loaded = load(file)
    assert (loaded.format, check(loaded)) == (named, ())


@pytest.mark.parametrize(("named", "block"), example_files("predictions"))
def test_every_example_of_predictions_is_read_as_its_heading_says(named: str, block: Block, tmp_path: Path) -> None:
    file = tmp_path / f"example.{block.language}"
    file.write_text(block.text, "utf-8")
    loaded = load_predictions(file)
    assert (loaded.format, loaded.findings, list(loaded.predictions.by_id)) == (named, (), ["q1", "q2"])
    assert [p.abstains for p in loaded.predictions.by_id.values()] == [False, True]


def codes_on(*names: str) -> list[tuple[str, str]]:
    """Return the rows of the tables of finding codes: the code and what it means."""
    texts = [(ROOT / "docs" / f"{name}.md").read_text("utf-8") for name in names]
    sections = [text.partition("\n## Finding codes\n")[2].partition("\n## ")[0] for text in texts]
    return [row for section in sections for row in CODE_ROW.findall(section)]


def codes_in(folder: str) -> set[str]:
    """Return the finding codes that a folder of the package writes out."""
    sources = "".join(p.read_text("utf-8") for p in (PACKAGE / folder).glob("*.py") if p.name != "finding.py")
    return {code for code in CODES if f'"{code}"' in sources}


def test_every_finding_code_stands_once_in_the_tables_with_its_meaning() -> None:
    assert sorted(codes_on("data", "predictions")) == sorted(CODES.items())


def test_codes_about_benchmarks_are_on_the_page_about_benchmarks() -> None:
    assert {code for code, _ in codes_on("data")} == codes_in("data")
    assert codes_in("predictions") - codes_in("data") <= {code for code, _ in codes_on("predictions")}


def test_the_cli_reference_is_what_help_prints() -> None:
    assert (ROOT / "docs" / "cli.md").read_text("utf-8") == reference(), "stale: make docs writes it anew"


def test_the_architecture_lists_the_modules_as_they_are() -> None:
    assert module_list.PAGE.read_text("utf-8") == module_list.page(), "stale: make docs writes it anew"


def test_every_command_and_option_is_documented() -> None:
    page = (ROOT / "docs" / "cli.md").read_text("utf-8")
    undocumented, silent = [], []
    for context in commands(root_command()):
        _, _, section = page.partition(f"## {context.command_path}\n")
        section = section.partition("\n## ")[0]
        for parameter in context.command.get_params(context):
            if isinstance(parameter, click.Option) and not parameter.hidden:
                undocumented += [f"{context.command_path} {name}" for name in parameter.opts if name not in section]
                if not parameter.help:
                    silent.append(f"{context.command_path} {parameter.opts[-1]}")
        if not context.command.help:
            silent.append(context.command_path)
    assert undocumented == []
    assert silent == []


def test_every_folder_of_the_package_has_its_page() -> None:
    folders = [path.parent for path in sorted(PACKAGE.glob("*/__init__.py"))]
    assert [path.name for path in folders if not (ROOT / "docs" / f"{path.name}.md").is_file()] == []


def test_the_index_lists_every_page() -> None:
    index = ROOT / "docs" / "README.md"
    listed = {(index.parent / target).resolve() for target in LINK.findall(index.read_text("utf-8"))}
    assert [relative(page) for page in PAGES if page.parent == index.parent and page not in {index, *listed}] == []


@pytest.mark.parametrize("text", TEXTS, ids=relative)
def test_links_within_the_repository_lead_somewhere(text: Path) -> None:
    targets = [target.partition("#")[0] for target in LINK.findall(text.read_text("utf-8")) if "://" not in target]
    assert [target for target in targets if target and not (text.parent / target).exists()] == []
