"""JSON text in, values out, and for every fault its line, its column and what was being read.

A bare "Expecting ',' delimiter: char 90211" helps nobody with a 40 MB file; "in data[3].paragraphs[0].qas[2].answers"
does.
"""

import json
import re
from typing import Any

from spanwise.errors import FormatError

__all__ = ["decoded", "decoded_lines", "json_place", "syntax_error"]

_TOKEN = re.compile(r'"(?:[^"\\]|\\.)*"|[{}\[\],:]|[^\s{}\[\],:"]+|"(?:[^"\\]|\\.)*\\?\Z', re.DOTALL)


def decoded(text: str, where: str, *, lenient: bool = False) -> Any:
    """Return the value of a JSON text, duplicate keys and NaN as Python's own decoder takes them.

    Args:
        text: The JSON text.
        where: How the source is called in messages.
        lenient: Take raw control characters inside strings, which JSON forbids and some tools write.

    Raises:
        FormatError: The text is no JSON; the message has line, column and the path being read.
    """
    try:
        return json.loads(text, strict=not lenient)
    except json.JSONDecodeError as error:
        raise syntax_error(text, error, where) from None
    except RecursionError:
        raise FormatError(f"{where}: nested too deeply to be a dataset or predictions") from None


def decoded_lines(text: str, where: str, *, lenient: bool = False) -> list[tuple[int, Any]]:
    """Return (line number from 1, value) for every non-blank line of a JSON-lines text.

    Raises:
        FormatError: A line is no JSON; the message has the line, the column and the path being read.
    """
    rows: list[tuple[int, Any]] = []
    # Only the newline ends a row: str.splitlines would also cut at U+2028, which JSON allows inside strings.
    for number, line in enumerate(text.split("\n"), start=1):
        if not line.strip():
            continue
        try:
            rows.append((number, json.loads(line, strict=not lenient)))
        except json.JSONDecodeError as error:
            raise syntax_error(line, error, where, first_line=number) from None
    return rows


def syntax_error(text: str, error: json.JSONDecodeError, where: str, *, first_line: int = 1) -> FormatError:
    """Return the error to raise for a text that is no JSON: line, column, path, and what is wrong."""
    position = error.pos
    truncated = not text[position:].strip() or error.msg.startswith("Unterminated string")
    control = error.msg.startswith("Invalid control character")
    line = first_line + text.count("\n", 0, len(text) if truncated else position)
    start_of_line = text.rfind("\n", 0, len(text) if truncated else position) + 1
    column = (len(text) if truncated else position) - start_of_line + 1
    reading = json_place(text[: len(text) if truncated else position])
    if not text.strip():
        return FormatError(f"{where}: the file is empty")
    if control:
        found = f"the raw control character U+{ord(text[position]):04X} stands inside a string"
        cure = "write it as an escape, or read the file with --lenient"
    elif truncated:
        found = "the text breaks off"
        cure = "the file is cut off; fetch or write it again"
    else:
        found = f"{error.msg[0].lower()}{error.msg[1:]}, found {text[position : position + 12]!r}"
        cure = "this is not valid JSON"
    return FormatError(f"{where}: line {line}, column {column}, while reading {reading}: {found}; {cure}")


def json_place(prefix: str) -> str:
    """Return the path of the value that a JSON text is in the middle of, such as ``data[3].paragraphs[0]``.

    Works on text that ends anywhere, which is when it is needed.
    """
    stack: list[list[Any]] = []  # [bracket, current key or index]
    last_string: str | None = None
    for match in _TOKEN.finditer(prefix):
        token = match.group()
        if token == "{":
            stack.append(["{", None])
        elif token == "[":
            stack.append(["[", 0])
        elif token in "}]":
            if stack:
                stack.pop()
        elif token == ":":
            if stack and last_string is not None:
                stack[-1][1] = last_string
        elif token == ",":
            if stack and stack[-1][0] == "[":
                stack[-1][1] += 1
            elif stack:
                stack[-1][1] = None
        elif token.startswith('"'):
            last_string = token[1:-1] if token.endswith('"') and len(token) > 1 else token[1:]
    path = ""
    for bracket, key in stack:
        if bracket == "[":
            path += f"[{key}]"
        elif key is not None:
            path += f".{key}" if path else str(key)
    return path or "the top of the file"
