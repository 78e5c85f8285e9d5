import pickle
from pathlib import Path

import pytest

import spanwise as sw
from spanwise.benchmarks.synthetic.generation import Made, Noted, Notes, generate, noted
from spanwise.benchmarks.synthetic.squad_stream import Item
from spanwise.data.dataset import Answer, Question
from spanwise.errors import DataError, FormatError, OptionError, SpanwiseError
from tests.benchmarks.synthetic.made import maker


class Counting:
    """Makes questions that say their number; can fail, or end its process, at one of them."""

    name = "counting"

    def __init__(self, fail_at: int = -1, end_at: int = -1) -> None:
        self.fail_at = fail_at
        self.end_at = end_at

    def notes(self) -> tuple[Noted, ...]:
        return (Noted("left out before", 2, ("a", "b")),)

    def make(self, numbers: range, of: int) -> Made:
        if self.fail_at in numbers:
            raise DataError("counting: cannot go on")
        if self.end_at in numbers:
            import os

            os._exit(9)
        items = tuple(Item(f"{n}", "one", Question(f"{n} of {of}", "?", (Answer("one", 0),))) for n in numbers)
        return Made(items, noted("even", [str(n) for n in numbers if n % 2 == 0]))


@pytest.mark.parametrize("processes", [1, 3])
def test_questions_come_in_the_order_of_their_numbers_and_notes_add_up(tmp_path: Path, processes: int) -> None:
    steps: list[tuple[int, int]] = []
    report = generate(
        Counting(),
        tmp_path / "out.json",
        questions=1001,
        processes=processes,
        progress=lambda done, of: steps.append((done, of)),
    )
    assert sw.read(tmp_path / "out.json").question_ids == tuple(f"{n} of 1001" for n in range(1001))
    assert report.notes == (Noted("left out before", 2, ("a", "b")), Noted("even", 501, ("0", "2", "4", "6", "8")))
    assert (report.questions, report.contexts, report.articles) == (1001, 1001, 1001)
    assert steps == [(200, 1001), (400, 1001), (600, 1001), (800, 1001), (1000, 1001), (1001, 1001)]


def test_the_file_is_the_same_on_any_number_of_processes(tmp_path: Path) -> None:
    for processes in (1, 2, 3):
        generate(maker(), tmp_path / f"{processes}.json", questions=500, processes=processes)
    assert len({(tmp_path / f"{processes}.json").read_bytes() for processes in (1, 2, 3)}) == 1


def test_a_maker_can_be_sent_to_a_process_that_shares_no_memory() -> None:
    sent = pickle.loads(pickle.dumps(maker()))
    assert sent.make(range(5), 5) == maker().make(range(5), 5)


def test_notes_count_all_and_keep_the_first_few() -> None:
    notes = Notes()
    for number in range(100):
        notes.add("odd" if number % 2 else "even", f"{number}")
    assert notes.all() == (
        Noted("even", 50, ("0", "2", "4", "6", "8")),
        Noted("odd", 50, ("1", "3", "5", "7", "9")),
    )


@pytest.mark.parametrize("processes", [1, 2])
def test_what_fails_on_the_way_leaves_the_old_file(tmp_path: Path, processes: int) -> None:
    (tmp_path / "out.json").write_text("old")
    with pytest.raises(DataError, match="cannot go on"):
        generate(Counting(fail_at=700), tmp_path / "out.json", questions=1000, processes=processes)
    assert [path.name for path in tmp_path.iterdir()] == ["out.json"]
    assert (tmp_path / "out.json").read_text() == "old"


def test_a_process_that_was_ended_is_said_and_leaves_nothing(tmp_path: Path) -> None:
    with pytest.raises(SpanwiseError, match="one of 2 processes that make questions was ended from outside"):
        generate(Counting(end_at=700), tmp_path / "out.json", questions=1000, processes=2)
    assert list(tmp_path.iterdir()) == []


def test_a_folder_that_is_not_there_is_said_before_anything_is_made(tmp_path: Path) -> None:
    with pytest.raises(FormatError, match="does not exist"):
        generate(Counting(fail_at=0), tmp_path / "none" / "out.json", questions=1)


@pytest.mark.parametrize(("questions", "processes"), [(0, 1), (1, 0)])
def test_no_questions_and_no_processes_are_refused(questions: int, processes: int, tmp_path: Path) -> None:
    with pytest.raises(OptionError, match="both must be 1 or more"):
        generate(Counting(), tmp_path / "out.json", questions=questions, processes=processes)
