"""Installed spaCy pipelines: found, described and named for a cache without loading spaCy, and then loaded."""

import configparser
import functools
import hashlib
import importlib.metadata
import importlib.util
import json
import os
import re
import warnings
from pathlib import Path
from typing import TYPE_CHECKING, Any

import msgspec

from spanwise.errors import MissingExtraError, OptionError, SpanwiseWarning
from spanwise.language import DEFAULT_PIPELINE

if TYPE_CHECKING:
    from spacy.language import Language

__all__ = ["Pipeline", "installed_pipelines", "load_pipeline", "pipeline_named"]

_MISSING = 'annotating text needs spaCy, which is not installed; install it with: pip install "spanwise[language]"'
_NAME_ONE = "name a pipeline's package, or a folder that `spacy train` or nlp.to_disk() wrote"
_OFFICIAL = re.compile(r"[a-z]{2,3}_(?:core|dep|ent|sent)_\w+")
# Which factories do a component's work, by the words of their names: "beam_parser" and "trainable_lemmatizer" do, too.
_DOES = {
    "tagger": {"tagger", "morphologizer"},
    "ner": {"ner", "entity", "entities"},
}


class Pipeline(msgspec.Struct, frozen=True):
    """What a pipeline's folder says about it, read without spaCy."""

    name: str
    """The package or path that was asked for."""
    folder: str
    language: str
    """Its language as spaCy codes it: "en", "de", ...; "xx" for many."""
    components: tuple[tuple[str, str], ...]
    """The components that run, each with the factory that makes it."""
    identity: str
    """Everything that annotation depends on: name, version and spaCy's version; of a folder also its content."""
    made_for: str
    """The spaCy versions it was made for, such as ">=3.8.0,<3.9.0"."""

    def has(self, component: str) -> bool:
        """Say whether some component does the work of a "parser", "tagger", "ner" or "lemmatizer"."""
        words = _DOES.get(component, {component})
        return any(words & {name, *factory.split("_")} for name, factory in self.components)


def installed_pipelines() -> tuple[str, ...]:
    """Return the names of the pipelines that are installed as packages."""
    return tuple(sorted({point.name for point in importlib.metadata.entry_points(group="spacy_models")}))


def pipeline_named(name: str) -> Pipeline:
    """Return an installed pipeline by its package's name or its folder's path.

    spaCy takes a second to import, and a run whose texts are all in the cache need not pay for it.

    Raises:
        MissingExtraError: spaCy is not installed.
        OptionError: There is no such pipeline, or the folder is none; the message says what would do.
    """
    try:
        spacy_version = importlib.metadata.version("spacy")
    except importlib.metadata.PackageNotFoundError:
        raise MissingExtraError(_MISSING) from None
    package = _package(name)
    folder = package or Path(name)
    if package is None and not folder.is_dir():
        raise OptionError(_not_found(name))
    try:
        meta: dict[str, Any] = json.loads((folder / "meta.json").read_bytes())
        full_name = f"{meta['lang']}_{meta['name']}"
        data = folder / f"{full_name}-{meta['version']}" if package else folder
        components = _components((data / "config.cfg").read_text("utf-8"))
    except (OSError, ValueError, KeyError, TypeError, configparser.Error) as error:
        raise OptionError(
            f"{name}: this {'package' if package else 'folder'} holds no spaCy pipeline "
            f"({type(error).__name__}: {str(error).splitlines()[0]}); {_NAME_ONE}"
        ) from None
    # People train a pipeline again and again under one version, so a folder is known by what it holds.
    content = "" if package else f" {_content(folder)}"
    identity = f"{full_name} {meta['version']}{content}, spaCy {spacy_version}"
    return Pipeline(name, str(data), str(meta["lang"]), components, identity, str(meta.get("spacy_version", "")))


def _package(name: str) -> Path | None:
    """Return the folder of a pipeline's package; a folder in the way of a package's name does not hide it."""
    if not name.isidentifier():
        return None
    try:
        spec = importlib.util.find_spec(name)
    except (ImportError, ValueError):
        return None
    # A folder of that name in the working directory counts as a package without origin.
    return None if spec is None or spec.origin is None else Path(spec.origin).parent


def _components(config: str) -> tuple[tuple[str, str], ...]:
    parser = configparser.ConfigParser(interpolation=None)
    parser.read_string(config)
    running = [name for name in json.loads(parser["nlp"]["pipeline"]) if name not in _disabled(parser)]
    return tuple((name, json.loads(parser[f"components.{name}"].get("factory", '""'))) for name in running)


def _disabled(parser: configparser.ConfigParser) -> set[str]:
    return set(json.loads(parser["nlp"].get("disabled", "[]")))


def _content(folder: Path) -> str:
    digest = hashlib.sha256()
    for path in sorted(path for path in folder.rglob("*") if path.is_file()):
        digest.update(f"{path.relative_to(folder).as_posix()}\0{path.stat().st_size}\0".encode())
        with path.open("rb") as stream:
            digest.update(hashlib.file_digest(stream, "sha256").digest())
    return digest.hexdigest()[:16]


def _not_found(name: str) -> str:
    if os.sep in name or "/" in name:
        return (
            f"{name}: no such folder; name a pipeline's package, or a folder that `spacy train` or nlp.to_disk() wrote"
        )
    installed = installed_pipelines()
    having = f"installed are: {', '.join(installed)}" if installed else "none is installed"
    if _OFFICIAL.fullmatch(name) and name != DEFAULT_PIPELINE:
        cure = f"python -m spacy download {name}"
    else:
        cure = 'pip install "spanwise[language]"'
        cure += "" if name == DEFAULT_PIPELINE else f" (the English {DEFAULT_PIPELINE})"
    return f"no spaCy pipeline {name!r} is installed; {having}; install one with: {cure}"


@functools.lru_cache(maxsize=2)
def load_pipeline(pipeline: Pipeline) -> "Language":
    """Return the pipeline, ready to run; the same one again when it is asked for again.

    Raises:
        MissingExtraError: spaCy, or a library that the pipeline needs beside it, is not installed.
        OptionError: The pipeline was made for another spaCy, or is damaged.
    """
    with warnings.catch_warnings():
        # What spaCy would warn of, that versions do not fit, is said below in our words.
        warnings.simplefilter("ignore")
        try:
            import spacy
        except ImportError as error:
            raise MissingExtraError(f"{_MISSING} ({error})") from None
        version = importlib.metadata.version("spacy")
        fits = spacy.util.is_compatible_version(version, pipeline.made_for) is not False
        other = f"it was made for spaCy {pipeline.made_for}, and {version} is installed"
        cure = f"python -m spacy download {pipeline.name}" if _OFFICIAL.fullmatch(pipeline.name) else "train it again"
        try:
            language = spacy.load(pipeline.folder)
        except (ImportError, OSError, ValueError, TypeError, KeyError, AttributeError) as error:
            # Colours and line breaks are for spaCy's own terminal.
            reason = " ".join(re.sub(r"\x1b\[[0-9;]*m", "", str(error)).split())[:300]
            raise OptionError(
                f"{pipeline.name}: the pipeline cannot be loaded ({reason}); "
                + ("install or write it again" if fits else f"{other}; what would fit: {cure}")
            ) from None
    if not fits:
        warnings.warn(
            f"{pipeline.name}: {other}: its annotation may be worse than it was; what would fit: {cure}",
            SpanwiseWarning,
            stacklevel=2,
        )
    return language
