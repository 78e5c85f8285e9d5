import sys
from pathlib import Path

import pytest

from spanwise.cli.printing import (
    cell,
    counting,
    difference_cell,
    escaped,
    print_findings,
    print_json,
    print_notes,
    print_table,
    progress,
    working,
)
from spanwise.data.finding import Finding
from spanwise.stats.estimate import Estimate


def test_a_cell_has_percent_and_the_interval_under_it() -> None:
    estimate = Estimate(
        value=0.5, low=0.401, high=0.6, level=0.95, method="t", n=10, clusters=7, cluster_unit="article"
    )
    assert cell(estimate) == "50.00\n[dim]40.1–60.0[/dim]"


def test_a_cell_says_what_is_undefined_and_what_is_absent() -> None:
    assert cell(Estimate.undefined("no questions")) == "undefined"
    assert cell(None) == "-"


def test_a_difference_has_its_sign() -> None:
    estimate = Estimate(
        value=0.01, low=-0.02, high=0.04, level=0.95, method="t", n=9, clusters=7, cluster_unit="article"
    )
    assert difference_cell(estimate) == "+1.00\n[dim]-2.0 to +4.0[/dim]"
    bare = Estimate(value=-0.01, low=None, high=None, level=0.95, method="", n=9, clusters=1, cluster_unit="article")
    assert difference_cell(bare) == "-1.00"
    assert (difference_cell(None), difference_cell(Estimate.undefined("no questions"))) == ("-", "undefined")


def test_json_is_utf8_whatever_the_locale(capfdbinary: pytest.CaptureFixture[bytes]) -> None:
    print_json({"town": "Łódź"})
    assert capfdbinary.readouterr().out == '{\n  "town": "Łódź"\n}\n'.encode()


def test_a_readers_name_in_brackets_is_no_markup(capsys: pytest.CaptureFixture[str]) -> None:
    print_table(["reader"], [[escaped("[bold]")]], title="t [x]")
    out = capsys.readouterr().out
    assert "[bold]" in out
    assert "t [x]" in out


def test_many_findings_are_cut_and_counted(capsys: pytest.CaptureFixture[str]) -> None:
    print_findings([Finding("code", f"found {i}", "do this") for i in range(5)], most=2)
    assert capsys.readouterr().err.splitlines() == [
        "code: found 0; do this",
        "code: found 1; do this",
        "... and 3 more (--json lists them all)",
    ]


def test_a_note_is_printed_once_and_an_empty_one_never(capsys: pytest.CaptureFixture[str]) -> None:
    print_notes(["a", "", "a", "b"])
    assert capsys.readouterr().out.splitlines() == ["a", "b"]


def test_progress_gives_every_item_and_prints_nothing_where_nobody_looks(capsys: pytest.CaptureFixture[str]) -> None:
    assert list(progress([3, 1, 2], "counting")) == [3, 1, 2]
    assert capsys.readouterr().err == ""


def test_working_says_nothing_where_nobody_looks_or_nothing_takes_long(
    capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch, tmp_path: Path
) -> None:
    (tmp_path / "small").write_bytes(b"x")
    with working("reading", str(tmp_path / "none"), str(tmp_path / "small")):
        pass
    monkeypatch.setattr(sys.stderr, "isatty", lambda: True)
    with working("reading", str(tmp_path / "small")):
        pass
    assert capsys.readouterr().err == ""


def test_working_shows_what_is_done_to_a_large_file(
    capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch, tmp_path: Path
) -> None:
    with (tmp_path / "large").open("wb") as stream:
        stream.truncate(30_000_000)
    monkeypatch.setattr(sys.stderr, "isatty", lambda: True)
    monkeypatch.setenv("TERM", "xterm")
    with working("reading large", str(tmp_path / "large")):
        pass
    assert "reading large" in capsys.readouterr().err


def test_counting_shows_a_bar_from_the_first_call_on_and_only_on_a_terminal(
    capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    with counting("answering") as count:
        assert count is None
    monkeypatch.setattr(sys.stderr, "isatty", lambda: True)
    monkeypatch.setenv("TERM", "xterm")
    with counting("answering") as count:
        assert count is not None
        assert capsys.readouterr().err == ""
        count(1, 4)
        count(2, 4)
    printed = capsys.readouterr().err
    assert "answering" in printed
    assert "50%" in printed
