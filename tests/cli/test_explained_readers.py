"""Models that say why the readers of a report answer as they do."""

import json
import re
from pathlib import Path
from typing import Any

import pytest

import spanwise as sw
from spanwise.data.samples import sample_path, sample_predictions_path
from tests.cli.conftest import Run

DEV = str(sample_path("dev"))
EAGER = str(sample_predictions_path("eager"))


@pytest.fixture(scope="module")
def own(model: str, tmp_path_factory: pytest.TempPathFactory) -> str:
    """Return the model's predictions, with no-answer scores."""
    from spanwise.cli.main import main

    file = tmp_path_factory.mktemp("predictions") / "own.jsonl"
    with pytest.raises(SystemExit) as stop:
        main(["predict", model, DEV, "-o", str(file)])
    assert not stop.value.code
    return str(file)


def data_of(page: Path) -> dict[str, Any]:
    """Return the data of a page."""
    found = re.search(r'id="data">(.*?)</script>', page.read_text("utf-8"), re.DOTALL)
    assert found is not None
    data: dict[str, Any] = json.loads(found[1])
    return data


def test_a_model_explains_the_wrong_answers_of_its_reader(run: Run, model: str, own: str, tmp_path: Path) -> None:
    page = tmp_path / "page.html"
    outcome = run("report", DEV, own, "-o", page, "--explain", model, "--explain-most", "7", "--json")
    assert (outcome.code, outcome.err) == (0, "")
    assert json.loads(outcome.out)["explained_questions"] == {"own": 7}
    data = data_of(page)
    (reader,) = data["readers"]
    scores = sw.score(sw.read(DEV), sw.read_predictions(own))
    for number, why in reader["why"]["of"].items():
        assert scores.columns.em[int(number)] < 1
        start, end, *_ = why["candidates"][0]
        assert data["contexts"][data["paragraph"][int(number)]][start:end] == reader["text"][int(number)]
        assert why["odds"] is not None
    assert "7 of " in page.read_text("utf-8")


def test_the_reader_of_a_model_is_named_where_there_are_several(run: Run, model: str, own: str, tmp_path: Path) -> None:
    page = tmp_path / "page.html"
    both = ("report", DEV, EAGER, own, "-o", page)
    refused = run(*both, "--explain", model)
    assert refused.code == 2
    assert f"--explain {model}: say whose model it is, as in --explain eager={model}; the readers are eager, own" in (
        refused.err
    )
    assert run(*both, "--explain", f"own={model}", "--explain-most", "2").code == 0
    without, explained = data_of(page)["readers"]
    assert without["why"] is None
    assert len(explained["why"]["of"]) == 2


def test_abstentions_of_the_model_are_explained_by_what_it_would_have_said(
    run: Run, model: str, own: str, tmp_path: Path
) -> None:
    file, page = tmp_path / "silent.json", tmp_path / "page.html"
    file.write_text(json.dumps(dict.fromkeys(sw.read_predictions(own).by_id, "")), "utf-8")
    assert run("report", DEV, file, "-o", page, "--explain", model, "--explain-most", "3").code == 0
    (reader,) = data_of(page)["readers"]
    assert [len(why["candidates"]) > 0 for why in reader["why"]["of"].values()] == [True] * 3


@pytest.mark.parametrize(
    ("given", "said"),
    [
        (("{model}",), "explain them by the model that made them"),
        (("{model}", "eager={model}"), "--explain gives eager two models"),
        (("sliding-window",), "sliding-window: only a trained log-linear model can say why it answers as it does"),
        (("nowhere",), "there is no reader 'nowhere', and no folder with a model of that name"),
    ],
)
def test_what_explains_nothing_is_refused_in_a_sentence(
    run: Run, model: str, tmp_path: Path, given: tuple[str, ...], said: str
) -> None:
    named = [part for text in given for part in ("--explain", text.format(model=model))]
    outcome = run("report", DEV, EAGER, "-o", tmp_path / "p.html", *named)
    assert (outcome.code, outcome.out) == (2, "")
    assert said in outcome.err
    assert len(outcome.err.splitlines()) == 1
    assert list(tmp_path.iterdir()) == []
