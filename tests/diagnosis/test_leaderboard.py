import datetime as dt
from pathlib import Path

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from spanwise.diagnosis.leaderboard import Entry, Human, history, read_leaderboard
from spanwise.errors import FormatError, OptionError

DAY = dt.date(2018, 1, 1)


def entry(day: int, em: float, f1: float, system: str = "s") -> Entry:
    return Entry(DAY + dt.timedelta(days=day), system, em, f1)


def test_squad_1_passed_people_on_exact_match_in_january_2018_and_on_f1_in_september(shared: Path) -> None:
    # Human line of the board: 82.304 / 91.221. Margins by subtraction from the file's own figures.
    entries = read_leaderboard(shared / "data" / "squad" / "leaderboard-v1.1.csv")
    assert len(entries) == 187
    found = history(entries, Human(0.82304, 0.91221))
    assert found.crossed_em is not None
    assert found.crossed_f1 is not None
    assert found.crossed_em.entry.system.startswith("r-net+ (ensemble)")
    assert found.crossed_em.entry.date == dt.date(2018, 1, 4)
    assert found.crossed_em.margin == pytest.approx(0.826497 - 0.82304, abs=1e-12)
    assert found.crossed_f1.entry.system.startswith("nlnet (ensemble)")
    assert found.crossed_f1.entry.date == dt.date(2018, 9, 27)
    # "best F1 then on the board 89.281", and the best F1 at the time of the January claims.
    in_january = [e for e in found.best_f1 if e.date <= dt.date(2018, 1, 31)]
    assert round(100 * in_january[-1].f1, 3) == 89.281
    slqa = next(e for e in entries if e.system.startswith("SLQA+ (ensemble)"))
    assert (round(100 * slqa.em, 3), round(100 * slqa.f1, 3)) == (82.440, 88.607)


def test_squad_2_began_at_66_3_and_its_failed_runs_are_left_out(shared: Path) -> None:
    entries = read_leaderboard(shared / "data" / "squad" / "leaderboard-v2.0.csv")
    found = history(entries)
    assert len(entries) == 212 == len(found.entries) + len(found.failed)
    assert round(100 * found.best_f1[0].f1, 1) == 66.3
    assert {e.system for e in found.failed} == {"CHECK SYSTEM(single model)(X university)", "5cls_squad1_fail"}
    assert (found.human, found.crossed_em, found.crossed_f1) == (None, None, None)


@given(st.lists(st.tuples(st.integers(0, 9), st.integers(1, 100), st.integers(1, 100)), min_size=1, max_size=12))
@settings(max_examples=60)
def test_the_best_only_rises_and_ends_at_the_greatest(drawn: list[tuple[int, int, int]]) -> None:
    entries = [entry(day, em / 100, f1 / 100, str(i)) for i, (day, em, f1) in enumerate(drawn)]
    found = history(entries, Human(0.5, 0.5))
    values = [e.em for e in found.best_em]
    assert values == sorted(set(values))
    assert values[-1] == max(e.em for e in found.entries)
    assert [e.date for e in found.best_em] == sorted({e.date for e in found.best_em})
    above = [e.date for e in found.entries if e.em > 0.5]
    assert (found.crossed_em.entry.date if found.crossed_em else None) == (min(above) if above else None)


def test_equal_to_the_line_is_not_past_it() -> None:
    found = history([entry(0, 0.5, 0.5), entry(1, 0.6, 0.5)], Human(0.5, 0.5))
    assert found.crossed_em is not None
    assert found.crossed_em.entry == entry(1, 0.6, 0.5)
    assert found.crossed_f1 is None


def test_only_runs_that_fail_on_both_metrics_are_failed() -> None:
    found = history([entry(0, 0.8, 0.9), entry(1, 0.1, 0.1, "broken"), entry(2, 0.1, 0.5, "sentences")])
    assert [e.system for e in found.failed] == ["broken"]


def test_an_empty_board_is_refused() -> None:
    with pytest.raises(OptionError, match="holds no entry"):
        history([])


def test_other_names_of_columns_and_a_byte_order_mark_are_read(tmp_path: Path) -> None:
    file = tmp_path / "board.csv"
    file.write_text('\ufeffDate,Model,EM,F1,more\n2018-01-04,"A, B",80,90.5,x\n', "utf-8")
    assert read_leaderboard(file) == (Entry(dt.date(2018, 1, 4), "A, B", 0.8, 0.905),)


@pytest.mark.parametrize(
    ("text", "message"),
    [
        ("submitted,system,f1\n", "no column 'exact' or 'em' or 'exact_match'; the columns are submitted, system, f1"),
        ("x" * 200_000, "a CSV file would do"),
        ("x" * 1000 + ",y" * 1000, "the columns are " + "x" * 20 + ", y" * 19),
        ("", "no column 'submitted' or 'date'; the columns are none"),
        ("date,system,em,f1\n04/01/2018,a,1,2\n", "line 2: '04/01/2018' is no date; write it as 2018-01-04"),
        ("date,system,em,f1\n2018-01-04,a,nan,2\n", "line 2: em is 'nan'; a percentage from 0 to 100 would do"),
        ("date,system,em,f1\n2018-01-04,a,1\n", "line 2: f1 is None; a percentage from 0 to 100 would do"),
        ("date,system,em,f1\n2018-01-04,a,101,1\n", "line 2: em is '101'; a percentage from 0 to 100 would do"),
    ],
)
def test_what_cannot_be_read_is_said_with_its_line(tmp_path: Path, text: str, message: str) -> None:
    file = tmp_path / "board.csv"
    file.write_text(text, "utf-8")
    with pytest.raises(FormatError) as raised:
        read_leaderboard(file)
    assert message in str(raised.value)
    assert len(str(raised.value)) < len(str(file)) + 300
