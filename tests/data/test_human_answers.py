import json
from pathlib import Path
from tempfile import TemporaryDirectory

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from spanwise.data.dataset import Answer, Article, Dataset, Paragraph, Question
from spanwise.data.human_answers import (
    HumanAnswer,
    HumanAnswers,
    read_human_answers,
    require_known,
    write_human_answers,
)
from spanwise.errors import DataError, FormatError, SpanwiseWarning
from tests.strategies import texts

questions = tuple(Question(f"q{i}", "?", (Answer("kite"),)) for i in range(3))
birds = Dataset((Article("T", (Paragraph("A red kite.", questions),)),), name="birds")

said = st.none() | texts(1).filter(str.strip)
answers = st.lists(
    st.builds(HumanAnswer, texts(1), texts(1).filter(str.strip), said, st.none() | st.floats(0, 1e6)),
    min_size=1,
    max_size=8,
    unique_by=lambda answer: (answer.id, answer.worker),
)


@given(answers, st.sampled_from(("people.jsonl", "people.jsonl.gz")))
@settings(max_examples=50)
def test_what_was_written_is_read(drawn: list[HumanAnswer], file: str) -> None:
    human = HumanAnswers(tuple(drawn), name="people")
    with TemporaryDirectory() as folder:
        write_human_answers(human, Path(folder) / file)
        assert read_human_answers(Path(folder) / file) == human


def write(tmp_path: Path, *lines: object) -> Path:
    file = tmp_path / "people.jsonl"
    file.write_text("".join(json.dumps(line) + "\n" for line in lines), "utf-8")
    return file


GOOD: dict[str, object] = {"id": "q0", "worker": "w1", "answer": "kite", "seconds": 3}


def test_null_is_an_abstention_and_seconds_may_be_left_out(tmp_path: Path) -> None:
    human = read_human_answers(write(tmp_path, GOOD, {"id": "q1", "worker": "w1", "answer": None}), birds)
    assert human.answers == (HumanAnswer("q0", "w1", "kite", 3.0), HumanAnswer("q1", "w1"))
    assert [answer.abstains for answer in human.answers] == [False, True]
    assert human.workers == ("w1",)
    assert human.by_question["q1"] == (HumanAnswer("q1", "w1"),)


@pytest.mark.parametrize(
    ("line", "message"),
    [
        (GOOD | {"id": None}, "the id is null; an id must be text"),
        (GOOD | {"worker": 7}, "'worker' is a number ('7'); 'worker' must be text"),
        (GOOD | {"worker": " "}, "'worker' is blank; it must name one person, such as 'w1'"),
        (GOOD | {"answer": ["kite"]}, "'answer' is a list; 'answer' must be text"),
        (GOOD | {"answer": ""}, "'answer' is blank; null says that the person found none in the text"),
        ({"id": "q0", "worker": "w1"}, "there is no 'answer'; null says that the person found none in the text"),
        (GOOD | {"seconds": "3"}, "'seconds' is '3'; it must be a number, or left out"),
        (GOOD | {"seconds": True}, "'seconds' is True; it must be a number, or left out"),
        (GOOD | {"seconds": -1}, "'seconds' is -1; it must be 0 or more, or left out"),
        (GOOD | {"seconds": float("nan")}, "'seconds' is nan; it must be 0 or more, or left out"),
        (GOOD | {"time": 3}, "there is no key 'time' in human answers; they have id, worker, answer, seconds"),
        ([GOOD], "found a list where an object must be; see the formats in docs/data.md"),
    ],
)
def test_a_line_that_is_no_answer_is_refused_in_one_sentence(tmp_path: Path, line: object, message: str) -> None:
    other = {"id": "q1", "worker": "w0", "answer": None}
    with pytest.raises(FormatError) as caught:
        read_human_answers(write(tmp_path, other, line))
    assert str(caught.value) == f"{tmp_path / 'people.jsonl'}: line 2: {message}"


def test_a_worker_twice_on_one_question_is_refused_with_both_lines(tmp_path: Path) -> None:
    with pytest.raises(FormatError, match=r"line 2: worker 'w1' answers question 'q0' again, after line 1; keep the"):
        read_human_answers(write(tmp_path, GOOD, GOOD | {"answer": None}))
    with pytest.raises(DataError, match="worker 'w1' has two answers to question 'q0'; keep the one that counts"):
        HumanAnswers((HumanAnswer("q0", "w1"), HumanAnswer("q0", "w1", "kite")))


def test_unknown_questions_are_refused_with_their_number_and_the_first_few(tmp_path: Path) -> None:
    lines = [GOOD | {"id": f"x{i}"} for i in range(5)]
    with pytest.raises(DataError) as caught:
        read_human_answers(write(tmp_path, GOOD, *lines), birds)
    assert str(caught.value) == (
        f"{tmp_path / 'people.jsonl'}: answers to 5 questions that are not in birds: 'x0', 'x1', 'x2' and 2 more; "
        "give the dataset that people were shown, or leave these lines out"
    )
    with pytest.raises(DataError, match="the human answers: answers to 1 question that is not in birds: 'x'"):
        require_known(HumanAnswers((HumanAnswer("x", "w"),)), birds)


def test_a_numeric_id_is_read_as_text_with_a_warning(tmp_path: Path) -> None:
    with pytest.warns(SpanwiseWarning, match="the id 5 is an integer"):
        human = read_human_answers(write(tmp_path, GOOD | {"id": 5}))
    assert human.answers[0].id == "5"


def test_a_file_without_answers_is_refused(tmp_path: Path) -> None:
    with pytest.raises(FormatError, match="there are no answers; a line is such as"):
        read_human_answers(write(tmp_path))
