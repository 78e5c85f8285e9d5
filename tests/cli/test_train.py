import json
import os
import signal
import subprocess
import sys
import time
from pathlib import Path

import pytest

import spanwise as sw
from spanwise.data.samples import sample_path
from spanwise.language.annotate import Annotator
from spanwise.readers.log_linear.settings import GROUPS
from spanwise.readers.log_linear.store import DESCRIPTION, WEIGHTS, read_model
from tests.cli.conftest import Run

TRAIN = str(sample_path("train"))


@pytest.fixture
def cached(annotator: Annotator) -> tuple[str, ...]:
    """Return the options with which a command shares the tests' annotation."""
    return ("--cache", str(annotator.cache), "--processes", "1")


@pytest.fixture
def small(tmp_path: Path) -> str:
    """Return a file of two articles of the sample whose questions are answerable."""
    dataset = sw.read(TRAIN)
    file = tmp_path / "small.json"
    articles = [
        sw.Article(
            a.title, tuple(sw.Paragraph(p.context, tuple(q for q in p.questions if q.answers)) for p in a.paragraphs)
        )
        for a in dataset.articles[:2]
    ]
    sw.write(sw.Dataset(tuple(articles), version="v2.0"), file)
    return str(file)


def test_a_model_is_written_that_predicts_and_answers(
    run: Run, small: str, dev: str, tmp_path: Path, annotator: Annotator
) -> None:
    model, file = tmp_path / "models" / "first", tmp_path / "p.json"
    cached = ("--cache", str(annotator.cache), "--processes", "1")
    outcome = run("train", "log-linear", small, "-o", model, "--passes", "1", *cached)
    assert (outcome.code, outcome.err) == (0, "")
    reader = read_model(model, annotator=annotator)
    lines = outcome.out.splitlines()
    questions = reader.model.training.questions
    weights = f"{len(reader.model.keys):,}"
    assert lines[0].startswith(f"{model}: log-linear trained on {questions} questions; {weights} weights, ")
    assert lines[-1] == f"next: spanwise predict {model} DATASET -o predictions.jsonl"
    assert questions + reader.model.training.skipped == len(sw.read(small).question_ids)
    assert sorted(path.name for path in model.iterdir()) == [DESCRIPTION, WEIGHTS]
    assert run("predict", model, dev, "-o", file, *cached).code == 0
    expected = reader.predict(sw.read(dev)).by_id
    assert {i: p.text for i, p in sw.read_predictions(file).by_id.items()} == {i: p.text for i, p in expected.items()}


def test_json_says_what_was_done(run: Run, small: str, tmp_path: Path, cached: tuple[str, ...]) -> None:
    model = tmp_path / "model"
    outcome = run("train", "log-linear", small, "-o", model, "--passes", "1", "--seed", "5", "--json", *cached)
    printed = json.loads(outcome.out)
    described = json.loads((model / DESCRIPTION).read_text("utf-8"))
    assert printed.pop("seconds") >= 0
    assert printed == {
        "output": str(model),
        "reader": "log-linear",
        "questions": described["training"]["questions"],
        "skipped": described["training"]["skipped"],
        "weights": described["weights"],
        "unanswerable": 0,
        "seed": described["training"]["seed"],
    }


def test_settings_reach_the_model(run: Run, small: str, tmp_path: Path, cached: tuple[str, ...]) -> None:
    model = tmp_path / "model"
    numbers = ("--passes", "2", "--learning-rate", "0.2", "--l2", "0.5")
    settings = (*numbers, "--candidates", "narrow", "--without", "lengths", "--without", "span-tags")
    assert run("train", "log-linear", small, "-o", model, *settings, *cached).code == 0
    described = json.loads((model / DESCRIPTION).read_text("utf-8"))
    found = described["settings"]
    assert (found["passes"], found["learning_rate"], found["l2"], found["candidates"]) == (2, 0.2, 0.5, "narrow")
    assert described["groups"] == [group for group in GROUPS if group not in ("lengths", "span-tags")]


def test_several_files_are_learnt_from_together_and_development_questions_choose(
    run: Run, small: str, tmp_path: Path, cached: tuple[str, ...]
) -> None:
    dataset = sw.read(small)
    parts = []
    for number, article in enumerate(dataset.articles):
        parts.append(tmp_path / f"part-{number}.json")
        sw.write(sw.Dataset((article,), version="v2.0"), parts[-1])
    for name, files in (("together", parts), ("apart", [small])):
        options = ("--development", parts[0], "--passes", "2", "-o", tmp_path / name)
        assert run("train", "log-linear", *files, *options, *cached).code == 0
    assert (tmp_path / "together" / WEIGHTS).read_bytes() == (tmp_path / "apart" / WEIGHTS).read_bytes()


@pytest.mark.parametrize(
    ("arguments", "message"),
    [
        (("--without", "letters"), "no group of features is called 'letters'; there are matching-words, "),
        ([f"--without={group}" for group in GROUPS], "every group of features is left out; leave one in"),
        (("--passes", "0"), "0 passes with 10 buckets; at least 1 pass and 2 buckets are needed"),
        (("--learning-rate", "0"), "the learning rate and the first square must be above 0, and l2 not below"),
        (("--pipeline", "no_such_pipeline"), ""),
    ],
)
def test_what_cannot_be_done_is_said_in_a_sentence(
    run: Run, small: str, tmp_path: Path, arguments: tuple[str, ...], message: str
) -> None:
    outcome = run("train", "log-linear", small, "-o", tmp_path / "model", *arguments)
    assert (outcome.code, outcome.out) == (2, "")
    assert outcome.err.startswith(f"spanwise: {message}")
    assert len(outcome.err.splitlines()) == 1
    assert not (tmp_path / "model" / DESCRIPTION).exists()


def test_a_folder_that_cannot_be_made_is_said_before_the_work(run: Run, small: str, tmp_path: Path) -> None:
    (tmp_path / "file").write_text("", "utf-8")
    outcome = run("train", "log-linear", small, "-o", tmp_path / "file" / "model")
    assert outcome.code == 2
    where = tmp_path / "file" / "model"
    assert outcome.err == f"spanwise: {where}: no folder can be made there (Not a directory); name another\n"


def test_a_dataset_without_answers_and_an_unknown_reader_are_refused(
    run: Run, tmp_path: Path, cached: tuple[str, ...]
) -> None:
    file = tmp_path / "none.json"
    nothing = sw.Paragraph("Ada left.", (sw.Question("q", "Who stayed?", is_impossible=True),))
    sw.write(sw.Dataset((sw.Article("a", (nothing,)),), version="v2.0"), file)
    outcome = run("train", "log-linear", file, "-o", tmp_path / "model", *cached)
    assert outcome.code == 2
    assert "no question has an answer that stands in its context, so there is nothing to learn" in outcome.err
    unknown = run("train", "bidaf", file, "-o", tmp_path / "model")
    assert (unknown.code, "bidaf" in unknown.err) == (2, True)


def test_wordnet_that_is_named_and_not_there_is_an_error_and_else_a_warning(
    run: Run, tmp_path: Path, cached: tuple[str, ...], monkeypatch: pytest.MonkeyPatch
) -> None:
    file = tmp_path / "both.json"
    questions = (sw.Question("a", "Who left?", (sw.Answer("Ada", 0),)), sw.Question("b", "Who stayed?"))
    sw.write(sw.Dataset((sw.Article("a", (sw.Paragraph("Ada left.", questions),)),), version="v2.0"), file)
    outcome = run("train", "log-linear", file, "-o", tmp_path / "m", "--wordnet", tmp_path / "none", *cached)
    assert outcome.code == 2
    assert str(tmp_path / "none") in outcome.err
    monkeypatch.setattr("spanwise.language.lexicon.WORDNET_FOLDERS", (str(tmp_path / "none"),))
    outcome = run("train", "log-linear", file, "-o", tmp_path / "m", *cached)
    assert outcome.code == 0
    assert outcome.err.startswith("warning: trained without antonyms and synonyms: ")


def test_a_training_that_is_killed_goes_on_to_the_same_model(run: Run, tmp_path: Path, cached: tuple[str, ...]) -> None:
    # It is killed as soon as it has kept something, and keeps something at each step for that.
    code = (
        "import sys; from spanwise.readers.log_linear.checkpoint import Checkpoint;"
        "Checkpoint.write_now_and_then = Checkpoint.write;"
        "from spanwise.cli.main import main; main(sys.argv[1:])"
    )
    killed, whole = tmp_path / "killed", tmp_path / "whole"
    command = ("train", "log-linear", TRAIN, "--passes", "1", *cached)
    running = subprocess.Popen([sys.executable, "-c", code, *command, "-o", str(killed)], stderr=subprocess.PIPE)
    while not list(killed.glob("training*")):
        assert running.poll() is None, running.communicate()[1].decode()
        time.sleep(0.005)
    os.kill(running.pid, signal.SIGKILL)
    running.communicate()
    assert running.returncode == -signal.SIGKILL
    assert not (killed / DESCRIPTION).exists()
    for folder in (killed, whole):
        outcome = run(*command, "-o", folder)
        assert (outcome.code, outcome.err) == (0, "")
        assert sorted(path.name for path in folder.iterdir()) == [DESCRIPTION, WEIGHTS]
    for name in (WEIGHTS, DESCRIPTION):
        assert (killed / name).read_bytes() == (whole / name).read_bytes()
