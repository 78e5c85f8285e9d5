"""Installed pipelines: what is read of them without spaCy, and what is said where one is missing or does not fit."""

import importlib.metadata
import json
import re
import shutil
import subprocess
import sys
from pathlib import Path
from typing import Any

import pytest
import spacy

from spanwise.errors import MissingExtraError, OptionError, SpanwiseWarning
from spanwise.language import DEFAULT_PIPELINE
from spanwise.language.pipelines import installed_pipelines, load_pipeline, pipeline_named


@pytest.fixture
def german(tmp_path: Path) -> Path:
    """Return a folder that spaCy wrote: German, with a sentencizer and nothing that is learnt."""
    language = spacy.blank("de")
    language.add_pipe("sentencizer")
    folder = tmp_path / "german"
    language.to_disk(folder)
    return folder


def change(file: Path, **changes: Any) -> None:
    file.write_text(json.dumps(json.loads(file.read_text("utf-8")) | changes), "utf-8")


def test_the_default_pipeline_is_described_as_spacy_itself_describes_it() -> None:
    found = pipeline_named(DEFAULT_PIPELINE)
    language = spacy.load(DEFAULT_PIPELINE)
    assert [name for name, _ in found.components] == language.pipe_names
    assert [factory for _, factory in found.components] == [
        language.get_pipe_meta(n).factory for n in language.pipe_names
    ]
    assert found.language == language.lang
    assert found.made_for == language.meta["spacy_version"]
    assert found.identity == f"{DEFAULT_PIPELINE} {language.meta['version']}, spaCy {spacy.about.__version__}"


def test_a_pipeline_is_described_without_loading_spacy() -> None:
    code = f"import sys; from spanwise.language.annotate import Annotator as A; A({DEFAULT_PIPELINE!r}).identity; "
    code += "print(*sorted({'spacy', 'thinc', 'numpy'} & set(sys.modules)))"
    done = subprocess.run([sys.executable, "-c", code], capture_output=True, text=True, check=True)
    assert done.stdout.split() == []


def test_a_folder_is_a_pipeline_known_by_its_content_and_not_by_its_place(german: Path) -> None:
    found = pipeline_named(str(german))
    assert (found.language, found.components) == ("de", (("sentencizer", "sentencizer"),))
    moved = shutil.copytree(german, german.with_name("moved"))
    assert pipeline_named(str(moved)).identity == found.identity
    change(moved / "meta.json", description="trained once more")
    assert pipeline_named(str(moved)).identity != found.identity
    assert load_pipeline(found).lang == "de"


def test_components_are_found_by_the_factory_that_makes_them_whatever_they_are_called(german: Path) -> None:
    language = spacy.blank("en")
    language.add_pipe("morphologizer", name="mine").add_label("POS=NOUN")  # type: ignore[attr-defined]
    language.add_pipe("entity_ruler", name="names")
    language.initialize()
    folder = german.with_name("english")
    language.to_disk(folder)
    found = pipeline_named(str(folder))
    assert [found.has(name) for name in ("tagger", "ner", "parser", "lemmatizer")] == [True, True, False, False]
    assert all(pipeline_named(DEFAULT_PIPELINE).has(name) for name in ("tagger", "ner", "parser", "lemmatizer"))
    assert not pipeline_named(str(german)).has("tagger")


def test_the_installed_pipelines_are_named() -> None:
    assert DEFAULT_PIPELINE in installed_pipelines()


MISSING = {
    "en_core_web_lg": "no spaCy pipeline 'en_core_web_lg' is installed; installed are: a, b; "
    "install one with: python -m spacy download en_core_web_lg",
    "english": "no spaCy pipeline 'english' is installed; installed are: a, b; "
    f'install one with: pip install "spanwise[language]" (the English {DEFAULT_PIPELINE})',
    "my/model": "my/model: no such folder; "
    "name a pipeline's package, or a folder that `spacy train` or nlp.to_disk() wrote",
}


@pytest.mark.parametrize("name", MISSING)
def test_a_pipeline_that_is_not_there_is_refused_with_what_would_do(name: str, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("spanwise.language.pipelines.installed_pipelines", lambda: ("a", "b"))
    with pytest.raises(OptionError, match=f"^{re.escape(MISSING[name])}$"):
        pipeline_named(name)


def test_the_default_pipeline_and_spacy_are_missed_with_the_command_that_installs_them(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    monkeypatch.setattr("spanwise.language.pipelines._package", dict[str, Path]().get)
    monkeypatch.setattr("spanwise.language.pipelines.installed_pipelines", lambda: ())
    message = f"no spaCy pipeline '{DEFAULT_PIPELINE}' is installed; none is installed; install one with: "
    with pytest.raises(OptionError, match=re.escape(message + 'pip install "spanwise[language]"') + "$"):
        pipeline_named(DEFAULT_PIPELINE)

    def missing(name: str) -> str:
        raise importlib.metadata.PackageNotFoundError(name)

    monkeypatch.setattr("importlib.metadata.version", missing)
    message = 'annotating text needs spaCy, which is not installed; install it with: pip install "spanwise[language]"'
    with pytest.raises(MissingExtraError, match=f"^{re.escape(message)}$"):
        pipeline_named(DEFAULT_PIPELINE)


@pytest.mark.parametrize("name", ["json", "click", "sys"])
def test_a_package_that_is_no_pipeline_is_refused(name: str) -> None:
    with pytest.raises(OptionError, match=f"^{name}: this package holds no spaCy pipeline|^no spaCy pipeline '{name}'"):
        pipeline_named(name)


def test_a_folder_that_is_no_pipeline_is_refused(german: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    found = (
        r"german: this folder holds no spaCy pipeline \(%s: .*\); name a pipeline's package, or a folder that `spacy"
    )
    (german / "config.cfg").write_text("[nlp]\nlang = 1\n", "utf-8")
    with pytest.raises(OptionError, match=found % "KeyError"):
        pipeline_named(str(german))
    (german / "config.cfg").write_text("nlp = 1\n", "utf-8")
    with pytest.raises(OptionError, match=found % "MissingSectionHeaderError"):
        pipeline_named(str(german))
    (german / "meta.json").write_text("[]", "utf-8")
    with pytest.raises(OptionError, match=found % "TypeError"):
        pipeline_named(str(german))
    (german / "meta.json").unlink()
    with pytest.raises(OptionError, match=found % "FileNotFoundError"):
        pipeline_named(str(german))
    # A folder with the name of a package, where no package is.
    monkeypatch.chdir(german.parent)
    with pytest.raises(OptionError, match=r"^german: this folder holds no spaCy pipeline"):
        pipeline_named("german")


def test_a_pipeline_made_for_another_spacy_is_said_to_be_so(german: Path) -> None:
    change(german / "meta.json", spacy_version=">=2.0.0,<2.1.0")
    other = f"german: it was made for spaCy >=2.0.0,<2.1.0, and {spacy.about.__version__} is installed"
    with pytest.warns(
        SpanwiseWarning, match=re.escape(other) + r": its annotation may be worse than it was; what would"
    ):
        load_pipeline(pipeline_named(str(german)))


def test_a_pipeline_that_cannot_be_loaded_is_refused_with_spacys_reason(german: Path) -> None:
    config = german / "config.cfg"
    config.write_text(config.read_text("utf-8").replace('factory = "sentencizer"', 'factory = "unheard_of"'), "utf-8")
    with pytest.raises(
        OptionError, match=r"german: the pipeline cannot be loaded \(.*unheard_of.*\); install or write"
    ):
        load_pipeline(pipeline_named(str(german)))
    change(german / "meta.json", spacy_version=">=2.0.0,<2.1.0")
    with pytest.raises(
        OptionError, match=r"unheard_of.*\); it was made for spaCy >=2.0.0,<2.1.0, and .* fit: train it"
    ):
        load_pipeline(pipeline_named(str(german)))
