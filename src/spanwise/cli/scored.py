"""One dataset and the predictions of several readers, read and scored as a command line says."""

from collections.abc import Sequence
from typing import TYPE_CHECKING, Any

import msgspec

from spanwise.cli.options import intervals_of
from spanwise.cli.printing import progress, working
from spanwise.data.dataset import Dataset
from spanwise.data.finding import Finding
from spanwise.data.formats import load
from spanwise.data.loaded import Loaded
from spanwise.errors import OptionError
from spanwise.files import file_name
from spanwise.predictions.formats import load_predictions
from spanwise.predictions.prediction import Predictions
from spanwise.scoring.evaluate import score
from spanwise.scoring.rules import rules_named
from spanwise.scoring.scores import Scores

if TYPE_CHECKING:
    from spanwise.diagnosis.operating_point import OperatingPoint

__all__ = ["ScoredReaders", "scored_readers"]


class ScoredReaders(msgspec.Struct, frozen=True):
    """What a command about readers works on."""

    loaded: Loaded
    predictions: tuple[Predictions, ...]
    scores: tuple[Scores, ...]
    """One for each reader, its findings from reading and from scoring in one list."""


def scored_readers(dataset: str, files: Sequence[str], options: dict[str, Any]) -> ScoredReaders:
    """Return the dataset, the predictions and the scores that a command line names.

    Raises:
        InputError: A file cannot be read or scored.
        OptionError: Options do not go together.
    """
    with working(f"reading {dataset}", dataset):
        loaded = load(dataset, lenient=options["lenient"])
    na_probs = _na_probs(files, options["na_probs"])
    point = _operating_point(options)
    settings: dict[str, Any] = {
        "rules": rules_named(options["rules"]) if options["rules"] else None,
        "duplicates": options["duplicates"],
        "intervals": intervals_of(options),
    }
    predictions: list[Predictions] = []
    scores: list[Scores] = []
    for name, file in progress(list(zip(_names(files), files, strict=True)), "scoring"):
        # Several readers have their bar already.
        with working(f"scoring {name}", *((dataset, file) if len(files) == 1 else ())):
            read = load_predictions(
                file,
                na_probs=na_probs.get(name),
                reader=name,
                abstention_strings=options["abstentions"],
                lenient=options["lenient"],
            )
            if point is None:
                made = read.predictions
                wanted = options["na_threshold"] if made.has_na_probs or len(files) == 1 else None
                scored = score(loaded.dataset, made, na_threshold=wanted, **settings)
            else:
                made, scored = _at_point(loaded.dataset, read.predictions, point, settings)
        predictions.append(made)
        scores.append(msgspec.structs.replace(scored, findings=_once(loaded.findings, read.findings, scored.findings)))
    if options["na_threshold"] is not None and not any(s.has_na_probs for s in scores):
        raise OptionError("--na-threshold was given, and no reader has no-answer probabilities; give --na-probs")
    return ScoredReaders(loaded, tuple(predictions), tuple(scores))


def _operating_point(options: dict[str, Any]) -> "OperatingPoint | None":
    """Return the operating point that was asked for; the rest of diagnosis is only loaded where one is."""
    file = options.get("operating_point")
    if file is None:
        return None
    if options["na_threshold"] is not None:
        raise OptionError("--operating-point and --na-threshold both say where to abstain; give one of them")
    from spanwise.diagnosis.operating_point import read_operating_point

    return read_operating_point(file)


def _at_point(
    dataset: Dataset, predictions: Predictions, point: "OperatingPoint", settings: dict[str, Any]
) -> tuple[Predictions, Scores]:
    """Return the predictions with the point's signal as their probability, and the scores at the point."""
    from spanwise.diagnosis.operating_point import score_at
    from spanwise.diagnosis.signals import with_signal

    return with_signal(predictions, point.signal), score_at(dataset, predictions, point, **settings)


def _once(*groups: Sequence[Finding]) -> tuple[Finding, ...]:
    """Return the findings without those that reading and scoring both made."""
    return tuple(dict.fromkeys(finding for group in groups for finding in group))


def _names(files: Sequence[str]) -> list[str]:
    """Return a name for each reader: the file's name without endings, with its folder where two would be alike."""
    names = [_stem(file_name(file)) for file in files]
    if len(set(names)) < len(set(files)):
        folders = [file_name(file.removesuffix(file_name(file)).rstrip("/\\")) for file in files]
        names = [f"{folder}/{name}" if folder else name for folder, name in zip(folders, names, strict=True)]
    # The same file twice is a fair question (is p = 1?), so equal names get numbers rather than an error.
    seen: dict[str, int] = {}
    numbered = []
    for name in names:
        seen[name] = seen.get(name, 0) + 1
        numbered.append(name if seen[name] == 1 else f"{name} ({seen[name]})")
    return numbered


def _stem(name: str) -> str:
    for ending in (".gz", ".zst", ".json", ".jsonl", ".csv", ".tsv"):
        name = name.removesuffix(ending)
    return "standard input" if name == "-" else name


def _na_probs(files: Sequence[str], given: Sequence[str]) -> dict[str, str]:
    """Return the probabilities' file of each reader that has one, by the reader's name."""
    names = _names(files)
    named: dict[str, str] = {}
    plain: list[str] = []
    for text in given:
        name, equals, file = text.partition("=")
        if equals and name in names:
            named[name] = file
        else:
            plain.append(text)
    if plain and (named or len(plain) != len(names)):
        raise OptionError(
            f"--na-probs names {len(plain)} files for {len(names)} readers; give one for each in the same order, or "
            f"name the reader, as in --na-probs {names[0]}={plain[0]}"
        )
    return named or dict(zip(names, plain, strict=False))
