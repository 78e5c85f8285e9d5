"""Write docs/cli.md: every command's page exactly as `--help` shows it."""

import importlib
import sys
from collections.abc import Iterator
from pathlib import Path

import click

PAGE = Path(__file__).resolve().parent.parent / "docs" / "cli.md"
WIDTH = 100
HEAD = """\
# The command line

Every page below is what `--help` prints; `make docs` writes this file anew and a test compares it.
"""


def root_command() -> click.Group:
    """Return the `spanwise` command itself, with every subcommand under it."""
    module = importlib.import_module("spanwise.cli.main")
    groups = [value for value in vars(module).values() if isinstance(value, click.Group)]
    if len(groups) != 1:
        raise SystemExit(f"spanwise.cli.main defines {len(groups)} command groups; this page is written from one")
    return groups[0]


def commands(command: click.Command, parent: click.Context | None = None) -> Iterator[click.Context]:
    """Walk a command and everything under it, in the order in which `--help` lists them."""
    name = command.name if parent else "spanwise"
    context = command.make_context(
        name, [], parent=parent, resilient_parsing=True, terminal_width=WIDTH, max_content_width=WIDTH
    )
    yield context
    if isinstance(command, click.Group):
        for name in command.list_commands(context):
            subcommand = command.get_command(context, name)
            if subcommand is not None and not subcommand.hidden:
                yield from commands(subcommand, context)


def reference() -> str:
    """Return the text of the page."""
    pages = [HEAD]
    for context in commands(root_command()):
        lines = (line.rstrip() for line in context.command.get_help(context).splitlines())
        pages.append(f"## {context.command_path}\n\n```text\n{chr(10).join(lines)}\n```\n")
    return "\n".join(pages)


def main() -> int:
    """Write the page."""
    PAGE.write_text(reference(), encoding="utf-8", newline="\n")
    print(f"wrote {PAGE.relative_to(PAGE.parent.parent)}")
    return 0


if __name__ == "__main__":
    sys.exit(main())
