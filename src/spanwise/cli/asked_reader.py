"""The reader that a command line asks for: by name, by a model's folder, or of the user's own code."""

from collections.abc import Callable, Mapping
from typing import TYPE_CHECKING, Any

from spanwise.cli.annotator import annotator_of
from spanwise.cli.own_code import is_own_code, object_named
from spanwise.errors import OptionError
from spanwise.predictions.reader import Reader
from spanwise.readers.named import reader_entry, reader_named

if TYPE_CHECKING:
    from spanwise.readers.log_linear.reader import LogLinearReader

__all__ = ["asked_reader", "check_reader", "explaining_reader"]


def check_reader(name: str) -> None:
    """Refuse a reader that there is not, before anything large is read.

    Raises:
        OptionError: There is no such reader, or it has to be trained first.
        FormatError: The folder holds no model.
    """
    if not is_own_code(name):
        reader_entry(name)


def asked_reader(
    name: str, options: dict[str, Any], *, abstain: bool, progress: Callable[[int, int], None] | None = None
) -> Reader:
    """Return a reader made with a command's options; no pipeline is looked for where it needs none.

    Raises:
        OptionError: There is no such reader, or it has to be trained first.
        FormatError: The folder holds no model.
    """
    if is_own_code(name):
        own = object_named(name)
        # A class has the names of its instances' methods, and is no reader yet.
        if isinstance(own, type) or not isinstance(own, Reader):
            raise OptionError(f"{name} is no reader; it needs a name, and predict(dataset) that returns predictions")
        return own
    return reader_named(
        name,
        annotator=annotator_of(options) if reader_entry(name).needs_language else None,
        seed=options["seed"],
        abstain=abstain,
        candidates=options.get("candidates"),
        progress=progress,
    )


def explaining_reader(
    folder: str, options: Mapping[str, Any], *, progress: Callable[[int, int], None] | None = None
) -> "LogLinearReader":
    """Return the reader of a model's folder, which can say why it answers as it does.

    Raises:
        OptionError: There is no such folder, or it is of a reader that cannot say why.
        FormatError: The folder holds no model.
    """
    from spanwise.readers.log_linear.reader import LogLinearReader

    annotator = annotator_of(options) if reader_entry(folder).needs_language else None
    made = reader_named(folder, annotator=annotator, abstain=True, progress=progress)
    if not isinstance(made, LogLinearReader):
        raise OptionError(f"{folder}: only a trained log-linear model can say why it answers as it does")
    return made
