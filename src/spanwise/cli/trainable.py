"""What can be trained from the command line, by name, with groups of it left out."""

from collections.abc import Callable
from importlib import import_module
from pathlib import Path
from random import Random
from typing import TYPE_CHECKING, Any, NamedTuple

import msgspec

from spanwise.cli.annotator import annotator_of
from spanwise.cli.own_code import is_own_code, object_named, source_fingerprint
from spanwise.data.dataset import Dataset
from spanwise.errors import FormatError, OptionError
from spanwise.predictions.reader import Reader, Trainable

if TYPE_CHECKING:
    from spanwise.language.lexicon import Lexicon
    from spanwise.readers.log_linear.trainer import LogLinear

__all__ = ["TRAINABLES", "NamedTrainable", "named_trainable"]


class NamedTrainable(NamedTuple):
    """Something to train, and what a study must know of it."""

    name: str
    settings: str
    """Every setting that changes what comes out: runs are kept under it."""
    groups: tuple[str, ...]
    """What can be left out; empty where a person's own code does not say."""
    together: tuple[tuple[str, ...], ...]
    """Groups that tell much the same, so that only leaving out all of them shows what they are worth."""
    make: Callable[[frozenset[str]], Trainable]


Progress = Callable[[int, int], None] | None
"""Told how much of a training is done, of how much."""


def _log_linear(options: dict[str, Any], progress: Progress) -> NamedTrainable:
    from spanwise.readers.log_linear.settings import FEATURES_VERSION, GROUPS, Settings
    from spanwise.readers.log_linear.trainer import LogLinear

    annotator, lexicon = annotator_of(options), _lexicon()
    settings = msgspec.json.encode(Settings()).decode("utf-8")
    pair = ("lexicalised", "dependency-paths")
    # Also within a training: a killed one goes on where it was.
    checkpoint = Path(options["runs"]) / "log-linear.checkpoint" if options["runs"] else None

    def make(without: frozenset[str]) -> Trainable:
        kept = Settings(without=tuple(group for group in GROUPS if group in without))
        trainer = LogLinear(annotator, kept, lexicon=lexicon, checkpoint=checkpoint, progress=_steps(progress))
        return _Finished(trainer)

    return NamedTrainable(
        name="log-linear",
        settings=f"log-linear features {FEATURES_VERSION} {settings} {annotator.identity} "
        f"{'with' if lexicon else 'without'} WordNet",
        groups=tuple(GROUPS),
        together=(pair,),
        make=make,
    )


class _Finished:
    """Trains, and then removes what was kept for a training that is cut off."""

    def __init__(self, trainer: "LogLinear") -> None:
        self._trainer = trainer

    def train(self, dataset: Dataset, *, rng: Random, **more: Any) -> Reader:
        reader = self._trainer.train(dataset, rng=rng, **more)
        self._trainer.remove_checkpoints()
        return reader


def _lexicon() -> "Lexicon | None":
    """Return WordNet where it is installed: it is for questions without answer, and a study runs without."""
    from spanwise.language.lexicon import Lexicon

    try:
        return Lexicon()
    except FormatError:
        return None


def _steps(progress: Progress) -> Callable[[str, int, int], None] | None:
    if progress is None:
        return None
    return lambda _, done, total: progress(done, total)


TRAINABLES: dict[str, Callable[[dict[str, Any], Progress], NamedTrainable]] = {"log-linear": _log_linear}
"""The readers that can be trained, by name."""


def named_trainable(name: str, options: dict[str, Any], progress: Progress = None) -> NamedTrainable:
    """Return what a name stands for: one of `TRAINABLES`, or MODULE:NAME.

    NAME is then a function from the set of groups left out to a `Trainable`; the module may list them as GROUPS.

    Raises:
        OptionError: There is no such name, or what it names cannot be called.
    """
    if name in TRAINABLES:
        return TRAINABLES[name](options, progress)
    if not is_own_code(name):
        raise OptionError(
            f"there is no reader {name!r} to be trained; there is {', '.join(TRAINABLES)}, and your own as MODULE:NAME"
        )
    make = object_named(name)
    if not callable(make):
        raise OptionError(
            f"{name} is no function; it must return something to train, given the set of groups that are left out"
        )
    groups = getattr(import_module(name.partition(":")[0]), "GROUPS", ())
    return NamedTrainable(
        name=name,
        settings=f"{name} {source_fingerprint(name)}",
        groups=tuple(groups),
        together=(),
        make=make,
    )
