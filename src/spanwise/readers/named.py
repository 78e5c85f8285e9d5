"""A reader by its name, or a trained one by the folder of its model."""

import importlib
import inspect
from collections.abc import Callable
from pathlib import Path
from typing import TYPE_CHECKING, Any

import msgspec

from spanwise import files
from spanwise.errors import FormatError, OptionError
from spanwise.predictions.reader import Reader
from spanwise.readers import READERS, ReaderEntry

if TYPE_CHECKING:
    from spanwise.language.annotate import Annotator
    from spanwise.readers.candidates import CandidateKind

__all__ = ["MODEL_FILE", "reader_entry", "reader_named"]

MODEL_FILE = "model.json"
"""What a folder must hold to be a model; its field "reader" says of which reader."""


class _Model(msgspec.Struct):
    reader: str


def reader_entry(name: str | Path) -> ReaderEntry:
    """Return what must be known of a reader before it is made: whether it needs a language pipeline, for one.

    Raises:
        OptionError: There is no reader and no folder of that name, or the reader has to be trained first.
        FormatError: The folder holds no model.
    """
    entry = READERS.get(str(name))
    if entry is not None:
        if entry.trainable:
            raise OptionError(
                f"the reader {str(name)!r} has to be trained: spanwise train {name} DATASET -o FOLDER; then give the "
                "folder in place of the name"
            )
        return entry
    if Path(name).is_dir():
        return _entry_in(Path(name))
    ready = [known for known, one in READERS.items() if not one.trainable]
    raise OptionError(
        f"there is no reader {str(name)!r}, and no folder with a model of that name; there are {', '.join(ready)}"
    )


def reader_named(
    name: str | Path,
    *,
    annotator: "Annotator | None" = None,
    seed: int = 0,
    abstain: bool = False,
    candidates: "CandidateKind | None" = None,
    progress: Callable[[int, int], None] | None = None,
) -> Reader:
    """Return a reader, ready to predict.

    Args:
        name: A name of `READERS`, or a folder that holds a trained model.
        annotator: What annotates texts, for readers that need it.
        seed: Where randomness comes from, for readers that have any.
        abstain: Whether predictions are to carry a signal to abstain by (see each reader).
        candidates: Which spans are weighed, for readers that weigh any by choice; None leaves it to them.
        progress: Called with paragraphs done and paragraphs in all, by readers that take time.

    Raises:
        OptionError: There is no such reader, it has to be trained first, it needs an annotator and none is given, or
            it has no choice of candidates.
        FormatError: The folder holds no model.
    """
    entry = reader_entry(name)
    if entry.needs_language and annotator is None:
        raise OptionError(
            f"the reader {str(name)!r} needs annotated text: give annotator=spanwise.language.annotate.Annotator()"
        )
    make = getattr(importlib.import_module(entry.module), entry.attribute)
    offered: dict[str, Any] = {"annotator": annotator, "seed": seed, "abstain": abstain, "progress": progress}
    taking = inspect.signature(make).parameters
    taken = {key: offered[key] for key in taking if key in offered}
    if candidates is not None:
        if "candidates" not in taking:
            raise OptionError(f"the reader {str(name)!r} has no choice of candidates; leave it out")
        taken["candidates"] = candidates
    reader: Reader = make(Path(name), **taken, **entry.settings) if entry.trainable else make(**taken, **entry.settings)
    return reader


def _entry_in(folder: Path) -> ReaderEntry:
    file = folder / MODEL_FILE
    if not file.is_file():
        raise FormatError(f"{folder}: the folder holds no {MODEL_FILE}, so it is no model; spanwise train makes one")
    try:
        model = msgspec.json.decode(files.read_bytes(file), type=_Model)
    except msgspec.MsgspecError as error:
        raise FormatError(f"{file}: this is no model: {error}; spanwise train makes one") from None
    entry = READERS.get(model.reader)
    if entry is None or not entry.trainable:
        known = ", ".join(one for one in READERS if READERS[one].trainable)
        raise FormatError(f"{file}: there is no trained reader {model.reader!r} in this version; there is {known}")
    return entry
