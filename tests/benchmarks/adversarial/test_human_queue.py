"""The queue that people mend and approve."""

from pathlib import Path

import msgspec
import pytest

from spanwise.benchmarks.adversarial.add_sent import SentenceMaker, add_sent
from spanwise.benchmarks.adversarial.human_queue import (
    QueueLine,
    from_queue,
    queue_lines,
    read_queue,
    write_queue,
)
from spanwise.data.dataset import Dataset
from spanwise.data.subset import filtered
from spanwise.errors import DataError, FormatError


@pytest.fixture
def lines(boats: Dataset, maker: SentenceMaker) -> tuple[QueueLine, ...]:
    return queue_lines(boats, add_sent(boats, maker, most=2))


def judged(lines: tuple[QueueLine, ...], **states: tuple[str, str]) -> list[QueueLine]:
    """Return the lines with a state and a mended sentence for each id named, "-" left out of ids."""
    found = []
    for line in lines:
        state, mended = states.get(line.id.replace("-add-sent", "_"), ("open", ""))
        found.append(msgspec.structs.replace(line, state=state, mended=mended))
    return found


def test_a_queue_is_read_as_it_was_written(lines: tuple[QueueLine, ...], tmp_path: Path) -> None:
    write_queue(lines, tmp_path / "queue.jsonl")
    assert read_queue(tmp_path / "queue.jsonl") == lines
    assert lines[0].answers == ("Paris",)
    assert (lines[0].fake_answer, lines[0].state) == ("Tallinn", "open")


def test_approved_sentences_come_in_as_they_were_mended(boats: Dataset, lines: tuple[QueueLine, ...]) -> None:
    back = judged(
        lines,
        b1_0=("approved", "The small boat sailed for Tallinn."),
        b1_1=("approved", ""),
        b2_0=("rejected", ""),
    )
    found = from_queue(boats, back, "add-sent", seed=4)
    assert [v.question.id for v in found.variants] == ["b1-add-sent0", "b1-add-sent1"]
    assert found.variants[0].sentence == "The small boat sailed for Tallinn."
    assert found.variants[0].context.endswith(" The small boat sailed for Tallinn.")
    assert {entry.reason: entry.questions for entry in found.not_made} == {"rejected": 1, "not looked at yet": 1}
    assert found.notes == ("1 of 2 sentences were mended by people",)
    assert found.variants[0].question.origin is not None
    assert found.variants[0].question.origin.seed == 4


@pytest.mark.parametrize(
    ("mended", "reason"),
    [
        ("The small boat left for Paris.", "the sentence would hold a gold answer"),
        ("The large boat did leave Rome for Oslo.", "the sentence has every word of the question"),
    ],
)
def test_what_people_wrote_is_checked_as_well(
    boats: Dataset, lines: tuple[QueueLine, ...], mended: str, reason: str
) -> None:
    found = from_queue(boats, judged(lines, b1_0=("approved", mended)), "add-sent")
    assert not found.variants
    assert reason in {entry.reason for entry in found.not_made}


def test_a_queue_of_another_dataset_is_refused(
    boats: Dataset, maker: SentenceMaker, lines: tuple[QueueLine, ...]
) -> None:
    other = filtered(boats, lambda question: question.id == "t1")
    with pytest.raises(DataError, match="the queue's question 'b1' is not in the dataset"):
        from_queue(other, lines, "add-sent")
    with pytest.raises(DataError, match="'b1' is not in the dataset"):
        queue_lines(other, add_sent(boats, maker))


def test_a_line_that_is_none_is_named(lines: tuple[QueueLine, ...], tmp_path: Path) -> None:
    path = tmp_path / "queue.jsonl"
    write_queue(lines, path)
    whole = path.read_text("utf-8")
    path.write_text(whole + '\n{"id": 3}\n', "utf-8")
    with pytest.raises(FormatError, match=rf"queue\.jsonl: line {len(lines) + 2} is no line of a queue"):
        read_queue(path)
    path.write_text(whole + whole.splitlines()[0], "utf-8")
    with pytest.raises(FormatError, match="the id 'b1-add-sent0' stands on line 1 too"):
        read_queue(path)
    path.write_text(whole.replace('"state":"open"', '"state":"fine"', 1), "utf-8")
    with pytest.raises(FormatError, match="line 1 is no line of a queue"):
        read_queue(path)
