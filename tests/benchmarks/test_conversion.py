import pytest
from hypothesis import given
from hypothesis import strategies as st

from spanwise.benchmarks.conversion import Change, ConversionReport, Dropped, Tally
from spanwise.data.dataset import Answer, Article, Paragraph, Question


def articles(*starts: int) -> list[Article]:
    questions = tuple(Question(f"q{i}", "Who?", (Answer("Ann", start),)) for i, start in enumerate(starts))
    return [Article("a", (Paragraph("Ann and Ann", questions),))]


def test_what_is_read_is_what_is_written_and_what_is_dropped() -> None:
    tally = Tally("file.txt")
    tally.read(5)
    tally.drop("no answer", "x", "y")
    tally.drop_count("not drawn", 1)
    tally.change("moved", 2)
    tally.change("moved")
    tally.change("never", 0)
    report = tally.conversion(articles(0, 8), name="n").report
    assert report == ConversionReport(
        "file.txt", 5, 2, (Dropped("no answer", 2, ("x", "y")), Dropped("not drawn", 1)), (Change("moved", 3),)
    )


def test_an_account_that_does_not_add_up_is_refused() -> None:
    tally = Tally("file.txt")
    tally.read(3)
    with pytest.raises(AssertionError, match=r"file\.txt: 1 questions are neither written nor dropped"):
        tally.conversion(articles(0, 8), name="n")


def test_an_answer_that_is_not_at_its_place_never_leaves_a_converter() -> None:
    tally = Tally("file.txt")
    tally.read()
    with pytest.raises(AssertionError, match="'Ann' is not at 1"):
        tally.conversion(articles(1), name="n")


def test_only_the_first_few_ids_are_kept_as_examples() -> None:
    tally = Tally("file.txt")
    tally.read(10)
    for i in range(10):
        tally.drop("no answer", f"q{i}")
    assert tally.conversion((), name="n").report.dropped == (Dropped("no answer", 10, ("q0", "q1", "q2", "q3", "q4")),)


@given(st.lists(st.tuples(st.sampled_from("abc"), st.integers(0, 20)), max_size=8), st.integers(0, 5))
def test_a_carried_account_stays_what_it_was(drops: list[tuple[str, int]], changes: int) -> None:
    first = Tally("file.txt")
    for reason, count in drops:
        first.read(count)
        first.drop(reason, *(f"{reason}{i}" for i in range(count)))
    first.change("moved", changes)
    report = first.conversion((), name="n").report
    second = Tally("file.txt")
    second.carry(report)
    assert second.conversion((), name="n").report == report
