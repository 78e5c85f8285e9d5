import json
from pathlib import Path
from xml.etree import ElementTree as ET

import pytest

from spanwise.diagnosis.leaderboard import Human, history, read_leaderboard
from spanwise.report.leaderboard_chart import leaderboard_svg, plain_history
from tests.cli.conftest import Run

BOARD = "submitted,system,exact,f1\n2018-01-04,[A] http://a.example,82.65,88.49\n2018-09-27,B,85.95,91.68\n"


@pytest.fixture
def board(tmp_path: Path) -> Path:
    file = tmp_path / "board.csv"
    file.write_text(BOARD, "utf-8")
    return file


def test_both_crossings_are_told_with_their_dates(run: Run, board: Path) -> None:
    out = run("leaderboard", board, "--human", "82.304", "91.221").out
    assert "The human EM of 82.304 was first passed on 2018-01-04, by 0.346 points: [A].\n" in out
    assert "The human F1 of 91.221 was first passed on 2018-09-27, by 0.459 points: B.\n" in out


def test_a_line_that_nobody_passed_is_said(run: Run, board: Path) -> None:
    assert "The human F1 of 95.000 has not been passed.\n" in run("leaderboard", board, "--human", "90", "95").out


def test_the_json_and_the_picture_are_the_librarys(run: Run, board: Path, tmp_path: Path) -> None:
    picture = tmp_path / "board.svg"
    outcome = run("leaderboard", board, "--human", "82.304", "91.221", "--svg", picture, "--title", "T", "--json")
    found = history(read_leaderboard(board), Human(0.82304, 0.91221))
    assert json.loads(outcome.out) == plain_history(found)
    assert picture.read_text("utf-8") == leaderboard_svg(found, title="T")
    assert ET.fromstring(picture.read_bytes()).tag == "{http://www.w3.org/2000/svg}svg"


def test_the_history_of_squad_1_1_is_told(run: Run, shared: Path) -> None:
    file = shared / "data" / "squad" / "leaderboard-v1.1.csv"
    out = run("leaderboard", file, "--human", "82.304", "91.221").out
    assert "first passed on 2018-01-04, by 0.346 points: r-net+ (ensemble) (Microsoft Research Asia)." in out
    assert "first passed on 2018-09-27, by 0.456 points: nlnet (ensemble) (Microsoft Research Asia)." in out
    assert "7 failed runs left out" in out


def test_without_a_line_there_are_no_crossings(run: Run, board: Path) -> None:
    outcome = run("leaderboard", board)
    assert outcome.code == 0
    assert "human" not in outcome.out


@pytest.mark.parametrize("human", [("182", "91"), ("nan", "91")])
def test_a_line_that_is_no_percentage_is_one_sentence(run: Run, board: Path, human: tuple[str, str]) -> None:
    outcome = run("leaderboard", board, "--human", *human)
    assert (outcome.code, outcome.out) == (2, "")
    assert "two percentages from 0 to 100 would do" in outcome.err
