"""JSON text in, values out, and for every fault its line, its column and what was being read.

A bare "Expecting ',' delimiter: char 90211" helps nobody with a 40 MB file; "in data[3].paragraphs[0].qas[2].answers"
does.
"""

import contextlib
import json
import re
from typing import Any

import msgspec

from spanwise.errors import FormatError

__all__ = ["decoded", "decoded_lines", "json_place", "syntax_error"]

# A whole string, a bracket or separator, any other value, or a string that is not closed.
_TOKEN = re.compile(r'"[^"\\]*(?:\\.[^"\\]*)*"|[{}\[\],:]|[^\s{}\[\],:"]+|"[^"\\]*(?:\\.[^"\\]*)*\\?\Z', re.DOTALL)


def decoded(text: str, where: str, *, lenient: bool = False) -> Any:
    """Return the value of a JSON text, duplicate keys and NaN as Python's own decoder takes them.

    Args:
        text: The JSON text.
        where: How the source is called in messages.
        lenient: Take raw control characters inside strings, which JSON forbids and some tools write.

    Raises:
        FormatError: The text is no JSON; the message has line, column and the path being read.
    """
    return _decoded(text, where, 1, lenient=lenient)


def decoded_lines(text: str, where: str, *, lenient: bool = False) -> list[tuple[int, Any]]:
    """Return (line number from 1, value) for every non-blank line of a JSON-lines text.

    Raises:
        FormatError: A line is no JSON; the message has the line, the column and the path being read.
    """
    # Only the newline ends a row: str.splitlines would also cut at U+2028, which JSON allows inside strings.
    lines = enumerate(text.split("\n"), start=1)
    return [(number, _decoded(line, where, number, lenient=lenient)) for number, line in lines if line.strip()]


def _decoded(text: str, where: str, first_line: int, *, lenient: bool) -> Any:
    # msgspec is several times faster and takes less: what it refuses goes to Python's decoder, which takes NaN and
    # halves of characters, and whose errors have a position.
    with contextlib.suppress(msgspec.MsgspecError, RecursionError):
        return msgspec.json.decode(text)
    try:
        return json.loads(text, strict=not lenient)
    except json.JSONDecodeError as error:
        raise syntax_error(text, error, where, first_line=first_line) from None
    except RecursionError:
        raise FormatError(f"{where}: line {first_line}: nested too deeply to be a dataset or predictions") from None
    except ValueError:
        # Python's guard against numbers of thousands of digits, which gives no position.
        raise FormatError(
            f"{where}: line {first_line}: holds a number of thousands of digits; no offset is so large"
        ) from None


def syntax_error(text: str, error: json.JSONDecodeError, where: str, *, first_line: int = 1) -> FormatError:
    """Return the error to raise for a text that is no JSON: line, column, path, and what is wrong."""
    if not text.strip():
        return FormatError(f"{where}: the file is empty")
    position = error.pos
    truncated = not text[position:].strip() or error.msg.startswith("Unterminated string")
    if truncated:
        position = len(text.rstrip())
        found, cure = "the text breaks off", "it is cut off; fetch or write the file again"
    elif error.msg.startswith("Invalid control character"):
        found = f"the raw control character U+{ord(text[position]):04X} stands inside a string"
        cure = "write it as an escape, or read the file with --lenient"
    else:
        found = f"{error.msg[0].lower()}{error.msg[1:]}, found {text[position : position + 12]!r}"
        cure = "this is not valid JSON"
    line = first_line + text.count("\n", 0, position)
    column = position - text.rfind("\n", 0, position)
    reading = json_place(text[:position])
    return FormatError(f"{where}: line {line}, column {column}, while reading {reading}: {found}; {cure}")


def json_place(prefix: str) -> str:
    """Return the path of the value that a JSON text is in the middle of, such as ``data[3].paragraphs[0]``.

    Works on text that ends anywhere, which is when it is needed.
    """
    steps: list[int | str | None] = []  # of each open list the index, of each open object the key, if it is known yet
    last_string = ""
    for match in _TOKEN.finditer(prefix):
        token = match.group()
        if token[0] == '"':
            last_string = token.strip('"')
        elif token in ("{", "["):
            steps.append(None if token == "{" else 0)
        elif steps:
            _advance(steps, token, last_string)
    path = "".join(f"[{step}]" if isinstance(step, int) else f".{step}" for step in steps if step is not None)
    return path.removeprefix(".") or "the top of the file"


def _advance(steps: list[int | str | None], token: str, last_string: str) -> None:
    """Take note of a separator or a closing bracket inside an open list or object."""
    step = steps[-1]
    if token in ("}", "]"):
        steps.pop()
    elif token == ":":
        steps[-1] = last_string
    elif token == ",":
        steps[-1] = step + 1 if isinstance(step, int) else None
