"""Write the list of modules in docs/architecture.md from the first sentence of each module's docstring."""

import ast
import sys
from pathlib import Path

ROOT = Path(__file__).resolve().parent.parent
PACKAGE = ROOT / "src" / "spanwise"
PAGE = ROOT / "docs" / "architecture.md"
BEGIN = "<!-- modules: written by make docs -->\n"
END = "<!-- end of modules -->\n"
# From the bottom up, so that the list reads as the way of the data; the same order as the layers in pyproject.toml.
FOLDERS = (
    "",
    "text",
    "stats",
    "data",
    "language",
    "predictions",
    "readers",
    "benchmarks",
    "scoring",
    "diagnosis",
    "report",
    "cli",
)


def first_sentence(path: Path) -> str:
    """Return the first line of the module's docstring."""
    docstring = ast.get_docstring(ast.parse(path.read_text("utf-8"))) or ""
    return docstring.partition("\n")[0]


def section(folder: Path) -> list[str]:
    """Return the lines of one folder: its modules in alphabetical order, each with its sentence."""
    modules = [path for path in sorted(folder.rglob("*.py")) if path.name != "__init__.py"]
    if folder == PACKAGE:
        modules = [path for path in sorted(folder.glob("*.py")) if path.name != "__init__.py"]
    init = folder / "__init__.py"
    title = f"{folder.name}/" if folder != PACKAGE else "spanwise/"
    lines = [f"### `{title}`", "", first_sentence(init) if init.is_file() else "", ""]
    lines += [f"- `{path.relative_to(folder).as_posix()}`: {first_sentence(path)}" for path in modules]
    return [*lines, ""]


def module_list() -> str:
    """Return the whole list.

    Raises:
        SystemExit: A folder of the package is missing from FOLDERS.
    """
    present = {path.parent.name for path in PACKAGE.glob("*/__init__.py")}
    if unknown := sorted(present - set(FOLDERS)):
        raise SystemExit(f"tools/module_list.py: FOLDERS lacks {', '.join(unknown)}")
    lines = [line for name in FOLDERS if not name or name in present for line in section(PACKAGE / name)]
    return "\n".join(lines)


def page() -> str:
    """Return docs/architecture.md with the list written anew."""
    text = PAGE.read_text("utf-8")
    before, _, rest = text.partition(BEGIN)
    _, _, after = rest.partition(END)
    return f"{before}{BEGIN}\n{module_list()}\n{END}{after}"


def main() -> int:
    """Write the page."""
    PAGE.write_text(page(), encoding="utf-8", newline="\n")
    print(f"wrote {PAGE.relative_to(ROOT)}")
    return 0


if __name__ == "__main__":
    sys.exit(main())
