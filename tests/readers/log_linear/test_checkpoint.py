import pickle
import warnings
from pathlib import Path

import numpy as np
import pytest

from spanwise.errors import SpanwiseWarning
from spanwise.readers.log_linear.checkpoint import Checkpoint, State
from spanwise.readers.log_linear.model import Training
from spanwise.readers.log_linear.settings import Settings

TRAINING = Training(dataset="1a2b", questions=5, skipped=0, seed=7, pipeline="rules 1", candidates="dev")


def state_of(seed: int) -> State:
    """Return a state in the middle of a training."""
    rng = np.random.default_rng(seed)
    state = State(6, 4, 1.0)
    state.weights += rng.normal(size=6).astype(np.float32)
    state.squares += rng.random(6).astype(np.float32)
    state.keep_as_best(0.25)
    state.dense += rng.normal(size=4).astype(np.float32)
    state.passes, state.done = 1, 3
    return state


def bits(state: State | None) -> dict[str, object]:
    assert state is not None
    found = vars(state).items()
    return {name: value.tobytes() if isinstance(value, np.ndarray) else value for name, value in found}


def test_a_new_state_has_no_weights_and_no_best() -> None:
    state = State(3, 2, 0.5)
    assert (state.weights.tolist(), state.squares.tolist()) == ([0, 0, 0], [0.5, 0.5, 0.5])
    assert (state.dense.tolist(), state.dense_squares.tolist()) == ([0, 0], [0.5, 0.5])
    assert (state.passes, state.done, state.best_score, len(state.best_weights)) == (0, 0, float("-inf"), 0)


def test_the_best_weights_are_a_copy() -> None:
    state = state_of(0)
    before = state.best_weights.tolist()
    state.weights += 1
    assert state.best_weights.tolist() == before
    assert state.best_score == 0.25


@pytest.mark.parametrize("seed", range(3))
def test_what_is_kept_comes_back_to_the_bit(tmp_path: Path, seed: int) -> None:
    checkpoint = Checkpoint(tmp_path / "training", Settings(), TRAINING)
    state = state_of(seed) if seed else State(6, 4, 1.0)
    checkpoint.write(state)
    assert bits(Checkpoint(tmp_path / "training", Settings(), TRAINING).read()) == bits(state)
    assert [path.name for path in tmp_path.iterdir()] == ["training"]


def test_without_a_file_nothing_is_kept(tmp_path: Path) -> None:
    nowhere = Checkpoint(None, Settings(), TRAINING, seconds=0)
    nowhere.write(state_of(0))
    nowhere.write_now_and_then(state_of(0))
    nowhere.remove()
    assert nowhere.read() is None
    assert Checkpoint(tmp_path / "none yet", Settings(), TRAINING).read() is None


def test_it_is_written_only_after_so_many_seconds(tmp_path: Path) -> None:
    now = [100.0]
    file = tmp_path / "training"
    checkpoint = Checkpoint(file, Settings(), TRAINING, seconds=30, clock=lambda: now[0])
    for seconds, written in ((129.9, False), (130.0, True), (150.0, False), (159.9, False), (160.0, True)):
        file.unlink(missing_ok=True)
        now[0] = seconds
        checkpoint.write_now_and_then(state_of(0))
        assert file.exists() is written


def test_it_is_removed(tmp_path: Path) -> None:
    checkpoint = Checkpoint(tmp_path / "training", Settings(), TRAINING)
    checkpoint.write(state_of(0))
    checkpoint.remove()
    checkpoint.remove()
    assert not list(tmp_path.iterdir())


@pytest.mark.parametrize(
    "other",
    [
        (Settings(passes=9), TRAINING, ""),
        (Settings(), Training("ffff", 5, 0, 7, "rules 1", "dev"), ""),
        (Settings(), Training("1a2b", 5, 0, 8, "rules 1", "dev"), ""),
        (Settings(), Training("1a2b", 5, 0, 7, "rules 2", "dev"), ""),
        (Settings(), TRAINING, "2c3d"),
    ],
    ids=["settings", "questions", "seed", "pipeline", "development"],
)
def test_that_of_another_training_is_left_aside_with_a_warning(
    tmp_path: Path, other: tuple[Settings, Training, str]
) -> None:
    file = tmp_path / "training"
    Checkpoint(file, Settings(), TRAINING).write(state_of(0))
    settings, training, development = other
    with pytest.warns(SpanwiseWarning) as told:
        assert Checkpoint(file, settings, training, development=development).read() is None
    (warning,) = told
    assert str(warning.message) == (
        f"{file}: not gone on with, since it is of other training or development questions, another seed or pipeline, "
        "or other settings; training starts anew"
    )


@pytest.mark.parametrize("kept", [0, 1, 16, 17, 100, -200, -1])
def test_a_damaged_one_is_left_aside_with_a_warning(tmp_path: Path, kept: int) -> None:
    file = tmp_path / "training"
    checkpoint = Checkpoint(file, Settings(), TRAINING)
    checkpoint.write(state_of(0))
    file.write_bytes(file.read_bytes()[:kept])
    with pytest.warns(SpanwiseWarning, match=r"not gone on with, since it is damaged \(its content is not what was"):
        assert checkpoint.read() is None


def test_every_byte_that_is_turned_is_found_or_changes_nothing(tmp_path: Path) -> None:
    file = tmp_path / "training"
    checkpoint = Checkpoint(file, Settings(), TRAINING)
    checkpoint.write(state_of(0))
    whole, expected = file.read_bytes(), bits(state_of(0))
    for place in range(0, len(whole), 7):
        file.write_bytes(whole[:place] + bytes([whole[place] ^ 0xFF]) + whole[place + 1 :])
        with warnings.catch_warnings():
            warnings.simplefilter("ignore", SpanwiseWarning)
            found = checkpoint.read()
        assert found is None or bits(found) == expected


def test_a_pickle_is_not_run(tmp_path: Path) -> None:
    file, trace = tmp_path / "training", tmp_path / "trace"

    class Evil:
        def __reduce__(self) -> tuple[object, tuple[object, ...]]:
            return Path.touch, (trace,)

    checkpoint = Checkpoint(file, Settings(), TRAINING)
    content = pickle.dumps(Evil())
    pickle.loads(content)
    assert trace.exists()
    trace.unlink()
    file.write_bytes(content)
    with pytest.warns(SpanwiseWarning, match="it is damaged"):
        assert checkpoint.read() is None
    assert not trace.exists()
