"""Readers by name."""

import importlib
from pathlib import Path
from types import ModuleType

import pytest

from spanwise.data.dataset import Dataset
from spanwise.errors import FormatError, OptionError
from spanwise.language.annotate import Annotator
from spanwise.predictions.prediction import Prediction, Predictions
from spanwise.predictions.reader import Reader
from spanwise.readers import READERS, ReaderEntry
from spanwise.readers.named import MODEL_FILE, reader_entry, reader_named

READY = [name for name, entry in READERS.items() if not entry.trainable]


@pytest.mark.parametrize("name", READY)
def test_a_reader_is_called_what_it_was_asked_for_by(name: str, annotator: Annotator) -> None:
    reader = reader_named(name, annotator=annotator if READERS[name].needs_language else None)
    assert isinstance(reader, Reader)
    assert reader.name == name


@pytest.mark.parametrize("entry", READERS.values(), ids=list(READERS))
def test_what_the_list_points_at_is_there(entry: ReaderEntry) -> None:
    assert hasattr(importlib.import_module(entry.module), entry.attribute)


def test_the_names_are_those_that_the_documentation_speaks_of() -> None:
    assert READY == ["random-guess", "sliding-window", "sliding-window+distance", "first-sentence", "always-abstain"]


def test_an_unknown_name_lists_what_there_is() -> None:
    with pytest.raises(OptionError) as error:
        reader_named("sliding-windows")
    assert str(error.value) == (
        "there is no reader 'sliding-windows', and no folder with a model of that name; there are random-guess, "
        "sliding-window, sliding-window+distance, first-sentence, always-abstain"
    )


def test_a_reader_that_must_be_trained_says_how() -> None:
    with pytest.raises(OptionError) as error:
        reader_named("log-linear")
    assert str(error.value) == (
        "the reader 'log-linear' has to be trained: spanwise train log-linear DATASET -o FOLDER; then give the folder "
        "in place of the name"
    )


def test_a_reader_that_needs_annotated_text_says_so() -> None:
    with pytest.raises(OptionError, match="the reader 'random-guess' needs annotated text: give annotator="):
        reader_named("random-guess")


def test_settings_reach_the_reader_and_those_without_a_choice_of_candidates_refuse_one(annotator: Annotator) -> None:
    data = Dataset(())
    assert reader_named("sliding-window", annotator=annotator, candidates="constituents").predict(data).by_id == {}
    with pytest.raises(OptionError, match="the reader 'first-sentence' has no choice of candidates; leave it out"):
        reader_named("first-sentence", candidates="phrases")


def model(folder: Path, content: str) -> Path:
    folder.mkdir()
    (folder / MODEL_FILE).write_text(content, "utf-8")
    return folder


def test_a_folder_is_read_by_the_reader_that_its_file_names(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, annotator: Annotator
) -> None:
    class Trained:
        name = "trained"

        def predict(self, dataset: Dataset) -> Predictions:
            return Predictions({i: Prediction(i, "yes") for i in dataset.question_ids})

    calls: list[tuple[Path, Annotator, bool]] = []

    def read_model(folder: Path, *, annotator: Annotator, abstain: bool = False) -> Trained:
        calls.append((folder, annotator, abstain))
        return Trained()

    fake = ModuleType("fake")
    fake.read_model = read_model  # type: ignore[attr-defined]
    entry = READERS["log-linear"]
    monkeypatch.setattr("spanwise.readers.named.importlib.import_module", lambda name: {entry.module: fake}[name])
    folder = model(tmp_path / "model", '{"reader": "log-linear", "version": 1}')
    made = reader_named(folder, annotator=annotator, seed=4, abstain=True)
    assert (made.name, calls) == ("trained", [(folder, annotator, True)])
    assert reader_entry(str(folder)) == entry


def test_a_folder_that_is_no_model_is_refused(tmp_path: Path) -> None:
    with pytest.raises(FormatError) as error:
        reader_entry(tmp_path)
    assert (
        str(error.value) == f"{tmp_path}: the folder holds no model.json, so it is no model; spanwise train makes one"
    )
    with pytest.raises(FormatError, match=r"model\.json: this is no model: .*; spanwise train makes one"):
        reader_entry(model(tmp_path / "a", "[]"))
    with pytest.raises(FormatError, match="there is no trained reader 'bidaf' in this version; there is log-linear"):
        reader_entry(model(tmp_path / "b", '{"reader": "bidaf"}'))
    with pytest.raises(FormatError, match="there is no trained reader 'random-guess' in this version"):
        reader_entry(model(tmp_path / "c", '{"reader": "random-guess"}'))
