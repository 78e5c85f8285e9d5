import datetime as dt
import re
from pathlib import Path
from xml.etree import ElementTree as ET

import pytest

from spanwise.diagnosis.leaderboard import Entry, History, Human, history, read_leaderboard
from spanwise.report.leaderboard_chart import leaderboard_svg, plain_history

SVG = "{http://www.w3.org/2000/svg}"


@pytest.fixture
def small() -> History:
    day = dt.date(2018, 1, 1)
    entries = [
        Entry(day, "first", 0.70, 0.80),
        Entry(day + dt.timedelta(days=100), "<second> & more", 0.83, 0.90),
        Entry(day + dt.timedelta(days=101), "broken", 0.0, 0.0),
        Entry(day + dt.timedelta(days=500), "third", 0.86, 0.93),
        Entry(day + dt.timedelta(days=501), "weak", 0.50, 0.60),
    ]
    return history(entries, Human(0.82304, 0.91221))


def test_both_crossings_are_marked_with_date_and_margin(small: History) -> None:
    root = ET.fromstring(leaderboard_svg(small, title="A board"))
    texts = [text.text for text in root.iter(f"{SVG}text")]
    assert "EM past the human line: 2018-04-11, by 0.696" in texts
    assert "F1 past the human line: 2019-05-16, by 1.779" in texts
    marks = [mark for mark in root.iter(f"{SVG}circle") if "cross" in mark.get("class", "")]
    assert [mark.get("class") for mark in marks] == ["em cross", "f1 cross"]


def test_the_picture_is_read_out_with_title_and_description(small: History) -> None:
    root = ET.fromstring(leaderboard_svg(small, title="A < board"))
    assert (root.get("role"), root.get("aria-labelledby")) == ("img", "title description")
    title, description = root.find(f"{SVG}title"), root.find(f"{SVG}desc")
    assert title is not None
    assert description is not None
    assert title.text == "A < board"
    assert description.text == (
        "4 entries from 2018-01-01 to 2019-05-17; best EM 86.000, best F1 93.000; human EM crossed on 2018-04-11 by "
        "<second> & more; human F1 crossed on 2019-05-16 by third; 1 entry with a score below the axis; "
        "1 failed run left out."
    )


def test_all_lies_within_the_picture(small: History) -> None:
    root = ET.fromstring(leaderboard_svg(small, title="A board"))
    _, _, width, height = map(float, root.get("viewBox", "").split())
    across = [float(e.get(name, "0")) for e in root.iter() for name in ("x", "x1", "x2", "cx") if e.get(name)]
    down = [float(e.get(name, "0")) for e in root.iter() for name in ("y", "y1", "y2", "cy") if e.get(name)]
    assert 0 <= min(across) <= max(across) <= width
    assert 0 <= min(down) <= max(down) <= height


def test_the_best_line_only_rises(small: History) -> None:
    root = ET.fromstring(leaderboard_svg(small, title="A board"))
    for path in (p for p in root.iter(f"{SVG}path") if p.get("d", "").count("V")):
        heights = [float(height) for height in re.findall(r"V([0-9.]+)", path.get("d", ""))]
        assert heights == sorted(heights, reverse=True)


def test_a_board_of_one_entry_and_no_line_is_drawn() -> None:
    found = history([Entry(dt.date(2018, 1, 1), "only", 0.5, 0.6)])
    root = ET.fromstring(leaderboard_svg(found, title="One"))
    assert not [mark for mark in root.iter(f"{SVG}circle") if "cross" in mark.get("class", "")]
    assert plain_history(found)["crossed"] == {"em": None, "f1": None}
    assert plain_history(found)["human"] is None


def test_the_dictionary_holds_the_files_own_digits(shared: Path) -> None:
    entries = read_leaderboard(shared / "data" / "squad" / "leaderboard-v1.1.csv")
    plain = plain_history(history(entries, Human(0.82304, 0.91221)))
    assert plain["crossed"]["em"]["date"] == "2018-01-04"
    assert plain["crossed"]["em"]["em"] == 82.6497
    assert plain["crossed"]["f1"]["date"] == "2018-09-27"
    assert len(plain["failed_runs"]) + plain["entries"] == 187
