from pathlib import Path

import pytest

from spanwise.benchmarks.convert.babi import BABI_TASKS, UNCONVERTIBLE, Part, convert_babi
from spanwise.benchmarks.material import Material, material
from spanwise.errors import FormatError, OptionError

STORY = """\
1 Mary moved to the bathroom.
2 John went to the bathroom hallway.
3 Where is Mary? \tbathroom\t1
4 Mary went to the garden.
5 Where is Mary? \tgarden\t4
1 Mice are afraid of wolves.
2 Gertrude is a mouse.
3 What is gertrude afraid of?\twolf\t2 1
"""


def babi(text: str) -> Material:
    return Material("f.txt", text.encode())


def test_the_context_ends_where_the_question_is_asked() -> None:
    conversion = convert_babi(babi(STORY), task=1)
    contexts = [paragraph.context for _, paragraph, _ in conversion.dataset.questions()]
    assert contexts == [
        "Mary moved to the bathroom. John went to the bathroom hallway.",
        "Mary moved to the bathroom. John went to the bathroom hallway. Mary went to the garden.",
        "Mice are afraid of wolves. Gertrude is a mouse.",
    ]
    assert [len(article.paragraphs) for article in conversion.dataset.articles] == [2, 1]


def test_the_answer_stands_in_the_supporting_fact_and_is_plural_only_where_that_stands_there() -> None:
    conversion = convert_babi(babi(STORY), task=1)
    answers = [
        (question.answers[0].text, question.answers[0].start) for _, _, question in conversion.dataset.questions()
    ]
    assert answers == [("bathroom", 18), ("garden", 80), ("wolves", 19)]
    assert [(change.what.split(",")[0], change.count) for change in conversion.report.changes] == [
        ("answers in the plural", 1)
    ]


def test_of_several_supporting_facts_the_first_that_has_the_answer_is_taken() -> None:
    text = "1 Ann saw Bob.\n2 Bob saw Ann.\n3 Who?\tBob\t2 1\n"
    conversion = convert_babi(babi(text), task=1)
    assert [question.answers[0].start for _, _, question in conversion.dataset.questions()] == [13]


def test_an_answer_in_no_supporting_fact_is_dropped_and_counted() -> None:
    report = convert_babi(babi("1 Ann left.\n2 Who?\tBob\t1\n"), task=1, name="n").report
    assert (report.questions_in, report.questions_out) == (1, 0)
    assert report.dropped[0].examples == ("n-1-2",)


@pytest.mark.parametrize("task", UNCONVERTIBLE)
def test_a_task_without_spans_is_refused_with_the_reason(task: int) -> None:
    with pytest.raises(OptionError, match=f"bAbI task {task} cannot be asked extractively: its answers are"):
        convert_babi(babi(STORY), task=task)


def test_every_task_of_twenty_can_be_converted_or_says_why_not() -> None:
    assert sorted([*BABI_TASKS, *UNCONVERTIBLE]) == list(range(1, 21))
    with pytest.raises(OptionError, match="there is no such task"):
        convert_babi(babi(STORY), task=21)


@pytest.mark.parametrize(
    ("text", "message"),
    [
        ("Mary moved.\n", "line 1: found 'Mary moved.'; a line is a number and a sentence"),
        ("1 Mary moved.\n3 Mary left.\n", "line 2: number 3 follows 1; lines are missing"),
        ("1 Mary moved.\n2 Where?\tgarden\n", "a question is text, answer, fact numbers"),
        ("1 Mary moved.\n2 Where?\tgarden\tone\n", "a question is text, answer, fact numbers"),
        ("1 Mary moved.\n2 Where?\tgarden\t7\n", "line 2: fact 7 is not told before the question"),
        ("1 Mary moved.\n", "there is no question"),
    ],
)
def test_a_malformed_line_is_named(text: str, message: str) -> None:
    with pytest.raises(FormatError, match=message):
        convert_babi(babi(text), task=1)


def test_a_file_that_is_by_its_name_of_another_task_is_refused() -> None:
    # Releases have a file qa5_quarter besides: its number alone would not tell it from task 5.
    for name in ("en/qa2_two-supporting-facts_train.txt", "en/qa5_quarter_train.txt"):
        with pytest.raises(FormatError, match="by its name this is task"):
            convert_babi(Material(name, STORY.encode()), task=5)


def test_the_parts_never_share_a_story() -> None:
    with pytest.raises(FormatError, match="question 2 of 3 is inside a story"):
        convert_babi(babi("1 A b.\n2 Who?\tA\t1\n3 Who?\tA\t1\n4 Who?\tA\t1\n"), task=1, part="dev")
    stories = "".join(f"1 Ann saw Bob{i}.\n2 Who?\tAnn\t1\n" for i in range(20))
    train, dev = (convert_babi(babi(stories), task=1, part=part) for part in ("train", "dev"))
    assert (train.report.questions_out, dev.report.questions_out) == (18, 2)
    assert not set(train.dataset.question_ids) & set(dev.dataset.question_ids)


@pytest.mark.parametrize(("part", "questions"), [("train", 900), ("dev", 100)])
def test_eleven_tasks_of_a_thousand_real_questions_keep_every_one(shared: Path, part: Part, questions: int) -> None:
    for task, name in BABI_TASKS.items():
        source = material(shared / "data" / "babi" / "babi-v1.2.tar.gz", f"en/qa{task}_{name}_train.txt")
        report = convert_babi(source, task=task, part=part).report
        assert (report.questions_in, report.questions_out) == (questions, questions)
