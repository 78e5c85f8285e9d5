import json
import pickle
import random
import shutil
from pathlib import Path

import msgspec
import pytest

from spanwise.errors import FormatError
from spanwise.files import fingerprint, write_bytes
from spanwise.language.candidate_facts import candidate_weights
from spanwise.language.lexicon import Lexicon
from spanwise.readers.log_linear.reader import LogLinearReader
from spanwise.readers.log_linear.settings import FEATURES_VERSION, Settings
from spanwise.readers.log_linear.store import DESCRIPTION, WEIGHTS, read_model, write_model
from spanwise.readers.log_linear.trainer import LogLinear
from tests.readers.log_linear.by_rule import ByRule
from tests.readers.log_linear.toys import sales
from tests.wordnet_database import write_database


@pytest.fixture(scope="module")
def reader() -> LogLinearReader:
    """Return a reader with a null option."""
    return LogLinear(ByRule(), Settings(without=("lengths",))).train(sales(12, unanswerable=True), rng=random.Random(0))


@pytest.fixture
def folder(reader: LogLinearReader, tmp_path: Path) -> Path:
    """Return the folder of its model."""
    write_model(reader, tmp_path / "made" / "model")
    return tmp_path / "made" / "model"


def rewrite(folder: Path, **changes: object) -> None:
    """Change fields of a model's description."""
    described = json.loads((folder / DESCRIPTION).read_text("utf-8"))
    (folder / DESCRIPTION).write_text(json.dumps(described | changes), "utf-8")


def refused(folder: Path) -> str:
    with pytest.raises(FormatError) as error:
        read_model(folder, annotator=ByRule())
    assert "\n" not in str(error.value)
    return str(error.value)


def test_a_model_that_is_read_predicts_what_the_written_one_did(reader: LogLinearReader, folder: Path) -> None:
    again = read_model(folder, annotator=ByRule())
    dataset = sales(5, first=20, unanswerable=True)
    assert again.predict(dataset).by_id == reader.predict(dataset).by_id
    for name in ("keys", "values", "dense"):
        one, other = getattr(reader.model, name), getattr(again.model, name)
        assert (one.dtype, one.tobytes()) == (other.dtype, other.tobytes())
    for name in ("settings", "training", "frequencies", "buckets", "null_option"):
        assert getattr(reader.model, name) == getattr(again.model, name)


def test_abstain_and_progress_reach_the_reader(folder: Path) -> None:
    told: list[tuple[int, int]] = []
    rewrite(folder, null_option=None)
    plain = read_model(folder, annotator=ByRule()).predict(sales(2))
    asked = read_model(folder, annotator=ByRule(), abstain=True, progress=lambda *done: told.append(done))
    assert {p.null_score for p in plain.by_id.values()} == {None}
    assert None not in {p.null_score for p in asked.predict(sales(2)).by_id.values()}
    assert told == [(1, 2), (2, 2)]


def test_the_description_says_what_the_model_is(reader: LogLinearReader, folder: Path) -> None:
    described = json.loads((folder / DESCRIPTION).read_text("utf-8"))
    assert (described["reader"], described["features"]) == ("log-linear", FEATURES_VERSION)
    assert described["training"] == {
        "dataset": sales(12, unanswerable=True).fingerprint,
        "questions": 24,
        "skipped": 0,
        "seed": reader.model.training.seed,
        "pipeline": "rules 1",
        "candidates": candidate_weights().fitted_on,
    }
    assert described["groups"] == list(Settings(without=("lengths",)).groups)
    assert described["weights"] == len(reader.model.keys)
    assert described["weights_fingerprint"] == fingerprint([(folder / WEIGHTS).read_bytes()])
    assert sorted(path.name for path in folder.iterdir()) == [DESCRIPTION, WEIGHTS]


def test_writing_twice_gives_the_same_bytes(reader: LogLinearReader, folder: Path, tmp_path: Path) -> None:
    write_model(read_model(folder, annotator=ByRule()), tmp_path / "again")
    for name in (DESCRIPTION, WEIGHTS):
        assert (tmp_path / "again" / name).read_bytes() == (folder / name).read_bytes()


def test_other_features_are_refused_with_the_difference_named(folder: Path) -> None:
    rewrite(folder, features=FEATURES_VERSION + 1, spanwise="9.8.7")
    told = refused(folder)
    assert told.startswith(f"{folder / DESCRIPTION}: written by Spanwise 9.8.7 in format 1 with features of version ")
    assert f"version {FEATURES_VERSION + 1}, and this is Spanwise" in told
    assert told.endswith("; train again, or install the other Spanwise")
    rewrite(folder, features=FEATURES_VERSION, format=0)
    assert "in format 0 with features" in refused(folder)


def test_unknown_groups_of_features_are_refused(folder: Path) -> None:
    rewrite(folder, groups=["lexicalised", "vectors", "letters"])
    assert refused(folder) == (
        f"{folder / DESCRIPTION}: trained with the features vectors, letters, which this Spanwise has not"
    )


def test_another_pipeline_is_refused(folder: Path) -> None:
    with pytest.raises(FormatError) as error:
        read_model(folder, annotator=ByRule("rules 2"))
    assert str(error.value) == (
        f"{folder / DESCRIPTION}: trained with rules 1, but texts would be annotated by rules 2; take the first with "
        "--pipeline, or train again"
    )


def test_candidates_fitted_on_other_data_are_refused(reader: LogLinearReader, folder: Path) -> None:
    training = msgspec.structs.replace(reader.model.training, candidates="some other data")
    rewrite(folder, training=msgspec.to_builtins(training))
    told = refused(folder)
    assert told.startswith(f"{folder / DESCRIPTION}: trained with candidates fitted on some other data, and this ")
    assert candidate_weights().fitted_on in told


@pytest.mark.parametrize(
    ("changes", "message"),
    [
        ({"settings": {"without": ["letters"]}}, "no group of features is called 'letters'"),
        ({"settings": {"passes": "many"}}, "Expected `int`, got `str` - at `$.settings.passes`"),
        ({"settings": {"dropout": 0.5}}, "Object contains unknown field `dropout`"),
        ({"training": None}, "Expected `object`, got `null` - at `$.training`"),
        ({"weights_fingerprint": 3}, "Expected `str`, got `int`"),
    ],
)
def test_a_description_of_another_shape_is_refused(folder: Path, changes: dict[str, object], message: str) -> None:
    rewrite(folder, **changes)
    told = refused(folder)
    assert told.startswith(f"{folder / DESCRIPTION}: {message}")
    assert told.endswith("; a model folder is written by spanwise train")


@pytest.mark.parametrize("groups", [None, 3, [3], [["a"]], {"a": 1}])
def test_groups_of_another_shape_are_refused(folder: Path, groups: object) -> None:
    rewrite(folder, groups=groups)
    assert refused(folder).startswith(f"{folder / DESCRIPTION}: ")


@pytest.mark.parametrize("content", ["", "{", "reader = 'log-linear'", "{} {}", '{"reader": "log-'])
def test_a_description_that_is_no_json_is_refused(folder: Path, content: str) -> None:
    (folder / DESCRIPTION).write_text(content, "utf-8")
    told = refused(folder)
    assert told.startswith(f"{folder / DESCRIPTION}: no JSON (")
    assert told.endswith("; a model folder is written by spanwise train")


@pytest.mark.parametrize("content", [[], "log-linear", None, {}, {"reader": "bidaf"}, {"reader": None}])
def test_a_description_of_something_else_is_refused(folder: Path, content: object) -> None:
    (folder / DESCRIPTION).write_text(json.dumps(content), "utf-8")
    assert refused(folder) == (
        f"{folder / DESCRIPTION}: this describes no log-linear reader; a model folder is written by spanwise train"
    )


@pytest.mark.parametrize("missing", [DESCRIPTION, WEIGHTS])
def test_a_folder_of_one_half_is_refused(folder: Path, missing: str) -> None:
    (folder / missing).unlink()
    assert str(folder / missing) in refused(folder)


def test_halves_of_two_models_are_refused(reader: LogLinearReader, folder: Path, tmp_path: Path) -> None:
    other = LogLinear(ByRule(), Settings(without=("lengths",))).train(sales(12), rng=random.Random(9))
    write_model(other, tmp_path / "other")
    shutil.copy(tmp_path / "other" / WEIGHTS, folder)
    assert refused(folder) == (
        f"{folder / WEIGHTS}: these are not the weights that {DESCRIPTION} describes; train again"
    )


@pytest.mark.parametrize("kept", [0, 10, -100, -1])
def test_truncated_weights_are_refused(folder: Path, kept: int) -> None:
    (folder / WEIGHTS).write_bytes((folder / WEIGHTS).read_bytes()[:kept])
    assert "these are not the weights that model.json describes" in refused(folder)


def with_weights(folder: Path, content: bytes) -> None:
    (folder / WEIGHTS).write_bytes(content)
    rewrite(folder, weights_fingerprint=fingerprint([content]))


def test_weights_that_were_damaged_before_they_were_described_are_refused(folder: Path) -> None:
    with_weights(folder, b"\x93\x01")
    assert refused(folder).startswith(f"{folder / WEIGHTS}: damaged (")


@pytest.mark.parametrize(
    ("field", "value"),
    [("keys", b"12345"), ("values", b"1234"), ("values", b"123"), ("dense", b""), ("dense", b"12345")],
)
def test_weights_that_do_not_go_together_are_refused(folder: Path, field: str, value: bytes) -> None:
    content = msgspec.msgpack.decode((folder / WEIGHTS).read_bytes())
    with_weights(folder, msgspec.msgpack.encode(content | {field: value}))
    assert refused(folder).startswith(f"{folder / WEIGHTS}: damaged (")


def test_a_null_option_of_other_measures_is_refused(folder: Path) -> None:
    described = json.loads((folder / DESCRIPTION).read_text("utf-8"))
    option = described["null_option"]
    option["buckets"]["names"] = option["buckets"]["names"][1:]
    option["buckets"]["edges"] = option["buckets"]["edges"][1:]
    rewrite(folder, null_option=option)
    assert refused(folder).startswith(f"{folder / DESCRIPTION}: ")


def test_no_pickle_is_run(folder: Path, tmp_path: Path) -> None:
    trace = tmp_path / "trace"

    class Evil:
        def __reduce__(self) -> tuple[object, tuple[object, ...]]:
            return Path.touch, (trace,)

    content = pickle.dumps(Evil())
    pickle.loads(content)
    assert trace.exists()
    trace.unlink()
    with_weights(folder, content)
    assert refused(folder).startswith(f"{folder / WEIGHTS}: damaged (")
    (folder / DESCRIPTION).write_bytes(content)
    refused(folder)
    assert not trace.exists()


@pytest.mark.parametrize("at", [WEIGHTS, DESCRIPTION])
def test_a_write_that_is_cut_off_leaves_no_model_that_is_read(
    reader: LogLinearReader, folder: Path, monkeypatch: pytest.MonkeyPatch, at: str
) -> None:
    other = LogLinear(ByRule(), Settings(without=("lengths",))).train(sales(12), rng=random.Random(9))

    def cut_off(target: Path, data: bytes) -> None:
        if target.name == at:
            raise KeyboardInterrupt
        write_bytes(target, data)

    monkeypatch.setattr("spanwise.readers.log_linear.store.write_bytes", cut_off)
    with pytest.raises(KeyboardInterrupt):
        write_model(other, folder)
    if at == WEIGHTS:
        assert read_model(folder, annotator=ByRule()).model.training == reader.model.training
    else:
        assert "these are not the weights" in refused(folder)


def test_a_folder_that_cannot_be_made_is_said(reader: LogLinearReader, tmp_path: Path) -> None:
    (tmp_path / "file").write_text("", "utf-8")
    with pytest.raises(FormatError, match=r"file.model: no folder can be made there \(Not a directory\)"):
        write_model(reader, tmp_path / "file" / "model")


def test_a_model_trained_with_a_lexicon_opens_it(folder: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    described = json.loads((folder / DESCRIPTION).read_text("utf-8"))
    rewrite(folder, null_option=described["null_option"] | {"lexicon": True})
    opened: list[Lexicon] = []

    def lexicon() -> Lexicon:
        opened.append(Lexicon(write_database(tmp_path / "wordnet")))
        return opened[-1]

    monkeypatch.setattr("spanwise.readers.log_linear.store.Lexicon", lexicon)
    assert read_model(folder, annotator=ByRule()).predict(sales(1)).by_id
    assert len(opened) == 1
