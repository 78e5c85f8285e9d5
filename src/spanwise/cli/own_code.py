"""A person's own reader at the command line: MODULE:NAME, found as Python finds modules, the working folder first."""

import importlib
import sys
from pathlib import Path
from typing import Any

from spanwise import files
from spanwise.errors import OptionError

__all__ = ["is_own_code", "object_named", "source_fingerprint"]


def is_own_code(name: str) -> bool:
    """Whether a name is MODULE:NAME; a Windows path with a drive is not."""
    module, colon, attribute = name.partition(":")
    return bool(colon) and attribute.isidentifier() and all(part.isidentifier() for part in module.split("."))


def object_named(name: str) -> Any:
    """Return what MODULE:NAME names.

    Raises:
        OptionError: There is no such module, or it has nothing of that name.
    """
    module_name, _, attribute = name.partition(":")
    if str(Path.cwd()) not in sys.path:
        sys.path.insert(0, str(Path.cwd()))
    try:
        module = importlib.import_module(module_name)
    except ModuleNotFoundError as error:
        if error.name is None or not module_name.startswith(error.name):
            raise
        raise OptionError(f"there is no module {module_name!r} in the working folder or installed") from None
    if not hasattr(module, attribute):
        raise OptionError(f"the module {module_name!r} ({module.__file__}) has no {attribute!r}")
    return getattr(module, attribute)


def source_fingerprint(name: str) -> str:
    """Return 16 hexadecimal digits that change with the text of the module of MODULE:NAME, not with what it imports."""
    file = getattr(sys.modules.get(name.partition(":")[0]), "__file__", None)
    return files.fingerprint([Path(file).read_bytes()]) if file else ""
