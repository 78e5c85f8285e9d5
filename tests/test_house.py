"""The rules of the house that no linter holds (docs/architecture.md)."""

import ast
import importlib
import importlib.metadata
import re
import shutil
import subprocess
import sys
import zipfile
from collections.abc import Iterator
from pathlib import Path

import pytest

import spanwise

ROOT = Path(__file__).resolve().parent.parent
PACKAGE = ROOT / "src" / "spanwise"
MODULES = sorted(PACKAGE.rglob("*.py"))
PYTHON_FILES = [path for folder in ("src", "tests", "tools", "bench") for path in sorted((ROOT / folder).rglob("*.py"))]

MAX_LINES = 400
MAX_STATEMENTS = 40
MAX_PARAMETERS = 6
# Click hands a command each of its options as a parameter, so the count is that of the command line's own page.
MAX_OPTIONS = 14

FORBIDDEN_NAMES = re.compile(r"utils?|helpers?|common|base|misc|core|.*_v\d+")

Function = ast.FunctionDef | ast.AsyncFunctionDef
Definition = Function | ast.ClassDef


def relative(path: Path) -> str:
    return path.relative_to(ROOT).as_posix()


def module_name(path: Path) -> str:
    parts = path.relative_to(ROOT / "src").with_suffix("").parts
    return ".".join(parts[:-1] if parts[-1] == "__init__" else parts)


def functions(tree: ast.AST) -> Iterator[Function]:
    return (node for node in ast.walk(tree) if isinstance(node, Function))


def statements(node: ast.AST) -> int:
    """Count the statements below a node; a nested definition counts as one, and its own body for itself."""
    total = 0
    for child in ast.iter_child_nodes(node):
        total += isinstance(child, ast.stmt) and not is_docstring(child)
        if not isinstance(child, Definition):
            total += statements(child)
    return total


def is_docstring(node: ast.stmt) -> bool:
    return isinstance(node, ast.Expr) and isinstance(node.value, ast.Constant) and isinstance(node.value.value, str)


def parameters(function: Function) -> int:
    """Count what a caller may pass: `self` and `cls` he does not."""
    arguments = function.args
    named = [argument.arg for argument in (*arguments.posonlyargs, *arguments.args, *arguments.kwonlyargs)]
    return len([name for name in named if name not in ("self", "cls")]) + bool(arguments.vararg) + bool(arguments.kwarg)


def is_command(function: Function) -> bool:
    """Say whether a decorator makes the function a Click command: `@click.command(...)` or `@group.command(...)`."""
    called = (node.func if isinstance(node, ast.Call) else node for node in function.decorator_list)
    return any(isinstance(node, ast.Attribute) and node.attr in ("command", "group") for node in called)


def public_definitions(body: list[ast.stmt], within: str = "") -> Iterator[tuple[str, Definition]]:
    """Walk the public classes, functions and methods; what lies inside a function is nobody's to call."""
    for node in body:
        if isinstance(node, Definition) and not node.name.startswith("_"):
            yield within + node.name, node
            if isinstance(node, ast.ClassDef):
                yield from public_definitions(node.body, f"{within}{node.name}.")


def is_overload(node: Definition) -> bool:
    return any(isinstance(decorator, ast.Name) and decorator.id == "overload" for decorator in node.decorator_list)


def test_no_file_is_longer_than_400_lines() -> None:
    lengths = {relative(path): len(path.read_text("utf-8").splitlines()) for path in PYTHON_FILES}
    assert {name: lines for name, lines in lengths.items() if lines > MAX_LINES} == {}


@pytest.mark.parametrize("path", PYTHON_FILES, ids=relative)
def test_functions_stay_within_40_statements_and_6_parameters(path: Path) -> None:
    too_big = []
    for function in functions(ast.parse(path.read_text("utf-8"))):
        most = MAX_OPTIONS if is_command(function) else MAX_PARAMETERS
        if (found := statements(function)) > MAX_STATEMENTS:
            too_big.append(f"{function.name} (line {function.lineno}) has {found} statements")
        if (found := parameters(function)) > most:
            too_big.append(f"{function.name} (line {function.lineno}) has {found} parameters")
    assert too_big == []


@pytest.mark.parametrize("path", MODULES, ids=relative)
def test_everything_public_has_a_docstring(path: Path) -> None:
    tree = ast.parse(path.read_text("utf-8"))
    bare = [] if ast.get_docstring(tree) else ["the module"]
    bare += [
        name for name, node in public_definitions(tree.body) if not is_overload(node) and not ast.get_docstring(node)
    ]
    assert bare == []


@pytest.mark.parametrize("path", MODULES, ids=relative)
def test_all_lists_exactly_what_a_module_defines_in_public(path: Path) -> None:
    # A package's __init__ offers what its modules define; any other module lists its own definitions.
    tree = ast.parse(path.read_text("utf-8"))
    defined = {name for name, _ in public_definitions(tree.body) if "." not in name}
    module = importlib.import_module(module_name(path))
    listed: list[str] = getattr(module, "__all__", [])
    assert len(listed) == len(set(listed))
    assert [name for name in listed if not hasattr(module, name)] == []
    assert defined - set(listed) == set()


def test_the_package_offers_its_public_names() -> None:
    assert spanwise.__all__
    assert set(spanwise.__all__) <= set(dir(spanwise))


def test_the_stub_imports_every_public_name_from_where_it_is_loaded() -> None:
    tree = ast.parse((PACKAGE / "__init__.pyi").read_text("utf-8"))
    imported = {
        name.asname or name.name: node.module
        for node in tree.body
        if isinstance(node, ast.ImportFrom)
        for name in node.names
    }
    loaded = {name: f"spanwise.{module}" for name, module in vars(spanwise)["_HOME"].items()}
    assert imported == {"__version__": "spanwise._version", **loaded}


def test_modules_are_named_after_what_they_hold() -> None:
    # A module named like one of the standard library is found by mistake; "utils" is found by nobody.
    names = {path.parent.name if path.name == "__init__.py" else path.stem for path in MODULES}
    assert {name for name in names if FORBIDDEN_NAMES.fullmatch(name) or name in sys.stdlib_module_names} == set()


def test_every_module_has_its_test_file() -> None:
    expected = {
        path: ROOT / "tests" / path.relative_to(PACKAGE).with_name(f"test_{path.name}")
        for path in MODULES
        if not path.name.startswith("_")
    }
    assert [relative(test) for test in expected.values() if not test.is_file()] == []


def test_no_test_folder_is_a_package() -> None:
    # With importlib mode, tests/data/test_check.py and tests/cli/test_check.py live side by side only so.
    assert [relative(path) for path in (ROOT / "tests").rglob("__init__.py")] == []


def test_importing_the_package_loads_no_library() -> None:
    heavy = {"numpy", "torch", "pyarrow", "jinja2", "rich", "click", "zstandard", "scipy", "sklearn", "spacy"}
    code = f"import sys, spanwise; print(*sorted({heavy!r} & set(sys.modules)))"
    loaded = subprocess.run([sys.executable, "-c", code], capture_output=True, text=True, check=True)
    assert loaded.stdout.split() == []


def tracked(*folders: str) -> list[str]:
    if not (ROOT / ".git").exists() or shutil.which("git") is None:
        pytest.skip("no git checkout: there is no list of tracked files")
    command = ["git", "ls-files", "-z", "--", *folders]
    listed = subprocess.run(command, cwd=ROOT, capture_output=True, text=True, check=True)
    return [name for name in listed.stdout.split("\0") if name and (ROOT / name).is_file()]


def test_the_wheel_holds_every_file_of_the_package(tmp_path: Path) -> None:
    command = [sys.executable, "-m", "hatchling", "build", "-t", "wheel", "-d", str(tmp_path)]
    subprocess.run(command, cwd=ROOT, capture_output=True, check=True)
    with zipfile.ZipFile(next(tmp_path.glob("*.whl"))) as wheel:
        held = {f"src/{name}" for name in wheel.namelist()}
    assert set(tracked("src/spanwise")) - held == set()


def test_the_version_is_said_once() -> None:
    assert importlib.metadata.version("spanwise") == spanwise.__version__
    assert f"## [{spanwise.__version__}]" in (ROOT / "CHANGELOG.md").read_text("utf-8")


def test_the_pins_name_packages_and_versions_and_nothing_of_the_machine() -> None:
    lines = (ROOT / "requirements" / "ci.txt").read_text("utf-8").splitlines()
    pins = [line for line in lines if not line.startswith("#")]
    assert [line for line in pins if not re.fullmatch(r"[A-Za-z0-9_.-]+==[A-Za-z0-9.+!]+", line)] == []


def test_tracked_files_name_no_folder_of_any_machine_and_no_registry_host() -> None:
    machine = re.compile(
        rb"(?<![\w.>-])/(?:work|tmp|root|home|Users|opt)/|(?:pypi|npmjs)\.org|pythonhosted\.org|debian\.org"
    )
    matches = {name: machine.search((ROOT / name).read_bytes()) for name in tracked()}
    assert {name: match.group().decode() for name, match in matches.items() if match} == {}
