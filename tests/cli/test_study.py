from pathlib import Path
from typing import Any

import pytest

from spanwise.cli.study import scored_by, study_runs
from spanwise.data.formats import read
from spanwise.data.samples import sample_na_probs_path, sample_path, sample_predictions_path
from spanwise.errors import OptionError
from spanwise.predictions.formats import read_predictions

OPTIONS: dict[str, Any] = {"rules": None, "na_threshold": 0.5, "runs": None, "seeds": (), "level": 0.95}


def test_options_become_runs_and_seed_0_stands_in(tmp_path: Path) -> None:
    runs = study_runs("toy", OPTIONS, 3)
    assert (runs.reader, runs.seeds, runs.folder, runs.level) == ("toy", (0,), None, 0.95)
    more = study_runs("toy", OPTIONS | {"seeds": (3, 1), "runs": str(tmp_path / "kept")}, 3)
    assert (more.seeds, more.folder) == ((3, 1), tmp_path / "kept")
    assert (tmp_path / "kept").is_dir()


def test_each_finished_run_is_told_with_how_many_there_are(capsys: pytest.CaptureFixture[str]) -> None:
    runs = study_runs("toy", OPTIONS | {"seeds": (0, 1)}, 3)
    assert runs.tell is not None
    runs.tell("all, seed 0")
    runs.tell("all, seed 1")
    assert capsys.readouterr().err == "1 of 6: all, seed 0\n2 of 6: all, seed 1\n"


def test_rules_and_level_reach_the_scores() -> None:
    dev, said = read(sample_path("dev")), read_predictions(sample_predictions_path("eager"))
    scores = scored_by(OPTIONS | {"rules": "lenient", "level": 0.8})(dev, said)
    assert (scores.signature.rules, scores.signature.threshold, scores.f1.level) == ("lenient", "none", 0.8)
    said = read_predictions(sample_predictions_path("eager"), na_probs=sample_na_probs_path("eager"))
    assert scored_by(OPTIONS)(dev, said).signature.threshold == "na_prob > 0.5"


def test_a_file_is_no_folder(tmp_path: Path) -> None:
    (tmp_path / "runs").write_text("", "utf-8")
    with pytest.raises(OptionError, match="this is a file; --runs names a folder"):
        study_runs("toy", OPTIONS | {"runs": str(tmp_path / "runs")}, 3)
